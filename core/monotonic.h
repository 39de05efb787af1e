/*
 * core/monotonic.h
 *		The rule that makes a generator's ids ascend, whatever its clock does.
 *
 * Time comes in as an argument, in whatever unit the identifier counts, so
 * the rule can be tested with a clock that does anything.
 */
#ifndef CORE_MONOTONIC_H
#define CORE_MONOTONIC_H

#include <stdbool.h>
#include <stdint.h>

#include "core/check.h"

typedef struct monotonic
{
	int64_t		last;			/* newest timestamp handed out, −1 before
								 * any */
	int64_t		clock;			/* the clock as it was read last, −1 before */
	uint32_t	sequence;		/* sequence that went out with last */
	int64_t		generated;		/* ids handed out */
	int64_t		regressions;	/* times the clock was seen to step back */
} monotonic;

#define MONOTONIC_INIT {.last = -1, .clock = -1}

/*
 * monotonic_next
 *		Move to the (last, sequence) of the next id, given the clock's reading.
 *
 * A clock past last restarts the sequence.  One that stands still, or went
 * back, keeps last and counts on.  When the sequence has reached max_sequence,
 * false is returned: the caller has to read the clock until it has passed
 * last.  Only the record of the clock's behaviour changes then.
 *
 * now must not be negative.  (Wiji specification, 3.1 and 3.2.)
 */
static inline bool
monotonic_next(monotonic *m, int64_t now, uint32_t max_sequence)
{
	core_assert(now >= 0);
	m->regressions += (now < m->clock);
	m->clock = now;

	if (now > m->last)
	{
		m->last = now;
		m->sequence = 0;
	}
	else if (m->sequence < max_sequence)
		m->sequence++;
	else
		return false;

	m->generated++;
	return true;
}

/*
 * After monotonic_next, also where the sequence was used up: the next id is
 * not below floor.
 */
static inline void
monotonic_raise(monotonic *m, int64_t floor)
{
	if (m->last >= floor)
		return;
	m->last = floor;
	m->sequence = 0;
}

#endif							/* CORE_MONOTONIC_H */
