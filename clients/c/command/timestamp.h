/*
 * command/timestamp.h
 *		Reads timestamps as people write them.
 */
#ifndef COMMAND_TIMESTAMP_H
#define COMMAND_TIMESTAMP_H

#include <stdint.h>

/*
 * Read a date, or a date and a time, with or without an offset from UTC, "now",
 * or "@" and seconds since 1970, as microseconds since 1970-01-01 UTC.  Fractions
 * are truncated to six digits.  Returns NULL, or the reason if text is invalid.
 */
extern const char *read_timestamp(const char *text, int64_t *us);

#endif							/* COMMAND_TIMESTAMP_H */
