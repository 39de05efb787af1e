/*
 * test/proof/proof_spans.c
 *		core/spans.c: which spans are missing and which are over, among up to three.
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
