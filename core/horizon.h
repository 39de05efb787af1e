/*
 * core/horizon.h
 *		The id below which nothing is missing.
 *
 * A reader that polls by id alone must know up to where it may read.  That is
 * its horizon: each id below it belongs to a row that the reader's snapshot
 * sees, or that nobody will ever see.  Sessions keep in shared memory:
 *
 *	slot	one for each process; holds a floor while its transaction makes
 *			ids, none of which is below it
 *	fence	the latest horizon that was told; no id to come is below it
 *	ended	transactions that made ids and ended, newest last: a snapshot taken
 *			before a transaction's end does not see its rows, though no slot
 *			tells of it any more
 *
 * The steps are numbered as in test/model/horizon.pml.  There Spin tries them
 * in every order, and loses a row as soon as one of them is left out.  Time
 * comes in as an argument, and so does the snapshot.  Atomic fields are
 * sequentially consistent; the others need the caller's lock.
 */
#ifndef CORE_HORIZON_H
#define CORE_HORIZON_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A test may do here what others do between two steps. */
#ifndef HORIZON_MEANWHILE
#define HORIZON_MEANWHILE() ((void) 0)
#endif

/* Where such instructions are missing, compilers use locks, which each process has for itself. */
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "this machine has no atomic instructions for 64 bits");

/* of a slot that is empty; floors are not negative */
#define HORIZON_NO_FLOOR (-1)

typedef struct horizon_slot
{
	_Atomic int64_t floor;		/* HORIZON_NO_FLOOR, or no id of the
								 * transaction is earlier */
	_Atomic int64_t since;		/* when it was published, for people */
	_Atomic uint32_t database;
	_Atomic int pid;
} horizon_slot;

/* A transaction that made ids, and what tells whether a snapshot sees it. */
typedef struct horizon_entry
{
	uint64_t	xid;			/* 0: none */
	uint64_t	next;			/* the next xid, as it was after the end of
								 * this one and all before it */
	int64_t		floor;
	int64_t		since;
	uint32_t	database;
} horizon_entry;

/* The newest of those that ended.  The caller has a lock. */
typedef struct horizon_ring
{
	uint64_t	count;			/* all that were ever written */
	uint32_t	size;			/* as many are kept */
	horizon_entry entries[];
} horizon_ring;

/* Raises the fence to time: no id to come is below it. */
static inline void
horizon_raise(_Atomic int64_t *fence, int64_t time)
{
	int64_t		seen = atomic_load(fence);

	while (seen < time && !atomic_compare_exchange_weak(fence, &seen, time))
		;
}

/*
 * A transaction makes its first id.  Returns the least time that the id may
 * have.  now must not be negative.
 *
 * Either a reader sees the slot, or it raised the fence before this function
 * reads the fence for the second time.  The caller writes the slot's other
 * fields before.
 */
static inline int64_t
horizon_enter(_Atomic int64_t *fence, horizon_slot *slot, int64_t now)
{
	int64_t		floor = atomic_load(fence);
	int64_t		raised;

	if (floor < now)
		floor = now;			/* W1 */
	HORIZON_MEANWHILE();
	atomic_store(&slot->floor, floor);	/* W2 */
	HORIZON_MEANWHILE();
	raised = atomic_load(fence);	/* W3 */
	return raised > floor ? raised : floor;
}

/*
 * The transaction has ended for every snapshot to come.  If its rows can be
 * seen, it is in the ring by now.  (W9)
 */
static inline void
horizon_leave(horizon_slot *slot)
{
	atomic_store(&slot->floor, HORIZON_NO_FLOOR);
}

/*
 * Tells readers whose snapshot is older of a transaction that ended.
 *
 * entry.next is the next xid to be given out, read after the end.  Entries are
 * not in the order of their ends.  So each takes the greatest next so far,
 * which then holds for all entries before it, too.  (W6, the caller has the
 * lock.)
 */
static inline void
horizon_end(horizon_ring *ring, horizon_entry entry)
{
	const horizon_entry *last = &ring->entries[(ring->count + ring->size - 1) % ring->size];

	if (ring->count > 0 && last->next > entry.next)
		entry.next = last->next;
	ring->entries[ring->count++ % ring->size] = entry;
}

/*
 * No id that is made from now on is below the returned time.
 *
 * If the clock stands behind the fence, no horizon would ever pass rows with
 * the fence's own time.  So each reader then moves the fence on.  (R2)
 */
static inline int64_t
horizon_begin(_Atomic int64_t *fence, int64_t now)
{
	int64_t		seen = atomic_load(fence);
	int64_t		time;

	do
		time = now > seen ? now : seen + 1;
	while (!atomic_compare_exchange_weak(fence, &seen, time));
	return time;
}

/*
 * The least of horizon and the floors of a database's running transactions.
 * (R3)
 */
static inline int64_t
horizon_of_running(horizon_slot *slots, uint32_t n, uint32_t database, int64_t horizon)
{
	for (uint32_t i = 0; i < n; i++)
	{
		int64_t		floor = atomic_load(&slots[i].floor);

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
 * The same for transactions that ended, but still run for the snapshot.  (R4,
 * the caller has the lock, and looked at the slots before.)
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
