/*
 * test/model/portable_feed.pml
 *		The protocol of portable/feed.sql, for Spin to try in every order.
 *
 * Writers take a lock whose key is their floor, make ids, and commit, roll
 * back or prepare; readers ask for the horizon and read by id alone in their
 * next statement.  Each look at the clock may tell any time at all.  A row is
 * lost when it is committed, a reader has not read it, and has read one whose
 * id is not smaller.
 *
 * Each step that protects rows is left out by a switch of its own, as in
 * horizon.pml.
 */
#ifndef WRITERS
#define WRITERS 2
#endif
#ifndef TRANSACTIONS
#define TRANSACTIONS 2			/* of each writer */
#endif
#ifndef READERS
#define READERS 1
#endif
#ifndef STATEMENTS
#define STATEMENTS 2			/* of each reader */
#endif
#ifndef TIMES
#define TIMES 2					/* that the clock may tell: 1 to this */
#endif

#define ROWS (WRITERS * TRANSACTIONS)
#define MAX(a, b) ((a) > (b) -> (a) : (b))
#define MIN(a, b) ((a) < (b) -> (a) : (b))
#define IN(x, set) (((set) >> (x)) & 1)
#define BIT(x) (1 << (x))

/* what the server knows */
byte	low_water = 0;			/* the sequence */
byte	lock[ROWS];				/* the floor of each transaction that holds one */
byte	committed = 0;			/* rows that a new snapshot sees */
byte	prepared = 0;

/* what only we know */
byte	id[ROWS];				/* the time of each transaction's row */
byte	seen[READERS];
byte	position[READERS];

#define LOST(r, x) (id[x] <= position[r] && !IN(x, seen[r]))

inline any_time(t)
{
	t = 1;
	do
	:: t < TIMES -> t++
	:: break
	od
}

inline commit(x)
{
	atomic {
		r = 0;
		do
		:: r == READERS -> break
		:: r < READERS -> assert(!LOST(r, x)); r++
		od;
		r = 0;
		committed = committed | BIT(x)
	}
}

proctype writer(byte me)
{
	byte n, x, now, floor, first, last, before, r;

	do
	:: n == TRANSACTIONS -> break
	:: n < TRANSACTIONS ->
		x = me * TRANSACTIONS + n;
		n++;
		/* wiji_feed_begin() */
		floor = low_water;
		atomic { any_time(now); floor = MAX(floor, now) };
#ifdef ID_BEFORE_FLOOR
		first = MAX(floor, low_water);
#endif
		lock[x] = floor;
#ifndef ID_BEFORE_FLOOR
#ifdef NO_SECOND_LOOK
		first = floor;
#else
		first = MAX(floor, low_water);
#endif
#endif
		/* wiji_generate() */
		atomic { before = last; any_time(now); last = MAX(last, MAX(first, now)); id[x] = last };
		if
		::	/* COMMIT: rows can be seen before locks are left */
#ifdef CLEAR_FIRST
			lock[x] = 0;
#endif
			commit(x);
			lock[x] = 0
		::	/* ROLLBACK, which also takes back what the session remembers */
			atomic { last = before; id[x] = 0; lock[x] = 0 }
		::	/* PREPARE TRANSACTION: the lock stays */
			atomic { prepared = prepared | BIT(x) }
		fi;
		atomic { x = 0; now = 0; floor = 0; first = 0; before = 0 }
	od
}

/* COMMIT PREPARED */
active proctype finisher()
{
	byte x, r;

endfinisher:
	do
	:: atomic { prepared != 0 -> x = 0; do :: IN(x, prepared) -> break :: else -> x++ od };
		commit(x);
		atomic { lock[x] = 0; prepared = prepared & ~BIT(x); x = 0 }
	od
}

/* one reader at a time, and to no more than the clock */
inline raise_mark()
{
#ifdef NO_TURNS
	c = low_water;
	atomic { any_time(now); c = MAX(c, now) };
	low_water = c;
#else
	atomic {
		any_time(now);
		c = MAX(low_water, now);
#ifndef NO_RAISE
		low_water = c
#endif
	};
#endif
	h = MIN(h, c)
}

inline look_at_locks()
{
	i = 0;
	do
	:: atomic { i < ROWS -> h = (lock[i] != 0 -> MIN(h, lock[i]) : h); i++ }
	:: atomic { i == ROWS -> i = 0; break }
	od
}

proctype reader(byte me)
{
	byte i, n, now, c, h, visible;

	do
	:: n == STATEMENTS -> break
	:: n < STATEMENTS ->
		n++;
		h = 255;
#ifdef PER_STATEMENT
		visible = committed;	/* asks and reads in one statement */
#endif
#ifdef SLOTS_BEFORE_RAISE
		look_at_locks();
		raise_mark();
#else
		raise_mark();
		look_at_locks();
#endif
#ifndef PER_STATEMENT
		visible = committed;
#endif
		atomic {
			i = 0;
			do
			:: i == ROWS -> break
			:: i < ROWS ->
				if
				:: IN(i, visible) && id[i] < h -> seen[me] = seen[me] | BIT(i); position[me] = MAX(position[me], id[i])
				:: else
				fi;
				i++
			od;
			i = 0;
			do
			:: i == ROWS -> break
			:: i < ROWS -> assert(!(IN(i, committed) && LOST(me, i))); i++
			od;
			i = 0; h = 0; c = 0; now = 0; visible = 0
		}
	od
}

init
{
	byte w;

	atomic {
		do
		:: w == WRITERS -> break
		:: w < WRITERS -> run writer(w); w++
		od;
		w = 0;
		do
		:: w == READERS -> break
		:: w < READERS -> run reader(w); w++
		od
	}
}
