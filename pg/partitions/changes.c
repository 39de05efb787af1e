/*
 * pg/partitions/changes.c
 *		Partitions are made, detached and dropped.
 *
 * Rule: code that the owner of a table wrote (expressions of indexes, constraints
 * and partition keys, triggers, types, operators) may run at any place here.  So
 * everything here runs as the owner, in a security-restricted context.
 */
#include "postgres.h"

#include "access/table.h"
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
#include "partitioning/partbounds.h"
#include "pg/partitions/changes.h"
#include "pg/partitions/locks.h"
#include "pg/server/compat.h"
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

/*
 * Make a table of its own and attach it afterwards: CREATE TABLE ... PARTITION OF
 * would lock the parent against everybody.
 */
Oid
id_partition_make(const id_parent *parent, const span *time, const char *name, Oid like)
{
	Oid			schema = get_rel_namespace(parent->oid);
	bool		leaving;
	Oid			oid;

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
	if (id_partition_parent(oid, &leaving) != parent->oid)
		changed_wrong_table();
	copy_properties(properties_of_parent, parent->oid, oid);
	copy_properties(properties_of_sibling, like, oid);
	return oid;
}

/*
 * Rows in the default partition
 */

/* One bound of a span, as the server describes it. */
static List *
bound_datums(const id_parent *parent, PartitionKey key, int64 us)
{
	List	   *result = NIL;

	for (int i = 0; i < parent->columns; i++)
	{
		PartitionRangeDatum *datum = makeNode(PartitionRangeDatum);
		uint8		id[ID_MAX_LEN];

		datum->kind = us == SPAN_END ? PARTITION_RANGE_DATUM_MAXVALUE : PARTITION_RANGE_DATUM_MINVALUE;
		datum->location = -1;
		if (i == 0 && us != SPAN_BEGIN && us != SPAN_END)
		{
			parent->kind->first_of(us, id);
			datum->kind = PARTITION_RANGE_DATUM_VALUE;
			datum->value = (Node *) makeConst(key->parttypid[0], key->parttypmod[0], key->parttypcoll[0],
											  key->parttyplen[0], id_datum(parent->kind, id), false, key->parttypbyval[0]);
		}
		result = lappend(result, datum);
	}
	return result;
}

/* What holds for a row of that time, on the columns of the parent. */
static List *
span_condition(const id_parent *parent, Relation rel, const span *time)
{
	PartitionBoundSpec *bound = makeNode(PartitionBoundSpec);

	bound->strategy = PARTITION_STRATEGY_RANGE;
	bound->lowerdatums = bound_datums(parent, RelationGetPartitionKey(rel), time->lower);
	bound->upperdatums = bound_datums(parent, RelationGetPartitionKey(rel), time->upper);
	bound->location = -1;
	return get_qual_from_partbound(rel, bound);
}

/* The rows of one table for which the condition holds; policies hide none. */
static int64
count_rows(Relation rel, List *condition)
{
	EState	   *estate = CreateExecutorState();
	ExprContext *econtext = GetPerTupleExprContext(estate);
	TupleTableSlot *slot = table_slot_create(rel, NULL);
	Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());
	TableScanDesc scan = id_table_beginscan(rel, snapshot);
	ExprState  *state = ExecPrepareQual(condition, estate);
	int64		count = 0;

	econtext->ecxt_scantuple = slot;
	while (table_scan_getnextslot(scan, ForwardScanDirection, slot))
	{
		CHECK_FOR_INTERRUPTS();
		count += ExecQual(state, econtext);
		ResetExprContext(econtext);
	}
	table_endscan(scan);
	UnregisterSnapshot(snapshot);
	ExecDropSingleTupleTableSlot(slot);
	FreeExecutorState(estate);
	return count;
}

int64
id_default_rows(const id_parent *parent, const span *time)
{
	Relation	rel = table_open(parent->oid, NoLock);
	List	   *condition = span_condition(parent, rel, time);
	int64		count = 0;
	ListCell   *cell;

	foreach(cell, find_all_inheritors(parent->default_oid, AccessShareLock, NULL))
	{
		Relation	part = table_open(lfirst_oid(cell), AccessShareLock);

		if (part->rd_rel->relkind == RELKIND_RELATION)
			count += count_rows(part, map_partition_varattnos(condition, 1, part, rel));
		table_close(part, NoLock);
	}
	table_close(rel, NoLock);
	return count;
}

/*
 * Detaching and dropping
 */

/*
 * The rules of the server's DROP TABLE.  All dependencies but normal ones make it drop the
 * dependent object, too.  A part of an extension stays with that.
 */
bool
id_partition_can_be_dropped(const id_parent *parent, Oid partition)
{
	return id_query_catalogs("WITH RECURSIVE gone (classid, objid) AS (SELECT 'pg_class'::regclass::oid, $1 "
							 "UNION SELECT d.classid, d.objid FROM gone g JOIN pg_depend d ON (refclassid, refobjid) = (g.classid, g.objid) AND deptype <> 'n') "
							 "SELECT 1 FROM gone g JOIN pg_depend d ON (refclassid, refobjid) = (g.classid, g.objid) "
							 "WHERE deptype = 'n' AND (d.classid, d.objid) NOT IN (TABLE gone) "
							 "UNION ALL SELECT 1 FROM gone JOIN pg_depend USING (classid, objid) WHERE deptype = 'e' "
							 "UNION ALL SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace "
							 "WHERE c.oid = $1 AND NOT (pg_has_role($2, relowner, 'USAGE') OR pg_has_role($2, nspowner, 'USAGE')) LIMIT 1",
							 partition, parent->owner) == NIL;
}

char *
id_partition_detach_statement(Oid parent, Oid partition)
{
	return psprintf("ALTER TABLE %s DETACH PARTITION %s CONCURRENTLY", id_table_name(parent), id_table_name(partition));
}

void
id_partition_drop(Oid partition)
{
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

/*
 * A partition is detached before it is dropped only if it has to be: its foreign keys
 * would become its own, and DROP would lock the tables to which they refer
 * against everybody.  And FINALIZE waits for snapshots, also for those of sessions
 * that wait for our locks.
 */
void
id_partition_remove(const id_parent *parent, Oid partition, bool drop, bool concurrently)
{
	bool		leaving;

	if (id_partition_parent(partition, &leaving) != parent->oid)
		changed_wrong_table();
	if (!drop || concurrently || id_parent_is_referred_to(parent->oid))
	{
		if (!leaving)
			check_all_can_be_seen(partition);
		run_statement(psprintf("ALTER TABLE %s DETACH PARTITION %s%s", id_table_name(parent->oid), id_table_name(partition),
							   leaving ? " FINALIZE" : ""));
		if (OidIsValid(id_partition_parent(partition, &leaving)))
			changed_wrong_table();
	}
	if (drop)
		id_partition_drop(partition);
}
