/*
 * src/bounds.h
 *		The ids of a moment and of a period, for every identifier type.
 *
 * Each type wraps these in one line, as in src/id.h.  They are inline so that
 * its codec is called directly.
 */
#ifndef SRC_BOUNDS_H
#define SRC_BOUNDS_H

#include "fmgr.h"
#include "clock.h"
#include "id.h"

/*
 * Creation times from first to last, both included, in microseconds since 1970;
 * none if last < first.
 */
typedef struct id_period
{
	int64		first;
	int64		last;
} id_period;

/* Argument n, a tstzrange, cut to the times that a type can hold. */
extern id_period id_period_arg(FunctionCallInfo fcinfo, int n, int64 min_us, int64 max_us);

/*
 * The time of a type's last ids.  It is before max_us if the type's times are
 * further apart than microseconds.
 */
static pg_attribute_always_inline int64
id_last_us(const id_kind *kind)
{
	uint8		id[ID_MAX_LEN];

	kind->last_of(kind->max_us, id);
	return kind->get_us(id);
}

/*
 * A moment cuts a type's ids in two: ids of earlier moments are before the cut.
 * A cut after the moment's own ids is the cut of the next microsecond.  The
 * result is -1 if all ids are after the cut, and id is the first of all then; 1
 * if all ids are before it; and 0 if id is the first one after it.
 */
static pg_attribute_always_inline int
id_cut(const id_kind *kind, TimestampTz at, bool after, uint8 *id)
{
	TimestampTz first = id_us_to_timestamptz(kind->min_us);

	if (after && at != DT_NOEND)
		at++;
	if (at > id_us_to_timestamptz(id_last_us(kind)))
		return 1;
	kind->first_of(Max(at, first) + UNIX_EPOCH_OFFSET_US, id);
	return at <= first ? -1 : 0;
}

/*
 * the smallest id that is not before a moment, and the largest not after it;
 * 22008 if the type has none
 */
static pg_attribute_always_inline Datum
id_lower(FunctionCallInfo fcinfo, const id_kind *kind)
{
	int64		us = id_timestamptz_to_us(PG_GETARG_TIMESTAMPTZ(0), kind->min_us, id_last_us(kind), kind->name);
	uint8		id[ID_MAX_LEN];

	kind->first_of(us, id);
	return id_datum(kind, id);
}

static pg_attribute_always_inline Datum
id_upper(FunctionCallInfo fcinfo, const id_kind *kind)
{
	int64		us = id_timestamptz_to_us(PG_GETARG_TIMESTAMPTZ(0), kind->min_us, kind->max_us, kind->name);
	uint8		id[ID_MAX_LEN];

	kind->last_of(us, id);
	return id_datum(kind, id);
}

/* When was argument n made? */
static pg_attribute_always_inline TimestampTz
id_time_arg(FunctionCallInfo fcinfo, const id_kind *kind, int n)
{
	uint8		word[sizeof(uint64)];

	return id_us_to_timestamptz(kind->get_us(id_bytes(kind, PG_GETARG_DATUM(n), word)));
}

/*
 * T_within(id, period) and its operators: not strict, as the comparisons that
 * replace them are not
 */
static pg_attribute_always_inline Datum
id_within(FunctionCallInfo fcinfo, const id_kind *kind, int id_arg)
{
	id_period	period;
	int64		us;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	period = id_period_arg(fcinfo, 1 - id_arg, kind->min_us, id_last_us(kind));
	us = id_time_arg(fcinfo, kind, id_arg) + UNIX_EPOCH_OFFSET_US;
	PG_RETURN_BOOL(us >= period.first && us <= period.last);
}

/*
 * The smallest id that is not before a period, and the largest not after it.
 *
 * A period without microseconds has the largest and the smallest id of all as
 * its bounds.  A period between two times of the type has the first id of the
 * later and the last id of the earlier.  Either way no id is between them.
 */
static pg_attribute_always_inline Datum
id_within_lower(FunctionCallInfo fcinfo, const id_kind *kind)
{
	id_period	period = id_period_arg(fcinfo, 0, kind->min_us, id_last_us(kind));
	uint8		id[ID_MAX_LEN];

	if (period.first <= period.last)
		kind->first_of(period.first, id);
	else
		kind->last_of(kind->max_us, id);
	return id_datum(kind, id);
}

static pg_attribute_always_inline Datum
id_within_upper(FunctionCallInfo fcinfo, const id_kind *kind)
{
	id_period	period = id_period_arg(fcinfo, 0, kind->min_us, id_last_us(kind));
	uint8		id[ID_MAX_LEN];

	if (period.first <= period.last)
		kind->last_of(period.last, id);
	else
		kind->first_of(kind->min_us, id);
	return id_datum(kind, id);
}

/*
 * T_since(at) and T_after(at): the first id after the cut, or the sentinel
 */
static pg_attribute_always_inline Datum
id_since(FunctionCallInfo fcinfo, const id_kind *kind, bool after)
{
	uint8		id[ID_MAX_LEN];

	if (id_cut(kind, PG_GETARG_TIMESTAMPTZ(0), after, id) > 0)
		memcpy(id, kind->sentinel, kind->len);
	return id_datum(kind, id);
}

/* T_moments(comparison, at): the moments that compare so with one */
extern Datum id_moments(FunctionCallInfo fcinfo);

/* T_within_any(id, periods) */
extern bool id_in_any_period(FunctionCallInfo fcinfo, int n, TimestampTz at);

#endif							/* SRC_BOUNDS_H */
