/*
 * test/threads.h
 *		Threads that begin together, and ids of which each has to be there once.
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

/* How many of the ids, all different from the last one, are there twice? */
static size_t
repeats(wiji_t *ids, size_t n)
{
	size_t		repeats = 0;

	qsort(ids, n, sizeof(wiji_t), compare_ids);
	for (size_t i = 1; i < n; i++)
		repeats += wiji_compare(&ids[i - 1], &ids[i]) == 0;
	return repeats;
}

/* Make n ids; false if one is missing or not above the one before. */
static bool
make_ids(wiji_generator *g, wiji_t *ids, size_t n)
{
	bool		ascend = true;

	for (size_t i = 0; i < n; i++)
		ascend &= wiji_generate(g, &ids[i]) == WIJI_OK && (i == 0 || wiji_compare(&ids[i - 1], &ids[i]) < 0);
	return ascend;
}

typedef struct id_maker
{
	pthread_t	thread;
	pthread_barrier_t *begin;
	wiji_generator *generator;
	wiji_t	   *ids;
	size_t		n;
	bool		ascend;
} id_maker;

static void *
make_in_thread(void *argument)
{
	id_maker   *m = argument;

	pthread_barrier_wait(m->begin);
	m->ascend = make_ids(m->generator, m->ids, m->n);
	return NULL;
}

/*
 * Threads that make n ids each with one generator, or with their own if it is
 * NULL.  False if those of one do not ascend.
 */
static bool
make_in_threads(size_t threads, wiji_generator *g, wiji_t *ids, size_t n)
{
	id_maker   *makers = calloc(threads, sizeof(id_maker));
	pthread_barrier_t begin;
	pthread_attr_t attributes;
	bool		ascend = true;

	pthread_barrier_init(&begin, NULL, (unsigned) threads);
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 256 * 1024);
	for (size_t i = 0; i < threads; i++)
	{
		makers[i] = (id_maker)
		{
			.begin = &begin,.generator = g,.ids = ids + i * n,.n = n
		};
		if (pthread_create(&makers[i].thread, &attributes, make_in_thread, &makers[i]) != 0)
			abort();
	}
	for (size_t i = 0; i < threads; i++)
	{
		pthread_join(makers[i].thread, NULL);
		ascend &= makers[i].ascend;
	}
	pthread_attr_destroy(&attributes);
	pthread_barrier_destroy(&begin);
	free(makers);
	return ascend;
}

#endif							/* TEST_THREADS_H */
