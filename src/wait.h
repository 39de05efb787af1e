/*
 * src/wait.h
 *		Waiting for a clock that is behind.
 */
#ifndef SRC_WAIT_H
#define SRC_WAIT_H

#include "portability/instr_time.h"

/* A wait.  Initialize it with zeroes. */
typedef struct id_wait
{
	bool		started;
	instr_time	start;
} id_wait;

/*
 * Sleep for a short time, because the clock is behind_us microseconds short of where it has to be.
 * Returns false when the calls with this wait have taken limit_ms milliseconds; a negative limit_ms
 * means no limit.  Processes interrupts.
 */
extern bool id_wait_step(id_wait *wait, int64 behind_us, int limit_ms, uint32 wait_event);

#endif							/* SRC_WAIT_H */
