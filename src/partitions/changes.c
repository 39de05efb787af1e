/*
 * src/partitions/changes.c
 *		Partitions are made, detached and dropped.
 *
 * Rule: code that the owner of a table wrote (expressions of indexes, constraints
 * and partition keys, triggers, types, operators) may run at any place here.  So
 * everything here runs as the owner, in a security-restricted context.
 */
#include "postgres.h"

#include "access/relation.h"
#include "access/tableam.h"
#include "catalog/namespace.h"
#include "catalog/partition.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "commands/defrem.h"
#include "commands/tablespace.h"
#include "executor/executor.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "partitions/changes.h"
#include "partitions/locks.h"
#include "compat.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/partcache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

/*
 * Statements
 */

static void
run_statement(const char *statement)
{
	int			result = SPI_execute(statement, false, 0);

	if (result < 0)
		elog(ERROR, "could not execute \"%s\": %s", statement, SPI_result_code_string(result));
}

/*
 * FINALIZE waits for all snapshots that are no younger than the active one, so for everybody
 * who reads just then.  Those matter alone that may not know of the detachment.  (A snapshot
 * with an earlier xmin sees the same.)
 */
static void
run_finalize(const char *statement, TransactionId since)
{
	SPIPlanPtr	plan = SPI_prepare(statement, 0, NULL);
	SnapshotData snapshot = *GetLatestSnapshot();

	snapshot.xmin = since;
	if (plan == NULL ||
		SPI_execute_snapshot(plan, NULL, NULL, &snapshot, InvalidSnapshot, false, true, 0) != SPI_OK_UTILITY)
		elog(ERROR, "could not execute \"%s\"", statement);
	SPI_freeplan(plan);
}

/* A statement that names tables has changed others than it was to. */
static void
changed_wrong_table(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("a table or its schema was renamed meanwhile")));
}

/*
 * A new partition
 */

/* A bound as SQL, with MINVALUE for all further columns. */
static char *
bound_values(const id_parent *parent, int64 us)
{
	const char *rest = us == SPAN_END ? "MAXVALUE" : "MINVALUE";
	StringInfoData values;
	Oid			output;
	bool		varlena;
	uint8		id[ID_MAX_LEN];

	initStringInfo(&values);
	getTypeOutputInfo(parent->type, &output, &varlena);
	if (us == SPAN_BEGIN || us == SPAN_END)
		appendStringInfoString(&values, rest);
	else
	{
		parent->kind->first_of(us, id);
		appendStringInfoString(&values, quote_literal_cstr(OidOutputFunctionCall(output, id_datum(parent->kind, id))));
	}
	for (int i = 1; i < parent->columns; i++)
		appendStringInfo(&values, ", %s", rest);
	return values.data;
}

/* USING and TABLESPACE, as CREATE TABLE ... PARTITION OF takes them over. */
static char *
placement(const id_parent *parent)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(parent->oid));
	Form_pg_class form;
	StringInfoData clauses;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", parent->oid);
	form = (Form_pg_class) GETSTRUCT(tuple);
	initStringInfo(&clauses);
	if (OidIsValid(form->relam))
		appendStringInfo(&clauses, " USING %s", quote_identifier(get_am_name(form->relam)));
	if (OidIsValid(form->reltablespace))
		appendStringInfo(&clauses, " TABLESPACE %s", quote_identifier(get_tablespace_name(form->reltablespace)));
	ReleaseSysCache(tuple);
	return clauses.data;
}

/*
 * Queries for the statements that give a partition, $2, the properties of its
 * parent, $1, that ATTACH does not.
 */
static const char *const properties_of_parent[] = {
	/* targets of statistics: of columns, and of expressions in indexes */
	"SELECT format('ALTER TABLE %s ALTER %I SET STATISTICS %s', $2::regclass, attname, attstattarget) "
	"FROM pg_attribute WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped AND attstattarget >= 0",
	"SELECT format('ALTER INDEX %s ALTER %s SET STATISTICS %s', inhrelid::regclass, attnum, attstattarget) "
	"FROM pg_index JOIN pg_inherits ON inhrelid = indexrelid JOIN pg_attribute ON attrelid = inhparent "
	"WHERE indrelid = $2 AND attstattarget >= 0",

	/* row-level security */
	"SELECT format('ALTER TABLE %s %s ROW LEVEL SECURITY', $2::regclass, word) "
	"FROM pg_class, (VALUES ('ENABLE'), ('FORCE')) v (word) "
	"WHERE oid = $1 AND CASE word WHEN 'ENABLE' THEN relrowsecurity ELSE relforcerowsecurity END",

	/* replica identity */
	"SELECT format('ALTER TABLE %s REPLICA IDENTITY %s', $2::regclass, CASE relreplident WHEN 'f' THEN 'FULL' ELSE 'NOTHING' END) "
	"FROM pg_class WHERE oid = $1 AND relreplident IN ('f', 'n')",
	"SELECT format('ALTER TABLE %s REPLICA IDENTITY USING INDEX %I', $2::regclass, relname) "
	"FROM pg_index theirs JOIN pg_inherits ON inhparent = theirs.indexrelid JOIN pg_index ours ON ours.indexrelid = inhrelid "
	"JOIN pg_class c ON c.oid = inhrelid WHERE theirs.indrelid = $1 AND theirs.indisreplident AND ours.indrelid = $2",

	/* comments: of the table, its indexes, its constraints */
	"SELECT format('COMMENT ON TABLE %s IS %L', $2::regclass, description) "
	"FROM pg_description WHERE classoid = 'pg_class'::regclass AND objoid = $1 AND objsubid = 0",
	"SELECT format('COMMENT ON INDEX %s IS %L', inhrelid::regclass, description) "
	"FROM pg_index JOIN pg_inherits ON inhrelid = indexrelid JOIN pg_description ON objoid = inhparent "
	"WHERE indrelid = $2 AND classoid = 'pg_class'::regclass AND objsubid = 0",
	"SELECT format('COMMENT ON CONSTRAINT %I ON %s IS %L', conname, $2::regclass, description) "
	"FROM pg_constraint JOIN pg_description ON objoid = conparentid WHERE conrelid = $2 AND classoid = 'pg_constraint'::regclass",
	NULL
};

/*
 * The same for storage parameters.  A partitioned table has none, so they come
 * from another partition, $1.
 */
static const char *const properties_of_sibling[] = {
	"SELECT format('ALTER TABLE %s SET (%s%I = %L)', $2::regclass, prefix, option_name, option_value) "
	"FROM pg_class theirs JOIN pg_class ours ON ours.oid = $2 AND ours.relam = theirs.relam "
	"LEFT JOIN pg_class toast ON toast.oid = theirs.reltoastrelid, "
	"LATERAL (SELECT '' AS prefix, o.* FROM pg_options_to_table(theirs.reloptions) o "
	"UNION ALL SELECT 'toast.', o.* FROM pg_options_to_table(toast.reloptions) o) options "
	"WHERE theirs.oid = $1 AND theirs.relkind = 'r'",
	NULL
};

static void
copy_properties(const char *const *queries, Oid from, Oid to)
{
	for (; *queries != NULL; queries++)
	{
		ListCell   *cell;

		foreach(cell, id_query_catalogs(*queries, from, to))
			run_statement(lfirst(cell));
	}
}

/* CREATE TABLE ... PARTITION OF would say so, ATTACH does not. */
static void
warn_of_rows_elsewhere(const id_parent *parent, Oid partition)
{
	ListCell   *cell;

	if (!OidIsValid(parent->default_oid))
		return;
	foreach(cell, find_all_inheritors(parent->default_oid, NoLock, NULL))
	{
		if (get_rel_relkind(lfirst_oid(cell)) == RELKIND_FOREIGN_TABLE)
			ereport(WARNING,
					(errcode(ERRCODE_CHECK_VIOLATION),
					 errmsg("foreign table \"%s\" of the default partition was not searched for rows of partition \"%s\"",
							id_table_label(lfirst_oid(cell)), id_table_label(partition)),
					 errdetail("Queries by id or time do not find these rows there.")));
	}
}

/*
 * Make a table of its own and attach it afterwards: CREATE TABLE ... PARTITION OF
 * would lock the parent against everybody.
 */
Oid
id_partition_make(const id_parent *parent, const span *time, const char *name, Oid like)
{
	Oid			schema = get_rel_namespace(parent->oid);
	Oid			oid;

	id_keep_schema_name(parent->oid);
	run_statement(psprintf("CREATE TABLE %s (LIKE %s INCLUDING COMMENTS INCLUDING COMPRESSION INCLUDING CONSTRAINTS"
						   " INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING STORAGE)%s",
						   quote_qualified_identifier(get_namespace_name(schema), name), id_table_name(parent->oid),
						   placement(parent)));
	oid = get_relname_relid(name, schema);
	if (!OidIsValid(oid))
		changed_wrong_table();

	/* The names once more: the schema may have another one by now. */
	run_statement(psprintf("ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%s) TO (%s)",
						   id_table_name(parent->oid), id_table_name(oid),
						   bound_values(parent, time->lower), bound_values(parent, time->upper)));
	if (id_partition_parent(oid, NULL) != parent->oid)
		changed_wrong_table();
	copy_properties(properties_of_parent, parent->oid, oid);
	copy_properties(properties_of_sibling, like, oid);
	warn_of_rows_elsewhere(parent, oid);
	return oid;
}

/*
 * Rows in the default partition
 */

/* The ids from which on, and up to which, rows belong to a task. */
typedef struct id_range
{
	uint8		lower[ID_MAX_LEN];
	uint8		upper[ID_MAX_LEN];
	bool		ends;			/* at upper, or never */
} id_range;

static id_range *
ranges_of_tasks(const id_kind *kind, List *tasks)
{
	id_range   *ranges = palloc(list_length(tasks) * sizeof(id_range));
	ListCell   *cell;

	foreach(cell, tasks)
	{
		const span *time = &((id_task *) lfirst(cell))->time;
		id_range   *r = &ranges[foreach_current_index(cell)];

		kind->first_of(time->lower, r->lower);
		r->ends = time->upper != SPAN_END;
		if (r->ends)
			kind->first_of(time->upper, r->upper);
	}
	return ranges;
}

/* To which of them does an id belong?  -1 if to none. */
static int
range_of_id(const id_kind *kind, const id_range *ranges, int count, const uint8 *id)
{
	int			low = 0;
	int			high = count;

	while (low < high)
	{
		int			middle = (low + high) / 2;
		const id_range *r = &ranges[middle];

		if (memcmp(id, r->lower, kind->len) < 0)
			high = middle;
		else if (r->ends && memcmp(id, r->upper, kind->len) >= 0)
			low = middle + 1;
		else
			return middle;
	}
	return -1;
}

/* The columns, or expressions, of the partition key. */
static List *
key_expressions(PartitionKey key)
{
	List	   *result = NIL;
	int			expressions = 0;

	for (int i = 0; i < key->partnatts; i++)
	{
		if (key->partattrs[i] != 0)
			result = lappend(result, makeVar(1, key->partattrs[i], key->parttypid[i], key->parttypmod[i],
											 key->parttypcoll[i], 0));
		else
			result = lappend(result, list_nth(key->partexprs, expressions++));
	}
	return result;
}

/* The first of them, for the row in the context; false if any is null. */
static bool
read_row_key(List *states, ExprContext *econtext, Datum *id)
{
	ListCell   *cell;

	foreach(cell, states)
	{
		bool		isnull;
		Datum		value = ExecEvalExprSwitchContext(lfirst(cell), econtext, &isnull);

		if (isnull)
			return false;
		if (foreach_current_index(cell) == 0)
			*id = value;
	}
	return true;
}

/* Count those of one table; policies hide none. */
static void
count_rows(Relation rel, List *key, const id_kind *kind, const id_range *ranges, List *tasks)
{
	EState	   *estate = CreateExecutorState();
	ExprContext *econtext = GetPerTupleExprContext(estate);
	TupleTableSlot *slot = table_slot_create(rel, NULL);
	Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());
	TableScanDesc scan = id_table_beginscan(rel, snapshot);
	List	   *states = ExecPrepareExprList(key, estate);

	econtext->ecxt_scantuple = slot;
	while (table_scan_getnextslot(scan, ForwardScanDirection, slot))
	{
		uint8		word[sizeof(uint64)];
		Datum		id = 0;
		int			n = -1;

		CHECK_FOR_INTERRUPTS();
		if (read_row_key(states, econtext, &id))
			n = range_of_id(kind, ranges, list_length(tasks), id_bytes(kind, id, word));
		if (n >= 0)
			((id_task *) list_nth(tasks, n))->rows++;
		ResetExprContext(econtext);
	}
	table_endscan(scan);
	UnregisterSnapshot(snapshot);
	ExecDropSingleTupleTableSlot(slot);
	FreeExecutorState(estate);
}

/*
 * Open a table that exists and, unless we have locked it, that nobody has locked; otherwise null.
 * (Before PostgreSQL 18 our own lock is not enough to get another one at once, if somebody waits
 * for the table.  To wait for it is enough.)
 */
static Relation
open_if_free(Oid table, bool locked)
{
	Relation	rel;

	if (locked)
		LockRelationOid(table, AccessShareLock);
	else if (!ConditionalLockRelationOid(table, AccessShareLock))
		return NULL;
	rel = try_relation_open(table, NoLock);
	if (rel == NULL)
		UnlockRelationOid(table, AccessShareLock);
	return rel;
}

void
id_forget_default_rows(List *tasks)
{
	ListCell   *cell;

	foreach(cell, tasks)
		((id_task *) lfirst(cell))->rows = 0;
}

void
id_count_default_rows(const id_parent *parent, List *tasks, bool locked)
{
	Relation	rel = OidIsValid(parent->default_oid) ? open_if_free(parent->oid, locked) : NULL;
	id_range   *ranges;
	ListCell   *cell;

	if (rel == NULL)
		return;
	ranges = ranges_of_tasks(parent->kind, tasks);
	foreach(cell, find_all_inheritors(parent->default_oid, NoLock, NULL))
	{
		Relation	part = open_if_free(lfirst_oid(cell), locked);

		if (part == NULL)
		{
			id_forget_default_rows(tasks);
			break;
		}
		if (part->rd_rel->relkind == RELKIND_RELATION)
			count_rows(part, map_partition_varattnos(key_expressions(RelationGetPartitionKey(rel)), 1, part, rel),
					   parent->kind, ranges, tasks);
		relation_close(part, AccessShareLock);
	}
	relation_close(rel, AccessShareLock);
}

/*
 * Detaching and dropping
 */

char *
id_partition_detach_statement(Oid parent, Oid partition)
{
	return psprintf("ALTER TABLE %s DETACH PARTITION %s CONCURRENTLY", id_table_name(parent), id_table_name(partition));
}

void
id_partition_drop(Oid partition)
{
	id_keep_schema_name(partition);
	run_statement(psprintf("DROP %s %s", get_rel_relkind(partition) == RELKIND_FOREIGN_TABLE ? "FOREIGN TABLE" : "TABLE",
						   id_table_name(partition)));
	if (SearchSysCacheExists1(RELOID, ObjectIdGetDatum(partition)))
		changed_wrong_table();
}

/*
 * Before it detaches a partition, the server looks by plain queries for rows that refer
 * to it, and what policies hide it would not find.
 */
static void
check_all_can_be_seen(Oid partition)
{
	ListCell   *cell;

	foreach(cell, id_query_catalogs("SELECT DISTINCT unnest(array[conrelid, confrelid]) FROM pg_constraint "
									"WHERE confrelid = $1 AND contype = 'f' AND conparentid <> 0 ORDER BY 1",
									partition, partition))
		id_check_policies(atooid(lfirst(cell)));
}

/* The owner's own policies hide no row from the server, whatever else he has forced on himself. */
static void
detach_partition(Oid parent, Oid partition, TransactionId leaving)
{
	Oid			user;
	int			context;

	GetUserIdAndSecContext(&user, &context);
	SetUserIdAndSecContext(user, context | SECURITY_NOFORCE_RLS);
	if (!TransactionIdIsValid(leaving))
		check_all_can_be_seen(partition);
	id_keep_schema_name(parent);
	id_keep_schema_name(partition);
	if (TransactionIdIsValid(leaving))
		run_finalize(psprintf("ALTER TABLE %s DETACH PARTITION %s FINALIZE", id_table_name(parent), id_table_name(partition)),
					 leaving);
	else
		run_statement(psprintf("ALTER TABLE %s DETACH PARTITION %s", id_table_name(parent), id_table_name(partition)));
	SetUserIdAndSecContext(user, context);
}

/*
 * A partition is detached before it is dropped only if it has to be: its foreign keys
 * would become its own, and DROP would lock the tables to which they refer
 * against everybody.  And FINALIZE waits for snapshots, also for those of sessions
 * that wait for our locks.
 */
void
id_partition_remove(const id_parent *parent, Oid partition, bool drop, bool concurrently)
{
	TransactionId leaving;

	if (id_partition_parent(partition, &leaving) != parent->oid)
		changed_wrong_table();
	if (!drop || concurrently || id_parent_is_referred_to(parent->oid))
	{
		detach_partition(parent->oid, partition, leaving);
		if (OidIsValid(id_partition_parent(partition, NULL)))
			changed_wrong_table();
	}
	if (drop)
		id_partition_drop(partition);
}
