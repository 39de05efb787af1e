/*
 * test/proof/proof_wait.c
 *		src/core/wait.h: how long to wait for a clock.
 */
#include "core/wait.h"
#include "test/proof/proof.h"

/*
 * A wait spins for 100 µs for a clock that is no further behind.  Else it
 * ends with its limit and not before, and sleeps up to 20 ms: no longer than
 * is left, nor than a millisecond after the clock has come, if it does not
 * leap; and not so short that it had to sleep again for less.
 */
void
proof_wait_step(void)
{
	int64_t		behind_us;
	int64_t		waited_us;
	int32_t		limit_ms;
	int64_t		step = wait_step(behind_us, waited_us, limit_ms);
	int64_t		left_ms = limit_ms - waited_us / 1000;
	bool		limited = limit_ms >= 0;

	ASSUME(behind_us >= 0 && waited_us >= 0);
	CLAIM((step == 0) == (behind_us <= 100 && waited_us <= 100));
	if (step == 0)
		return;
	CLAIM((step == WAIT_OVER) == (limited && waited_us / 1000 >= limit_ms));
	if (step == WAIT_OVER)
		return;
	CLAIM(step >= 1 && step <= 20);
	CLAIM(!limited || step <= left_ms);
	CLAIM(step - 1 <= behind_us / 1000);
	CLAIM(step > behind_us / 1000 || step == 20 || (limited && step == left_ms));
}
