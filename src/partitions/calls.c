/*
 * src/partitions/calls.c
 *		The SQL functions that make, detach and drop partitions, and the procedure
 *		for a nightly job.  They are wiji's, and serve the keys of every type.
 */
#include "postgres.h"

#include "access/xact.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "partitions/calendar.h"
#include "partitions/changes.h"
#include "partitions/job.h"
#include "partitions/locks.h"
#include "partitions/schedule.h"
#include "compat.h"
#include "pgtime.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

PG_FUNCTION_INFO_V1(pgwiji_create_partitions);
PG_FUNCTION_INFO_V1(pgwiji_drop_partitions);
PG_FUNCTION_INFO_V1(pgwiji_maintain_partitions);

static void
put_value(FunctionCallInfo fcinfo, Datum value)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	bool		isnull = false;

	tuplestore_putvalues(result->setResult, result->setDesc, &value, &isnull);
}

/* What was counted for a task of the same time before.  Both are in the order of time. */
static void
take_over_rows(List *tasks, const List *counted)
{
	ListCell   *before = list_head(counted);
	ListCell   *cell;

	foreach(cell, tasks)
	{
		id_task    *task = lfirst(cell);

		while (before != NULL && ((id_task *) lfirst(before))->time.lower < task->time.lower)
			before = lnext(counted, before);
		if (before != NULL && ((id_task *) lfirst(before))->time.lower == task->time.lower)
			task->rows = ((id_task *) lfirst(before))->rows;
	}
}

static bool
some_can_be_made(const List *tasks)
{
	ListCell   *cell;

	foreach(cell, tasks)
	{
		if (((id_task *) lfirst(cell))->rows == 0)
			return true;
	}
	return false;
}

/*
 * The tasks are made from the partitions as they are, first without a lock, and
 * again, if there is something that can be done, under the lock that this needs.  So a
 * second session finds what the first one made, whatever its isolation level.
 */
Datum
pgwiji_create_partitions(PG_FUNCTION_ARGS)
{
	id_parent  *parent = id_parent_open(PG_GETARG_OID(0), true);
	TimestampTz first = PG_GETARG_TIMESTAMPTZ(1);
	TimestampTz last = PG_GETARG_TIMESTAMPTZ(2);
	const Interval *step = PG_GETARG_INTERVAL_P(3);
	char	   *timezone = text_to_cstring(PG_GETARG_TEXT_PP(4));
	int			limit = PG_GETARG_INT32(5);
	id_caller	caller;
	List	   *tasks = NIL;
	List	   *counted = NIL;
	ListCell   *cell;

	PreventCommandIfReadOnly("wiji_create_partitions()");
	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	id_check_step(step);
	id_check_limit(limit);
	if (last < first)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the last moment is before the first"),
				 errdetail("The first is %s, the last is %s.", id_moment_text(first), id_moment_text(last))));
	(void) id_bound_at(parent->kind, first);

	SPI_connect();
	id_become_owner(parent, timezone, &caller);
	for (int locked = 0; locked < 2; locked++)
	{
		id_parent_read_or_error(parent);
		tasks = id_tasks_missing_between(parent, first, last, step, limit);
		if (tasks == NIL)
			break;
		if (locked)
			take_over_rows(tasks, counted);
		else
		{
			id_count_default_rows(parent, tasks, false);
			counted = tasks;
			if (!some_can_be_made(tasks))
				break;
			id_lock_to_make(parent, NULL);
		}
	}
	foreach(cell, tasks)
	{
		if (id_make_unless_rows(parent, lfirst(cell), step))
			put_value(fcinfo, ObjectIdGetDatum(((id_task *) lfirst(cell))->partition));
	}
	id_become_caller(&caller);
	SPI_finish();
	return (Datum) 0;
}

static List *
partitions_of_tasks(List *tasks)
{
	List	   *result = NIL;
	ListCell   *cell;

	foreach(cell, tasks)
		result = lappend_oid(result, ((id_task *) lfirst(cell))->partition);
	return result;
}

Datum
pgwiji_drop_partitions(PG_FUNCTION_ARGS)
{
	id_parent  *parent = id_parent_open(PG_GETARG_OID(0), true);
	TimestampTz before = PG_GETARG_TIMESTAMPTZ(1);
	bool		detach_only = PG_GETARG_BOOL(2);
	const char *timezone = pg_get_timezone_name(session_timezone);
	id_caller	caller;
	List	   *tasks = NIL;
	ListCell   *cell;

	PreventCommandIfReadOnly("wiji_drop_partitions()");
	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);

	SPI_connect();
	id_become_owner(parent, timezone, &caller);
	for (int locked = 0; locked < 2; locked++)
	{
		id_parent_read_or_error(parent);
		tasks = id_tasks_over(parent, before);
		if (tasks == NIL)
			break;
		if (!locked)
			id_lock_to_remove(parent, partitions_of_tasks(tasks), !detach_only, false, NULL);
	}
	id_become_caller(&caller);

	foreach(cell, tasks)
		put_value(fcinfo, CStringGetTextDatum(id_table_text(((id_task *) lfirst(cell))->partition)));

	id_become_owner(parent, timezone, &caller);
	foreach(cell, tasks)
		id_partition_remove(parent, ((id_task *) lfirst(cell))->partition, !detach_only, false);
	id_become_caller(&caller);
	SPI_finish();
	return (Datum) 0;
}

Datum
pgwiji_maintain_partitions(PG_FUNCTION_ARGS)
{
	id_job		job = id_job_args(fcinfo);

	PreventCommandIfReadOnly("wiji_maintain_partitions()");
	id_job_check_argument(fcinfo, 5, "detach_only");
	job.detach_only = PG_GETARG_BOOL(5);
	job.schedule.limit = id_job_limit(fcinfo, 6);
	/* of a subtransaction, only newer minor versions say so */
	job.atomic = castNode(CallContext, fcinfo->context)->atomic || IsSubTransaction();
	id_job_run(&job);
	PG_RETURN_VOID();
}
