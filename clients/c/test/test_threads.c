/*
 * test/test_threads.c
 *		Generators in threads: one for each, and one for all.
 */
#include "test/threads.h"
#include "test/unit/test.h"

static void
test_threads(size_t threads, size_t n, bool locked)
{
	wiji_options options = WIJI_OPTIONS;
	wiji_generator *g = NULL;
	wiji_t	   *ids = calloc(threads * n, sizeof(wiji_t));
	bool		ascend;

	options.flags = WIJI_LOCKED;
	if (locked && wiji_factory(&g, &options) != WIJI_OK)
		abort();
	ascend = generate_in_threads(threads, g, ids, n);
	ok(ascend && repeats(ids, threads * n) == 0, "%zu threads generate %zu IDs each with %s: they ascend and are distinct",
	   threads, n, locked ? "one generator" : "generators of their own");
	wiji_factory_close(g);
	free(ids);
}

/* A clock that stands still, so that all threads wait, and then continues. */
static int64_t stopped = 1000;

static int64_t
stopped_clock(void *context)
{
	static int	readings = 0;

	(void) context;
	if (++readings % 65600 == 0)
		stopped++;				/* under the generator's lock */
	return stopped;
}

static void
test_wait(void)
{
	wiji_options options = WIJI_OPTIONS;
	wiji_generator *g = NULL;
	size_t		n = 50000;
	wiji_t	   *ids = calloc(4 * n, sizeof(wiji_t));
	bool		ascend;

	options.flags = WIJI_LOCKED;
	options.max_wait_ms = -1;
	options.clock = stopped_clock;
	wiji_factory(&g, &options);
	ascend = generate_in_threads(4, g, ids, n);
	ok(ascend && repeats(ids, 4 * n) == 0, "threads that wait for a clock continue when it does");
	wiji_factory_close(g);
	free(ids);
}

int
main(void)
{
	test_threads(8, 20000, false);
	test_threads(8, 20000, true);
	test_threads(1000, 100, false);
	test_threads(1000, 100, true);
	test_wait();
	return done_testing();
}
