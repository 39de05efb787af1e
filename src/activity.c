/*
 * src/activity.c
 *		Trouble that the generators of all sessions of a server had with the clock.
 */
#include "postgres.h"

#include "activity.h"
#include "shared.h"
#include "utils/timestamp.h"

static void
activity_init(void *memory)
{
	id_activity *activity = memory;

	activity->since = GetCurrentTimestamp();
	pg_atomic_init_u64(&activity->regressions, 0);
	pg_atomic_init_u64(&activity->largest_regression_us, 0);
	pg_atomic_init_u64(&activity->sequence_waits, 0);
	pg_atomic_init_u64(&activity->clock_errors, 0);
}

static id_activity *activity = NULL;

id_activity *
id_get_activity(void)
{
	if (activity == NULL)
		activity = id_shared_memory("wiji activity", sizeof(id_activity), activity_init);
	return activity;
}

/* Whoever counts makes an id, which needs no such memory. */
static id_activity *
activity_if_room(void)
{
	bool		no_room;

	if (activity == NULL)
		activity = id_shared_memory_if_room("wiji activity", sizeof(id_activity), activity_init, &no_room);
	return activity;
}

void
id_count_regression(int64 behind_us)
{
	uint64		largest;

	if (activity_if_room() == NULL)
		return;
	pg_atomic_fetch_add_u64(&activity->regressions, 1);
	largest = pg_atomic_read_u64(&activity->largest_regression_us);
	while (largest < (uint64) behind_us &&
		   !pg_atomic_compare_exchange_u64(&activity->largest_regression_us, &largest, (uint64) behind_us))
		;
}

void
id_count_sequence_wait(void)
{
	if (activity_if_room() != NULL)
		pg_atomic_fetch_add_u64(&activity->sequence_waits, 1);
}

void
id_count_clock_error(void)
{
	if (activity_if_room() != NULL)
		pg_atomic_fetch_add_u64(&activity->clock_errors, 1);
}
