/*
 * test/model/feed.pml
 *		The protocol of change feeds (src/core/feed.h), for Spin to try in every order.
 *
 * Writers insert a row into one of two feeds, and commit or roll back.  Readers determine the
 * horizon of a feed.  A row is lost if its ID is below a horizon although the snapshot that got
 * this horizon does not see the row.
 *
 * Steps have the same names as in src/core/feed.h and FEED_STEP.  A switch leaves out or moves each
 * step that protects rows.  script/long/model tries each, and fails unless Spin finds a lost row.
 *
 * IDs are times here.  The model covers more than a server can do:
 *	 - Each look at the clock returns any time.  So the clock may be set, and a lag, which is a clock
 *	   that is behind, may change.
 *	 - A row has any ID that the guard accepts.  So a generator, an application or another row of
 *	   the transaction may have generated it, at any time.
 */
#ifndef WRITERS					/* script/long/model gives other sizes */
#define WRITERS 2
#define TRANSACTIONS 1			/* of each writer */
#define READERS 1
#define STATEMENTS 1			/* of each reader */
#define FEEDS 2
#define READ 1					/* feeds that are read, each by a reader */
#define TIMES 3					/* the clock shows 1 to this */
#define RING 2					/* commits that are kept */
#endif
#ifdef TORN						/* a reader may see a pair of a slot that is half written */
#define PAIR
#else
#define PAIR d_step
#endif
#define OLD 1					/* the greatest ID at the server's start; consumers have read it */
#define XIDS (WRITERS * TRANSACTIONS + 1)	/* 0 means none */
#define MAX(a, b) ((a) > (b) -> (a) : (b))
#define MIN(a, b) ((a) < (b) -> (a) : (b))
#define BIT(x) (1 << (x))
#define IN(x, set) (((set) >> (x)) & 1)

/* What the server knows */
byte	next_xid = 1;
byte	latest_xid = 0;			/* the greatest that has ended */
byte	running = 0;			/* sets of xids */
byte	committed = 0;
byte	sequence = OLD + 1;		/* the value that nextval() returns next */

/* What the protocol keeps in shared memory */
bit		ready[FEEDS];
byte	mark[FEEDS];
byte	latest[FEEDS];			/* the greatest ID that was committed */
byte	slot_feed[WRITERS];		/* a slot has one pair */
byte	slot_floor[WRITERS];	/* 0: none */
byte	ring_xid[RING];			/* the newest commit is the first */
byte	ring_next[RING];
byte	ring_feed[RING];
byte	ring_floor[RING];

/* What only the model knows */
byte	id[XIDS];				/* of the transaction's row; 0: none */
byte	feed[XIDS];
byte	told[FEEDS] = OLD + 1;	/* the greatest horizon, including those before the server's start */

/* Times of a feed without readers stand still. */
inline any_time(t, from)
{
	t = from;
	do
	:: t < TIMES && f < READ -> t++
	:: break
	od
}

inline look_at_clock(t)
{
#ifdef SEQUENCE
	t = sequence
#else
	any_time(t, 1)
#endif
}

inline take_xid()
{
	x = next_xid;
	next_xid++;
	running = running | BIT(x)
}

/* ProcArrayEndTransaction: snapshots that are taken from now on see the row. */
inline end(commits)
{
	d_step {
		running = running & ~BIT(x);
		latest_xid = MAX(latest_xid, x);
		if
		:: commits -> assert(id[x] == 0 || id[x] >= told[f]); committed = committed | BIT(x)
		:: else -> id[x] = 0; feed[x] = 0
		fi
	}
}

/*
 * Start, by the first process that uses the feed: find the table's greatest ID.  S1: raise the mark
 * above it under the lock, unless another process has already done so.
 */
#ifdef NO_START
#define STARTED 1
#else
#define STARTED ready[f]
#endif
inline start()
{
	d_step {
		!STARTED ->
		found = OLD;
		for (i : 1 .. XIDS - 1) {
			found = (IN(i, committed) && feed[i] == f -> MAX(found, id[i]) : found)
		}
		i = 0
	};
#ifdef READY_BEFORE_MARK
	ready[f] = 1;
	d_step { mark[f] = MAX(mark[f], found + 1); found = 0 }
#else
	d_step { mark[f] = (ready[f] -> mark[f] : found + 1); ready[f] = 1; found = 0 }
#endif
}

/* W2 */
inline publish()
{
#ifndef NO_SLOT
	PAIR { slot_feed[me] = f; slot_floor[me] = floor }
#endif
	skip
}

/* W3 */
inline look_again()
{
#ifdef NO_SECOND_LOOK
	least = floor
#else
	least = MAX(floor, mark[f])
#endif
}

/* W0, and W1 as soon as the feed is started.  A guard that enters a feed with a lag is the same. */
inline enter()
{
	do
	:: start()
	:: atomic { STARTED -> look_at_clock(floor); floor = MAX(floor, mark[f]); break }
	od;
#ifdef LOOK_BEFORE_PUBLISH
	look_again();
	publish()
#else
	publish();
	look_again()
#endif
}

/* W4.  Rows are not lost without the guard's upper bound.  If it rejects the ID, that is a rollback. */
inline insert()
{
	atomic {
		if
		:: x == 0 -> take_xid()
		:: else
		fi;
		feed[x] = f;
#ifdef NO_GUARD
		least = 1;
#endif
		any_time(id[x], least);
#ifdef SEQUENCE					/* the default, or an explicit value up to the last one */
		sequence = (id[x] == sequence -> sequence + 1 : sequence);
		id[x] = (id[x] < sequence -> id[x] : 0);
#endif
		least = 0
	}
}

/* The newest next xid is the greatest. */
inline add_to_ring()
{
#ifndef NO_GREATEST
	next = MAX(ring_next[0], next);
#endif
	for (i : 1 .. RING - 1) {
		ring_xid[RING - i] = ring_xid[RING - i - 1];
		ring_next[RING - i] = ring_next[RING - i - 1];
		ring_feed[RING - i] = ring_feed[RING - i - 1];
		ring_floor[RING - i] = ring_floor[RING - i - 1]
	}
	ring_xid[0] = x;
	ring_next[0] = next;
	ring_feed[0] = f;
	ring_floor[0] = floor;
	i = 0
}

inline commit()
{
#ifdef NEXT_BEFORE_END
	next = next_xid;			/* W6 */
	end(1);
#else
	end(1);
	next = next_xid;			/* W6 */
#endif
#ifdef CLEAR_BEFORE_RING
	slot_floor[me] = 0;
#endif
	d_step {					/* W6_ring, with the lock */
#ifndef NO_RING
		add_to_ring();
#endif
#ifndef NO_LATEST
		latest[f] = MAX(latest[f], id[x]);
#endif
#ifndef SEQUENCE				/* a clock that stands still below the mark does not stop a consumer */
		assert(id[x] < MAX(mark[f], latest[f] + 1));
#endif
		next = 0
	}
}

proctype writer(byte me)
{
	byte x, f, floor, least, next, found, i, n;

	do
	:: n < TRANSACTIONS ->
		n++;
		atomic {
			if :: f = 0 :: f = FEEDS - 1 fi;
			if :: take_xid() :: skip fi		/* now, or when it inserts */
		};
		enter();
		if
		:: insert();
			if
			:: commit()
			:: end(0)
#ifdef MAY_PREPARE				/* W5.  Another session commits it, and adds nothing to the ring. */
			:: slot_floor[me] = 0; end(1)
#endif
			fi
		:: x != 0; end(0)
		:: x == 0
		fi;
		d_step { slot_floor[me] = 0; x = 0; f = 0; floor = 0; least = 0 }	/* W7 */
	:: n == TRANSACTIONS -> break
	od
}

#ifdef SEQUENCE
active proctype setval()
{
	if :: sequence = 1 :: sequence = TIMES :: skip fi
}
#endif

/* R2, as soon as the feed is started.  Far below the mark, a clock does not count. */
inline raise_mark()
{
	do
	:: start()
	:: atomic {
			STARTED -> look_at_clock(c);
#ifndef SEQUENCE
			if :: mark[f] > c -> c = latest[f] + 1 :: skip fi;
#endif
			c = MAX(c, mark[f]);
#ifndef NO_RAISE
			mark[f] = c;
#endif
#ifndef H_AFTER_SLOTS
			h = MIN(h, c);
#endif
			c = 0;
			break
		}
	od
}

/* R3 */
inline look_at_slots()
{
	do
	:: i < WRITERS ->
		PAIR {
			floor = slot_floor[i];
			h = (floor != 0 && slot_feed[i] == f -> MIN(h, floor) : h);
			floor = 0;
			i++
		}
	:: atomic { i == WRITERS -> i = 0; break }
	od
}

#ifdef STOP_AT_EQUAL
#define IS_OLDER(next) ((next) <= xmax)
#else
#define IS_OLDER(next) ((next) < xmax)
#endif

/* R4, with the lock.  If commits are missing, the error 40001 is a horizon of 0. */
inline look_at_ring()
{
	d_step {
		do
		:: i < RING && !IS_OLDER(ring_next[i]) ->
			h = (ring_feed[i] == f && IN(ring_xid[i], unseen) -> MIN(h, ring_floor[i]) : h);
			i++
		:: else -> break
		od;
#ifndef NO_OVERRUN
		h = (i == RING -> 0 : h);
#endif
		i = 0
	}
}

/* R5: the statement has its horizon, and returns the rows below it that the snapshot sees. */
inline answer()
{
	d_step {
		for (i : 1 .. XIDS - 1) {
			if
			:: IN(i, committed) && feed[i] == f && id[i] != 0 && id[i] < h ->
				assert(!IN(i, unseen));
				assert(kept == 0 || id[i] < kept)	/* a cursor skips it, but not the row after it */
			:: else
			fi
		}
		told[f] = MAX(told[f], h);
		kept = h;
		h = 0;
		i = 0
	}
}

proctype reader(byte f)
{
	byte unseen, xmax;			/* the snapshot: xids that run or have not begun, and the first of these */
	byte kept, h, c, floor, found, i, n;

	do
	:: n < STATEMENTS ->
		n++;
		if
		:: d_step { xmax = latest_xid + 1; unseen = running | (255 << xmax); kept = 0 }
#ifdef NO_CACHE					/* R0.  With it, a snapshot that is used again has its answer. */
		:: xmax != 0
#endif
		fi;
		h = 255;
#ifdef RAISE_AFTER_SLOTS
		look_at_slots();
		raise_mark();
		look_at_ring();
#else
		raise_mark();
#ifdef RING_BEFORE_SLOTS
		look_at_ring();
		look_at_slots();
#else
		look_at_slots();
#ifdef H_AFTER_SLOTS
		h = MIN(h, mark[f]);
#endif
		look_at_ring();
#endif
#endif
		answer();
#ifndef NO_CACHE
		d_step { xmax = 0; unseen = 0; kept = 0 }
#endif
	:: n == STATEMENTS -> break
	od
}

init
{
	byte i;

	atomic {
		for (i : 0 .. WRITERS - 1) { run writer(i) }
		for (i : 0 .. READERS - 1) { run reader(i % READ) }
	}
}
