/*
 * feed/core.h
 *		The protocol of change feeds, without PostgreSQL.
 *
 * A consumer polls a table by its key and must know up to where it may read.  That is its
 * horizon: each key below it belongs to a row that the consumer's snapshot sees, or that nobody
 * will ever see.  A feed is a table with such a horizon.
 *
 * Keys are compared as times: microseconds, or the numbers of a sequence, which is a clock like any
 * other.  Sessions keep in shared memory:
 *
 *	slot	one for each session: the feeds that its running transaction inserts into, and a
 *			floor for each.  None of its keys in that feed is below the floor.  A slot also
 *			claims one entry, which its session uses or used last.
 *	entry	one for each feed that is in use and shape of its times, which is a column and a
 *			layout.  An entry that no slot claims can be given to another feed.  There are more
 *			entries than slots, so there always is one to give.
 *	mark	low-water mark, in the entry: no transaction that enters the feed from now on
 *			inserts a key below it
 *	ring	transactions that committed: an older snapshot does not see their rows, though no
 *			slot has them any more
 *
 * Before each use of an entry, by writers and readers:
 *	C1	with the shared lock: find the feed's entry, and claim it
 *	C2	if there is none, with the exclusive lock: look again, or give the entry that was used
 *		longest ago, of those that no slot claims, and claim it
 *	S0	if the entry is not started, with the exclusive lock: entries of the feed's other shapes
 *		are not started any more.  Look for the greatest key in the table, and for the stored
 *		horizon.
 *	S1	with the exclusive lock: raise the mark above the key, and to the horizon, unless the entry
 *		was started meanwhile.  If another shape came to S0 since then, begin again with that.
 *
 * Whoever gives an entry has done so before the lock is taken here, or sees the claim.  So the
 * entry is the feed's until the session claims another one, and is used without the lock.  A claim
 * stays until then, and needs no clearing after errors or at the end of a session.  Clocks and
 * sequences are read while the entry is claimed: no horizon that was told before it was given is
 * above them.
 *
 * Writer, in a transaction's first insert into a feed:
 *	W1	floor = max(clock - lag, mark)
 *	W2	publish the feed, then the floor
 *	W3	least = max(floor, mark), read again
 *	W3a	wait, without the lock, until the clock has passed the least by one unit
 *	W4	insert keys that are not below the least
 *	W5	reject PREPARE TRANSACTION
 *	W6	after the commit is visible: read the next xid, add to the ring
 *	W7	after everybody can know which tables the transaction changed: clear the floor, then
 *		the feed
 *
 * Reader, with its snapshot:
 *	R0	return the horizon that was kept for this snapshot, if there is one
 *	R1	check the table's definition
 *	R2	raise the mark to clock - lag.  This is the horizon of times; that of numbers is what is
 *		found or stored in the mark.
 *	R3	lower it by the floors in the slots
 *	R4	and by those in the ring, of transactions that still run for the snapshot
 *	R5	check the definition again: a partition that was added since R1 may be missing from the
 *		statement's plan, and one that a transaction added before it cleared a floor is known now
 *	R6	keep the horizon, and return it
 *
 * While a feed keeps its entry, safety rests on the mark and on the check of each key (W4) alone.
 * The clock may do anything: it only decides who waits.  Over a start (S1), safety rests on the
 * greatest key in the table and, where consumers have read greater keys whose rows were deleted,
 * on the clock: each horizon of times was at most clock - lag when it was returned, so the floors
 * of a right clock are above it.  For stored horizons, it rests on their rows instead.
 *
 * feed/model/feed.pml has the same steps.  There Spin tries them in every order, and loses a row as
 * soon as one is left out.  feed/t/038_windows.pl stops sessions before each of them.
 *
 * Atomic fields are sequentially consistent unless a function says otherwise.  The others need the
 * caller's lock.  Atomics are those of C11, because the core includes no header of PostgreSQL's.
 */
#ifndef FEED_CORE_H
#define FEED_CORE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef FEED_STEP
#define FEED_STEP(step) ((void) 0)	/* a test stops here */
#endif

/* Without such instructions, compilers use locks that are not shared between processes. */
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "this machine has no atomic instructions for 64 bits");

/* Greater than every horizon that it could lower.  A sequence can begin at INT64_MIN. */
#define FEED_NO_FLOOR INT64_MAX

/* Feeds that one transaction can insert into. */
#define FEED_PAIRS 8

/*
 * Written by each transaction.  The floors of two sessions do not share a line of 64 bytes, and
 * readers that find no floor read only that line.
 */
typedef struct feed_slot
{
	_Atomic int64_t floor[FEED_PAIRS];
	_Atomic int64_t since[FEED_PAIRS];	/* when the feed was entered, for
										 * people */
	_Atomic uint64_t feed[FEED_PAIRS];	/* 0: none */
	_Atomic int pid;
	_Atomic uint32_t claim;		/* number of the entry, from 1; 0: none */
	char		unused[56];
} feed_slot;

_Static_assert(sizeof(feed_slot) == 256, "a slot is four lines");

typedef struct feed_entry
{
	uint64_t	id;				/* of the feed; 0 before the entry is given */
	uint32_t	shape;			/* which column and layout its times are of */
	uint32_t	starts;			/* odd: the mark is above all keys of the
								 * table */
	_Atomic uint64_t used;		/* givings of all entries, when this one was
								 * last claimed */
	_Atomic int64_t mark;
} feed_entry;

/* A transaction that committed rows of a feed. */
typedef struct feed_commit
{
	uint64_t	xid;
	uint64_t	next;			/* the next xid, as it was after the end of
								 * this one and all before it */
	int64_t		floor;
	uint64_t	feed;
} feed_commit;

typedef struct feed_ring
{
	uint64_t	count;			/* commits that were ever added */
	uint64_t	next;			/* of the newest, which is the greatest */
	uint32_t	size;			/* so many are kept */
	feed_commit commits[];
} feed_ring;

static inline bool
feed_is_started(uint32_t starts)
{
	return starts % 2 == 1;
}

/*
 * Finds the entry of a feed, and looks first at the one with number "hint", which may be any
 * number. Returns its number, or 0.  Requires the lock.
 */
static inline uint32_t
feed_find(const feed_entry *entries, uint32_t n, uint32_t hint, uint64_t id, uint32_t shape)
{
	if (hint > 0 && hint <= n && entries[hint - 1].id == id && entries[hint - 1].shape == shape)
		return hint;
	for (uint32_t i = 0; i < n; i++)
		if (entries[i].id == id && entries[i].shape == shape)
			return i + 1;
	return 0;
}

/*
 * Chooses the entry to give: the one that was used longest ago, of those that no slot claims.
 * Returns its number, or 0 if all are claimed.  Requires the exclusive lock.  is_claimed has room
 * for n + 1.
 */
static inline uint32_t
feed_choose(const feed_entry *entries, uint32_t n, const feed_slot *slots, uint32_t slot_count,
			bool *is_claimed)
{
	uint32_t	chosen = 0;

	for (uint32_t i = 0; i <= n; i++)
		is_claimed[i] = false;
	for (uint32_t i = 0; i < slot_count; i++)
		is_claimed[atomic_load_explicit(&slots[i].claim, memory_order_relaxed)] = true;
	for (uint32_t i = 1; i <= n; i++)
		if (!is_claimed[i] && (chosen == 0 || entries[i - 1].used < entries[chosen - 1].used))
			chosen = i;
	return chosen;
}

/* Gives an entry that no slot claims.  Requires the exclusive lock. */
static inline void
feed_give(feed_entry *given, uint64_t id, uint32_t shape)
{
	given->id = id;
	given->shape = shape;
	given->starts = 0;
	atomic_store(&given->mark, INT64_MIN);
}

/*
 * Claims an entry, with the lock under which it was found or given, whose release makes others see
 * the claim.  givings counts those of all entries.
 */
static inline void
feed_claim_entry(feed_entry *entries, uint32_t number, uint64_t givings, feed_slot *slot)
{
	feed_entry *entry = &entries[number - 1];

	if (atomic_load_explicit(&entry->used, memory_order_relaxed) != givings)
		atomic_store_explicit(&entry->used, givings, memory_order_relaxed);
	atomic_store_explicit(&slot->claim, number, memory_order_relaxed);
}

/* W1.  The lag is at least 0, and clock - lag does not overflow. */
static inline int64_t
feed_floor(_Atomic int64_t *mark, int64_t clock, int64_t lag)
{
	int64_t		seen = atomic_load(mark);

	return seen > clock - lag ? seen : clock - lag;
}

/*
 * W2 and W3.  Returns the least time of the transaction's keys.  Either a reader sees the floor, or
 * it raised the mark before this function reads it.
 */
static inline int64_t
feed_publish(_Atomic int64_t *mark, feed_slot *slot, int pair, uint64_t feed, int64_t floor)
{
	int64_t		seen;

	FEED_STEP(W2);
	atomic_store_explicit(&slot->feed[pair], feed, memory_order_relaxed);
	atomic_store(&slot->floor[pair], floor);
	FEED_STEP(W3);
	seen = atomic_load(mark);
	return seen > floor ? seen : floor;
}

/* W7.  A reader who sees the slot empty sees the ring as it was before. */
static inline void
feed_clear(feed_slot *slot, int pairs)
{
	FEED_STEP(W7);
	for (int i = 0; i < pairs; i++)
	{
		atomic_store_explicit(&slot->floor[i], FEED_NO_FLOOR, memory_order_release);
		atomic_store_explicit(&slot->feed[i], 0, memory_order_release);
	}
}

/*
 * W6.  commit.next was read after the commit became visible.  Commits are not added in the order of
 * their ends, so each takes the greatest next so far, which holds for all before it, too.
 */
static inline void
feed_add_commit(feed_ring *ring, feed_commit commit)
{
	if (ring->next > commit.next)
		commit.next = ring->next;
	ring->next = commit.next;
	ring->commits[ring->count++ % ring->size] = commit;
}

/* Raises the mark to a time, unless it is there.  Returns what was found or stored. */
static inline int64_t
feed_raise(_Atomic int64_t *mark, int64_t time)
{
	int64_t		seen = atomic_load(mark);

	while (seen < time && !atomic_compare_exchange_weak(mark, &seen, time))
		;
	return seen < time ? time : seen;
}

/*
 * S0, for an entry that its session claims and that is not started.  Requires the exclusive lock.
 *
 * Whoever uses another shape from now on comes here, too, and then this entry's start does not
 * count; and who does so already has a snapshot of rows that are in the table now.  So while an
 * entry is started, nobody has read rows in another shape that its mark is not above.
 */
static inline void
feed_begin_start(feed_entry *entries, uint32_t n, const feed_entry *entry)
{
	for (uint32_t i = 0; i < n; i++)
		if (entries[i].id == entry->id && &entries[i] != entry)
			entries[i].starts += feed_is_started(entries[i].starts) ? 1 : 2;
}

/*
 * S1.  seen is what the entry's starts were in S0, before the time was found.  Returns whether it
 * is started; otherwise the start must begin again.  A late time would be above keys that writers
 * were allowed meanwhile.  Requires the exclusive lock.
 */
static inline bool
feed_start_entry(feed_entry *entry, uint32_t seen, int64_t time)
{
	if (entry->starts == seen && !feed_is_started(seen))
	{
		feed_raise(&entry->mark, time);
		entry->starts++;
	}
	return feed_is_started(entry->starts);
}

/* R3.  The least of the horizon and a feed's floors. */
static inline int64_t
feed_lower_by_slots(feed_slot *slots, uint32_t n, uint64_t feed, int64_t horizon)
{
	FEED_STEP(R3);
	for (uint32_t i = 0; i < n; i++)
		for (int pair = 0; pair < FEED_PAIRS; pair++)
		{
			int64_t		floor = atomic_load(&slots[i].floor[pair]);

			if (floor < horizon &&
				atomic_load_explicit(&slots[i].feed[pair], memory_order_relaxed) == feed)
				horizon = floor;
		}
	return horizon;
}

/* Does a transaction still run for a snapshot?  The xid has an epoch. */
typedef bool (*feed_runs_in) (const void *snapshot, uint64_t xid);

/*
 * R4.  The same for transactions that committed, but still run for the snapshot.  The slots were
 * looked at before.  The walk begins with the newest commit and ends at one whose next is below the
 * snapshot's xmax: xmax is never ahead of the next xid, so the snapshot was taken after that
 * commit, and after all before it.  False if commits that the snapshot might need were overwritten.
 */
static inline bool
feed_lower_by_ring(const feed_ring *ring, uint64_t xmax, uint64_t feed,
				   feed_runs_in runs_in, const void *snapshot, int64_t *horizon)
{
	uint64_t	oldest = ring->count > ring->size ? ring->count - ring->size : 0;

	for (uint64_t i = ring->count; i > oldest; i--)
	{
		const feed_commit *commit = &ring->commits[(i - 1) % ring->size];

		if (commit->next < xmax)
			return true;
		if (commit->feed == feed && commit->floor < *horizon && runs_in(snapshot, commit->xid))
			*horizon = commit->floor;
	}
	return oldest == 0;
}

#endif							/* FEED_CORE_H */
