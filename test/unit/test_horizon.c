/*
 * test/unit/test_horizon.c
 *		The horizon's protocol, step by step, and with threads that write and read
 *		at once under a clock that is set back.
 */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static void meanwhile(const char *step);

#define HORIZON_MEANWHILE(step) meanwhile(#step)
#include "core/horizon.h"
#include "core/monotonic.h"
#include "test/unit/test.h"

/* Before the second look at the mark a reader comes; or it is another thread's turn. */
static _Atomic int64_t *raise_meanwhile = NULL;

static void
end(horizon_ring *ring, uint64_t xid, uint64_t next, int64_t floor, uint32_t database)
{
	horizon_entry entry = {
		.xid = xid,
		.next = next,
		.floor = floor,
		.latest = xid == 9 ? 999 : 0,
		.database = database,
	};

	horizon_end(ring, entry);
}

static void
meanwhile(const char *step)
{
	if (raise_meanwhile == NULL)
		sched_yield();
	else if (strcmp(step, "W3") == 0)
		(void) horizon_begin(raise_meanwhile, 300);
}

/*
 * Step by step
 */

static bool
runs_from(const void *snapshot, uint64_t xid)
{
	return xid >= *(const uint64_t *) snapshot;
}

static bool
runs_alone(const void *snapshot, uint64_t xid)
{
	return xid == *(const uint64_t *) snapshot;
}

static void
test_steps(void)
{
	_Atomic int64_t low_water = 0;
	horizon_slot slots[2] = {0};
	int64_t		h;

	slots[0].database = slots[1].database = 1;
	horizon_leave(&slots[0]);
	horizon_leave(&slots[1]);
	ok(horizon_enter(&low_water, &slots[0], 100) == 100 && slots[0].floor == 100, "a floor is the clock's time");
	h = horizon_begin(&low_water, 200);
	ok(h == 200 && low_water == 2 * 200, "a reader raises the low-water mark to the clock's time");
	ok(horizon_of_running(slots, 2, 1, h) == 100, "and sees the floor");
	ok(horizon_of_running(slots, 2, 2, h) == 200, "unless it is another database's");
	ok(horizon_begin(&low_water, 150) == 200 && horizon_begin(&low_water, 200) == 200, "asking alone never moves it past the clock");
	ok(horizon_enter(&low_water, &slots[1], 150) == 200, "a clock that was set back does not go behind it");
	ok(horizon_begin(&low_water, 150) == 201 && horizon_begin(&low_water, 150) == 201, "then horizons go past the id that was made there, once");
	horizon_leave(&slots[0]);
	ok(horizon_of_running(slots, 2, 1, 201) == 200, "a slot is empty when its transaction has ended");
	horizon_raise(&low_water, 100);
	ok(low_water == 2 * 201, "the mark never goes back");
	raise_meanwhile = &low_water;
	ok(horizon_enter(&low_water, &slots[0], 250) == 300 && slots[0].floor == 250, "nor is an id below what a reader was told meanwhile");
	raise_meanwhile = NULL;
	low_water = 0;
	ok(horizon_enter(&low_water, &slots[0], 0) == 0 && horizon_of_running(slots, 2, 1, 201) == 0,
	   "a floor may be the first moment of all");
}

/* Where all ids of a time are used up, the next ones need not wait for the clock. */
static void
test_move_on(void)
{
	_Atomic int64_t low_water = 0;
	horizon_slot slot = {0};

	ok(!horizon_move_on(&low_water, 50, 100, 101) && low_water == 0, "before anybody has asked, ids wait for the clock");
	horizon_raise(&low_water, 100);
	ok(!horizon_move_on(&low_water, 50, 101, 102) && low_water == 2 * 100, "nor do those that are far ahead of the mark go on");
	ok(horizon_move_on(&low_water, 100, 100, 101) && horizon_enter(&low_water, &slot, 50) == 101, "those at the mark move it");
	ok(horizon_move_on(&low_water, 50, 100, 101) && horizon_move_on(&low_water, 50, 99, 100) && low_water == 2 * 101 + 1, "whoever comes later follows");
	ok(horizon_begin(&low_water, 50) == 102, "and horizons pass them");
	horizon_raise(&low_water, 5000);
	ok(!horizon_move_on(&low_water, 5000, 5000, 6000), "a longer tick waits for a clock that is right");
	ok(!horizon_move_on(&low_water, 4999, 5000, 6000), "or nearly so, as such ticks would drive the mark ahead");
	ok(horizon_move_on(&low_water, 50, 5000, 6000) && horizon_begin(&low_water, 50) == 6001, "and not for one that was set back");
}

static void
test_ring(void)
{
	horizon_ring *ring = calloc(1, sizeof(horizon_ring) + 4 * sizeof(horizon_entry));
	uint64_t	snapshot;
	int64_t		h = 1000;

	ring->size = 4;
	snapshot = 1;
	ok(horizon_of_ended(ring, snapshot, 1, runs_from, &snapshot, &h) && h == 1000, "an empty ring lowers nothing");
	for (uint64_t xid = 1; xid <= 3; xid++)
		end(ring, xid, xid + 1, 10 * xid, 1 + xid % 2);

	ok(horizon_of_ended(ring, snapshot, 2, runs_from, &snapshot, &h) && h == 10, "who saw no end has the least floor");
	h = 1000;
	ok(horizon_of_ended(ring, snapshot, 1, runs_from, &snapshot, &h) && h == 20, "of its own database");
	h = 1000;
	snapshot = 3;
	ok(horizon_of_ended(ring, snapshot, 2, runs_from, &snapshot, &h) && h == 30, "who saw some end, of the others");
	snapshot = 4;
	h = 1000;
	ok(horizon_of_ended(ring, snapshot, 2, runs_from, &snapshot, &h) && h == 1000, "who saw all end, none");

	end(ring, 9, 20, 90, 1);
	end(ring, 8, 15, 80, 1);
	ok(ring->entries[0].xid == 8 && ring->entries[0].next == 20, "each has the greatest next xid so far");
	snapshot = 1;
	ok(!horizon_of_ended(ring, snapshot, 1, runs_from, &snapshot, &h), "a snapshot that may need what was overwritten is told so");
	h = 1000;
	snapshot = 4;
	ok(horizon_of_ended(ring, snapshot, 1, runs_from, &snapshot, &h) && h == 80, "one that cannot is not");

	end(ring, 10, 30, HORIZON_ANY_FLOOR, 1);
	end(ring, 11, 30, 95, 1);
	snapshot = 10;
	h = 1000;
	ok(horizon_of_ended(ring, 21, 1, runs_from, &snapshot, &h) && h == HORIZON_ANY_FLOOR, "one that may have made any id leaves no horizon");
	ok(ring->latest == 999, "the latest of all ids is known");

	ring->count = ring->next = 0;
	end(ring, 5, 7, 50, 1);
	snapshot = 5;
	h = 1000;
	ok(horizon_of_ended(ring, 7, 1, runs_alone, &snapshot, &h) && h == 50, "the walk goes on to what may have ended later");
	h = 1000;
	ok(horizon_of_ended(ring, 8, 1, runs_alone, &snapshot, &h) && h == 1000, "and not to what has not");
	free(ring);
}

/*
 * Threads
 *
 * A server in small: xids, the set of those that run, and snapshots of it.  A row
 * is one transaction's id.  Its time is in the upper bits, and the lower bits
 * make it unique.
 */

#define WRITERS 4
#define READERS 2
#define TRANSACTIONS 4000		/* of each writer */
#define XIDS (WRITERS * TRANSACTIONS + 1)
#define RING 32
#define ROW(time, sequence, who) ((time) * (1 << 24) | (int64_t) (sequence) << 4 | (who))

static pthread_mutex_t procarray = PTHREAD_MUTEX_INITIALIZER;
static uint64_t next_xid = 1;
static uint64_t latest = 0;
static uint64_t running[WRITERS];	/* 0: none */
static int64_t row[XIDS];		/* 0 unless committed */

static _Atomic int64_t ticks = 1000;
static _Atomic int64_t low_water;
static _Atomic int writing = WRITERS;
static horizon_slot slots[WRITERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static horizon_ring *ring;

/* findings of the readers */
static int	reads[READERS][XIDS];
static _Atomic int refused;
static _Atomic int held_back;

typedef struct snapshot_in_small
{
	uint64_t	xmax;
	uint64_t	running[WRITERS];
} snapshot_in_small;

static bool
runs_in(const void *asker, uint64_t xid)
{
	const snapshot_in_small *s = asker;
	bool		runs = xid >= s->xmax;

	for (int i = 0; i < WRITERS; i++)
		runs |= s->running[i] == xid;
	return runs;
}

static uint32_t
dice(uint64_t *state, uint32_t sides)
{
	*state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
	return (uint32_t) (*state >> 33) % sides;
}

/* One that goes on, and is set back now and then. */
static int64_t
any_clock(uint64_t *state)
{
	return atomic_fetch_add(&ticks, dice(state, 100) == 0 ? -50 : 1);
}

static void
end_writer(int me, uint64_t xid, int64_t committed_row)
{
	pthread_mutex_lock(&procarray);
	running[me] = 0;
	row[xid] = committed_row;
	latest = xid > latest ? xid : latest;
	pthread_mutex_unlock(&procarray);
}

static uint64_t
read_next_xid(void)
{
	uint64_t	next;

	pthread_mutex_lock(&procarray);
	next = next_xid;
	pthread_mutex_unlock(&procarray);
	return next;
}

static void *
write_rows(void *number)
{
	int			me = *(int *) number;
	uint64_t	state = me + 1;
	monotonic	m = MONOTONIC_INIT;

	for (int n = 0; n < TRANSACTIONS; n++)
	{
		int64_t		now = any_clock(&state);
		int64_t		floor = horizon_enter(&low_water, &slots[me], now);
		uint64_t	xid;

		if (!monotonic_next(&m, now, floor, 0xFFFF))
			abort();

		pthread_mutex_lock(&procarray);
		xid = running[me] = next_xid++;
		pthread_mutex_unlock(&procarray);
		for (uint32_t pause = dice(&state, 4); pause > 0; pause--)
			sched_yield();

		if (dice(&state, 5) == 0)
			end_writer(me, xid, 0);
		else
		{
			horizon_entry entry = {
				.xid = xid,
				.floor = slots[me].floor,
				.database = 1,
			};

			end_writer(me, xid, ROW(m.last, m.sequence, me));
			entry.next = read_next_xid();
			pthread_mutex_lock(&lock);
			horizon_end(ring, entry);
			pthread_mutex_unlock(&lock);
		}
		horizon_leave(&slots[me]);
	}
	atomic_fetch_sub(&writing, 1);
	return NULL;
}

static void
take(snapshot_in_small *s)
{
	pthread_mutex_lock(&procarray);
	s->xmax = latest + 1;
	memcpy(s->running, running, sizeof(running));
	pthread_mutex_unlock(&procarray);
}

/*
 * One from before the first writer, as old as the oldest that a reader may have:
 * what has ended since then is more than is remembered.
 */
static void
take_old(snapshot_in_small *s)
{
	bool		is_old = false;

	*s = (snapshot_in_small)
	{
		.xmax = 1
	};
	while (!is_old)
	{
		sched_yield();
		pthread_mutex_lock(&lock);
		is_old = ring->count > ring->size;
		pthread_mutex_unlock(&lock);
	}
}

/*
 * The rows that the snapshot sees beyond position and below the horizon.  The
 * result is the greatest.
 */
static int64_t
poll_rows(int me, const snapshot_in_small *s, int64_t position, int64_t horizon)
{
	int64_t		greatest = position;

	pthread_mutex_lock(&procarray);
	for (uint64_t xid = s->xmax; --xid > 0;)
		if (row[xid] > position && row[xid] < ROW(horizon, 0, 0) && !runs_in(s, xid))
		{
			reads[me][xid]++;
			greatest = row[xid] > greatest ? row[xid] : greatest;
		}
	pthread_mutex_unlock(&procarray);
	return greatest;
}

static void *
read_rows(void *number)
{
	int			me = *(int *) number;
	uint64_t	state = 100 + me;
	snapshot_in_small s;
	int64_t		position = 0;
	bool		last = false;

	take_old(&s);
	while (!last)
	{
		int64_t		now = any_clock(&state);
		int64_t		h;
		bool		complete;

		last = s.xmax > 1 && atomic_load(&writing) == 0;
		if (last)
			take(&s);
		if (dice(&state, 2) == 0)
			sched_yield();
		h = horizon_begin(&low_water, last ? INT64_C(1) << 30 : now);
		if (horizon_of_running(slots, WRITERS, 1, h) < h)
			atomic_fetch_add(&held_back, 1);
		h = horizon_of_running(slots, WRITERS, 1, h);
		pthread_mutex_lock(&lock);
		complete = horizon_of_ended(ring, s.xmax, 1, runs_in, &s, &h);
		pthread_mutex_unlock(&lock);
		if (complete)
			position = poll_rows(me, &s, position, h);
		else
			atomic_fetch_add(&refused, 1);
		last &= complete;
		if (s.xmax == 1 || dice(&state, 3) > 0)
			take(&s);
	}
	return NULL;
}

static void
test_threads(void)
{
	pthread_t	threads[WRITERS + READERS];
	int			number[WRITERS + READERS];
	int			committed = 0;
	int			right = 0;

	ring = calloc(1, sizeof(horizon_ring) + RING * sizeof(horizon_entry));
	ring->size = RING;
	for (int i = 0; i < WRITERS; i++)
	{
		slots[i].database = 1;
		horizon_leave(&slots[i]);
	}
	for (int i = 0; i < WRITERS + READERS; i++)
		number[i] = i;
	for (int i = 0; i < READERS; i++)
		pthread_create(&threads[WRITERS + i], NULL, read_rows, &number[i]);
	for (int i = 0; i < WRITERS; i++)
		pthread_create(&threads[i], NULL, write_rows, &number[i]);
	for (int i = 0; i < WRITERS + READERS; i++)
		pthread_join(threads[i], NULL);

	for (int xid = 1; xid < XIDS; xid++)
	{
		committed += row[xid] != 0;
		for (int i = 0; i < READERS; i++)
			right += reads[i][xid] == (row[xid] != 0);
	}
	ok(committed > XIDS / 2 && held_back > 0 && refused > 0,
	   "threads: %d rows, horizons held back %d times, and %d old snapshots refused", committed, held_back, refused);
	ok(right == READERS * (XIDS - 1), "threads: each reader has read each row once");
	free(ring);
}

int
main(void)
{
	test_steps();
	test_move_on();
	test_ring();
	test_threads();
	return done_testing();
}
