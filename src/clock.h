/*
 * src/clock.h
 *		The server's clock in microseconds since 1970, and waiting for it.
 */
#ifndef SRC_CLOCK_H
#define SRC_CLOCK_H

#include "compat.h"

#include "datatype/timestamp.h"
#include "portability/instr_time.h"
#include "utils/timestamp.h"

/* From PostgreSQL's epoch, 2000-01-01, to Unix's, 1970-01-01. */
#define UNIX_EPOCH_OFFSET_US \
	((int64) (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * USECS_PER_DAY)

static inline TimestampTz
id_us_to_timestamptz(int64 us)
{
	return us - UNIX_EPOCH_OFFSET_US;
}

/* ERROR: the type's timestamps are min_us … max_us. */
id_noreturn extern void id_timestamptz_error(int sqlerrcode, TimestampTz at, int64 min_us, int64 max_us, const char *type_name);

/* at in microseconds since 1970; an ERROR unless it lies in min_us … max_us. */
static inline int64
id_timestamptz_to_us_or_error(int sqlerrcode, TimestampTz at, int64 min_us, int64 max_us, const char *type_name)
{
	/*
	 * compared before it is converted, because that would overflow for the
	 * greatest timestamps; rejects infinities, too
	 */
	if (unlikely(at < id_us_to_timestamptz(min_us) || at > id_us_to_timestamptz(max_us)))
		id_timestamptz_error(sqlerrcode, at, min_us, max_us, type_name);
	return at + UNIX_EPOCH_OFFSET_US;
}

/* The same with ERROR 22008. */
static inline int64
id_timestamptz_to_us(TimestampTz at, int64 min_us, int64 max_us, const char *type_name)
{
	return id_timestamptz_to_us_or_error(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE, at, min_us, max_us, type_name);
}

/*
 * The clock, likewise; and in nanoseconds, as fine as the machine has it, from
 * 1970 on.
 */
static inline int64
id_clock_us(int64 min_us, int64 max_us, const char *type_name)
{
	return id_timestamptz_to_us(GetCurrentTimestamp(), min_us, max_us, type_name);
}

extern int64 id_clock_ns(int64 max_us, const char *type_name);

/* Setting wiji.max_clock_wait. */
extern void id_define_clock_settings(void);

/*
 * A wait for the clock.  It begins with zeroes, except for the last field,
 * which a type sets.
 */
typedef struct id_wait
{
	bool		started;
	instr_time	start;
	/* a new generator could repeat IDs, so do not advise people to reconnect */
	bool		no_new_generator;
} id_wait;

/*
 * Let a little time pass for a clock that is behind_us microseconds short of
 * where it has to be.  ERROR 55000 when wiji.max_clock_wait is over; query
 * cancel and termination are served.
 */
extern void id_wait_for_clock(id_wait *wait, int64 behind_us);

/*
 * The clock was seen to step back: reported in the server's log, once in a session, if it
 * is over a second.
 */
extern void id_report_step_back(int64 behind_us);

#endif							/* SRC_CLOCK_H */
