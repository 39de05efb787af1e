/*
 * src/bounds.h
 *		The IDs of a timestamp and of a time range, for every ID type.
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
 * Creation times from first to last, inclusive, in microseconds since 1970; empty
 * if last < first.
 */
typedef struct id_range
{
	int64		first;
	int64		last;
} id_range;

/* The intersection of argument n, a tstzrange, and min_us … max_us. */
extern id_range id_range_arg(FunctionCallInfo fcinfo, int n, int64 min_us, int64 max_us);

/*
 * The time of a type's last IDs.  It is before max_us if the type's unit of time is
 * longer than a microsecond.
 */
static pg_attribute_always_inline int64
id_last_us(const id_time *time)
{
	uint8		id[ID_MAX_LEN];

	time->last_of(time->max_us, id);
	return time->get_us(id);
}

/*
 * The smallest ID that is not before a timestamp, and the largest not after it.
 * ERROR 22008 if the type has none.
 */
static pg_attribute_always_inline Datum
id_lower(FunctionCallInfo fcinfo, const id_codec *codec, const id_time *time)
{
	int64		us = id_timestamptz_to_us(PG_GETARG_TIMESTAMPTZ(0), time->min_us, id_last_us(time),
										  codec->name);
	uint8		id[ID_MAX_LEN];

	time->first_of(us, id);
	return id_datum(codec, id);
}

static pg_attribute_always_inline Datum
id_upper(FunctionCallInfo fcinfo, const id_codec *codec, const id_time *time)
{
	int64		us = id_timestamptz_to_us(PG_GETARG_TIMESTAMPTZ(0), time->min_us, time->max_us,
										  codec->name);
	uint8		id[ID_MAX_LEN];

	time->last_of(us, id);
	return id_datum(codec, id);
}

/*
 * The smallest ID that is not before a time range, and the largest not after it.
 *
 * The bounds of an empty range are the largest and the smallest ID of all.  Those
 * of a range between two times of the type are the first ID of the later and the
 * last ID of the earlier time.  In both cases no ID is between them.
 */
static pg_attribute_always_inline Datum
id_within_lower(FunctionCallInfo fcinfo, const id_codec *codec, const id_time *time)
{
	id_range	range = id_range_arg(fcinfo, 0, time->min_us, id_last_us(time));
	uint8		id[ID_MAX_LEN];

	if (range.first <= range.last)
		time->first_of(range.first, id);
	else
		time->last_of(time->max_us, id);
	return id_datum(codec, id);
}

static pg_attribute_always_inline Datum
id_within_upper(FunctionCallInfo fcinfo, const id_codec *codec, const id_time *time)
{
	id_range	range = id_range_arg(fcinfo, 0, time->min_us, id_last_us(time));
	uint8		id[ID_MAX_LEN];

	if (range.first <= range.last)
		time->last_of(range.last, id);
	else
		time->first_of(time->min_us, id);
	return id_datum(codec, id);
}

#endif							/* SRC_BOUNDS_H */
