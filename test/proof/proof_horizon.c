/*
 * test/proof/proof_horizon.c
 *		src/core/horizon.h: the mark, the slots and the ring, and that no row below a horizon is
 *		missing, whatever a writer and a reader do at the same time.
 *
 * Some proofs have threads.  CBMC takes their reads and writes in every order that the
 * machine allows.  Around them is a server in small: xids, transactions that run,
 * snapshots, a lock.  Each of its own steps is one step, as ProcArrayLock makes them,
 * and other transactions take xids and end between any two.
 */
#include "core/horizon.h"
#include "test/proof/proof.h"

/* Up to here no time is beyond what the mark can count. */
#define MOST_TIME (INT64_MAX / 2 - 1)

static int64_t
any_time(void)
{
	int64_t		time;

	ASSUME(time >= 0 && time <= MOST_TIME);
	return time;
}

static int64_t
any_mark(void)
{
	int64_t		mark;

	ASSUME(mark >= 0 && mark <= 2 * MOST_TIME + 1);
	return mark;
}

/*
 * One process alone
 */

/* Raised, the mark is at least at the time, and it never goes back. */
void
proof_horizon_raise(void)
{
	int64_t		before = any_mark();
	int64_t		mark = before;
	int64_t		time = any_time();

	horizon_raise(&mark, time);
	CLAIM(horizon_low_water_time(mark) >= time);
	CLAIM(mark == (before > 2 * time ? before : 2 * time));
}

/*
 * A horizon is the clock's time or the mark's, whichever is later, and just past the
 * mark's if an id was made there.  Who asks again at the same clock moves nothing.
 */
void
proof_horizon_begin(void)
{
	int64_t		before = any_mark();
	int64_t		mark = before;
	int64_t		now = any_time();
	int64_t		h;
	int64_t		past;

	ASSUME(before <= 2 * MOST_TIME);
	h = horizon_begin(&mark, now);
	past = before / 2 + before % 2;
	CLAIM(h == (now > past ? now : past));
	CLAIM(mark == 2 * h || mark == before);
	CLAIM(mark >= before && horizon_low_water_time(mark) == h && mark % 2 == 0);
	past = mark;
	CLAIM(horizon_begin(&mark, now) == h && mark == past);
}

/*
 * The least time of an id is not before the clock, the mark or the floor.  If it is the
 * mark's own, the mark tells that an id was made there, so that the next horizon is
 * past it.
 */
void
proof_horizon_enter(void)
{
	int64_t		before = any_mark();
	int64_t		mark = before;
	int64_t		now = any_time();
	horizon_slot slot = {.floor = HORIZON_NO_FLOOR};
	int64_t		least = horizon_enter(&mark, &slot, now);

	CLAIM(least == (now > before / 2 ? now : before / 2));
	CLAIM(slot.floor == least);
	CLAIM(mark == before || mark == before + 1);
	CLAIM(least > horizon_low_water_time(mark) || (least == horizon_low_water_time(mark) && mark % 2 == 1));
	horizon_leave(&slot);
	CLAIM(slot.floor == HORIZON_NO_FLOOR);
}

/*
 * Ids go on to the next tick only if the mark has reached the tick, and is just before
 * the next one, or a tick ahead of the clock.  The mark is then where the id is, or
 * beyond.
 */
void
proof_horizon_move_on(void)
{
	int64_t		before = any_mark();
	int64_t		mark = before;
	int64_t		now = any_time();
	int64_t		last = any_time();
	int64_t		next = any_time();
	bool		moves;

	ASSUME(last < next);
	moves = horizon_move_on(&mark, now, last, next);
	CLAIM(moves == (before / 2 >= next || (before / 2 >= last && (before / 2 >= next - 1 || before / 2 - now > next - last))) ||
		  before == 2 * next);
	CLAIM(!moves || mark >= 2 * next + 1);
	CLAIM(moves || mark == before);
	CLAIM(mark >= before);
}

/* The horizon is the least of the floors of the database's, of three slots, and never raised. */
void
proof_horizon_of_running(void)
{
	horizon_slot slots[3];
	uint32_t	database;
	int64_t		before = any_time();
	int64_t		h = horizon_of_running(slots, 3, database, before);
	bool		found = h == before;

	CLAIM(h <= before);
	for (int i = 0; i < 3; i++)
	{
		bool		counts = slots[i].floor != HORIZON_NO_FLOOR && slots[i].database == database;

		if (counts)
			CLAIM(h <= slots[i].floor);
		found |= counts && h == slots[i].floor;
	}
	CLAIM(found);
}

#define ENDS 3
#define RING 2

/* A static one, whose numbers CBMC knows: it divides by no unknown size. */
static horizon_ring ring = {.size = RING,.entries = {{0}, {0}}};

static bool
is_in(const void *running, uint64_t xid)
{
	return ((const bool *) running)[xid];
}

/* One that ended counts if it runs for the snapshot, is of the database, and lowers the horizon. */
void
proof_horizon_of_entry(void)
{
	horizon_entry entry;
	bool		running;
	uint32_t	database;
	int64_t		before = any_time();

	entry.xid = 0;
	CLAIM(horizon_of_entry(&entry, database, is_in, &running, before) ==
		  (running && entry.database == database && entry.floor < before ? entry.floor : before));
}

/*
 * After three ends, and in a ring that keeps two: the horizon is not above the floor of
 * any that still runs for the snapshot, or it is not told.  What is assumed is what the
 * server says: one runs for a snapshot only if the next xid, read after its end, is not
 * below the snapshot's xmax.
 */
void
proof_horizon_ring(void)
{
	horizon_entry ended[ENDS];
	bool		running[ENDS];
	uint64_t	xmax;
	uint32_t	database;
	int64_t		before = any_time();
	int64_t		h = before;
	bool		told;

	for (int i = 0; i < ENDS; i++)
	{
		ended[i].xid = i;
		ASSUME(!running[i] || ended[i].next >= xmax);
		horizon_end(&ring, ended[i]);
		CLAIM(ring.latest >= ended[i].latest);
	}
	told = horizon_of_ended(&ring, xmax, database, is_in, running, &h);
	CLAIM(h <= before);
	for (int i = 0; i < ENDS; i++)
		CLAIM(!told || !running[i] || ended[i].database != database || h <= ended[i].floor);
	CLAIM(told || ended[0].next >= xmax || ended[1].next >= xmax || ended[2].next >= xmax);
}

/*
 * Writers and a reader at the same time
 */

/* what processes share */
#define WRITERS 2

static int64_t low_water;
static horizon_slot slots[WRITERS];
static bool locked = false;

/* of the server: the next xid, the greatest that has ended, and whether the writer runs */
static uint64_t next_xid;
static uint64_t latest;
static uint64_t running_xid = 0;

/* what only the proof knows */
static int64_t floor_then;
static int64_t ids[WRITERS];
static bool commits;
static bool ended = false;
static bool finished[WRITERS] = {false, false};
static bool is_visible;

typedef struct snapshot_in_small
{
	uint64_t	xmax;
	uint64_t	running;
} snapshot_in_small;

static bool
runs_in(const void *taken, uint64_t xid)
{
	const snapshot_in_small *s = taken;

	return xid >= s->xmax || s->running == xid;
}

static void
lock(void)
{
	__CPROVER_atomic_begin();
	ASSUME(!locked);
	locked = true;
	__CPROVER_atomic_end();
	FENCE();
}

static void
unlock(void)
{
	FENCE();
	locked = false;
}

/* Other transactions take xids and end; the caller is in a step of its own. */
static void
meanwhile(void)
{
	uint64_t	next;
	uint64_t	other;

	ASSUME(next >= next_xid && next < next_xid + 4);
	next_xid = next;
	ASSUME(other >= latest && other < next_xid && (running_xid == 0 || other != running_xid));
	latest = other;
}

static snapshot_in_small
take_snapshot(void)
{
	snapshot_in_small s;

	__CPROVER_atomic_begin();
	meanwhile();
	s = (snapshot_in_small)
	{
		latest + 1, running_xid
	};
	is_visible = ended;
	__CPROVER_atomic_end();
	return s;
}

static void
take_xid(void)
{
	__CPROVER_atomic_begin();
	meanwhile();
	running_xid = next_xid++;
	__CPROVER_atomic_end();
}

static uint64_t
end_transaction(void)
{
	uint64_t	xid;

	__CPROVER_atomic_begin();
	meanwhile();
	xid = running_xid;
	running_xid = 0;
	latest = xid > latest ? xid : latest;
	ended = true;
	__CPROVER_atomic_end();
	return xid;
}

static uint64_t
read_next_xid(void)
{
	uint64_t	next;

	__CPROVER_atomic_begin();
	meanwhile();
	next = next_xid;
	__CPROVER_atomic_end();
	return next;
}

static void
end_writer(void)
{
	horizon_entry entry = {.floor = floor_then,.xid = end_transaction()};

	if (commits)
	{
		entry.next = read_next_xid();
		lock();
		horizon_end(&ring, entry);
		unlock();
	}
	horizon_leave(&slots[0]);
	finished[0] = true;
}

static void
make_id(int writer)
{
	ids[writer] = horizon_enter(&low_water, &slots[writer], any_time());
	finished[writer] = true;
}

/* Any server, and memory in which no transaction has made an id. */
static void
start(void)
{
	uint64_t	next;
	uint64_t	other;
	bool		any;

	low_water = any_mark();
	ASSUME(low_water <= 2 * MOST_TIME);
	ASSUME(next > 0 && next < UINT64_MAX / 2 && other < next);
	next_xid = next;
	latest = other;
	commits = any;
	slots[0].floor = slots[1].floor = HORIZON_NO_FLOOR;
}

/* Asks the slots and the ring; false if too much has ended. */
static bool
look(const snapshot_in_small *s, int64_t *h)
{
	bool		told;

	*h = horizon_of_running(slots, 1, 0, *h);
	lock();
	told = horizon_of_ended(&ring, s->xmax, 0, runs_in, s, h);
	unlock();
	return told;
}

/*
 * While a transaction makes its first id, a reader asks.  The id is not below the
 * horizon, whatever the clocks and the mark tell.
 */
void
proof_horizon_id_to_come(void)
{
	int64_t		h;

	start();
__CPROVER_ASYNC_1:
	make_id(0);
	h = horizon_begin(&low_water, any_time());
	h = horizon_of_running(slots, 1, 0, h);
	ASSUME(finished[0]);
	CLAIM(ids[0] >= h);
}

/* Nor are the ids of two transactions that make their first ones at the same time. */
void
proof_horizon_ids_to_come(void)
{
	int64_t		h;

	start();
__CPROVER_ASYNC_1:
	make_id(0);
__CPROVER_ASYNC_2:
	make_id(1);
	h = horizon_begin(&low_water, any_time());
	h = horizon_of_running(slots, WRITERS, 0, h);
	ASSUME(finished[0] && finished[1]);
	CLAIM(ids[0] >= h && ids[1] >= h);
}

/*
 * While a transaction commits or rolls back, a reader takes a snapshot and asks.  If it
 * does not see the rows, the horizon is not above the transaction's floor.
 */
void
proof_horizon_end_meanwhile(void)
{
	int64_t		h = any_time();
	snapshot_in_small s;
	bool		told;

	start();
	floor_then = any_time();
	slots[0].floor = floor_then;
	take_xid();
__CPROVER_ASYNC_1:
	end_writer();
	s = take_snapshot();
	told = look(&s, &h);
	ASSUME(finished[0]);
	CLAIM(!told || !commits || is_visible || floor_then >= h);
}
