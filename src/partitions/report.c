/*
 * src/partitions/report.c
 *		What there is to know of partitions: from the catalogs and the server's
 *		statistics, which anyone may read.  So nothing here waits for a lock, runs
 *		an owner's code, or looks at a row.
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xlog.h"
#include "catalog/pg_class.h"
#include "catalog/pg_partitioned_table.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "partitions/calendar.h"
#include "partitions/job.h"
#include "partitions/schedule.h"
#include "clock.h"
#include "compat.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/guc.h"
#include "utils/hsearch.h"
#include "utils/syscache.h"
#include "utils/tuplestore.h"

PG_FUNCTION_INFO_V1(pgwiji_partition_report);
PG_FUNCTION_INFO_V1(pgwiji_partitions);
PG_FUNCTION_INFO_V1(pgwiji_partition_monitor);

/* A number that the server keeps of a table, by the function that shows it. */
static int64
counted(PGFunction statistic, Oid table)
{
	return DatumGetInt64(DirectFunctionCall1(statistic, ObjectIdGetDatum(table)));
}

/*
 * Rows of one table as the server counts them.  If a crash made it forget the
 * count, it counts from 0 until the next ANALYZE or VACUUM.  Until then the last
 * one before is asked as well.  A standby counts nothing, and what it counted when it
 * was the primary stays as it was, so there only the last one is asked.  -1 for a
 * table of another server.
 */
static int64
estimate_table_rows(Oid table)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(table));
	int64		rows = 0;

	if (!HeapTupleIsValid(tuple))
		return 0;
	if (((Form_pg_class) GETSTRUCT(tuple))->relkind == RELKIND_FOREIGN_TABLE)
		rows = -1;
	else if (((Form_pg_class) GETSTRUCT(tuple))->relkind == RELKIND_RELATION)
	{
		bool		standby = RecoveryInProgress();

		rows = standby ? 0 : counted(pg_stat_get_live_tuples, table);
		if (standby || counted(pg_stat_get_analyze_count, table) + counted(pg_stat_get_autoanalyze_count, table) +
			counted(pg_stat_get_vacuum_count, table) + counted(pg_stat_get_autovacuum_count, table) == 0)
			rows = Max(rows, (int64) ((Form_pg_class) GETSTRUCT(tuple))->reltuples);
	}
	ReleaseSysCache(tuple);
	return rows;
}

/*
 * Rows of partitions and of all below them.  Each is looked at once in a call, as an owner
 * can nest thousands, each of which is a table with a default partition.
 */
typedef struct known_rows
{
	Oid			table;
	bool		elsewhere;		/* some are on another server */
	int64		rows;			/* all others */
} known_rows;

static HTAB *
know_nothing(void)
{
	HASHCTL		control = {
		.keysize = sizeof(Oid),
		.entrysize = sizeof(known_rows),
		.hcxt = CurrentMemoryContext,
	};

	return hash_create("rows of partitions", 256, &control, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
}

static known_rows *
know_table(HTAB *known, Oid table, List **partitions)
{
	bool		found;
	known_rows *result = hash_search(known, &table, HASH_ENTER, &found);

	*partitions = NIL;
	if (!found)
	{
		result->rows = estimate_table_rows(table);
		result->elsewhere = result->rows < 0;
		result->rows = Max(result->rows, 0);
		*partitions = id_partitions_of(table);
	}
	return result;
}

static const known_rows *
know_rows(HTAB *known, Oid partition)
{
	List	   *tables = list_make1_oid(partition);
	List	   *above = list_make1_int(0);	/* which of these is each a
											 * partition of? */
	List	   *rows = NIL;
	const known_rows *result;

	for (int i = 0; i < list_length(tables); i++)
	{
		List	   *partitions;

		CHECK_FOR_INTERRUPTS();
		rows = lappend(rows, know_table(known, list_nth_oid(tables, i), &partitions));
		tables = list_concat(tables, partitions);
		while (list_length(above) < list_length(tables))
			above = lappend_int(above, i);
		list_free(partitions);
	}
	for (int i = list_length(rows) - 1; i > 0; i--)
	{
		const known_rows *below = list_nth(rows, i);
		known_rows *sum = list_nth(rows, list_nth_int(above, i));

		sum->rows += below->rows;
		sum->elsewhere |= below->elsewhere;
	}
	result = linitial(rows);
	list_free(tables);
	list_free(above);
	list_free(rows);
	return result;
}

/* Null if there is no such partition, or if rows of it are on another server. */
static void
put_rows(HTAB *known, Oid partition, Datum *value, bool *isnull)
{
	const known_rows *rows = OidIsValid(partition) ? know_rows(known, partition) : NULL;

	*isnull = rows == NULL || rows->elsewhere;
	if (!*isnull)
		*value = Int64GetDatum(rows->rows);
}

static void
put_reach(const id_parent *parent, TimestampTz now, Datum *value, bool *isnull)
{
	int64		us = now + UNIX_EPOCH_OFFSET_US;
	int64		reach = spans_reach(parent->spans, parent->count, us);

	*value = TimestampTzGetDatum(id_span_moment(reach));
	*isnull = reach == us;
}

static Datum
text_array(List *texts)
{
	Datum	   *values = palloc(sizeof(Datum) * (list_length(texts) + 1));
	ListCell   *cell;

	foreach(cell, texts)
		values[foreach_current_index(cell)] = CStringGetTextDatum(lfirst(cell));
	return PointerGetDatum(construct_array(values, list_length(texts), TEXTOID, -1, false, TYPALIGN_INT));
}

Datum
pgwiji_partition_report(PG_FUNCTION_ARGS)
{
	id_job		job = id_job_args(fcinfo);
	id_parent  *parent = id_parent_open(job.parent, false);
	int			guc_level = id_set_timezone(job.timezone);
	Datum		values[5];
	bool		nulls[5] = {0};
	List	   *to_create = NIL;
	List	   *to_drop = NIL;
	TupleDesc	desc;
	ListCell   *cell;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");

	job.schedule.limit = id_job_limit(fcinfo, 5);
	id_parent_read_or_error(parent);
	foreach(cell, id_tasks_missing(parent, &job.schedule))
	{
		CHECK_FOR_INTERRUPTS();
		to_create = lappend(to_create, id_partition_free_name(parent, &((id_task *) lfirst(cell))->time, job.schedule.step));
	}
	foreach(cell, id_tasks_not_kept(parent, &job.schedule))
		to_drop = lappend(to_drop, id_table_text(((id_task *) lfirst(cell))->partition));
	AtEOXact_GUC(false, guc_level);

	values[0] = Int32GetDatum(parent->count);
	put_reach(parent, job.schedule.now, &values[1], &nulls[1]);
	put_rows(know_nothing(), parent->default_oid, &values[2], &nulls[2]);
	values[3] = text_array(to_create);
	values[4] = text_array(to_drop);
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls));
}

static void
put_partition(ReturnSetInfo *result, HTAB *known, Oid partition, const span *time)
{
	Datum		values[5];
	bool		nulls[5] = {0};

	values[0] = ObjectIdGetDatum(partition);
	nulls[1] = nulls[2] = nulls[3] = time == NULL;
	if (time != NULL)
	{
		values[1] = TimestampTzGetDatum(id_span_moment(time->lower));
		values[2] = TimestampTzGetDatum(id_span_moment(time->upper));
		values[3] = BoolGetDatum(time->leaving);
	}
	put_rows(known, partition, &values[4], &nulls[4]);
	tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

/* Each partition with its times, the default one last. */
Datum
pgwiji_partitions(PG_FUNCTION_ARGS)
{
	id_parent  *parent = id_parent_open(PG_GETARG_OID(0), false);
	HTAB	   *known = know_nothing();

	InitMaterializedSRF(fcinfo, 0);
	id_parent_read_or_error(parent);
	for (int i = 0; i < parent->count; i++)
		put_partition((ReturnSetInfo *) fcinfo->resultinfo, known, parent->oids[i], &parent->spans[i]);
	if (OidIsValid(parent->default_oid))
		put_partition((ReturnSetInfo *) fcinfo->resultinfo, known, parent->default_oid, NULL);
	return (Datum) 0;
}

static List *
all_partitioned_tables(void)
{
	Relation	rel = table_open(PartitionedRelationId, AccessShareLock);
	SysScanDesc scan = systable_beginscan(rel, InvalidOid, false, NULL, 0, NULL);
	List	   *result = NIL;
	HeapTuple	tuple;

	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		result = lappend_oid(result, ((Form_pg_partitioned_table) GETSTRUCT(tuple))->partrelid);
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return result;
}

/* What is wrong with it is a column, so that one table does not hide the others. */
static void
put_parent(ReturnSetInfo *result, HTAB *known, id_parent *parent)
{
	char	   *problem = id_parent_read(parent);
	Datum		values[6];
	bool		nulls[6] = {0};

	values[0] = ObjectIdGetDatum(parent->oid);
	values[1] = Int32GetDatum(parent->count);
	put_reach(parent, GetCurrentTimestamp(), &values[2], &nulls[2]);
	put_rows(known, parent->default_oid, &values[3], &nulls[3]);
	values[4] = Int32GetDatum(0);
	for (int i = 0; i < parent->count; i++)
		values[4] = Int32GetDatum(DatumGetInt32(values[4]) + parent->spans[i].leaving);
	nulls[5] = problem == NULL;
	if (problem != NULL)
	{
		nulls[1] = nulls[2] = nulls[3] = nulls[4] = true;
		values[5] = CStringGetTextDatum(problem);
	}
	tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

/* All parents, except temporary ones, which no job looks after. */
Datum
pgwiji_partition_monitor(PG_FUNCTION_ARGS)
{
	HTAB	   *known = know_nothing();
	ListCell   *cell;

	InitMaterializedSRF(fcinfo, 0);
	foreach(cell, all_partitioned_tables())
	{
		id_parent	parent;

		CHECK_FOR_INTERRUPTS();
		if (id_parent_find(lfirst_oid(cell), &parent) && parent.persistence != RELPERSISTENCE_TEMP)
			put_parent((ReturnSetInfo *) fcinfo->resultinfo, known, &parent);
	}
	return (Datum) 0;
}
