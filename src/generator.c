/*
 * src/generator.c
 *		A session's generators: where the ID of an INSERT comes from.
 *
 * A generator is 52 random bits and a monotonic state.  Every session has
 * one; wiji_factory() opens more, and wiji_factory_close() gives them back.
 */
#include "postgres.h"

#include "core/monotonic.h"
#include "core/wiji.h"
#include "miscadmin.h"
#include "clock.h"
#include "random.h"
#include "utils/memutils.h"
#include "wiji_type.h"

typedef struct generator
{
	monotonic	state;
	int64		random;
	int64		waits;			/* times the sequence was exhausted */
	int			owner;			/* process that drew the random bits; 0
								 * before, and once a factory is closed */
} generator;

/* More are opened only by a loop that does not close them. */
#define MAX_FACTORIES 10000

static generator wiji_session;
static generator *wiji_factories = NULL;	/* a factory's number is 1 more
											 * than its place */
static int	wiji_factory_count = 0;
static int	wiji_free_factory = 0;	/* all before this place are open */

static inline int64
wiji_draw_random(void)
{
	return (int64) (id_random64() & WIJI_MAX_RANDOM);
}

static void
wiji_generator_open(generator *g)
{
	int64		random = wiji_draw_random();

	*g = (generator)
	{
		.state = MONOTONIC_INIT,
			.random = random,
			.owner = MyProcPid,
	};
}

/*
 * Open the generator, unless this process has opened it: a forked process must
 * not continue with its parent's random bits.
 */
static inline generator *
wiji_generator_own(generator *g)
{
	if (unlikely(g->owner != MyProcPid))
		wiji_generator_open(g);
	return g;
}

/* Read the clock, and report its steps back.  ERROR 22008 outside the format's range. */
static inline int64
wiji_generator_clock(generator *g)
{
	int64		now = id_clock_us(0, WIJI_MAX_US, wiji_codec.name);

	if (unlikely(now < g->state.clock))
		id_report_step_back(g->state.clock - now);
	return now;
}

/* The sequence is exhausted: wait until the clock has passed the last ID. */
static pg_noinline void
wiji_generator_wait(generator *g)
{
	id_wait		wait = {0};

	g->waits++;
	do
		id_wait_for_clock(&wait, g->state.last - g->state.clock, false);
	while (!monotonic_next(&g->state, wiji_generator_clock(g), 0, WIJI_MAX_SEQUENCE));
}

static inline void
wiji_generator_next(generator *g, uint8 *id)
{
	if (unlikely(!monotonic_next(&g->state, wiji_generator_clock(g), 0, WIJI_MAX_SEQUENCE)))
		wiji_generator_wait(g);
	wiji_pack(id, g->state.last, g->state.sequence, g->random);
}

/* Stores the session's next ID, and returns its address. */
static inline uint8 *
wiji_session_next(uint8 *id)
{
	wiji_generator_next(wiji_generator_own(&wiji_session), id);
	return id;
}

/* Also the implementation of wiji_uuid(): a uuid has the same bytes. */
ID_FUNCTION(pgwiji_generate, PG_RETURN_POINTER(wiji_session_next(palloc(WIJI_LEN))))

/*
 * The time and sequence are those of the session's generator, so that the IDs of both functions
 * ascend together.  Random bits are drawn first: if that fails, the generator does not change.
 */
PG_FUNCTION_INFO_V1(pgwiji_generate_unpredictable);

Datum
pgwiji_generate_unpredictable(ID_NO_ARGS)
{
	int64		random = wiji_draw_random();
	uint8	   *id = wiji_session_next(palloc(WIJI_LEN));

	wiji_pack(id, wiji_get_timestamp_us(id), wiji_get_sequence(id), random);
	PG_RETURN_POINTER(id);
}

PG_FUNCTION_INFO_V1(pgwiji_generate_text);

Datum
pgwiji_generate_text(ID_NO_ARGS)
{
	uint8		id[WIJI_LEN];

	return id_to_text(&wiji_codec, wiji_session_next(id));
}

PG_FUNCTION_INFO_V1(pgwiji_generate_hex);

Datum
pgwiji_generate_hex(ID_NO_ARGS)
{
	uint8		id[WIJI_LEN];

	return id_to_hex(&wiji_codec, wiji_session_next(id));
}

PG_FUNCTION_INFO_V1(pgwiji_generate_binary);

Datum
pgwiji_generate_binary(ID_NO_ARGS)
{
	uint8		id[WIJI_LEN];

	return id_to_bytea(&wiji_codec, wiji_session_next(id));
}

/*
 * An ID for a given timestamp, with fresh random bits.  The sequence increases while
 * the timestamp stays the same, and wraps around at its end.  From then on, only the
 * random bits distinguish the IDs.
 */
PG_FUNCTION_INFO_V1(pgwiji_generate_at);

Datum
pgwiji_generate_at(PG_FUNCTION_ARGS)
{
	static int64 last = -1;
	static uint16 sequence = 0;

	int64		at = id_timestamptz_to_us(PG_GETARG_TIMESTAMPTZ(0), 0, WIJI_MAX_US,
										  wiji_codec.name);
	int64		random = wiji_draw_random();
	uint8	   *id = palloc(WIJI_LEN);

	sequence = at == last ? sequence + 1 : 0;
	last = at;
	wiji_pack(id, at, sequence, random);
	PG_RETURN_POINTER(id);
}

PG_FUNCTION_INFO_V1(pgwiji_factory);

Datum
pgwiji_factory(ID_NO_ARGS)
{
	generator	opened;

	while (wiji_free_factory < wiji_factory_count && wiji_factories[wiji_free_factory].owner != 0)
		wiji_free_factory++;
	if (wiji_free_factory == MAX_FACTORIES)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("too many wiji factories"),
				 errdetail("A session can have %d open factories.", MAX_FACTORIES),
				 errhint("Open a factory once and reuse its number, or close it with wiji_factory_close().")));

	wiji_generator_open(&opened);

	/* the array is full when the count is a power of two: double it */
	if (wiji_factories == NULL)
		wiji_factories = MemoryContextAlloc(TopMemoryContext, sizeof(generator));
	else if (wiji_free_factory == wiji_factory_count &&
			 (wiji_factory_count & (wiji_factory_count - 1)) == 0)
		wiji_factories = repalloc(wiji_factories, 2 * wiji_factory_count * sizeof(generator));

	wiji_factories[wiji_free_factory++] = opened;
	wiji_factory_count = Max(wiji_factory_count, wiji_free_factory);
	PG_RETURN_INT32(wiji_free_factory);
}

/* The detail of an error: why no factory with this number is open. */
static int
wiji_factory_detail(bool was_open)
{
	if (was_open)
		return errdetail("The factory has been closed.");
	if (wiji_factory_count == 0)
		return errdetail("No factory has been opened.");
	return errdetail("Factories 1 to %d have been opened.", wiji_factory_count);
}

/* The open factory whose number is argument n.  ERROR 22023 if it is not open. */
static generator *
wiji_factory_arg(FunctionCallInfo fcinfo, int n)
{
	int32		factory = PG_GETARG_INT32(n);
	bool		is_known = factory >= 1 && factory <= wiji_factory_count;

	if (!is_known || wiji_factories[factory - 1].owner == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("wiji factory %d does not exist in this session", factory),
				 wiji_factory_detail(is_known),
				 errhint("Call wiji_factory() to open one.")));
	return &wiji_factories[factory - 1];
}

PG_FUNCTION_INFO_V1(pgwiji_factory_generate);

Datum
pgwiji_factory_generate(PG_FUNCTION_ARGS)
{
	generator  *factory = wiji_factory_arg(fcinfo, 0);
	uint8	   *id = palloc(WIJI_LEN);

	wiji_generator_next(wiji_generator_own(factory), id);
	PG_RETURN_POINTER(id);
}

/*
 * The next factory with this number draws its own random bits, so no ID is
 * generated twice.
 */
PG_FUNCTION_INFO_V1(pgwiji_factory_close);

Datum
pgwiji_factory_close(PG_FUNCTION_ARGS)
{
	generator  *factory = wiji_factory_arg(fcinfo, 0);

	factory->owner = 0;
	wiji_free_factory = Min(wiji_free_factory, (int) (factory - wiji_factories));
	PG_RETURN_VOID();
}

/* SQL's wiji_generator().  In C this is the name of a type of libwiji. */
PG_FUNCTION_INFO_V1(pgwiji_generator_state);

Datum
pgwiji_generator_state(PG_FUNCTION_ARGS)
{
	generator  *g = wiji_generator_own(&wiji_session);
	bool		unused = g->state.generated == 0;
	bool		nulls[6] = {false, unused, unused};
	Datum		values[6] = {
		Int64GetDatum(g->random),
		TimestampTzGetDatum(id_us_to_timestamptz(g->state.last)),
		Int32GetDatum(g->state.sequence),
		Int64GetDatum(g->state.generated),
		Int64GetDatum(g->state.regressions),
		Int64GetDatum(g->waits),
	};

	return id_row(fcinfo, values, nulls);
}
