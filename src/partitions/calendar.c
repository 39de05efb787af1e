/*
 * src/partitions/calendar.c
 *		Steps of the calendar, and names of partitions, in the session's time zone.
 */
#include "postgres.h"

#include <math.h>

#include "access/genam.h"
#include "access/table.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "partitions/calendar.h"
#include "clock.h"
#include "compat.h"
#include "bounds.h"
#include "pgtime.h"
#include "utils/builtins.h"
#include "utils/datetime.h"
#include "utils/fmgroids.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

/*
 * Moments
 */

int64
id_bound_at(const id_kind *kind, TimestampTz at)
{
	uint8		id[ID_MAX_LEN];

	kind->first_of(id_timestamptz_to_us(at, kind->min_us, id_last_us(kind), id_type_name(kind)), id);
	return kind->get_us(id);
}

TimestampTz
id_span_moment(int64 us)
{
	if (us == SPAN_BEGIN)
		return DT_NOBEGIN;
	return us == SPAN_END ? DT_NOEND : id_us_to_timestamptz(us);
}

char *
id_moment_text(TimestampTz moment)
{
	return DatumGetCString(DirectFunctionCall1(timestamptz_out, TimestampTzGetDatum(moment)));
}

char *
id_interval_text(const Interval *interval)
{
	return DatumGetCString(DirectFunctionCall1(interval_out, IntervalPGetDatum(interval)));
}

/*
 * Steps
 */

void
id_check_step(const Interval *step)
{
	if (step->month < 0 || step->day < 0 || step->time < 0 ||
		(step->month == 0 && step->day == 0 && step->time == 0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the step must be positive"),
				 errdetail("It is %s.", id_interval_text(step))));
}

TimestampTz
id_calendar_origin(const Interval *step)
{
	struct pg_tm origin = {
		.tm_year = 2000,
		.tm_mon = 1,
		.tm_mday = step->month > 0 ? 1 : 3,
	};
	int			zone = DetermineTimeZoneOffset(&origin, session_timezone);
	TimestampTz result;

	if (tm2timestamp(&origin, 0, &zone, &result) != 0)
		elog(ERROR, "timestamp out of range");
	return result;
}

/* On the average, in microseconds. */
static double
interval_length(const Interval *interval)
{
	return interval->month * (DAYS_PER_YEAR / MONTHS_PER_YEAR * USECS_PER_DAY) + interval->day * (double) USECS_PER_DAY +
		interval->time;
}

/* Millennia before or after all ids, where there may be no moments any more. */
#define FAR_BEFORE (-4000 * DAYS_PER_YEAR * USECS_PER_DAY)
#define FAR_AFTER (100000 * DAYS_PER_YEAR * USECS_PER_DAY)

TimestampTz
id_moment_after(TimestampTz at, int64 n, const Interval *interval)
{
	double		about = at + n * interval_length(interval);
	Interval	whole;

	if (about < FAR_BEFORE)
		return DT_NOBEGIN;
	if (about > FAR_AFTER)
		return DT_NOEND;
	whole.month = n * interval->month;
	whole.day = n * interval->day;
	whole.time = n * interval->time;
	return DatumGetTimestampTz(DirectFunctionCall2(timestamptz_pl_interval,
												   TimestampTzGetDatum(at), IntervalPGetDatum(&whole)));
}

/* Not step after step: where a midnight is missing, the next ones are not moved. */
TimestampTz
id_calendar_moment(const id_calendar *c, int64 n)
{
	return id_moment_after(c->origin, n, c->step);
}

/*
 * The step that has a type's first id may begin before it, and the one that has the
 * last id has no end: no moment after it has an id.
 */
static int64
calendar_start(void *arg, int64 n)
{
	const id_calendar *c = arg;
	TimestampTz at = id_calendar_moment(c, n);

	if (at > id_us_to_timestamptz(id_last_us(c->kind)))
		return SPAN_END;
	return id_bound_at(c->kind, Max(at, id_us_to_timestamptz(c->kind->min_us)));
}

static int64
calendar_number(void *arg, int64 us)
{
	const id_calendar *c = arg;
	TimestampTz at = id_us_to_timestamptz(us);
	int64		n = (int64) floor((at - c->origin) / interval_length(c->step));

	while (id_calendar_moment(c, n) > at)
		n--;
	while (id_calendar_moment(c, n + 1) <= at)
		n++;
	return n;
}

span_steps
id_calendar_steps(id_calendar *calendar)
{
	return (span_steps)
	{
		calendar_start, calendar_number, calendar
	};
}

/*
 * Names: the parent's, and the local date on which a partition begins; the time
 * of day is added if the date does not tell it from the next one, and the offset
 * from UTC if the clock shows that time twice.
 */
static char *
name_suffix(const span *time, const Interval *step)
{
	static const Interval day = {.day = 1};

	struct pg_tm lower,
				upper;
	fsec_t		us,
				unused;
	int			zone,
				zone_of_upper;
	StringInfoData suffix;

	if (time->lower == SPAN_BEGIN)
		return pstrdup("first");
	if (timestamp2tm(id_span_moment(time->lower), &zone, &lower, &us, NULL, NULL) != 0 ||
		(time->upper != SPAN_END &&
		 timestamp2tm(id_span_moment(time->upper), &zone_of_upper, &upper, &unused, NULL, NULL) != 0))
		elog(ERROR, "timestamp out of range");

	initStringInfo(&suffix);
	appendStringInfo(&suffix, "%04d%02d%02d", lower.tm_year, lower.tm_mon, lower.tm_mday);
	if (DatumGetBool(DirectFunctionCall2(interval_ge, IntervalPGetDatum(step), IntervalPGetDatum(&day))) &&
		(time->upper == SPAN_END ||
		 lower.tm_mday != upper.tm_mday || lower.tm_mon != upper.tm_mon || lower.tm_year != upper.tm_year))
		return suffix.data;

	appendStringInfo(&suffix, "_%02d%02d%02d", lower.tm_hour, lower.tm_min, lower.tm_sec);
	if (us != 0)
		appendStringInfo(&suffix, "_%06d", (int) us);
	if (DetermineTimeZoneOffset(&lower, session_timezone) != zone)
		appendStringInfo(&suffix, "_%02d%02d", abs(zone) / SECS_PER_HOUR, abs(zone) / SECS_PER_MINUTE % MINS_PER_HOUR);
	return suffix.data;
}

/*
 * A name that has no room for the suffix is cut, and a hash of the whole name
 * tells it from others.  One byte is left for the underscore of the array type:
 * otherwise that one is cut at its end, and all days but one in ten have a name that
 * is taken.
 */
#define NAME_ROOM (NAMEDATALEN - 2)

static char *
name_with(const char *base, char *suffix)
{
	int			len = strlen(base);

	if (len + 1 + strlen(suffix) > NAME_ROOM)
	{
		Datum		hash = DirectFunctionCall1(sha256_bytea, PointerGetDatum(cstring_to_text(base)));
		const uint8 *h = (const uint8 *) VARDATA_ANY(DatumGetPointer(hash));

		suffix = psprintf("%02x%02x%02x%02x_%s", h[0], h[1], h[2], h[3], suffix);
		len = pg_mbcliplen(base, len, NAME_ROOM - 1 - strlen(suffix));
	}
	return psprintf("%.*s_%s", len, base, suffix);
}

char *
id_partition_name(const id_parent *parent, const span *time, const Interval *step)
{
	return name_with(id_table_label(parent->oid), name_suffix(time, step));
}

/* Has the catalog an entry of that name and schema, even one that is not committed yet? */
static bool
catalog_has(Oid catalog, Oid index, AttrNumber name_column, AttrNumber schema_column, const char *name, Oid schema)
{
	Relation	rel = table_open(catalog, AccessShareLock);
	SnapshotData uncommitted;
	ScanKeyData keys[2];
	SysScanDesc scan;
	bool		found;

	InitDirtySnapshot(uncommitted);
	ScanKeyInit(&keys[0], name_column, BTEqualStrategyNumber, F_NAMEEQ, CStringGetDatum(name));
	ScanKeyInit(&keys[1], schema_column, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(schema));
	scan = systable_beginscan(rel, index, true, &uncommitted, 2, keys);
	found = HeapTupleIsValid(systable_getnext(scan));
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return found;
}

static bool
type_name_is_taken(const char *name, Oid schema)
{
	return catalog_has(TypeRelationId, TypeNameNspIndexId, Anum_pg_type_typname, Anum_pg_type_typnamespace, name, schema);
}

/*
 * A table has a type of its name, and an array type.  CREATE TABLE would wait for
 * whoever is taking the name of one of them, so nobody can keep a job from its work by
 * holding one.
 */
static bool
name_is_taken(const char *name, Oid schema)
{
	return catalog_has(RelationRelationId, ClassNameNspIndexId, Anum_pg_class_relname, Anum_pg_class_relnamespace, name, schema) ||
		type_name_is_taken(name, schema) || type_name_is_taken(makeObjectName("", name, NULL), schema);
}

char *
id_partition_free_name(const id_parent *parent, const span *time, const Interval *step)
{
	Oid			schema = get_rel_namespace(parent->oid);
	char	   *suffix = name_suffix(time, step);
	char	   *name = name_with(id_table_label(parent->oid), suffix);

	for (int n = 2; name_is_taken(name, schema); n++)
	{
		CHECK_FOR_INTERRUPTS();
		name = name_with(id_table_label(parent->oid), psprintf("%s_%d", suffix, n));
	}
	return name;
}
