/*
 * test/unit/test_wait.c
 *		Spinning, sleeping and giving up while a clock is behind.
 */
#include "core/wait.h"
#include "test/unit/test.h"

#define HOUR_US (INT64_C(3600) * 1000000)

static void
step(int64_t behind_us, int64_t waited_us, int32_t limit_ms, int64_t expected, const char *name)
{
	int64_t		result = wait_step(behind_us, waited_us, limit_ms);

	ok(result == expected, "%s: %lld", name, (long long) result);
}

int
main(void)
{
	step(0, 0, 5000, 0, "a clock that shows the time of the last ID is read again at once");
	step(100, 100, 5000, 0, "for 100 microseconds");
	step(100, 100, 0, 0, "even without a wait");
	step(0, 101, 5000, 1, "and then every millisecond");
	step(101, 0, 5000, 1, "a clock further behind is waited for");
	step(2500, 0, 5000, 3, "not longer than it is behind");
	step(HOUR_US, 0, 5000, 20, "in short steps");
	step(HOUR_US, 4985000, 5000, 15, "the last of which ends with the limit");
	step(HOUR_US, 4999999, 5000, 1, "not before it");
	step(HOUR_US, 5000000, 5000, WAIT_OVER, "and not longer");
	step(HOUR_US, 0, 0, WAIT_OVER, "a limit of 0 does not wait");
	step(0, 101, 0, WAIT_OVER, "for more than the 100 microseconds");
	step(HOUR_US, 24 * HOUR_US, -1, 20, "a negative limit means none");
	step(HOUR_US, HOUR_US, 2147483647, 20, "the longest limit is 24 days");
	return done_testing();
}
