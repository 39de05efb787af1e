/*
 * generator.c
 *		Generators: a clock, a monotonic state and random bits.
 *
 * The core implements the rule by which IDs ascend (src/core/monotonic.h).  A
 * generator belongs to the process that drew its random bits.  In any other
 * process it starts over, so that a child never uses its parent's bits.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "core/monotonic.h"
#include "process.h"
#include "system.h"
#include "wiji.h"

/*
 * 256 bytes: the most that getrandom() returns without being interrupted.
 */
#define POOL_WORDS 32

struct wiji_generator
{
	wiji_options options;

	/* owner of the fields below; with STARTING, its lock is not ready yet */
	atomic_uint process;
	pthread_mutex_t lock;		/* with WIJI_LOCKED */

	monotonic	state;
	bool		drawn;			/* whether random is set */
	int64_t		random;

	int64_t		at;				/* the last time given to wiji_generate_at() */
	uint16_t	at_sequence;

	uint64_t	pool[POOL_WORDS];	/* random bits for single IDs */
	unsigned	pool_left;
};

/* A thread of the process is starting the generator. */
#define STARTING 0x80000000u

static _Thread_local wiji_generator own = {.options = WIJI_OPTIONS};

static inline bool
is_locked(const wiji_generator *g)
{
	return g->options.flags & WIJI_LOCKED;
}

/* Reset everything that does not survive a fork. */
static bool
start(wiji_generator *g)
{
	if (is_locked(g) && pthread_mutex_init(&g->lock, NULL) != 0)
		return false;
	g->state = (monotonic) MONOTONIC_INIT;
	g->drawn = false;
	g->at = -1;
	g->pool_left = 0;
	return true;
}

/*
 * A lock that was copied by a fork may be held by a thread that does not exist
 * in the child.  So one thread initializes it again while the others wait.
 */
static int
start_in_process(wiji_generator *g, unsigned process)
{
	unsigned	known = atomic_load_explicit(&g->process, memory_order_acquire);

	while (known != process)
	{
		if (known == (process | STARTING))
		{
			sched_yield();
			known = atomic_load_explicit(&g->process, memory_order_acquire);
		}
		else if (atomic_compare_exchange_weak(&g->process, &known, process | STARTING))
		{
			bool		started = start(g);

			atomic_store_explicit(&g->process, started ? process : 0, memory_order_release);
			return started ? WIJI_OK : WIJI_NO_MEMORY;
		}
	}
	return WIJI_OK;
}

/* Start using a generator.  Call leave() afterwards, but only after WIJI_OK. */
static inline int
enter(wiji_generator *g)
{
	unsigned	process = wiji_process();

	if (__builtin_expect(process == 0, false))
		return WIJI_NO_MEMORY;
	if (__builtin_expect(atomic_load_explicit(&g->process, memory_order_acquire) != process, false))
	{
		int			status = start_in_process(g, process);

		if (status != WIJI_OK)
			return status;
	}
	if (is_locked(g))
		pthread_mutex_lock(&g->lock);
	return WIJI_OK;
}

static inline void
leave(wiji_generator *g)
{
	if (is_locked(g))
		pthread_mutex_unlock(&g->lock);
}

/* Take random bits for a single ID from the pool, and erase them there. */
static bool
draw(wiji_generator *g, int64_t *random)
{
	wiji_entropy entropy = g->options.entropy ? g->options.entropy : wiji_system_entropy;

	if (g->pool_left == 0)
	{
		if (!entropy(g->options.entropy_context, g->pool, sizeof(g->pool)))
			return false;
		g->pool_left = POOL_WORDS;
	}
	*random = (int64_t) (g->pool[--g->pool_left] & WIJI_MAX_RANDOM);
	g->pool[g->pool_left] = 0;
	return true;
}

/*
 * Choose the random bits of the next ID.  This comes first, so that a failure
 * leaves the generator unchanged.
 */
static inline int
choose_random(wiji_generator *g)
{
	if (g->drawn && !(g->options.flags & WIJI_FRESH_RANDOM))
		return WIJI_OK;
	g->drawn = draw(g, &g->random);
	return g->drawn ? WIJI_OK : WIJI_NO_RANDOM;
}

static inline int
next_id(wiji_generator *g, wiji_t *id)
{
	int			status = choose_random(g);
	int64_t		now;

	if (status != WIJI_OK)
		return status;
	now = g->options.clock ? g->options.clock(g->options.clock_context) : wiji_system_clock(NULL);
	if (now < 0 || now > WIJI_MAX_US)
		return WIJI_NO_CLOCK;
	if (!monotonic_next(&g->state, now, 0, WIJI_MAX_SEQUENCE))
		return WIJI_CLOCK_BEHIND;
	wiji_pack(id->bytes, g->state.last, g->state.sequence, g->random);
	return WIJI_OK;
}

int
wiji_generate(wiji_generator *generator, wiji_t *id)
{
	wiji_generator *g = generator ? generator : &own;
	clock_wait	wait = {0};

	for (;;)
	{
		int64_t		behind_us;
		int			status = enter(g);

		if (status != WIJI_OK)
			return status;
		status = next_id(g, id);
		behind_us = g->state.last - g->state.clock;
		leave(g);

		/* other threads may use the generator while this one waits */
		if (status != WIJI_CLOCK_BEHIND ||
			!wiji_wait_for_clock(&wait, behind_us, g->options.max_wait_ms))
			return status;
	}
}

int
wiji_generate_at(wiji_generator *generator, int64_t timestamp_us, wiji_t *id)
{
	wiji_generator *g = generator ? generator : &own;
	int			status;
	int64_t		random;

	if (timestamp_us < 0 || timestamp_us > WIJI_MAX_US)
		return WIJI_BAD_TIMESTAMP;
	status = enter(g);
	if (status != WIJI_OK)
		return status;
	if (draw(g, &random))
	{
		g->at_sequence = timestamp_us == g->at ? g->at_sequence + 1 : 0;
		g->at = timestamp_us;
		wiji_pack(id->bytes, timestamp_us, g->at_sequence, random);
	}
	else
		status = WIJI_NO_RANDOM;
	leave(g);
	return status;
}

/*
 * A program may have been compiled for a later library, which has more options.
 * Options that this library does not know must be zero.
 */
static bool
take_options(wiji_options *options, const wiji_options *given)
{
	size_t		size = given->size;

	if (size < sizeof(wiji_options))
		return false;
	for (size_t i = sizeof(wiji_options); i < size; i++)
	{
		if (((const char *) given)[i] != 0)
			return false;
	}
	*options = *given;
	return (options->flags & ~(unsigned) (WIJI_LOCKED | WIJI_FRESH_RANDOM)) == 0 &&
		options->max_wait_ms >= -1;
}

int
wiji_factory(wiji_generator **generator, const wiji_options *options)
{
	wiji_generator *g = malloc(sizeof(wiji_generator));
	int			status;

	if (g == NULL)
		return WIJI_NO_MEMORY;
	*g = (wiji_generator)
	{
		.options = WIJI_OPTIONS
	};
	if (options != NULL && !take_options(&g->options, options))
		status = WIJI_BAD_OPTION;
	else if ((status = enter(g)) == WIJI_OK)
	{
		/* do not create a generator that cannot work */
		status = choose_random(g);
		leave(g);
	}
	if (status == WIJI_OK)
		*generator = g;
	else
		wiji_factory_close(g);
	return status;
}

void
wiji_factory_close(wiji_generator *generator)
{
	unsigned	process = generator ? atomic_load(&generator->process) : 0;

	/* a lock that was copied by a fork belongs to the parent */
	if (process != 0 && process == wiji_process() && is_locked(generator))
		pthread_mutex_destroy(&generator->lock);
	free(generator);
}

/*
 * The next ID in each of its forms
 */

int
wiji_text(wiji_generator *generator, char text[WIJI_TEXT_SIZE])
{
	wiji_t		id;
	int			status = wiji_generate(generator, &id);

	if (status == WIJI_OK)
		wiji_to_text(&id, text);
	return status;
}

int
wiji_uuid(wiji_generator *generator, char text[WIJI_UUID_SIZE])
{
	wiji_t		id;
	int			status = wiji_generate(generator, &id);

	if (status == WIJI_OK)
		wiji_to_uuid(&id, text);
	return status;
}

int
wiji_hex(wiji_generator *generator, char text[WIJI_HEX_SIZE])
{
	wiji_t		id;
	int			status = wiji_generate(generator, &id);

	if (status == WIJI_OK)
		wiji_to_hex(&id, text);
	return status;
}

int
wiji_binary(wiji_generator *generator, uint8_t bytes[16])
{
	wiji_t		id;
	int			status = wiji_generate(generator, &id);

	if (status == WIJI_OK)
		memcpy(bytes, id.bytes, sizeof(id.bytes));
	return status;
}
