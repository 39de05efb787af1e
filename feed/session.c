/*
 * src/feed/session.c
 *		The shared memory of feeds, and this session's transaction in it: the writer's side of
 *		src/core/feed.h.
 *
 * Only triggers and horizons of feeds come here.  A commit is visible to snapshots that are taken
 * after ProcArrayEndTransaction, which is before XACT_EVENT_COMMIT is called.
 */
#include "postgres.h"

#include "access/transam.h"
#include "access/xact.h"
#include "clock.h"
#include "compat.h"
#include "feed/table.h"
#include "miscadmin.h"
#include "shared.h"
#include "storage/lwlock.h"
#include "utils/fmgrprotos.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

/* The layout version of the shared memory.  Increase it with every change of the contents. */
#ifndef FEED_LAYOUT
#define FEED_LAYOUT 1
#endif

#define MAX_FEEDS 1024
#define MIN_COMMITS 16384		/* those of a second or more at 10,000 commits
								 * a second */

/* Followed by the slots and the ring. */
typedef struct feed_memory
{
	LWLock		lock;			/* for all that is not atomic, except slots */
	feed_entry	entries[MAX_FEEDS];
} feed_memory;

/* Addresses in this process; not set before it uses a feed. */
static feed_memory *memory = NULL;
static feed_slot *slots;
static feed_slot *own_slot;
static feed_ring *ring;
static int	attached_pid = 0;

/* This transaction. */
static feed_entered entered[FEED_PAIRS];
static int	entered_count = 0;

/*
 * Memory
 */

static Size
feed_slots_offset(void)
{
	return CACHELINEALIGN(sizeof(feed_memory));
}

static Size
feed_ring_offset(void)
{
	return feed_slots_offset() + MaxBackends * sizeof(feed_slot);
}

static uint32
feed_ring_size(void)
{
	return Max(MIN_COMMITS, 16 * MaxBackends);
}

Size
feed_shared_size(void)
{
	return feed_ring_offset() + offsetof(feed_ring, commits) + feed_ring_size() * sizeof(feed_commit);
}

static void
feed_init_memory(void *place)
{
	feed_memory *new = place;
	feed_slot  *empty = (feed_slot *) ((char *) place + feed_slots_offset());

	memset(place, 0, feed_shared_size());
	LWLockInitialize(&new->lock, id_lock_tranche_new("WijiFeed"));
	for (int i = 0; i < MaxBackends; i++)
		for (int pair = 0; pair < FEED_PAIRS; pair++)
			atomic_init(&empty[i].floor[pair], FEED_NO_FLOOR);
	((feed_ring *) ((char *) place + feed_ring_offset()))->size = feed_ring_size();
}

static void feed_xact_callback(XactEvent event, void *unused);

void
feed_attach_memory(void)
{
	static bool is_registered = false;
	int			number = id_session_slot();

	if (likely(attached_pid == MyProcPid))
		return;
	memory = id_shared_memory("wiji feeds", FEED_LAYOUT, feed_shared_size(), feed_init_memory);
	if (memory == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("wiji must be loaded via \"shared_preload_libraries\" to use feeds"),
				 errdetail("On PostgreSQL 15 and 16, shared memory can be reserved only at server start."),
				 errhint("Add \"wiji\" to \"shared_preload_libraries\" and restart the server.")));
	if (number < 0 || number >= MaxBackends)
		elog(ERROR, "invalid session number: %d", number);
	id_lock_tranche_register(memory->lock.tranche, "WijiFeed");
	slots = (feed_slot *) ((char *) memory + feed_slots_offset());
	ring = (feed_ring *) ((char *) memory + feed_ring_offset());
	own_slot = &slots[number];
	atomic_store(&own_slot->pid, MyProcPid);
	if (!is_registered)
		RegisterXactCallback(feed_xact_callback, NULL);
	is_registered = true;
	attached_pid = MyProcPid;
}

/*
 * Entries
 */

/* Free the entries of feeds that were dropped, in this database or with their database. */
static void
feed_free_entries(void)
{
	for (int i = 0; i < MAX_FEEDS; i++)
	{
		uint64		id = atomic_load(&memory->entries[i].id);
		Oid			database = id >> 32;

		if (id != 0 && !(database == MyDatabaseId ? feed_trigger_exists((Oid) id) :
						 SearchSysCacheExists1(DATABASEOID, ObjectIdGetDatum(database))))
			atomic_compare_exchange_strong(&memory->entries[i].id, &id, 0);
	}
}

/*
 * The feed's entry; null if all are in use.  If the type of the column has changed, its keys get an
 * entry of their own, because the transaction that changes the type can still abort.
 */
static feed_entry *
feed_find_or_create_entry(const feed_info *f)
{
	feed_entry *found = NULL;
	feed_entry *free = NULL;

	LWLockAcquire(&memory->lock, LW_EXCLUSIVE);
	for (int i = 0; i < MAX_FEEDS && found == NULL; i++)
	{
		feed_entry *e = &memory->entries[i];

		if (atomic_load(&e->id) == f->id && e->type == f->type)
			found = e;
		else if (atomic_load(&e->id) == 0)
			free = e;
	}
	if (found == NULL && free != NULL)
	{
		found = free;
		found->type = f->type;
		atomic_store(&found->ready, false);
		atomic_store(&found->mark, PG_INT64_MIN);
		atomic_store(&found->latest, PG_INT64_MIN);
		atomic_store(&found->id, f->id);
	}
	LWLockRelease(&memory->lock);
	return found;
}

/*
 * S1, once for each feed after server start: new keys are above all that consumers have read, even
 * if the clock was set back in between.
 */
static void
feed_start(feed_info *f)
{
	int64		time = feed_time_above_table(f, false);

	FEED_STEP(S1);
	LWLockAcquire(&memory->lock, LW_EXCLUSIVE);
	if (!atomic_load(&f->entry->ready))
	{
		feed_raise(&f->entry->mark, time);
		atomic_store(&f->entry->ready, true);
	}
	LWLockRelease(&memory->lock);
}

void
feed_attach(feed_info *f)
{
	feed_attach_memory();
	if (f->entry == NULL || atomic_load(&f->entry->id) != f->id || f->entry->type != f->type)
	{
		f->entry = feed_find_or_create_entry(f);
		if (f->entry == NULL)
		{
			feed_free_entries();
			f->entry = feed_find_or_create_entry(f);
		}
		if (f->entry == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("too many feeds"),
					 errdetail("A server can use %d feeds at a time.", MAX_FEEDS),
					 errhint("Drop feeds that are not used.")));
	}
	if (unlikely(!atomic_load(&f->entry->ready)))
		feed_start(f);
}

/*
 * Entering
 */

feed_entered *
feed_entered_already(const feed_info *f)
{
	for (int i = 0; i < entered_count; i++)
		if (entered[i].id == f->id && entered[i].key_type == f->key_type)
			return &entered[i];
	return NULL;
}

feed_entered *
feed_enter(feed_info *f)
{
	feed_entered *e = feed_entered_already(f);

	if (e != NULL)
		return e;
	if (entered_count == FEED_PAIRS)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("cannot insert into more than %d feeds in one transaction", FEED_PAIRS)));
	feed_attach(f);
	e = &entered[entered_count];
	*e = (feed_entered)
	{
		.entry = f->entry,
			.id = f->id,
			.key_type = f->key_type,
			.newest = PG_INT64_MIN,
			.end = PG_INT64_MIN,
			.floor = feed_floor(&f->entry->mark, feed_clock(f), f->lag),
	};
	atomic_store(&own_slot->since[entered_count], GetCurrentTimestamp());
	e->least = feed_publish(&f->entry->mark, own_slot, entered_count, f->id, e->floor);
	e->least_key = feed_key_of_time(f, e->least, e->least_bytes);
	entered_count++;
	return e;
}

/*
 * What generators have to know.  A statement runs at the depth of the triggers that called it, and
 * its own triggers at the next one.
 */
#define MAX_DEPTH 32

static struct
{
	int64		least;
	uint64		feed;
	TimestampTz statement;
}			statements[MAX_DEPTH];

int64		feed_greatest_least = 0;

int
feed_trigger_depth(void)
{
	return DatumGetInt32(DirectFunctionCall1(pg_trigger_depth, (Datum) 0));
}

void
feed_set_least(int depth, const feed_entered *e)
{
	int			place = Min(depth, MAX_DEPTH - 1);

	statements[place].least = e != NULL ? e->least : 0;
	statements[place].feed = e != NULL ? e->id : 0;
	statements[place].statement = GetCurrentStatementStartTimestamp();
	if (e != NULL)
		feed_greatest_least = Max(feed_greatest_least, e->least);
}

int64
feed_least_of_statement(int64 now, uint64 *feed)
{
	int			place = Min(feed_trigger_depth(), MAX_DEPTH - 1);

	if (feed_greatest_least <= now + FEED_NEAR_US)
		return feed_greatest_least;
	if (statements[place].statement != GetCurrentStatementStartTimestamp())
		return 0;
	*feed = statements[place].feed;
	return statements[place].least;
}

/*
 * Ending
 */

/* W6.  After the commit, this must not raise an error. */
static void
feed_publish_commits(void)
{
	FullTransactionId xid = GetTopFullTransactionIdIfAny();
	uint64		next;

	if (!FullTransactionIdIsValid(xid))
		return;
	FEED_STEP(W6);
	next = U64FromFullTransactionId(ReadNextFullTransactionId());
	FEED_STEP(W6_ring);
	LWLockAcquire(&memory->lock, LW_EXCLUSIVE);
	for (int i = 0; i < entered_count; i++)
	{
		feed_entered *e = &entered[i];
		feed_commit commit = {
			.xid = U64FromFullTransactionId(xid),
			.next = next,
			.floor = e->floor,
			.feed = e->id,
		};

		feed_add_commit(ring, commit);
		if (atomic_load(&e->entry->id) == e->id)
			feed_raise(&e->entry->latest, e->newest);
	}
	LWLockRelease(&memory->lock);
}

static void
feed_xact_callback(XactEvent event, void *unused pg_attribute_unused())
{
	switch (event)
	{
		case XACT_EVENT_PRE_PREPARE:
			if (entered_count > 0)
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("cannot PREPARE a transaction that has inserted into a feed")));
			return;
		case XACT_EVENT_PRE_COMMIT:
			if (entered_count > 0)
				FEED_STEP(W5);
			return;
		case XACT_EVENT_PARALLEL_PRE_COMMIT:
			return;
		case XACT_EVENT_COMMIT:
			if (entered_count > 0)
				feed_publish_commits();
			break;
		default:
			break;
	}
	if (entered_count > 0)
		feed_clear(own_slot, entered_count);
	entered_count = 0;
	if (feed_greatest_least != 0)
		memset(statements, 0, sizeof(statements));
	feed_greatest_least = 0;
	feed_forget_horizons();
}

/*
 * Other sessions
 */

static bool
feed_runs_in_snapshot(const void *arg, uint64 xid)
{
	Snapshot	snapshot = unconstify(SnapshotData *, (const SnapshotData *) arg);

	return XidInMVCCSnapshot((TransactionId) xid, snapshot);
}

bool
feed_lower_by_others(const feed_info *f, Snapshot snapshot, int64 *horizon)
{
	uint64		next = U64FromFullTransactionId(ReadNextFullTransactionId());
	uint64		xmax = next - ((TransactionId) next - snapshot->xmax);
	bool		is_complete;

	*horizon = feed_lower_by_slots(slots, MaxBackends, f->id, *horizon);
	FEED_STEP(R4);
	LWLockAcquire(&memory->lock, LW_SHARED);
	is_complete = feed_lower_by_ring(ring, xmax, f->id, feed_runs_in_snapshot, snapshot, horizon);
	LWLockRelease(&memory->lock);
	return is_complete;
}

void
feed_for_each_floor(const feed_info *f, void (*call) (void *arg, int pid, int64 since, int64 floor), void *arg)
{
	for (int i = 0; i < MaxBackends; i++)
		for (int pair = 0; pair < FEED_PAIRS; pair++)
		{
			int64		since = atomic_load(&slots[i].since[pair]);
			int64		floor = atomic_load(&slots[i].floor[pair]);

			if (floor != FEED_NO_FLOOR && atomic_load(&slots[i].feed[pair]) == f->id)
				call(arg, atomic_load(&slots[i].pid), since, floor);
		}
}
