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
id_last_us(const id_time *time)
{
	uint8		id[ID_MAX_LEN];

	time->last_of(time->max_us, id);
	return time->get_us(id);
}

/*
 * the smallest id that is not before a moment, and the largest not after it;
 * 22008 if the type has none
 */
static pg_attribute_always_inline Datum
id_lower(FunctionCallInfo fcinfo, const id_codec *codec, const id_time *time)
{
	int64		us = id_timestamptz_to_us(PG_GETARG_TIMESTAMPTZ(0), time->min_us, id_last_us(time), codec->name);
	uint8		id[ID_MAX_LEN];

	time->first_of(us, id);
	return id_datum(codec, id);
}

static pg_attribute_always_inline Datum
id_upper(FunctionCallInfo fcinfo, const id_codec *codec, const id_time *time)
{
	int64		us = id_timestamptz_to_us(PG_GETARG_TIMESTAMPTZ(0), time->min_us, time->max_us, codec->name);
	uint8		id[ID_MAX_LEN];

	time->last_of(us, id);
	return id_datum(codec, id);
}

/*
 * The smallest id that is not before a period, and the largest not after it.
 *
 * A period without microseconds has the largest and the smallest id of all as
 * its bounds.  A period between two times of the type has the first id of the
 * later and the last id of the earlier.  Either way no id is between them.
 */
static pg_attribute_always_inline Datum
id_within_lower(FunctionCallInfo fcinfo, const id_codec *codec, const id_time *time)
{
	id_period	period = id_period_arg(fcinfo, 0, time->min_us, id_last_us(time));
	uint8		id[ID_MAX_LEN];

	if (period.first <= period.last)
		time->first_of(period.first, id);
	else
		time->last_of(time->max_us, id);
	return id_datum(codec, id);
}

static pg_attribute_always_inline Datum
id_within_upper(FunctionCallInfo fcinfo, const id_codec *codec, const id_time *time)
{
	id_period	period = id_period_arg(fcinfo, 0, time->min_us, id_last_us(time));
	uint8		id[ID_MAX_LEN];

	if (period.first <= period.last)
		time->last_of(period.last, id);
	else
		time->first_of(time->min_us, id);
	return id_datum(codec, id);
}

#endif							/* SRC_BOUNDS_H */
