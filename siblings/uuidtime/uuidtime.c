/*
 * siblings/uuidtime/uuidtime.c
 *		Functions on PostgreSQL's uuid, for uuids ordered by creation time.
 *
 * siblings/uuidtime/core.h says where the bits are.  The functions stand in the order
 * in which uuidtime--1.0.sql declares them; version1.c and own_clock.c have the rest.
 */
#include "postgres.h"

#include <time.h>

#include "catalog/pg_type.h"
#include "core/monotonic.h"
#include "siblings/uuidtime/core.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "bounds.h"
#include "clock.h"
#include "id.h"
#include "compat.h"
#include "random.h"
#include "utils/builtins.h"
#include "utils/inet.h"
#include "utils/uuid.h"

StaticAssertDecl(UUIDTIME_LEN == UUID_LEN, "the core's IDs are PostgreSQL's");

/*
 * Arguments that choose a layout
 */

static uuidtime_layout
uuidtime_precision_arg(FunctionCallInfo fcinfo, int n)
{
	char	   *precision = text_to_cstring(PG_GETARG_TEXT_PP(n));

	if (strcmp(precision, "ms") == 0)
		return UUIDTIME_V7_DRAFT_MS;
	if (strcmp(precision, "us") == 0)
		return UUIDTIME_V7_DRAFT_US;
	if (strcmp(precision, "ns") == 0)
		return UUIDTIME_V7_DRAFT_NS;

	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid precision of the draft's version 7: \"%s\"", precision),
			 errdetail("Valid values are \"ms\", \"us\" and \"ns\".")));
	return UUIDTIME_V7_DRAFT_US;	/* not reached */
}

static uuidtime_layout
uuidtime_timestamp_bits_arg(FunctionCallInfo fcinfo, int n)
{
	int32		bits = PG_GETARG_INT32(n);

	switch (bits)
	{
		case 32:
			return UUIDTIME_V8_32;
		case 48:
			return UUIDTIME_V8_48;
		case 60:
			return UUIDTIME_V8_60;
		case 64:
			return UUIDTIME_V8_64;
	}
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid number of timestamp bits of version 8: %d", bits),
			 errdetail("Valid values are 32, 48, 60 and 64.")));
	return UUIDTIME_V8_60;		/* not reached */
}

/*
 * Generating
 *
 * A session has one generator for each layout: a monotonic state that counts
 * the layout's ticks.
 */

typedef struct uuidtime_generator
{
	monotonic	state;
	uint32		first;			/* first sequence of a tick */
	int			owner;			/* process that it belongs to */
} uuidtime_generator;

static uuidtime_generator uuidtime_generators[UUIDTIME_LAYOUTS];

/* A forked process must not continue with its parent's clock sequence. */
static void
uuidtime_generator_own(uuidtime_generator *g, uuidtime_layout layout)
{
	int			bits = uuidtime_layouts[layout].first_bits;

	if (unlikely(g->owner != MyProcPid))
		*g = (uuidtime_generator)
	{
		.state = MONOTONIC_INIT,
			.first = bits ? id_random64() >> (64 - bits) : 0,
			.owner = MyProcPid,
	};
}

/*
 * The system clock in nanoseconds since 1970, at the machine's resolution.  ERROR 22008 before 1970
 * and after max_us.
 */
static int64
uuidtime_clock_ns(int64 max_us)
{
	struct timespec now;
	int64		us;

	clock_gettime(CLOCK_REALTIME, &now);
	us = (int64) now.tv_sec * USECS_PER_SEC + now.tv_nsec / 1000;
	us = id_timestamptz_to_us(id_us_to_timestamptz(us), 0, max_us, "uuid");
	return us * 1000 + now.tv_nsec % 1000;
}

/* The sequence is exhausted: wait until the clock has passed the tick of the last ID. */
static pg_noinline void
uuidtime_generator_wait(uuidtime_layout layout, monotonic *state, int64 ns)
{
	int64		end = uuidtime_tick_begin(layout, state->last + 1);
	id_wait		wait = {0};

	do
	{
		id_wait_for_clock(&wait, (end - ns + 999) / 1000, false);
		ns = uuidtime_clock_ns(uuidtime_layouts[layout].max_us);
	} while (!monotonic_next(state, uuidtime_tick(layout, ns), 0, uuidtime_max_sequence(layout)));
}

static Datum
uuidtime_generate(uuidtime_layout layout)
{
	const uuidtime_fields *l = &uuidtime_layouts[layout];
	uuidtime_generator *g = &uuidtime_generators[layout];
	uint8	   *id = palloc(UUID_LEN);
	uint64		random;
	int64		ns;

	/* the node must not be zero (draft, 4.4.3 and 4.5.3) */
	do
		random = id_random64();
	while (unlikely(random << (64 - uuidtime_random_bits(layout)) == 0));

	uuidtime_generator_own(g, layout);
	ns = uuidtime_clock_ns(l->max_us);
	if (unlikely(!monotonic_next(&g->state, uuidtime_tick(layout, ns), 0,
								 uuidtime_max_sequence(layout))))
		uuidtime_generator_wait(layout, &g->state, ns);

	/*
	 * version 6 always begins with the same number; the RFC's 7 begins each
	 * tick with fresh random bits, those that its node does not use
	 */
	if (layout == UUIDTIME_V7 && g->state.sequence == 0)
		g->first = random >> (64 - l->first_bits);

	uuidtime_pack(id, layout, g->state.last, g->first + g->state.sequence, random);
	PG_RETURN_POINTER(id);
}

ID_FUNCTION(pgwiji_uuidtime_v6, return uuidtime_generate(UUIDTIME_V6))
ID_FUNCTION(pgwiji_uuidtime_v7, return uuidtime_generate(UUIDTIME_V7))
ID_FUNCTION(pgwiji_uuidtime_v7_draft, return uuidtime_generate(uuidtime_precision_arg(fcinfo, 0)))
ID_FUNCTION(pgwiji_uuidtime_v8, return uuidtime_generate(uuidtime_timestamp_bits_arg(fcinfo, 0)))

/*
 * A version 7 of a given timestamp, with fresh random bits.  The session's generator takes
 * no part.
 *
 * The place in the millisecond is the 4096th that the microsecond begins in, then the sequence,
 * which begins with random bits as that of uuidtime_v7() does.  While the timestamp stays the
 * same, or ascends within its millisecond, the place increases.  At the end of the millisecond
 * it starts over, and from then on only random bits distinguish the IDs.
 */
PG_FUNCTION_INFO_V1(pgwiji_uuidtime_v7_at);

Datum
pgwiji_uuidtime_v7_at(PG_FUNCTION_ARGS)
{
	static int64 last = PG_INT64_MAX;	/* microsecond of the newest ID */
	static uint32 last_place = 0;

	const uuidtime_fields *l = &uuidtime_layouts[UUIDTIME_V7];
	const uint32 end = (UINT32_C(4096) << l->sequence_bits) - 1;
	int64		us = id_timestamptz_to_us(PG_GETARG_TIMESTAMPTZ(0), uuidtime_min_us(UUIDTIME_V7),
										  uuidtime_max_us(UUIDTIME_V7), "uuid");
	uint64		random = id_random64();
	uint32		place = uuidtime_tick(UUIDTIME_V7, us % 1000 * 1000) << l->sequence_bits |
		random >> (64 - l->first_bits);
	uint8	   *id = palloc(UUID_LEN);

	if (us >= last && us / 1000 == last / 1000 && last_place >= place && last_place < end)
		place = last_place + 1;
	last = us;
	last_place = place;
	uuidtime_pack(id, UUIDTIME_V7, us / 1000 * 4096 + (place >> l->sequence_bits),
				  place & ((UINT32_C(1) << l->sequence_bits) - 1), random);
	PG_RETURN_POINTER(id);
}

/*
 * Reading
 */

PG_FUNCTION_INFO_V1(pgwiji_uuidtime_version);

Datum
pgwiji_uuidtime_version(PG_FUNCTION_ARGS)
{
	const uint8 *id = ID_ARG(0);

	if (uuidtime_get_variant(id) != UUIDTIME_VARIANT)
		PG_RETURN_NULL();
	PG_RETURN_INT32(uuidtime_get_version(id));
}

ID_FUNCTION(pgwiji_uuidtime_has_version,
			PG_RETURN_BOOL(uuidtime_get_variant(ID_ARG(0)) == UUIDTIME_VARIANT &&
						   uuidtime_get_version(ID_ARG(0)) == PG_GETARG_INT32(1)))

ID_FUNCTION(pgwiji_uuidtime_variant, PG_RETURN_INT32(uuidtime_get_variant(ID_ARG(0))))

/* A field of argument 0 in a layout; null for a uuid of another version. */
static Datum
uuidtime_timestamp(FunctionCallInfo fcinfo, uuidtime_layout layout)
{
	if (!uuidtime_has_version(ID_ARG(0), uuidtime_layouts[layout].version))
		PG_RETURN_NULL();
	PG_RETURN_TIMESTAMPTZ(id_us_to_timestamptz(uuidtime_get_us(ID_ARG(0), layout)));
}

static Datum
uuidtime_nanoseconds(FunctionCallInfo fcinfo, uuidtime_layout layout)
{
	int64		ns;

	if (!uuidtime_has_version(ID_ARG(0), uuidtime_layouts[layout].version))
		PG_RETURN_NULL();
	if (!uuidtime_get_ns(ID_ARG(0), layout, &ns))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("bigint out of range"),
				 errdetail("The time of the uuid is %s; a bigint holds nanoseconds until 2262.",
						   timestamptz_to_str(id_us_to_timestamptz(uuidtime_get_us(ID_ARG(0), layout))))));
	PG_RETURN_INT64(ns);
}

static Datum
uuidtime_sequence(FunctionCallInfo fcinfo, uuidtime_layout layout)
{
	if (!uuidtime_has_version(ID_ARG(0), uuidtime_layouts[layout].version))
		PG_RETURN_NULL();
	PG_RETURN_INT32(uuidtime_get_sequence(ID_ARG(0), layout));
}

PG_FUNCTION_INFO_V1(pgwiji_uuidtime_timestamp);

Datum
pgwiji_uuidtime_timestamp(PG_FUNCTION_ARGS)
{
	uint8		v6[UUID_LEN];

	if (uuidtime_has_version(ID_ARG(0), 7))
		return uuidtime_timestamp(fcinfo, UUIDTIME_V7);
	if (!uuidtime_has_version(ID_ARG(0), 1))
		return uuidtime_timestamp(fcinfo, UUIDTIME_V6);
	uuidtime_reorder_v1(ID_ARG(0), v6);
	PG_RETURN_TIMESTAMPTZ(id_us_to_timestamptz(uuidtime_get_us(v6, UUIDTIME_V6)));
}

ID_FUNCTION(pgwiji_uuidtime_v6_clock_sequence, return uuidtime_sequence(fcinfo, UUIDTIME_V6))

/* A macaddr has the layout of the node, though the node need not be a machine's address. */
PG_FUNCTION_INFO_V1(pgwiji_uuidtime_v6_node);

Datum
pgwiji_uuidtime_v6_node(PG_FUNCTION_ARGS)
{
	macaddr    *node;

	if (!uuidtime_has_version(ID_ARG(0), 6))
		PG_RETURN_NULL();
	node = palloc(sizeof(macaddr));
	memcpy(node, ID_ARG(0) + UUID_LEN - sizeof(macaddr), sizeof(macaddr));
	PG_RETURN_MACADDR_P(node);
}

/* Correct for IDs of every precision (draft 4.4.4.2). */
ID_FUNCTION(pgwiji_uuidtime_v7_draft_timestamp_any,
			return uuidtime_timestamp(fcinfo, UUIDTIME_V7_DRAFT_NS))
ID_FUNCTION(pgwiji_uuidtime_v7_draft_timestamp_ns,
			return uuidtime_nanoseconds(fcinfo, UUIDTIME_V7_DRAFT_NS))

/* An invalid precision, or number of bits, is an error for every ID. */
ID_FUNCTION(pgwiji_uuidtime_v7_draft_timestamp,
			return uuidtime_timestamp(fcinfo, uuidtime_precision_arg(fcinfo, 1)))
ID_FUNCTION(pgwiji_uuidtime_v7_draft_sequence,
			return uuidtime_sequence(fcinfo, uuidtime_precision_arg(fcinfo, 1)))
ID_FUNCTION(pgwiji_uuidtime_v8_timestamp,
			return uuidtime_timestamp(fcinfo, uuidtime_timestamp_bits_arg(fcinfo, 1)))
ID_FUNCTION(pgwiji_uuidtime_v8_timestamp_ns,
			return uuidtime_nanoseconds(fcinfo, uuidtime_timestamp_bits_arg(fcinfo, 1)))
ID_FUNCTION(pgwiji_uuidtime_v8_sequence,
			return uuidtime_sequence(fcinfo, uuidtime_timestamp_bits_arg(fcinfo, 1)))

/*
 * Bounds, as in src/bounds.h, of the IDs of a layout, which are only some of the values of uuid.  The
 * draft's version 7 is read without a precision.
 */

static Datum
uuidtime_lower(FunctionCallInfo fcinfo, uuidtime_layout layout)
{
	int64		us = id_timestamptz_to_us(PG_GETARG_TIMESTAMPTZ(0), uuidtime_min_us(layout),
										  uuidtime_max_us(layout), "uuid");
	uint8	   *id = palloc(UUID_LEN);

	uuidtime_first_of(layout, us, id);
	PG_RETURN_POINTER(id);
}

static Datum
uuidtime_upper(FunctionCallInfo fcinfo, uuidtime_layout layout)
{
	int64		us = id_timestamptz_to_us(PG_GETARG_TIMESTAMPTZ(0), uuidtime_min_us(layout),
										  uuidtime_max_us(layout), "uuid");
	uint8	   *id = palloc(UUID_LEN);

	uuidtime_last_of(layout, us, id);

	/* the bits of timestamp_48 after a time of 32 bits are 0 (draft 4.5.1) */
	if (layout == UUIDTIME_V8_32)
		id[4] = id[5] = 0;
	PG_RETURN_POINTER(id);
}

/*
 * The bounds of a time range.  Unlike the bounds above, they hold for any uuid of
 * the version, including those that uuidtime_v8 never generates.
 */
static Datum
uuidtime_within_lower(FunctionCallInfo fcinfo, uuidtime_layout layout)
{
	id_range	range = id_range_arg(fcinfo, 0, uuidtime_min_us(layout), uuidtime_max_us(layout));
	uint8	   *id = palloc(UUID_LEN);

	if (range.first <= range.last)
		uuidtime_first_of(layout, range.first, id);
	else
		uuidtime_last_of(layout, uuidtime_max_us(layout), id);
	PG_RETURN_POINTER(id);
}

static Datum
uuidtime_within_upper(FunctionCallInfo fcinfo, uuidtime_layout layout)
{
	id_range	range = id_range_arg(fcinfo, 0, uuidtime_min_us(layout), uuidtime_max_us(layout));
	uint8	   *id = palloc(UUID_LEN);

	if (range.first <= range.last)
		uuidtime_last_of(layout, range.last, id);
	else
		uuidtime_first_of(layout, uuidtime_min_us(layout), id);
	PG_RETURN_POINTER(id);
}

ID_FUNCTION(pgwiji_uuidtime_v7_lower, return uuidtime_lower(fcinfo, UUIDTIME_V7))
ID_FUNCTION(pgwiji_uuidtime_v7_upper, return uuidtime_upper(fcinfo, UUIDTIME_V7))
ID_FUNCTION(pgwiji_uuidtime_v7_within_lower, return uuidtime_within_lower(fcinfo, UUIDTIME_V7))
ID_FUNCTION(pgwiji_uuidtime_v7_within_upper, return uuidtime_within_upper(fcinfo, UUIDTIME_V7))
ID_FUNCTION(pgwiji_uuidtime_v6_lower, return uuidtime_lower(fcinfo, UUIDTIME_V6))
ID_FUNCTION(pgwiji_uuidtime_v6_upper, return uuidtime_upper(fcinfo, UUIDTIME_V6))
ID_FUNCTION(pgwiji_uuidtime_v6_within_lower, return uuidtime_within_lower(fcinfo, UUIDTIME_V6))
ID_FUNCTION(pgwiji_uuidtime_v6_within_upper, return uuidtime_within_upper(fcinfo, UUIDTIME_V6))
ID_FUNCTION(pgwiji_uuidtime_v7_draft_lower, return uuidtime_lower(fcinfo, UUIDTIME_V7_DRAFT_NS))
ID_FUNCTION(pgwiji_uuidtime_v7_draft_upper, return uuidtime_upper(fcinfo, UUIDTIME_V7_DRAFT_NS))
ID_FUNCTION(pgwiji_uuidtime_v7_draft_within_lower,
			return uuidtime_within_lower(fcinfo, UUIDTIME_V7_DRAFT_NS))
ID_FUNCTION(pgwiji_uuidtime_v7_draft_within_upper,
			return uuidtime_within_upper(fcinfo, UUIDTIME_V7_DRAFT_NS))
ID_FUNCTION(pgwiji_uuidtime_v8_lower,
			return uuidtime_lower(fcinfo, uuidtime_timestamp_bits_arg(fcinfo, 1)))
ID_FUNCTION(pgwiji_uuidtime_v8_upper,
			return uuidtime_upper(fcinfo, uuidtime_timestamp_bits_arg(fcinfo, 1)))
ID_FUNCTION(pgwiji_uuidtime_v8_within_lower,
			return uuidtime_within_lower(fcinfo, uuidtime_timestamp_bits_arg(fcinfo, 1)))
ID_FUNCTION(pgwiji_uuidtime_v8_within_upper,
			return uuidtime_within_upper(fcinfo, uuidtime_timestamp_bits_arg(fcinfo, 1)))
