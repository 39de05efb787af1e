/*
 * process.c
 *		Identifies the current process.
 *
 * getpid() is a system call, which takes longer than generating an ID.  Instead,
 * a word is kept that becomes 0 in a child.  Linux 4.14 and later wipe the word's
 * page, however the child was forked.  Elsewhere a handler of pthread_atfork()
 * clears it, which _Fork() and clone() do not call.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include "process.h"

static _Atomic(atomic_uint *) mark; /* the word; NULL until it is chosen */
static atomic_uint mark_of_handler; /* the word if no page can be wiped */
static atomic_uint last;		/* the last number that was given to a process */

/*
 * A page that a fork wipes, or NULL.  Some versions of qemu accept any advice and
 * ignore it.  Invalid advice detects them.
 */
static atomic_uint *
wiped_page(void)
{
#ifdef MADV_WIPEONFORK
	size_t		size = (size_t) sysconf(_SC_PAGESIZE);
	void	   *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED)
		return NULL;
	if (madvise(page, size, -1) != 0 && madvise(page, size, MADV_WIPEONFORK) == 0)
		return page;
	munmap(page, size);
#endif
	return NULL;
}

static void
in_child(void)
{
	atomic_uint *word = atomic_load(&mark);

	if (word != NULL)
		atomic_store(word, 0);
}

/*
 * Several threads may call this concurrently.  The word of the first one is used,
 * and the others leave a page and a handler behind.  (pthread_once() may hang in
 * the child of a concurrent fork.)
 */
static atomic_uint *
set_mark(void)
{
	atomic_uint *none = NULL;
	atomic_uint *word = wiped_page();

	if (word == NULL)
	{
		if (pthread_atfork(NULL, NULL, in_child) != 0)
			return NULL;
		word = &mark_of_handler;
	}
	return atomic_compare_exchange_strong(&mark, &none, word) ? word : none;
}

unsigned
wiji_process(void)
{
	atomic_uint *word = atomic_load_explicit(&mark, memory_order_acquire);
	unsigned	process;
	unsigned	none = 0;

	if (__builtin_expect(word == NULL, false))
	{
		word = set_mark();
		if (word == NULL)
			return 0;
	}
	process = atomic_load_explicit(word, memory_order_acquire);
	if (__builtin_expect(process != 0, true))
		return process;

	/* a new process: the first of its threads to get here assigns a number */
	process = atomic_fetch_add(&last, 1) + 1;
	return atomic_compare_exchange_strong(word, &none, process) ? process : none;
}
