/*
 * feed/report.c
 *		What holds back a feed, which feeds there are, and what is wrong with one.
 */
#include "postgres.h"

#include "access/xlog.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_type.h"
#include "feed/feed.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"

/*
 * May the role know what holds back the feed?  Roles that may read all statistics may.  False for a
 * table that was dropped.
 */
static bool
may_monitor(Oid table, Oid role)
{
	bool		is_missing = false;
	AclResult	result = pg_class_aclcheck_ext(table, role, ACL_SELECT, &is_missing);

	return !is_missing &&
		(result == ACLCHECK_OK || has_privs_of_role(role, ROLE_PG_READ_ALL_STATS));
}

static void
check_exists(Oid table)
{
	if (get_rel_name(table) == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", table)));
}

/*
 * Blockers
 */

typedef struct blocker_output
{
	ReturnSetInfo *result;
	const feed_definition *f;
	FmgrInfo	output;
} blocker_output;

static void
put_blocker(void *arg, int pid, int64 since, int64 floor)
{
	blocker_output *b = arg;
	uint8		bytes[FEED_KEY_LEN];
	Datum		values[] = {
		Int32GetDatum(pid), TimestampTzGetDatum(since),
		CStringGetTextDatum(OutputFunctionCall(&b->output,
											   feed_key_of_time(b->f->key, floor, bytes)))
	};
	bool		nulls[] = {false, false, false};

	tuplestore_putvalues(b->result->setResult, b->result->setDesc, values, nulls);
}

/*
 * Sessions whose transactions insert into the feed, since when, and the least key they may insert.
 * Nothing is locked, and the snapshot does not matter.  ERROR 42501 unless the caller may know.
 */
PG_FUNCTION_INFO_V1(pgwiji_feed_blockers);

Datum
pgwiji_feed_blockers(PG_FUNCTION_ARGS)
{
	Oid			table = PG_GETARG_OID(0);
	blocker_output b;
	feed_flaw	flaw;
	Oid			output;
	bool		is_varlena;

	check_exists(table);
	if (!may_monitor(table, GetUserId()))
		aclcheck_error(ACLCHECK_NO_PRIV, get_relkind_objtype(get_rel_relkind(table)),
					   get_rel_name(table));
	feed_require_primary();
	AcceptInvalidationMessages();
	flaw = feed_table_flaw(table, &b.f);
	if (flaw.detail != NULL)
		feed_reject_table(table, flaw);
	feed_attach_memory();
	InitMaterializedSRF(fcinfo, 0);
	b.result = (ReturnSetInfo *) fcinfo->resultinfo;
	getTypeOutputInfo(b.f->type, &output, &is_varlena);
	fmgr_info(output, &b.output);
	feed_for_each_floor(b.f, put_blocker, &b);
	return (Datum) 0;
}

/*
 * All feeds
 */

typedef struct summary
{
	int			blockers;
	int64		floor;			/* the least */
	int64		since;			/* the earliest */
} summary;

static void
add_floor(void *arg, int pid pg_attribute_unused(), int64 since, int64 floor)
{
	summary    *s = arg;

	s->blockers++;
	s->floor = Min(s->floor, floor);
	s->since = Min(s->since, since);
}

/* How long ago the horizon was stored, for a standby; false if none is. */
static bool
stored_behind(const feed_definition *f, int64 *behind)
{
	feed_stored s;

	if (!feed_look_up_newest_stored(f, &s))
		return false;
	*behind = GetCurrentTimestamp() - s.stored_at;
	return true;
}

/* How far the horizon is behind the clock; false for numbers that nobody holds back. */
static bool
feed_behind(const feed_definition *f, const summary *s, int64 *behind)
{
	if (f->key->is_number)
	{
		*behind = GetCurrentTimestamp() - s->since;
		return s->blockers > 0;
	}
	*behind = feed_clock(f->key);
	*behind -= Min(*behind - f->lag, s->floor);
	return true;
}

static Datum
interval_datum(int64 us)
{
	Interval   *interval = palloc0(sizeof(Interval));

	interval->time = us;
	return IntervalPGetDatum(interval);
}

/* On a standby, the catalogs and stored horizons are known. */
static void
put_feed(ReturnSetInfo *result, Oid table, bool is_primary)
{
	summary		s = {.floor = PG_INT64_MAX,.since = PG_INT64_MAX};
	const feed_definition *f;
	feed_flaw	flaw = feed_whole_flaw(table, &f);
	Datum		values[7] = {ObjectIdGetDatum(table)};
	bool		nulls[7] = {false};
	int64		behind = 0;

	if (f == NULL)
		return;
	if (is_primary)
		feed_for_each_floor(f, add_floor, &s);
	values[1] = NameGetDatum(&f->column);
	values[2] = interval_datum(f->has_lag ? f->lag : 0);
	values[3] = BoolGetDatum(f->has_versions);
	nulls[4] = flaw.detail != NULL ||
		!(is_primary ? feed_behind(f, &s, &behind) : stored_behind(f, &behind));
	values[4] = nulls[4] ? (Datum) 0 : interval_datum(Max(behind, 0));
	nulls[5] = !is_primary;
	values[5] = Int32GetDatum(s.blockers);
	nulls[6] = flaw.detail == NULL;
	values[6] = nulls[6] ? (Datum) 0 : CStringGetTextDatum(flaw.detail);
	tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

/*
 * Every feed of the database that the caller may monitor, what holds it back, and what is wrong with
 * it.
 */
PG_FUNCTION_INFO_V1(pgwiji_feeds);

Datum
pgwiji_feeds(PG_FUNCTION_ARGS)
{
	bool		is_primary = !RecoveryInProgress();
	ListCell   *lc;

	AcceptInvalidationMessages();
	if (is_primary)
		feed_attach_memory();
	InitMaterializedSRF(fcinfo, 0);
	foreach(lc, feed_tables())
	{
		if (may_monitor(lfirst_oid(lc), GetUserId()))
			put_feed((ReturnSetInfo *) fcinfo->resultinfo, lfirst_oid(lc), is_primary);
	}
	return (Datum) 0;
}

/*
 * What is wrong with a feed; null if nothing is.  It tells of catalogs only, which anyone may read.
 */
PG_FUNCTION_INFO_V1(pgwiji_feed_flaw);

Datum
pgwiji_feed_flaw(PG_FUNCTION_ARGS)
{
	Oid			table = PG_GETARG_OID(0);
	const feed_definition *f;
	feed_flaw	flaw;

	check_exists(table);
	AcceptInvalidationMessages();
	flaw = feed_whole_flaw(table, &f);
	if (flaw.detail == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(flaw.detail));
}
