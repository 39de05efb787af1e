/*
 * wiji.c
 *		The wiji type: 16 bytes, ordered by creation time.
 *
 * src/core/wiji.h defines a wiji and how its bytes become text.  src/ has what all
 * ID types need from PostgreSQL.  This file connects the two: it begins with the
 * codec, and has the functions that wiji--1.0.sql declares.
 */
#include "postgres.h"

#include "core/wiji.h"
#include "clock.h"
#include "compat.h"
#include "bounds.h"
#include "id.h"
#include "planner/estimate.h"
#include "sort.h"
#include "utils/fmgrprotos.h"
#include "utils/uuid.h"
#include "wiji_type.h"

StaticAssertDecl(WIJI_LEN == UUID_LEN, "the cast to uuid copies no bytes");

/*
 * Text and binary
 */

const id_codec wiji_codec = {
	.name = "wiji",
	.len = WIJI_LEN,
	.text_len = WIJI_TEXT_LEN,
	.decode = wiji_decode,
	.encode = wiji_encode,
	.check = wiji_check,
	.explain = wiji_explain,
	.advise = wiji_advise,
};

static const id_time wiji_time = {
	.min_us = 0,
	.max_us = WIJI_MAX_US,
	.get_us = wiji_get_timestamp_us,
	.first_of = wiji_first_of,
	.last_of = wiji_last_of,
};

ID_FUNCTION(pgwiji_in, return id_in(fcinfo, &wiji_codec))
ID_FUNCTION(pgwiji_out, return id_out(fcinfo, &wiji_codec))
ID_FUNCTION(pgwiji_recv, return id_recv(fcinfo, &wiji_codec))
ID_FUNCTION(pgwiji_send, return id_to_bytea(&wiji_codec, ID_ARG(0)))

/*
 * Comparing, hashing and sorting
 */

ID_COMPARISONS(wiji,
			   pgwiji_lt, pgwiji_le, pgwiji_eq, pgwiji_ge, pgwiji_gt, pgwiji_ne,
			   pgwiji_cmp, pgwiji_smaller, pgwiji_larger,
			   pgwiji_hash, pgwiji_hash_extended)

ID_SORT_FUNCTION(pgwiji_sortsupport, wiji, wiji_sort_key(id))

/* More for indexes and windows */

/*
 * The ID before or after an existing one.  At the end of the type, past_end is set,
 * and nothing stays allocated.
 */
static Datum
wiji_next_to(Datum existing, bool (*step) (uint8 *id), bool *past_end)
{
	uint8	   *id = palloc(WIJI_LEN);

	memcpy(id, DatumGetPointer(existing), WIJI_LEN);
	*past_end = !step(id);
	if (!*past_end)
		return PointerGetDatum(id);
	pfree(id);
	return (Datum) 0;
}

static Datum
wiji_skip_decrement(Relation rel pg_attribute_unused(), Datum existing, bool *underflow)
{
	return wiji_next_to(existing, wiji_decrement, underflow);
}

static Datum
wiji_skip_increment(Relation rel pg_attribute_unused(), Datum existing, bool *overflow)
{
	return wiji_next_to(existing, wiji_increment, overflow);
}

PG_FUNCTION_INFO_V1(pgwiji_skipsupport);

Datum
pgwiji_skipsupport(PG_FUNCTION_ARGS)
{
	id_skip_support skip = (id_skip_support) PG_GETARG_POINTER(0);
	uint8	   *first = palloc(WIJI_LEN);
	uint8	   *last = palloc(WIJI_LEN);

	wiji_first_of(0, first);
	wiji_last_of(WIJI_MAX_US, last);
	skip->low_elem = PointerGetDatum(first);
	skip->high_elem = PointerGetDatum(last);
	skip->decrement = wiji_skip_decrement;
	skip->increment = wiji_skip_increment;
	PG_RETURN_VOID();
}

/*
 * RANGE BETWEEN interval PRECEDING AND …: as for the timestamps of the IDs,
 * including errors.
 */
PG_FUNCTION_INFO_V1(pgwiji_in_range);

Datum
pgwiji_in_range(PG_FUNCTION_ARGS)
{
	TimestampTz value = id_us_to_timestamptz(wiji_get_timestamp_us(ID_ARG(0)));
	TimestampTz base = id_us_to_timestamptz(wiji_get_timestamp_us(ID_ARG(1)));

	return DirectFunctionCall5(in_range_timestamptz_interval,
							   TimestampTzGetDatum(value), TimestampTzGetDatum(base),
							   PG_GETARG_DATUM(2), PG_GETARG_DATUM(3), PG_GETARG_DATUM(4));
}

ID_FUNCTION(pgwiji_brin_distance, PG_RETURN_FLOAT8(wiji_distance(ID_ARG(0), ID_ARG(1))))

/*
 * Reading
 */

ID_FUNCTION(pgwiji_timestamp,
			PG_RETURN_TIMESTAMPTZ(id_us_to_timestamptz(wiji_get_timestamp_us(ID_ARG(0)))))

ID_FUNCTION(pgwiji_timestamp_us, PG_RETURN_INT64(wiji_get_timestamp_us(ID_ARG(0))))
ID_FUNCTION(pgwiji_timestamp_ms, PG_RETURN_INT64(wiji_get_timestamp_us(ID_ARG(0)) / 1000))
ID_FUNCTION(pgwiji_sequence, PG_RETURN_INT32(wiji_get_sequence(ID_ARG(0))))
ID_FUNCTION(pgwiji_version, PG_RETURN_INT32(wiji_get_version(ID_ARG(0))))
ID_FUNCTION(pgwiji_random, PG_RETURN_INT64(wiji_get_random(ID_ARG(0))))

PG_FUNCTION_INFO_V1(pgwiji_parse);

Datum
pgwiji_parse(PG_FUNCTION_ARGS)
{
	const uint8 *id = ID_ARG(0);
	int64		us = wiji_get_timestamp_us(id);
	bool		nulls[6] = {0};
	Datum		values[6] = {
		Int64GetDatum(us),
		Int64GetDatum(us / 1000),
		TimestampTzGetDatum(id_us_to_timestamptz(us)),
		Int32GetDatum(wiji_get_sequence(id)),
		Int32GetDatum(wiji_get_version(id)),
		Int64GetDatum(wiji_get_random(id)),
	};

	return id_row(fcinfo, values, nulls);
}

PG_FUNCTION_INFO_V1(pgwiji_is_valid_text);

Datum
pgwiji_is_valid_text(PG_FUNCTION_ARGS)
{
	text	   *t = PG_GETARG_TEXT_PP(0);
	uint8		id[WIJI_LEN];

	PG_RETURN_BOOL(wiji_decode(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t), id) == ID_OK);
}

PG_FUNCTION_INFO_V1(pgwiji_is_valid_bytea);

Datum
pgwiji_is_valid_bytea(PG_FUNCTION_ARGS)
{
	bytea	   *b = PG_GETARG_BYTEA_PP(0);

	PG_RETURN_BOOL(VARSIZE_ANY_EXHDR(b) == WIJI_LEN &&
				   wiji_check((uint8 *) VARDATA_ANY(b)) == ID_OK);
}

/*
 * Fields and bounds
 */

PG_FUNCTION_INFO_V1(pgwiji_make);

Datum
pgwiji_make(PG_FUNCTION_ARGS)
{
	int64		timestamp_us = id_field("wiji", "timestamp_us", PG_GETARG_INT64(0), 0, WIJI_MAX_US);
	int64		sequence = id_field("wiji", "sequence", PG_GETARG_INT32(1), 0, WIJI_MAX_SEQUENCE);
	int64		random = id_field("wiji", "random", PG_GETARG_INT64(2), 0, WIJI_MAX_RANDOM);
	uint8	   *id = palloc(WIJI_LEN);

	wiji_pack(id, timestamp_us, sequence, random);
	PG_RETURN_POINTER(id);
}

/* The smallest and the largest ID of a microsecond, and of a time range. */
ID_FUNCTION(pgwiji_lower, return id_lower(fcinfo, &wiji_codec, &wiji_time))
ID_FUNCTION(pgwiji_upper, return id_upper(fcinfo, &wiji_codec, &wiji_time))
ID_FUNCTION(pgwiji_within_lower, return id_within_lower(fcinfo, &wiji_codec, &wiji_time))
ID_FUNCTION(pgwiji_within_upper, return id_within_upper(fcinfo, &wiji_codec, &wiji_time))

/*
 * The bound of the operators with timestamptz: the first ID created at or after a
 * timestamp.  If there cannot be one, bytes that are not an ID and are greater than
 * every ID.
 */
static Datum
wiji_first_since(TimestampTz at)
{
	uint8	   *bound = palloc(WIJI_LEN);

	if (at > id_us_to_timestamptz(WIJI_MAX_US))
		memset(bound, 0xFF, WIJI_LEN);
	else
		wiji_first_of(Max(at, id_us_to_timestamptz(0)) + UNIX_EPOCH_OFFSET_US, bound);
	return PointerGetDatum(bound);
}

ID_FUNCTION(pgwiji_since, return wiji_first_since(PG_GETARG_TIMESTAMPTZ(0)))

PG_FUNCTION_INFO_V1(pgwiji_after);

Datum
pgwiji_after(PG_FUNCTION_ARGS)
{
	TimestampTz at = PG_GETARG_TIMESTAMPTZ(0);

	return wiji_first_since(at == DT_NOEND ? at : at + 1);
}

ID_FUNCTION(pgwiji_rangesel, return id_rangesel(fcinfo, &wiji_codec))

/*
 * Converting
 */

ID_FUNCTION(pgwiji_text, return id_cast_to_text(fcinfo, &wiji_codec))
ID_FUNCTION(pgwiji_from_text, return id_cast_from_text(fcinfo, &wiji_codec))
ID_FUNCTION(pgwiji_from_bytea, return id_cast_from_bytea(fcinfo, &wiji_codec))
ID_FUNCTION(pgwiji_hex, return id_to_hex(&wiji_codec, ID_ARG(0)))

PG_FUNCTION_INFO_V1(pgwiji_from_uuid);

Datum
pgwiji_from_uuid(PG_FUNCTION_ARGS)
{
	const uint8 *uuid = ID_ARG(0);
	id_status	status = wiji_check(uuid);

	if (unlikely(status != ID_OK))
		return id_uuid_error(&wiji_codec, status, uuid, fcinfo->context);
	return id_datum(&wiji_codec, uuid);
}
