/*
 * pg/partitions/job.c
 *		A nightly job: all that can be done is done, and what cannot is reported.
 */
#include "postgres.h"

#include "access/xact.h"
#include "catalog/partition.h"
#include "catalog/pg_class.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "nodes/parsenodes.h"
#include "pg/partitions/calendar.h"
#include "pg/partitions/changes.h"
#include "pg/partitions/job.h"
#include "pg/partitions/locks.h"
#include "pg/server/compat.h"
#include "storage/lock.h"
#include "tcop/pquery.h"
#include "tcop/tcopprot.h"
#include "tcop/utility.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/portal.h"
#include "utils/resowner.h"
#include "utils/snapmgr.h"

/*
 * Arguments
 */

void
id_job_check_argument(FunctionCallInfo fcinfo, int n, const char *name)
{
	if (PG_ARGISNULL(n))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("%s must not be null", name)));
}

static void
check_not_negative(const Interval *interval, const char *name)
{
	if (interval->month < 0 || interval->day < 0 || interval->time < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s must not be negative", name),
				 errdetail("It is %s.", id_interval_text(interval))));
}

id_job
id_job_args(FunctionCallInfo fcinfo)
{
	id_job		job = {
		.fcinfo = fcinfo,
		.context = CurrentMemoryContext,
	};

	id_job_check_argument(fcinfo, 0, "parent");
	id_job_check_argument(fcinfo, 1, "step");
	id_job_check_argument(fcinfo, 2, "ahead");
	id_job_check_argument(fcinfo, 4, "timezone");
	job.parent = PG_GETARG_OID(0);
	job.schedule = (id_schedule)
	{
		.step = PG_GETARG_INTERVAL_P(1),
			.ahead = PG_GETARG_INTERVAL_P(2),
			.keep = PG_ARGISNULL(3) ? NULL : PG_GETARG_INTERVAL_P(3),
			.now = GetCurrentTransactionStartTimestamp(),
			.limit = ID_PARTITIONS_LIMIT,
	};
	job.timezone = text_to_cstring(PG_GETARG_TEXT_PP(4));
	id_check_step(job.schedule.step);
	check_not_negative(job.schedule.ahead, "ahead");
	if (job.schedule.keep != NULL)
		check_not_negative(job.schedule.keep, "keep");
	return job;
}

/*
 * Errors that are caught
 */

/* What a subtransaction has to give back. */
typedef struct place
{
	MemoryContext context;
	ResourceOwner owner;
} place;

static place
begin_attempt(void)
{
	place		p = {CurrentMemoryContext, CurrentResourceOwner};

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(p.context);
	return p;
}

static void
end_attempt(place p)
{
	ReleaseCurrentSubTransaction();
	MemoryContextSwitchTo(p.context);
	CurrentResourceOwner = p.owner;
}

/* The error that is being raised, in that context. */
static ErrorData *
catch_error(MemoryContext context)
{
	ErrorData  *error;

	MemoryContextSwitchTo(context);
	error = CopyErrorData();
	FlushErrorState();
	return error;
}

static ErrorData *
undo_attempt(place p)
{
	ErrorData  *error = catch_error(p.context);

	RollbackAndReleaseCurrentSubTransaction();
	MemoryContextSwitchTo(p.context);
	CurrentResourceOwner = p.owner;
	return error;
}

bool
id_make_unless_rows(id_parent *parent, id_task *task, const Interval *step)
{
	char	   *name = id_partition_free_name(parent, &task->time, step);
	place		p = begin_attempt();
	ErrorData  *volatile error = NULL;
	int64		rows = 0;

	PG_TRY();
	{
		task->partition = id_partition_make(parent, &task->time, name, task->like);
		end_attempt(p);
	}
	PG_CATCH();
	{
		error = undo_attempt(p);
	}
	PG_END_TRY();
	if (error == NULL)
		return true;

	/* That they are there is for the server to say; we only count them. */
	if (error->sqlerrcode == ERRCODE_CHECK_VIOLATION && OidIsValid(parent->default_oid))
		rows = id_default_rows(parent, &task->time);
	if (rows == 0)
		ReThrowError(error);
	ereport(WARNING,
			(errcode(ERRCODE_CHECK_VIOLATION),
			 errmsg_plural("partition \"%s\" was not made: %lld row in the default partition belongs to it",
						   "partition \"%s\" was not made: %lld rows in the default partition belong to it",
						   (unsigned long) rows, name, (long long) rows),
			 errdetail("It would reach from %s to %s.",
					   id_moment_text(id_span_moment(task->time.lower)), id_moment_text(id_span_moment(task->time.upper))),
			 errhint("Give these rows a partition, as docs/partitions.md shows, and call again.")));
	return false;
}

/* Note a failure, or go on with an error that no job survives. */
static void
job_note_failure(id_job *job, const id_task *task, const char *verb, ErrorData *error)
{
	if (error->sqlerrcode == ERRCODE_QUERY_CANCELED)
		ReThrowError(error);
	if (error->sqlerrcode == ERRCODE_LOCK_NOT_AVAILABLE || error->sqlerrcode == ERRCODE_T_R_DEADLOCK_DETECTED)
		job->hurried = true;
	ereport(WARNING,
			(errcode(error->sqlerrcode),
			 errmsg("could not %s partition %s: %s", verb, task->name, error->message),
			 error->detail != NULL ? errdetail_internal("%s", error->detail) : 0,
			 error->hint != NULL ? errhint("%s", error->hint) : 0));

	if (job->failures++ == 0)
	{
		MemoryContext old = MemoryContextSwitchTo(job->context);

		initStringInfo(&job->failed);
		MemoryContextSwitchTo(old);
		job->sqlerrcode = error->sqlerrcode;
	}
	appendStringInfo(&job->failed, "%s%s: %s", job->failures > 1 ? "\n" : "", task->name, error->message);
}

/*
 * Steps: each leaves a whole state behind
 */

static id_parent *
job_begin_step(const id_job *job, id_caller *caller)
{
	id_parent  *parent = id_parent_open(job->parent, true);

	SPI_connect_ext(job->atomic ? 0 : SPI_OPT_NONATOMIC);
	id_become_owner(parent, job->timezone, caller);
	return parent;
}

static void
job_end_step(const id_job *job, const id_caller *caller)
{
	id_become_caller(caller);
	if (!job->atomic)
		SPI_commit();
	SPI_finish();
}

/*
 * Two jobs at once must not detach the same partition, and no lock on tables
 * lasts through DETACH ... CONCURRENTLY.  So they lock a tag that
 * nothing else locks (the server locks no table as an object).  Who waits for it
 * holds no lock that the other waits for.  He may hold a snapshot, for which
 * DETACH ... FINALIZE waits: then the server ends one of them (40P01).
 */
static LOCKTAG
job_lock_tag(const id_job *job)
{
	LOCKTAG		tag;

	SET_LOCKTAG_OBJECT(tag, MyDatabaseId, RelationRelationId, job->parent, 0);
	return tag;
}

static void
job_lock(id_job *job)
{
	LOCKTAG		tag = job_lock_tag(job);

	if (job->atomic)
		return;
	if (LockAcquire(&tag, ExclusiveLock, true, job->hurried) == LOCKACQUIRE_NOT_AVAIL)
		ereport(ERROR,
				(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
				 errmsg("another job is dropping partitions of this table")));
	job->locked = true;
}

static void
job_unlock(id_job *job)
{
	LOCKTAG		tag = job_lock_tag(job);

	if (job->locked)
		LockRelease(&tag, ExclusiveLock, true);
	job->locked = false;
}

/* The name as the caller's search_path shortens it, within a step. */
static char *
name_for_caller(const id_job *job, const id_parent *parent, Oid table, id_caller *caller)
{
	char	   *name;

	id_become_caller(caller);
	name = MemoryContextStrdup(job->context, id_table_text(table));
	id_become_owner(parent, job->timezone, caller);
	return name;
}

/*
 * Making one
 */

static bool
make_if_missing(const id_job *job, id_parent *parent, id_task *task)
{
	EnsurePortalSnapshotExists();
	id_lock_to_make(parent, !job->hurried);
	id_parent_read_or_error(parent);
	return spans_free(parent->spans, parent->count, &task->time) &&
		id_make_unless_rows(parent, task, job->schedule.step);
}

/* False if it failed. */
static bool
job_make(id_job *job, id_task *task)
{
	id_caller	caller;
	id_parent  *parent = job_begin_step(job, &caller);
	place		p = begin_attempt();
	ErrorData  *volatile error = NULL;
	volatile bool made = false;

	PG_TRY();
	{
		made = make_if_missing(job, parent, task);
		end_attempt(p);
	}
	PG_CATCH();
	{
		error = undo_attempt(p);
	}
	PG_END_TRY();
	if (error != NULL)
		job_note_failure(job, task, "make", error);
	job_end_step(job, &caller);
	if (made)
		ereport(NOTICE, (errmsg("created partition %s", id_table_text(task->partition))));
	return error == NULL;
}

/*
 * Removing one
 */

/*
 * Did the client send this CALL by itself?  (A background worker has no portal, or
 * one without statements.)
 */
static bool
job_stands_alone(const id_job *job)
{
	Node	   *statement = NULL;

	if (!job->atomic && ActivePortal != NULL && ActivePortal->stmts != NIL)
		statement = linitial_node(PlannedStmt, ActivePortal->stmts)->utilityStmt;
	return statement != NULL && IsA(statement, CallStmt) &&
		castNode(CallStmt, statement)->funcexpr->funcid == job->fcinfo->flinfo->fn_oid;
}

static bool
parent_has_leaving(const id_parent *parent)
{
	for (int i = 0; i < parent->count; i++)
		if (parent->spans[i].leaving)
			return true;
	return false;
}

/*
 * DETACH ... CONCURRENTLY commits, so it needs a CALL that stands by itself.
 * Nobody can be protected from the owner's code meanwhile, so the session has to
 * be the owner's.  What cannot be dropped must not be detached.
 */
static bool
job_may_detach_concurrently(const id_job *job, const id_parent *parent, Oid partition)
{
	return job_stands_alone(job) && !job->hurried &&
		GetAuthenticatedUserId() == parent->owner && GetSessionUserId() == parent->owner &&
		!OidIsValid(parent->default_oid) && !parent_has_leaving(parent) && !id_parent_has_foreign_keys(parent->oid) &&
		(job->detach_only || !id_partition_is_needed(partition));
}

/* Is the partition there still, and over?  (It may have been attached anew.) */
static bool
is_still_over(const id_parent *parent, const id_task *task)
{
	int			i = id_partition_index(parent, task->partition);

	return i >= 0 && parent->spans[i].upper <= task->time.upper;
}

typedef enum removal
{
	REMOVAL_NONE,				/* somebody else has done so */
	REMOVAL_DONE,
	REMOVAL_CONCURRENTLY		/* to be done by itself */
} removal;

static removal
remove_if_over(id_job *job, id_parent *parent, id_task *task, id_caller *caller)
{
	job_lock(job);
	EnsurePortalSnapshotExists();
	id_parent_read_or_error(parent);
	if (!is_still_over(parent, task))
		return REMOVAL_NONE;
	if (job_may_detach_concurrently(job, parent, task->partition))
		return REMOVAL_CONCURRENTLY;
	id_lock_to_remove(parent, list_make1_oid(task->partition), !job->detach_only, !job->hurried);
	id_parent_read_or_error(parent);
	if (!is_still_over(parent, task))
		return REMOVAL_NONE;
	task->name = name_for_caller(job, parent, task->partition, caller);
	id_partition_remove(parent, task->partition, !job->detach_only);
	return REMOVAL_DONE;
}

/* Run a statement as if the client had sent it, between our transactions. */
static void
run_outside(const id_job *job, const char *sql)
{
	MemoryContext old = MemoryContextSwitchTo(job->context);
	PlannedStmt *statement = makeNode(PlannedStmt);
	char	   *kept = pstrdup(sql);

	statement->commandType = CMD_UTILITY;
	statement->utilityStmt = linitial_node(RawStmt, pg_parse_query(kept))->stmt;
	statement->stmt_location = -1;
	ProcessUtility(statement, kept, false, PROCESS_UTILITY_TOPLEVEL, NULL, NULL, None_Receiver, NULL);
	MemoryContextSwitchTo(old);
}

/*
 * The two are locked by OID for the session before their names are read, so the
 * names stay theirs through all of its transactions.
 */
static bool
detach_and_drop(const id_job *job, id_task *task)
{
	id_parent  *parent;
	id_caller	caller;
	bool		leaving;

	id_lock_for_session(job->parent, task->partition);
	EnsurePortalSnapshotExists();
	parent = id_parent_open(job->parent, true);
	id_parent_read_or_error(parent);
	if (!is_still_over(parent, task) || parent->owner != GetSessionUserId())
	{
		id_unlock_for_session(job->parent, task->partition);
		return false;
	}
	task->name = MemoryContextStrdup(job->context, id_table_text(task->partition));
	run_outside(job, id_partition_detach_statement(parent, task->partition));

	parent = job_begin_step(job, &caller);
	if (OidIsValid(id_partition_parent(task->partition, &leaving)))
		elog(ERROR, "partition with OID %u was not detached", task->partition);
	if (!job->detach_only)
		id_partition_drop(task->partition);
	job_end_step(job, &caller);
	id_unlock_for_session(job->parent, task->partition);
	return true;
}

/*
 * An error here leaves the partition as it was, or as one that is being detached,
 * and the next call completes that.  It ends the transaction, as nothing less can
 * be undone of a statement that commits.
 */
static bool
job_remove_concurrently(id_job *job, id_task *task)
{
	ErrorData  *volatile error = NULL;
	volatile bool removed = false;

	PG_TRY();
	{
		removed = detach_and_drop(job, task);
	}
	PG_CATCH();
	{
		error = catch_error(job->context);
		ActivePortal->portalSnapshot = NULL;	/* it goes with the
												 * transaction */
		AbortOutOfAnyTransaction(); /* and releases the session's locks */
		job->locked = false;
		StartTransactionCommand();
		MemoryContextSwitchTo(job->context);
	}
	PG_END_TRY();
	if (error != NULL)
		job_note_failure(job, task, job->detach_only ? "detach" : "drop", error);
	return removed;
}

static void
job_remove(id_job *job, id_task *task)
{
	id_caller	caller;
	id_parent  *parent;
	place		p;
	ErrorData  *volatile error = NULL;
	volatile removal done = REMOVAL_NONE;

	task->name = MemoryContextStrdup(job->context, id_table_text(task->partition));
	parent = job_begin_step(job, &caller);
	p = begin_attempt();
	PG_TRY();
	{
		done = remove_if_over(job, parent, task, &caller);
		end_attempt(p);
	}
	PG_CATCH();
	{
		error = undo_attempt(p);
	}
	PG_END_TRY();
	if (error != NULL)
		job_note_failure(job, task, job->detach_only ? "detach" : "drop", error);
	job_end_step(job, &caller);

	if (done == REMOVAL_CONCURRENTLY)
		done = job_remove_concurrently(job, task) ? REMOVAL_DONE : REMOVAL_NONE;
	job_unlock(job);
	if (done == REMOVAL_DONE)
		ereport(NOTICE, (job->detach_only ? errmsg("detached partition %s", task->name) : errmsg("dropped partition %s", task->name)));
}

/*
 * All of it
 */

/* What there is to do, in the job's memory. */
static void
job_plan(const id_job *job, List **missing, List **over)
{
	id_caller	caller;
	id_parent  *parent = job_begin_step(job, &caller);
	MemoryContext old = MemoryContextSwitchTo(job->context);
	ListCell   *cell;

	EnsurePortalSnapshotExists();
	id_parent_read_or_error(parent);
	*missing = id_tasks_missing(parent, &job->schedule);
	*over = id_tasks_not_kept(parent, &job->schedule);
	foreach(cell, *missing)
		((id_task *) lfirst(cell))->name = id_partition_name(parent, &((id_task *) lfirst(cell))->time, job->schedule.step);
	MemoryContextSwitchTo(old);
	job_end_step(job, &caller);
}

void
id_job_run(id_job *job)
{
	List	   *missing;
	List	   *over;
	ListCell   *cell;

	job_plan(job, &missing, &over);
	foreach(cell, missing)
	{
		bool		hurried = job->hurried;

		CHECK_FOR_INTERRUPTS();

		/* all of them need the same locks, so two failures say enough */
		if (!job_make(job, lfirst(cell)) && hurried)
			break;
	}
	foreach(cell, over)
	{
		CHECK_FOR_INTERRUPTS();
		job_remove(job, lfirst(cell));
	}
	if (job->failures > 0 && !job->atomic)
		ereport(ERROR,
				(errcode(job->sqlerrcode),
				 errmsg_plural("%d partition could not be made or dropped", "%d partitions could not be made or dropped",
							   job->failures, job->failures),
				 errdetail_internal("%s", job->failed.data)));
}
