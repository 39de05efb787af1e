/*
 * feed/catalog.c
 *		Rows of the server's catalogs, of a table, its triggers, indexes and subscriptions.
 *
 * Each row of a catalog has all columns, so fastgetattr() suffices.
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/pg_attrdef.h"
#include "catalog/pg_class.h"
#include "catalog/pg_index.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_language.h"
#include "catalog/pg_partitioned_table.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_trigger.h"
#include "commands/trigger.h"
#include "feed/feed.h"
#include "nodes/primnodes.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* A scan of the rows of a catalog in which a column has this OID, by an index. */
typedef struct catalog_scan
{
	Relation	catalog;
	SysScanDesc scan;
} catalog_scan;

static catalog_scan
begin_scan(Oid catalog, Oid index, AttrNumber column, Oid value)
{
	catalog_scan s = {.catalog = table_open(catalog, AccessShareLock)};
	ScanKeyData key;

	ScanKeyInit(&key, column, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(value));
	s.scan = systable_beginscan(s.catalog, index, OidIsValid(index), NULL,
								OidIsValid(index) ? 1 : 0, &key);
	return s;
}

static void
end_scan(catalog_scan s)
{
	systable_endscan(s.scan);
	table_close(s.catalog, AccessShareLock);
}

bool
feed_table_row(Oid table, table_row *row)
{
	catalog_scan s = begin_scan(RelationRelationId, ClassOidIndexId, Anum_pg_class_oid, table);
	HeapTuple	tuple = systable_getnext(s.scan);

	if (HeapTupleIsValid(tuple))
	{
		Form_pg_class c = (Form_pg_class) GETSTRUCT(tuple);

		row->name = pstrdup(NameStr(c->relname));
		row->qualified_name = quote_qualified_identifier(get_namespace_name(c->relnamespace),
														 row->name);
		row->kind = c->relkind;
		row->persistence = c->relpersistence;
		row->is_partition = c->relispartition;
	}
	end_scan(s);
	return HeapTupleIsValid(tuple);
}

List *
feed_members(Oid table)
{
	List	   *members = list_make1_oid(table);

	for (int i = 0; i < list_length(members); i++)
	{
		catalog_scan s;
		HeapTuple	tuple;

		/* nothing inherits from a partition */
		if (i > 0 && get_rel_relkind(list_nth_oid(members, i)) != RELKIND_PARTITIONED_TABLE &&
			get_rel_relispartition(list_nth_oid(members, i)))
			continue;
		s = begin_scan(InheritsRelationId, InheritsParentIndexId,
					   Anum_pg_inherits_inhparent, list_nth_oid(members, i));
		while (HeapTupleIsValid(tuple = systable_getnext(s.scan)))
			members = lappend_oid(members, ((Form_pg_inherits) GETSTRUCT(tuple))->inhrelid);
		end_scan(s);
	}
	return members;
}

/* Is it complete, and in the order of this operator family? */
static bool
is_key_index(HeapTuple tuple, TupleDesc desc, AttrNumber attnum, Oid family)
{
	Form_pg_index i = (Form_pg_index) GETSTRUCT(tuple);
	bool		is_null;
	Datum		opclasses = fastgetattr(tuple, Anum_pg_index_indclass, desc, &is_null);

	/* an expression is column 0 */
	return attnum > 0 && i->indkey.values[0] == attnum &&
		i->indisvalid && i->indislive && i->indisready &&
		heap_attisnull(tuple, Anum_pg_index_indpred, desc) &&
		get_opclass_family(((oidvector *) DatumGetPointer(opclasses))->values[0]) == family;
}

Oid
feed_find_index(Oid table, AttrNumber attnum, Oid family, bool *is_unique)
{
	catalog_scan s = begin_scan(IndexRelationId, IndexIndrelidIndexId,
								Anum_pg_index_indrelid, table);
	Oid			found = InvalidOid;
	HeapTuple	tuple;

	*is_unique = false;
	while (!*is_unique && HeapTupleIsValid(tuple = systable_getnext(s.scan)))
	{
		Form_pg_index i = (Form_pg_index) GETSTRUCT(tuple);

		if (!is_key_index(tuple, RelationGetDescr(s.catalog), attnum, family))
			continue;
		found = i->indexrelid;
		*is_unique = i->indisunique && i->indnkeyatts == 1;
	}
	end_scan(s);
	return found;
}

AttrNumber
feed_primary_key(Oid table, int *columns)
{
	catalog_scan s = begin_scan(IndexRelationId, IndexIndrelidIndexId,
								Anum_pg_index_indrelid, table);
	AttrNumber	first = InvalidAttrNumber;
	HeapTuple	tuple;

	while (first == InvalidAttrNumber && HeapTupleIsValid(tuple = systable_getnext(s.scan)))
	{
		Form_pg_index i = (Form_pg_index) GETSTRUCT(tuple);

		if (!i->indisprimary)
			continue;
		first = i->indkey.values[0];
		*columns = i->indnkeyatts;
	}
	end_scan(s);
	return first;
}

/* A function of triggers, and the type of triggers that call it. */
typedef struct our_function
{
	const char *symbol;
	PGFunction	address;
	size_t		row;			/* its place in trigger_rows */
	int16		type;
} our_function;

/* One that two kinds of triggers call is there twice, first for inserts. */
static const our_function our_functions[] = {
	{"pgwiji_feed_guard", pgwiji_feed_guard, offsetof(trigger_rows, guard),
	TRIGGER_TYPE_ROW | TRIGGER_TYPE_INSERT},
	{"pgwiji_feed_guard", pgwiji_feed_guard, offsetof(trigger_rows, update),
	TRIGGER_TYPE_ROW | TRIGGER_TYPE_UPDATE},
	{"pgwiji_feed_enter", pgwiji_feed_enter, offsetof(trigger_rows, enter),
	TRIGGER_TYPE_BEFORE | TRIGGER_TYPE_INSERT},
	{"pgwiji_row_version", pgwiji_row_version, offsetof(trigger_rows, version),
	TRIGGER_TYPE_ROW | TRIGGER_TYPE_BEFORE | TRIGGER_TYPE_INSERT | TRIGGER_TYPE_UPDATE}
};

/* Null for another function.  Its library is loaded only if the symbol is one of ours. */
static const our_function *
find_our_function(Oid function)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	const our_function *found = NULL;
	char	   *library = NULL;
	FmgrInfo	called;
	bool		is_null;

	if (!HeapTupleIsValid(tuple))
		return NULL;
	if (((Form_pg_proc) GETSTRUCT(tuple))->prolang == ClanguageId)
	{
		char	   *symbol = TextDatumGetCString(SysCacheGetAttr(PROCOID, tuple,
																 Anum_pg_proc_prosrc, &is_null));

		for (size_t i = 0; i < lengthof(our_functions) && found == NULL; i++)
			if (strcmp(symbol, our_functions[i].symbol) == 0)
				found = &our_functions[i];
	}
	if (found != NULL)
		library = TextDatumGetCString(SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_probin, &is_null));
	ReleaseSysCache(tuple);
	if (found == NULL)
		return NULL;
	fmgr_info(function, &called);
	if (called.fn_addr == found->address)
		return found;
	/* after ALTER FUNCTION ... SET, the server calls it by way of another one */
	return load_external_function(library, found->symbol, false, NULL) == found->address ? found : NULL;
}

/* The arguments stand one after the other, each with a zero at its end. */
static char **
read_arguments(HeapTuple tuple, TupleDesc desc, int n)
{
	bool		is_null;
	Datum		value = fastgetattr(tuple, Anum_pg_trigger_tgargs, desc, &is_null);
	char	  **arguments = palloc0((n + 1) * sizeof(char *));
	bytea	   *bytes;
	char	   *p;

	if (is_null || n == 0)
		return arguments;
	bytes = DatumGetByteaPP(value);
	p = VARDATA_ANY(bytes);
	for (int i = 0; i < n; i++)
	{
		arguments[i] = pstrdup(p);
		p += strlen(p) + 1;
	}
	return arguments;
}

/* The number of the column, if the expression is that column's value in the old or the new row. */
static AttrNumber
column_of_row(Node *node, int varno)
{
	while (IsA(node, RelabelType))
		node = (Node *) ((RelabelType *) node)->arg;
	return IsA(node, Var) && ((Var *) node)->varno == varno && ((Var *) node)->varattno > 0 ?
		((Var *) node)->varattno : InvalidAttrNumber;
}

/* Does the operator say of two keys whether their bytes are equal? */
static bool
compares_keys(Oid operator)
{
	RegProcedure function = get_opcode(operator);

	return function == F_UUID_EQ || function == F_INT8EQ || function == F_TIMESTAMPTZ_EQ;
}

/*
 * The number of the column whose change the condition of a trigger asks for, and nothing else;
 * InvalidAttrNumber for another condition.
 */
static AttrNumber
column_of_condition(const char *condition)
{
	Node	   *node = stringToNode((char *) condition);
	AttrNumber	column;

	if (!IsA(node, DistinctExpr) || !compares_keys(((DistinctExpr *) node)->opno))
		return InvalidAttrNumber;
	column = column_of_row(linitial(((DistinctExpr *) node)->args), PRS2_OLD_VARNO);
	return column == column_of_row(lsecond(((DistinctExpr *) node)->args), PRS2_NEW_VARNO) ?
		column : InvalidAttrNumber;
}

bool
feed_ignored_columns(const char *condition, Bitmapset **columns)
{
	Node	   *node = stringToNode((char *) condition);
	List	   *args = IsA(node, BoolExpr) && ((BoolExpr *) node)->boolop == OR_EXPR ?
		((BoolExpr *) node)->args : NIL;
	ListCell   *lc;

	*columns = NULL;
	if (list_length(args) != 2 || !IsA(linitial(args), NullTest) || !IsA(lsecond(args), Const) ||
		((Const *) lsecond(args))->constisnull ||
		!DatumGetBool(((Const *) lsecond(args))->constvalue))
		return false;
	node = (Node *) ((NullTest *) linitial(args))->arg;
	if (!IsA(node, RowExpr))
		return false;
	foreach(lc, ((RowExpr *) node)->args)
	{
		AttrNumber	column = column_of_row(lfirst(lc), PRS2_NEW_VARNO);

		if (column == InvalidAttrNumber)
			return false;
		*columns = bms_add_member(*columns, column);
	}
	return true;
}

/*
 * Has the trigger a condition that wiji_create_feed() gives it?  column is that of a trigger for
 * updates.
 */
static bool
has_our_condition(HeapTuple tuple, TupleDesc desc, const our_function *function, AttrNumber *column)
{
	bool		is_update = function->row == offsetof(trigger_rows, update);
	bool		is_null;
	Datum		value = fastgetattr(tuple, Anum_pg_trigger_tgqual, desc, &is_null);
	Bitmapset  *ignored;

	*column = InvalidAttrNumber;
	if (is_null)
		return !is_update;
	if (is_update)
		*column = column_of_condition(TextDatumGetCString(value));
	return *column != InvalidAttrNumber ||
		(function->row == offsetof(trigger_rows, version) &&
		 feed_ignored_columns(TextDatumGetCString(value), &ignored));
}

static void
read_trigger(trigger_rows *rows, HeapTuple tuple, TupleDesc desc)
{
	Form_pg_trigger t = (Form_pg_trigger) GETSTRUCT(tuple);
	const our_function *function = find_our_function(t->tgfoid);
	AttrNumber	column;
	bool		has_ours;
	trigger_row *row;

	if (function == NULL)
		return;
	if (function->address == pgwiji_feed_guard && !TRIGGER_FOR_INSERT(t->tgtype))
		function++;				/* that for updates */
	has_ours = has_our_condition(tuple, desc, function, &column);
	row = (trigger_row *) ((char *) rows + function->row);
	rows->has_own |= !OidIsValid(t->tgparentid);
	*row = (trigger_row)
	{
		.count = row->count + 1,
			.oid = t->oid,
			.name = pstrdup(NameStr(t->tgname)),
			.xmin = HeapTupleHeaderGetXmin(tuple->t_data),
			.is_unmodified = t->tgtype == function->type && t->tgenabled == TRIGGER_FIRES_ON_ORIGIN &&
			!t->tgdeferrable && t->tgattr.dim1 == 0 && has_ours &&
			heap_attisnull(tuple, Anum_pg_trigger_tgoldtable, desc) &&
			heap_attisnull(tuple, Anum_pg_trigger_tgnewtable, desc),
			.column = column,
			.n = t->tgnargs,
			.arguments = read_arguments(tuple, desc, t->tgnargs),
	};
}

trigger_rows
feed_trigger_rows(Oid table)
{
	catalog_scan s = begin_scan(TriggerRelationId, TriggerRelidNameIndexId,
								Anum_pg_trigger_tgrelid, table);
	trigger_rows rows;
	HeapTuple	tuple;

	memset(&rows, 0, sizeof(rows));
	while (HeapTupleIsValid(tuple = systable_getnext(s.scan)))
		read_trigger(&rows, tuple, RelationGetDescr(s.catalog));
	end_scan(s);
	return rows;
}

bool
feed_have_same_arguments(const trigger_row *a, const trigger_row *b, int n)
{
	if (a->n < n || b->n < n)
		return false;
	for (int i = 0; i < n; i++)
		if (strcmp(a->arguments[i], b->arguments[i]) != 0)
			return false;
	return true;
}

List *
feed_own_trigger_names(Oid table)
{
	catalog_scan s = begin_scan(TriggerRelationId, TriggerRelidNameIndexId,
								Anum_pg_trigger_tgrelid, table);
	List	   *names = NIL;
	HeapTuple	tuple;

	while (HeapTupleIsValid(tuple = systable_getnext(s.scan)))
	{
		Form_pg_trigger t = (Form_pg_trigger) GETSTRUCT(tuple);

		if (!OidIsValid(t->tgparentid) && find_our_function(t->tgfoid) != NULL)
			names = lappend(names, pstrdup(NameStr(t->tgname)));
	}
	end_scan(s);
	return names;
}

/* The trigger that this one is a clone of, and its own table. */
static Oid
parent_of_trigger(Oid trigger, Oid *table)
{
	catalog_scan s = begin_scan(TriggerRelationId, TriggerOidIndexId, Anum_pg_trigger_oid, trigger);
	HeapTuple	tuple = systable_getnext(s.scan);
	Oid			parent = InvalidOid;

	if (HeapTupleIsValid(tuple))
	{
		*table = ((Form_pg_trigger) GETSTRUCT(tuple))->tgrelid;
		parent = ((Form_pg_trigger) GETSTRUCT(tuple))->tgparentid;
	}
	end_scan(s);
	return parent;
}

Oid
feed_table_of_trigger(Oid table, Oid trigger)
{
	while (OidIsValid(trigger))
		trigger = parent_of_trigger(trigger, &table);
	return table;
}

List *
feed_tables(void)
{
	catalog_scan s = begin_scan(TriggerRelationId, InvalidOid, InvalidAttrNumber, InvalidOid);
	List	   *tables = NIL;
	HeapTuple	tuple;

	while (HeapTupleIsValid(tuple = systable_getnext(s.scan)))
	{
		Form_pg_trigger t = (Form_pg_trigger) GETSTRUCT(tuple);
		const our_function *function;

		if (OidIsValid(t->tgparentid))
			continue;
		function = find_our_function(t->tgfoid);
		if (function != NULL && function->address == pgwiji_feed_guard &&
			TRIGGER_FOR_INSERT(t->tgtype))
			tables = list_append_unique_oid(tables, t->tgrelid);
	}
	end_scan(s);
	return tables;
}

Node *
feed_column_default(Oid table, AttrNumber attnum)
{
	catalog_scan s = begin_scan(AttrDefaultRelationId, AttrDefaultIndexId,
								Anum_pg_attrdef_adrelid, table);
	Node	   *found = NULL;
	HeapTuple	tuple;

	while (HeapTupleIsValid(tuple = systable_getnext(s.scan)))
	{
		bool		is_null;
		Datum		value = fastgetattr(tuple, Anum_pg_attrdef_adbin, RelationGetDescr(s.catalog),
										&is_null);

		if (((Form_pg_attrdef) GETSTRUCT(tuple))->adnum == attnum && !is_null)
			found = stringToNode(TextDatumGetCString(value));
	}
	end_scan(s);
	return found != NULL ? found : get_typdefault(get_atttype(table, attnum));
}

bool
feed_is_identity(Oid table, AttrNumber attnum)
{
	HeapTuple	tuple = SearchSysCache2(ATTNUM, ObjectIdGetDatum(table), Int16GetDatum(attnum));
	bool		found = HeapTupleIsValid(tuple) &&
		((Form_pg_attribute) GETSTRUCT(tuple))->attidentity != '\0';

	if (HeapTupleIsValid(tuple))
		ReleaseSysCache(tuple);
	return found;
}

Oid
feed_owned_sequence(Oid table, AttrNumber attnum)
{
	ListCell   *lc;

	foreach(lc, getOwnedSequences(table))
	{
		Oid			owner;
		int32		column;

		if ((sequenceIsOwned(lfirst_oid(lc), DEPENDENCY_AUTO, &owner, &column) ||
			 sequenceIsOwned(lfirst_oid(lc), DEPENDENCY_INTERNAL, &owner, &column)) &&
			column == attnum)
			return lfirst_oid(lc);
	}
	return InvalidOid;
}

bool
feed_is_partition_key(Oid table, AttrNumber attnum)
{
	HeapTuple	tuple = SearchSysCache1(PARTRELID, ObjectIdGetDatum(table));
	Form_pg_partitioned_table p;
	bool		is_key;

	if (!HeapTupleIsValid(tuple))
		return false;
	p = (Form_pg_partitioned_table) GETSTRUCT(tuple);
	is_key = p->partnatts == 1 && p->partattrs.values[0] == attnum;
	ReleaseSysCache(tuple);
	return is_key;
}
