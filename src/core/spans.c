/*
 * src/core/spans.c
 *		Which spans of time a table's partitions leave open, and which are over.
 */
#include "core/spans.h"

#include <stddef.h>

#include "core/check.h"

/* Pass what ended at at, or before. */
static void
pass(span_search *s, int64_t at)
{
	while (s->next < s->count && s->there[s->next].upper <= at)
		s->next++;
}

span_search
spans_whole(const span *there, int count, const span_steps *steps, int64_t end)
{
	return (span_search)
	{
		.there = there,
			.count = count,
			.steps = steps,
			.end = end,
	};
}

span_status
spans_next_whole(span_search *s, span *missing)
{
	for (;;)
	{
		const span *other;
		span		step = {
			.lower = s->steps->start(s->steps->arg, s->n),
		};

		if (step.lower >= s->end)
			return SPAN_NONE;
		step.upper = s->steps->start(s->steps->arg, ++s->n);
		core_assert(step.lower <= step.upper);
		*missing = step;
		if (step.lower == step.upper)
			return SPAN_EMPTY;

		pass(s, step.lower);
		other = s->next < s->count ? &s->there[s->next] : NULL;
		if (other == NULL || other->lower >= step.upper)
			return SPAN_MISSING;
		if (other->lower != step.lower || other->upper != step.upper || other->leaving)
			return SPAN_OVERLAPS;
	}
}

span_search
spans_open(const span *there, int count, const span_steps *steps, int64_t from, int64_t end, int64_t old)
{
	span_search s = spans_whole(there, count, steps, end);

	s.old = old;
	s.at = steps->start(steps->arg, steps->number(steps->arg, from));
	return s;
}

span_status
spans_next_open(span_search *s, span *missing)
{
	for (;;)
	{
		int64_t		n;
		span		open = {
			.lower = s->at,
		};

		pass(s, s->at);
		if (s->next < s->count && s->there[s->next].lower <= s->at)
		{
			s->at = s->there[s->next].upper;
			continue;
		}
		/* past the end in any case, and no calendar need know these moments */
		if (s->at == SPAN_END)
			return SPAN_NONE;
		n = s->steps->number(s->steps->arg, s->at);
		if (s->steps->start(s->steps->arg, n) > s->end)
			return SPAN_NONE;

		open.upper = s->steps->start(s->steps->arg, n + 1);
		core_assert(open.lower < open.upper);
		if (s->next < s->count && s->there[s->next].lower < open.upper)
			open.upper = s->there[s->next].lower;
		s->at = open.upper;
		if (open.upper > s->old)
		{
			*missing = open;
			return SPAN_MISSING;
		}
	}
}

int
spans_over(const span *there, int count, int64_t before)
{
	int			n = 0;

	while (n < count && there[n].upper <= before)
		n++;
	return n;
}

bool
spans_free(const span *there, int count, const span *s)
{
	for (int i = 0; i < count; i++)
		if (there[i].lower < s->upper && there[i].upper > s->lower)
			return false;
	return true;
}

int64_t
spans_begin(const span *there, int count, int64_t now)
{
	int64_t		begin = now;

	for (int i = 0; i < count && there[i].lower <= now; i++)
		begin = there[i].upper < now ? there[i].upper : now;
	return begin;
}

int64_t
spans_reach(const span *there, int count, int64_t now)
{
	int64_t		end = now;

	for (int i = 0; i < count; i++)
		if (there[i].lower <= end && there[i].upper > end && !there[i].leaving)
			end = there[i].upper;
	return end;
}
