/*
 * test/model/horizon.pml
 *		The protocol of core/horizon.h and pg/feed/horizon.c, for Spin to try in every order.
 *
 * Writers make ids and commit, roll back or prepare; a reader polls by id
 * alone.  Each look at the clock may tell any time at all, so it is set back
 * as well.  A row is lost when it is committed, the reader has not read it,
 * and has read one whose id is not smaller.
 *
 * Each step that protects rows is left out by a switch of its own.
 * script/long/model tries them all, and fails unless a row is lost each time.
 */
#ifndef WRITERS
#define WRITERS 2
#endif
#ifndef TRANSACTIONS
#define TRANSACTIONS 2			/* of each writer */
#endif
#ifndef STATEMENTS
#define STATEMENTS 2			/* of the reader */
#endif
#ifndef TIMES
#define TIMES 2					/* that the clock may tell: 1 to this */
#endif
#ifndef RING
#define RING 1
#endif
#ifndef PREPARES
#define PREPARES 0				/* 1: transactions may be prepared */
#endif
#ifndef LATER
#define LATER 0					/* 1: a transaction makes ids again, and may take its xid after them */
#endif
#ifndef QUIET
#define QUIET 0					/* 1: look at the end whether a row stays unread */
#endif
#ifndef RECOVERED
#define RECOVERED 0				/* 1: a transaction was found prepared when the server started */
#endif

#define XIDS (WRITERS * TRANSACTIONS + RECOVERED + 1)	/* 0 is none */
#define MAX(a, b) ((a) > (b) -> (a) : (b))
#define MIN(a, b) ((a) < (b) -> (a) : (b))
#define IN(x, set) (((set) >> (x)) & 1)
#define BIT(x) (1 << (x))

/* what the server knows */
byte	next_xid = 1;
byte	latest = 0;				/* the greatest xid that has ended */
byte	running = 0;			/* sets of xids */
byte	committed = 0;
byte	prepared = 0;			/* those that may be committed or rolled back by now */
bit		place = 0;				/* one at a time may be prepared: taken */

/* what the protocol shares */
byte	low_water = 0;			/* the low-water mark, in half moments: odd if an id was made there */
byte	slot[WRITERS];
bit		locked = 0;				/* the lock of the rest; steps that need no more than it are atomic */
byte	kept_xid = 0;
byte	kept_floor = 0;
byte	count = 0;
byte	ring_xid[RING];
byte	ring_next[RING];
byte	ring_floor[RING];

/* what only we know */
byte	id[XIDS];				/* the time of each transaction's id */
byte	seen = 0;				/* rows that the reader has read */
byte	position = 0;			/* the greatest id among them */
#if QUIET
byte	at_mark = 0;			/* rows whose id was made at the mark */
byte	ended = 0;				/* writers */
#define MARKED(what) what
#else
#define MARKED(what) skip
#endif

#define LOST(x) (id[x] <= position && !IN(x, seen))

inline any_time(t)
{
	t = 1;
	do
	:: t < TIMES -> t++
	:: break
	od
}

inline new_xid(x)
{
	x = next_xid;
	next_xid++;
	running = running | BIT(x)
}

/* ProcArrayEndTransaction */
inline end(x, commits)
{
	atomic {
		running = running & ~BIT(x);
		prepared = prepared & ~BIT(x);
		latest = MAX(latest, x);
		if
		:: commits -> assert(!LOST(x)); committed = committed | BIT(x)
		:: else -> id[x] = 0
		fi
	}
}

/* W6, the caller has the lock.  Each takes the greatest next xid so far. */
inline to_ring(x, nx, fl)
{
#ifndef NO_GREATEST
	nx = (count > 0 -> MAX(nx, ring_next[(count + RING - 1) % RING]) : nx);
#endif
	ring_xid[count % RING] = x;
	ring_next[count % RING] = nx;
	ring_floor[count % RING] = fl;
	count++
}

inline commit_to_ring(x, nx, fl)
{
#ifdef NO_RING
	skip
#else
#ifdef NO_LOCK
	to_ring(x, nx, fl)
#else
	atomic { !locked -> to_ring(x, nx, fl) }
#endif
#endif
}

/* PREPARE TRANSACTION; nobody can end it before the session has let go (W7) */
inline keep(x, fl)
{
#ifndef NO_KEEP
	atomic {
		!locked ->
		if
		:: kept_xid != 0 -> locked = 1	/* over, as there is one place for all that are prepared: W8 */
		:: else
		fi
	};
	if
	:: kept_xid != 0 -> release_kept()
	:: else
	fi;
	atomic { !locked -> kept_xid = x; kept_floor = fl }
#endif
	skip
}

/* W8, with the lock: the next xid is read after the end */
inline release_kept()
{
#ifdef DROP_KEPT
	kept_xid = 0;
#else
	nx = next_xid;
	atomic { to_ring(kept_xid, nx, kept_floor); kept_xid = 0 };
#endif
	locked = 0
}

/* W1 to W4: now and floor are set, and least is the least time of an id */
inline enter()
{
	atomic {
		any_time(now);
		floor = MAX(now, low_water / 2)	/* W1 */
	};
#ifdef ID_BEFORE_FLOOR
	least = MAX(floor, low_water / 2);
#endif
	slot[me] = floor;			/* W2 */
#ifndef ID_BEFORE_FLOOR
#ifdef NO_SECOND_LOOK
	least = floor;
#else
	if
	:: atomic { low_water / 2 < floor -> least = floor }	/* W3 */
	:: atomic { low_water / 2 >= floor -> skip };
#ifdef NOT_MARKED
		atomic { MARKED(marked = 1); least = low_water / 2 }
#else
		atomic { low_water = low_water | 1; MARKED(marked = 1); least = low_water / 2 }
#endif
	fi
#endif
#endif
}

/* One of the ids that the transaction makes after its first. */
inline make_another()
{
	if
	:: atomic { any_time(now); last = MAX(last, now); mine = last }
	/* of another generator */
	:: atomic { any_time(now); mine = MAX(least, now) }
	/* all ids of its time are used up */
	:: atomic { low_water / 2 >= last -> last++; low_water = MAX(low_water, 2 * last + 1); mine = last }
	:: mine = last
	fi
}

proctype writer(byte me)
{
	byte x, now, floor, least, nx, last, n;
#if LATER
	byte mine;
#endif
	bit prepares;
#if QUIET
	bit marked;
#endif

	do
	:: atomic { n == TRANSACTIONS -> MARKED(ended++); break }
	:: n < TRANSACTIONS ->
		n++;
		/* the xid may be there before the id, or come after it */
		if
		:: atomic { new_xid(x) }
		:: x = 0
		fi;
		enter();
		atomic {
#ifdef NO_MONOTONIC_RAISE
			last = MAX(last, now);
#else
			last = MAX(last, least);	/* W4 */
#endif
#if !LATER
			if
			:: x == 0 -> new_xid(x)
			:: else
			fi;
			id[x] = last
#endif
		};
#if LATER
		make_another();
		/* its row has one of them; which one, is any */
		atomic {
			if
			:: x == 0 -> new_xid(x)
			:: else
			fi;
			id[x] = mine; mine = 0
		};
#endif
#if QUIET
		atomic { at_mark = (marked && id[x] == least -> at_mark | BIT(x) : at_mark); marked = 0 };
#endif
		if
		::	/* COMMIT: W5 is the end, and the next xid is read after it */
#ifdef NEXT_BEFORE_END
			nx = next_xid;
			end(x, 1);
#else
			end(x, 1);
			nx = next_xid;
#endif
#ifdef CLEAR_FIRST
			slot[me] = 0;
#endif
			commit_to_ring(x, nx, floor)	/* W6 */
		::	/* ROLLBACK */
			end(x, 0)
#if PREPARES
		::	atomic { !place -> place = 1; prepares = 1 };
#ifdef CLEAR_BEFORE_KEEP
			slot[me] = 0;
#endif
			keep(x, floor)
#endif
		fi;
		atomic {
			slot[me] = 0;			/* W9 */
			prepared = (prepares -> prepared | BIT(x) : prepared);
			prepares = 0; x = 0; floor = 0; least = 0; nx = 0; now = 0
		}
	od
}

#if PREPARES || RECOVERED
/* COMMIT PREPARED, ROLLBACK PREPARED */
active proctype finisher()
{
	byte x;

endfinisher:
	do
	:: atomic { prepared != 0 -> x = 1; do :: IN(x, prepared) -> break :: else -> x++ od };
		if
		:: end(x, 1)
		:: end(x, 0)
		fi;
		atomic { place = 0; x = 0 }
	od
}
#endif

#if PREPARES
/* another session that prepares makes room */
active proctype sweeper()
{
	byte nx;

endsweeper:
	do
	::
#ifdef NEXT_BEFORE_OVER
		nx = next_xid;
endover:
		atomic { kept_xid != 0 && !IN(kept_xid, running) && !locked -> to_ring(kept_xid, nx, kept_floor); kept_xid = 0 };
#else
		atomic { kept_xid != 0 && !IN(kept_xid, running) && !locked -> locked = 1 };
		release_kept();
#endif
		nx = 0
	od
}
#endif

/* R3 */
inline look_at_slots()
{
	i = 0;
	do
	:: atomic { i < WRITERS -> h = (slot[i] != 0 -> MIN(h, slot[i]) : h); i++ }
	:: atomic { i == WRITERS -> i = 0; break }
	od
}

#define LOWERED(x, fl) ((x) >= xmax || IN(x, runs) -> MIN(h, fl) : h)

/* R4: kept ones, then the ring from the newest on */
inline look_at_ended()
{
	atomic {
		!locked ->
		h = (kept_xid != 0 -> LOWERED(kept_xid, kept_floor) : h);
		i = count;
		do
		:: i == 0 -> break
		:: i > 0 && count - i == RING ->
#ifndef NO_OVERWRITE_ERROR
			told = 0;
#endif
			break
		:: i > 0 && count - i < RING ->
			i--;
			if
			:: ring_next[i % RING] < xmax -> break
			:: else -> h = LOWERED(ring_xid[i % RING], ring_floor[i % RING])
			fi
		od;
		i = 0
	}
}

/* R5: xid 1 is the only one from before the start */
inline look_at_recovered()
{
#if RECOVERED && !defined(NO_RECOVERED)
	told = (IN(1, runs) && IN(1, prepared) -> 0 : told);
#ifndef NO_RECOVERED_ENDED
	told = (IN(1, runs) && !IN(1, running) -> 0 : told);
#endif
#endif
	skip
}

/* R2: nothing to come is below what the mark is raised to */
inline raise_mark()
{
	atomic {
		any_time(now);
		c = MAX(2 * now, low_water + low_water % 2);
#ifndef NO_RAISE
		low_water = c;
#endif
		h = MIN(h, c / 2);
		now = 0; c = 0
	}
}

inline ask()
{
	h = 255;
#ifdef ENDED_FIRST
	look_at_ended();
	raise_mark();
	look_at_slots();
#else
#ifdef SLOTS_BEFORE_RAISE
	look_at_slots();
	raise_mark();
#else
	raise_mark();
	look_at_slots();
#endif
	look_at_ended();
#endif
	look_at_recovered()
}

inline read_rows()
{
	i = 1;
	do
	:: i == XIDS -> break
	:: i < XIDS ->
		if
		:: IN(i, visible) && id[i] < h -> seen = seen | BIT(i); position = MAX(position, id[i])
#ifdef PER_ROW
		/* read before this horizon was asked for, and compared with the one before */
		:: IN(i, visible) && id[i] < h && id[i] >= earlier
#endif
		:: !IN(i, visible) || id[i] >= h
		fi;
		i++
	od
}

active proctype reader()
{
	byte i, now, c, h, n;
	byte runs, visible, xmax;		/* the snapshot */
#ifdef PER_ROW
	byte earlier;
#endif
	bit told;

	do
	:: n == STATEMENTS -> break
	:: n < STATEMENTS ->
		/* R1; REPEATABLE READ keeps the snapshot that it has */
		if
		:: atomic { runs = running; visible = committed; xmax = latest + 1 }
		:: n > 0
		fi;
		n++;
		told = 1;
#ifdef PER_ROW
		ask();
		earlier = h;
#endif
		ask();
		atomic {
			if
			:: told -> read_rows()
			:: else
			fi;
			i = 1;
			do
			:: i == XIDS -> break
			:: i < XIDS -> assert(!(IN(i, committed) && LOST(i))); i++
			od;
			i = 0; h = 0; told = 0
		}
	od;

#if QUIET
	/* At the end no row stays unread at the mark, even if the clock stands still. */
	atomic {
		ended == WRITERS && running == 0 ->
		c = low_water / 2;
		low_water = low_water + low_water % 2;	/* R2 */
		i = 1;
		do
		:: i == XIDS -> break
		:: i < XIDS -> assert(!(IN(i, committed & at_mark) && id[i] <= c && id[i] >= low_water / 2)); i++
		od
	}
#endif
}

init
{
	byte w;

	atomic {
#if RECOVERED
		new_xid(w);
		w = 0;
		place = 1;
		prepared = BIT(1);
		id[1] = 1;
#endif
		do
		:: w == WRITERS -> break
		:: w < WRITERS -> run writer(w); w++
		od
	}
}
