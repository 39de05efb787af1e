/*
 * src/partitions/parent.c
 *		A table that is partitioned by the time of its ids, read from the catalogs.
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_partitioned_table.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "nodes/parsenodes.h"
#include "partitions/parent.h"
#include "compat.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/rls.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

const char *
id_type_name(const id_kind *kind)
{
	return OidIsValid(kind->builtin) ? format_type_be(kind->builtin) : kind->name;
}

/* The type of an operator class; InvalidOid if that is not its usual order. */
static Oid
usual_order_type(Oid opclass)
{
	HeapTuple	tuple = SearchSysCache1(CLAOID, ObjectIdGetDatum(opclass));
	Oid			type = InvalidOid;

	if (!HeapTupleIsValid(tuple))
		return InvalidOid;
	if (((Form_pg_opclass) GETSTRUCT(tuple))->opcdefault && ((Form_pg_opclass) GETSTRUCT(tuple))->opcmethod == BTREE_AM_OID)
		type = ((Form_pg_opclass) GETSTRUCT(tuple))->opcintype;
	ReleaseSysCache(tuple);
	return type;
}

/* The type of the first column, or expression, of a partition key. */
static Oid
first_key_type(Oid parent, Form_pg_partitioned_table form, HeapTuple tuple)
{
	Datum		expressions;
	bool		isnull;

	if (form->partattrs.values[0] != 0)
		return get_atttype(parent, form->partattrs.values[0]);
	expressions = SysCacheGetAttr(PARTRELID, tuple, Anum_pg_partitioned_table_partexprs, &isnull);
	return isnull ? InvalidOid : exprType(linitial(stringToNode(TextDatumGetCString(expressions))));
}

/*
 * Reads the partition key; false if it is not by range of an identifier.
 *
 * A domain over one is one.  But if the server's uuid is one, a domain over it
 * means something else, such as the ids of portable/wiji.sql.
 */
static bool
read_key(id_parent *parent)
{
	HeapTuple	tuple = SearchSysCache1(PARTRELID, ObjectIdGetDatum(parent->oid));
	Form_pg_partitioned_table form;
	Datum		classes;
	Oid			declared;
	bool		isnull;
	bool		by_range;

	if (!HeapTupleIsValid(tuple))
		return false;
	form = (Form_pg_partitioned_table) GETSTRUCT(tuple);
	classes = SysCacheGetAttr(PARTRELID, tuple, Anum_pg_partitioned_table_partclass, &isnull);
	by_range = form->partstrat == PARTITION_STRATEGY_RANGE;
	parent->columns = form->partnatts;
	declared = first_key_type(parent->oid, form, tuple);
	parent->type = usual_order_type(((oidvector *) DatumGetPointer(classes))->values[0]);
	ReleaseSysCache(tuple);
	if (!by_range || !OidIsValid(parent->type))
		return false;

	parent->kind = id_kind_of_type(parent->type);
	return parent->kind != NULL && (!OidIsValid(parent->kind->builtin) || declared == parent->type);
}

bool
id_parent_find(Oid oid, id_parent *parent)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(oid));

	if (!HeapTupleIsValid(tuple))
		return false;
	*parent = (id_parent)
	{
		.oid = oid,
			.owner = ((Form_pg_class) GETSTRUCT(tuple))->relowner,
			.persistence = ((Form_pg_class) GETSTRUCT(tuple))->relpersistence,
	};
	ReleaseSysCache(tuple);
	return read_key(parent);
}

id_parent *
id_parent_open(Oid oid, bool as_owner)
{
	id_parent  *parent = palloc(sizeof(id_parent));
	char	   *name = get_rel_name(oid);

	if (name == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("there is no table with OID %u", oid)));
	if (!id_parent_find(oid, parent))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("table \"%s\" is not partitioned by range of an id", name),
				 errhint("CREATE TABLE ... PARTITION BY RANGE (id). A uuid is an id where extension uuidtime is installed; a domain over uuid is none.")));

	/* (object_ownercheck would look for the table again.) */
	if (as_owner && !has_privs_of_role(GetUserId(), parent->owner))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_TABLE, name);
	return parent;
}

/*
 * Partitions
 */

typedef struct partition
{
	span		time;
	Oid			oid;
} partition;

static int
compare_partitions(const void *a, const void *b)
{
	int64_t		x = ((const partition *) a)->time.lower;
	int64_t		y = ((const partition *) b)->time.lower;

	return (x > y) - (x < y);
}

/*
 * The moment of a bound; false unless it is the first id of that moment, and all
 * rows with that id are after it.
 */
static bool
read_bound(const id_parent *parent, const List *datums, int64 *us)
{
	const PartitionRangeDatum *first = linitial_node(PartitionRangeDatum, datums);
	uint8		word[sizeof(uint64)];
	uint8		id[ID_MAX_LEN];
	const uint8 *bytes;

	*us = first->kind == PARTITION_RANGE_DATUM_MINVALUE ? SPAN_BEGIN : SPAN_END;
	if (first->kind != PARTITION_RANGE_DATUM_VALUE)
		return true;
	for (int i = 1; i < list_length(datums); i++)
		if (list_nth_node(PartitionRangeDatum, datums, i)->kind != PARTITION_RANGE_DATUM_MINVALUE)
			return false;
	bytes = id_bytes(parent->kind, castNode(Const, first->value)->constvalue, word);
	*us = parent->kind->get_us(bytes);
	parent->kind->first_of(*us, id);
	return memcmp(id, bytes, parent->kind->len) == 0;
}

/* What is wrong with that bound? */
static char *
explain_bound(const id_parent *parent, Oid oid, const List *datums, const char *verb)
{
	StringInfoData values;
	Oid			output;
	bool		varlena;

	initStringInfo(&values);
	getTypeOutputInfo(parent->type, &output, &varlena);
	appendStringInfoString(&values, OidOutputFunctionCall(output, castNode(Const, linitial_node(PartitionRangeDatum, datums)->value)->constvalue));
	if (list_length(datums) > 1)
		appendStringInfoString(&values, ", ...");
	return psprintf("Partition \"%s\" %s (%s), which is not the first %s%s of any moment.",
					id_table_label(oid), verb, values.data, id_type_name(parent->kind),
					OidIsValid(parent->kind->builtin) ? " of version 7" : "");
}

/* Adds one partition; the result is that of id_parent_read. */
static char *
read_partition(id_parent *parent, Oid oid, const PartitionBoundSpec *bound, partition *p)
{
	p->oid = oid;
	if (!read_bound(parent, bound->lowerdatums, &p->time.lower))
		return explain_bound(parent, oid, bound->lowerdatums, "begins at");
	if (!read_bound(parent, bound->upperdatums, &p->time.upper))
		return explain_bound(parent, oid, bound->upperdatums, "ends at");
	parent->count++;
	return NULL;
}

/* A partition's bound, as that snapshot sees it; null if it has none. */
static PartitionBoundSpec *
fetch_bound(Relation classes, Snapshot snapshot, Oid oid)
{
	PartitionBoundSpec *bound = NULL;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, Anum_pg_class_oid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(oid));
	scan = systable_beginscan(classes, ClassOidIndexId, true, snapshot, 1, &key);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
	{
		bool		isnull;
		Datum		datum = heap_getattr(tuple, Anum_pg_class_relpartbound, RelationGetDescr(classes), &isnull);

		if (!isnull)
			bound = stringToNode(TextDatumGetCString(datum));
	}
	systable_endscan(scan);
	return bound;
}

/*
 * The partitions, in any order, room for which the caller gives back.  Both
 * catalogs are read by one snapshot, so a partition that comes or goes
 * meanwhile is there or not, and nothing between.
 */
static char *
read_partitions(id_parent *parent, Snapshot snapshot, partition **partitions)
{
	Relation	inherits = table_open(InheritsRelationId, AccessShareLock);
	Relation	classes = table_open(RelationRelationId, AccessShareLock);
	int			room = 32;
	char	   *problem = NULL;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	*partitions = palloc(room * sizeof(partition));
	ScanKeyInit(&key, Anum_pg_inherits_inhparent, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(parent->oid));
	scan = systable_beginscan(inherits, InheritsParentIndexId, true, snapshot, 1, &key);
	while (problem == NULL && HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_inherits form = (Form_pg_inherits) GETSTRUCT(tuple);
		PartitionBoundSpec *bound = fetch_bound(classes, snapshot, form->inhrelid);

		if (parent->count == room)
			*partitions = repalloc(*partitions, (room *= 2) * sizeof(partition));
		(*partitions)[parent->count].time.leaving = form->inhdetachpending;
		if (bound != NULL && bound->is_default)
			parent->default_oid = form->inhrelid;
		else if (bound != NULL)
			problem = read_partition(parent, form->inhrelid, bound, &(*partitions)[parent->count]);
	}
	systable_endscan(scan);
	table_close(classes, AccessShareLock);
	table_close(inherits, AccessShareLock);
	return problem;
}

char *
id_parent_read(id_parent *parent)
{
	Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());
	partition  *partitions;
	char	   *problem;

	parent->default_oid = InvalidOid;
	parent->count = 0;
	problem = read_partitions(parent, snapshot, &partitions);
	UnregisterSnapshot(snapshot);

	qsort(partitions, parent->count, sizeof(partition), compare_partitions);
	parent->spans = palloc((parent->count + 1) * sizeof(span));
	parent->oids = palloc((parent->count + 1) * sizeof(Oid));
	for (int i = 0; i < parent->count; i++)
	{
		parent->spans[i] = partitions[i].time;
		parent->oids[i] = partitions[i].oid;
	}
	pfree(partitions);
	return problem;
}

void
id_parent_read_or_error(id_parent *parent)
{
	char	   *problem = id_parent_read(parent);

	if (problem != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("the partitions of table \"%s\" are not all by time", id_table_label(parent->oid)),
				 errdetail_internal("%s", problem),
				 errhint("Partitions by anything else must not be taken for times, and dropped when these seem to be over. Look after them by hand.")));
}

Oid
id_partition_parent(Oid partition, TransactionId *leaving)
{
	Relation	inherits = table_open(InheritsRelationId, AccessShareLock);
	Oid			parent = InvalidOid;
	TransactionId since = InvalidTransactionId;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, Anum_pg_inherits_inhrelid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(partition));
	scan = systable_beginscan(inherits, InheritsRelidSeqnoIndexId, true, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		parent = ((Form_pg_inherits) GETSTRUCT(tuple))->inhparent;
		if (((Form_pg_inherits) GETSTRUCT(tuple))->inhdetachpending)
			since = HeapTupleHeaderGetXmin(tuple->t_data);
	}
	systable_endscan(scan);
	table_close(inherits, AccessShareLock);
	if (leaving != NULL)
	{
		*leaving = since;
		if (TransactionIdIsValid(since) && TransactionIdPrecedes(GetLatestSnapshot()->xmin, since))
			*leaving = GetLatestSnapshot()->xmin;
	}
	return parent;
}

List *
id_partitions_of(Oid table)
{
	Relation	inherits = table_open(InheritsRelationId, AccessShareLock);
	Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());
	List	   *result = NIL;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, Anum_pg_inherits_inhparent, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(table));
	scan = systable_beginscan(inherits, InheritsParentIndexId, true, snapshot, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		result = lappend_oid(result, ((Form_pg_inherits) GETSTRUCT(tuple))->inhrelid);
	systable_endscan(scan);
	UnregisterSnapshot(snapshot);
	table_close(inherits, AccessShareLock);
	list_sort(result, list_oid_cmp);
	return result;
}

List *
id_partition_tree(Oid table)
{
	List	   *tables = list_make1_oid(table);

	for (int i = 0; i < list_length(tables); i++)
	{
		CHECK_FOR_INTERRUPTS();
		tables = list_concat(tables, id_partitions_of(list_nth_oid(tables, i)));
	}
	return tables;
}

int
id_partition_index(const id_parent *parent, Oid partition)
{
	for (int i = 0; i < parent->count; i++)
		if (parent->oids[i] == partition)
			return i;
	return -1;
}

/*
 * Queries
 */

List *
id_query_catalogs(const char *sql, Oid first, Oid second)
{
	Oid			types[2] = {OIDOID, OIDOID};
	Datum		values[2] = {ObjectIdGetDatum(first), ObjectIdGetDatum(second)};
	SPIPlanPtr	plan = SPI_prepare(sql, 2, types);
	List	   *result = NIL;

	if (plan == NULL ||
		SPI_execute_snapshot(plan, values, NULL, GetLatestSnapshot(), InvalidSnapshot, true, false, 0) != SPI_OK_SELECT)
		elog(ERROR, "could not execute \"%s\"", sql);
	for (uint64 row = 0; row < SPI_processed; row++)
		result = lappend(result, SPI_getvalue(SPI_tuptable->vals[row], SPI_tuptable->tupdesc, 1));
	SPI_freeplan(plan);
	return result;
}

List *
id_query_tables(const char *sql, List *tables, Oid first, Oid second)
{
	StringInfoData oids;
	ListCell   *cell;

	initStringInfo(&oids);
	foreach(cell, tables)
		appendStringInfo(&oids, "%s%u", oids.len > 0 ? "," : "", lfirst_oid(cell));
	return id_query_catalogs(psprintf(sql, oids.data), first, second);
}

/*
 * Identity
 */

static void
set_locally(const char *name, const char *value)
{
	(void) set_config_option(name, value, PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
}

int
id_set_timezone(const char *timezone)
{
	int			level = NewGUCNestLevel();

	set_locally("TimeZone", timezone);
	return level;
}

void
id_become_owner(const id_parent *parent, const char *timezone, id_caller *caller)
{
	int			context;

	GetUserIdAndSecContext(&caller->user, &caller->security_context);
	context = caller->security_context | SECURITY_LOCAL_USERID_CHANGE | SECURITY_RESTRICTED_OPERATION;

	/*
	 * Such a context makes no temporary table.  A session's own needs none:
	 * all that can run is its user's.
	 */
	if (parent->persistence == RELPERSISTENCE_TEMP && parent->owner == GetAuthenticatedUserId())
		context &= ~SECURITY_RESTRICTED_OPERATION;

	SetUserIdAndSecContext(parent->owner, context);
	caller->guc_level = id_set_timezone(timezone);
	set_locally("search_path", "pg_catalog, pg_temp");
}

void
id_check_policies(Oid table)
{
	int			level = NewGUCNestLevel();

	set_locally("row_security", "off");
	(void) check_enable_rls(table, InvalidOid, false);
	AtEOXact_GUC(false, level);
}

void
id_become_caller(const id_caller *caller)
{
	AtEOXact_GUC(false, caller->guc_level);
	SetUserIdAndSecContext(caller->user, caller->security_context);
}

/*
 * Names
 */

char *
id_table_name(Oid table)
{
	char	   *name = get_rel_name(table);
	char	   *schema = name == NULL ? NULL : get_namespace_name(get_rel_namespace(table));

	if (schema == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("table with OID %u was dropped meanwhile", table)));
	return quote_qualified_identifier(schema, name);
}

char *
id_table_text(Oid table)
{
	return DatumGetCString(DirectFunctionCall1(regclassout, ObjectIdGetDatum(table)));
}

char *
id_table_label(Oid table)
{
	char	   *name = get_rel_name(table);

	return name != NULL ? name : psprintf("%u", table);
}
