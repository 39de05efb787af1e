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
 * core/horizon.h says which lines are ours.  What the server does was read off its source:
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

typedef enum kind
{
	WORK, TAKE, GIVE, WRITE, READ, END_IN_RING
}			kind;

typedef struct step
{
	kind		kind;
	int			what;			/* nanoseconds, a lock, or a line */
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
 * What a transaction does
 */

static void
add(int s, kind kind, int what)
{
	sessions[s].steps[sessions[s].count++] = (step)
	{
		kind, what
	};
}

static void
add_take(int s, int lock)
{
	add(s, TAKE, lock);
	add(s, WRITE, LOCK_LINES + lock);
	add(s, WORK, 20);
}

/* A shared lock is a counter in its line. */
static void
add_read(int s, int lock, int line)
{
	add(s, WRITE, LOCK_LINES + lock);
	add(s, READ, line);
	add(s, WRITE, LOCK_LINES + lock);
}

static void
add_log(int s)
{
	add_take(s, LOG);
	add(s, GIVE, LOG);
}

static void
begin(int s)
{
	int			edge = rand() % edges;

	sessions[s].next = sessions[s].count = 0;
	add(s, WORK, (int) (work * (0.5 + rand() / (double) RAND_MAX)));
	add_read(s, END, COMPLETED);	/* a snapshot */
	if (horizons)
	{
		add(s, READ, LOW_WATER);
		add(s, WRITE, SLOT_LINES + s);
	}

	add_take(s, XID);
	add(s, WRITE, NEXT_XID);
	add(s, WRITE, RUNNING_XIDS);
	add(s, GIVE, XID);
	add_log(s);					/* the row */

	add_take(s, EDGE + edge);
	for (int i = 0; i < 3; i++)
		add(s, WRITE, EDGE_LINES + 3 * edge + i);
	add(s, WORK, 400);
	add_log(s);					/* its id */
	add(s, GIVE, EDGE + edge);

	add_log(s);					/* the commit */
	add_take(s, END);
	add(s, WRITE, RUNNING_XIDS);
	add(s, WRITE, COMPLETED);
	add(s, GIVE, END);
	if (horizons)
	{
		add_read(s, XID, NEXT_XID);
		add_take(s, OURS);
		add(s, END_IN_RING, 0);
		add(s, GIVE, OURS);
		add(s, WRITE, SLOT_LINES + s);
	}
}

/*
 * What its steps cost
 */

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
end_in_ring(int s)
{
	write_line(s, RING_LINES + (int) (ended++ % RING));
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

static void
go_on(int s)
{
	step		step;

	if (sessions[s].next == sessions[s].count)
	{
		sessions[s].commits++;
		begin(s);
	}
	step = sessions[s].steps[sessions[s].next++];
	switch (step.kind)
	{
		case WORK:
			sessions[s].time += step.what;
			break;
		case TAKE:
			take(s, step.what);
			break;
		case GIVE:
			give(s, step.what);
			break;
		case WRITE:
			write_line(s, step.what);
			break;
		case READ:
			read_line(s, step.what);
			break;
		case END_IN_RING:
			end_in_ring(s);
			break;
	}
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
