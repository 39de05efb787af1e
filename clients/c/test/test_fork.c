/*
 * test/test_fork.c
 *		A generator starts over in a child, however the child was forked.
 */
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test/threads.h"
#include "test/unit/test.h"

#define CHILDREN 50
#define IDS 50

/* Memory that all processes share. */
static struct
{
	wiji_t		ids[CHILDREN * CHILDREN + CHILDREN + 1][IDS];
	atomic_int	failed;
	atomic_size_t used;
}		   *shared;

/* Generate IDs into an unused place. */
static void
generate_shared(wiji_generator *g)
{
	if (!generate_ids(g, shared->ids[atomic_fetch_add(&shared->used, 1)], IDS))
		atomic_fetch_add(&shared->failed, 1);
}

/* Calls no handlers of pthread_atfork(); NULL where the C library lacks it. */
extern pid_t _Fork(void) __attribute__((weak));

static void
reap(pid_t child)
{
	int			status;

	if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
		atomic_fetch_add(&shared->failed, 1);
}

/* Children that fork, all with inherited generators. */
static void
test_storm(wiji_generator *g, pid_t (*fork_somehow) (void), int grandchildren, const char *name)
{
	pid_t		children[CHILDREN];
	size_t		generated;

	atomic_store(&shared->used, 0);
	atomic_store(&shared->failed, 0);
	generate_shared(g);
	for (int i = 0; i < CHILDREN; i++)
	{
		children[i] = fork_somehow();
		if (children[i] != 0)
			continue;
		if (i % 2)
			generate_shared(g); /* every other child before it forks */
		for (int j = 0; j < grandchildren; j++)
		{
			pid_t		child = fork_somehow();

			if (child == 0)
			{
				generate_shared(g);
				_exit(0);
			}
			reap(child);
		}
		if (i % 2 == 0)
			generate_shared(g);
		_exit(0);
	}
	for (int i = 0; i < CHILDREN; i++)
		reap(children[i]);
	generated = atomic_load(&shared->used);
	ok(generated == 1 + CHILDREN * (1 + (size_t) grandchildren) && atomic_load(&shared->failed) == 0 &&
	   repeats(shared->ids[0], generated * IDS) == 0, "%zu processes, %s: all IDs are distinct", generated, name);
}

static bool
same_random(const wiji_t *a, const wiji_t *b)
{
	wiji_fields x,
				y;

	wiji_parse(a, &x);
	wiji_parse(b, &y);
	return x.random == y.random;
}

/* The clock alone would make the IDs distinct, so compare the random bits. */
static void
test_bits(wiji_generator *g, pid_t (*fork_somehow) (void), const char *name)
{
	pid_t		child;

	atomic_store(&shared->failed, 0);
	wiji_generate(g, &shared->ids[0][0]);
	child = fork_somehow();
	if (child == 0)
	{
		wiji_generate(g, &shared->ids[0][1]);
		_exit(0);
	}
	reap(child);
	wiji_generate(g, &shared->ids[0][2]);
	ok(atomic_load(&shared->failed) == 0 && !same_random(&shared->ids[0][0], &shared->ids[0][1]) &&
	   same_random(&shared->ids[0][0], &shared->ids[0][2]), "%s: the child has other random bits, and the parent the same", name);
}

/* Threads of the parent hold the lock most of the time, including during fork(). */
static atomic_bool stop;

static void *
hold_lock(void *g)
{
	wiji_t		id;

	while (!atomic_load(&stop))
		wiji_generate(g, &id);
	return NULL;
}

static void
test_held_lock(wiji_generator *g)
{
	pthread_t	threads[4];

	atomic_store(&shared->used, 0);
	atomic_store(&shared->failed, 0);
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, hold_lock, g);
	for (int i = 0; i < 200 && atomic_load(&shared->failed) == 0; i++)
	{
		pid_t		child = fork();

		if (child == 0)
		{
			alarm(60);			/* a child that hangs fails */
			generate_shared(g);
			_exit(0);
		}
		reap(child);
	}
	atomic_store(&stop, true);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	ok(atomic_load(&shared->failed) == 0 && repeats(shared->ids[0], 200 * IDS) == 0,
	   "children of threads that hold the generator's lock do not wait for them");
}

/* Threads of a child that start to use an inherited generator at once. */
static void
test_threads_of_a_child(wiji_generator *g)
{
	pid_t		child;

	atomic_store(&shared->failed, 0);
	wiji_generate(g, &shared->ids[0][0]);
	child = fork();
	if (child == 0)
		_exit(generate_in_threads(16, g, shared->ids[1], 100) && repeats(shared->ids[1], 1600) == 0 ? 0 : 1);
	reap(child);
	ok(atomic_load(&shared->failed) == 0, "threads of a child begin with one generator together");
}

/* A child may free a generator that it has inherited. */
static void
test_close(wiji_generator *g)
{
	pid_t		child;

	atomic_store(&shared->failed, 0);
	child = fork();
	if (child == 0)
	{
		wiji_factory_close(g);
		_exit(0);
	}
	reap(child);
	generate_shared(g);
	ok(atomic_load(&shared->failed) == 0, "a child closes its generator, and the parent keeps it");
}

int
main(void)
{
	wiji_options options = WIJI_OPTIONS;
	wiji_generator *own,
			   *locked;

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	wiji_factory(&own, NULL);
	options.flags = WIJI_LOCKED;
	wiji_factory(&locked, &options);

	test_bits(NULL, fork, "a thread's own generator");
	test_bits(own, fork, "a factory");
	test_bits(locked, fork, "a locked one");
	test_storm(NULL, fork, 5, "with the threads' own generators");
	test_storm(locked, fork, 5, "with a locked one");
	/* emulators and ThreadSanitizer support plain forks only */
	if (_Fork != NULL && getenv("PLAIN_FORKS") == NULL)
	{
		test_bits(NULL, _Fork, "a thread's own generator, without handlers");
		test_bits(locked, _Fork, "a locked one, without handlers");
	}
	test_held_lock(locked);
	test_threads_of_a_child(locked);
	test_close(locked);
	wiji_factory_close(own);
	wiji_factory_close(locked);
	return done_testing();
}
