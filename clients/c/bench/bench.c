/*
 * bench/bench.c
 *		Measures IDs per second, in one thread and in one for each processor,
 *		compared with libuuid where it is installed.
 *
 *	bench IDS ROUNDS	the number of IDs of each thread, and of rounds
 *
 * Contenders take turns, so that slow phases affect all of them.  Prints a line
 * for each: the median of the rounds, the minimum and the maximum.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "wiji.h"

#define MAX_ROUNDS 100

typedef struct contender
{
	const char *name;
	void		(*generate) (struct contender *c, unsigned char bytes[16]);
	wiji_generator *generator;
	void		(*uuid) (unsigned char *bytes);
	double		rates[2][MAX_ROUNDS];	/* in one thread, and in many */
} contender;

typedef struct worker
{
	pthread_t	thread;
	pthread_barrier_t *begin;
	contender  *contender;
	long		ids;
} worker;

static void
generate_wiji(contender *c, unsigned char bytes[16])
{
	if (wiji_binary(c->generator, bytes) != WIJI_OK)
		abort();
}

static void
generate_uuid(contender *c, unsigned char bytes[16])
{
	c->uuid(bytes);
}

static void *
work(void *argument)
{
	worker	   *w = argument;
	unsigned char bytes[16];

	w->contender->generate(w->contender, bytes);	/* warm up */
	pthread_barrier_wait(w->begin);
	for (long i = 0; i < w->ids; i++)
		w->contender->generate(w->contender, bytes);
	return NULL;
}

/* IDs per second. */
static double
measure(contender *c, unsigned threads, long ids)
{
	worker	   *workers = calloc(threads, sizeof(worker));
	pthread_barrier_t begin;
	struct timespec from,
				to;

	pthread_barrier_init(&begin, NULL, threads + 1);
	for (unsigned i = 0; i < threads; i++)
	{
		workers[i] = (worker)
		{
			.begin = &begin,.contender = c,.ids = ids
		};
		pthread_create(&workers[i].thread, NULL, work, &workers[i]);
	}
	clock_gettime(CLOCK_MONOTONIC, &from);
	pthread_barrier_wait(&begin);
	for (unsigned i = 0; i < threads; i++)
		pthread_join(workers[i].thread, NULL);
	clock_gettime(CLOCK_MONOTONIC, &to);
	pthread_barrier_destroy(&begin);
	free(workers);
	return threads * (double) ids / ((double) (to.tv_sec - from.tv_sec) + (double) (to.tv_nsec - from.tv_nsec) / 1e9);
}

static int
compare_rates(const void *a, const void *b)
{
	double		x = *(const double *) a;
	double		y = *(const double *) b;

	return (x > y) - (x < y);
}

static wiji_generator *
factory(unsigned flags)
{
	wiji_options options = WIJI_OPTIONS;
	wiji_generator *g = NULL;

	options.flags = flags;
	if (wiji_factory(&g, &options) != WIJI_OK)
		abort();
	return g;
}

int
main(int argc, char **argv)
{
	long		ids = argc == 3 ? atol(argv[1]) : 0;
	int			rounds = argc == 3 ? atoi(argv[2]) : 0;
	unsigned	processors = (unsigned) sysconf(_SC_NPROCESSORS_ONLN);
	void	   *libuuid = dlopen("libuuid.so.1", RTLD_NOW);
	contender	contenders[] = {
		{"libwiji, a generator for each thread", generate_wiji,.generator = NULL},
		{"libwiji, one generator with a lock", generate_wiji,.generator = factory(WIJI_LOCKED)},
		{"libwiji, fresh random bits, a lock", generate_wiji,.generator = factory(WIJI_LOCKED | WIJI_FRESH_RANDOM)},
		{"libuuid, uuid_generate_time_v7", generate_uuid,.uuid = NULL},
		{"libuuid, uuid_generate_random", generate_uuid,.uuid = NULL},
	};
	size_t		n = sizeof(contenders) / sizeof(contenders[0]);

	if (ids < 1 || rounds < 1 || rounds > MAX_ROUNDS)
	{
		fputs("usage: bench IDS ROUNDS\n", stderr);
		return 2;
	}
	if (libuuid)
	{
		*(void **) &contenders[3].uuid = dlsym(libuuid, "uuid_generate_time_v7");
		*(void **) &contenders[4].uuid = dlsym(libuuid, "uuid_generate_random");
	}

	for (int round = 0; round < rounds; round++)
	{
		for (size_t i = 0; i < n; i++)
		{
			contender  *c = &contenders[(i + (size_t) round) % n];

			if (c->generate == generate_uuid && c->uuid == NULL)
				continue;
			c->rates[0][round] = measure(c, 1, ids);
			c->rates[1][round] = measure(c, processors, ids);
		}
	}

	printf("%-38s %8s %15s %15s %15s\n", "", "threads", "IDs per second", "minimum", "maximum");
	for (size_t i = 0; i < n; i++)
	{
		contender  *c = &contenders[i];

		if (c->generate == generate_uuid && c->uuid == NULL)
			printf("%-38s is not available in this machine's libuuid\n", c->name);
		for (int many = 0; many < 2 && (c->generate != generate_uuid || c->uuid); many++)
		{
			qsort(c->rates[many], (size_t) rounds, sizeof(double), compare_rates);
			printf("%-38s %8u %15.0f %15.0f %15.0f\n", c->name, many ? processors : 1,
				   c->rates[many][rounds / 2], c->rates[many][0], c->rates[many][rounds - 1]);
		}
	}
	wiji_factory_close(contenders[1].generator);
	wiji_factory_close(contenders[2].generator);
	return 0;
}
