/*
 * src/random.c
 *		Cryptographic random bits, drawn from the server's generator in bulk.
 *
 * A call of pg_strong_random costs about a microsecond, however few bytes it
 * returns.  A pool makes that cost small for callers that need fresh bits for every
 * ID.  Bytes are wiped as they are handed out, and a process never uses a pool
 * that another one filled before forking it.
 */
#include "postgres.h"

#include "miscadmin.h"
#include "random.h"

/*
 * Twice as many would save 2 ns of an ID's 35 or so, and half as many cost 3.
 */
#define POOL_WORDS 256

/* Most sessions draw a generator's bits and no more, so the first fills are small. */
#define FIRST_WORDS 4

static uint64 pool[POOL_WORDS];
static int	pool_size = FIRST_WORDS;	/* words of the next fill */
static int	pool_left = 0;
static int	pool_owner = 0;		/* process id */

static void
fill_pool(void)
{
	pool_left = 0;
	if (!pg_strong_random(pool, pool_size * sizeof(uint64)))
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("could not generate random values")));
	pool_left = pool_size;
	pool_owner = MyProcPid;
	if (pool_size < POOL_WORDS)
		pool_size *= 2;
}

uint64
id_random64(void)
{
	uint64		bits;

	if (pool_left == 0 || pool_owner != MyProcPid)
		fill_pool();

	bits = pool[--pool_left];
	pool[pool_left] = 0;
	return bits;
}
