/*
 * pg/feed/horizon.c
 *		The time below which a statement misses no id: the protocol of
 *		core/horizon.h between the sessions of a server.
 *
 * The server adds to the protocol:
 *
 * A commit is visible to snapshots that are taken after ProcArrayEndTransaction,
 * which is before XACT_EVENT_COMMIT is called.  So the next xid, read in that
 * event, is one as it was after the end.
 *
 * A prepared transaction is kept by its xid, apart from the ring, until it has
 * ended.  As any other, it runs for every snapshot that does not see its end.
 */
#include "postgres.h"

#include "access/parallel.h"
#include "access/transam.h"
#include "access/twophase.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "core/horizon.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "pg/feed/horizon.h"
#include "pg/server/clock.h"
#include "pg/server/compat.h"
#include "pg/server/shared.h"
#include "storage/lock.h"
#include "storage/lwlock.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "utils/builtins.h"
#include "utils/snapmgr.h"
#include "utils/tuplestore.h"

/*
 * Ended transactions that are remembered: a second of 10,000, and more than
 * may be running at once.
 */
#define MIN_ENDED 16384

/*
 * Followed by the slots, the kept transactions and the ring.
 *
 * After an update, sessions with the old and the new library share this memory
 * until the server restarts.  A version with another layout would have to refuse
 * to make ids until then.
 */
typedef struct shared_horizon
{
	_Atomic int64 low_water;
	_Atomic uint64 first_xid;	/* transactions that the server may have found
								 * prepared when it started are below it; 0
								 * before anybody asked */
	LWLock		lock;			/* of the kept and the ended */
} shared_horizon;

/* The places where this process finds them. */
static shared_horizon *horizon_shared = NULL;
static horizon_slot *horizon_slots;
static horizon_entry *horizon_kept; /* prepared transactions, one for each
									 * that the server allows */
static horizon_ring *horizon_ended;
static horizon_slot *horizon_own_slot;	/* its own */
static int	horizon_attached_pid = 0;	/* the process that all this was set
										 * for: a fork must not go on with its
										 * parent's slot */

int64		id_horizon_floor = HORIZON_NO_FLOOR;
int64		id_horizon_latest = -1;

/*
 * Memory
 */

static Size
horizon_slots_offset(void)
{
	return MAXALIGN(sizeof(shared_horizon));
}

static Size
horizon_kept_offset(void)
{
	return horizon_slots_offset() + MAXALIGN(MaxBackends * sizeof(horizon_slot));
}

static Size
horizon_ended_offset(void)
{
	return horizon_kept_offset() + MAXALIGN(max_prepared_xacts * sizeof(horizon_entry));
}

static uint32
horizon_ended_size(void)
{
	return Max(MIN_ENDED, 4 * (MaxBackends + max_prepared_xacts));
}

Size
id_horizon_shared_size(void)
{
	return horizon_ended_offset() + sizeof(horizon_ring) + horizon_ended_size() * sizeof(horizon_entry);
}

static void
horizon_init(void *memory)
{
	shared_horizon *made = memory;
	horizon_slot *empty = (horizon_slot *) ((char *) memory + horizon_slots_offset());

	memset(memory, 0, id_horizon_shared_size());
	for (int i = 0; i < MaxBackends; i++)
		atomic_init(&empty[i].floor, HORIZON_NO_FLOOR);
	LWLockInitialize(&made->lock, id_lock_tranche_new("WijiHorizon"));
	((horizon_ring *) ((char *) memory + horizon_ended_offset()))->size = horizon_ended_size();
}

static void horizon_at_end(XactEvent event, void *unused);

/* Find the shared memory, and this process's own slot there. */
static void
horizon_attach(void)
{
	int			number;

	if (horizon_attached_pid == MyProcPid)
		return;

	horizon_own_slot = NULL;
	id_horizon_floor = HORIZON_NO_FLOOR;
	if (MyProc != NULL)			/* as the postmaster's is */
		horizon_shared = id_shared_memory("wiji horizon", id_horizon_shared_size(), horizon_init);
	if (horizon_shared != NULL)
	{
		id_lock_tranche_register(horizon_shared->lock.tranche, "WijiHorizon");
		horizon_slots = (horizon_slot *) ((char *) horizon_shared + horizon_slots_offset());
		horizon_kept = (horizon_entry *) ((char *) horizon_shared + horizon_kept_offset());
		horizon_ended = (horizon_ring *) ((char *) horizon_shared + horizon_ended_offset());

		number = id_session_slot();
		if (number < 0 || number >= MaxBackends)
			elog(ERROR, "process has no number of a session: %d", number);
		RegisterXactCallback(horizon_at_end, NULL);
		horizon_own_slot = &horizon_slots[number];
		atomic_store(&horizon_own_slot->database, MyDatabaseId);
		atomic_store(&horizon_own_slot->pid, MyProcPid);
	}
	horizon_attached_pid = MyProcPid;
}

/*
 * Remember which transactions are of this life of the server: all from the next
 * xid on.  Earlier ones may have been prepared before a restart.
 */
static void
horizon_remember_first_xid(void)
{
	uint64		none = 0;
	uint64		next = FirstNormalTransactionId;

	if (atomic_load(&horizon_shared->first_xid) != 0 || RecoveryInProgress())
		return;
	if (max_prepared_xacts > 0)
		next = U64FromFullTransactionId(ReadNextFullTransactionId());
	(void) atomic_compare_exchange_strong(&horizon_shared->first_xid, &none, next);
}

/*
 * Making ids
 */

/*
 * The low-water mark was read after the clock, and so may be ahead of its reading.
 * If it is ahead of one that is read now, the clock was set back.  A session tells
 * that once, until its clock has caught up.
 */
static void
horizon_watch_clock(int64 low_water, int64 now)
{
	static bool behind = false;

	if (likely(low_water <= now))
		behind = false;
	else if (!behind)
	{
		now = GetCurrentTimestamp() + UNIX_EPOCH_OFFSET_US;
		behind = low_water > now;
		if (behind)
			id_report_step_back(low_water - now);
	}
}

int64
id_horizon_enter_first(int64 now)
{
	horizon_attach();
	if (horizon_own_slot == NULL)
		return 0;

	horizon_remember_first_xid();
	atomic_store(&horizon_own_slot->since, now);
	id_horizon_floor = horizon_enter(&horizon_shared->low_water, horizon_own_slot, now);
	horizon_watch_clock(id_horizon_floor, now);
	return id_horizon_floor;
}

bool
id_horizon_move_on(int64 us)
{
	return id_horizon_floor >= 0 && horizon_move_on(&horizon_shared->low_water, us);
}

/*
 * This transaction, as sessions have to know it whose snapshots do not see its
 * end.
 */
static horizon_entry
horizon_own_entry(void)
{
	return (horizon_entry)
	{
		.xid = U64FromFullTransactionId(GetTopFullTransactionIdIfAny()),
			.next = U64FromFullTransactionId(ReadNextFullTransactionId()),
			.floor = atomic_load(&horizon_own_slot->floor),
			.latest = id_horizon_latest,
			.since = atomic_load(&horizon_own_slot->since),
			.database = MyDatabaseId,
	};
}

/*
 * Is a kept transaction over?  The server lets none be prepared for half of
 * all xids.
 */
static bool
horizon_is_over(const horizon_entry *entry)
{
	uint64		next = U64FromFullTransactionId(ReadNextFullTransactionId());

	return next - entry->xid > PG_INT32_MAX || !TransactionIdIsInProgress((TransactionId) entry->xid);
}

/* Move kept transactions that are over to the ring of all that have ended.  (W8) */
static void
horizon_release_kept(void)
{
	LWLockAcquire(&horizon_shared->lock, LW_EXCLUSIVE);
	for (int i = 0; i < max_prepared_xacts; i++)
	{
		if (horizon_kept[i].xid == 0 || !horizon_is_over(&horizon_kept[i]))
			continue;
		horizon_kept[i].next = U64FromFullTransactionId(ReadNextFullTransactionId());	/* after its end */
		horizon_end(horizon_ended, horizon_kept[i]);
		horizon_kept[i].xid = 0;
	}
	LWLockRelease(&horizon_shared->lock);
}

/* Keep a transaction that is prepared.  False if there is no room.  (W7) */
static bool
horizon_keep(horizon_entry entry)
{
	bool		found = false;

	LWLockAcquire(&horizon_shared->lock, LW_EXCLUSIVE);
	for (int i = 0; i < max_prepared_xacts && !found; i++)
	{
		found = horizon_kept[i].xid == 0;
		if (found)
			horizon_kept[i] = entry;
	}
	LWLockRelease(&horizon_shared->lock);
	return found;
}

/*
 * A transaction that made ids has ended, or is prepared; its slot is cleared
 * last.  (W5 to W9)
 */
static void
horizon_at_end(XactEvent event, void *unused pg_attribute_unused())
{
	if (id_horizon_floor == HORIZON_NO_FLOOR)
		return;

	switch (event)
	{
		case XACT_EVENT_PRE_PREPARE:
			horizon_release_kept(); /* it may fail here, and not below */
			return;
		case XACT_EVENT_PRE_COMMIT:
		case XACT_EVENT_PARALLEL_PRE_COMMIT:
			return;
		case XACT_EVENT_PREPARE:

			/*
			 * There are as many places as transactions that may be prepared,
			 * and this one was allowed.  So one that is over gives way.
			 */
			while (!horizon_keep(horizon_own_entry()))
				horizon_release_kept();
			break;
		case XACT_EVENT_COMMIT:
			if (FullTransactionIdIsValid(GetTopFullTransactionIdIfAny()))
			{
				horizon_entry entry = horizon_own_entry();

				LWLockAcquire(&horizon_shared->lock, LW_EXCLUSIVE);
				horizon_end(horizon_ended, entry);
				LWLockRelease(&horizon_shared->lock);
			}
			break;
		case XACT_EVENT_ABORT:	/* nobody will see its rows */
		case XACT_EVENT_PARALLEL_COMMIT:	/* a worker writes none */
		case XACT_EVENT_PARALLEL_ABORT:
			break;
	}
	horizon_leave(horizon_own_slot);
	id_horizon_floor = HORIZON_NO_FLOOR;
	id_horizon_latest = -1;
}

/*
 * Asking
 */

/* A snapshot's view of transactions, with xids that do not wrap around. */
typedef struct horizon_view
{
	Snapshot	snapshot;
	uint64		xmin;
	uint64		xmax;
} horizon_view;

static uint64
horizon_widen_xid(TransactionId xid, uint64 next)
{
	return next - ((TransactionId) next - xid);
}

static horizon_view
horizon_view_of(Snapshot snapshot)
{
	uint64		next = U64FromFullTransactionId(ReadNextFullTransactionId());

	return (horizon_view)
	{
		snapshot, horizon_widen_xid(snapshot->xmin, next), horizon_widen_xid(snapshot->xmax, next)
	};
}

/*
 * The snapshot does not see later transactions, and it sees earlier ones.  The
 * server knows about the others.
 */
static bool
horizon_runs_in_view(const void *asker, uint64 xid)
{
	const horizon_view *v = asker;

	if (xid < v->xmin || xid >= v->xmax)
		return xid >= v->xmax;
	return XidInMVCCSnapshot((TransactionId) xid, v->snapshot);
}

void
id_horizon_require(void)
{
	horizon_attach();
	if (horizon_shared == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("horizons need memory that all sessions share"),
				 errdetail("Before PostgreSQL 17 a library gets it only while the server starts."),
				 errhint("Add \"shared_preload_libraries = 'wiji'\" to postgresql.conf and restart the server.")));
	if (RecoveryInProgress())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("a standby cannot tell a horizon"),
				 errdetail("Only the primary knows which transactions have made ids."),
				 errhint("Ask the primary, or read the standby by transactions, as docs/recipes.md shows.")));
}

static void
horizon_need_newer_snapshot(const char *reason)
{
	ereport(ERROR,
			(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
			 errmsg("the snapshot is too old for a horizon"),
			 errdetail_internal("%s", reason),
			 errhint("Retry in a new statement or, where the isolation level is not READ COMMITTED, in a new transaction.")));
}

static Snapshot
horizon_asking_snapshot(void)
{
	Snapshot	snapshot = ActiveSnapshotSet() ? GetActiveSnapshot() : NULL;

	if (snapshot == NULL || snapshot->snapshot_type != SNAPSHOT_MVCC || !snapshot->copied)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("a horizon can be told to queries only")));
	if (IsParallelWorker())
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TRANSACTION_STATE),
				 errmsg("a parallel worker cannot tell a horizon"),
				 errdetail("Each worker would have one of its own."),
				 errhint("Label functions that ask for a horizon PARALLEL RESTRICTED.")));
	if (snapshot->takenDuringRecovery)
		horizon_need_newer_snapshot("It was taken while the server was a standby.");
	return snapshot;
}

/*
 * The transactions that have ended or are kept lower the horizon, unless the
 * snapshot sees their end.
 */
static int64
horizon_lower_by_ended(const horizon_view *v, int64 horizon)
{
	bool		complete;

	LWLockAcquire(&horizon_shared->lock, LW_SHARED);
	for (int i = 0; i < max_prepared_xacts; i++)
		if (horizon_kept[i].xid != 0)
			horizon = horizon_of_entry(&horizon_kept[i], MyDatabaseId, horizon_runs_in_view, v, horizon);
	complete = horizon_of_ended(horizon_ended, v->xmax, MyDatabaseId, horizon_runs_in_view, v, &horizon);
	LWLockRelease(&horizon_shared->lock);

	if (!complete)
		horizon_need_newer_snapshot("More transactions have ended since it was taken than are remembered.");
	return horizon;
}

/*
 * Transactions that were prepared before the server started
 *
 * Nobody knows whether they made ids, and which.  It takes no list to find them.
 * A transaction that a snapshot sees running, that is older than this life of the
 * server and not known from it, is one of them unless it is running in a session.
 */

/*
 * The floor of a transaction that made ids since the server started;
 * HORIZON_NO_FLOOR of any other.
 */
static int64
horizon_known_floor(uint64 xid)
{
	int64		found = HORIZON_NO_FLOOR;

	LWLockAcquire(&horizon_shared->lock, LW_SHARED);
	for (int i = 0; i < max_prepared_xacts; i++)
		if (horizon_kept[i].xid == xid)
			found = horizon_kept[i].floor;
	for (uint64 i = 0; i < Min(horizon_ended->count, horizon_ended->size); i++)
		if (horizon_ended->entries[i].xid == xid)
			found = horizon_ended->entries[i].floor;
	LWLockRelease(&horizon_shared->lock);
	return found;
}

/*
 * Is it prepared, and was it so when the server started?  Such transactions have
 * the number of no session.
 */
static bool
horizon_is_recovered(TransactionId xid)
{
	bool		more = false;

	return TwoPhaseGetXidByVirtualXID(ID_RECOVERED_VXID(xid), &more) == xid;
}

/*
 * This database's prepared transactions, as rows of (xid, gid, since); SPI is
 * connected.
 */
static uint64
horizon_select_prepared(void)
{
	if (SPI_execute("SELECT transaction, gid, prepared FROM pg_catalog.pg_prepared_xacts "
					"WHERE database OPERATOR(pg_catalog.=) pg_catalog.current_database()", true, 0) != SPI_OK_SELECT)
		elog(ERROR, "could not read pg_prepared_xacts");
	return SPI_processed;
}

static Datum
horizon_prepared_column(uint64 row, int column)
{
	bool		is_null;

	return SPI_getbinval(SPI_tuptable->vals[row], SPI_tuptable->tupdesc, column, &is_null);
}

/* ERROR if a recovered transaction is one of this database. */
static void
horizon_refuse_recovered(TransactionId xid)
{
	SPI_connect();
	for (uint64 row = horizon_select_prepared(); row-- > 0;)
		if (DatumGetTransactionId(horizon_prepared_column(row, 1)) == xid)
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("the ids of prepared transaction \"%s\" are not known",
							TextDatumGetCString(horizon_prepared_column(row, 2))),
					 errdetail("It was prepared before the server was started, so it may commit rows of any id."),
					 errhint("Use COMMIT PREPARED or ROLLBACK PREPARED.")));
	SPI_finish();
}

/* (R5) */
static void
horizon_check_recovered(const horizon_view *v)
{
	uint64		first = atomic_load(&horizon_shared->first_xid);

	for (uint32 i = 0; i < v->snapshot->xcnt && v->xmin < first; i++)
	{
		TransactionId xid = v->snapshot->xip[i];
		uint64		wide = horizon_widen_xid(xid, v->xmax);

		if (wide >= first || horizon_known_floor(wide) != HORIZON_NO_FLOOR)
			continue;
		if (horizon_is_recovered(xid))
			horizon_refuse_recovered(xid);
		if (!TransactionIdIsInProgress(xid))
			horizon_need_newer_snapshot("A transaction has ended since it was taken that may have been prepared before the server was started.");
	}
}

/*
 * The horizon is kept in the snapshot itself.  So everything that is evaluated
 * with it, for each row, partition and function, gets the same horizon, and
 * nothing else does.  The word that holds it counts only where the server takes a
 * snapshot: copies, as active snapshots are, have 0 there when they are made.
 */
int64
id_horizon(int64 now)
{
	Snapshot	snapshot;
	horizon_view v;
	int64		horizon;

	id_horizon_require();
	snapshot = horizon_asking_snapshot();
	if (snapshot->snapXactCompletionCount != 0)
		return (int64) snapshot->snapXactCompletionCount;

	horizon_remember_first_xid();
	v = horizon_view_of(snapshot);
	horizon = horizon_begin(&horizon_shared->low_water, now);
	horizon_watch_clock(horizon, now);
	horizon = horizon_of_running(horizon_slots, MaxBackends, MyDatabaseId, horizon);
	horizon = horizon_lower_by_ended(&v, horizon);
	horizon_check_recovered(&v);

	snapshot->snapXactCompletionCount = (uint64) horizon;
	return horizon;
}

/*
 * Telling who holds it back
 */

static void
horizon_put_holder(ReturnSetInfo *result, int pid, Datum gid, Datum since, Datum floor)
{
	Datum		values[] = {Int32GetDatum(pid), gid, since, floor};
	bool		nulls[] = {pid == 0, gid == (Datum) 0, since == (Datum) 0, floor == (Datum) 0};

	tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

static void
horizon_put_sessions(ReturnSetInfo *result, Datum (*first_of) (int64 us))
{
	for (int i = 0; i < MaxBackends; i++)
	{
		int64		floor = atomic_load(&horizon_slots[i].floor);
		int			pid = atomic_load(&horizon_slots[i].pid);
		TimestampTz since = id_us_to_timestamptz(atomic_load(&horizon_slots[i].since));

		if (floor != HORIZON_NO_FLOOR && atomic_load(&horizon_slots[i].database) == MyDatabaseId)
			horizon_put_holder(result, pid, (Datum) 0, TimestampTzGetDatum(since), first_of(floor));
	}
}

/*
 * Rows are late whose ids, or whose horizons, are ahead of the clock.
 */
static void
horizon_put_clock(ReturnSetInfo *result, Datum (*first_of) (int64 us))
{
	int64		latest;
	int64		now;

	LWLockAcquire(&horizon_shared->lock, LW_SHARED);
	latest = horizon_ended->latest;
	LWLockRelease(&horizon_shared->lock);
	latest = Max(latest, horizon_low_water_time(atomic_load(&horizon_shared->low_water)));
	now = GetCurrentTimestamp() + UNIX_EPOCH_OFFSET_US; /* not before */
	if (latest > now)
		horizon_put_holder(result, 0, (Datum) 0, (Datum) 0, first_of(latest));
}

void
id_horizon_holders(ReturnSetInfo *result, Datum (*first_of) (int64 us))
{
	uint64		next = U64FromFullTransactionId(ReadNextFullTransactionId());

	horizon_put_sessions(result, first_of);
	horizon_put_clock(result, first_of);
	if (max_prepared_xacts == 0)
		return;

	SPI_connect();
	for (uint64 row = horizon_select_prepared(); row-- > 0;)
	{
		TransactionId xid = DatumGetTransactionId(horizon_prepared_column(row, 1));
		int64		floor = horizon_known_floor(horizon_widen_xid(xid, next));

		if (floor != HORIZON_NO_FLOOR || horizon_is_recovered(xid))
			horizon_put_holder(result, 0, horizon_prepared_column(row, 2), horizon_prepared_column(row, 3),
							   floor != HORIZON_NO_FLOOR ? first_of(floor) : (Datum) 0);
	}
	SPI_finish();
}
