/*
 * siblings/uuidtime/own_clock.c
 *		Version 8 with any epoch, unit and widths.
 */
#include "postgres.h"

#include "common/int.h"
#include "siblings/uuidtime/core.h"
#include "clock.h"
#include "compat.h"
#include "random.h"
#include "id.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/uuid.h"

static uuidtime_widths
uuidtime_widths_of(int32 time_bits, int32 sequence_bits, int32 node_bits)
{
	uuidtime_widths w = {
		id_field("uuid", "time_bits", time_bits, 1, 64),
		id_field("uuid", "sequence_bits", sequence_bits, 0, 63),
		id_field("uuid", "node_bits", node_bits, 0, 63)
	};

	if (uuidtime_v8_random_bits(&w) < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("fields do not fit into a uuid of version 8"),
				 errdetail("The fields need %d bits, but version and variant leave 122.",
						   122 - uuidtime_v8_random_bits(&w)),
				 errhint("Use fewer bits.  A time of up to 48 bits takes 48 bits, and a time of up to 60 bits takes 60.")));
	return w;
}

/* Months and years have no fixed length; days have 24 hours. */
static uuidtime_clock
uuidtime_own_clock(const Interval *unit, int64 ticks)
{
	int64		us;

	if (unit->month != 0 ||
		pg_mul_s64_overflow(unit->day, USECS_PER_DAY, &us) ||
		pg_add_s64_overflow(us, unit->time, &us) || us <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid clock unit: \"%s\"",
						DatumGetCString(DirectFunctionCall1(interval_out,
															IntervalPGetDatum(unit)))),
				 errdetail("The unit must be a positive interval without months or years.")));
	id_field("uuid", "ticks", ticks, 1, PG_INT64_MAX / us);
	return (uuidtime_clock)
	{
		us, ticks
	};
}

static void
uuidtime_check_finite(TimestampTz at)
{
	if (TIMESTAMP_NOT_FINITE(at))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range")));
}

/* The time field of a timestamp. */
static uint64
uuidtime_own_ticks(TimestampTz at, TimestampTz epoch, const uuidtime_clock *clock, int bits)
{
	int64		us;
	uint64		ticks = 0;

	uuidtime_check_finite(at);
	uuidtime_check_finite(epoch);
	if (pg_sub_s64_overflow(at, epoch, &us) || us < 0 ||
		!uuidtime_ticks_of(clock, us, &ticks) || (bits < 64 && ticks >> bits != 0))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range for this clock: \"%s\"", timestamptz_to_str(at)),
				 errdetail("The clock counts from \"%s\" on and has %d bits.", pstrdup(timestamptz_to_str(epoch)), bits)));
	return ticks;
}

/*
 * The node of 4.5.3 is everything after the sequence: the caller's node and
 * random bits.  It must not be zero.
 */
PG_FUNCTION_INFO_V1(pgwiji_uuidtime_v8_make);

Datum
pgwiji_uuidtime_v8_make(PG_FUNCTION_ARGS)
{
	uuidtime_clock clock;
	uuidtime_widths w;
	uint64		ticks;
	uint64		sequence;
	uint64		node = 0;
	uint64		random[2];
	int			rest;
	uint8	   *id;

	for (int i = 0; i < PG_NARGS(); i++)
		if (PG_ARGISNULL(i) && i != 7)
			PG_RETURN_NULL();

	clock = uuidtime_own_clock(PG_GETARG_INTERVAL_P(2), PG_GETARG_INT64(3));
	w = uuidtime_widths_of(PG_GETARG_INT32(4), PG_GETARG_INT32(6), PG_GETARG_INT32(8));
	rest = uuidtime_v8_random_bits(&w);
	ticks = uuidtime_own_ticks(PG_GETARG_TIMESTAMPTZ(0), PG_GETARG_TIMESTAMPTZ(1), &clock, w.time);
	sequence = id_field("uuid", "sequence", PG_GETARG_INT64(5),
						0, (int64) ((UINT64CONST(1) << w.sequence) - 1));
	if (!PG_ARGISNULL(7))
		node = id_field("uuid", "node", PG_GETARG_INT64(7),
						rest > 0 || w.node == 0 ? 0 : 1, (int64) ((UINT64CONST(1) << w.node) - 1));

	id = palloc(UUID_LEN);
	do
	{
		random[0] = id_random64();
		random[1] = id_random64();
		if (PG_ARGISNULL(7))
			node = w.node == 0 ? 0 : id_random64() >> (64 - w.node);
		uuidtime_v8_pack(id, &w, ticks, sequence, node, random);
	} while (unlikely(w.node + rest > 0 && node == 0 &&
					  (rest == 0 || random[0] << (64 - Min(rest, 64)) == 0)));
	PG_RETURN_POINTER(id);
}

PG_FUNCTION_INFO_V1(pgwiji_uuidtime_v8_parse);

Datum
pgwiji_uuidtime_v8_parse(PG_FUNCTION_ARGS)
{
	TimestampTz epoch = PG_GETARG_TIMESTAMPTZ(1);
	uuidtime_clock clock = uuidtime_own_clock(PG_GETARG_INTERVAL_P(2), PG_GETARG_INT64(3));
	uuidtime_widths w = uuidtime_widths_of(PG_GETARG_INT32(4), PG_GETARG_INT32(5),
										   PG_GETARG_INT32(6));
	uint64		ticks;
	uint64		sequence;
	uint64		node;
	uint64		us = 0;
	int64		at = 0;
	bool		nulls[4] = {0};
	Datum		values[4];

	uuidtime_check_finite(epoch);
	if (!uuidtime_has_version(ID_ARG(0), 8))
		PG_RETURN_NULL();

	uuidtime_v8_unpack(ID_ARG(0), &w, &ticks, &sequence, &node);
	if (!uuidtime_us_of(&clock, ticks, &us) || us > PG_INT64_MAX ||
		pg_add_s64_overflow(epoch, (int64) us, &at) || !IS_VALID_TIMESTAMP(at))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range"),
				 errdetail("By this clock, the time of the uuid is %llu ticks after \"%s\".",
						   (unsigned long long) ticks, timestamptz_to_str(epoch))));

	values[0] = TimestampTzGetDatum(at);
	/* a numeric, because a bigint cannot hold all of 64 bits */
	values[1] = DirectFunctionCall3(numeric_in,
									CStringGetDatum(psprintf("%llu", (unsigned long long) ticks)),
									ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1));
	values[2] = Int64GetDatum((int64) sequence);
	values[3] = Int64GetDatum((int64) node);
	return id_row(fcinfo, values, nulls);
}
