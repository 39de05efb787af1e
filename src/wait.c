/*
 * src/wait.c
 *		Waiting for a clock that is behind.
 */
#include "postgres.h"

#include "core/wait.h"
#include "miscadmin.h"
#include "storage/latch.h"
#include "wait.h"

bool
id_wait_step(id_wait *wait, int64 behind_us, int limit_ms, uint32 wait_event)
{
	instr_time	waited;
	int64		sleep_ms;

	CHECK_FOR_INTERRUPTS();

	/* measured by the monotonic clock, because the other one is wrong */
	INSTR_TIME_SET_CURRENT(waited);
	if (!wait->started)
	{
		wait->started = true;
		wait->start = waited;
	}
	INSTR_TIME_SUBTRACT(waited, wait->start);

	sleep_ms = wait_step(behind_us, INSTR_TIME_GET_MICROSEC(waited), limit_ms);
	if (sleep_ms == WAIT_OVER)
		return false;
	if (sleep_ms > 0)
	{
		(void) WaitLatch(MyLatch,
						 WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
						 sleep_ms, wait_event);
		ResetLatch(MyLatch);
	}
	return true;
}
