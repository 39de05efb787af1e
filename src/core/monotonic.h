/*
 * src/core/monotonic.h
 *		The rule that makes a generator's IDs ascend, whatever its clock does.
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
	int64_t		last;			/* timestamp of the newest ID, −1 before any */
	int64_t		clock;			/* the clock as it was read last, −1 before */
	uint32_t	sequence;		/* sequence of the newest ID */
	int64_t		generated;		/* number of IDs */
	int64_t		regressions;	/* times the clock was seen to step back */
} monotonic;

#define MONOTONIC_INIT {.last = -1, .clock = -1}

/*
 * monotonic_next
 *		Move to the (last, sequence) of the next ID, given the clock's reading
 *		and the least time that the ID may have; 0 for no floor.
 *
 * If the clock or the floor is past last, the sequence restarts.  If both stand
 * still or went back, last stays and the sequence increases.  If the sequence
 * has reached max_sequence, returns false: the caller has to wait until the
 * clock or the floor has passed last.  Then only the record of the clock's
 * behavior changes.
 *
 * now and floor must not be negative.  (Wiji specification, 3.1 and 3.2.)
 */
static inline bool
monotonic_next(monotonic *m, int64_t now, int64_t floor, uint32_t max_sequence)
{
	int64_t		time = now > floor ? now : floor;

	core_assert(now >= 0 && floor >= 0);
	m->regressions += (now < m->clock);
	m->clock = now;

	if (time > m->last)
	{
		m->last = time;
		m->sequence = 0;
	}
	else if (m->sequence < max_sequence)
		m->sequence++;
	else
		return false;

	m->generated++;
	return true;
}

#endif							/* CORE_MONOTONIC_H */
