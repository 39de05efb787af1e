/*
 * src/feed/horizon.c
 *		The time below which a statement misses no id: the protocol of
 *		src/core/horizon.h between the sessions of a server.
 *
 * The server adds to the protocol:
 *
 * A commit is visible to snapshots that are taken after ProcArrayEndTransaction,
 * which is before XACT_EVENT_COMMIT is called.  So the next xid, read in that
 * event, is one as it was after the end.
 *
 * A prepared transaction is kept by its xid, apart from the ring, until it has
 * ended.  As any other, it runs for every snapshot that does not see its end.
 *
 * Horizons begin with a first snapshot.  Transactions that were prepared before the
 * server was started are kept as such that may have made any id.  A snapshot that
 * does not see all ends that the first one sees has no horizon.
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
#include "feed/horizon.h"
#include "clock.h"
#include "compat.h"
#include "shared.h"
#include "start.h"
#include "storage/lwlock.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/snapmgr.h"
#include "utils/tuplestore.h"

/*
 * How many ended transactions are remembered at least: those of the last second or
 * more at 10,000 commits a second.
 */
#define MIN_ENDED 16384

/* No server starts in so few microseconds.  Processors' clocks may differ by some. */
#define SHORTEST_START 1000

/* Of the shared memory.  Whoever changes what is in it raises it. */
#ifndef HORIZON_LAYOUT
#define HORIZON_LAYOUT 1
#endif

/* Followed by the slots, the kept transactions and the ring. */
typedef struct shared_horizon
{
	_Atomic int64 low_water;
	_Atomic int64 remembered;	/* the time that is kept for the next start */
	_Atomic bool has_begun;		/* is there a first snapshot? */
	uint64		first_xmax;		/* of the first snapshot, as is the list of
								 * transactions that it sees running */
	uint32		first_count;
} shared_horizon;

/* The places where this process finds them. */
static shared_horizon *horizon_shared = NULL;
static horizon_slot *horizon_slots;
static horizon_entry *horizon_kept; /* prepared transactions, one for each
									 * that the server allows */
static horizon_ring *horizon_ended;
static LWLock *horizon_lock;	/* of the kept and the ended */
static TransactionId *horizon_first_running;
static horizon_slot *horizon_own_slot;	/* its own */
static int	horizon_attached_pid = 0;	/* the process that all this was set
										 * for: a fork must not go on with its
										 * parent's slot */

int64		id_horizon_floor = HORIZON_NO_FLOOR;
int64		id_horizon_latest = -1;
static bool horizon_feed = true;	/* setting wiji.feed */

/*
 * Memory
 */

static Size
horizon_slots_offset(void)
{
	return CACHELINEALIGN(sizeof(shared_horizon));
}

static Size
horizon_kept_offset(void)
{
	return horizon_slots_offset() + MaxBackends * sizeof(horizon_slot);
}

static Size
horizon_first_offset(void)
{
	return horizon_kept_offset() + MAXALIGN(max_prepared_xacts * sizeof(horizon_entry));
}

/* A snapshot knows as many transactions as may be running, and we add our own. */
static Size
horizon_entries_offset(void)
{
	return CACHELINEALIGN(horizon_first_offset() + (MaxBackends + max_prepared_xacts + 1) * sizeof(TransactionId) + HORIZON_LINE);
}

/* The lock and the ring's head have a line together. */
static Size
horizon_ended_offset(void)
{
	return horizon_entries_offset() - offsetof(horizon_ring, entries);
}

static Size
horizon_lock_offset(void)
{
	return horizon_entries_offset() - HORIZON_LINE;
}

StaticAssertDecl(sizeof(LWLock) + offsetof(horizon_ring, entries) <= HORIZON_LINE, "the lock and the ring's head are in one line");

static uint32
horizon_ended_size(void)
{
	return Max(MIN_ENDED, 4 * (MaxBackends + max_prepared_xacts));
}

Size
id_horizon_shared_size(void)
{
	return horizon_entries_offset() + horizon_ended_size() * sizeof(horizon_entry);
}

static void
horizon_init(void *memory)
{
	horizon_slot *empty = (horizon_slot *) ((char *) memory + horizon_slots_offset());

	memset(memory, 0, id_horizon_shared_size());
	for (int i = 0; i < MaxBackends; i++)
		atomic_init(&empty[i].floor, HORIZON_NO_FLOOR);
	LWLockInitialize((LWLock *) ((char *) memory + horizon_lock_offset()), id_lock_tranche_new("WijiHorizon"));
	((horizon_ring *) ((char *) memory + horizon_ended_offset()))->size = horizon_ended_size();
}

static void horizon_at_end(XactEvent event, void *unused);

static uint64
horizon_widen_xid(TransactionId xid, uint64 next)
{
	return next - ((TransactionId) next - xid);
}

/* A fork finds none of its parent's callbacks, as the postmaster makes no ids. */
static void
horizon_follow_transactions(void)
{
	static bool follows = false;

	if (!follows)
		RegisterXactCallback(horizon_at_end, NULL);
	follows = true;
}

/* This process's places in the shared memory, which may be null. */
static void
horizon_find_places(void *memory)
{
	int			number;

	horizon_attached_pid = MyProcPid;
	horizon_own_slot = NULL;
	horizon_shared = memory;
	if (memory == NULL)
		return;

	horizon_follow_transactions();
	horizon_lock = (LWLock *) ((char *) memory + horizon_lock_offset());
	id_lock_tranche_register(horizon_lock->tranche, "WijiHorizon");
	horizon_slots = (horizon_slot *) ((char *) memory + horizon_slots_offset());
	horizon_kept = (horizon_entry *) ((char *) memory + horizon_kept_offset());
	horizon_first_running = (TransactionId *) ((char *) memory + horizon_first_offset());
	horizon_ended = (horizon_ring *) ((char *) memory + horizon_ended_offset());

	number = id_session_slot();
	if (number < 0 || number >= MaxBackends)
		elog(ERROR, "process has no number of a session: %d", number);
	horizon_own_slot = &horizon_slots[number];
	atomic_store(&horizon_own_slot->database, MyDatabaseId);
	atomic_store(&horizon_own_slot->pid, MyProcPid);
}

static void
horizon_attach(void)
{
	if (horizon_attached_pid != MyProcPid)
		horizon_find_places(id_shared_memory("wiji horizon", HORIZON_LAYOUT, id_horizon_shared_size(), horizon_init));
}

/*
 * Keeping; callers have the lock
 */

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

/* Move kept transactions that are over to the ring of all that have ended. */
static void
horizon_release_kept(void)
{
	for (int i = 0; i < max_prepared_xacts; i++)
	{
		if (horizon_kept[i].xid == 0 || !horizon_is_over(&horizon_kept[i]))
			continue;
		HORIZON_MEANWHILE(W11);
		horizon_kept[i].next = U64FromFullTransactionId(ReadNextFullTransactionId());	/* after its end */
		horizon_end(horizon_ended, horizon_kept[i]);
		horizon_kept[i].xid = 0;
	}
}

/* False if all places are taken. */
static bool
horizon_keep(horizon_entry entry)
{
	HORIZON_MEANWHILE(W10);
	for (int i = 0; i < max_prepared_xacts; i++)
		if (horizon_kept[i].xid == 0)
		{
			horizon_kept[i] = entry;
			return true;
		}
	return false;
}

/*
 * Beginning
 */

/*
 * Keep what was prepared before the server was started.  Such transactions have the
 * number of no session.  If one is over by now, it does no harm.  False if there is
 * no room.  The caller has the lock.
 */
static bool
horizon_keep_recovered(void)
{
	uint64		next = U64FromFullTransactionId(ReadNextFullTransactionId());
	bool		has_room = true;

	horizon_release_kept();
	for (int i = 0; i < max_prepared_xacts && has_room; i++)
	{
		PGPROC	   *proc = &PreparedXactProcs[i];
		horizon_entry entry = {
			.xid = horizon_widen_xid(proc->xid, next),
			.floor = HORIZON_ANY_FLOOR,
			.latest = -1,
			.database = proc->databaseId,
		};

		if (TransactionIdIsValid(proc->xid) && ID_IS_RECOVERED(proc) && TransactionIdIsInProgress(proc->xid))
			has_room = horizon_keep(entry);
	}
	return has_room;
}

static void
horizon_take_first_snapshot(void)
{
	static SnapshotData first =
	{
		SNAPSHOT_MVCC
	};

	GetSnapshotData(&first);
	memcpy(horizon_first_running, first.xip, first.xcnt * sizeof(TransactionId));
	horizon_first_running[first.xcnt] = GetTopTransactionIdIfAny(); /* which it does not
																	 * contain */
	horizon_shared->first_count = first.xcnt + 1;
	horizon_shared->first_xmax = horizon_widen_xid(first.xmax, U64FromFullTransactionId(ReadNextFullTransactionId()));
}

/*
 * Horizons begin, unless they have.  Ids and horizons are from then on later than
 * what was committed before the server's start.
 */
static void
horizon_begin_life(void)
{
	if (likely(atomic_load(&horizon_shared->has_begun)) || RecoveryInProgress())
		return;
	HORIZON_MEANWHILE(R1);
	if (atomic_load(&horizon_shared->low_water) == 0)
		horizon_raise(&horizon_shared->low_water, id_time_before_start() + 1);
	LWLockAcquire(horizon_lock, LW_EXCLUSIVE);
	if (!atomic_load(&horizon_shared->has_begun) && horizon_keep_recovered())
	{
		HORIZON_MEANWHILE(R2);
		horizon_take_first_snapshot();
		atomic_store(&horizon_shared->has_begun, true);
	}
	LWLockRelease(horizon_lock);
}

/*
 * Making ids
 */

/*
 * The clock is behind the mark, and so are the times of commits from now on.  The next
 * start has to know the mark itself.  What it gets is a little later, so that the mark
 * may move on for a while.
 */
static void
horizon_remember(int64 low_water, int64 behind)
{
	LWLockAcquire(horizon_lock, LW_EXCLUSIVE);
	if (atomic_load(&horizon_shared->remembered) < low_water)
	{
		int64		time = low_water + Min(behind, USECS_PER_SEC);

		id_remember_time(time);
		atomic_store(&horizon_shared->remembered, time);
	}
	LWLockRelease(horizon_lock);
}

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
	else if (!behind || atomic_load(&horizon_shared->remembered) < low_water)
	{
		now = GetCurrentTimestamp() + UNIX_EPOCH_OFFSET_US;
		if (low_water > now + SHORTEST_START)
			horizon_remember(low_water, low_water - now);
		if (low_water > now && !behind)
			id_report_step_back(low_water - now);
		behind = low_water > now;
	}
}

static int64
horizon_enter_transaction(int64 now)
{
	horizon_attach();
	if (horizon_own_slot == NULL)
		return 0;

	horizon_begin_life();
	/* who sees the floor, which is stored next, sees this, too */
	atomic_store_explicit(&horizon_own_slot->since, now, memory_order_relaxed);
	id_horizon_floor = horizon_enter(&horizon_shared->low_water, horizon_own_slot, now);
	horizon_watch_clock(id_horizon_floor, now);
	return id_horizon_floor;
}

int64
id_horizon_enter_first(int64 now)
{
	return horizon_feed ? horizon_enter_transaction(now) : 0;
}

void
id_horizon_count_on(const id_kind *kind)
{
	if (id_horizon_floor < 0)
		(void) horizon_enter_transaction(id_clock_us(0, kind->time->max_us, kind->codec->name));
}

bool
id_horizon_move_on(int64 now, int64 last, int64 next)
{
	return id_horizon_floor >= 0 && horizon_move_on(&horizon_shared->low_water, now, last, next);
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
 * Keep this transaction, which is going to be prepared.  There are as many places
 * as transactions that may be prepared.  It is kept until the server says that it is
 * over, also if it cannot be prepared: whether it was is not for its session to say.
 */
static void
horizon_reserve(void)
{
	horizon_entry own = horizon_own_entry();
	bool		has_room;

	LWLockAcquire(horizon_lock, LW_EXCLUSIVE);
	horizon_release_kept();
	has_room = horizon_keep(own);
	LWLockRelease(horizon_lock);
	/* where none may be prepared, the server says so itself */
	if (!has_room && max_prepared_xacts > 0)
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("maximum number of prepared transactions reached"),
				 errhint("Increase \"max_prepared_transactions\" (currently %d).", max_prepared_xacts)));
}

/*
 * The entry that is written next, as far as can be told without the lock.  A session
 * that has not had its page yet waits for it here, and not while others wait for the
 * lock.
 */
static void
horizon_touch_ended(void)
{
	const volatile horizon_ring *ring = horizon_ended;

	(void) ring->entries[ring->count % ring->size].xid;
}

/* This transaction has committed.  Older snapshots see none of its rows, if it has any. */
static void
horizon_tell_older_snapshots(void)
{
	horizon_entry entry;

	if (!FullTransactionIdIsValid(GetTopFullTransactionIdIfAny()))
		return;
	HORIZON_MEANWHILE(W7);
	entry = horizon_own_entry();
	horizon_touch_ended();
	LWLockAcquire(horizon_lock, LW_EXCLUSIVE);
	horizon_end(horizon_ended, entry);
	LWLockRelease(horizon_lock);
}

/*
 * A transaction that made ids has ended, or is prepared; its slot is cleared
 * last.
 */
static void
horizon_at_end(XactEvent event, void *unused pg_attribute_unused())
{
	if (id_horizon_floor == HORIZON_NO_FLOOR)
		return;

	switch (event)
	{
		case XACT_EVENT_PRE_PREPARE:
			horizon_reserve();	/* it may fail here, and not below */
			return;
		case XACT_EVENT_PRE_COMMIT:
		case XACT_EVENT_PARALLEL_PRE_COMMIT:
			HORIZON_MEANWHILE(W6);
			return;
		case XACT_EVENT_PREPARE:
			break;				/* it is kept already */
		case XACT_EVENT_COMMIT:
			horizon_tell_older_snapshots();
			break;
		case XACT_EVENT_ABORT:	/* nobody will see its rows, unless it is kept */
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
id_define_feed_setting(void)
{
	DefineCustomBoolVariable("wiji.feed",
							 "Lets horizons know of the ids that a transaction makes.",
							 "Otherwise the transaction holds no feed back, and wiji_refuse_foreign_id() refuses its ids. "
							 "It is looked at until the first id that horizons know of; that and all later ids of the transaction count.",
							 &horizon_feed,
							 true,
							 PGC_USERSET, 0,
							 NULL, NULL, NULL);
}

void
id_horizon_require(void)
{
	horizon_attach();
	if (horizon_shared == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("wiji must be loaded via \"shared_preload_libraries\""),
				 errdetail("On PostgreSQL 15 and 16, shared memory can be reserved only at server start."),
				 errhint("Add \"wiji\" to \"shared_preload_libraries\" and restart the server.")));
	if (RecoveryInProgress())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("a standby cannot tell a horizon"),
				 errdetail("Only the primary knows which transactions have made ids."),
				 errhint("Ask the primary. Let it keep its horizon in a row, and read up to that here, as docs/feeds.md shows.")));
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
				 errmsg("only a query can ask for a horizon")));
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

	LWLockAcquire(horizon_lock, LW_SHARED);
	HORIZON_MEANWHILE(R6);
	for (int i = 0; i < max_prepared_xacts; i++)
		if (horizon_kept[i].xid != 0)
			horizon = horizon_of_entry(&horizon_kept[i], MyDatabaseId, horizon_runs_in_view, v, horizon);
	complete = horizon_of_ended(horizon_ended, v->xmax, MyDatabaseId, horizon_runs_in_view, v, &horizon);
	LWLockRelease(horizon_lock);

	if (!complete)
		horizon_need_newer_snapshot("More transactions have ended since it was taken than are remembered.");
	return horizon;
}

/*
 * The floor of a transaction that is kept or has ended; HORIZON_NO_FLOOR if none is
 * known.
 */
static int64
horizon_known_floor(uint64 xid)
{
	int64		found = HORIZON_NO_FLOOR;

	LWLockAcquire(horizon_lock, LW_SHARED);
	for (int i = 0; i < max_prepared_xacts; i++)
		if (horizon_kept[i].xid == xid)
			found = horizon_kept[i].floor;
	for (uint64 i = 0; i < Min(horizon_ended->count, horizon_ended->size); i++)
		if (horizon_ended->entries[i].xid == xid)
			found = horizon_ended->entries[i].floor;
	LWLockRelease(horizon_lock);
	return found;
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

/*
 * ERROR: a transaction that was prepared before the server's start runs for the
 * snapshot.  Nobody knows whether it made ids, and which.
 */
static void
horizon_refuse_recovered(void)
{
	uint64		next = U64FromFullTransactionId(ReadNextFullTransactionId());

	SPI_connect();
	for (uint64 row = horizon_select_prepared(); row-- > 0;)
		if (horizon_known_floor(horizon_widen_xid(DatumGetTransactionId(horizon_prepared_column(row, 1)), next)) == HORIZON_ANY_FLOOR)
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("the ids of prepared transaction \"%s\" are not known",
							TextDatumGetCString(horizon_prepared_column(row, 2))),
					 errdetail("It was prepared before the server was started, so it may commit rows of any id."),
					 errhint("Use COMMIT PREPARED or ROLLBACK PREPARED.")));
	SPI_finish();
	horizon_need_newer_snapshot("A transaction has ended since it was taken that was prepared before the server was started.");
}

static bool
horizon_first_sees_running(TransactionId xid)
{
	for (uint32 i = 0; i < horizon_shared->first_count; i++)
		if (horizon_first_running[i] == xid)
			return true;
	return false;
}

/* Horizons have begun, and the snapshot sees each end that the first one sees. */
static void
horizon_check_first(const horizon_view *v)
{
	bool		sees_all;

	HORIZON_MEANWHILE(R3);
	if (!atomic_load(&horizon_shared->has_begun))
		elog(ERROR, "more prepared transactions than \"max_prepared_transactions\"");
	sees_all = v->xmax >= horizon_shared->first_xmax;
	for (uint32 i = 0; i < v->snapshot->xcnt && v->xmin < horizon_shared->first_xmax; i++)
	{
		TransactionId xid = v->snapshot->xip[i];

		sees_all &= horizon_widen_xid(xid, v->xmax) >= horizon_shared->first_xmax || horizon_first_sees_running(xid);
	}
	if (!sees_all)
		horizon_need_newer_snapshot("It was taken before anybody made ids or asked for a horizon since the server was started.");
}

/*
 * Where a snapshot keeps its horizon; 0 before it has one.  So everything that is
 * evaluated with the snapshot, for each row, partition and function, gets the same
 * horizon, and nothing else does.  The server reads this word only where it takes a
 * snapshot.  In copies, as active snapshots are, it is 0 when they are made.
 */
static uint64 *
horizon_in_snapshot(Snapshot snapshot)
{
	return &snapshot->snapXactCompletionCount;
}

static int64
horizon_of_statement(int64 now)
{
	Snapshot	snapshot;
	horizon_view v;
	int64		horizon;

	id_horizon_require();
	snapshot = horizon_asking_snapshot();
	if (*horizon_in_snapshot(snapshot) != 0)
		return (int64) *horizon_in_snapshot(snapshot);

	horizon_begin_life();
	v = horizon_view_of(snapshot);
	horizon_check_first(&v);
	horizon = horizon_begin(&horizon_shared->low_water, now);
	horizon_watch_clock(horizon, now);
	horizon = horizon_of_running(horizon_slots, MaxBackends, MyDatabaseId, horizon);
	horizon = horizon_lower_by_ended(&v, horizon);
	if (horizon == HORIZON_ANY_FLOOR)
		horizon_refuse_recovered();

	HORIZON_MEANWHILE(R8);
	*horizon_in_snapshot(snapshot) = (uint64) horizon;
	return horizon;
}

/* Before the first id of a kind nothing is missing, nor up to its last. */
static Datum
horizon_tick(const id_kind *kind, int64 us)
{
	uint8		id[ID_MAX_LEN];

	kind->tick_at(Max(kind->time->min_us, Min(us, kind->time->max_us)), id);
	return id_datum(kind->codec, id);
}

Datum
id_horizon_of_kind(const id_kind *kind)
{
	return horizon_tick(kind, horizon_of_statement(id_clock_us(0, kind->time->max_us, kind->codec->name)));
}

bool
id_horizon_made_here(const id_kind *kind, const uint8 *id)
{
	uint8		least[ID_MAX_LEN];

	if (id_horizon_floor < 0)
		return false;
	kind->tick_at(Max(kind->time->min_us, Min(id_horizon_floor, kind->time->max_us)), least);
	return memcmp(least, id, kind->codec->len) <= 0 && kind->time->get_us(id) <= id_horizon_latest;
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
horizon_put_sessions(ReturnSetInfo *result, const id_kind *kind)
{
	for (int i = 0; i < MaxBackends; i++)
	{
		int64		floor = atomic_load(&horizon_slots[i].floor);
		int			pid = atomic_load(&horizon_slots[i].pid);
		TimestampTz since = id_us_to_timestamptz(atomic_load(&horizon_slots[i].since));

		if (floor != HORIZON_NO_FLOOR && atomic_load(&horizon_slots[i].database) == MyDatabaseId)
			horizon_put_holder(result, pid, (Datum) 0, TimestampTzGetDatum(since), horizon_tick(kind, floor));
	}
}

/*
 * Rows are late whose ids, or whose horizons, are ahead of the clock.
 */
static void
horizon_put_clock(ReturnSetInfo *result, const id_kind *kind)
{
	int64		latest;
	int64		now;

	LWLockAcquire(horizon_lock, LW_SHARED);
	latest = horizon_ended->latest;
	LWLockRelease(horizon_lock);
	latest = Max(latest, horizon_low_water_time(atomic_load(&horizon_shared->low_water)));
	now = GetCurrentTimestamp() + UNIX_EPOCH_OFFSET_US; /* not before */
	if (latest > now)
		horizon_put_holder(result, 0, (Datum) 0, (Datum) 0, horizon_tick(kind, latest));
}

void
id_horizon_holders(ReturnSetInfo *result, const id_kind *kind)
{
	uint64		next = U64FromFullTransactionId(ReadNextFullTransactionId());

	horizon_put_sessions(result, kind);
	horizon_put_clock(result, kind);
	if (max_prepared_xacts == 0)
		return;

	SPI_connect();
	for (uint64 row = horizon_select_prepared(); row-- > 0;)
	{
		TransactionId xid = DatumGetTransactionId(horizon_prepared_column(row, 1));
		int64		floor = horizon_known_floor(horizon_widen_xid(xid, next));

		if (floor != HORIZON_NO_FLOOR)
			horizon_put_holder(result, 0, horizon_prepared_column(row, 2), horizon_prepared_column(row, 3),
							   floor != HORIZON_ANY_FLOOR ? horizon_tick(kind, floor) : (Datum) 0);
	}
	SPI_finish();
}
