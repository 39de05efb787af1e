/*
 * src/partitions/calendar.h
 *		Steps of the calendar, and names of partitions, in the session's time zone.
 */
#ifndef SRC_PARTITIONS_CALENDAR_H
#define SRC_PARTITIONS_CALENDAR_H

#include "partitions/parent.h"
#include "utils/timestamp.h"

typedef struct id_calendar
{
	const id_kind *kind;
	TimestampTz origin;			/* where step 0 begins */
	const Interval *step;
} id_calendar;

/* The calendar, which has to stay where it is, for src/core/spans.h. */
extern span_steps id_calendar_steps(id_calendar *calendar);

/*
 * Where steps of a nightly job are counted from: January 2000 for months and
 * years, Monday, 3 January 2000, for all else.
 */
extern TimestampTz id_calendar_origin(const Interval *step);

/* Where step n begins; infinite, if that is far from all ids. */
extern TimestampTz id_calendar_moment(const id_calendar *calendar, int64 n);

/* at + n * interval, likewise. */
extern TimestampTz id_moment_after(TimestampTz at, int64 n, const Interval *interval);

/* The moment of the first id from a moment on; ERROR 22008 if there is none. */
extern int64 id_bound_at(const id_kind *kind, TimestampTz at);

/* SPAN_BEGIN and SPAN_END are infinite. */
extern TimestampTz id_span_moment(int64 us);

extern char *id_moment_text(TimestampTz moment);
extern char *id_interval_text(const Interval *interval);

/* ERROR 22023 unless it is positive. */
extern void id_check_step(const Interval *step);

/* A name for the partition of that time, and one that nothing has. */
extern char *id_partition_name(const id_parent *parent, const span *time, const Interval *step);
extern char *id_partition_free_name(const id_parent *parent, const span *time, const Interval *step);

#endif							/* SRC_PARTITIONS_CALENDAR_H */
