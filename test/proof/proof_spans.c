/*
 * test/proof/proof_spans.c
 *		src/core/spans.c: which spans are missing and which are over, among up to three.
 */
#include "core/spans.c"
#include "test/proof/proof.h"

#define MOST 3

/* Any spans in ascending order that do not overlap; none is empty. */
static void
any_spans(span there[MOST])
{
	span		any[MOST];

	for (int i = 0; i < MOST; i++)
	{
		there[i] = any[i];
		ASSUME(there[i].lower < there[i].upper);
		ASSUME(i == 0 || there[i - 1].upper <= there[i].lower);
	}
}

/* Is there a span at a moment?  One that is leaving serves nobody. */
static bool
serves(const span *there, int count, int64_t at, bool leaving)
{
	bool		found = false;

	for (int i = 0; i < MOST; i++)
		if (i < count && there[i].lower <= at && at < there[i].upper && (leaving || !there[i].leaving))
			found = true;
	return found;
}

static void
over_of(int count)
{
	span		there[MOST];
	int64_t		before;
	int			over;

	any_spans(there);
	over = spans_over(there, count, before);
	CLAIM(over >= 0 && over <= count);
	for (int i = 0; i < MOST; i++)
		if (i < count)
			CLAIM((i < over) == (there[i].upper <= before));
}

/* Those that ended are just the first ones whose end is not after the moment. */
void
proof_spans_over(void)
{
	for (int count = 0; count <= MOST; count++)
		over_of(count);
}

static void
free_of(int count)
{
	span		there[MOST];
	span		s;
	int64_t		at;
	bool		common = false;

	any_spans(there);
	ASSUME(s.lower < s.upper);
	if (spans_free(there, count, &s))
	{
		if (at >= s.lower && at < s.upper)
			CLAIM(!serves(there, count, at, true));
	}
	else
	{
		common = serves(there, count, s.lower, true);
		for (int i = 0; i < MOST; i++)
			common |= i < count && there[i].lower >= s.lower && there[i].lower < s.upper;
		CLAIM(common);
	}
}

/*
 * A span is free just where no moment of it is in another.  One that overlaps
 * has its beginning there, or the other has.
 */
void
proof_spans_free(void)
{
	for (int count = 0; count <= MOST; count++)
		free_of(count);
}

static void
begin_of(int count)
{
	span		there[MOST];
	int64_t		now;
	int64_t		at;
	int64_t		begin;

	any_spans(there);
	begin = spans_begin(there, count, now);
	CLAIM(begin <= now);
	if (begin < now)
	{
		if (at >= begin && at <= now)
			CLAIM(!serves(there, count, at, true));
		CLAIM(serves(there, count, begin - 1, true));
	}
	else if (count > 0 && there[0].lower <= now)
		CLAIM(serves(there, count, now, true) || (now > INT64_MIN && serves(there, count, now - 1, true)));
}

/*
 * There have to be spans from now on, or from the end of the last one that
 * began by now, if it has ended.
 */
void
proof_spans_begin(void)
{
	for (int count = 0; count <= MOST; count++)
		begin_of(count);
}

static void
reach_of(int count)
{
	span		there[MOST];
	int64_t		now;
	int64_t		at;
	int64_t		end;

	any_spans(there);
	end = spans_reach(there, count, now);
	CLAIM(end >= now);
	CLAIM(!serves(there, count, end, false));
	if (at >= now && at < end)
		CLAIM(serves(there, count, at, false));
}

/*
 * From now on up to the reach each moment is in a span that serves, and that
 * at the reach is in none.
 */
void
proof_spans_reach(void)
{
	for (int count = 0; count <= MOST; count++)
		reach_of(count);
}

/*
 * Searches.  The proof is about one call, in any state in which calls may leave
 * a search, so it holds of any number of calls: with up to two spans, and a
 * calendar of up to three steps.
 *
 * A search compares moments and copies them, and knows none but SPAN_END.  So
 * what holds in every order of them, and with the last one, holds of all.  Here
 * are nine, and sixteen to choose them from.
 */
#define SEARCHED 2
#define STEPS 3
#define IN_ANY_ORDER(moment) ASSUME((moment) > SPAN_END - 16)

/* Each step ends where the next one begins. */
static int64_t starts[STEPS + 1];

static int64_t
start_of(void *arg, int64_t n)
{
	ASSUME(n >= 0 && n <= STEPS);
	return starts[n];
}

static int64_t
number_of_step(void *arg, int64_t at)
{
	int64_t		n;

	ASSUME(n >= 0 && n < STEPS && starts[n] <= at && at < starts[n + 1]);
	return n;
}

static const span_steps steps = {start_of, number_of_step, NULL};

static void
any_steps(void)
{
	int64_t		any[STEPS + 1];

	for (int i = 0; i <= STEPS; i++)
	{
		IN_ANY_ORDER(any[i]);
		starts[i] = any[i];
		ASSUME(i == 0 || starts[i - 1] <= starts[i]);
	}
}

/* A search before a moment: some of the spans that ended by then are passed. */
static span_search
search_at(const span *there, int count, int64_t at, int64_t end)
{
	int			next;
	span_search s = {.there = there,.count = count,.steps = &steps,.end = end,.next = next};

	IN_ANY_ORDER(at);
	IN_ANY_ORDER(end);
	for (int i = 0; i < count; i++)
		IN_ANY_ORDER(there[i].lower);
	ASSUME(next >= 0 && next <= spans_over(there, count, at));
	return s;
}

/* Does a step serve already, with the same bounds? */
static bool
is_there(const span *there, int count, int64_t n)
{
	bool		found = false;

	for (int i = 0; i < SEARCHED; i++)
		found |= i < count && there[i].lower == starts[n] && there[i].upper == starts[n + 1] && !there[i].leaving;
	return found;
}

/*
 * A search for whole steps passes those that are there, and stops at the first
 * one that is not: it has no length, something overlaps it, or it is missing.
 * It ends where the next step begins at the end or later.
 */
void
proof_spans_next_whole(void)
{
	span		there[MOST];
	span		missing;
	int			count;
	int64_t		end;
	int64_t		begun;
	span_search s;
	span_status status;

	any_spans(there);
	any_steps();
	ASSUME(count >= 0 && count <= SEARCHED && begun >= 0 && begun < STEPS);
	s = search_at(there, count, starts[begun], end);
	s.n = begun;
	status = spans_next_whole(&s, &missing);

	for (int n = 0; n < STEPS; n++)
		if (n >= begun && n < s.n - (status != SPAN_NONE))
			CLAIM(is_there(there, count, n) && starts[n] < end);
	if (status == SPAN_NONE)
	{
		CLAIM(starts[s.n] >= end);
		return;
	}
	CLAIM(s.n > begun && missing.lower == starts[s.n - 1] && missing.upper == starts[s.n] && missing.lower < end);
	CLAIM((status == SPAN_EMPTY) == (missing.lower == missing.upper));
	CLAIM(s.next <= spans_over(there, count, missing.lower));
	if (status == SPAN_EMPTY)
		return;
	CLAIM((status == SPAN_MISSING) == spans_free(there, count, &missing));
	CLAIM(status == SPAN_MISSING || (status == SPAN_OVERLAPS && !spans_free(&there[s.next], 1, &missing)));
	CLAIM(!is_there(there, count, s.n - 1));
}

/* Searches begin at step 0, and where the step of a moment begins. */
void
proof_spans_searches(void)
{
	span		there[MOST];
	int			count;
	int64_t		from;
	int64_t		end;
	int64_t		old;
	span_search s = spans_whole(there, count, &steps, end);

	any_steps();
	CLAIM(s.there == there && s.count == count && s.steps == &steps && s.end == end && s.next == 0 && s.n == 0);
	s = spans_open(there, count, &steps, from, end, old);
	CLAIM(s.there == there && s.count == count && s.steps == &steps && s.end == end && s.next == 0 && s.old == old);
	CLAIM(s.at == starts[number_of_step(NULL, from)]);
}

/*
 * A search for what is open, in a calendar without end: the same number of spans
 * and steps, but the proof runs through all orders of their moments.  They are
 * eight, and so many values and SPAN_END to choose them from.  What the search
 * compares the end and the old moment with is among these, so they need one more
 * value, before all.
 */
#define VALUES 8
#define MOMENT(value) ((value) < VALUES ? (value) : SPAN_END)

static int64_t
number_in_order(void *arg, int64_t at)
{
	int64_t		n = 0;

	while (n < STEPS - 1 && starts[n + 1] <= at)
		n++;
	return n;
}

static const span_steps steps_in_order = {start_of, number_in_order, NULL};

/* Each moment from at to end is in a span, or older than old. */
static bool
all_serve(const span *there, int count, int64_t at, int64_t end, int64_t old)
{
	for (int64_t moment = at > old ? at : old; moment < VALUES && moment < end; moment++)
		if (!serves(there, count, moment, true))
			return false;
	return true;
}

static void
next_open(span_search s)
{
	span		missing;
	int64_t		at = s.at;
	int64_t		n;

	if (spans_next_open(&s, &missing) == SPAN_MISSING)
	{
		n = number_in_order(NULL, missing.lower);
		CLAIM(at <= missing.lower && missing.lower < missing.upper && missing.upper == s.at);
		CLAIM(missing.upper > s.old && starts[n] <= s.end && missing.upper <= starts[n + 1]);
		CLAIM(spans_free(s.there, s.count, &missing));
		CLAIM(missing.lower == at || missing.lower == starts[n] || serves(s.there, s.count, missing.lower - 1, true));
		CLAIM(missing.upper == starts[n + 1] || serves(s.there, s.count, missing.upper, true));
		CLAIM(all_serve(s.there, s.count, at, missing.lower, s.old));
	}
	else
	{
		CLAIM(s.at == SPAN_END || starts[number_in_order(NULL, s.at)] > s.end);
		CLAIM(all_serve(s.there, s.count, at, s.at, s.old));
	}
	CLAIM(s.next <= spans_over(s.there, s.count, s.at));
}

/* With these spans, any calendar, and any moments. */
static void
next_open_of(const span *there, int count)
{
	span_search s = spans_whole(there, count, &steps_in_order, 0);

	starts[STEPS] = SPAN_END;
	for (int a = 0; a <= VALUES; a++)
		for (int b = a; b <= VALUES; b++)
			for (int c = b; c <= VALUES; c++)
			{
				starts[0] = MOMENT(a);
				starts[1] = MOMENT(b);
				starts[2] = MOMENT(c);
				for (int at = a; at <= VALUES; at++)
					for (int end = -1; end <= VALUES; end++)
						for (int old = -1; old <= VALUES; old++)
							for (int next = 0; next <= spans_over(there, count, MOMENT(at)); next++)
							{
								s.at = MOMENT(at);
								s.end = MOMENT(end);
								s.old = MOMENT(old);
								s.next = next;
								next_open(s);
							}
			}
}

/*
 * A search for what is open stops at the first span that is free, not over, and
 * as long as its step and the others allow: each moment that it passes is in a
 * span or old.  It ends in a step that begins after the end.
 */
void
proof_spans_next_open(void)
{
	span		there[SEARCHED] = {{0}};

	next_open_of(there, 0);
	for (int a = 0; a <= VALUES; a++)
		for (int b = a + 1; b <= VALUES; b++)
		{
			there[0].lower = MOMENT(a);
			there[0].upper = MOMENT(b);
			next_open_of(there, 1);
			for (int c = b; c <= VALUES; c++)
				for (int d = c + 1; d <= VALUES; d++)
				{
					there[1].lower = MOMENT(c);
					there[1].upper = MOMENT(d);
					next_open_of(there, 2);
				}
		}
}
