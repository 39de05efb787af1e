/*
 * src/core/horizon.h
 *		The id below which nothing is missing.
 *
 * A reader that polls by id alone must know up to where it may read.  That is
 * its horizon: each id below it belongs to a row that the reader's snapshot
 * sees, or that nobody will ever see.  Sessions keep in shared memory:
 *
 *	slot	one for each process; holds a floor while its transaction makes
 *			ids, none of which is below it
 *	low_water
 *			the low-water mark: the latest horizon that was told, below which no
 *			id is made any more
 *	ended	transactions that made ids and ended, newest last: a snapshot taken
 *			before a transaction's end does not see its rows, though no slot
 *			tells of it any more
 *
 * These are the steps of who writes, and of who reads.  Some are in
 * src/feed/horizon.c.
 *
 *	W1	a transaction makes its first id: it looks at the mark
 *	W2	publishes its floor
 *	W3	looks at the mark again
 *	W4	marks that an id is made there
 *	W5	moves the mark on, where all ids of its time are used up
 *	W6	the server ends the transaction; snapshots to come see its rows
 *	W7	it reads the next xid
 *	W8	tells older snapshots, in the ring
 *	W9	clears its slot
 *	W10	a transaction that is going to be prepared is kept
 *	W11	one that is kept is over: it goes to the ring
 *
 *	R1	the first one since the server's start raises the mark to the time before
 *	R2	and takes the first snapshot
 *	R3	compares its own with that one
 *	R4	raises the mark to the clock's time
 *	R5	looks at the slots
 *	R6	at those that are kept
 *	R7	at those that have ended, from the newest on
 *	R8	the horizon stays with the statement
 *
 * test/model/horizon.pml has the same steps.  There Spin tries them in every
 * order, and loses a row as soon as one of them is left out.  A test may stop
 * a process before each one, and say what others do meanwhile.
 *
 * Time comes in as an argument, and so does the snapshot.  Atomic fields are
 * sequentially consistent but for two stores, which say so; the others need the
 * caller's lock.  They are those of C11, as the core includes no header of PostgreSQL's;
 * above the core, atomics are the server's.
 */
#ifndef CORE_HORIZON_H
#define CORE_HORIZON_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef HORIZON_MEANWHILE
#define HORIZON_MEANWHILE(step) ((void) 0)
#endif

/* Where such instructions are missing, compilers use locks, which each process has for itself. */
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "this machine has no atomic instructions for 64 bits");

/* of a slot that is empty; other floors than these two are not negative */
#define HORIZON_NO_FLOOR (-1)
/* of a transaction that ended or is kept, and may have made any id */
#define HORIZON_ANY_FLOOR (-2)

/*
 * Bytes that a processor takes from the others when it writes one of them.  Each
 * transaction writes its slot, so no two slots share a line.
 */
#define HORIZON_LINE 64

typedef struct horizon_slot
{
	_Atomic int64_t floor;		/* HORIZON_NO_FLOOR, or no id of the
								 * transaction is earlier */
	_Atomic int64_t since;		/* when it was published, for people */
	_Atomic uint32_t database;
	_Atomic int pid;
	char		unused[HORIZON_LINE - 24];
} horizon_slot;

_Static_assert(sizeof(horizon_slot) == HORIZON_LINE, "a slot is a line");

/* A transaction that made ids, and what tells whether a snapshot sees it. */
typedef struct horizon_entry
{
	uint64_t	xid;			/* 0: none */
	uint64_t	next;			/* the next xid, as it was after the end of
								 * this one and all before it */
	int64_t		floor;
	int64_t		latest;			/* no id of it is later */
	int64_t		since;
	uint32_t	database;
	char		unused[HORIZON_LINE - 44];
} horizon_entry;

_Static_assert(sizeof(horizon_entry) == HORIZON_LINE, "an entry is a line");

/*
 * The newest of those that ended.  The caller has a lock.  If that is in the line that
 * ends where the entries begin, who ends takes two lines from the other processors.
 */
typedef struct horizon_ring
{
	uint64_t	count;			/* all that were ever written */
	uint64_t	next;			/* of the last entry, which is the greatest */
	int64_t		latest;			/* no id of theirs is later */
	uint32_t	size;			/* as many are kept */
	horizon_entry entries[];
} horizon_ring;

/*
 * The low-water mark keeps to the clock, which readers raise it to.  Only a
 * clock that was set back is behind it.  Then ids are made at the mark's own
 * time, and no horizon would ever pass them if the mark stood still.  So it
 * moves on, by a microsecond, but only if an id was made there: otherwise who
 * asks often enough would drive it, and with it all ids, into the future.
 *
 * The mark counts half microseconds.  At 2t no id to come is before t, and at
 * 2t + 1 none either, but one may have been made at t since t was reached.
 */
static inline int64_t
horizon_low_water_time(int64_t low_water)
{
	return low_water / 2;
}

/* Raises the mark to time: no id to come is below it. */
static inline void
horizon_raise(_Atomic int64_t *low_water, int64_t time)
{
	int64_t		seen = atomic_load(low_water);

	while (seen < 2 * time && !atomic_compare_exchange_weak(low_water, &seen, 2 * time))
		;
}

/*
 * A transaction makes its first id.  Returns the least time that the id may
 * have.  now must not be negative.
 *
 * Either a reader sees the slot, or it raised the mark before this function
 * reads the mark for the second time.  The caller writes the slot's other
 * fields before.
 */
static inline int64_t
horizon_enter(_Atomic int64_t *low_water, horizon_slot *slot, int64_t now)
{
	int64_t		floor;

	HORIZON_MEANWHILE(W1);
	floor = horizon_low_water_time(atomic_load(low_water));
	if (floor < now)
		floor = now;
	HORIZON_MEANWHILE(W2);
	atomic_store(&slot->floor, floor);
	HORIZON_MEANWHILE(W3);
	if (horizon_low_water_time(atomic_load(low_water)) < floor)
		return floor;
	HORIZON_MEANWHILE(W4);
	return horizon_low_water_time(atomic_fetch_or(low_water, 1));	/* an id is made there */
}

/*
 * All ids of a tick, which begins at last, are used up.  May a transaction that
 * has entered make one of the next tick, though the clock, now, has not come so
 * far?  It may if the mark has reached the tick, and the next one is at most a
 * microsecond away, or the clock is behind the mark by more than a tick.  The mark
 * then goes there.
 *
 * It takes longer than a microsecond to use up the ids of one, so the mark does
 * not outrun a clock that is right.  It would in longer ticks, which have fewer ids
 * to a microsecond; but where the clock was set back, ids cannot wait for it.
 */
static inline bool
horizon_move_on(_Atomic int64_t *low_water, int64_t now, int64_t last, int64_t next)
{
	int64_t		seen = atomic_load(low_water);

	while (seen < 2 * next + 1)
	{
		int64_t		time = horizon_low_water_time(seen);

		if (time < last || (time < next - 1 && time - now <= next - last))
			return false;
		HORIZON_MEANWHILE(W5);
		if (atomic_compare_exchange_weak(low_water, &seen, 2 * next + 1))
			return true;
	}
	return true;
}

/*
 * The transaction has ended for every snapshot to come.  If its rows can be
 * seen, it is in the ring by now: who sees the empty slot sees that, too.  A reader
 * who sees the slot empty later only waits longer.
 */
static inline void
horizon_leave(horizon_slot *slot)
{
	HORIZON_MEANWHILE(W9);
	atomic_store_explicit(&slot->floor, HORIZON_NO_FLOOR, memory_order_release);
}

/*
 * Tells readers whose snapshot is older of a transaction that ended.
 *
 * entry.next is the next xid to be given out, read after the end.  Entries are
 * not in the order of their ends.  So each takes the greatest next so far,
 * which then holds for all entries before it, too.  (The caller has the lock.)
 */
static inline void
horizon_end(horizon_ring *ring, horizon_entry entry)
{
	HORIZON_MEANWHILE(W8);
	if (ring->next > entry.next)
		entry.next = ring->next;
	ring->next = entry.next;
	ring->entries[ring->count++ % ring->size] = entry;
	if (ring->latest < entry.latest)
		ring->latest = entry.latest;
}

/*
 * No id that is made from now on is below the returned time.  It is the
 * clock's, or that of a mark which is ahead of the clock.
 */
static inline int64_t
horizon_begin(_Atomic int64_t *low_water, int64_t now)
{
	int64_t		seen;
	int64_t		next;

	HORIZON_MEANWHILE(R4);
	seen = atomic_load(low_water);
	do
	{
		next = seen + seen % 2; /* past an id that was made there */
		if (next < 2 * now)
			next = 2 * now;
	} while (next != seen && !atomic_compare_exchange_weak(low_water, &seen, next));
	return horizon_low_water_time(next);
}

/* The least of horizon and the floors of a database's running transactions. */
static inline int64_t
horizon_of_running(horizon_slot *slots, uint32_t n, uint32_t database, int64_t horizon)
{
	for (uint32_t i = 0; i < n; i++)
	{
		int64_t		floor;

		HORIZON_MEANWHILE(R5);
		floor = atomic_load(&slots[i].floor);
		if (floor != HORIZON_NO_FLOOR && floor < horizon && atomic_load(&slots[i].database) == database)
			horizon = floor;
	}
	return horizon;
}

/* Does the transaction still run for the snapshot? */
typedef bool (*horizon_runs_in) (const void *snapshot, uint64_t xid);

static inline int64_t
horizon_of_entry(const horizon_entry *entry, uint32_t database,
				 horizon_runs_in runs_in, const void *snapshot, int64_t horizon)
{
	bool		lower = entry->floor < horizon && entry->database == database &&
		runs_in(snapshot, entry->xid);

	return lower ? entry->floor : horizon;
}

/*
 * The same for transactions that ended, but still run for the snapshot.  (The
 * caller has the lock, and looked at the slots before.)  The horizon is
 * HORIZON_ANY_FLOOR if one of them may have made any id.
 *
 * The walk begins with the newest entry.  It ends at one whose next is below
 * the snapshot's xmax.  Because xmax is never ahead of the next xid, the
 * snapshot was taken after that entry's end, and after all before it.  False
 * if entries that the snapshot may need have been overwritten.
 */
static inline bool
horizon_of_ended(const horizon_ring *ring, uint64_t xmax, uint32_t database,
				 horizon_runs_in runs_in, const void *snapshot, int64_t *horizon)
{
	uint64_t	oldest = ring->count > ring->size ? ring->count - ring->size : 0;

	HORIZON_MEANWHILE(R7);
	for (uint64_t i = ring->count; i > oldest; i--)
	{
		const horizon_entry *entry = &ring->entries[(i - 1) % ring->size];

		if (entry->next < xmax)
			return true;
		*horizon = horizon_of_entry(entry, database, runs_in, snapshot, *horizon);
	}
	return oldest == 0;
}

#endif							/* CORE_HORIZON_H */
