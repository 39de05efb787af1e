/*
 * feed/report.c
 *		What holds back a feed, which feeds there are, and what is wrong with one.
 */
#include "postgres.h"

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
 */
PG_FUNCTION_INFO_V1(pgwiji_feed_blockers);

Datum
pgwiji_feed_blockers(PG_FUNCTION_ARGS)
{
	Oid			table = PG_GETARG_OID(0);
	Snapshot	snapshot = feed_reading_snapshot();
	blocker_output b;
	Oid			output;
	bool		is_varlena;

	b.f = feed_open(table, snapshot);
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

static void
put_feed(ReturnSetInfo *result, Oid table)
{
	summary		s = {.floor = PG_INT64_MAX,.since = PG_INT64_MAX};
	const feed_definition *f;
	feed_flaw	flaw = feed_whole_flaw(table, &f);
	Datum		values[7] = {ObjectIdGetDatum(table)};
	bool		nulls[7] = {false};
	int64		behind;

	if (f == NULL)
		return;
	feed_for_each_floor(f, add_floor, &s);
	values[1] = NameGetDatum(&f->column);
	values[2] = interval_datum(f->has_lag ? f->lag : 0);
	values[3] = BoolGetDatum(f->has_versions);
	nulls[4] = flaw.detail != NULL || !feed_behind(f, &s, &behind);
	values[4] = nulls[4] ? (Datum) 0 : interval_datum(Max(behind, 0));
	values[5] = Int32GetDatum(s.blockers);
	nulls[6] = flaw.detail == NULL;
	values[6] = nulls[6] ? (Datum) 0 : CStringGetTextDatum(flaw.detail);
	tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

/*
 * Every feed of the database that the caller may read, what holds it back, and what is wrong with
 * it.
 */
PG_FUNCTION_INFO_V1(pgwiji_feeds);

Datum
pgwiji_feeds(PG_FUNCTION_ARGS)
{
	ListCell   *lc;

	(void) feed_reading_snapshot();
	feed_attach_memory();
	InitMaterializedSRF(fcinfo, 0);
	foreach(lc, feed_tables())
	{
		bool		is_missing = false; /* dropped concurrently */

		if (pg_class_aclcheck_ext(lfirst_oid(lc), GetUserId(), ACL_SELECT,
								  &is_missing) == ACLCHECK_OK && !is_missing)
			put_feed((ReturnSetInfo *) fcinfo->resultinfo, lfirst_oid(lc));
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

	if (get_rel_name(table) == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", table)));
	AcceptInvalidationMessages();
	flaw = feed_whole_flaw(table, &f);
	if (flaw.detail == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(flaw.detail));
}
