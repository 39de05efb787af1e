/*
 * src/partitions/schedule.h
 *		Which partitions of a table have to be made, and which are over.
 */
#ifndef SRC_PARTITIONS_SCHEDULE_H
#define SRC_PARTITIONS_SCHEDULE_H

#include "nodes/pg_list.h"
#include "partitions/parent.h"
#include "utils/timestamp.h"

/* The arguments of a job that runs every night. */
typedef struct id_schedule
{
	const Interval *step;
	const Interval *ahead;
	const Interval *keep;		/* null: everything */
	TimestampTz now;
	int			limit;			/* of partitions to make */
} id_schedule;

/* ERROR 22023 unless it is positive. */
extern void id_check_limit(int limit);

/* A partition that is to be made, or to be removed. */
typedef struct id_task
{
	span		time;
	Oid			like;			/* to make: the partition before it, if any */
	Oid partition;				/* to remove; or as soon as it is made */
	char	   *name;			/* as the caller knows it */
	int64		rows;			/* to make: that were seen in the default
								 * partition */
} id_task;

/*
 * The partitions that are missing, in order: what is open from now on, or from
 * where the last one ended, in steps of the calendar.  Time that is over is left
 * out.  ERROR 54000 for more than limit.
 */
extern List *id_tasks_missing(const id_parent *parent, const id_schedule *s);

/*
 * The same for whole steps, counted from first until last is reached.  ERROR
 * 42P17 if one overlaps a partition, 22023 if one has no id.
 */
extern List *id_tasks_missing_between(const id_parent *parent, TimestampTz first, TimestampTz last,
									  const Interval *step, int limit);

/* The partitions that ended before a moment; those that the schedule does not keep. */
extern List *id_tasks_over(const id_parent *parent, TimestampTz before);
extern List *id_tasks_not_kept(const id_parent *parent, const id_schedule *s);

#endif							/* SRC_PARTITIONS_SCHEDULE_H */
