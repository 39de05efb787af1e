/*
 * feed/session.c
 *		The shared memory of feeds, and this session's transaction in it: the writer's side of
 *		core.h.
 *
 * A commit is visible to snapshots that are taken after ProcArrayEndTransaction, which is before
 * XACT_EVENT_COMMIT is called.
 */
#include "postgres.h"

#include <limits.h>

#include "access/transam.h"
#include "access/xact.h"
#include "common/hashfn.h"
#include "clock.h"
#include "miscadmin.h"
#include "feed/feed.h"
#include "shared.h"
#include "storage/lwlock.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/resowner.h"
#include "wait.h"

/* The layout version of the shared memory.  Increase it with every change of the contents. */
#ifndef FEED_LAYOUT
#define FEED_LAYOUT 1
#endif

#ifndef MAX_FEEDS
#define MAX_FEEDS 1024
#endif
#define MIN_COMMITS 16384		/* those of a second or more at 10,000 commits
								 * a second */

/* Followed by the slots and the ring. */
typedef struct feed_memory
{
	LWLock		entries_lock;
	LWLock		ring_lock;
	uint32		turn;			/* of the entry that is given next */
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

static int	max_clock_wait = 5000;	/* milliseconds, -1 for no limit */

/*
 * Memory
 */

static Size
slots_offset(void)
{
	return CACHELINEALIGN(sizeof(feed_memory));
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
feed_init_session(void)
{
	DefineCustomIntVariable("wiji_feed.max_clock_wait",
							"Sets how long an insert into a feed waits for a clock that is behind the feed.",
							"If the clock is further behind, the insert fails at once.  -1 waits indefinitely.",
							&max_clock_wait,
							5000, -1, INT_MAX,
							PGC_USERSET, GUC_UNIT_MS,
							NULL, NULL, NULL);
	MarkGUCPrefixReserved("wiji_feed");
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

/* The entry of a feed that this session used, in the giving that it knew; another feed can replace it. */
typedef struct known_entry
{
	uint64		id;
	feed_entry *entry;			/* null before it is found */
	uint64		number;
} known_entry;

static known_entry *
known_entry_of(const feed_definition *f)
{
	static known_entry known[64];
	known_entry *k = &known[hash_bytes_uint32((uint32) f->id) % lengthof(known)];

	if (k->id != f->id)
		*k = (known_entry) {.id = f->id};
	return k;
}

/* Finds the feed's entry, if it has one.  Requires the lock. */
static void
find_entry(const feed_definition *f)
{
	known_entry *k = known_entry_of(f);

	k->entry = NULL;
	for (int i = 0; i < MAX_FEEDS && k->entry == NULL; i++)
		if (memory->entries[i].id == f->id)
			k->entry = &memory->entries[i];
	if (k->entry != NULL)
		k->number = k->entry->number;
}

static bool
has_entry(const feed_definition *f)
{
	const known_entry *k = known_entry_of(f);

	return k->entry != NULL && feed_has_entry(k->entry, f->id, k->number, f->shape);
}

/*
 * Looks at the entry in turn, and gives it to the feed unless a transaction inserts into the feed
 * that has it.
 */
static void
take_entry_in_turn(const feed_definition *f)
{
	feed_entry *candidate = &memory->entries[memory->turn++ % MAX_FEEDS];

	if (!feed_is_named(slots, MaxBackends, candidate->id))
		feed_give(candidate, f->id, f->shape);
}

/*
 * Takes an entry for the feed, or gives it its own one again in another shape.  A look at one
 * candidate holds the lock for a scan of the slots, so the lock is released between two of them.
 */
static void
take_entry(const feed_definition *f)
{
	known_entry *k = known_entry_of(f);

	k->entry = NULL;
	for (int tries = 0; tries < MAX_FEEDS && k->entry == NULL; tries++)
	{
		CHECK_FOR_INTERRUPTS();
		LWLockAcquire(&memory->entries_lock, LW_EXCLUSIVE);
		find_entry(f);
		if (k->entry == NULL)
			take_entry_in_turn(f);
		else if (k->entry->shape != f->shape)
			feed_give(k->entry, f->id, f->shape);
		find_entry(f);
		LWLockRelease(&memory->entries_lock);
	}
	if (k->entry == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("too many feeds"),
				 errdetail("Running transactions insert into %d feeds.", MAX_FEEDS)));
}

/*
 * S1, once for each giving of an entry: new keys are above all that consumers have read, even if
 * the clock was set back before.
 */
static void
start_entry(const feed_definition *f)
{
	int64		time = feed_time_above_table(f);
	feed_entry *entry = known_entry_of(f)->entry;

	FEED_STEP(S1);
	LWLockAcquire(&memory->entries_lock, LW_EXCLUSIVE);
	if (has_entry(f) && !entry->ready)
	{
		feed_raise(&entry->mark, time);
		entry->ready = true;
	}
	LWLockRelease(&memory->entries_lock);
}

/*
 * Locks the entries in shared mode, with an entry of this feed whose mark is above all keys of the
 * table.  Returns the next number of a sequence, which is read before the lock is taken, but after
 * the number of the entry: if that number is still the same, the entry was not given in between.
 */
static int64
lock_entry(const feed_definition *f)
{
	feed_attach_memory();
	for (;;)
	{
		int64		next = f->key->is_number ? feed_next_number(f) : 0;
		bool		is_found;
		bool		is_ready;

		LWLockAcquire(&memory->entries_lock, LW_SHARED);
		if (has_entry(f) && known_entry_of(f)->entry->ready)
			return next;
		find_entry(f);
		is_found = has_entry(f);
		is_ready = is_found && known_entry_of(f)->entry->ready;
		LWLockRelease(&memory->entries_lock);
		if (!is_found)
			take_entry(f);
		if (!is_ready)
			start_entry(f);
	}
}

/*
 * Entering
 */

static feed_entered *
find_entered(const feed_definition *f)
{
	for (int i = 0; i < entered_count; i++)
		if (entered[i].id == f->id && entered[i].shape == f->shape)
			return &entered[i];
	return NULL;
}

bool
feed_has_entered(const feed_definition *f)
{
	return find_entered(f) != NULL;
}

/*
 * W1 to W3.  The pair is counted before it is published: if waiting for the clock fails, the
 * transaction can continue from a savepoint, and must still clear the pair at its end.
 */
static feed_entered *
enter(const feed_definition *f)
{
	TimestampTz since = GetCurrentTimestamp();
	int			pair = entered_count;
	feed_entered *e;
	int64		now;

	if (pair == FEED_PAIRS)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("cannot insert into more than %d feeds in one transaction", FEED_PAIRS)));
	now = lock_entry(f);
	e = &entered[pair];
	FEED_STEP(W1);
	if (!f->key->is_number)
		now = feed_clock(f->key);
	*e = (feed_entered)
	{
		.id = f->id,
			.shape = f->shape,
			.floor = feed_floor(&known_entry_of(f)->entry->mark, now, f->lag),
			.end = PG_INT64_MIN,
	};
	atomic_store(&own_slot->since[pair], since);
	entered_count++;
	e->least = feed_publish(&known_entry_of(f)->entry->mark, own_slot, pair, f->id, e->floor);
	LWLockRelease(&memory->entries_lock);
	e->least_key = feed_key_of_time(f->key, e->least, e->least_bytes);
	e->is_reached = f->key->is_number || e->least <= now - f->key->unit;
	return e;
}

/* "59 min", for a message */
static char *
duration(int64 us)
{
	if (us < USECS_PER_SEC)
		return psprintf("%.3f ms", us / 1000.0);
	if (us < USECS_PER_MINUTE)
		return psprintf("%.3f s", us / (double) USECS_PER_SEC);
	if (us < USECS_PER_HOUR)
		return psprintf("%d min", (int) (us / USECS_PER_MINUTE));
	if (us < USECS_PER_DAY)
		return psprintf("%d h %d min", (int) (us / USECS_PER_HOUR),
						(int) (us % USECS_PER_HOUR / USECS_PER_MINUTE));
	return psprintf("%lld d", (long long) (us / USECS_PER_DAY));
}

static void
reject_clock(const feed_definition *f, int64 behind)
{
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("system clock is behind feed \"%s\" by %s", get_rel_name(f->table), duration(behind)),
			 errdetail("Consumers might have read keys that are ahead of the clock, and \"wiji_feed.max_clock_wait\" is %d ms.", max_clock_wait),
			 errhint("Correct the clock or wait until it has caught up.  If the clock was ahead before, call wiji_drop_feed(), "
					 "correct the rows with keys ahead of the clock, and call wiji_create_feed().")));
}

/*
 * W3a.  Fails at once if the clock is too far behind, because waiting would hold the transaction's
 * locks for nothing.
 */
static void
wait_for_clock(const feed_definition *f, feed_entered *e)
{
	static uint32 event = 0;
	id_wait		wait = {0};
	int64		behind;

	if (event == 0)
		event = id_wait_event_new("WijiFeedClock");
	FEED_STEP(W3a);
	while ((behind = e->least + f->key->unit - feed_clock(f->key)) > 0)
		if ((max_clock_wait >= 0 && behind > max_clock_wait * INT64CONST(1000)) ||
			!id_wait_step(&wait, behind, max_clock_wait, event))
			reject_clock(f, behind);
	e->is_reached = true;
}

feed_entered *
feed_enter(const feed_definition *f)
{
	feed_entered *e = find_entered(f);

	if (e == NULL)
		e = enter(f);
	if (unlikely(!e->is_reached))
		wait_for_clock(f, e);
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
feed_raise_mark(const feed_definition *f)
{
	int64		now = lock_entry(f);
	int64		mark;

	FEED_STEP(R2);
	if (!f->key->is_number)
		now = feed_clock(f->key);
	mark = feed_raise(&known_entry_of(f)->entry->mark, now - f->lag);
	LWLockRelease(&memory->entries_lock);
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
