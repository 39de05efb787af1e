/*
 * src/core/wait.h
 *		How to wait for a clock that can leap ahead at any time.
 */
#ifndef CORE_WAIT_H
#define CORE_WAIT_H

#include <stdint.h>

/*
 * Spin while the clock is at most this far behind, and for at most this long.
 */
#define WAIT_SPIN_US 100

/* The clock can leap ahead, so look at it this often. */
#define WAIT_LONGEST_SLEEP_MS 20

#define WAIT_OVER (-1)

/*
 * wait_step
 *		What to do about a clock that is behind_us microseconds short of where
 *		it has to be, waited_us after the wait began.
 *
 * Returns the milliseconds to sleep, 0 to look at the clock again at once, or
 * WAIT_OVER when limit_ms have passed.  A negative limit_ms means no limit.
 */
static inline int64_t
wait_step(int64_t behind_us, int64_t waited_us, int32_t limit_ms)
{
	int64_t		sleep_ms = behind_us / 1000 + 1;

	if (behind_us <= WAIT_SPIN_US && waited_us <= WAIT_SPIN_US)
		return 0;

	if (limit_ms >= 0)
	{
		int64_t		left_ms = limit_ms - waited_us / 1000;

		if (left_ms <= 0)
			return WAIT_OVER;
		if (left_ms < sleep_ms)
			sleep_ms = left_ms;
	}
	return sleep_ms < WAIT_LONGEST_SLEEP_MS ? sleep_ms : WAIT_LONGEST_SLEEP_MS;
}

#endif							/* CORE_WAIT_H */
