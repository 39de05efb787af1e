/*
 * src/activity.h
 *		Trouble that the generators of all sessions of a server had with the clock.
 *
 * Events are counted only when something went wrong, so counting costs nothing.
 * Nothing is counted if a server has no memory to share, or no room for it.
 */
#ifndef SRC_ACTIVITY_H
#define SRC_ACTIVITY_H

#include "datatype/timestamp.h"
#include "port/atomics.h"

typedef struct id_activity
{
	TimestampTz since;
	pg_atomic_uint64 regressions;	/* times that a session saw its clock step
									 * back */
	pg_atomic_uint64 largest_regression_us;
	pg_atomic_uint64 sequence_waits;	/* times that a generator's sequence
										 * was used up */
	pg_atomic_uint64 clock_errors;	/* waits for the clock that ended in an
									 * error */
} id_activity;

/* Null if sessions share no memory; ERROR 53100 if there is no room for it. */
extern id_activity *id_get_activity(void);

extern void id_count_regression(int64 behind_us);
extern void id_count_sequence_wait(void);
extern void id_count_clock_error(void);

#endif							/* SRC_ACTIVITY_H */
