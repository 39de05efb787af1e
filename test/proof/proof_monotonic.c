/*
 * test/proof/proof_monotonic.c
 *		src/core/monotonic.h: IDs ascend under any clock.
 */
#include "core/monotonic.h"
#include "test/proof/proof.h"

/* Any state that a generator can be in. */
static monotonic
any_generator(uint32_t max_sequence)
{
	monotonic	m;

	ASSUME(m.last >= -1 && m.clock >= -1);
	ASSUME(m.sequence <= max_sequence);
	ASSUME(m.generated >= 0 && m.generated < INT64_MAX);
	ASSUME(m.regressions >= 0 && m.regressions < INT64_MAX);
	return m;
}

/*
 * From any state, with any clock and floor, the next ID is greater than the
 * last one and not below the floor.  It is the least that the rule allows: the
 * later of clock and floor with sequence 0, or the last time with the next
 * sequence.  Only if none of these exists, it has to wait, and its last ID
 * stays.
 */
void
proof_monotonic_next(void)
{
	uint32_t	max_sequence;
	int64_t		now;
	int64_t		least;
	monotonic	m = any_generator(max_sequence);
	monotonic	before = m;
	bool		made;

	ASSUME(now >= 0 && least >= 0);
	made = monotonic_next(&m, now, least, max_sequence);
	CLAIM(made == (now > before.last || least > before.last || before.sequence < max_sequence));
	if (now > before.last || least > before.last)
		CLAIM(m.last == (now > least ? now : least) && m.sequence == 0);
	else
		CLAIM(m.last == before.last && m.sequence == before.sequence + made);
	CLAIM(m.last >= least && m.sequence <= max_sequence);
	CLAIM(m.generated == before.generated + made);
	CLAIM(m.regressions == before.regressions + (now < before.clock));
	CLAIM(m.clock == now);
}

/* A clock or a floor that has passed the last ID ends every wait. */
void
proof_monotonic_wait_ends(void)
{
	uint32_t	max_sequence;
	int64_t		now;
	int64_t		least;
	int64_t		later;
	monotonic	m = any_generator(max_sequence);
	monotonic	other;

	ASSUME(now >= 0 && least >= 0);
	if (!monotonic_next(&m, now, least, max_sequence))
	{
		ASSUME(later > m.last);
		other = m;
		CLAIM(monotonic_next(&m, later, least, max_sequence));
		CLAIM(monotonic_next(&other, now, later, max_sequence));
	}
}

/* A new generator's first ID has the later of clock and floor, and sequence 0. */
void
proof_monotonic_first(void)
{
	monotonic	m = MONOTONIC_INIT;
	uint32_t	max_sequence;
	int64_t		now;
	int64_t		least;

	ASSUME(now >= 0 && least >= 0);
	CLAIM(monotonic_next(&m, now, least, max_sequence));
	CLAIM(m.last == (now > least ? now : least) && m.sequence == 0);
	CLAIM(m.generated == 1 && m.regressions == 0);
}
