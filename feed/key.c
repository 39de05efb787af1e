/*
 * feed/key.c
 *		The keys of feeds, as times: microseconds since 1970, or the numbers of a sequence.
 */
#include "postgres.h"

#include "clock.h"
#include "core/monotonic.h"
#include "feed/uuidv7.h"
#include "core/wiji.h"
#include "feed/feed.h"
#include "miscadmin.h"
#include "random.h"
#include "utils/timestamp.h"

/*
 * Row versions of this session.  A generator begins anew, with random bits of its own, when it is
 * far ahead of the clock, because the guard of the feed would reject keys that continue from there.
 */
typedef struct generator
{
	monotonic	state;
	uint64		random;
	int			owner;			/* process that drew the random bits */
} generator;

/*
 * Moves to the next key.  All arguments count in ticks; the generator never waits, because it
 * continues with the next tick when a tick is exhausted.  ERROR 22008 after the last tick.
 */
static void
generator_next(generator *g, int64 now, int64 least, int64 most_ahead, int64 last,
			   uint32 max_sequence)
{
	if (g->owner != MyProcPid || g->state.last > Max(now, least) + most_ahead)
		*g = (generator)
	{
		.state = MONOTONIC_INIT,
			.random = id_random64(),
			.owner = MyProcPid,
	};
	if (monotonic_next(&g->state, now, least, max_sequence))
		return;
	if (g->state.last >= last)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("row version out of range")));
	monotonic_next(&g->state, now, g->state.last + 1, max_sequence);
}

static bool
wiji_is_valid(const uint8 *key)
{
	return wiji_check(key) == ID_OK;
}

static Datum
generate_wiji(int64 now_us, int64 least_us, uint8 *bytes)
{
	static generator g;

	generator_next(&g, now_us, least_us, FEED_MAX_AHEAD_US, WIJI_MAX_US, WIJI_MAX_SEQUENCE);
	wiji_pack(bytes, g.state.last, g.state.sequence, (int64) (g.random & WIJI_MAX_RANDOM));
	return PointerGetDatum(bytes);
}

const feed_key_type feed_wiji = {
	.name = "wiji",
	.number = 0,
	.unit = 2,
	.max_us = WIJI_MAX_US,
	.is_valid = wiji_is_valid,
	.get_us = wiji_get_timestamp_us,
	.first_of = wiji_first_of,
	.generate = generate_wiji,
};

#define V7_TICKS_PER_MS (UUIDV7_MAX_FRACTION + 1)	/* those of PostgreSQL's
													 * uuidv7() */
#define V7_MAX_US (UUIDV7_MAX_MS * 1000)
#define V7_MAX_TICK ((UUIDV7_MAX_MS + 1) * V7_TICKS_PER_MS - 1)

/* The first tick that does not begin before a time. */
static int64
v7_tick_since(int64 us)
{
	return us / 1000 * V7_TICKS_PER_MS + (us % 1000 * V7_TICKS_PER_MS + 999) / 1000;
}

static int64
v7_get_us(const uint8 *key)
{
	return uuidv7_get_ms(key) * 1000;
}

static void
v7_first_of(int64 us, uint8 *key)
{
	uuidv7_pack(key, (us + 999) / 1000, 0, 0);
}

static Datum
generate_v7(int64 now_us, int64 least_us, uint8 *bytes)
{
	static generator g;
	int64		least_ms = (least_us + 999) / 1000;

	generator_next(&g, v7_tick_since(now_us), least_ms * V7_TICKS_PER_MS,
				   FEED_MAX_AHEAD_US / 1000 * V7_TICKS_PER_MS, V7_MAX_TICK, 0);
	uuidv7_pack(bytes, g.state.last / V7_TICKS_PER_MS, g.state.last % V7_TICKS_PER_MS, id_random64());
	return PointerGetDatum(bytes);
}

const feed_key_type feed_v7 = {
	.name = "v7",
	.number = 1,
	.unit = 1000,
	.max_us = V7_MAX_US,
	.is_valid = uuidv7_is_valid,
	.get_us = v7_get_us,
	.first_of = v7_first_of,
	.generate = generate_v7,
};

const feed_key_type feed_bigint = {
	.name = "bigint",
	.number = 2,
	.is_number = true,
	.unit = 1,
};

/* Later timestamps are those of keys that the clock does not reach. */
#define TIMESTAMPTZ_MAX_US (PG_INT64_MAX - 1)

static Datum
generate_timestamptz(int64 now_us, int64 least_us, uint8 *unused pg_attribute_unused())
{
	static generator g;

	generator_next(&g, now_us, least_us, FEED_MAX_AHEAD_US, TIMESTAMPTZ_MAX_US, 0);
	return TimestampTzGetDatum(g.state.last - UNIX_EPOCH_OFFSET_US);
}

const feed_key_type feed_timestamptz = {
	.name = "timestamptz",
	.number = 3,
	.is_version = true,
	.unit = 1,
	.min_us = MIN_TIMESTAMP + UNIX_EPOCH_OFFSET_US,
	.max_us = TIMESTAMPTZ_MAX_US,
	.generate = generate_timestamptz,
};

const feed_key_type *
feed_layout_by_name(const char *name)
{
	if (strcmp(name, feed_v7.name) == 0)
		return &feed_v7;
	return strcmp(name, feed_wiji.name) == 0 ? &feed_wiji : NULL;
}

static int64
clamp_time(const feed_key_type *type, int64 us)
{
	return Min(Max(us, type->min_us), type->max_us);
}

int64
feed_clock(const feed_key_type *type)
{
	return clamp_time(type, GetCurrentTimestamp() + UNIX_EPOCH_OFFSET_US);
}

static bool
is_by_value(const feed_key_type *type)
{
	return type->is_valid == NULL;
}

int64
feed_time_of_key(const feed_key_type *type, Datum key)
{
	if (type->is_number)
		return DatumGetInt64(key);
	if (!is_by_value(type))
		return type->get_us((const uint8 *) DatumGetPointer(key));
	if (DatumGetTimestampTz(key) > TIMESTAMPTZ_MAX_US - UNIX_EPOCH_OFFSET_US)
		return PG_INT64_MAX;
	return clamp_time(type, DatumGetTimestampTz(key) + UNIX_EPOCH_OFFSET_US);
}

Datum
feed_key_of_time(const feed_key_type *type, int64 time, uint8 *bytes)
{
	if (type->is_number)
		return Int64GetDatum(time);
	time = clamp_time(type, time);
	if (is_by_value(type))
		return TimestampTzGetDatum(time - UNIX_EPOCH_OFFSET_US);
	type->first_of(time, bytes);
	return PointerGetDatum(bytes);
}

Datum
feed_copy_key(const feed_key_type *type, Datum key, uint8 *bytes)
{
	if (is_by_value(type))
		return key;
	memcpy(bytes, DatumGetPointer(key), FEED_KEY_LEN);
	return PointerGetDatum(bytes);
}

bool
feed_key_is_below(const feed_key_type *type, Datum key, Datum least)
{
	if (is_by_value(type))
		return DatumGetInt64(key) < DatumGetInt64(least);
	return memcmp(DatumGetPointer(key), DatumGetPointer(least), FEED_KEY_LEN) < 0;
}

bool
feed_key_is_valid(const feed_key_type *type, Datum key)
{
	return is_by_value(type) || type->is_valid((const uint8 *) DatumGetPointer(key));
}
