/*
 * src/core/spans.h
 *		Which spans of time a table's partitions leave open, and which are over.
 *
 * Moments are microseconds since 1970.  They come in as arguments and, where a
 * calendar says where a step begins, from a function of the caller's, so all of
 * it can be tested without a clock, a time zone or a table.
 *
 * Everywhere below, "there" are count spans in ascending order that do not
 * overlap, and none is empty.
 */
#ifndef CORE_SPANS_H
#define CORE_SPANS_H

#include <stdbool.h>
#include <stdint.h>

/* The bounds of a span that has no beginning or no end. */
#define SPAN_BEGIN INT64_MIN
#define SPAN_END INT64_MAX

typedef struct span
{
	int64_t		lower;
	int64_t		upper;			/* exclusive */
	bool		leaving;		/* takes its room still, but serves nobody (of
								 * a partition that is being detached) */
} span;

/*
 * The steps of a calendar, numbered; step n + 1 begins where step n ends.
 *
 * start(arg, n) never descends as n grows.  number(arg, at) is the step that at
 * is in: start(number) <= at < start(number + 1).
 */
typedef struct span_steps
{
	int64_t		(*start) (void *arg, int64_t n);
	int64_t		(*number) (void *arg, int64_t at);
	void	   *arg;
} span_steps;

/* A search for spans that are missing.  Make one by spans_whole or spans_open. */
typedef struct span_search
{
	const span *there;
	int			count;
	const span_steps *steps;
	int64_t		end;
	int64_t		old;
	int			next;			/* the first of there that is not passed */
	int64_t		n;				/* the next step, of spans_next_whole */
	int64_t		at;				/* all before is done, of spans_next_open */
} span_search;

typedef enum span_status
{
	SPAN_NONE,					/* no more are missing */
	SPAN_MISSING,
	SPAN_EMPTY,					/* that step has no length */
	SPAN_OVERLAPS				/* there[next] overlaps, and is not the same */
} span_status;

/* A search for whole steps, from step 0 until the last begins before end. */
extern span_search spans_whole(const span *there, int count, const span_steps *steps, int64_t end);

/*
 * The next step that is not there, in *missing.  A step that is there with the
 * same bounds is passed, unless it is leaving.  SPAN_EMPTY is about step n - 1;
 * the search may go on after it.  After any other status but SPAN_MISSING it has
 * ended.
 *
 * A call passes as many steps as there are spans, at most, and one more.
 */
extern span_status spans_next_whole(span_search *s, span *missing);

/*
 * A search for all that is open, from the beginning of the step that from is in,
 * to the end of the last step that begins at end or before, except what ended at
 * old or before.
 */
extern span_search spans_open(const span *there, int count, const span_steps *steps,
							  int64_t from, int64_t end, int64_t old);

/*
 * The next open span, in *missing: never longer than its step.  SPAN_MISSING or
 * SPAN_NONE.  (A call that answers SPAN_MISSING moves past at least one step or
 * span.)
 */
extern span_status spans_next_open(span_search *s, span *missing);

/* How many of the first ones ended at before, or earlier? */
extern int	spans_over(const span *there, int count, int64_t before);

/* Does s overlap none? */
extern bool spans_free(const span *there, int count, const span *s);

/*
 * The moment from which on there have to be spans: now or, if the last one that
 * began by now ended before, its end.
 */
extern int64_t spans_begin(const span *there, int count, int64_t now);

/*
 * The end of the spans that follow each other without a gap from now on; now, if
 * there is none of now.  One that is leaving is a gap.
 */
extern int64_t spans_reach(const span *there, int count, int64_t now);

#endif							/* CORE_SPANS_H */
