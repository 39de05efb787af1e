/*
 * test/fuzz/fuzz_monotonic.c
 *		Any bytes as a clock: the generator's rule, and waiting.
 */
#include "core/monotonic.h"
#include "core/wait.h"
#include "test/fuzz/fuzz.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	monotonic	m = MONOTONIC_INIT;
	uint32_t	max_sequence = size > 0 ? data[0] % 8 : 0;
	int64_t		clock = -1;
	int64_t		generated = 0;
	int64_t		regressions = 0;
	int64_t		wait;
	int32_t		limit_ms;

	/* two bytes a reading: how far, in a step of which size, and which way */
	for (size_t i = 1; i + 1 < size; i += 2)
	{
		monotonic	before = m;
		int64_t		step = (int64_t) data[i] << data[i + 1] % 56 >> 8;
		int64_t		now = data[i + 1] >> 7 ? clock - step : clock + step;
		bool		accepted;

		now = now < 0 ? 0 : now & ((INT64_C(1) << 56) - 1);
		accepted = monotonic_next(&m, now, 0, max_sequence);
		regressions += now < clock;
		generated += accepted;
		clock = now;

		if (now > before.last)
			CHECK(accepted && m.last == now && m.sequence == 0);
		else
			CHECK(m.last == before.last && m.sequence == before.sequence + accepted &&
				  accepted == (before.sequence < max_sequence));
		CHECK(m.generated == generated && m.regressions == regressions && m.clock == clock);
	}

	limit_ms = (int32_t) number_at(data, size, 0);
	wait = wait_step((int64_t) (number_at(data, size, 4) >> 2), (int64_t) (number_at(data, size, 12) >> 2), limit_ms);
	CHECK(wait == WAIT_OVER || (wait >= 0 && wait <= WAIT_LONGEST_SLEEP_MS));
	CHECK(wait != WAIT_OVER || limit_ms >= 0);
	return 0;
}
