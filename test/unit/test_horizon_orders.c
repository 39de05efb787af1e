/*
 * test/unit/test_horizon_orders.c
 *		src/core/horizon.h as it stands, in every order of its steps.
 *
 * Writers and a reader have a stack each.  Each of their accesses to an atomic field is
 * a step, and so is what they do with a lock.  Between any two, others take theirs.  A
 * write that is not sequentially consistent waits, as on machines with total store order:
 * others see it at any time later, at the latest when a step of its session demands it.
 *
 * What they share, their stacks and registers are one object, the world.  The search goes
 * on from each world by every step that is possible, and puts the world back afterwards.
 * It goes on only once from worlds that are equal; a digest of 64 bits tells which are.
 *
 * Each look at the clock may tell any time, so it is set back as well.  A row is lost if
 * it is committed, below a horizon, and not seen by who asked for that; or if it was made
 * at the mark, and stays above all horizons as long as the clock stands still.
 *
 *	test_horizon_orders			half a minute
 *	test_horizon_orders all		a minute more
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "test/unit/test.h"

static void step(void);
static void ordered_step(void);
static void next_is(const char *name);
static int64_t as_written(const volatile void *at, int64_t shared);
static void write_later(_Atomic int64_t *at, int64_t value);

#undef atomic_load
#undef atomic_store
#undef atomic_store_explicit
#undef atomic_fetch_or
#undef atomic_compare_exchange_weak
#define atomic_load(at) (step(), as_written(at, *(at)))
#define atomic_store(at, value) (ordered_step(), (void) (*(at) = (value)))
#define atomic_store_explicit(at, value, order) (step(), write_later(at, value))
#define atomic_fetch_or(at, bits) (ordered_step(), atomic_fetch_or_explicit(at, bits, memory_order_seq_cst))
#define atomic_compare_exchange_weak(at, seen, value) \
	(ordered_step(), atomic_compare_exchange_strong(at, seen, value))
#define HORIZON_MEANWHILE(name) next_is(#name)
#include "core/horizon.h"

#define WRITERS 2
#define SESSIONS (WRITERS + 1)
#define XIDS 8					/* more than are taken; 0 is none */
#define MOST_RING 2
#define STACK 16384
#define STEPS 200				/* more than any order has */
#define WORLDS (1 << 24)		/* and more than there are */

/* How much is tried */
typedef struct extent
{
	int			writers;
	int			transactions;	/* of each */
	int			statements;		/* of the reader */
	int			times;			/* that the clock may tell: 1 to this */
	uint32_t	ring;
	int			others;			/* 1: a transaction that makes no id may end
								 * before a snapshot */
} extent;

/* The steps W6 to W9 and R4 to R7 in the order in which callers of src/core/horizon.h take them */
typedef struct call_order
{
	const char *end;
	const char *ask;
} call_order;

typedef struct snapshot_in_small
{
	uint64_t	xmax;
	uint64_t	running[WRITERS];
} snapshot_in_small;

typedef struct test_session
{
	char		stack[STACK] __attribute__((aligned(16)));
	size_t		unused;			/* bytes of the stack */
	ucontext_t	context;
	const char *next;			/* the step that it stands before */
	int			ways;			/* to take it; 0: it has none */
	int			way;
	_Atomic int64_t *waits_at;	/* NULL: no write waits */
	int64_t		waits;
} test_session;

typedef struct world
{
	_Atomic int64_t low_water;
	horizon_slot slots[WRITERS];
	char		ring[sizeof(horizon_ring) + MOST_RING * sizeof(horizon_entry)] __attribute__((aligned(8)));

	/* the server */
	uint64_t	next_xid;
	uint64_t	latest;
	uint64_t	running[WRITERS];

	/* what only the test knows */
	int64_t		told;			/* the greatest horizon */
	int64_t		row[XIDS];		/* the time of its id, if it is committed */
	bool		at_mark[XIDS];	/* is that the mark's, and not the clock's? */

	test_session sessions[SESSIONS];	/* the last one reads */
} world;

static world now;
static horizon_ring *const ring = (horizon_ring *) now.ring;
static test_session *me = NULL; /* whose turn it is, unless it is the search's */
static ucontext_t search;
static extent tried;
static call_order calls;

/* the search: digests of worlds that were reached, and the way to this one */
static uint64_t *reached;
static world before[STEPS];
static const char *path[STEPS];
static int	path_session[STEPS];
static int	steps;

/* findings */
static int	worlds;
static int	held_back;
static int	refused;
static bool lost;

/*
 * Steps
 */

/* Others go on.  Then this session does, in one of so many ways. */
static int
pause_before(int ways)
{
	me->ways = ways;
	/* nothing that is used is lower */
	me->unused = (size_t) ((char *) __builtin_alloca(1) - me->stack);
	swapcontext(&me->context, &search);
	return me->way;
}

static void
step(void)
{
	if (me != NULL)
		(void) pause_before(1);
}

static void
next_is(const char *name)
{
	if (me != NULL)
		me->next = name;
}

static void
go_on(test_session *s)
{
	me = s;
	swapcontext(&search, &s->context);
	me = NULL;
}

/* No other session notices, so none goes on meanwhile. */
static int
choose(int ways)
{
	next_is("choice");
	return ways > 1 ? pause_before(ways) : 0;
}

static int64_t
any_time(void)
{
	return 1 + choose(tried.times);
}

static int64_t
as_written(const volatile void *at, int64_t shared)
{
	return me != NULL && me->waits_at == at ? me->waits : shared;
}

static void
write_now(test_session *s)
{
	if (s == NULL || s->waits_at == NULL)
		return;
	*s->waits_at = s->waits;
	s->waits_at = NULL;
}

static void
write_later(_Atomic int64_t *at, int64_t value)
{
	write_now(me);				/* the one before */
	me->waits_at = at;
	me->waits = value;
}

/* Writes of others, too, are before it or after it. */
static void
ordered_step(void)
{
	step();
	write_now(me);
}

static void
step_with_lock(const char *name)
{
	next_is(name);
	ordered_step();
}

/*
 * Writers
 */

static void
take_xid(int w)
{
	step_with_lock("xid");
	now.running[w] = now.next_xid++;
}

static void
end_transaction(int w, int64_t row, bool at_mark)
{
	uint64_t	xid = now.running[w];

	step_with_lock("W6");
	now.running[w] = 0;
	if (now.latest < xid)
		now.latest = xid;
	now.row[xid] = row;
	now.at_mark[xid] = at_mark;
	lost |= row != 0 && row < now.told;
}

static void
commit(int w, int64_t row, bool at_mark)
{
	horizon_entry entry = {.xid = now.running[w],.floor = now.slots[w].floor};

	for (const char *s = calls.end; *s != '\0'; s++)
		if (*s == '6')
			end_transaction(w, row, at_mark);
		else if (*s == '7')
		{
			step_with_lock("W7");
			entry.next = now.next_xid;
		}
		else if (*s == '8')
		{
			step_with_lock("W8");
			horizon_end(ring, entry);
		}
		else
			horizon_leave(&now.slots[w]);
}

/*
 * It makes an id, or so many that those of a moment are used up.  last is the session's.
 * True if the row's id is the mark's, and not the clock's.
 */
static bool
__attribute__((noinline))
make_ids(int w, int64_t *last, int64_t clock)
{
	int64_t		least = horizon_enter(&now.low_water, &now.slots[w], clock);
	bool		at_mark = least > clock && least >= *last;
	int			later = choose(1 + tried.times);

	*last = least > *last ? least : *last;
	if (later == 0 || !horizon_move_on(&now.low_water, later, *last, *last + 1))
		return at_mark;
	(*last)++;
	return true;
}

static void
write_row(int w, int64_t *last)
{
	bool		at_mark;

	if (choose(2))
		take_xid(w);
	at_mark = make_ids(w, last, any_time());
	if (now.running[w] == 0)
		take_xid(w);
	if (choose(2))
		commit(w, *last, at_mark);
	else
	{
		end_transaction(w, 0, false);
		horizon_leave(&now.slots[w]);
	}
}

/*
 * The reader
 */

static void
take_snapshot(snapshot_in_small *s)
{
	bool		other = choose(1 + tried.others);

	step_with_lock("snapshot");
	if (other)
		now.latest = now.next_xid++;
	s->xmax = now.latest + 1;
	memcpy(s->running, now.running, sizeof(s->running));
}

static bool
runs_in(const void *snapshot, uint64_t xid)
{
	const snapshot_in_small *s = snapshot;

	return xid >= s->xmax || xid == s->running[0] || xid == s->running[1];
}

/* False if there is no horizon. */
static bool
ask(const snapshot_in_small *snapshot, int64_t *horizon)
{
	bool		known = true;

	*horizon = INT64_MAX;
	for (const char *s = calls.ask; *s != '\0'; s++)
		if (*s == '4')
		{
			int64_t		begun = horizon_begin(&now.low_water, any_time());

			*horizon = begun < *horizon ? begun : *horizon;
		}
		else if (*s == '5')
			*horizon = horizon_of_running(now.slots, WRITERS, 0, *horizon);
		else
		{
			step_with_lock("R7");
			known = horizon_of_ended(ring, snapshot->xmax, 0, runs_in, snapshot, horizon);
		}
	held_back += *horizon < horizon_low_water_time(now.low_water);
	refused += !known;
	return known;
}

static void
read_rows(snapshot_in_small *s)
{
	int64_t		h;

	if (s->xmax == 0 || choose(2))
		take_snapshot(s);
	if (!ask(s, &h))
		return;
	for (uint64_t xid = 1; xid < now.next_xid; xid++)
		lost |= now.row[xid] != 0 && now.row[xid] < h && runs_in(s, xid);
	now.told = h > now.told ? h : now.told; /* for rows that are committed
											 * later */
}

static void
run_session(void)
{
	int			w = (int) (me - now.sessions);
	int64_t		last = 0;
	snapshot_in_small s = {0};

	next_is("R1");
	horizon_raise(&now.low_water, 1);
	for (int i = 0; w < WRITERS && i < tried.transactions; i++)
		write_row(w, &last);
	for (int i = 0; w == WRITERS && i < tried.statements; i++)
		read_rows(&s);
	(void) pause_before(0);
}

/*
 * Worlds
 */

/* It goes on to its first step. */
static void
begin_session(test_session *s)
{
	getcontext(&s->context);
	s->context.uc_stack.ss_sp = s->stack;
	s->context.uc_stack.ss_size = STACK;
	makecontext(&s->context, run_session, 0);
	go_on(s);
}

static void
begin(void)
{
	memset(&now, 0, sizeof(now));
	now.next_xid = 1;
	ring->size = tried.ring;
	for (int w = 0; w < WRITERS; w++)
		now.slots[w].floor = HORIZON_NO_FLOOR;
	for (int w = 0; w < tried.writers; w++)
		begin_session(&now.sessions[w]);
	begin_session(&now.sessions[WRITERS]);
}

/* Stacks grow down, so a session's bytes count from here on. */
static size_t
first_used(const test_session *s)
{
	return s->unused - s->unused % sizeof(uint64_t);
}

static void
copy(world *to, const world *from)
{
	memcpy(to, from, offsetof(world, sessions));
	for (int i = 0; i < SESSIONS; i++)
	{
		size_t		first = first_used(&from->sessions[i]);

		memcpy((char *) &to->sessions[i] + first, (const char *) &from->sessions[i] + first, sizeof(test_session) - first);
	}
}

static uint64_t
digest(uint64_t start, const void *bytes, size_t n)
{
	for (size_t i = 0; i < n; i += sizeof(uint64_t))
	{
		uint64_t	word;

		memcpy(&word, (const char *) bytes + i, sizeof(word));
		start = (start ^ word) * UINT64_C(0x9E3779B97F4A7C15);
		start ^= start >> 32;
	}
	return start;
}

static bool
is_new(void)
{
	uint64_t	d = digest(1, &now, offsetof(world, sessions));
	size_t		i;

	for (int s = 0; s < SESSIONS; s++)
	{
		size_t		first = first_used(&now.sessions[s]);

		d = digest(d, (const char *) &now.sessions[s] + first, sizeof(test_session) - first);
	}
	for (i = d % WORLDS; reached[i] != 0; i = (i + 1) % WORLDS)
		if (reached[i] == d)
			return false;
	reached[i] = d;
	if (++worlds == WORLDS)
		abort();
	return true;
}

/*
 * The search
 */

static void search_on(int depth);

/* All are over. */
static void
look_at_end(void)
{
	int64_t		h = horizon_of_running(now.slots, WRITERS, 0, horizon_begin(&now.low_water, 0));

	for (int xid = 1; xid < XIDS; xid++)
		lost |= now.at_mark[xid] && now.row[xid] >= h;
}

/* Session s takes a step in this way, or, if it is −1, others see what it has written. */
static void
take(int depth, test_session *s, int way)
{
	path[depth] = way < 0 ? "written" : s->next;
	path_session[depth] = (int) (s - now.sessions);
	s->way = way;
	if (way < 0)
		write_now(s);
	else
		go_on(s);
	search_on(depth + 1);
	if (!lost)
		copy(&now, &before[depth]);
}

static void
search_on(int depth)
{
	bool		over = true;
	test_session *chooses = NULL;

	steps = depth;
	if (lost || !is_new())
		return;
	if (depth == STEPS)
		abort();
	copy(&before[depth], &now);
	for (test_session *s = now.sessions; s < now.sessions + SESSIONS; s++)
	{
		over &= s->ways == 0 && s->waits_at == NULL;
		chooses = s->ways > 1 ? s : chooses;
	}
	if (over)
		look_at_end();
	for (test_session *s = now.sessions; s < now.sessions + SESSIONS; s++)
		for (int way = s->waits_at != NULL ? -1 : 0; way < s->ways && !lost; way++)
			if (chooses == NULL || chooses == s)
				take(depth, s, way);
}

static bool
loses(extent e, call_order c)
{
	tried = e;
	calls = c;
	worlds = held_back = refused = 0;
	lost = false;
	reached = calloc(WORLDS, sizeof(*reached));
	if (reached == NULL)
		abort();
	begin();
	search_on(0);
	free(reached);
	return lost;
}

static void
tell_path(void)
{
	printf("# a row is lost by these steps, and whose they are:");
	for (int i = 0; i < steps; i++)
		printf(" %s-%d", path[i], path_session[i]);
	printf("\n");
}

static void
try_extent(extent e)
{
	static const call_order right = {"6789", "457"};

	if (loses(e, right))
		tell_path();
	ok(!lost && held_back > 0 && (refused > 0 || e.ring > 1),
	   "no row is lost: writers %d, transactions %d, statements %d, times %d, ring %d: %d worlds, %d horizons held back, %d refused",
	   e.writers, e.transactions, e.statements, e.times, (int) e.ring, worlds, held_back, refused);
}

int
main(int argc, char **argv)
{
	static const extent extents[] = {
		{2, 1, 1, 2, 1, 0},
		{2, 1, 1, 1, 2, 1},
		{1, 2, 2, 1, 1, 1},
		/* these take longer */
		{1, 2, 2, 2, 1, 1},
		{2, 1, 2, 1, 2, 0},
	};
	static const call_order wrong[] = {
		{"7689", "457"},
		{"679", "457"},
		{"6798", "457"},
		{"6789", "547"},
		{"6789", "475"},
		{"6789", "57"},
	};

	bool		is_all = argc == 2 && strcmp(argv[1], "all") == 0;

	for (int i = 0; i < (is_all ? 5 : 3); i++)
		try_extent(extents[i]);
	for (int i = 0; i < 6; i++)
		ok(loses(extents[0], wrong[i]), "rows are lost by W%s and R%s", wrong[i].end, wrong[i].ask);
	return done_testing();
}
