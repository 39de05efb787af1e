/*
 * command/moment.h
 *		Moments as people write them.
 */
#ifndef COMMAND_MOMENT_H
#define COMMAND_MOMENT_H

#include <stdint.h>

/*
 * Read a date, a date and a time, with an offset from UTC or without, "now", or
 * "@" and seconds since 1970, as microseconds since 1970-01-01 UTC.  Digits
 * beyond the sixth of a fraction are cut.  Returns NULL, or what is wrong.
 */
extern const char *read_moment(const char *text, int64_t *us);

#endif							/* COMMAND_MOMENT_H */
