/*
 * pg/partitions/partitions.c
 *		A plan of the partitions that there have to be, and the functions that
 *		make them, drop them and tell of them.
 *
 * The plan is made from the partitions as they are, in one pass over both: first
 * under a lock that is in nobody's way, and again, if something has to be done,
 * under the lock that this needs.  So a second session finds what the first one
 * made, whatever its isolation level.
 */
#include "postgres.h"

#include <math.h>

#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/partition.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "common/int.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/parsenodes.h"
#include "pg/partitions/partition_tables.h"
#include "pg/partitions/partitions.h"
#include "pg/server/clock.h"
#include "pg/server/compat.h"
#include "pg/type/bounds.h"
#include "pgtime.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "tcop/pquery.h"
#include "tcop/tcopprot.h"
#include "tcop/utility.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/datetime.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/portal.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"

/*
 * Moments and bounds.  All are in the time zone of the argument, which is the
 * session's meanwhile.
 */

static TimestampTz
partition_moment_of(const id_bound *bound)
{
	return bound->side < 0 ? DT_NOBEGIN : bound->side > 0 ? DT_NOEND : id_us_to_timestamptz(bound->us);
}

static char *
moment_text(TimestampTz moment)
{
	return DatumGetCString(DirectFunctionCall1(timestamptz_out, TimestampTzGetDatum(moment)));
}

static char *
interval_text(const Interval *interval)
{
	return DatumGetCString(DirectFunctionCall1(interval_out, IntervalPGetDatum(interval)));
}

/* The first id from a moment on; ERROR 22008 if there is none. */
static id_bound
partition_bound_at(const id_kind *kind, TimestampTz at)
{
	id_bound	bound = {
		.side = 0,
		.whole = true,
	};

	bound.us = id_timestamptz_to_us(at, kind->min_us, id_last_us(kind), id_type_name(kind));
	kind->first_of(bound.us, bound.id);
	return bound;
}

/* at + n * step */
static TimestampTz
add_steps(TimestampTz at, const Interval *step, int64 n)
{
	Interval	whole;
	int64		month;
	int64		day;

	if (pg_mul_s64_overflow(step->month, n, &month) || month != (int32) month ||
		pg_mul_s64_overflow(step->day, n, &day) || day != (int32) day ||
		pg_mul_s64_overflow(step->time, n, &whole.time))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("interval out of range")));
	whole.month = month;
	whole.day = day;
	return DatumGetTimestampTz(DirectFunctionCall2(timestamptz_pl_interval,
												   TimestampTzGetDatum(at), IntervalPGetDatum(&whole)));
}

static void
check_step(const Interval *step)
{
	if (step->month < 0 || step->day < 0 || step->time < 0 ||
		(step->month == 0 && step->day == 0 && step->time == 0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the step must be positive"),
				 errdetail("It is %s.", interval_text(step))));
}

static void
check_not_negative(const Interval *interval, const char *name)
{
	if (interval->month < 0 || interval->day < 0 || interval->time < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s must not be negative", name),
				 errdetail("It is %s.", interval_text(interval))));
}

/*
 * Names: the parent's, and the local date on which a partition begins; the time
 * of day is added if the date does not tell it from the next one, and the offset
 * from UTC if the clock shows that time twice.
 */
static char *
partition_name_suffix(const id_span *span, const Interval *step)
{
	static const Interval day = {.day = 1};

	struct pg_tm lower,
				upper;
	fsec_t		us,
				unused;
	int			zone,
				zone_of_upper;
	StringInfoData suffix;

	initStringInfo(&suffix);
	if (span->lower.side != 0)
		return pstrdup("first");
	if (timestamp2tm(partition_moment_of(&span->lower), &zone, &lower, &us, NULL, NULL) != 0 ||
		(span->upper.side == 0 &&
		 timestamp2tm(partition_moment_of(&span->upper), &zone_of_upper, &upper, &unused, NULL, NULL) != 0))
		elog(ERROR, "timestamp out of range");

	appendStringInfo(&suffix, "%04d%02d%02d", lower.tm_year, lower.tm_mon, lower.tm_mday);
	if (DatumGetBool(DirectFunctionCall2(interval_ge, IntervalPGetDatum(step), IntervalPGetDatum(&day))) &&
		(span->upper.side != 0 ||
		 lower.tm_mday != upper.tm_mday || lower.tm_mon != upper.tm_mon || lower.tm_year != upper.tm_year))
		return suffix.data;

	appendStringInfo(&suffix, "_%02d%02d%02d", lower.tm_hour, lower.tm_min, lower.tm_sec);
	if (us != 0)
		appendStringInfo(&suffix, "_%06d", (int) us);
	if (DetermineTimeZoneOffset(&lower, session_timezone) != zone)
		appendStringInfo(&suffix, "_%02d%02d", abs(zone) / SECS_PER_HOUR, abs(zone) / SECS_PER_MINUTE % MINS_PER_HOUR);
	return suffix.data;
}

/* The start in UTC, which no other partition of the parent has. */
static char *
partition_utc_suffix(const id_span *span)
{
	struct pg_tm lower;
	fsec_t		us;

	if (span->lower.side != 0)
		return pstrdup("first");
	if (timestamp2tm(partition_moment_of(&span->lower), NULL, &lower, &us, NULL, NULL) != 0)
		elog(ERROR, "timestamp out of range");
	return psprintf("%04d%02d%02d_%02d%02d%02d%sz", lower.tm_year, lower.tm_mon, lower.tm_mday,
					lower.tm_hour, lower.tm_min, lower.tm_sec, us != 0 ? psprintf("_%06d", (int) us) : "");
}

/*
 * A name that has no room for the suffix is cut, and a hash of the whole name
 * tells it from others.
 */
static char *
partition_name_with(const id_parent *parent, char *suffix)
{
	char	   *base = get_rel_name(parent->oid);
	int			len = strlen(base);

	if (len + 1 + strlen(suffix) > NAMEDATALEN - 1)
	{
		Datum		hash = DirectFunctionCall1(sha256_bytea, PointerGetDatum(cstring_to_text(base)));
		const uint8 *h = (const uint8 *) VARDATA_ANY(DatumGetPointer(hash));

		suffix = psprintf("%02x%02x%02x%02x_%s", h[0], h[1], h[2], h[3], suffix);
		len = pg_mbcliplen(base, len, NAMEDATALEN - 2 - strlen(suffix));
	}
	return psprintf("%.*s_%s", len, base, suffix);
}

/* Partitions that were made in another time zone may have the names of partitions of this one. */
static char *
partition_name(const id_parent *parent, const id_span *span, const Interval *step)
{
	char	   *name = partition_name_with(parent, partition_name_suffix(span, step));
	Oid			taken = get_relname_relid(name, get_rel_namespace(parent->oid));

	for (int i = 0; OidIsValid(taken) && i < parent->count; i++)
		if (parent->spans[i].oid == taken)
			return partition_name_with(parent, partition_utc_suffix(span));
	return name;
}

/*
 * Planning
 */

/*
 * Bounds at origin + n * step, for n from first on, until the end is reached.
 */
typedef struct partition_grid
{
	TimestampTz origin;
	const Interval *step;
	int64		first;
	TimestampTz end;
	bool		fill;			/* fill the gaps of each step, to beyond the
								 * end; otherwise make whole steps, up to it */
	id_bound	old;			/* no gaps that are over by then are filled */
} partition_grid;

/* The arguments of a job that runs every night. */
typedef struct schedule
{
	const Interval *step;
	const Interval *ahead;
	const Interval *keep;		/* null: everything */
	TimestampTz now;
} schedule;

/* More in one call are a step gone wrong, even if partitions are there already. */
#define MAX_STEPS 100000

static void
partition_overlap_error(const id_parent *parent, const partition_grid *g, const id_span *span, const id_span *other)
{
	char	   *name = get_rel_name(other->oid);
	char	   *zone = pstrdup(pg_get_timezone_name(session_timezone));
	const id_bound *near = llabs(span->lower.us - other->lower.us) < llabs(span->lower.us - other->upper.us) ?
		&other->lower : &other->upper;
	int64		shift = llabs(span->lower.us - near->us);
	bool		shifted = near->side == 0 && g->step->time == 0 && shift != 0 && shift <= 26 * USECS_PER_HOUR;

	ereport(ERROR,
			(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
			 errmsg("partition \"%s\" would overlap partition \"%s\"",
					partition_name_with(parent, partition_name_suffix(span, g->step)), name),
			 errdetail("It would reach from %s to %s; \"%s\" reaches from %s to %s.",
					   moment_text(partition_moment_of(&span->lower)), moment_text(partition_moment_of(&span->upper)), name,
					   moment_text(partition_moment_of(&other->lower)), moment_text(partition_moment_of(&other->upper))),
			 id_partition_is_pending(other->oid) ?
			 errhint("Its DETACH PARTITION ... CONCURRENTLY was not completed: do so by DETACH PARTITION ... FINALIZE.") :
			 shifted ?
			 errhint("Its days begin at another time: the partitions were probably made in another time zone than \"%s\". Pass theirs.",
					 zone) :
			 errhint("The partitions were probably made with another step, or counted from another first moment.")));
}

static List *
partition_add_span(List *spans, const id_bound *lower, const id_bound *upper, Oid before)
{
	id_span    *span = palloc(sizeof(id_span));

	*span = (id_span)
	{
		.oid = before,
			.lower = *lower,
			.upper = *upper,
	};
	return lappend(spans, span);
}

/*
 * The partitions that are missing of one step; *next is the first partition that
 * ends after the step begins.
 */
static List *
partition_plan_step(const id_parent *parent, const partition_grid *g, id_span span, int *next, List *result)
{
	const id_kind *kind = parent->kind;

	while (id_bound_compare(kind, &span.lower, &span.upper) < 0)
	{
		const id_span *other;
		Oid			before;

		while (*next < parent->count && id_bound_compare(kind, &parent->spans[*next].upper, &span.lower) <= 0)
			(*next)++;
		other = *next < parent->count ? &parent->spans[*next] : NULL;
		before = *next > 0 ? parent->spans[*next - 1].oid : InvalidOid;

		if (other == NULL || id_bound_compare(kind, &other->lower, &span.upper) >= 0)
			return partition_add_span(result, &span.lower, &span.upper, before);
		if (!id_partition_is_pending(other->oid) &&
			id_bound_compare(kind, &other->lower, &span.lower) == 0 &&
			id_bound_compare(kind, &other->upper, &span.upper) == 0)
			return result;
		if (!g->fill || !other->lower.whole || !other->upper.whole)
			partition_overlap_error(parent, g, &span, other);
		if (id_bound_compare(kind, &span.lower, &other->lower) < 0 &&
			id_bound_compare(kind, &other->lower, &g->old) > 0)
			result = partition_add_span(result, &span.lower, &other->lower, before);
		span.lower = other->upper;
	}
	return result;
}

/* The partitions that are missing. */
static List *
partition_plan_new(const id_parent *parent, const partition_grid *g)
{
	List	   *result = NIL;
	int			next = 0;
	TimestampTz starts = add_steps(g->origin, g->step, g->first);

	for (int64 n = g->first; g->fill ? starts <= g->end : starts < g->end; n++)
	{
		TimestampTz ends = add_steps(g->origin, g->step, n + 1);
		id_span		span = {
			.lower = partition_bound_at(parent->kind, starts),
			.upper = partition_bound_at(parent->kind, ends),
		};

		CHECK_FOR_INTERRUPTS();
		if (n - g->first == MAX_STEPS)
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("too many partitions"),
					 errdetail("One call plans %d steps at most.", MAX_STEPS),
					 errhint("Take a longer step, or a shorter time.")));

		/*
		 * (a day that the time zone left out ends when it starts, which is no
		 * error)
		 */
		if (starts < ends && id_bound_compare(parent->kind, &span.lower, &span.upper) >= 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("the step is too short for type %s", id_type_name(parent->kind)),
					 errdetail("There is no id from %s to %s.", moment_text(starts), moment_text(ends))));
		result = partition_plan_step(parent, g, span, &next, result);
		starts = ends;
	}
	return result;
}

/* The partitions whose time was over before a moment, as a list of oids. */
static List *
partition_plan_old(const id_parent *parent, TimestampTz before)
{
	id_bound	moment = partition_bound_at(parent->kind, before);
	List	   *result = NIL;

	for (int i = 0; i < parent->count; i++)
	{
		if (id_bound_compare(parent->kind, &parent->spans[i].upper, &moment) > 0)
			break;
		result = lappend_oid(result, parent->spans[i].oid);
	}
	return result;
}

/*
 * Creating
 */

/* Partitions are old before this moment; −infinity if none ever are. */
static TimestampTz
partition_old_before(const id_kind *kind, const schedule *s)
{
	TimestampTz before;

	if (s->keep == NULL)
		return DT_NOBEGIN;
	before = DatumGetTimestampTz(DirectFunctionCall2(timestamptz_mi_interval, TimestampTzGetDatum(s->now),
													 IntervalPGetDatum(s->keep)));
	return before < id_us_to_timestamptz(kind->min_us) ? DT_NOBEGIN : before;
}

/* In which step, counted from the origin, is a moment? */
static int64
partition_step_of(TimestampTz origin, const Interval *step, TimestampTz at)
{
	double		length = step->month * (DAYS_PER_YEAR / MONTHS_PER_YEAR * USECS_PER_DAY) +
		step->day * (double) USECS_PER_DAY + step->time;
	int64		n = (int64) floor((at - origin) / length);

	while (add_steps(origin, step, n) > at)
		n--;
	while (add_steps(origin, step, n + 1) <= at)
		n++;
	return n;
}

/*
 * Steps of a calendar, so that each night's call has the same: months and years
 * are counted from January 2000, all else from Monday, 3 January 2000.  They
 * begin now, or where the last partition ended if that was before.  So nothing is
 * left out after a time in which no job ran, except partitions that would be
 * dropped.
 */
static partition_grid
partition_grid_of(const id_parent *parent, const schedule *s)
{
	struct pg_tm origin = {
		.tm_year = 2000,
		.tm_mon = 1,
		.tm_mday = s->step->month > 0 ? 1 : 3,
	};
	int			zone = DetermineTimeZoneOffset(&origin, session_timezone);
	partition_grid g = {
		.step = s->step,
		.fill = true,
		.old = {.side = -1},
	};
	TimestampTz begin = s->now;
	TimestampTz old = partition_old_before(parent->kind, s);

	if (tm2timestamp(&origin, 0, &zone, &g.origin) != 0)
		elog(ERROR, "timestamp out of range");
	for (int i = 0; i < parent->count && partition_moment_of(&parent->spans[i].lower) <= s->now; i++)
		begin = Min(s->now, partition_moment_of(&parent->spans[i].upper));
	if (!TIMESTAMP_IS_NOBEGIN(old))
		g.old = partition_bound_at(parent->kind, old);
	g.first = partition_step_of(g.origin, s->step, Max(begin, old));
	g.end = DatumGetTimestampTz(DirectFunctionCall2(timestamptz_pl_interval, TimestampTzGetDatum(s->now),
													IntervalPGetDatum(s->ahead)));
	return g;
}

static List *
partition_read_and_plan(id_parent *parent, partition_grid *g, const schedule *s)
{
	id_parent_read(parent);
	if (s != NULL)
		*g = partition_grid_of(parent, s);
	return partition_plan_new(parent, g);
}

/*
 * The missing partitions, with all locks that making them takes; none, and hardly
 * a lock, if none is missing.  s is null if g is given.
 */
static List *
partition_lock_and_plan(id_parent *parent, partition_grid *g, const schedule *s)
{
	List	   *missing;

	LockRelationOid(parent->oid, AccessShareLock);
	missing = partition_read_and_plan(parent, g, s);
	UnlockRelationOid(parent->oid, AccessShareLock);
	if (missing == NIL)
		return NIL;
	id_parent_lock(parent, ShareUpdateExclusiveLock, NIL, false);
	return partition_read_and_plan(parent, g, s);
}

static Oid
partition_make(const id_parent *parent, const partition_grid *g, const id_span *span)
{
	return id_partition_make(parent, span, partition_name(parent, span, g->step));
}

Datum
id_create_partitions(FunctionCallInfo fcinfo, const id_kind *kind)
{
	id_parent  *parent = id_parent_open(kind, PG_GETARG_OID(0), 0);
	TimestampTz first = PG_GETARG_TIMESTAMPTZ(1);
	TimestampTz last = PG_GETARG_TIMESTAMPTZ(2);
	partition_grid g = {
		.origin = first,
		.step = PG_GETARG_INTERVAL_P(3),
		.end = last,
	};
	char	   *timezone = text_to_cstring(PG_GETARG_TEXT_PP(4));
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	id_caller	caller;
	ListCell   *cell;

	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	check_step(g.step);
	if (last < first)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the last moment is before the first"),
				 errdetail("The first is %s, the last is %s.", moment_text(first), moment_text(last))));
	(void) partition_bound_at(kind, first);
	(void) partition_bound_at(kind, last);

	SPI_connect();
	id_become_owner(parent, timezone, &caller);
	foreach(cell, partition_lock_and_plan(parent, &g, NULL))
	{
		Datum		made = ObjectIdGetDatum(partition_make(parent, &g, lfirst(cell)));
		bool		isnull = false;

		tuplestore_putvalues(result->setResult, result->setDesc, &made, &isnull);
	}
	id_become_caller(&caller);
	SPI_finish();
	return (Datum) 0;
}

/*
 * Dropping
 */

/*
 * The partitions that are over, with all locks that detaching them takes; none,
 * and hardly a lock, if there are none.
 */
static List *
partition_lock_and_plan_old(id_parent *parent, TimestampTz before, bool drop)
{
	List	   *old;

	LockRelationOid(parent->oid, AccessShareLock);
	id_parent_read(parent);
	old = partition_plan_old(parent, before);
	UnlockRelationOid(parent->oid, AccessShareLock);
	if (old == NIL)
		return NIL;
	id_parent_lock(parent, AccessExclusiveLock, old, drop);
	id_parent_read(parent);
	return partition_plan_old(parent, before);
}

/* The name of a table as the caller's search_path shortens it. */
static char *
table_text(Oid table)
{
	return DatumGetCString(DirectFunctionCall1(regclassout, ObjectIdGetDatum(table)));
}

Datum
id_drop_partitions(FunctionCallInfo fcinfo, const id_kind *kind)
{
	id_parent  *parent = id_parent_open(kind, PG_GETARG_OID(0), 0);
	TimestampTz before = PG_GETARG_TIMESTAMPTZ(1);
	bool		detach_only = PG_GETARG_BOOL(2);
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	id_caller	caller;
	List	   *old;
	ListCell   *cell;

	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);

	SPI_connect();
	id_become_owner(parent, pg_get_timezone_name(session_timezone), &caller);
	old = partition_lock_and_plan_old(parent, before, !detach_only);
	id_become_caller(&caller);

	foreach(cell, old)
	{
		Datum		name = CStringGetTextDatum(table_text(lfirst_oid(cell)));
		bool		isnull = false;

		tuplestore_putvalues(result->setResult, result->setDesc, &name, &isnull);
	}

	id_become_owner(parent, pg_get_timezone_name(session_timezone), &caller);
	foreach(cell, old)
		id_partition_remove(parent, lfirst_oid(cell), !detach_only);
	id_become_caller(&caller);
	SPI_finish();
	return (Datum) 0;
}

/*
 * Maintaining, in steps that each leave a whole state behind: one partition is
 * made, or dropped, and committed if CALL may do that.
 */

typedef struct maintenance
{
	FunctionCallInfo fcinfo;
	const id_kind *kind;
	Oid			parent;
	schedule schedule;
	char	   *timezone;
	bool		detach_only;
	bool		atomic;			/* in a transaction that is not ours to commit */
	MemoryContext context;		/* of the arguments, which outlives commits */
} maintenance;

static id_parent *
maintenance_begin_step(const maintenance *m, id_caller *caller)
{
	id_parent  *parent = id_parent_open(m->kind, m->parent, 0);

	SPI_connect_ext(m->atomic ? 0 : SPI_OPT_NONATOMIC);
	EnsurePortalSnapshotExists();
	id_become_owner(parent, m->timezone, caller);
	return parent;
}

static void
maintenance_end_step(const maintenance *m, const id_caller *caller)
{
	id_become_caller(caller);
	if (!m->atomic)
		SPI_commit();
	SPI_finish();
}

/*
 * The name of a partition as the caller's search_path shortens it, within a step.
 */
static char *
maintenance_name_for_caller(const maintenance *m, const id_parent *parent, Oid partition, id_caller *caller)
{
	char	   *name;

	id_become_caller(caller);
	name = table_text(partition);
	id_become_owner(parent, m->timezone, caller);
	return name;
}

static bool
partition_make_one(const maintenance *m)
{
	id_caller	caller;
	id_parent  *parent = maintenance_begin_step(m, &caller);
	partition_grid g;
	List	   *missing = partition_lock_and_plan(parent, &g, &m->schedule);

	if (missing != NIL)
	{
		Oid			made = partition_make(parent, &g, linitial(missing));

		ereport(NOTICE, (errmsg("created partition %s", maintenance_name_for_caller(m, parent, made, &caller))));
	}
	maintenance_end_step(m, &caller);
	return missing != NIL;
}

/*
 * Did the client send this CALL by itself?  (A background worker has no portal, or
 * one without statements.)
 */
static bool
maintenance_stands_alone(const maintenance *m)
{
	Node	   *statement = NULL;

	if (!m->atomic && ActivePortal != NULL && ActivePortal->stmts != NIL)
		statement = linitial_node(PlannedStmt, ActivePortal->stmts)->utilityStmt;
	return statement != NULL && IsA(statement, CallStmt) &&
		castNode(CallStmt, statement)->funcexpr->funcid == m->fcinfo->flinfo->fn_oid;
}

/*
 * DETACH ... CONCURRENTLY commits, so it needs a CALL that stands by itself.
 * Nobody can be protected from the owner's code meanwhile, so the session has to
 * be the owner's.
 */
static bool
maintenance_may_detach_concurrently(const maintenance *m, const id_parent *parent)
{
	return maintenance_stands_alone(m) &&
		GetAuthenticatedUserId() == parent->owner && GetSessionUserId() == parent->owner &&
		!OidIsValid(get_default_partition_oid(parent->oid)) && !id_parent_has_foreign_keys(parent);
}

/* Run a statement as if the client had sent it, between our transactions. */
static void
maintenance_run_outside(const maintenance *m, const char *sql)
{
	MemoryContext old = MemoryContextSwitchTo(m->context);
	PlannedStmt *statement = makeNode(PlannedStmt);

	statement->commandType = CMD_UTILITY;
	statement->utilityStmt = linitial_node(RawStmt, pg_parse_query(sql))->stmt;
	statement->stmt_location = -1;
	EnsurePortalSnapshotExists();
	ProcessUtility(statement, sql, false, PROCESS_UTILITY_TOPLEVEL, NULL, NULL, None_Receiver, NULL);
	MemoryContextSwitchTo(old);
}

/*
 * Detach or drop the first of the old partitions; false if somebody else has
 * done so.
 */
static bool
partition_remove_one(const maintenance *m, id_parent *parent, TimestampTz before, Oid partition)
{
	bool		pending = id_partition_is_pending(partition);

	id_parent_lock(parent, pending ? ShareUpdateExclusiveLock : AccessExclusiveLock, list_make1_oid(partition), !m->detach_only);
	id_parent_read(parent);
	if (!list_member_oid(partition_plan_old(parent, before), partition) || id_partition_is_pending(partition) != pending)
		return false;
	id_partition_remove(parent, partition, !m->detach_only);
	return true;
}

static bool
partition_drop_one(const maintenance *m)
{
	id_caller	caller;
	id_parent  *parent = maintenance_begin_step(m, &caller);
	TimestampTz before = partition_old_before(m->kind, &m->schedule);
	List	   *old = NIL;
	Oid			partition;
	char	   *name = NULL;

	if (!TIMESTAMP_IS_NOBEGIN(before))
	{
		LockRelationOid(parent->oid, AccessShareLock);
		id_parent_read(parent);
		old = partition_plan_old(parent, before);
		UnlockRelationOid(parent->oid, AccessShareLock);
	}
	partition = old == NIL ? InvalidOid : linitial_oid(old);
	if (OidIsValid(partition))
		name = MemoryContextStrdup(m->context, maintenance_name_for_caller(m, parent, partition, &caller));

	if (!OidIsValid(partition))
		;
	else if (!id_partition_is_pending(partition) && maintenance_may_detach_concurrently(m, parent))
	{
		char	   *sql = MemoryContextStrdup(m->context,
											  psprintf("ALTER TABLE %s DETACH PARTITION %s CONCURRENTLY",
													   id_table_name(parent->oid), id_table_name(partition)));

		maintenance_end_step(m, &caller);
		maintenance_run_outside(m, sql);
		parent = maintenance_begin_step(m, &caller);
		if (!m->detach_only && get_rel_name(partition) != NULL)
			id_partition_drop(partition);
	}
	else if (!partition_remove_one(m, parent, before, partition))
		partition = InvalidOid;
	maintenance_end_step(m, &caller);
	if (OidIsValid(partition))
		ereport(NOTICE, (m->detach_only ? errmsg("detached partition %s", name) : errmsg("dropped partition %s", name)));
	return old != NIL;
}

/*
 * Two jobs at once must not detach the same partition, and no lock on tables
 * lasts through DETACH ... CONCURRENTLY.  So jobs lock the parent by a tag that
 * nothing else locks (the server locks no table as an object), until their last
 * commit; an error releases it.  A job that waits for it holds no snapshot that
 * the other waits for.
 */
static void
partition_drop_all(const maintenance *m)
{
	LOCKTAG		tag;

	SET_LOCKTAG_OBJECT(tag, MyDatabaseId, RelationRelationId, m->parent, 0);
	if (!m->atomic)
		(void) LockAcquire(&tag, ExclusiveLock, true, false);
	while (partition_drop_one(m))
		CHECK_FOR_INTERRUPTS();
	if (!m->atomic)
		LockRelease(&tag, ExclusiveLock, true);
}

static void
check_not_null(FunctionCallInfo fcinfo, int n, const char *name)
{
	if (PG_ARGISNULL(n))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("%s must not be null", name)));
}

/* The arguments that the procedure and the report have in common. */
static maintenance
maintenance_args(FunctionCallInfo fcinfo, const id_kind *kind)
{
	maintenance m = {
		.fcinfo = fcinfo,
		.kind = kind,
		.context = CurrentMemoryContext,
	};

	check_not_null(fcinfo, 0, "parent");
	check_not_null(fcinfo, 1, "step");
	check_not_null(fcinfo, 2, "ahead");
	check_not_null(fcinfo, 4, "timezone");
	m.parent = PG_GETARG_OID(0);
	m.schedule = (schedule)
	{
		.step = PG_GETARG_INTERVAL_P(1),
			.ahead = PG_GETARG_INTERVAL_P(2),
			.keep = PG_ARGISNULL(3) ? NULL : PG_GETARG_INTERVAL_P(3),
			.now = GetCurrentTransactionStartTimestamp(),
	};
	m.timezone = text_to_cstring(PG_GETARG_TEXT_PP(4));
	check_step(m.schedule.step);
	check_not_negative(m.schedule.ahead, "ahead");
	if (m.schedule.keep != NULL)
		check_not_negative(m.schedule.keep, "keep");
	return m;
}

Datum
id_maintain_partitions(FunctionCallInfo fcinfo, const id_kind *kind)
{
	maintenance m = maintenance_args(fcinfo, kind);

	check_not_null(fcinfo, 5, "detach_only");
	m.detach_only = PG_GETARG_BOOL(5);
	m.atomic = castNode(CallContext, fcinfo->context)->atomic || IsSubTransaction();

	while (partition_make_one(&m))
		CHECK_FOR_INTERRUPTS();
	partition_drop_all(&m);
	PG_RETURN_VOID();
}

/*
 * Telling
 */

static Datum
text_array(List *texts)
{
	Datum	   *values = palloc(sizeof(Datum) * (list_length(texts) + 1));
	ListCell   *cell;

	foreach(cell, texts)
		values[foreach_current_index(cell)] = CStringGetTextDatum(lfirst(cell));
	return PointerGetDatum(construct_array(values, list_length(texts), TEXTOID, -1, false, TYPALIGN_INT));
}

/*
 * The end of the partitions that follow each other without a gap, from now on.
 */
static TimestampTz
partition_reaches(const id_parent *parent, TimestampTz now)
{
	TimestampTz end = now;

	for (int i = 0; i < parent->count; i++)
		if (partition_moment_of(&parent->spans[i].lower) <= end && partition_moment_of(&parent->spans[i].upper) > end)
			end = partition_moment_of(&parent->spans[i].upper);
	return end;
}

Datum
id_partition_report(FunctionCallInfo fcinfo, const id_kind *kind)
{
	maintenance m = maintenance_args(fcinfo, kind);
	id_parent  *parent = id_parent_open(kind, m.parent, ACL_SELECT);
	Datum		values[5];
	bool		nulls[5] = {0};
	TupleDesc	desc;
	id_caller	caller;
	partition_grid g;
	TimestampTz before,
				end;
	int64		rows;
	List	   *created = NIL;
	List	   *dropped = NIL;
	ListCell   *cell;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");

	id_become_owner(parent, m.timezone, &caller);
	LockRelationOid(parent->oid, AccessShareLock);
	foreach(cell, partition_read_and_plan(parent, &g, &m.schedule))
		created = lappend(created, partition_name(parent, lfirst(cell), g.step));
	before = partition_old_before(kind, &m.schedule);
	end = partition_reaches(parent, m.schedule.now);
	rows = id_default_rows(parent);
	id_become_caller(&caller);

	if (!TIMESTAMP_IS_NOBEGIN(before))
		foreach(cell, partition_plan_old(parent, before))
			dropped = lappend(dropped, table_text(lfirst_oid(cell)));

	values[0] = Int32GetDatum(parent->count);
	values[1] = TimestampTzGetDatum(end);
	nulls[1] = end == m.schedule.now;
	values[2] = Int64GetDatum(rows);
	nulls[2] = rows < 0;
	values[3] = text_array(created);
	values[4] = text_array(dropped);
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls));
}
