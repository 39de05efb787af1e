/*
 * bench/lines.c
 *		What would many cores wait for?  A model of locks and cache lines.
 *
 *	lines [NS [NS]]		a transaction's work, and the time in which a line moves
 *
 * Each session has a core and inserts one row after the other into a table with an indexed id,
 * each in a transaction.  A core that writes a line first takes it from the others.  Lines and
 * locks are given to those who wait in their order.  Nobody sleeps, which costs real sessions more.
 *
 * src/core/horizon.h says which lines are ours.  What the server does was read off its source:
 * GetSnapshotData, GetNewTransactionId, XLogInsert, _bt_doinsert, ProcArrayEndTransaction.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/horizon.h"

#define SESSIONS 256			/* at most */
#define EDGES 64				/* partitions, each with a right edge of its
								 * own, at most */
#define RING 16384				/* ended transactions that are remembered */
#define DURATION 20e6			/* nanoseconds */
#define ASKED_EVERY 1e6			/* for a horizon */

/* Locks; the edges' follow. */
enum
{
	XID, END, LOG, OURS, EDGE, LOCKS = EDGE + EDGES
};

static const char *const names[] = {"next xid", "end of transactions", "place in the log", "our ring", "right edge"};

/* Lines; those of the locks themselves, of the edges, of the ring and of the slots follow. */
enum
{
	NEXT_XID, RUNNING_XIDS, COMPLETED, LOW_WATER, LOCK_LINES,
	EDGE_LINES = LOCK_LINES + LOCKS,
	RING_LINES = EDGE_LINES + 3 * EDGES,	/* an edge's page header, item
											 * pointers and tuples */
	SLOT_LINES = RING_LINES + RING * sizeof(horizon_entry) / HORIZON_LINE,
	LINES = SLOT_LINES + SESSIONS
};

/* A session does something with nanoseconds, a lock, or a line. */
typedef void (*action) (int s, int what);

typedef struct step
{
	action		act;
	int			what;
}			step;

static struct
{
	bool		taken;
	int			queue[SESSIONS];
	int			first;
	int			waiting;
	double		since;
	double		busy;
}			locks[LOCKS];

static struct
{
	int			owner;			/* the session whose core may write it, or
								 * −1 */
	long		version;
	double		free;			/* when it has been given to all who want it
								 * so far */
}			lines[LINES];

static struct
{
	double		time;
	bool		waits;
	int			next;
	int			count;
	step		steps[64];
	long		commits;
	long		seen[LOCK_LINES];	/* the versions of lines that it has read */
}			sessions[SESSIONS];

static double work = 31000;		/* with 8 clients on a machine that had other
								 * work, too */
static double move = 100;		/* between two sockets */
static bool horizons;
static int	edges;
static long ended;				/* what horizon_ring calls count */

/*
 * What steps cost
 */

static void
spend(int s, int ns)
{
	sessions[s].time += ns;
}

static void
take_line(int s, int line)
{
	if (lines[line].owner == s)
		return;
	if (lines[line].free < sessions[s].time)
		lines[line].free = sessions[s].time;
	sessions[s].time = lines[line].free += move;
}

static void
write_line(int s, int line)
{
	take_line(s, line);
	lines[line].owner = s;
	lines[line].version++;
}

/* Any number of cores may have a line that nobody writes. */
static void
read_line(int s, int line)
{
	if (sessions[s].seen[line] != lines[line].version)
		take_line(s, line);
	sessions[s].seen[line] = lines[line].version;
	if (lines[line].owner != s)
		lines[line].owner = -1;
}

/* horizon_end: the ring's head is in its lock's line, and each entry has one. */
static void
end_in_ring(int s, int entries)
{
	write_line(s, entries + (int) (ended++ % RING));
}

static void
take(int s, int lock)
{
	if (locks[lock].taken)
	{
		locks[lock].queue[(locks[lock].first + locks[lock].waiting++) % SESSIONS] = s;
		sessions[s].waits = true;
		return;
	}
	locks[lock].taken = true;
	locks[lock].since = sessions[s].time;
}

static void
give(int s, int lock)
{
	int			next;

	locks[lock].busy += sessions[s].time - locks[lock].since;
	locks[lock].taken = locks[lock].waiting > 0;
	if (!locks[lock].taken)
		return;
	next = locks[lock].queue[locks[lock].first];
	locks[lock].first = (locks[lock].first + 1) % SESSIONS;
	locks[lock].waiting--;
	locks[lock].since = sessions[next].time = sessions[s].time;
	sessions[next].waits = false;
}

/*
 * What a transaction does
 */

static void
add(int s, action act, int what)
{
	sessions[s].steps[sessions[s].count++] = (step)
	{
		act, what
	};
}

static void
add_take(int s, int lock)
{
	add(s, take, lock);
	add(s, write_line, LOCK_LINES + lock);
	add(s, spend, 20);
}

/* A shared lock is a counter in its line. */
static void
add_read(int s, int lock, int line)
{
	add(s, write_line, LOCK_LINES + lock);
	add(s, read_line, line);
	add(s, write_line, LOCK_LINES + lock);
}

static void
add_log(int s)
{
	add_take(s, LOG);
	add(s, give, LOG);
}

static void
begin(int s)
{
	int			edge = rand() % edges;

	sessions[s].next = sessions[s].count = 0;
	add(s, spend, (int) (work * (0.5 + rand() / (double) RAND_MAX)));
	add_read(s, END, COMPLETED);	/* a snapshot */
	if (horizons)
	{
		add(s, read_line, LOW_WATER);
		add(s, write_line, SLOT_LINES + s);
	}

	add_take(s, XID);
	add(s, write_line, NEXT_XID);
	add(s, write_line, RUNNING_XIDS);
	add(s, give, XID);
	add_log(s);					/* the row */

	add_take(s, EDGE + edge);
	for (int i = 0; i < 3; i++)
		add(s, write_line, EDGE_LINES + 3 * edge + i);
	add(s, spend, 400);
	add_log(s);					/* its id */
	add(s, give, EDGE + edge);

	add_log(s);					/* the commit */
	add_take(s, END);
	add(s, write_line, RUNNING_XIDS);
	add(s, write_line, COMPLETED);
	add(s, give, END);
	if (horizons)
	{
		add_read(s, XID, NEXT_XID);
		add_take(s, OURS);
		add(s, end_in_ring, RING_LINES);
		add(s, give, OURS);
		add(s, write_line, SLOT_LINES + s);
	}
}

static void
go_on(int s)
{
	step		next;

	if (sessions[s].next == sessions[s].count)
	{
		sessions[s].commits++;
		begin(s);
	}
	next = sessions[s].steps[sessions[s].next++];
	next.act(s, next.what);
}

/* Somebody asks for a horizon: raises the mark, and reads the slots. */
static void
ask(int n)
{
	lines[LOW_WATER].version++;
	for (int s = 0; s < n; s++)
		lines[SLOT_LINES + s].owner = -1;
}

static void
simulate(int n)
{
	double		asked = 0;
	long		commits = 0;

	memset(locks, 0, sizeof(locks));
	memset(lines, 0, sizeof(lines));
	memset(sessions, 0, sizeof(sessions));
	for (int i = 0; i < LINES; i++)
		lines[i].owner = -1;
	for (int s = 0; s < n; s++)
		begin(s);

	for (;;)
	{
		int			first = -1;

		for (int s = 0; s < n; s++)
			if (!sessions[s].waits && (first < 0 || sessions[s].time < sessions[first].time))
				first = s;
		if (sessions[first].time > DURATION)
			break;
		if (sessions[first].time > asked)
		{
			ask(n);
			asked += ASKED_EVERY;
		}
		go_on(first);
	}

	for (int s = 0; s < n; s++)
		commits += sessions[s].commits;
	printf("| %d | %d | %s | %.0f |", n, edges, horizons ? "on" : "off", commits / DURATION * 1e9);
	for (int i = 0; i <= EDGE; i++)
		printf(" %.0f %% |", locks[i].busy / DURATION * 100);
	printf("\n");
}

int
main(int argc, char **argv)
{
	static const int numbers[] = {1, 8, 64, SESSIONS};

	if (argc > 1)
		work = atof(argv[1]);
	if (argc > 2)
		move = atof(argv[2]);
	printf("| sessions | right edges | `wiji.feed` | commits a second |");
	for (int i = 0; i <= EDGE; i++)
		printf(" %s |", names[i]);
	printf("\n|---|---|---|---|---|---|---|---|---|\n");
	for (edges = 1; edges <= EDGES; edges *= EDGES)
		for (int on = 0; on < 2; on++)
			for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
			{
				horizons = on;
				simulate(numbers[i]);
			}
	return 0;
}
