/*
 * feed/model/feed.pml
 *		The protocol of change feeds (feed/core.h), for Spin to try in every order.
 *
 * Writers insert a row into a feed, and commit or roll back.  Readers determine the horizon of a
 * feed.  A taker gives the entries of feeds to others, for which nobody has to use the feed.  A row is lost if its ID is below a horizon
 * although the snapshot that got this horizon does not see the row.
 *
 * Steps have the same names as in feed/core.h and FEED_STEP.  A switch leaves out or moves each step
 * that protects rows.  script/long/model tries each, and fails unless Spin finds a row that is lost,
 * or one of the other faults that assertions name.
 *
 * IDs are times here.  The model covers more than a server can do:
 *	 - Each look at the clock returns any time.  So the clock may be set, and a lag, which is a clock
 *	   that is behind, may change.
 *	 - A row has any ID that the guard accepts.  So a generator, an application or another row of
 *	   the transaction may have generated it, at any time.
 *
 * With such a clock, every horizon counts while the entry lives.  After that, only the greatest row
 * that was read counts, and it must still be in the table.
 *
 * RIGHT is another model, whose clock or sequence nobody sets.  Every horizon counts for ever, and
 * any row may be deleted.
 *
 * STORED is another one.  A reader may store its horizon, which counts for ever once it is committed, and
 * any row may be deleted, whatever the clock is.  No start comes between the horizon and the writing of
 * its row: in the code, the entry is claimed until then.  Any start may come before the row is committed,
 * as it does after a restart if the transaction is prepared.  Or the reader stores one of a feed without
 * an entry, with any start in between.
 *
 * EMPTY is the model with a table that is empty at first.  So two times suffice to lose a row.  In IN_TURN
 * each writer has one transaction, and they begin and get their xids in the order of their slots.
 *
 * A variable that does not matter any more has one value.  Otherwise there would be a state for each.
 *
 * Not covered: what a server checks before it enters a feed or reads it (R1), how it finds the
 * greatest key, and keys within one unit of time.
 */
#ifndef WRITERS					/* script/long/model gives other sizes */
#define WRITERS 2
#define TRANSACTIONS 2			/* of all writers */
#define READERS 1
#define STATEMENTS 1			/* of each reader */
#define FEEDS 1
#define READ 1					/* feeds that are read, each by a reader */
#define TAKES 1					/* entries that are given to others */
#define TIMES 3					/* the clock shows 1 to this */
#define RING 2					/* commits that are kept */
#endif
#ifdef TORN						/* a reader may see a pair of a slot that is half written */
#define PAIR
#else
#define PAIR d_step
#endif
#if defined(RIGHT) || defined(STORED) || defined(EMPTY)
#define OLD 0					/* the table is empty at first */
#else
#define OLD 1					/* the greatest ID at the server's start; consumers have read it */
#endif
#if defined(RIGHT) && !defined(SEQUENCE)
#define WAITS 1
#else
#define WAITS 0
#endif
#ifdef OWN_ROW					/* a reader's transaction inserts a row, too */
#define OWN 1
#else
#define OWN 0
#endif
#define SLOTS (WRITERS + OWN)
#define SESSIONS (WRITERS + READERS)
#define SELF (session - WRITERS)	/* a reader's number */
#ifdef SHAPES					/* the taker changes the shape of the feed instead */
#define ENTRIES (2 * FEEDS + 1)
#else
#define ENTRIES (FEEDS + 1)
#endif
#define XIDS (TRANSACTIONS + OWN + 1)	/* 0 means none */
#define MAX(a, b) ((a) > (b) -> (a) : (b))
#define MIN(a, b) ((a) < (b) -> (a) : (b))
#define HELD 1					/* 0: this does not matter */
#define LOST 2					/* the entry was given to another feed, or the shape changed */
#define BIT(x) (1 << (x))
#define IN(x, set) (((set) >> (x)) & 1)

/* What the server knows */
byte	next_xid = 1;
byte	latest_xid = 0;			/* the greatest that has ended */
byte	running = 0;			/* sets of xids */
byte	committed = 0;
byte	sequence = OLD + 1;		/* the value that nextval() returns next */

/* What the protocol keeps in shared memory */
byte	owner[ENTRIES];			/* 0: another feed than ours, or the feed + 1 */
bit		started[ENTRIES];
byte	mark[ENTRIES];
byte	claim[SESSIONS];		/* 0, or the entry + 1 */
bit		overtaken[SESSIONS];		/* its entry's "starts" were increased after it read them in S0 */
byte	slot_name[SLOTS];		/* a slot has one pair: 0, or the feed + 1 */
byte	slot_floor[SLOTS];		/* 0: none */
byte	ring_xid[RING];			/* the newest commit is the first */
byte	ring_next[RING];
byte	ring_feed[RING];
byte	ring_floor[RING];

/* What only the model knows */
byte	transactions = TRANSACTIONS;	/* that can still begin */
byte	takes = TAKES;			/* that can still happen */
byte	readers = READERS;		/* that have not ended */
byte	unseen[READERS];		/* xids that run for the reader's snapshot, or have not begun; 0: no snapshot */
byte	entry_was[READERS];		/* since R2: HELD or LOST */
byte	clock = OLD + 1;		/* the last look at a clock that nobody sets */
byte	id[XIDS];				/* of the transaction's row; 0: none */
byte	feed[XIDS];
#if !defined(RIGHT) && !defined(STORED)
byte	read[FEEDS] = OLD;		/* the greatest row that was read */
#endif
byte	told[FEEDS] = OLD + 1;	/* the greatest horizon that counts */
#ifdef STORED
byte	stored[FEEDS];			/* the greatest that was stored */
byte	marked[FEEDS];			/* the mark in its row, not below it */
byte	writing[FEEDS];			/* the mark in a version of the row that is not committed yet */
#endif
#ifdef SHAPES
byte	shape[FEEDS];			/* as its definition is: 0 or 1 */
byte	shape_of[ENTRIES];
byte	locked[FEEDS];			/* writers that have locked the table, so nobody changes its shape */
#endif

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
#if defined(SEQUENCE)
	t = sequence
#elif defined(RIGHT)
	any_time(clock, clock);
	t = clock
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
 * C1 and C2: e is the entry + 1.  The lock for entries is held from one step to the next only where a
 * switch says so, so each section with the lock is a step.
 */
#ifdef SHAPES
#define IS_OWN(n) (owner[n] == f + 1 && shape_of[n] == s)
#else
#define IS_OWN(n) (owner[n] == f + 1)
#endif
inline find()
{
	for (i : 1 .. ENTRIES) { e = (e == 0 && IS_OWN(i - 1) -> i : e) }
	i = 0
}

/* Chooses the first entry of others that nobody claims.  "found" is the set of claims. */
inline choose()
{
	for (i : 0 .. SESSIONS - 1) { found = found | BIT(claim[i]) }
	for (i : 1 .. ENTRIES) { e = (e == 0 && owner[i - 1] == 0 && !IN(i, found) -> i : e) }
	assert(e != 0);
	found = 0;
	i = 0
}

/*
 * Entries of the feed's other shapes must be started again.  In the code, their "starts" increase.  Here
 * those who compare them later are told, as a count would have no end.
 */
inline stop_others()
{
	for (i : 0 .. SESSIONS - 1) {
		overtaken[i] = overtaken[i] || (claim[i] != 0 && claim[i] != e && owner[claim[i] - (claim[i] != 0)] == f + 1)
	}
	for (i : 1 .. ENTRIES) {
		started[i - 1] = started[i - 1] && (owner[i - 1] != f + 1 || i == e)
	}
	i = 0
}

inline give()
{
#ifdef STOP_AT_GIVING
	stop_others();
#endif
	owner[e - 1] = f + 1;
#ifdef SHAPES
	shape_of[e - 1] = s;
#endif
	started[e - 1] = 0;
	mark[e - 1] = 0
}

inline set_claim()
{
	is_started = started[e - 1];
	overtaken[session] = 0;
	claim[session] = e
}

inline claim_entry()
{
	d_step {					/* C1 */
		e = 0;
		find();
#ifndef CLAIM_AFTER_LOCK
		if :: e != 0 -> set_claim() :: else fi
#endif
	};
	if
	:: e == 0 ->
		d_step {				/* C2 */
#ifndef NO_LOOK_AT_GIVING
			find();
#endif
			if
			:: e == 0 -> choose(); give()
			:: else
			fi;
#ifndef CLAIM_AFTER_LOCK
			set_claim()
#endif
		}
	:: else
	fi;
#ifdef CLAIM_AFTER_LOCK
	d_step { set_claim() }
#endif
}

/*
 * The hostile case: the session claims another entry as soon as it does not need this one any more.
 */
inline unclaim()
{
	claim[session] = 0;
	overtaken[session] = 0
}

/*
 * S0, with the exclusive lock; then find the table's greatest ID.  S1, with the exclusive lock: raise the
 * mark above it, unless the entry was started, or another shape came to S0 since then.
 */
#ifdef NO_STARTS_SEEN
#define TO_START (!started[e - 1])
#elif defined(READY_BEFORE_MARK)
#define TO_START 1
#else
#define TO_START (!started[e - 1] && !overtaken[session])
#endif
inline start()
{
#if defined(SHAPES) && !defined(STOP_AT_GIVING) && !defined(NO_STOP_OF_OTHERS)
	d_step {					/* S0 */
		if
		:: !started[e - 1] -> stop_others()
		:: else
		fi;
		overtaken[session] = 0
	};
#else
	overtaken[session] = 0;
#endif
	d_step {
		found = OLD;
		for (i : 1 .. XIDS - 1) {
			found = (IN(i, committed) && feed[i] == f -> MAX(found, id[i]) : found)
		}
		i = 0
	};
#if defined(RIGHT) || defined(STORED)
	if :: found = 0 :: skip fi;		/* rows may have been deleted */
#endif
#if defined(STORED) && !defined(NO_STORED)
	d_step {
		found = MAX(found + 1, marked[f]) - 1;
#ifndef NO_UNCOMMITTED
		found = MAX(found + 1, writing[f]) - 1;
#endif
		skip
	};
#endif
#ifdef READY_BEFORE_MARK
	started[e - 1] = 1;
#endif
	d_step {
		if
		:: TO_START ->
#ifdef START_AT_GREATEST
			mark[e - 1] = MAX(mark[e - 1], found);
#else
			mark[e - 1] = MAX(mark[e - 1], found + 1);
#endif
			started[e - 1] = 1
		:: else
		fi;
		is_started = started[e - 1];
		found = 0
	}
}

/* Claim the entry, which is started, and then look at the clock; t is the time. */
inline claim_started(t)
{
#ifdef CLOCK_BEFORE_CLAIM
	look_at_clock(t);
#endif
	claim_entry();
#ifndef NO_START
	do
	:: !is_started -> start()
	:: else -> break
	od;
#endif
	is_started = 0
}

inline look_with_claim(t)
{
#ifndef CLOCK_BEFORE_CLAIM
	look_at_clock(t)
#else
	skip
#endif
}

/* W2 */
inline publish()
{
#ifndef NO_SLOT
	PAIR { slot_name[session] = (readers > 0 -> f + 1 : 0); slot_floor[session] = (readers > 0 -> floor : 0) }
#endif
	skip
}

/* W3 */
inline look_again()
{
#ifdef NO_SECOND_LOOK
	least = floor
#else
	least = MAX(floor, mark[e - 1])
#endif
}

/* W1 to W3.  A guard that enters a feed with a lag is the same. */
inline enter()
{
	claim_started(floor);
	atomic { look_with_claim(floor); floor = MAX(floor, mark[e - 1]) };
#ifdef LOOK_BEFORE_PUBLISH
	look_again();
	publish();
	atomic { unclaim(); e = 0 }
#else
	publish();
#ifdef UNCLAIM_BEFORE_LOOK
	unclaim();
#endif
	atomic { look_again(); unclaim(); e = 0 }
#endif
}

/*
 * W3a, for a clock that nobody sets.  The writer may give up instead: that is a rollback.  A later
 * statement of the transaction waits again, so that is a longer wait.
 */
inline wait()
{
	atomic {
#if WAITS && !defined(NO_WAIT)
		least < TIMES && f < READ ->
		clock = MAX(clock, least + 1);
		any_time(clock, clock);
#endif
#ifdef COUNT_AFTER_WAIT
		is_counted = 1;
#endif
		skip
	}
}

/* W4.  Rows are not lost without the guard's upper bound.  If it rejects the ID, that is a rollback. */
inline insert()
{
	atomic {
#ifdef RIGHT					/* the guard accepts the default, which is generated now */
		assert((WAITS -> clock > least : sequence >= least) || f >= READ);
#endif
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

/*
 * Nobody looks at commits that all snapshots see, but for their next xid; nor at slots and the ring when no
 * reader is left.
 */
inline forget()
{
	for (i : 0 .. READERS - 1) { found = found | unseen[i] }
	for (i : 0 .. RING - 1) {
		ring_next[i] = (readers > 0 -> ring_next[i] : 0);
		ring_feed[i] = (IN(ring_xid[i], found) -> ring_feed[i] : 0);
		ring_floor[i] = (IN(ring_xid[i], found) -> ring_floor[i] : 0);
		ring_xid[i] = (IN(ring_xid[i], found) -> ring_xid[i] : 0)
	}
	for (i : 0 .. SLOTS - 1) {
		slot_name[i] = (readers > 0 -> slot_name[i] : 0);
		slot_floor[i] = (readers > 0 -> slot_floor[i] : 0)
	}
	found = 0;
	i = 0
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
	forget()
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
	slot_floor[session] = 0;
#endif
	d_step {					/* W6_ring, with its lock */
#ifndef NO_RING
		add_to_ring();
#endif
		next = 0
	}
}

/* W7.  A pair that is not counted is not cleared, and would hold back consumers for ever. */
inline clear()
{
#ifdef SHAPES
	atomic { locked[f]--; s = 0 };
#endif
#ifdef COUNT_AFTER_WAIT
	assert(is_counted);
	is_counted = 0;
#endif
	PAIR { slot_floor[session] = 0; slot_name[session] = 0; x = 0; f = 0; floor = 0; least = 0 }
}

#ifdef IN_TURN
#define CAN_BEGIN (transactions == TRANSACTIONS - session)
#else
#define CAN_BEGIN (transactions > 0)
#endif
proctype writer(byte session)
{
	byte x, f, floor, least, next, e, found, i;
	bit is_started;
#ifdef SHAPES
	byte s;
#endif
#ifdef COUNT_AFTER_WAIT
	bit is_counted;
#endif

end_writer:						/* it may wait here for ever */
	do
	:: atomic {
			CAN_BEGIN ->
			transactions--;
			if :: f = 0 :: f = FEEDS - 1 fi;
#ifdef SHAPES					/* its xid comes when it inserts: other sizes cover the rest */
			locked[f]++;
			s = shape[f]
#else
			if
			:: take_xid()
#ifndef IN_TURN					/* or when it inserts */
			:: skip
#endif
			fi
#endif
		};
		enter();
		if
		:: wait();
			insert();
			if
			:: commit()
			:: end(0)
#ifdef MAY_PREPARE				/* W5.  Another session commits it, and adds nothing to the ring. */
			:: slot_floor[session] = 0; end(1)
#endif
			fi
		:: x != 0; end(0)
		:: x == 0
		fi;
		clear()
	od
}

/*
 * Gives the entry of a feed to another feed, unless a session claims it.  With SHAPES, the feed's
 * definition gets the other shape instead, which waits for writers.
 */
#ifdef MAY_GIVE_CLAIMED
#define GIVABLE (k != 0)
#else
#define GIVABLE (k != 0 && !is_claimed)
#endif

/* What was read or stored matters to takes alone. */
#if defined(STORED)
#define FORGET_READ(f) stored[f] = (takes > 0 -> stored[f] : 0)
#elif defined(RIGHT)
#define FORGET_READ(f) skip
#else
#define FORGET_READ(f) read[f] = (takes > 0 -> read[f] : 0)
#endif

inline take()
{
#ifdef SHAPES
	shape[f] = 1 - shape[f];
#else
	owner[k - 1] = 0;
	started[k - 1] = 0;
	mark[k - 1] = 0;
#endif
#ifdef STORED
	told[f] = stored[f];
#elif !defined(RIGHT)
	told[f] = read[f] + 1;
#endif
	takes--;
	for (i : 0 .. READERS - 1) { entry_was[i] = (entry_was[i] == HELD && i % READ == f -> LOST : entry_was[i]) }
	for (i : 0 .. FEEDS - 1) { FORGET_READ(i) }
	i = 0
}

proctype taker()
{
	byte f, i, k;
	bit is_claimed;

end_taker:
	do
	:: atomic {
			takes > 0 ->
			if :: f = 0 :: f = READ - 1 fi;
#ifdef SHAPES
			if :: locked[f] == 0 -> take() :: else fi;
#else
			for (i : 1 .. ENTRIES) { k = (owner[i - 1] == f + 1 -> i : k) }
			for (i : 0 .. SESSIONS - 1) { is_claimed = is_claimed || claim[i] == k }
			if :: GIVABLE -> take() :: else fi;
			is_claimed = 0;
			i = 0;
			k = 0;
#endif
			f = 0
		}
	od
}

#if defined(SEQUENCE) && !defined(RIGHT)
active proctype setval()
{
	if :: sequence = 1 :: sequence = TIMES :: skip fi
}
#endif

/* R2.  The horizon of a sequence is what is found or stored in the mark. */
inline raise_mark()
{
	claim_started(c);
	atomic {
		look_with_claim(c);
#ifdef UNCLAIM_BEFORE_RAISE
		unclaim()
	};
	atomic {
#endif
#if defined(SEQUENCE) || defined(MAY_TELL_MARK)
		c = MAX(c, mark[e - 1]);
#endif
#ifndef NO_RAISE
		mark[e - 1] = MAX(c, mark[e - 1]);
#endif
#ifndef H_AFTER_SLOTS
		h = MIN(h, c);
#endif
#if !defined(RIGHT) && !defined(SHAPES)
		entry_was[SELF] = HELD;
#endif
		c = 0;
#ifndef H_AFTER_SLOTS
		unclaim();
		e = 0
#endif
	}
}

/* R3 */
inline look_at_slots()
{
	do
	:: i < SLOTS ->
		PAIR {
			floor = slot_floor[i];
			h = (floor != 0 && slot_name[i] == f + 1 -> MIN(h, floor) : h);
			floor = 0;
			i++
		}
	:: atomic { i == SLOTS -> i = 0; break }
	od
}

#ifdef STOP_AT_EQUAL
#define IS_OLDER(next) ((next) <= xmax)
#else
#define IS_OLDER(next) ((next) < xmax)
#endif

/* R4, with the ring's lock.  If commits are missing, the error 40001 is a horizon of 0. */
inline look_at_ring()
{
	d_step {
		do
		:: i < RING && !IS_OLDER(ring_next[i]) ->
			h = (ring_feed[i] == f && IN(ring_xid[i], unseen[SELF]) -> MIN(h, ring_floor[i]) : h);
			i++
		:: else -> break
		od;
#ifndef NO_OVERRUN
		h = (i == RING -> 0 : h);
#endif
		i = 0
	}
}

/*
 * R6: the statement has its horizon, and returns the rows below it that the snapshot sees.  If the
 * entry has been given to another feed since R2, only these rows count.  R5 with SHAPES: a definition
 * that has changed since R1 is the error 40001.
 */
#ifdef OWN_ROW
#define SEEN ((committed & ~unseen[SELF]) | BIT(x))
#else
#define SEEN (committed & ~unseen[SELF])
#endif
inline answer()
{
	d_step {
		for (i : 1 .. XIDS - 1) {
			found = (IN(i, SEEN) && feed[i] == f && id[i] < h -> MAX(found, id[i]) : found)
		}
#if defined(SHAPES) || defined(STORED)
		h = (entry_was[SELF] == LOST -> 0 : h);
		found = MIN(found, MAX(h, 1) - 1);
#elif !defined(RIGHT)
		h = (entry_was[SELF] == LOST -> MIN(h, found + 1) : h);
#endif
		for (i : 1 .. XIDS - 1) {
			if
			:: IN(i, committed) && feed[i] == f && id[i] != 0 && id[i] < h ->
				assert(!IN(i, unseen[SELF]));
				assert(kept == 0 || id[i] < kept)	/* a cursor skips it, but not the row after it */
			:: else
			fi
		}
#if !defined(RIGHT) && !defined(STORED)
		read[f] = MAX(read[f], found);
		FORGET_READ(f);
#endif
		told[f] = MAX(told[f], h);
		kept = h;
		h = 0;
		found = 0;
		entry_was[SELF] = 0;
		i = 0
	}
}

inline drop_snapshot()
{
	xmax = 0;
	unseen[SELF] = 0;
	kept = 0
}

inline end_statement()
{
	d_step {
#ifdef NO_CACHE
		if
		:: n == STATEMENTS -> drop_snapshot()
		:: else
		fi;
#else
		drop_snapshot();
#endif
		readers = readers - (n == STATEMENTS);
		forget()
	}
}

/* Writes a version of the feed's row, unless somebody else does. */
inline write_stored(m)
{
	is_writing = (m != 0 && writing[f] == 0);
	writing[f] = (is_writing -> m : writing[f]);
	c = (is_writing -> kept : 0)
}

/* Whoever sees it sees what was committed before it.  So no row that is committed later may be below it. */
inline commit_stored()
{
	d_step {
		marked[f] = MAX(marked[f], writing[f]);
		writing[f] = 0;
		told[f] = MAX(told[f], c);
		stored[f] = MAX(stored[f], c);
		FORGET_READ(f);
		is_writing = 0;
		c = 0
	}
}

/* R2 to R6 */
inline poll()
{
	h = 255;
#ifdef SHAPES
	atomic { s = shape[f]; entry_was[SELF] = HELD };	/* R1 */
#endif
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
	atomic { h = MIN(h, mark[e - 1]); unclaim(); e = 0 };
#endif
	look_at_ring();
#endif
#endif
	atomic {
		answer();
#ifdef STORED
		if
		:: write_stored(kept)
		:: skip
		fi;
#endif
#ifndef OWN_ROW
		end_statement()
#endif
	}
}

#ifdef STORED
/* The feed does not have an entry: its horizon is the mark that was stored before. */
inline store_without_entry()
{
	atomic { look_at_clock(c); e = 0; find(); h = marked[f] };
#ifdef MARK_AT_ONCE
	h = c;
#endif
	if
	:: e != 0 -> atomic { h = 0; e = 0; c = 0; end_statement() }
	:: else ->
		look_at_slots();
		look_at_ring();
		atomic {
			answer();
			c = MAX(c, kept);
			write_stored(c);
			end_statement()
		}
	fi
}
#endif

/*
 * The transaction of a reader inserts a row and polls again.  Its snapshot is the same, but its
 * command is another, so this is not R0.
 */
inline insert_and_poll()
{
	enter();
	insert();
#ifdef KEPT_AFTER_INSERT
	h = kept;
	answer();
#else
	kept = 0;
	poll();
#endif
	commit();
	clear()
}

proctype reader(byte session; byte f)
{
	byte xmax;					/* of the snapshot: the first xid that has not begun */
	byte kept, h, c, floor, e, found, i, n;
	bit is_started;
#ifdef STORED
	bit is_writing;
#endif
#ifdef OWN_ROW
	byte x, least, next;
#endif
#ifdef SHAPES
	byte s;
#endif

end_reader:
	do
	:: n < STATEMENTS ->
		n++;
		if
		:: d_step { xmax = latest_xid + 1; unseen[SELF] = running | (255 << xmax); kept = 0 }
#ifdef NO_CACHE					/* R0.  With it, a snapshot that is used again has its answer. */
		:: xmax != 0
#endif
		fi;
#ifdef STORED
		if
		:: poll()
		:: store_without_entry()
		fi;
		if
		:: is_writing -> commit_stored()
		:: else
		fi
#else
		poll();
#ifdef OWN_ROW
		insert_and_poll();
		end_statement()
#endif
#endif
	od
}

init
{
	byte i;

	atomic {
#ifdef STORED					/* by a call before */
		if :: skip :: marked[0] = 2 :: marked[0] = TIMES fi;
#endif
		for (i : 0 .. WRITERS - 1) { run writer(i) }
		for (i : 0 .. READERS - 1) { run reader(WRITERS + i, i % READ) }
		run taker()
	}
}
