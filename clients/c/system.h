/*
 * system.h
 *		The default clock and random bits of a generator, and waiting.
 */
#ifndef LIBWIJI_SYSTEM_H
#define LIBWIJI_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of types wiji_clock and wiji_entropy. */
extern int64_t wiji_system_clock(void *context);
extern bool wiji_system_entropy(void *context, void *buffer, size_t n);

/* A wait for the clock; initialize it with zeroes. */
typedef struct clock_wait
{
	bool		started;
	int64_t		start;			/* by the monotonic clock */
} clock_wait;

/*
 * Wait a little for a clock that is behind_us microseconds behind.  Returns false
 * when limit_ms milliseconds are over.
 */
extern bool wiji_wait_for_clock(clock_wait *wait, int64_t behind_us, int32_t limit_ms);

#endif							/* LIBWIJI_SYSTEM_H */
