/*
 * src/partitions/job.c
 *		A nightly job: all that can be done is done, and what cannot is reported.
 */
#include "postgres.h"

#include <signal.h>

#include "access/xact.h"
#include "catalog/partition.h"
#include "catalog/pg_class.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "nodes/parsenodes.h"
#include "partitions/calendar.h"
#include "partitions/changes.h"
#include "partitions/dependents.h"
#include "partitions/job.h"
#include "partitions/locks.h"
#include "compat.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "tcop/pquery.h"
#include "tcop/tcopprot.h"
#include "tcop/utility.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/memutils.h"
#include "utils/portal.h"
#include "utils/rel.h"
#include "utils/resowner.h"
#include "utils/snapmgr.h"
#include "utils/timeout.h"

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
		.patience = -1,
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
	};
	job.timezone = text_to_cstring(PG_GETARG_TEXT_PP(4));
	id_check_step(job.schedule.step);
	check_not_negative(job.schedule.ahead, "ahead");
	if (job.schedule.keep != NULL)
		check_not_negative(job.schedule.keep, "keep");
	return job;
}

int
id_job_limit(FunctionCallInfo fcinfo, int n)
{
	id_job_check_argument(fcinfo, n, "limit");
	id_check_limit(PG_GETARG_INT32(n));
	return PG_GETARG_INT32(n);
}

/*
 * Errors that are caught
 */

/* What a subtransaction has to give back. */
typedef struct attempt
{
	MemoryContext context;
	ResourceOwner owner;
} attempt;

static attempt
begin_attempt(void)
{
	attempt		p = {CurrentMemoryContext, CurrentResourceOwner};

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(p.context);
	return p;
}

static void
end_attempt(attempt p)
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
undo_attempt(attempt p)
{
	ErrorData  *error = catch_error(p.context);

	RollbackAndReleaseCurrentSubTransaction();
	MemoryContextSwitchTo(p.context);
	CurrentResourceOwner = p.owner;
	return error;
}

/* Null, or the error that undid it. */
static ErrorData *
try_to_make(const id_parent *parent, id_task *task, const char *name)
{
	attempt		p = begin_attempt();
	ErrorData  *volatile error = NULL;

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
	return error;
}

bool
id_make_unless_rows(id_parent *parent, id_task *task, const Interval *step)
{
	char	   *name = id_partition_free_name(parent, &task->time, step);
	ErrorData  *error;

	if (task->rows == 0)
	{
		error = try_to_make(parent, task, name);
		if (error == NULL)
			return true;

		/* rows that came since others were counted */
		if (error->sqlerrcode == ERRCODE_CHECK_VIOLATION)
			id_count_default_rows(parent, list_make1(task), true);
		if (task->rows == 0)
			ReThrowError(error);
	}
	ereport(WARNING,
			(errcode(ERRCODE_CHECK_VIOLATION),
			 errmsg_plural("partition \"%s\" was not made: %lld row in the default partition belongs to it",
						   "partition \"%s\" was not made: %lld rows in the default partition belong to it",
						   (unsigned long) task->rows, name, (long long) task->rows),
			 errdetail("It would reach from %s to %s.",
					   id_moment_text(id_span_moment(task->time.lower)), id_moment_text(id_span_moment(task->time.upper))),
			 errhint("Give these rows a partition, as docs/partitions.md shows, and call again.")));
	return false;
}

/* Is the parent used by a statement of this session, such as one whose trigger calls? */
static bool
parent_is_in_use(Oid parent)
{
	Relation	rel = RelationIdGetRelation(parent);
	bool		in_use = RelationIsValid(rel) && rel->rd_refcnt > 1;

	if (RelationIsValid(rel))
		RelationClose(rel);
	return in_use;
}

/* Note a failure, or go on with an error that no job survives. */
static void
job_note_failure(id_job *job, const id_task *task, const char *verb, ErrorData *error)
{
	if (error->sqlerrcode == ERRCODE_QUERY_CANCELED)
		ReThrowError(error);
	if (error->sqlerrcode == ERRCODE_LOCK_NOT_AVAILABLE || error->sqlerrcode == ERRCODE_T_R_DEADLOCK_DETECTED)
		job->hurried = true;
	if (error->sqlerrcode == ERRCODE_OBJECT_IN_USE && parent_is_in_use(job->parent))
		job->parent_in_use = true;
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
job_begin_step(const id_job *job)
{
	id_parent  *parent = id_parent_open(job->parent, true);

	SPI_connect_ext(job->atomic ? 0 : SPI_OPT_NONATOMIC);
	return parent;
}

static void
job_end_step(const id_job *job, bool commit)
{
	if (commit && !job->atomic)
		SPI_commit();
	SPI_finish();
}

/*
 * Waiting.  Rule: a job that commits waits at the beginning of a transaction only,
 * where it holds no lock (but the one of jobs, for which nobody waits who holds any) and
 * no snapshot.  So nobody for whom it waits can wait for it.  Later, what is not
 * free at once undoes the attempt, and the next one waits for that first.
 *
 * Two jobs at once must not detach the same partition, and no lock on tables
 * lasts through DETACH ... CONCURRENTLY.  So they lock a tag that
 * nothing else locks (the server locks no table as an object).
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

	if (job->atomic || job->locked)
		return;
	InvalidateCatalogSnapshot();
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

/* For what was in the way of the last attempt, or only to let others go on */
#define PAUSE 0.2				/* s */

static void
job_wait(id_job *job)
{
	id_table_lock first = job->missing;

	job->missing.table = InvalidOid;
	InvalidateCatalogSnapshot();
	Assert(job->atomic || !TransactionIdIsValid(MyProc->xmin));
	job->waiting = true;
	if (OidIsValid(first.table))
		LockRelationOid(first.table, first.mode);
	else if (TransactionIdIsValid(job->older))
		WaitForOlderSnapshots(job->older, false);
	else if (job->pause)
		(void) DirectFunctionCall1(pg_sleep, Float8GetDatum(PAUSE));
	job->waiting = job->pause = false;
}

/* For id_lock_to_...: in a transaction that is not ours, it has to wait there. */
static id_table_lock *
job_missing(id_job *job)
{
	return job->atomic && !job->hurried ? NULL : &job->missing;
}

/*
 * The server's own statements wait for others while they hold locks, such as for who has
 * changed a row of a catalog by GRANT: for no longer than an instant, before anybody
 * looks for deadlocks.
 */
#define INSTANT Min(10, (DeadlockTimeout + 1) / 2)	/* ms */

/*
 * If a cancel comes at the end of the instant, the server reports the end of the instant
 * alone, and forgets the cancel.  So we note it, too: it is a signal of another process.
 */
static struct sigaction server_cancels;
static volatile sig_atomic_t cancelled;

static void
note_cancel(int signo, siginfo_t *info, void *context)
{
	if (info->si_pid != MyProcPid)
		cancelled = true;
	if (server_cancels.sa_flags & SA_SIGINFO)
		server_cancels.sa_sigaction(signo, info, context);
	else if (server_cancels.sa_handler != SIG_IGN && server_cancels.sa_handler != SIG_DFL)
		server_cancels.sa_handler(signo);
}

static void
job_begin_instant(id_job *job)
{
	struct sigaction noting = {.sa_sigaction = note_cancel,.sa_flags = SA_SIGINFO | SA_RESTART};

	if (job->atomic)
		return;
	job->patience = LockTimeout;
	LockTimeout = LockTimeout > 0 ? Min(LockTimeout, INSTANT) : INSTANT;
	job->timed = get_timeout_active(STATEMENT_TIMEOUT);
	cancelled = false;

	/* first what is called by ours, as a signal may come at once */
	(void) sigaction(SIGINT, NULL, &server_cancels);
	(void) sigaction(SIGINT, &noting, NULL);
}

/*
 * Who has waited for almost deadlock_timeout looks for deadlocks within the instant.  If the
 * server waited for him then, while he waits for us, he would be ended.  So he goes first.
 * But where many come all the time, there always is such a one: so never twice running.
 */
static void
job_let_waiters_go(id_job *job)
{
	bool		may_give_way = !job->atomic && !job->gave_way;

	job->gave_way = may_give_way &&
		id_query_catalogs("WITH RECURSIVE ahead (pid) AS (SELECT pid FROM pg_locks "
						  "WHERE waitstart + current_setting('deadlock_timeout')::interval - clock_timestamp() BETWEEN '-100 ms' AND '50 ms' "
						  "UNION SELECT unnest(pg_blocking_pids(pid)) FROM ahead) "
						  "SELECT 1 FROM ahead WHERE pid = pg_backend_pid()", InvalidOid, InvalidOid) != NIL;
	if (job->gave_way)
		ereport(ERROR,
				(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
				 errmsg("a session that waits for this one is about to look for deadlocks")));
}

/*
 * FINALIZE waits for whoever has a snapshot that may not know of the detachment.  If he waits
 * for us, that ends in a deadlock or not at all: so he goes first, however often.
 */
static void
job_let_older_go(Oid partition)
{
	TransactionId leaving;
	VirtualTransactionId *older;
	int			count;
	StringInfoData ids;

	(void) id_partition_parent(partition, &leaving);
	older = GetCurrentVirtualXIDs(leaving, true, false, PROC_IS_AUTOVACUUM | PROC_IN_VACUUM, &count);
	initStringInfo(&ids);
	for (int i = 0; i < count; i++)
		appendStringInfo(&ids, "%s%d/%u", i > 0 ? "," : "", id_vxid_process(older[i]), older[i].localTransactionId);
	if (count > 0 &&
		id_query_catalogs(psprintf("WITH RECURSIVE ahead (pid) AS (SELECT pid FROM pg_locks "
								   "WHERE NOT granted AND virtualtransaction = ANY ('{%s}') "
								   "UNION SELECT unnest(pg_blocking_pids(pid)) FROM ahead) "
								   "SELECT 1 FROM ahead WHERE pid = pg_backend_pid()", ids.data), InvalidOid, InvalidOid) != NIL)
		ereport(ERROR,
				(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
				 errmsg("a session that waits for this one may still read the partition")));
}

static void
job_end_instant(id_job *job)
{
	if (job->patience >= 0)
	{
		LockTimeout = job->patience;
		(void) sigaction(SIGINT, &server_cancels, NULL);
	}
	job->patience = -1;
}

static void
job_raise_lost_cancel(const id_job *job)
{
	if (cancelled)
		ereport(ERROR,
				(errcode(ERRCODE_QUERY_CANCELED),
				 errmsg("canceling statement due to user request")));
	if (job->timed && !get_timeout_active(STATEMENT_TIMEOUT))
		ereport(ERROR,
				(errcode(ERRCODE_QUERY_CANCELED),
				 errmsg("canceling statement due to statement timeout")));
}

/*
 * The server completes no detachment after columns or constraints of the parent were
 * changed, but drops the partition all the same.
 */
static bool
job_drops_plainly(id_job *job, const ErrorData *error)
{
	bool		again = job->finalizes && !job->plainly && !job->detach_only && error->sqlerrcode != ERRCODE_QUERY_CANCELED;

	job->plainly |= again;
	return again;
}

/*
 * Where somebody has changed the same row of a catalog, the server has an internal
 * error.  The next attempt finds the row as it is.
 */
static bool
job_happens_once(id_job *job, const ErrorData *error)
{
	bool		again = !job->internal_error && error->sqlerrcode == ERRCODE_INTERNAL_ERROR;

	job->internal_error |= again;
	return again;
}

/*
 * Locks that are never free together are waited for in turn, each for less than lock_timeout, so
 * that would go on for ever.
 */
static bool
job_goes_in_circles(id_job *job)
{
	bool		again = list_member_oid(job->waited, job->missing.table);
	MemoryContext old = MemoryContextSwitchTo(job->context);

	job->waited = list_append_unique_oid(job->waited, job->missing.table);
	MemoryContextSwitchTo(old);
	return again && LockTimeout > 0 && TimestampDifferenceExceeds(job->since, GetCurrentTimestamp(), LockTimeout);
}

/*
 * Is an error of an attempt no more than something to wait for?  A deadlock is, if
 * it ended a wait: we held nothing, but our place in a queue may let the server choose
 * us to end one of others.
 */
static bool
job_tries_again(id_job *job, const ErrorData *error)
{
	bool		instant = job->patience >= 0;
	bool		waiting = job->waiting;
	bool		deadlock = error->sqlerrcode == ERRCODE_T_R_DEADLOCK_DETECTED;

	job_end_instant(job);
	job->waiting = false;
	if (instant)
		job_raise_lost_cancel(job);
	if (instant && job_happens_once(job, error))
		return true;
	if (job->atomic || job->hurried)
		return false;
	if (deadlock && waiting)
		return true;
	if (error->sqlerrcode != ERRCODE_LOCK_NOT_AVAILABLE && !(instant && deadlock))
		return job_drops_plainly(job, error);
	if (!instant)
		return OidIsValid(job->missing.table) && !job_goes_in_circles(job);
	job->older = InvalidTransactionId;
	job->pause = true;
	return LockTimeout == 0 || !TimestampDifferenceExceeds(job->since, GetCurrentTimestamp(), LockTimeout);
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

typedef enum outcome
{
	OUTCOME_NOTHING,			/* somebody else has done so, or it failed */
	OUTCOME_DONE,
	OUTCOME_CONCURRENTLY,		/* to be done outside, in this transaction */
	OUTCOME_AGAIN
} outcome;

typedef outcome (*job_act) (id_job *job, id_parent *parent, id_task *task, id_caller *caller);

/*
 * One attempt, in a transaction of its own.  The owner comes and goes inside of the
 * subtransaction: settings that were made outside are not given back within it.
 */
static outcome
job_attempt(id_job *job, id_task *task, job_act act, const char *verb)
{
	id_caller	caller;
	id_parent  *parent = job_begin_step(job);
	attempt		p = begin_attempt();
	ErrorData  *volatile error = NULL;
	volatile outcome result = OUTCOME_NOTHING;

	PG_TRY();
	{
		id_become_owner(parent, job->timezone, &caller);
		result = act(job, parent, task, &caller);
		id_become_caller(&caller);	/* gives back a lock_timeout as it was
									 * within the instant */
		job_end_instant(job);
		end_attempt(p);
	}
	PG_CATCH();
	{
		error = undo_attempt(p);
	}
	PG_END_TRY();
	if (error != NULL && job_tries_again(job, error))
		result = OUTCOME_AGAIN;
	else if (error != NULL)
		job_note_failure(job, task, verb, error);
	job_end_step(job, result != OUTCOME_CONCURRENTLY);
	return result;
}

static void
job_begin_task(id_job *job)
{
	job->missing.table = InvalidOid;
	job->waited = NIL;
	job->older = InvalidTransactionId;
	job->pause = job->gave_way = job->finalizes = job->plainly = job->internal_error = false;
	job->since = GetCurrentTimestamp();
}

/*
 * Making one
 */

static outcome
make_if_missing(id_job *job, id_parent *parent, id_task *task, id_caller *caller pg_attribute_unused())
{
	job_wait(job);
	EnsurePortalSnapshotExists();
	if (task->rows == 0)
		id_lock_to_make(parent, job_missing(job));
	id_parent_read_or_error(parent);
	job_begin_instant(job);
	job_let_waiters_go(job);
	return spans_free(parent->spans, parent->count, &task->time) &&
		id_make_unless_rows(parent, task, job->schedule.step) ? OUTCOME_DONE : OUTCOME_NOTHING;
}

/*
 * Rows that the default partition has of what is missing are counted at once, before
 * anything is locked.  What is in the way of that is in the way of the rest, too, and
 * told then.
 */
static void
job_count_default_rows(const id_job *job, List *missing)
{
	id_caller	caller;
	id_parent  *parent = job_begin_step(job);
	attempt		p = begin_attempt();
	ErrorData  *volatile error = NULL;

	PG_TRY();
	{
		id_become_owner(parent, job->timezone, &caller);
		EnsurePortalSnapshotExists();
		id_parent_read_or_error(parent);
		id_count_default_rows(parent, missing, false);
		id_become_caller(&caller);
		end_attempt(p);
	}
	PG_CATCH();
	{
		error = undo_attempt(p);
	}
	PG_END_TRY();
	if (error != NULL && error->sqlerrcode == ERRCODE_QUERY_CANCELED)
		ReThrowError(error);
	if (error != NULL)
		id_forget_default_rows(missing);
	job_end_step(job, true);
}

/* False if it failed. */
static bool
job_make(id_job *job, id_task *task)
{
	int			failures = job->failures;
	outcome		result;

	job_begin_task(job);
	do
	{
		CHECK_FOR_INTERRUPTS();
		result = job_attempt(job, task, make_if_missing, "make");
	} while (result == OUTCOME_AGAIN);
	if (result == OUTCOME_DONE)
		ereport(NOTICE, (errmsg("created partition %s", id_table_text(task->partition))));
	return job->failures == failures;
}

/*
 * Removing one
 */

/*
 * Did the client send this CALL by itself?  (A background worker has no portal, or
 * one without statements.  Nor has a portal of the extended protocol any, once a
 * transaction was undone in it: so ask at the beginning.)
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
	return job->alone && !job->hurried &&
		GetAuthenticatedUserId() == parent->owner && GetSessionUserId() == parent->owner &&
		!OidIsValid(parent->default_oid) && !parent_has_leaving(parent) && !id_parent_has_foreign_keys(parent->oid) &&
		(job->detach_only || id_partition_can_be_dropped(parent, partition));
}

/* Is the partition there still, and over?  (It may have been attached anew.) */
static bool
is_still_over(const id_parent *parent, const id_task *task)
{
	int			i = id_partition_index(parent, task->partition);

	return i >= 0 && parent->spans[i].upper <= task->time.upper;
}

/*
 * To complete a detachment, all older snapshots have to be gone: see to that
 * first.  False if that is to be waited for.
 */
static bool
older_are_gone(id_job *job, Oid partition)
{
	if (TransactionIdIsValid(job->older))
		return true;
	if (job->hurried)
		ereport(ERROR,
				(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
				 errmsg("older transactions may still read the partition")));
	(void) id_partition_parent(partition, &job->older);
	return false;
}

static outcome
remove_if_over(id_job *job, id_parent *parent, id_task *task, id_caller *caller)
{
	List	   *partitions = list_make1_oid(task->partition);
	bool		begin;

	job_lock(job);
	job_wait(job);
	EnsurePortalSnapshotExists();
	id_parent_read_or_error(parent);
	if (!is_still_over(parent, task))
		return OUTCOME_NOTHING;
	begin = job_may_detach_concurrently(job, parent, task->partition);
	job->finalizes = !job->atomic && parent->spans[id_partition_index(parent, task->partition)].leaving &&
		!(job->plainly && !id_parent_is_referred_to(parent->oid) && id_partition_can_be_dropped(parent, task->partition));
	if (job->finalizes && !older_are_gone(job, task->partition))
		return OUTCOME_AGAIN;

	if (begin)
		id_lock_to_detach_concurrently(parent, task->partition, job_missing(job));
	else
		id_lock_to_remove(parent, partitions, !job->detach_only, job->finalizes, job_missing(job));
	id_parent_read_or_error(parent);
	if (!is_still_over(parent, task))
		return OUTCOME_NOTHING;
	task->name = name_for_caller(job, parent, task->partition, caller);
	job_begin_instant(job);
	job_let_waiters_go(job);
	if (begin)
		return OUTCOME_CONCURRENTLY;
	if (job->finalizes)
		job_let_older_go(task->partition);
	id_partition_remove(parent, task->partition, !job->detach_only, job->finalizes);
	return OUTCOME_DONE;
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
 * The transaction holds what the first part of the statement locks, so the names
 * are those of the two.  From there on the server goes by OID, and holds nothing
 * while it waits.  Meanwhile the session keeps others from completing the
 * detachment, and from attaching the partition anew, which the server would not
 * notice.
 */
static void
detach_and_drop(id_job *job, const id_task *task)
{
	id_caller	caller;

	id_keep_table(task->partition);
	job_begin_instant(job);
	id_keep_schema_name(job->parent);
	id_keep_schema_name(task->partition);
	run_outside(job, id_partition_detach_statement(job->parent, task->partition));

	id_become_owner(job_begin_step(job), job->timezone, &caller);
	if (OidIsValid(id_partition_parent(task->partition, NULL)))
		elog(ERROR, "partition with OID %u was not detached", task->partition);
	if (!job->detach_only)
		id_partition_drop(task->partition);
	id_become_caller(&caller);
	job_end_step(job, true);
	job_end_instant(job);
	id_release_table(task->partition);
}

/*
 * An error here leaves the partition as it was, or as one that is being detached,
 * and the next attempt or call completes that.  It ends the transaction, as nothing
 * less can be undone of a statement that commits.
 */
static outcome
job_remove_concurrently(id_job *job, id_task *task, const char *verb)
{
	ErrorData  *volatile error = NULL;

	PG_TRY();
	{
		detach_and_drop(job, task);
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
	if (error == NULL)
		return OUTCOME_DONE;
	if (job_tries_again(job, error))
		return OUTCOME_AGAIN;
	job_note_failure(job, task, verb, error);
	return OUTCOME_NOTHING;
}

static void
job_remove(id_job *job, id_task *task)
{
	const char *verb = job->detach_only ? "detach" : "drop";
	outcome		result;

	job_begin_task(job);
	do
	{
		CHECK_FOR_INTERRUPTS();
		result = job_attempt(job, task, remove_if_over, verb);
		if (result == OUTCOME_CONCURRENTLY)
			result = job_remove_concurrently(job, task, verb);
	} while (result == OUTCOME_AGAIN);
	job_unlock(job);
	if (result == OUTCOME_DONE)
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
	id_parent  *parent = job_begin_step(job);
	MemoryContext old = MemoryContextSwitchTo(job->context);
	ListCell   *cell;

	id_become_owner(parent, job->timezone, &caller);
	EnsurePortalSnapshotExists();
	id_parent_read_or_error(parent);
	*missing = id_tasks_missing(parent, &job->schedule);
	*over = id_tasks_not_kept(parent, &job->schedule);
	foreach(cell, *missing)
		((id_task *) lfirst(cell))->name = id_partition_name(parent, &((id_task *) lfirst(cell))->time, job->schedule.step);
	foreach(cell, *over)
		((id_task *) lfirst(cell))->name = name_for_caller(job, parent, ((id_task *) lfirst(cell))->partition, &caller);
	MemoryContextSwitchTo(old);
	id_become_caller(&caller);
	job_end_step(job, true);
}

void
id_job_run(id_job *job)
{
	List	   *missing;
	List	   *over;
	ListCell   *cell;

	job->alone = job_stands_alone(job);
	job_plan(job, &missing, &over);
	if (missing != NIL)
		job_count_default_rows(job, missing);
	foreach(cell, missing)
	{
		bool		hurried = job->hurried;

		CHECK_FOR_INTERRUPTS();

		/* all of them need the same locks, so two failures say enough */
		if (!job_make(job, lfirst(cell)) && (hurried || job->parent_in_use))
			break;
	}
	foreach(cell, over)
	{
		CHECK_FOR_INTERRUPTS();

		/* (Who only drops one alters no parent.) */
		if (job->parent_in_use && job->detach_only)
			break;
		job_remove(job, lfirst(cell));
	}
	if (job->failures > 0 && !job->atomic)
		ereport(ERROR,
				(errcode(job->sqlerrcode),
				 errmsg_plural("%d partition could not be made or dropped", "%d partitions could not be made or dropped",
							   job->failures, job->failures),
				 errdetail_internal("%s", job->failed.data)));
}
