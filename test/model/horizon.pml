/*
 * test/model/horizon.pml
 *		The protocol of src/core/horizon.h and src/feed/horizon.c, for Spin to try in every order.
 *
 * Writers make ids and commit, roll back or prepare; a reader polls by id
 * alone.  Each look at the clock may tell any time at all, so it is set back
 * as well.  A row is lost when it is committed, the reader has not read it,
 * and has read one whose id is not smaller.
 *
 * STEP names a step as src/core/horizon.h does.  How they follow each other is in
 * test/model/steps, for the model and for a server.
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
#define LATER 0					/* 1: a transaction makes ids again, also of another generator, and may
								 * take its xid between them, after them, or not at all */
#endif
#ifndef QUIET
#define QUIET 0					/* 1: look at the end whether a row stays unread */
#endif
#ifndef RESTARTS
#define RESTARTS 0				/* 1: the server crashes at any time, and starts again */
#endif

#ifdef TRACE
#define TEXT(line) #line
#define STEP(name) printf(TEXT(name\n));
#define BEGIN STEP(.)
bit		crashed = !RESTARTS;	/* what is prepared stays until then, as it is seldom seen otherwise */
#else
#define STEP(name)
#define BEGIN
#endif

#define XIDS (WRITERS * (TRANSACTIONS + RESTARTS) + 1)	/* 0 is none */
#define MAX(a, b) ((a) > (b) -> (a) : (b))
#define MIN(a, b) ((a) < (b) -> (a) : (b))
#define IN(x, set) (((set) >> (x)) & 1)
#define BIT(x) (1 << (x))

/* what the server knows */
byte	next_xid = 1;
byte	latest = 0;				/* the greatest xid that has ended */
byte	running = 0;			/* sets of xids */
byte	committed = 0;
byte	durable = 0;			/* those that are prepared */
byte	prepared = 0;			/* those of them whose session has let go */
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
#if RESTARTS
bit		has_begun = 0;			/* is there a first snapshot? */
byte	first_runs = 0;
byte	first_xmax = 0;
#define ANY_FLOOR 0				/* of what was prepared before the start: it may have made any id */
#endif

/* what only we know */
byte	id[XIDS];				/* the time of each transaction's id */
byte	seen = 0;				/* rows that the reader has read */
byte	position = 0;			/* the greatest id among them */
#if RESTARTS
bit		down = 0;				/* has the server crashed? */
byte	alive = WRITERS + 1;	/* processes that have more to do */
byte	gone = 0;				/* those of them that the crash ended */
byte	before = 0;				/* the time of the last commit before the start */
#endif
#if QUIET
byte	at_mark = 0;			/* rows whose id was made at the mark, or by moving it */
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

/* The caller has the lock.  Each takes the greatest next xid so far. */
inline to_ring(x, nx, fl)
{
	STEP(W8)
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

/* PREPARE TRANSACTION; nobody can end it before the session has let go */
inline keep(x, fl)
{
#ifndef NO_KEEP
	atomic {
		!locked ->
		if
		:: kept_xid != 0 -> locked = 1	/* over, as there is one place for all that are prepared */
		:: else
		fi
	};
	if
	:: kept_xid != 0 -> release_kept()
	:: else
	fi;
	atomic { !locked -> STEP(W10) kept_xid = x; kept_floor = fl }
#endif
	skip
}

/* With the lock.  The next xid is read after the end. */
inline release_kept()
{
	STEP(W11)
#ifdef DROP_KEPT
	kept_xid = 0;
#else
	nx = next_xid;
	atomic { to_ring(kept_xid, nx, kept_floor); kept_xid = 0 };
#endif
	locked = 0
}

/* The first one that makes an id or asks, since the start. */
inline begin_life()
{
#if RESTARTS
	if
	:: has_begun
	:: !has_begun ->
		atomic { STEP(R1) low_water = (low_water == 0 -> 2 * (before + 1) : low_water) };
		atomic {
			!locked ->
			if
			:: has_begun
			:: else ->
#ifndef NO_RECOVERED
				if
				:: kept_xid == 0 && prepared != 0 ->
					kept_xid = 1;
					do :: IN(kept_xid, prepared) -> break :: else -> kept_xid++ od;
					STEP(W10)
					kept_floor = ANY_FLOOR
				:: else
				fi;
#endif
				STEP(R2)
				first_runs = running; first_xmax = latest + 1; has_begun = 1
			fi
		}
	fi;
#endif
	skip
}

#if RESTARTS
/* When the server goes down, a process ends whatever it does, and begins again when it is up. */
#define UNLESS_DOWN(what, forgotten) \
	{ what } unless { atomic { down -> gone++; forgotten }; !down }
#define DONE alive--
#else
#define UNLESS_DOWN(what, forgotten) what
#define DONE skip
#endif

/* now and floor are set, and least is the least time of an id */
inline enter()
{
	atomic {
		any_time(now);
		STEP(W1)
		floor = MAX(now, low_water / 2)
	};
#ifdef ID_BEFORE_FLOOR
	least = MAX(floor, low_water / 2);
#endif
	atomic { STEP(W2) slot[me] = floor };
#ifndef ID_BEFORE_FLOOR
#ifdef NO_SECOND_LOOK
	least = floor;
#else
	if
	:: atomic { low_water / 2 < floor -> STEP(W3) least = floor }
	:: atomic { low_water / 2 >= floor -> STEP(W3) skip };
#ifdef NOT_MARKED
		atomic { MARKED(marked = 1); least = low_water / 2 }
#else
		atomic { STEP(W4) low_water = low_water | 1; MARKED(marked = 1); least = low_water / 2 }
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
	/* all ids of a tick are used up, of one moment or longer, or the clock is behind */
	:: atomic { low_water / 2 >= last -> STEP(W5) last++ };
		atomic {
#ifndef NO_MOVE
			low_water = MAX(low_water, 2 * last + 1);
#endif
			MARKED(marked = 1; least = last);
			mine = last
		}
	:: mine = last
	fi
}

inline may_take_xid()
{
	if
	:: atomic { x == 0 -> new_xid(x) }
	:: skip
	fi
}

inline make_ids()
{
	may_take_xid();
	enter();
	atomic {
#ifdef NO_MONOTONIC_RAISE
		last = MAX(last, now)
#else
		last = MAX(last, least)
#endif
	};
#if LATER
	may_take_xid();
	make_another();
	may_take_xid();
	/* its row has one of them; which one, is any */
	atomic { id[x] = (x != 0 -> mine : 0); mine = 0 }
#else
	atomic {
		if
		:: x == 0 -> new_xid(x)
		:: else
		fi;
		id[x] = last
	}
#endif
}

/* The end is W6, and the next xid is read after it. */
inline commit()
{
#ifdef NEXT_BEFORE_END
	nx = next_xid;
	end(x, 1);
#else
	STEP(W6)
	end(x, 1);
	atomic { STEP(W7) nx = next_xid };
#endif
#ifdef CLEAR_FIRST
	slot[me] = 0;
#endif
	commit_to_ring(x, nx, floor)
}

/*
 * The server may fail to prepare it once it is kept.  Then it is over, and another one may
 * have its place.  Once it is prepared, its session may still fail, and roll back what stays.
 */
inline prepare()
{
#ifdef CLEAR_BEFORE_KEEP
	slot[me] = 0;
#endif
	keep(x, floor);
	if
	:: atomic { durable = durable | BIT(x); prepares = 1 };
#ifdef CLEAR_PREPARED
		if
		:: atomic { !locked -> kept_xid = (kept_xid == x -> 0 : kept_xid) }
		:: skip
		fi
#endif
	:: end(x, 0);
		place = 0
	fi
}

/* As the process is when a transaction begins; its generator has made ids up to last. */
inline forget()
{
	prepares = 0; x = 0; floor = 0; least = 0; nx = 0; now = 0
}

inline transaction()
{
	BEGIN
	begin_life();
	make_ids();
#if QUIET
	atomic { at_mark = (marked && id[x] == least -> at_mark | BIT(x) : at_mark); marked = 0 };
#endif
	if
	:: atomic { x != 0 -> skip }; commit()
	:: atomic { x == 0 -> STEP(W6) skip }	/* it wrote nothing */
	::	/* ROLLBACK */
		end(x, 0)
#if PREPARES
	::	atomic { x != 0 && !place -> place = 1 };
		prepare()
#endif
	fi;
	atomic {
		STEP(W9)
		slot[me] = 0;
		prepared = (prepares -> prepared | BIT(x) : prepared);
		forget()
	}
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
	:: atomic { n == TRANSACTIONS -> MARKED(ended++); DONE; break }
	:: n < TRANSACTIONS ->
		n++;
		UNLESS_DOWN(transaction(), n--; last = 0; forget())
	od
}

#if PREPARES
/* COMMIT PREPARED, ROLLBACK PREPARED */
active proctype finisher()
{
	byte x;

#ifdef TRACE
	crashed;
#endif
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

#if PREPARES && !defined(TRACE)
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

inline look_at_slots()
{
	i = 0;
	do
	:: atomic { i < WRITERS -> STEP(R5) h = (slot[i] != 0 -> MIN(h, slot[i]) : h); i++ }
	:: atomic { i == WRITERS -> i = 0; break }
	od
}

#define LOWERED(x, fl) ((x) >= xmax || IN(x, runs) -> MIN(h, fl) : h)

/* With the lock: kept ones, then the ring from the newest on. */
inline look_at_ended()
{
	atomic {
		!locked ->
		STEP(R6)
		h = (kept_xid != 0 -> LOWERED(kept_xid, kept_floor) : h);
		STEP(R7)
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
#if RESTARTS
		told = (h == ANY_FLOOR -> 0 : told);
#endif
		i = 0
	}
}

/* Nothing to come is below what the mark is raised to. */
inline raise_mark()
{
	atomic {
		any_time(now);
		STEP(R4)
		c = MAX(2 * now, low_water + low_water % 2);
#ifndef NO_RAISE
		low_water = c;
#endif
		h = MIN(h, c / 2);
		now = 0; c = 0
	}
}

/* The snapshot sees each end that the first one sees. */
inline check_first()
{
#if RESTARTS
	atomic {
		STEP(R3)
#ifdef NO_FIRST
		skip
#else
		told = (xmax < first_xmax || (runs & ~first_runs & (BIT(first_xmax) - 1)) != 0 -> 0 : told)
#endif
	};
#endif
	skip
}

inline ask()
{
	h = 255;
	begin_life();
	check_first();
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
	STEP(R8)
	skip
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

inline statement()
{
	BEGIN
	/* REPEATABLE READ keeps the snapshot that it has */
	if
	:: atomic { runs = running; visible = committed; xmax = latest + 1 }
	:: xmax > 0
	fi;
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
	:: atomic { n == STATEMENTS -> DONE; break }
	:: n < STATEMENTS ->
		n++;
		UNLESS_DOWN(statement(), n--; i = 0; h = 0; told = 0; now = 0; c = 0; runs = 0; visible = 0; xmax = 0)
	od;

#if QUIET
	/* At the end no row stays unread at the mark, even if the clock stands still. */
	atomic {
		ended == WRITERS && running == 0 ->
		low_water = low_water + low_water % 2;	/* as in R4 */
		i = 1;
		do
		:: i == XIDS -> break
		:: i < XIDS -> assert(!(IN(i, committed & at_mark) && id[i] >= low_water / 2)); i++
		od
	}
#endif
}

#if RESTARTS
/* A crash takes what sessions share, and the transactions that are not prepared. */
active proctype crash()
{
	byte i;

#ifdef TRACE
	prepared != 0;
#endif
	atomic { down = 1; gone = 0 };
	atomic {
		gone == alive ->
		running = running & durable;
		prepared = running;
		place = prepared != 0;
		i = 1;
		do
		:: i == XIDS -> break
		:: i < XIDS ->
			id[i] = (IN(i, running | committed) -> id[i] : 0);
#ifndef NO_START_TIME
			before = (IN(i, committed) -> MAX(before, id[i]) : before);
#endif
			i++
		od;
		latest = next_xid - 1;
		low_water = 0; locked = 0; kept_xid = 0; kept_floor = 0; count = 0;
		has_begun = 0; first_runs = 0; first_xmax = 0;
		i = 0;
		do
		:: i == WRITERS -> break
		:: i < WRITERS -> slot[i] = 0; i++
		od;
		i = 0;
#ifdef TRACE
		crashed = 1;
#endif
		down = 0
	}
}
#endif

init
{
	byte w;

	atomic {
		do
		:: w == WRITERS -> break
		:: w < WRITERS -> run writer(w); w++
		od
	}
}
