/*
 * feed/session.c
 *		The shared memory of feeds, and this session's transaction in it.
 *
 * A commit is visible to snapshots that are taken after ProcArrayEndTransaction, which is before
 * XACT_EVENT_COMMIT is called.
 */
#include "postgres.h"

#include "access/transam.h"
#include "access/xact.h"
#include "common/hashfn.h"
#include "miscadmin.h"
#include "feed/feed.h"
#include "shared/memory.h"
#include "storage/lwlock.h"
#include "utils/resowner.h"

/* The layout version of the shared memory.  Increase it with every change of the contents. */
#ifndef FEED_LAYOUT
#define FEED_LAYOUT 2
#endif

/* More than sessions, which claim one each. */
#ifndef FEED_ENTRIES
#define FEED_ENTRIES (MaxBackends + 1024)
#endif
#define MIN_COMMITS 16384		/* those of a second or more at 10,000 commits
								 * a second */

/* Followed by the entries, the slots and the ring. */
typedef struct feed_memory
{
	LWLock		entries_lock;
	LWLock		ring_lock;
	uint64		givings;		/* of entries */
} feed_memory;

/* Addresses in this process; not set before it uses a feed. */
static feed_memory *memory = NULL;
static feed_entry *entries;
static feed_slot *slots;
static feed_slot *own_slot;
static feed_ring *ring;
static int	attached_pid = 0;

/* The entry that this session claims. */
static feed_entry *claimed = NULL;
static bool claimed_is_started; /* was it, when it was claimed? */

/* This transaction. */
static feed_entered entered[FEED_PAIRS];
static int	entered_count = 0;

/*
 * Memory
 */

static Size
entries_offset(void)
{
	return CACHELINEALIGN(sizeof(feed_memory));
}

static Size
slots_offset(void)
{
	return CACHELINEALIGN(entries_offset() + FEED_ENTRIES * sizeof(feed_entry));
}

static Size
ring_offset(void)
{
	return slots_offset() + MaxBackends * sizeof(feed_slot);
}

static uint32
ring_size(void)
{
	return Max(MIN_COMMITS, 16 * MaxBackends);
}

static Size
memory_size(void)
{
	return ring_offset() + offsetof(feed_ring, commits) + ring_size() * sizeof(feed_commit);
}

static Size
shared_size(void)
{
	return id_shared_size(memory_size());
}

void
feed_init_memory(void)
{
	id_request_shared_memory(shared_size);
}

static void
init_memory(void *place)
{
	feed_memory *new = place;
	feed_slot  *empty = (feed_slot *) ((char *) place + slots_offset());
	int			tranche = id_lock_tranche_new("WijiFeed");

	memset(place, 0, memory_size());
	LWLockInitialize(&new->entries_lock, tranche);
	LWLockInitialize(&new->ring_lock, tranche);
	for (int i = 0; i < MaxBackends; i++)
		for (int pair = 0; pair < FEED_PAIRS; pair++)
			atomic_init(&empty[i].floor[pair], FEED_NO_FLOOR);
	((feed_ring *) ((char *) place + ring_offset()))->size = ring_size();
}

static void end_transaction(XactEvent event, void *unused);
static void clear_after_commit(ResourceReleasePhase phase, bool is_commit, bool is_top_level, void *unused);

void
feed_attach_memory(void)
{
	static bool is_registered = false;
	int			number = id_session_slot();

	if (likely(attached_pid == MyProcPid))
		return;
	memory = id_shared_memory("wiji feeds", FEED_LAYOUT, memory_size(), init_memory);
	if (memory == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("wiji_feed must be loaded via \"shared_preload_libraries\""),
				 errdetail("On PostgreSQL 15 and 16, shared memory can be reserved only at server start."),
				 errhint("Add \"wiji_feed\" to \"shared_preload_libraries\" and restart the server.")));
	if (number < 0 || number >= MaxBackends)
		elog(ERROR, "invalid session number: %d", number);
	id_lock_tranche_register(memory->entries_lock.tranche, "WijiFeed");
	entries = (feed_entry *) ((char *) memory + entries_offset());
	slots = (feed_slot *) ((char *) memory + slots_offset());
	ring = (feed_ring *) ((char *) memory + ring_offset());
	own_slot = &slots[number];
	atomic_store(&own_slot->pid, MyProcPid);
	if (!is_registered)
	{
		RegisterXactCallback(end_transaction, NULL);
		RegisterResourceReleaseCallback(clear_after_commit, NULL);
	}
	is_registered = true;
	attached_pid = MyProcPid;
}

/*
 * Entries
 */

/* Where the session last found the entry of this feed; feeds can have the same place. */
static uint32 *
hint_for(const feed_definition *f)
{
	static uint32 hints[64];

	return &hints[hash_bytes_uint32((uint32) f->id) % lengthof(hints)];
}

/* The number of the feed's entry, 0 if it has none.  Requires the lock. */
static uint32
find_entry(const feed_definition *f)
{
	return feed_find(entries, FEED_ENTRIES, *hint_for(f), f->id, f->shape);
}

/* Requires the lock under which the entry was found or given. */
static void
claim_entry(const feed_definition *f, uint32 number)
{
	*hint_for(f) = number;
	feed_claim_entry(entries, number, memory->givings, own_slot);
	claimed = &entries[number - 1];
	claimed_is_started = feed_is_started(claimed->starts);
}

/* C1.  False if the feed has no entry. */
static bool
claim_found(const feed_definition *f)
{
	uint32		number;

	FEED_STEP(C1);
	LWLockAcquire(&memory->entries_lock, LW_SHARED);
	number = find_entry(f);
	if (number != 0)
		claim_entry(f, number);
	LWLockRelease(&memory->entries_lock);
	return number != 0;
}

/* C2 */
static void
claim_given(const feed_definition *f)
{
	bool	   *is_claimed = palloc((FEED_ENTRIES + 1) * sizeof(bool));
	uint32		number;

	FEED_STEP(C2);
	LWLockAcquire(&memory->entries_lock, LW_EXCLUSIVE);
	number = find_entry(f);
	if (number == 0)
	{
		number = feed_choose(entries, FEED_ENTRIES, slots, MaxBackends, is_claimed);
		if (number != 0)
			feed_give(&entries[number - 1], f->id, f->shape);
		memory->givings++;
	}
	if (number != 0)
		claim_entry(f, number);
	LWLockRelease(&memory->entries_lock);
	pfree(is_claimed);
	if (number == 0)
		elog(ERROR, "all feed entries are claimed");
}

bool
feed_claim(const feed_definition *f)
{
	feed_attach_memory();
	if (!claim_found(f))
		claim_given(f);
	return claimed_is_started;
}

/* S0 for a feed without an entry of its shape. */
static void
stop_other_shapes(const feed_definition *f)
{
	const feed_entry none = {.id = f->id};

	LWLockAcquire(&memory->entries_lock, LW_EXCLUSIVE);
	feed_begin_start(entries, FEED_ENTRIES, &none);
	LWLockRelease(&memory->entries_lock);
}

/* Has the feed an entry, of whatever shape?  Requires the lock. */
static bool
has_entry(const feed_definition *f)
{
	for (int i = 0; i < FEED_ENTRIES; i++)
		if (entries[i].id == f->id)
			return true;
	return false;
}

bool
feed_claim_if_there(const feed_definition *f)
{
	uint32		found;
	uint32		starts;
	bool		has_others;

	feed_attach_memory();
	LWLockAcquire(&memory->entries_lock, LW_SHARED);
	found = find_entry(f);
	has_others = found == 0 && has_entry(f);
	if (found != 0)
	{
		*hint_for(f) = found;
		claimed = &entries[found - 1];
		claimed_is_started = feed_is_started(claimed->starts);
		feed_claim_entry(entries, found, atomic_load_explicit(&claimed->used, memory_order_relaxed), own_slot);
	}
	LWLockRelease(&memory->entries_lock);
	if (has_others)
		stop_other_shapes(f);
	else if (found != 0 && !claimed_is_started)
		feed_begin_to_start(&starts);
	return found != 0;
}

bool
feed_begin_to_start(uint32 *starts)
{
	FEED_STEP(S0);
	LWLockAcquire(&memory->entries_lock, LW_EXCLUSIVE);
	*starts = claimed->starts;
	if (!feed_is_started(*starts))
		feed_begin_start(entries, FEED_ENTRIES, claimed);
	LWLockRelease(&memory->entries_lock);
	return !feed_is_started(*starts);
}

bool
feed_start(uint32 starts, int64 time)
{
	bool		is_started;

	FEED_STEP(S1);
	LWLockAcquire(&memory->entries_lock, LW_EXCLUSIVE);
	is_started = feed_start_entry(claimed, starts, time);
	LWLockRelease(&memory->entries_lock);
	return is_started;
}

/*
 * Entering
 */

feed_entered *
feed_find_entered(const feed_definition *f)
{
	for (int i = 0; i < entered_count; i++)
		if (entered[i].id == f->id && entered[i].shape == f->shape)
			return &entered[i];
	return NULL;
}

void
feed_check_room(void)
{
	if (entered_count == FEED_PAIRS)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("cannot insert into more than %d feeds in one transaction", FEED_PAIRS)));
}

feed_entered *
feed_enter_at(const feed_definition *f, int64 now, TimestampTz since)
{
	int			pair = entered_count;
	feed_entered *e = &entered[pair];

	*e = (feed_entered)
	{
		.id = f->id,
			.shape = f->shape,
			.floor = feed_floor(&claimed->mark, now, f->lag),
			.end = PG_INT64_MIN,
	};
	atomic_store(&own_slot->since[pair], since);
	entered_count++;
	e->least = feed_publish(&claimed->mark, own_slot, pair, f->id, e->floor);
	e->least_key = feed_key_of_time(f->key, e->least, e->least_bytes);
	e->is_reached = f->key->is_number || e->least <= now - f->key->unit;
	return e;
}

/*
 * Ending
 */

/* W6.  After the commit, this must not raise an error. */
static void
publish_commits(void)
{
	FullTransactionId xid = GetTopFullTransactionIdIfAny();
	uint64		next;

	if (!FullTransactionIdIsValid(xid))
		return;
	FEED_STEP(W6);
	next = U64FromFullTransactionId(ReadNextFullTransactionId());
	FEED_STEP(W6_ring);
	LWLockAcquire(&memory->ring_lock, LW_EXCLUSIVE);
	for (int i = 0; i < entered_count; i++)
	{
		feed_commit commit = {
			.xid = U64FromFullTransactionId(xid),
			.next = next,
			.floor = entered[i].floor,
			.feed = entered[i].id,
		};

		feed_add_commit(ring, commit);
	}
	LWLockRelease(&memory->ring_lock);
}

static void
clear_own_slot(void)
{
	feed_clear(own_slot, entered_count);
	entered_count = 0;
}

static void
end_transaction(XactEvent event, void *unused pg_attribute_unused())
{
	if (entered_count == 0)
		return;
	switch (event)
	{
		case XACT_EVENT_PRE_PREPARE:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("cannot PREPARE a transaction that has inserted into a feed")));
			return;
		case XACT_EVENT_PRE_COMMIT:
			FEED_STEP(W5);
			return;
		case XACT_EVENT_PARALLEL_PRE_COMMIT:
			return;
		case XACT_EVENT_COMMIT:
			publish_commits();
			return;
		default:
			break;
	}
	clear_own_slot();
}

/*
 * The server has sent what the transaction changed in catalogs.  So a reader that finds the floor cleared
 * learns of a partition that the transaction has added.  Whoever waited for a lock of the transaction
 * can be faster, and find the floor still there.
 */
static void
clear_after_commit(ResourceReleasePhase phase, bool is_commit, bool is_top_level, void *unused pg_attribute_unused())
{
	if (entered_count > 0 && is_commit && is_top_level && phase == RESOURCE_RELEASE_LOCKS)
		clear_own_slot();
}

/*
 * Reading
 */

int64
feed_raise_mark(const feed_definition *f, int64 now)
{
	int64		mark = feed_raise(&claimed->mark, now - f->lag);

	return f->key->is_number ? mark : now - f->lag;
}

/*
 * Transactions in the ring are not subtransactions, so neither the snapshot's subtransactions nor
 * their parents count.  Reading these could wait for a disk while the lock is held.
 */
static bool
runs_in_snapshot(const void *arg, uint64 xid)
{
	const SnapshotData *snapshot = arg;

	if (TransactionIdPrecedes((TransactionId) xid, snapshot->xmin))
		return false;
	if (TransactionIdFollowsOrEquals((TransactionId) xid, snapshot->xmax))
		return true;
	for (uint32 i = 0; i < snapshot->xcnt; i++)
		if (TransactionIdEquals((TransactionId) xid, snapshot->xip[i]))
			return true;
	return false;
}

bool
feed_lower_by_others(const feed_definition *f, Snapshot snapshot, int64 *horizon)
{
	uint64		next = U64FromFullTransactionId(ReadNextFullTransactionId());
	uint64		xmax = next - ((TransactionId) next - snapshot->xmax);
	bool		is_complete;

	*horizon = feed_lower_by_slots(slots, MaxBackends, f->id, *horizon);
	FEED_STEP(R4);
	LWLockAcquire(&memory->ring_lock, LW_SHARED);
	is_complete = feed_lower_by_ring(ring, xmax, f->id, runs_in_snapshot, snapshot, horizon);
	LWLockRelease(&memory->ring_lock);
	return is_complete;
}

void
feed_for_each_floor(const feed_definition *f, feed_floor_function call, void *arg)
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
