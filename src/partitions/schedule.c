/*
 * src/partitions/schedule.c
 *		Which partitions of a table have to be made, and which are over: the
 *		arithmetic is that of src/core/spans.h.
 */
#include "postgres.h"

#include "miscadmin.h"
#include "partitions/calendar.h"
#include "partitions/schedule.h"
#include "clock.h"
#include "pgtime.h"
#include "utils/datetime.h"
#include "utils/fmgrprotos.h"

void
id_check_limit(int limit)
{
	if (limit <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the limit must be positive"),
				 errdetail("It is %d.", limit)));
}

static void
check_limit(const List *tasks, int limit, const Interval *step)
{
	if (list_length(tasks) > limit)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("too many partitions"),
				 errdetail_plural("With a step of %s more than %d would be made.",
								  "With a step of %s more than %d would be made.",
								  limit, id_interval_text(step), limit),
				 errhint("Take a longer step, or a shorter time. If that many are meant, pass \"limit\" => n.")));
}

static List *
add_missing(List *tasks, const id_parent *parent, const span_search *s, const span *missing)
{
	id_task    *task = palloc0(sizeof(id_task));

	CHECK_FOR_INTERRUPTS();
	task->time = *missing;
	if (s->next > 0)
		task->like = parent->oids[s->next - 1];
	return lappend(tasks, task);
}

/* Partitions are over before this moment; −infinity if none ever are. */
static TimestampTz
kept_since(const id_kind *kind, const id_schedule *s)
{
	TimestampTz before;

	if (s->keep == NULL)
		return DT_NOBEGIN;
	before = id_moment_after(s->now, -1, s->keep);
	return before < id_us_to_timestamptz(kind->min_us) ? DT_NOBEGIN : before;
}

List *
id_tasks_missing(const id_parent *parent, const id_schedule *s)
{
	id_calendar calendar = {
		.kind = parent->kind,
		.origin = id_calendar_origin(s->step),
		.step = s->step,
	};
	span_steps	steps = id_calendar_steps(&calendar);
	int64		now = s->now + UNIX_EPOCH_OFFSET_US;
	TimestampTz since = kept_since(parent->kind, s);
	int64		old = TIMESTAMP_IS_NOBEGIN(since) ? SPAN_BEGIN : since + UNIX_EPOCH_OFFSET_US;
	TimestampTz end = id_moment_after(s->now, 1, s->ahead);
	span_search search = spans_open(parent->spans, parent->count, &steps,
									Max(spans_begin(parent->spans, parent->count, now), old),
									end > id_us_to_timestamptz(parent->kind->max_us) ? SPAN_END : end + UNIX_EPOCH_OFFSET_US, old);
	List	   *tasks = NIL;
	span		missing;

	while (spans_next_open(&search, &missing) == SPAN_MISSING)
	{
		tasks = add_missing(tasks, parent, &search, &missing);
		check_limit(tasks, s->limit, s->step);
	}
	return tasks;
}

/* From a moment to a bound, in microseconds. */
static int64
distance(int64 us, int64 bound)
{
	return bound == SPAN_BEGIN || bound == SPAN_END ? PG_INT64_MAX : llabs(us - bound);
}

/*
 * Days that begin at a midnight here, and there some quarters of an hour earlier
 * or later, are probably those of another time zone.
 */
static bool
is_of_another_zone(const span *wanted, const span *other, const Interval *step)
{
	int64		shift = Min(distance(wanted->lower, other->lower), distance(wanted->lower, other->upper));
	struct pg_tm tm;
	fsec_t		us;
	int			zone;

	return step->time == 0 && shift != 0 && shift <= 26 * USECS_PER_HOUR && shift % (15 * USECS_PER_MINUTE) == 0 &&
		timestamp2tm(id_span_moment(wanted->lower), &zone, &tm, &us, NULL, NULL) == 0 &&
		tm.tm_hour == 0 && tm.tm_min == 0 && tm.tm_sec == 0 && us == 0;
}

static int
overlap_hint(const span *wanted, const span *other, const Interval *step)
{
	if (other->leaving)
		return errhint("Its DETACH PARTITION ... CONCURRENTLY was not completed: do so by DETACH PARTITION ... FINALIZE.");
	if (is_of_another_zone(wanted, other, step))
		return errhint("Its days begin at another time: the partitions were probably made in another time zone than \"%s\". Pass theirs.",
					   pg_get_timezone_name(session_timezone));
	return errhint("The partitions were probably made with another step, or counted from another first moment.");
}

static void
overlap_error(const id_parent *parent, const span *wanted, int obstacle, const Interval *step)
{
	const span *other = &parent->spans[obstacle];
	char	   *name = id_table_label(parent->oids[obstacle]);

	ereport(ERROR,
			(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
			 errmsg("partition \"%s\" would overlap partition \"%s\"", id_partition_name(parent, wanted, step), name),
			 errdetail("It would reach from %s to %s; \"%s\" reaches from %s to %s.",
					   id_moment_text(id_span_moment(wanted->lower)), id_moment_text(id_span_moment(wanted->upper)), name,
					   id_moment_text(id_span_moment(other->lower)), id_moment_text(id_span_moment(other->upper))),
			 overlap_hint(wanted, other, step)));
}

/* A step without an id is an error, but no day that the time zone left out. */
static void
check_empty_step(const id_calendar *calendar, int64 n)
{
	TimestampTz starts = id_calendar_moment(calendar, n);
	TimestampTz ends = id_calendar_moment(calendar, n + 1);

	if (starts < ends)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the step is too short for type %s", id_type_name(calendar->kind)),
				 errdetail("There is no id from %s to %s.", id_moment_text(starts), id_moment_text(ends))));
}

List *
id_tasks_missing_between(const id_parent *parent, TimestampTz first, TimestampTz last, const Interval *step, int limit)
{
	id_calendar calendar = {
		.kind = parent->kind,
		.origin = first,
		.step = step,
	};
	span_steps	steps = id_calendar_steps(&calendar);
	span_search search = spans_whole(parent->spans, parent->count, &steps, id_bound_at(parent->kind, last));
	List	   *tasks = NIL;
	span		missing;

	for (;;)
	{
		switch (spans_next_whole(&search, &missing))
		{
			case SPAN_NONE:
				return tasks;
			case SPAN_MISSING:
				tasks = add_missing(tasks, parent, &search, &missing);
				check_limit(tasks, limit, step);
				break;
			case SPAN_EMPTY:
				check_empty_step(&calendar, search.n - 1);
				break;
			case SPAN_OVERLAPS:
				overlap_error(parent, &missing, search.next, step);
		}
	}
}

List *
id_tasks_over(const id_parent *parent, TimestampTz before)
{
	int			count = spans_over(parent->spans, parent->count, id_bound_at(parent->kind, before));
	List	   *tasks = NIL;

	for (int i = 0; i < count; i++)
	{
		id_task    *task = palloc0(sizeof(id_task));

		task->time = parent->spans[i];
		task->partition = parent->oids[i];
		tasks = lappend(tasks, task);
	}
	return tasks;
}

List *
id_tasks_not_kept(const id_parent *parent, const id_schedule *s)
{
	TimestampTz since = kept_since(parent->kind, s);

	return TIMESTAMP_IS_NOBEGIN(since) ? NIL : id_tasks_over(parent, since);
}
