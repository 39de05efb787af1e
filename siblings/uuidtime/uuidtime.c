/*
 * siblings/uuidtime/uuidtime.c
 *		Functions on PostgreSQL's uuid: those that are ordered by creation time.
 *
 * Where the bits are stands in core/uuidtime.h.  The functions stand in the
 * order in which uuidtime--1.0.sql declares them.
 */
#include "postgres.h"

#include "core/monotonic.h"
#include "core/uuidtime.h"
#include "fmgr.h"
#include "glue/clock.h"
#include "glue/compat.h"
#include "glue/functions.h"
#include "glue/random.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/uuid.h"

StaticAssertDecl(UUIDTIME_LEN == UUID_LEN, "the core's ids are PostgreSQL's");


/*
 * Arguments that choose a layout
 */

static uuidtime_kind
precision_arg(FunctionCallInfo fcinfo, int n)
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
			 errdetail("It must be \"ms\", \"us\" or \"ns\".")));
	return UUIDTIME_V7_DRAFT_US;	/* not reached */
}

static uuidtime_kind
timestamp_bits_arg(FunctionCallInfo fcinfo, int n)
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
			 errdetail("It must be 32, 48, 60 or 64.")));
	return UUIDTIME_V8_60;		/* not reached */
}

/*
 * Generating
 *
 * A session has one generator for each layout: a monotonic state that counts
 * the layout's ticks.
 */

typedef struct generator
{
	monotonic	state;
	uint32		first;			/* what the sequence of a tick begins with */
	int			owner;			/* process that it belongs to */
} generator;

static generator generators[UUIDTIME_KINDS];

/* The sequence is used up: wait until the clock has passed the tick of the last id. */
static pg_noinline void
generator_wait(uuidtime_kind kind, monotonic *state, int64 ns)
{
	const uuidtime_layout *l = &uuidtime_layouts[kind];
	int64		end = uuidtime_tick_begin(kind, state->last + 1);
	id_wait		wait = {0};

	do
	{
		id_wait_for_clock(&wait, (end - ns + 999) / 1000);
		ns = id_clock_ns(l->max_us, "uuid");
	} while (!monotonic_next(state, uuidtime_tick(kind, ns), uuidtime_max_sequence(kind)));
}

static Datum
generate(uuidtime_kind kind)
{
	const uuidtime_layout *l = &uuidtime_layouts[kind];
	generator  *g = &generators[kind];
	uint8	   *id = palloc(UUID_LEN);
	uint64		random;
	int64		ns;

	/* the node must not be zero (draft, 4.4.3 and 4.5.3) */
	do
		random = id_random64();
	while (unlikely(random << (64 - uuidtime_random_bits(kind)) == 0));

	/* a fork must not go on with its parent's clock sequence */
	if (unlikely(g->owner != MyProcPid))
		*g = (generator) {
			.state = MONOTONIC_INIT,
			.first = l->first_bits ? id_random64() >> (64 - l->first_bits) : 0,
			.owner = MyProcPid,
		};

	ns = id_clock_ns(l->max_us, "uuid");
	if (unlikely(!monotonic_next(&g->state, uuidtime_tick(kind, ns), uuidtime_max_sequence(kind))))
		generator_wait(kind, &g->state, ns);

	/* version 6 keeps to what it began with; the RFC's 7 begins anew in each tick, with bits that its node leaves */
	if (kind == UUIDTIME_V7 && g->state.sequence == 0)
		g->first = random >> (64 - l->first_bits);

	uuidtime_pack(id, kind, g->state.last, g->first + g->state.sequence, random);
	PG_RETURN_POINTER(id);
}

PG_FUNCTION_INFO_V1(uuidtime_v6);
PG_FUNCTION_INFO_V1(uuidtime_v7);
PG_FUNCTION_INFO_V1(uuidtime_v7_draft);
PG_FUNCTION_INFO_V1(uuidtime_v8);

Datum
uuidtime_v6(ID_NO_ARGS)
{
	return generate(UUIDTIME_V6);
}

Datum
uuidtime_v7(ID_NO_ARGS)
{
	return generate(UUIDTIME_V7);
}

Datum
uuidtime_v7_draft(PG_FUNCTION_ARGS)
{
	return generate(precision_arg(fcinfo, 0));
}

Datum
uuidtime_v8(PG_FUNCTION_ARGS)
{
	return generate(timestamp_bits_arg(fcinfo, 0));
}

/*
 * Reading
 */

PG_FUNCTION_INFO_V1(uuidtime_version);
PG_FUNCTION_INFO_V1(uuidtime_variant);
PG_FUNCTION_INFO_V1(uuidtime_timestamp);
PG_FUNCTION_INFO_V1(uuidtime_v7_draft_timestamp);
PG_FUNCTION_INFO_V1(uuidtime_v7_draft_sequence);
PG_FUNCTION_INFO_V1(uuidtime_v8_timestamp);
PG_FUNCTION_INFO_V1(uuidtime_v8_sequence);

static bool
has_version(const uint8 *id, int version)
{
	return uuidtime_get_variant(id) == UUIDTIME_VARIANT && uuidtime_get_version(id) == version;
}

Datum
uuidtime_version(PG_FUNCTION_ARGS)
{
	const uint8 *id = ID_ARG(0);

	if (uuidtime_get_variant(id) != UUIDTIME_VARIANT)
		PG_RETURN_NULL();
	PG_RETURN_INT32(uuidtime_get_version(id));
}

Datum
uuidtime_variant(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(uuidtime_get_variant(ID_ARG(0)));
}

static Datum
timestamp_of(const uint8 *id, uuidtime_kind kind)
{
	PG_RETURN_TIMESTAMPTZ(id_us_to_timestamptz(uuidtime_get_us(id, kind)));
}

Datum
uuidtime_timestamp(PG_FUNCTION_ARGS)
{
	const uint8 *id = ID_ARG(0);
	uint8		v6[UUID_LEN];

	if (has_version(id, 7))
		return timestamp_of(id, UUIDTIME_V7);
	if (has_version(id, 6))
		return timestamp_of(id, UUIDTIME_V6);
	if (has_version(id, 1))
	{
		uuidtime_reorder_v1(id, v6);
		return timestamp_of(v6, UUIDTIME_V6);
	}
	PG_RETURN_NULL();
}

/* The arguments are looked at first: a bad one is an error for every id. */
Datum
uuidtime_v7_draft_timestamp(PG_FUNCTION_ARGS)
{
	uuidtime_kind kind = precision_arg(fcinfo, 1);

	if (!has_version(ID_ARG(0), 7))
		PG_RETURN_NULL();
	return timestamp_of(ID_ARG(0), kind);
}

Datum
uuidtime_v7_draft_sequence(PG_FUNCTION_ARGS)
{
	uuidtime_kind kind = precision_arg(fcinfo, 1);

	if (!has_version(ID_ARG(0), 7))
		PG_RETURN_NULL();
	PG_RETURN_INT32(uuidtime_get_sequence(ID_ARG(0), kind));
}

Datum
uuidtime_v8_timestamp(PG_FUNCTION_ARGS)
{
	uuidtime_kind kind = timestamp_bits_arg(fcinfo, 1);

	if (!has_version(ID_ARG(0), 8))
		PG_RETURN_NULL();
	return timestamp_of(ID_ARG(0), kind);
}

Datum
uuidtime_v8_sequence(PG_FUNCTION_ARGS)
{
	uuidtime_kind kind = timestamp_bits_arg(fcinfo, 1);

	if (!has_version(ID_ARG(0), 8))
		PG_RETURN_NULL();
	PG_RETURN_INT32(uuidtime_get_sequence(ID_ARG(0), kind));
}

/*
 * Bounding
 */

PG_FUNCTION_INFO_V1(uuidtime_v7_lower);
PG_FUNCTION_INFO_V1(uuidtime_v7_upper);
PG_FUNCTION_INFO_V1(uuidtime_v7_within);

static int64
v7_us_arg(FunctionCallInfo fcinfo, int n)
{
	return id_timestamptz_to_us(PG_GETARG_TIMESTAMPTZ(n), 0, UUIDTIME_V7_MAX_MS * 1000, "uuid");
}

Datum
uuidtime_v7_lower(PG_FUNCTION_ARGS)
{
	int64		us = v7_us_arg(fcinfo, 0);
	uint8	   *id = palloc(UUID_LEN);

	uuidtime_v7_first_of((us + 999) / 1000, id);
	PG_RETURN_POINTER(id);
}

Datum
uuidtime_v7_upper(PG_FUNCTION_ARGS)
{
	int64		us = v7_us_arg(fcinfo, 0);
	uint8	   *id = palloc(UUID_LEN);

	uuidtime_v7_last_of(us / 1000, id);
	PG_RETURN_POINTER(id);
}

static int64
v7_get_us(const uint8 *id)
{
	return uuidtime_get_us(id, UUIDTIME_V7);
}

static void
v7_first_of(int64 us, uint8 *id)
{
	uuidtime_v7_first_of((us + 999) / 1000, id);
}

static void
v7_last_of(int64 us, uint8 *id)
{
	uuidtime_v7_last_of(us / 1000, id);
}

/* Ids that are some of the values of uuid. */
static const id_kind uuidtime_v7_kind = {
	.name = "uuidtime_v7",
	.len = UUID_LEN,
	.min_us = 0,
	.max_us = UUIDTIME_V7_MAX_MS * 1000,
	.get_us = v7_get_us,
	.first_of = v7_first_of,
	.last_of = v7_last_of,
	.others = true,
};

ID_FUNCTION(uuidtime_v7_within_lower, return id_within_lower(fcinfo, &uuidtime_v7_kind))
ID_FUNCTION(uuidtime_v7_within_upper, return id_within_upper(fcinfo, &uuidtime_v7_kind))

Datum
uuidtime_v7_within(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	if (!has_version(ID_ARG(0), 7))
		PG_RETURN_BOOL(false);
	return id_within(fcinfo, &uuidtime_v7_kind, 0);
}

static const id_condition uuidtime_v7_conditions[] = {{uuidtime_v7_within, ID_WITHIN, 0}, {NULL}};

ID_FUNCTION(uuidtime_v7_within_support, return id_plan(fcinfo, &uuidtime_v7_kind, uuidtime_v7_conditions))

/*
 * Converting
 */

PG_FUNCTION_INFO_V1(uuidtime_v6_from_v1);
PG_FUNCTION_INFO_V1(uuidtime_v1_from_v6);

static const uint8 *
version_arg(FunctionCallInfo fcinfo, int n, int version)
{
	const uint8 *id = ID_ARG(n);
	int			variant = uuidtime_get_variant(id);

	if (!has_version(id, version))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("uuid is not of version %d: \"%s\"", version,
						DatumGetCString(DirectFunctionCall1(uuid_out, PG_GETARG_DATUM(n)))),
				 variant == UUIDTIME_VARIANT ?
				 errdetail("Its version is %d.", uuidtime_get_version(id)) :
				 errdetail("It has no version: its variant is %d, and only variant %d has one.",
						   variant, UUIDTIME_VARIANT)));
	return id;
}

Datum
uuidtime_v6_from_v1(PG_FUNCTION_ARGS)
{
	const uint8 *v1 = version_arg(fcinfo, 0, 1);
	uint8	   *v6 = palloc(UUID_LEN);

	uuidtime_reorder_v1(v1, v6);
	PG_RETURN_POINTER(v6);
}

Datum
uuidtime_v1_from_v6(PG_FUNCTION_ARGS)
{
	const uint8 *v6 = version_arg(fcinfo, 0, 6);
	uint8	   *v1 = palloc(UUID_LEN);

	uuidtime_reorder_v6(v6, v1);
	PG_RETURN_POINTER(v1);
}
