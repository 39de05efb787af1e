/*
 * src/clock.h
 *		The server's clock in microseconds since 1970, and waiting for it.
 */
#ifndef SRC_CLOCK_H
#define SRC_CLOCK_H

#include "compat.h"

#include "datatype/timestamp.h"
#include "utils/timestamp.h"
#include "wait.h"

/* From PostgreSQL's epoch, 2000-01-01, to Unix's, 1970-01-01. */
#define UNIX_EPOCH_OFFSET_US \
	((int64) (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * USECS_PER_DAY)

static inline TimestampTz
id_us_to_timestamptz(int64 us)
{
	return us - UNIX_EPOCH_OFFSET_US;
}

/* Raise an ERROR, with a detail: the type's timestamps are min_us … max_us. */
id_noreturn extern void id_timestamptz_error(int sqlerrcode, TimestampTz at, int64 min_us,
											 int64 max_us, const char *type_name);

/*
 * Convert a timestamp to microseconds since 1970.  ERROR 22008 unless the result is in
 * min_us … max_us, inclusive.
 */
static inline int64
id_timestamptz_to_us(TimestampTz at, int64 min_us, int64 max_us, const char *type_name)
{
	/*
	 * compared before it is converted, because that would overflow for the
	 * greatest timestamps; rejects infinities, too
	 */
	if (unlikely(at < id_us_to_timestamptz(min_us) || at > id_us_to_timestamptz(max_us)))
		id_timestamptz_error(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE, at, min_us, max_us, type_name);
	return at + UNIX_EPOCH_OFFSET_US;
}

/*
 * The system clock in microseconds since 1970.  ERROR 22008 outside min_us … max_us.
 */
static inline int64
id_clock_us(int64 min_us, int64 max_us, const char *type_name)
{
	return id_timestamptz_to_us(GetCurrentTimestamp(), min_us, max_us, type_name);
}

/*
 * For _PG_init: define the library's setting of how long id_wait_for_clock() waits, under this
 * name, and the name of its wait event.  Both names stay where they are.
 */
extern void id_define_clock_setting(const char *name, const char *wait_event);

/*
 * Sleep for a short time, as id_wait_step() does.  ERROR 55000 when the calls with this wait have
 * taken as long as the setting allows; if a new generator might repeat IDs, its hint is not to
 * reconnect.
 */
extern void id_wait_for_clock(id_wait *wait, int64 behind_us, bool no_new_generator);

/*
 * Report in the server's log that the clock stepped back.  Only the first step of more than a
 * second in a session is reported.
 */
extern void id_report_step_back(int64 behind_us);

#endif							/* SRC_CLOCK_H */
