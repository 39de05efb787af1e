/*
 * src/partitions/job.h
 *		A nightly job: all that can be done is done, and what cannot is reported.
 */
#ifndef SRC_PARTITIONS_JOB_H
#define SRC_PARTITIONS_JOB_H

#include "lib/stringinfo.h"
#include "partitions/locks.h"
#include "partitions/schedule.h"

typedef struct id_job
{
	FunctionCallInfo fcinfo;
	Oid			parent;
	id_schedule schedule;
	char	   *timezone;
	bool		detach_only;
	bool		atomic;			/* in a transaction that is not ours to commit */
	bool		alone;			/* the client sent this CALL by itself */
	MemoryContext context;		/* of the arguments, which outlives commits */

	bool		locked;
	id_table_lock missing;		/* to wait for first; or InvalidOid */
	List	   *waited;			/* for the locks of these tables, once */
	TransactionId older;		/* wait for snapshots from before it */
	bool		pause;			/* wait a moment */
	bool		gave_way;		/* the last attempt let others go first */
	TimestampTz since;			/* when this partition was begun with */
	bool		waiting;		/* at the beginning of a transaction */
	bool		finalizes;		/* completes a detachment */
	bool		plainly;		/* that failed: drops without, if possible */
	bool		internal_error; /* there was one of the server's */
	bool		timed;			/* a statement_timeout is to come */
	int			patience;		/* lock_timeout, while it is cut down to an
								 * instant; or -1 */
	bool		hurried;		/* a lock was not had in time: wait for no
								 * other */
	bool		parent_in_use;	/* by a statement of this session */
	int			failures;
	int			sqlerrcode;		/* of the first one */
	StringInfoData failed;		/* a line for each */
} id_job;

/* The arguments that the procedure and the report have in common: 0 to 4. */
extern id_job id_job_args(FunctionCallInfo fcinfo);

/* ERROR 22004 if argument n is null. */
extern void id_job_check_argument(FunctionCallInfo fcinfo, int n, const char *name);

/* Argument n, a limit. */
extern int	id_job_limit(FunctionCallInfo fcinfo, int n);

/*
 * Make what is missing, then drop what is over: as they are when it begins, so
 * nobody can keep it busy.  Each partition is a step of its own, committed unless
 * atomic.  One that fails is undone with a WARNING, and the next one is tried; at
 * the end it is an ERROR with the code of the first, unless atomic.
 */
extern void id_job_run(id_job *job);

/*
 * Make the partition of a task, under the lock for it.  If rows of the default
 * partition belong to it, which may have been counted before, nothing is done but a
 * WARNING with their number, and the result is false.
 */
extern bool id_make_unless_rows(id_parent *parent, id_task *task, const Interval *step);

#endif							/* SRC_PARTITIONS_JOB_H */
