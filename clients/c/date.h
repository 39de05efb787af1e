/*
 * date.h
 *		Microseconds since 1970-01-01 UTC, and the calendar.
 *
 * The C library would need a 64-bit time_t for the year 4253, and it does not
 * support microseconds.
 */
#ifndef LIBWIJI_DATE_H
#define LIBWIJI_DATE_H

#include <stdint.h>

#define SECOND_US	INT64_C(1000000)
#define DAY_US		(86400 * SECOND_US)

/*
 * Days from 1970-01-01 to March 1 of a year.  Years begin in March here, so that
 * the leap day is their last day.
 */
static inline int64_t
days_to_march(int64_t year)
{
	return 365 * year + year / 4 - year / 100 + year / 400 - 719468;
}

/* Days from March 1 to the first of a month: 0 is March, 11 is February. */
static inline int
days_to_month(int month)
{
	return (153 * month + 2) / 5;
}

/*
 * Write an RFC 3339 date in UTC, with a terminating zero.  us is 0 to
 * WIJI_MAX_US.
 */
extern void wiji_date_write(int64_t us, char *text);

#endif							/* LIBWIJI_DATE_H */
