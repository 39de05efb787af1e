/*
 * test/threads.h
 *		Threads that start together, and a check for repeated IDs.
 */
#ifndef TEST_THREADS_H
#define TEST_THREADS_H

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "wiji.h"

static int
compare_ids(const void *a, const void *b)
{
	return wiji_compare(a, b);
}

/* How many of the IDs are equal to another one? */
static size_t
repeats(wiji_t *ids, size_t n)
{
	size_t		repeats = 0;

	qsort(ids, n, sizeof(wiji_t), compare_ids);
	for (size_t i = 1; i < n; i++)
		repeats += wiji_compare(&ids[i - 1], &ids[i]) == 0;
	return repeats;
}

/* Generate n IDs; false if one fails or is not greater than the one before. */
static bool
generate_ids(wiji_generator *g, wiji_t *ids, size_t n)
{
	bool		ascend = true;

	for (size_t i = 0; i < n; i++)
		ascend &= wiji_generate(g, &ids[i]) == WIJI_OK && (i == 0 || wiji_compare(&ids[i - 1], &ids[i]) < 0);
	return ascend;
}

typedef struct worker
{
	pthread_t	thread;
	pthread_barrier_t *begin;
	wiji_generator *generator;
	wiji_t	   *ids;
	size_t		n;
	bool		ascend;
} worker;

static void *
generate_in_thread(void *argument)
{
	worker	   *w = argument;

	pthread_barrier_wait(w->begin);
	w->ascend = generate_ids(w->generator, w->ids, w->n);
	return NULL;
}

/*
 * Generate n IDs in each thread, with one generator, or with the threads' own if
 * it is NULL.  Returns false if the IDs of a thread do not ascend.
 */
static bool
generate_in_threads(size_t threads, wiji_generator *g, wiji_t *ids, size_t n)
{
	worker	   *workers = calloc(threads, sizeof(worker));
	pthread_barrier_t begin;
	pthread_attr_t attributes;
	bool		ascend = true;

	pthread_barrier_init(&begin, NULL, (unsigned) threads);
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 256 * 1024);
	for (size_t i = 0; i < threads; i++)
	{
		workers[i] = (worker)
		{
			.begin = &begin,.generator = g,.ids = ids + i * n,.n = n
		};
		if (pthread_create(&workers[i].thread, &attributes, generate_in_thread, &workers[i]) != 0)
			abort();
	}
	for (size_t i = 0; i < threads; i++)
	{
		pthread_join(workers[i].thread, NULL);
		ascend &= workers[i].ascend;
	}
	pthread_attr_destroy(&attributes);
	pthread_barrier_destroy(&begin);
	free(workers);
	return ascend;
}

#endif							/* TEST_THREADS_H */
