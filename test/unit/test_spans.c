/*
 * test/unit/test_spans.c
 *		Spans of time that partitions leave open, and those that are over, beside
 *		a ruler that knows of each moment whether it is taken.
 */
#include "core/spans.h"
#include "test/unit/test.h"

#include <string.h>

/* A calendar of steps of different lengths, some of which are left out: 0 3 4 4 9 10 12 */
static const int64_t lengths[] = {3, 1, 0, 5, 1, 2};

#define PERIOD 12
#define STEPS 6

static int64_t
start(void *arg, int64_t n)
{
	int64_t		at = *(const int64_t *) arg + n / STEPS * PERIOD;

	for (int i = 0; i < n % STEPS; i++)
		at += lengths[i];
	return at;
}

static int64_t
number(void *arg, int64_t at)
{
	int64_t		n = 0;

	while (start(arg, n + 1) <= at)
		n++;
	return n;
}

static int64_t origin = 0;
static const span_steps steps = {start, number, &origin};

/* Of which step, by its beginning, is a span in the way? */
static int64_t
in_the_way(int64_t lower, int64_t upper, bool leaving)
{
	span		there = {lower, upper, leaving};
	span_search s = spans_whole(&there, 1, &steps, 11);
	span		m;
	span_status status;

	do
		status = spans_next_whole(&s, &m);
	while (status != SPAN_OVERLAPS && status != SPAN_NONE);
	return status == SPAN_OVERLAPS ? m.lower : -1;
}

static void
test_whole(void)
{
	span		there[] = {{0, 3, false}, {9, 10, false}};
	span_search s = spans_whole(there, 2, &steps, 11);
	span		m;

	ok(spans_next_whole(&s, &m) == SPAN_MISSING && m.lower == 3 && m.upper == 4, "a step that is there is passed");
	ok(spans_next_whole(&s, &m) == SPAN_EMPTY && s.n - 1 == 2, "one without length is told");
	ok(spans_next_whole(&s, &m) == SPAN_MISSING && m.lower == 4 && m.upper == 9, "and passed");
	ok(spans_next_whole(&s, &m) == SPAN_MISSING && m.lower == 10 && m.upper == 12, "the last one reaches beyond the end");
	ok(spans_next_whole(&s, &m) == SPAN_NONE, "and is the last");

	ok(in_the_way(9, 10, true) == 9, "a span that is leaving is in the way");
	ok(in_the_way(9, 11, false) == 9, "a span that begins with a step and ends later is");
	ok(in_the_way(8, 9, false) == 4, "one that begins later and ends with it is");

	s = spans_whole(there, 0, &steps, 0);
	ok(spans_next_whole(&s, &m) == SPAN_NONE, "no time has no steps");
}

static void
test_open(void)
{
	span		there[] = {{5, 6, false}, {6, 8, true}, {30, SPAN_END, false}};
	span_search s = spans_open(there, 3, &steps, 5, 9, 4);
	span		m;

	ok(spans_next_open(&s, &m) == SPAN_MISSING && m.lower == 4 && m.upper == 5, "a gap begins with its step");
	ok(spans_next_open(&s, &m) == SPAN_MISSING && m.lower == 8 && m.upper == 9, "and ends with it");
	ok(spans_next_open(&s, &m) == SPAN_MISSING && m.lower == 9 && m.upper == 10, "a step that begins at the end is one");
	ok(spans_next_open(&s, &m) == SPAN_NONE, "a later one is none");

	s = spans_open(there, 3, &steps, 5, 9, 5);
	ok(spans_next_open(&s, &m) == SPAN_MISSING && m.lower == 8, "a gap that ended at old is none");
	s = spans_open(there, 3, &steps, 28, SPAN_END, SPAN_BEGIN);
	ok(spans_next_open(&s, &m) == SPAN_MISSING && m.lower == 28 && m.upper == 30 &&
	   spans_next_open(&s, &m) == SPAN_NONE, "a span without an end ends the search");
	there[0].lower = SPAN_BEGIN;
	s = spans_open(there, 1, &steps, 0, 0, SPAN_BEGIN);
	ok(spans_next_open(&s, &m) == SPAN_NONE, "one without a beginning takes all before");
}

static void
test_rest(void)
{
	span		there[] = {{SPAN_BEGIN, 3, false}, {3, 5, false}, {5, 9, true}, {9, SPAN_END, false}};
	span		free_span = {5, 9, false};

	ok(spans_over(there, 4, 2) == 0 && spans_over(there, 4, 3) == 1 && spans_over(there, 4, 8) == 2 &&
	   spans_over(there, 4, SPAN_END - 1) == 3, "what ended at a moment is over then");
	ok(spans_over(there, 0, 3) == 0, "none of none");
	ok(!spans_free(there, 4, &free_span) && spans_free(there, 2, &free_span) && spans_free(there + 3, 1, &free_span), "neighbours do not overlap");
	ok(spans_reach(there, 4, 0) == 5, "spans reach to the one that is leaving");
	ok(spans_reach(there, 4, 6) == 6 && spans_reach(there, 0, 6) == 6, "none of now reach nowhere");
	ok(spans_reach(there + 3, 1, 9) == SPAN_END, "one without an end reaches to the end");
	ok(spans_begin(there, 2, 7) == 5 && spans_begin(there, 2, 4) == 4 && spans_begin(there, 0, 4) == 4 &&
	   spans_begin(there + 3, 1, 7) == 7, "what has to be begins now, or where the last one ended");
}

/*
 * The ruler: which moments are taken, and from where to where all open ones are
 * given out, each once and each within its step.
 */
#define RULER 60

static bool
open_is_right(const span *there, int count, int64_t from, int64_t end, int64_t old)
{
	span_search s = spans_open(there, count, &steps, from, end, old);
	bool		taken[RULER + 2 * PERIOD] = {false};
	int64_t		first = start(&origin, number(&origin, from));
	int64_t		last = number(&origin, end);
	int			found = 0;
	span		m;

	/* of steps that begin together, the last one has a length */
	last = start(&origin, last + 1);
	for (int i = 0; i < count; i++)
		memset(taken + there[i].lower, true, (size_t) (there[i].upper - there[i].lower));
	while (spans_next_open(&s, &m) == SPAN_MISSING)
	{
		if (m.lower >= m.upper || m.upper <= old || m.lower < first || m.upper > last || ++found > RULER ||
			number(&origin, m.lower) != number(&origin, m.upper - 1))
			return false;
		for (int64_t at = m.lower; at < m.upper; at++)
		{
			if (taken[at])
				return false;
			taken[at] = true;
		}
	}
	/* what is left is older than old, to the end of its gap */
	for (int64_t at = first; at < last; at++)
		if (!taken[at] && at >= old)
			return false;
	return true;
}

static void
test_ruler(void)
{
	bool		right = true;

	for (int round = 0; round < 20000; round++)
	{
		span		there[16];
		int			count = 0;
		int64_t		at = 0;

		origin = (int64_t) (random64() % 3);
		while ((at += (int64_t) (random64() % 9)) < RULER - 8)
		{
			span		s = {at, at + 1 + (int64_t) (random64() % 7), false};

			at = s.upper;
			if (count < 16)
				there[count++] = s;
		}
		right &= open_is_right(there, count, origin + (int64_t) (random64() % 30),
							   origin + 30 + (int64_t) (random64() % 20), (int64_t) (random64() % 30));
	}
	ok(right, "20,000 searches give out each open moment once, none that is taken, and none twice");
}

int
main(void)
{
	test_whole();
	test_open();
	test_rest();
	test_ruler();
	return done_testing();
}
