/*
 * system.h
 *		What a generator needs from the system, unless it is given its own.
 */
#ifndef LIBWIJI_SYSTEM_H
#define LIBWIJI_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of types wiji_clock and wiji_entropy. */
extern int64_t wiji_system_clock(void *context);
extern bool wiji_system_entropy(void *context, void *buffer, size_t n);

/* A wait for the clock; it begins with zeroes. */
typedef struct clock_wait
{
	bool		started;
	int64_t		start;			/* by a clock that nobody sets */
} clock_wait;

/*
 * Let a little time pass for a clock that is behind_us microseconds short of
 * where it has to be; false when limit_ms are over.
 */
extern bool wiji_wait_for_clock(clock_wait *wait, int64_t behind_us, int32_t limit_ms);

#endif							/* LIBWIJI_SYSTEM_H */
