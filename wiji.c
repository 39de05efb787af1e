/*
 * wiji.c
 *		The wiji type: 16 bytes, ordered by creation time.
 *
 * core/wiji.h says what a wiji is, and how its bytes become text.  pg/ has the
 * things that all identifier types need from PostgreSQL.  This file joins the
 * two, in the order in which wiji--1.0.sql declares the functions.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "core/hex.h"
#include "core/monotonic.h"
#include "core/wiji.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "pg/feed/horizon.h"
#include "pg/functions.h"
#include "pg/partitions/partitions.h"
#include "pg/server/activity.h"
#include "pg/server/clock.h"
#include "pg/server/compat.h"
#include "pg/server/random.h"
#include "pg/type/bounds.h"
#include "pg/type/id.h"
#include "utils/fmgrprotos.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/uuid.h"
#include "wiji.h"

StaticAssertDecl(WIJI_LEN == UUID_LEN, "the cast to uuid copies no bytes");

#define PG_GETARG_WIJI(n)	ID_ARG(n)

static bool wiji_fresh_random = false;

void
wiji_define_settings(void)
{
	DefineCustomBoolVariable("wiji.fresh_random",
							 "Gives each id random bits of its own, so that none can be guessed from others.",
							 "Otherwise the ids of a generator share those that it drew when it was opened.",
							 &wiji_fresh_random,
							 false,
							 PGC_USERSET, 0,
							 NULL, NULL, NULL);
}

/*
 * Text and binary
 */

/*
 * The version of these bytes as a UUID of RFC 9562, or 0; 26 characters were
 * not meant to be one.
 */
static int
wiji_version_as_uuid(size_t n, const uint8 *id)
{
	int			version = id[6] >> 4;

	return n != WIJI_TEXT_LEN && id[8] >> 6 == 2 && version <= 8 ? version : 0;
}

static char *
wiji_explain(id_status status, const char *text, size_t n, const uint8 *id)
{
	size_t		bad;

	switch (status)
	{
		case ID_TOO_LARGE:
			return psprintf("A first character beyond \"7\", here \"%c\", would need more than 128 bits.",
							text[0]);
		case ID_BAD_VERSION:
			return psprintf("Found version %d; the only version of a wiji is %d.%s",
							wiji_get_version(id), WIJI_VERSION,
							wiji_version_as_uuid(n, id) == 0 ? "" :
							psprintf("  It is a UUID of version %d, which has its version in another place.",
									 wiji_version_as_uuid(n, id)));
		default:
			break;
	}

	/* a character that does not belong says more than the length does */
	bad = wiji_first_bad(text, n);
	if (bad < n)
		return id_explain_character(text, n, bad,
									n == WIJI_TEXT_LEN ? "in the Crockford base32 alphabet" :
									n != WIJI_HEX_LEN && n != WIJI_UUID_LEN ? "in any form of a wiji" :
									n == WIJI_UUID_LEN && wiji_uuid_has_hyphen(bad) ?
									"the hyphen that the UUID form has there" :
									"a hexadecimal digit");
	return psprintf("Expected %d characters, or %d of hexadecimal, or %d of the UUID form; found %zu.",
					WIJI_TEXT_LEN, WIJI_HEX_LEN, WIJI_UUID_LEN, n);
}

static const char *
wiji_advise(id_status status, const char *text pg_attribute_unused(), size_t n, const uint8 *id)
{
	if (status != ID_BAD_VERSION)
		return NULL;
	switch (wiji_version_as_uuid(n, id))
	{
		case 0:
			return NULL;
		case 1:
		case 6:
		case 7:
			return "wiji_generate(uuidtime_timestamp(uuid)) makes a wiji for the time in the UUID; extension uuidtime reads it.";
		default:
			return "wiji_generate(timestamptz) makes a wiji for the time of its row.";
	}
}

static const uint8 wiji_beyond[WIJI_LEN] = {
	0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF
};

const id_kind wiji_kind = {
	.name = "wiji",
	.len = WIJI_LEN,
	.text_len = WIJI_TEXT_LEN,
	.decode = wiji_decode,
	.encode = wiji_encode,
	.check = wiji_check,
	.min_us = 0,
	.max_us = WIJI_MAX_US,
	.get_us = wiji_get_timestamp_us,
	.first_of = wiji_first_of,
	.last_of = wiji_last_of,
	.get_sequence = wiji_get_sequence,
	.beyond = wiji_beyond,
	.explain = wiji_explain,
	.advise = wiji_advise,
};

ID_INPUT_OUTPUT(wiji)
ID_SEND(wiji)

/*
 * Comparing, hashing and sorting
 */

ID_COMPARISONS(wiji)
ID_HASHES(wiji)
ID_SORT_SUPPORT(wiji)

/* More for indexes and windows */

PG_FUNCTION_INFO_V1(wiji_skipsupport);
PG_FUNCTION_INFO_V1(wiji_in_range);
PG_FUNCTION_INFO_V1(wiji_brin_distance);

/*
 * The id beside an existing one; none, and nothing leaked, at the end of the
 * type.
 */
static Datum
wiji_neighbour(Datum existing, bool (*step) (uint8 *id), bool *past_end)
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
wiji_skip_back(Relation rel pg_attribute_unused(), Datum existing, bool *underflow)
{
	return wiji_neighbour(existing, wiji_decrement, underflow);
}

static Datum
wiji_skip_on(Relation rel pg_attribute_unused(), Datum existing, bool *overflow)
{
	return wiji_neighbour(existing, wiji_increment, overflow);
}

Datum
wiji_skipsupport(PG_FUNCTION_ARGS)
{
	SkipSupport skip = (SkipSupport) PG_GETARG_POINTER(0);
	uint8	   *first = palloc(WIJI_LEN);
	uint8	   *last = palloc(WIJI_LEN);

	wiji_first_of(0, first);
	wiji_last_of(WIJI_MAX_US, last);
	skip->low_elem = PointerGetDatum(first);
	skip->high_elem = PointerGetDatum(last);
	skip->decrement = wiji_skip_back;
	skip->increment = wiji_skip_on;
	PG_RETURN_VOID();
}

/*
 * RANGE BETWEEN interval PRECEDING AND …: the server's rule for the times of
 * the ids, its errors included.
 */
Datum
wiji_in_range(PG_FUNCTION_ARGS)
{
	TimestampTz value = id_us_to_timestamptz(wiji_get_timestamp_us(PG_GETARG_WIJI(0)));
	TimestampTz base = id_us_to_timestamptz(wiji_get_timestamp_us(PG_GETARG_WIJI(1)));

	return DirectFunctionCall5(in_range_timestamptz_interval,
							   TimestampTzGetDatum(value), TimestampTzGetDatum(base),
							   PG_GETARG_DATUM(2), PG_GETARG_DATUM(3), PG_GETARG_DATUM(4));
}

Datum
wiji_brin_distance(PG_FUNCTION_ARGS)
{
	PG_RETURN_FLOAT8(wiji_distance(PG_GETARG_WIJI(0), PG_GETARG_WIJI(1)));
}

/*
 * Generating
 *
 * A generator is 52 random bits and a monotonic state.  Every session has
 * one; wiji_factory() opens more, and wiji_factory_close() gives them back.
 * With wiji.fresh_random an id has random bits of its own instead of the
 * generator's.
 */

typedef struct wiji_source
{
	monotonic	state;
	int64		random;
	int64		waits;			/* times the sequence was used up */
	uint64		turn;			/* of the transaction that made its last id */
	int			owner;			/* process that drew the random bits; 0
								 * before, and once a factory is closed */
} wiji_source;

/*
 * A generator costs some 64 bytes; more than this many are a loop gone wrong.
 */
#define MAX_FACTORIES 10000

static wiji_source wiji_session;
static wiji_source *wiji_factories = NULL;	/* a factory's number is 1 more
											 * than its place */
static int	wiji_factory_count = 0;
static int	wiji_free_factory = 0;	/* all before this place are open */

static inline int64
wiji_draw_random(void)
{
	return (int64) (id_random64() & WIJI_MAX_RANDOM);
}

static void
wiji_generator_open(wiji_source *g)
{
	int64		random = wiji_draw_random();

	*g = (wiji_source)
	{
		.state = MONOTONIC_INIT,
			.random = random,
			.owner = MyProcPid,
	};
}

/*
 * Open, unless this process has: a fork must not go on with its parent's
 * random bits.
 */
static inline wiji_source *
wiji_generator_own(wiji_source *g)
{
	if (unlikely(g->owner != MyProcPid))
		wiji_generator_open(g);
	return g;
}

/* The clock, in the format's range, and watched by the generator. */
static inline int64
wiji_generator_clock(wiji_source *g)
{
	int64		now = id_clock_us(0, WIJI_MAX_US, wiji_kind.name);

	if (unlikely(now < g->state.clock))
		id_report_step_back(g->state.clock - now);
	return now;
}

/* The sequence is used up: wait until the clock has passed the last id. */
static pg_noinline void
wiji_generator_wait(wiji_source *g)
{
	id_wait		wait = {0};

	g->waits++;
	id_count_sequence_wait();
	do
		id_wait_for_clock(&wait, g->state.last - g->state.clock);
	while (!monotonic_next(&g->state, wiji_generator_clock(g), WIJI_MAX_SEQUENCE));
}

/*
 * The first id in a transaction: horizons have to know of it before it is there.
 */
static pg_noinline void
wiji_generator_enter(wiji_source *g)
{
	int64		now = wiji_generator_clock(g);
	int64		floor = id_horizon_enter(now);

	if (!monotonic_next(&g->state, now, WIJI_MAX_SEQUENCE) && g->state.last >= floor)
		wiji_generator_wait(g);
	monotonic_raise(&g->state, floor);
	if (g->state.last > now)
		id_horizon_catch_up(g->state.last);
	g->turn = id_horizon_turn;
}

static inline void
wiji_generator_next(wiji_source *g, uint8 *id)
{
	int64		random = wiji_generator_own(g)->random;

	/*
	 * drawn before anything else, so that the generator is as it was if there
	 * are none
	 */
	if (unlikely(wiji_fresh_random))
		random = wiji_draw_random();
	if (unlikely(g->turn != id_horizon_turn))
		wiji_generator_enter(g);
	else if (unlikely(!monotonic_next(&g->state, wiji_generator_clock(g), WIJI_MAX_SEQUENCE)))
		wiji_generator_wait(g);
	wiji_pack(id, g->state.last, g->state.sequence, random);
}

/*
 * Has the generator, in this transaction, come as far as this id or further?
 */
static bool
wiji_generator_passed(const wiji_source *g, int64 us, int32 sequence)
{
	return g->turn == id_horizon_turn &&
		(us < g->state.last || (us == g->state.last && sequence <= (int32) g->state.sequence));
}

PG_FUNCTION_INFO_V1(wiji_generate);
PG_FUNCTION_INFO_V1(wiji_generate_text);
PG_FUNCTION_INFO_V1(wiji_generate_hex);
PG_FUNCTION_INFO_V1(wiji_generate_binary);
PG_FUNCTION_INFO_V1(wiji_generate_at);
PG_FUNCTION_INFO_V1(wiji_factory);
PG_FUNCTION_INFO_V1(wiji_factory_generate);
PG_FUNCTION_INFO_V1(wiji_factory_close);
PG_FUNCTION_INFO_V1(wiji_generator);
PG_FUNCTION_INFO_V1(wiji_activity);

/*
 * The next id of the session's generator; as uuid too, which has the same
 * bytes.
 */
Datum
wiji_generate(ID_NO_ARGS)
{
	uint8	   *id = palloc(WIJI_LEN);

	wiji_generator_next(&wiji_session, id);
	PG_RETURN_POINTER(id);
}

static Datum
wiji_hex_text(const uint8 *id)
{
	text	   *result = palloc(VARHDRSZ + WIJI_HEX_LEN);

	SET_VARSIZE(result, VARHDRSZ + WIJI_HEX_LEN);
	id_hex_encode(id, WIJI_LEN, VARDATA(result));
	PG_RETURN_TEXT_P(result);
}

Datum
wiji_generate_text(ID_NO_ARGS)
{
	uint8		id[WIJI_LEN];

	wiji_generator_next(&wiji_session, id);
	return id_to_text(&wiji_kind, id);
}

Datum
wiji_generate_hex(ID_NO_ARGS)
{
	uint8		id[WIJI_LEN];

	wiji_generator_next(&wiji_session, id);
	return wiji_hex_text(id);
}

Datum
wiji_generate_binary(ID_NO_ARGS)
{
	uint8		id[WIJI_LEN];

	wiji_generator_next(&wiji_session, id);
	return id_to_bytea(&wiji_kind, id);
}

/*
 * An id for a given moment, with fresh random bits.  The sequence counts up while
 * the moment repeats, and starts over past its end.  From there on only the
 * random bits tell the ids of one (moment, sequence) apart.
 */
Datum
wiji_generate_at(PG_FUNCTION_ARGS)
{
	static int64 last = -1;
	static uint16 sequence = 0;

	int64		at = id_timestamptz_to_us(PG_GETARG_TIMESTAMPTZ(0), 0, WIJI_MAX_US, wiji_kind.name);
	int64		random = wiji_draw_random();
	uint8	   *id = palloc(WIJI_LEN);

	sequence = at == last ? sequence + 1 : 0;
	last = at;
	wiji_pack(id, at, sequence, random);
	PG_RETURN_POINTER(id);
}

Datum
wiji_factory(ID_NO_ARGS)
{
	wiji_source opened;

	while (wiji_free_factory < wiji_factory_count && wiji_factories[wiji_free_factory].owner != 0)
		wiji_free_factory++;
	if (wiji_free_factory == MAX_FACTORIES)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("too many wiji factories"),
				 errdetail("A session may have %d open.", MAX_FACTORIES),
				 errhint("Open a factory once and keep its number, or give it back with wiji_factory_close().")));

	wiji_generator_open(&opened);

	/* room doubles whenever the count is a power of two */
	if (wiji_factories == NULL)
		wiji_factories = MemoryContextAlloc(TopMemoryContext, sizeof(wiji_source));
	else if (wiji_free_factory == wiji_factory_count && (wiji_factory_count & (wiji_factory_count - 1)) == 0)
		wiji_factories = repalloc(wiji_factories, 2 * wiji_factory_count * sizeof(wiji_source));

	wiji_factories[wiji_free_factory++] = opened;
	wiji_factory_count = Max(wiji_factory_count, wiji_free_factory);
	PG_RETURN_INT32(wiji_free_factory);
}

/* The open factory of a number. */
static wiji_source *
wiji_factory_arg(FunctionCallInfo fcinfo, int n)
{
	int32		factory = PG_GETARG_INT32(n);

	if (factory < 1 || factory > wiji_factory_count || wiji_factories[factory - 1].owner == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("there is no wiji factory %d in this session", factory),
				 wiji_factory_count == 0 ?
				 errdetail("None has been opened.") :
				 factory < 1 || factory > wiji_factory_count ?
				 errdetail("Factories 1 to %d have been opened.", wiji_factory_count) :
				 errdetail("It has been closed."),
				 errhint("wiji_factory() opens one and returns its number.")));
	return &wiji_factories[factory - 1];
}

Datum
wiji_factory_generate(PG_FUNCTION_ARGS)
{
	wiji_source *factory = wiji_factory_arg(fcinfo, 0);
	uint8	   *id = palloc(WIJI_LEN);

	wiji_generator_next(factory, id);
	PG_RETURN_POINTER(id);
}

/*
 * The next factory of this number draws random bits of its own: no id comes
 * twice.
 */
Datum
wiji_factory_close(PG_FUNCTION_ARGS)
{
	wiji_source *factory = wiji_factory_arg(fcinfo, 0);

	factory->owner = 0;
	wiji_free_factory = Min(wiji_free_factory, (int) (factory - wiji_factories));
	PG_RETURN_VOID();
}

bool
wiji_made_here(const uint8 *id)
{
	int64		us = wiji_get_timestamp_us(id);
	int32		sequence = wiji_get_sequence(id);
	bool		passed = wiji_generator_passed(&wiji_session, us, sequence);

	for (int i = 0; i < wiji_factory_count && !passed; i++)
		passed = wiji_generator_passed(&wiji_factories[i], us, sequence);
	return passed && id_horizon_floor() >= 0 && us >= id_horizon_floor();
}

static Datum
wiji_record(FunctionCallInfo fcinfo, Datum *values, bool *nulls)
{
	TupleDesc	desc;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls));
}

Datum
wiji_generator(PG_FUNCTION_ARGS)
{
	wiji_source *g = wiji_generator_own(&wiji_session);
	bool		unused = g->state.generated == 0;
	bool		nulls[6] = {wiji_fresh_random, unused, unused};
	Datum		values[6] = {
		Int64GetDatum(g->random),
		TimestampTzGetDatum(id_us_to_timestamptz(g->state.last)),
		Int32GetDatum(g->state.sequence),
		Int64GetDatum(g->state.generated),
		Int64GetDatum(g->state.regressions),
		Int64GetDatum(g->waits),
	};

	return wiji_record(fcinfo, values, nulls);
}

/* The counters of all sessions that concern the clock. */
Datum
wiji_activity(PG_FUNCTION_ARGS)
{
	id_activity *activity = id_get_activity();
	bool		nulls[5] = {false};
	Datum		values[5];
	Interval   *largest = palloc0(sizeof(Interval));

	if (activity == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("this server has no memory that sessions share"),
				 errhint("Put shared_preload_libraries = 'wiji' into postgresql.conf and restart the server.")));

	values[0] = TimestampTzGetDatum(activity->since);
	values[1] = Int64GetDatum(pg_atomic_read_u64(&activity->regressions));
	largest->time = (TimeOffset) pg_atomic_read_u64(&activity->largest_regression_us);
	values[2] = IntervalPGetDatum(largest);
	values[3] = Int64GetDatum(pg_atomic_read_u64(&activity->sequence_waits));
	values[4] = Int64GetDatum(pg_atomic_read_u64(&activity->clock_errors));
	return wiji_record(fcinfo, values, nulls);
}

/*
 * Reading
 */

PG_FUNCTION_INFO_V1(wiji_timestamp);
PG_FUNCTION_INFO_V1(wiji_timestamp_us);
PG_FUNCTION_INFO_V1(wiji_timestamp_ms);
PG_FUNCTION_INFO_V1(wiji_sequence);
PG_FUNCTION_INFO_V1(wiji_version);
PG_FUNCTION_INFO_V1(wiji_random);
PG_FUNCTION_INFO_V1(wiji_parse);
PG_FUNCTION_INFO_V1(wiji_is_valid_text);
PG_FUNCTION_INFO_V1(wiji_is_valid_bytea);
PG_FUNCTION_INFO_V1(wiji_is_valid_uuid);

Datum
wiji_timestamp(PG_FUNCTION_ARGS)
{
	PG_RETURN_TIMESTAMPTZ(id_us_to_timestamptz(wiji_get_timestamp_us(PG_GETARG_WIJI(0))));
}

Datum
wiji_timestamp_us(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64(wiji_get_timestamp_us(PG_GETARG_WIJI(0)));
}

Datum
wiji_timestamp_ms(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64(wiji_get_timestamp_us(PG_GETARG_WIJI(0)) / 1000);
}

Datum
wiji_sequence(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(wiji_get_sequence(PG_GETARG_WIJI(0)));
}

Datum
wiji_version(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(wiji_get_version(PG_GETARG_WIJI(0)));
}

Datum
wiji_random(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64(wiji_get_random(PG_GETARG_WIJI(0)));
}

Datum
wiji_parse(PG_FUNCTION_ARGS)
{
	const uint8 *id = PG_GETARG_WIJI(0);
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

	return wiji_record(fcinfo, values, nulls);
}

Datum
wiji_is_valid_text(PG_FUNCTION_ARGS)
{
	text	   *t = PG_GETARG_TEXT_PP(0);
	uint8		id[WIJI_LEN];

	PG_RETURN_BOOL(wiji_decode(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t), id) == ID_OK);
}

Datum
wiji_is_valid_bytea(PG_FUNCTION_ARGS)
{
	bytea	   *b = PG_GETARG_BYTEA_PP(0);

	PG_RETURN_BOOL(VARSIZE_ANY_EXHDR(b) == WIJI_LEN &&
				   wiji_check((uint8 *) VARDATA_ANY(b)) == ID_OK);
}

Datum
wiji_is_valid_uuid(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(wiji_check((const uint8 *) PG_GETARG_POINTER(0)) == ID_OK);
}

/*
 * Making and bounding
 */

PG_FUNCTION_INFO_V1(wiji_make);

Datum
wiji_make(PG_FUNCTION_ARGS)
{
	int64		timestamp_us = id_field("wiji", "timestamp_us", PG_GETARG_INT64(0), 0, WIJI_MAX_US);
	int64		sequence = id_field("wiji", "sequence", PG_GETARG_INT32(1), 0, WIJI_MAX_SEQUENCE);
	int64		random = id_field("wiji", "random", PG_GETARG_INT64(2), 0, WIJI_MAX_RANDOM);
	uint8	   *id = palloc(WIJI_LEN);

	wiji_pack(id, timestamp_us, sequence, random);
	PG_RETURN_POINTER(id);
}

/* The smallest and the largest id of a microsecond, and of a period. */
ID_BOUNDS(wiji)
ID_CUTS(wiji)

/*
 * Converting
 */

ID_CASTS(wiji)

PG_FUNCTION_INFO_V1(wiji_hex);
PG_FUNCTION_INFO_V1(wiji_from_uuid);

Datum
wiji_hex(PG_FUNCTION_ARGS)
{
	return wiji_hex_text(PG_GETARG_WIJI(0));
}

Datum
wiji_from_uuid(PG_FUNCTION_ARGS)
{
	return id_from_bytes(&wiji_kind, PG_GETARG_POINTER(0), UUID_LEN, fcinfo->context);
}

/*
 * Maintenance
 */

/* People know these by name: they serve the tables of every extension's keys. */
static const id_kind *
wiji_partition_kind(FunctionCallInfo fcinfo)
{
	const id_kind *kind = PG_ARGISNULL(0) ? NULL : id_partition_kind(PG_GETARG_OID(0));

	return kind != NULL ? kind : &wiji_kind;
}

ID_PARTITIONS(wiji, wiji_partition_kind(fcinfo))
