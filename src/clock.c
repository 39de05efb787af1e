/*
 * src/clock.c
 *		The server's clock in microseconds since 1970, and waiting for it.
 */
#include "postgres.h"

#include <limits.h>
#include <time.h>

#include "core/wait.h"
#include "miscadmin.h"
#include "activity.h"
#include "clock.h"
#include "compat.h"
#include "storage/latch.h"
#include "utils/guc.h"

static int	max_clock_wait = 5000;	/* milliseconds, −1 for ever */

void
id_timestamptz_error(int sqlerrcode, TimestampTz at, int64 min_us, int64 max_us, const char *type_name)
{
	ereport(ERROR,
			(errcode(sqlerrcode),
			 errmsg("timestamp out of range for type %s: \"%s\"",
					type_name, timestamptz_to_str(at)),
			 errdetail("The first is %s, the last is %s.",
					   pstrdup(timestamptz_to_str(id_us_to_timestamptz(min_us))),
					   pstrdup(timestamptz_to_str(id_us_to_timestamptz(max_us))))));
}

int64
id_clock_ns(int64 max_us, const char *type_name)
{
	struct timespec now;
	int64		us;

	clock_gettime(CLOCK_REALTIME, &now);
	us = (int64) now.tv_sec * USECS_PER_SEC + now.tv_nsec / 1000;
	return id_timestamptz_to_us(id_us_to_timestamptz(us), 0, max_us, type_name) * 1000 + now.tv_nsec % 1000;
}

void
id_define_clock_settings(void)
{
	DefineCustomIntVariable("wiji.max_clock_wait",
							"Sets how long a session waits for a clock that is behind its last id.",
							"It waits only when the sequence of that id's moment is used up too. "
							"-1 waits for ever.",
							&max_clock_wait,
							5000, -1, INT_MAX,
							PGC_USERSET, GUC_UNIT_MS,
							NULL, NULL, NULL);
}

static uint32
clock_wait_event(void)
{
	static uint32 event = 0;

	if (event == 0)
		event = id_wait_event_new("WijiClock");
	return event;
}

/* behind_us as a person reads it */
static char *
clock_duration(int64 us)
{
	if (us < USECS_PER_SEC)
		return psprintf("%.3f ms", us / 1000.0);
	return psprintf("%.3f s", us / (double) USECS_PER_SEC);
}

static void
clock_give_up(int64 behind_us, bool no_new_generator)
{
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("system clock is behind the last generated id by %s", clock_duration(behind_us)),
			 errdetail("All ids of that id's moment are used up, and the clock has not passed it "
					   "within wiji.max_clock_wait (%d ms).", max_clock_wait),
			 no_new_generator ?
			 errhint("Wait until the clock has caught up, or raise wiji.max_clock_wait.") :
			 errhint("Wait until the clock has caught up, raise wiji.max_clock_wait, "
					 "or reconnect: a new session starts a new generator.")));
}

void
id_wait_for_clock(id_wait *wait, int64 behind_us)
{
	instr_time	waited;
	int64		sleep_ms;

	CHECK_FOR_INTERRUPTS();

	/* measured by the monotonic clock, as the other one went wrong */
	INSTR_TIME_SET_CURRENT(waited);
	if (!wait->started)
	{
		wait->started = true;
		wait->start = waited;
	}
	INSTR_TIME_SUBTRACT(waited, wait->start);

	sleep_ms = wait_step(behind_us, INSTR_TIME_GET_MICROSEC(waited), max_clock_wait);
	if (sleep_ms == WAIT_OVER)
	{
		id_count_clock_error();
		clock_give_up(behind_us, wait->no_new_generator);
	}
	if (sleep_ms > 0)
	{
		(void) WaitLatch(MyLatch,
						 WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
						 sleep_ms, clock_wait_event());
		ResetLatch(MyLatch);
	}
}

void
id_report_step_back(int64 behind_us)
{
	static bool reported = false;

	id_count_regression(behind_us);
	if (reported || behind_us <= USECS_PER_SEC)
		return;
	reported = true;
	ereport(LOG,
			(errmsg("system clock stepped back by %.3f s", behind_us / (double) USECS_PER_SEC),
			 errdetail("The ids of this session keep the time of its last one until the clock has passed it.")));
}
