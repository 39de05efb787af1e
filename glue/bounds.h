/*
 * glue/bounds.h
 *		The ids of a moment and of a period, for every identifier type.
 *
 * As in glue/id.h, each type wraps these in one line, and they are inline so
 * that its codec is called directly.
 */
#ifndef GLUE_BOUNDS_H
#define GLUE_BOUNDS_H

#include "postgres.h"

#include "fmgr.h"
#include "glue/clock.h"
#include "glue/id.h"

/* Creation times from first to last, both included, in microseconds since 1970; none where last < first. */
typedef struct id_period
{
	int64		first;
	int64		last;
} id_period;

/* Argument n, a tstzrange, cut to what a type can hold. */
extern id_period id_period_arg(FunctionCallInfo fcinfo, int n, int64 min_us, int64 max_us);

/* The time of a type's last ids: before max_us, where its times are further apart than microseconds. */
static pg_attribute_always_inline int64
id_last_us(const id_kind *kind)
{
	uint8		id[ID_MAX_LEN];

	kind->last_of(kind->max_us, id);
	return kind->get_us(id);
}

/* the smallest id that is not before a moment, and the largest not after it; 22008 where the type has none */
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

/* T_within(id, period): not strict, as its two comparisons would not be, either */
static pg_attribute_always_inline Datum
id_within(FunctionCallInfo fcinfo, const id_kind *kind)
{
	uint8		word[sizeof(uint64)];
	id_period	period;
	int64		us;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	period = id_period_arg(fcinfo, 1, kind->min_us, id_last_us(kind));
	us = kind->get_us(id_bytes(kind, PG_GETARG_DATUM(0), word));
	PG_RETURN_BOOL(us >= period.first && us <= period.last);
}

/*
 * The smallest id that is not before a period, and the largest not after it.
 * Of a period without microseconds, the largest and the smallest of all; of one
 * between two times of the type, the first of the later and the last of the
 * earlier: either way no id is between them.
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

#endif							/* GLUE_BOUNDS_H */
