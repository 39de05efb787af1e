/*
 * test/unit/test_monotonic.c
 *		The generator's rule, under clocks that do anything.
 */
#include "core/monotonic.h"
#include "test/unit/test.h"

#define MAX 65535

/* One step at the given clock, and its expected result. */
static void
step(monotonic *m, int64_t now, bool accepted, int64_t last, uint32_t sequence, const char *name)
{
	bool		result = monotonic_next(m, now, 0, MAX);

	ok(result == accepted && m->last == last && m->sequence == sequence,
	   "%s", name);
}

static void
test_rule(void)
{
	monotonic	m = MONOTONIC_INIT;

	step(&m, 0, true, 0, 0, "the first ID takes the clock's time, even if it is zero");
	step(&m, 1000, true, 1000, 0, "a later microsecond starts the sequence at 0");
	step(&m, 1000, true, 1000, 1, "the same microsecond counts up");
	step(&m, 1000, true, 1000, 2, "and up");
	step(&m, 999, true, 1000, 3, "a clock one microsecond back keeps the time and counts up");
	step(&m, 1, true, 1000, 4, "a clock far back too");
	step(&m, 500, true, 1000, 5, "a clock that went forward, but is still behind, too");
	step(&m, 1000, true, 1000, 6, "a clock that comes back to the last time counts up");
	step(&m, 1001, true, 1001, 0, "a clock that has passed it resumes at 0");
	ok(m.generated == 9, "nine IDs were generated");
	ok(m.regressions == 2, "two steps back were counted, of the clock and not of the ID's time");
}

static void
test_exhaustion(void)
{
	monotonic	m = MONOTONIC_INIT;
	bool		all = true;

	for (uint32_t i = 0; i <= MAX; i++)
		all &= monotonic_next(&m, 7, 0, MAX) && m.last == 7 && m.sequence == i;
	ok(all, "65,536 IDs fit into one microsecond");

	step(&m, 7, false, 7, MAX, "the next one has to wait");
	step(&m, 5, false, 7, MAX, "even while the clock is behind");
	step(&m, 7, false, 7, MAX, "however often it is tried");
	ok(m.generated == 65536, "each generated ID was returned");
	step(&m, 8, true, 8, 0, "once the clock has passed, the sequence starts again");
	step(&m, 3, true, 8, 1, "after a step back it goes on from there");
	ok(m.regressions == 2, "waiting takes note of steps back, too");
}

/*
 * A clock that walks, stalls, leaps and steps back, by amounts of every size.
 */
static int64_t
wander(int64_t now)
{
	uint64_t	r = random64();
	int64_t		amount = (int64_t) ((r >> 8) & ((UINT64_C(1) << ((r >> 3) % 32)) - 1));

	switch (r % 8)
	{
		case 0:
			return now > amount ? now - amount : 0;
		case 1:
			return now + amount;
		case 2:
		case 3:
			return now + 1;
		default:
			return now;
	}
}

/*
 * Step by step, the rule as the specification words it, against what it must
 * never break.
 */
static void
test_wandering_clock(uint32_t max_sequence)
{
	monotonic	m = MONOTONIC_INIT;
	int64_t		now = 1000000;
	int64_t		clock = -1;
	int64_t		regressions = 0;
	int64_t		refused = 0;
	int64_t		generated = 0;
	bool		ascending = true;
	bool		exact = true;

	while (generated < 4000000)
	{
		monotonic	before = m;
		bool		accepted = monotonic_next(&m, now, 0, max_sequence);

		regressions += now < clock;
		clock = now;

		if (accepted)
		{
			generated++;
			ascending &= m.last > before.last ||
				(m.last == before.last && m.sequence > before.sequence);
			exact &= now > before.last ?
				m.last == now && m.sequence == 0 :
				m.last == before.last && m.sequence == before.sequence + 1;
			exact &= m.sequence <= max_sequence;
		}
		else
		{
			refused++;
			exact &= now <= before.last && before.sequence == max_sequence &&
				m.last == before.last && m.sequence == before.sequence;
			if (random64() % 4 == 0)
				now = before.last + 1;	/* the wait is over */
		}
		now = wander(now);
	}

	ok(ascending, "4 million IDs ascend strictly, sequence up to %u", max_sequence);
	ok(exact, "each follows the rule exactly");
	ok(m.generated == generated && m.regressions == regressions && regressions > 1000,
	   "IDs and %lld steps back are counted", (long long) regressions);
	ok(refused > 0, "%lld times the sequence was used up", (long long) refused);
}

static void
test_floor(void)
{
	monotonic	m = MONOTONIC_INIT;

	monotonic_next(&m, 100, 0, MAX);
	ok(monotonic_next(&m, 100, 100, MAX) && m.last == 100 && m.sequence == 1, "a floor that is reached changes nothing");
	ok(monotonic_next(&m, 100, 200, MAX) && m.last == 200 && m.sequence == 0,
	   "the next ID has the time of a floor above the last one");
	ok(monotonic_next(&m, 150, 0, MAX) && m.last == 200 && m.sequence == 1, "and IDs continue from there");
	m.sequence = MAX;
	ok(!monotonic_next(&m, 150, 200, MAX) && m.last == 200, "a floor that is used up is rejected");
	ok(monotonic_next(&m, 150, 201, MAX) && m.last == 201 && m.sequence == 0, "and the next one is not");
	ok(m.regressions == 0 + 0 && m.generated == 5, "a floor is not the clock");
}

int
main(void)
{
	test_rule();
	test_exhaustion();
	test_wandering_clock(MAX);
	test_wandering_clock(15);
	test_floor();
	return done_testing();
}
