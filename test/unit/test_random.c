/*
 * test/unit/test_random.c
 *		The pool of random bits: each is handed out once, to one process, and wiped.
 */
#include <setjmp.h>
#include <string.h>

#include "random.c"
#include "test/unit/test.h"

int			MyProcPid = 1;

static jmp_buf on_error;
static bool exhausted = false;
static int	fills = 0;
static uint64 drawn = 0;		/* words that the server gave */

void
stub_error(const char *what)
{
	(void) what;
	longjmp(on_error, 1);
}

/* Words with consecutive numbers, from 1 on. */
bool
pg_strong_random(void *buffer, size_t n)
{
	uint64	   *words = buffer;

	if (exhausted)
		return false;
	fills++;
	for (size_t i = 0; i < n / sizeof(uint64); i++)
		words[i] = ++drawn;
	return true;
}

static int
words_left(void)
{
	int			left = 0;

	for (int i = 0; i < POOL_WORDS; i++)
		left += pool[i] != 0;
	return left;
}

int
main(void)
{
	static bool seen[10 * POOL_WORDS];
	bool		once = true;
	bool		wiped = true;
	volatile bool raised = false;

	for (uint64 given = 1; given <= 5 * POOL_WORDS; given++)
	{
		uint64		word = id_random64();

		once &= word > 0 && word <= drawn && !seen[word];
		seen[word] = true;
		wiped &= words_left() == (int) (drawn - given);
		if (given == 1)
			ok(drawn == FIRST_WORDS, "the first call requests %d words from the server", FIRST_WORDS);
	}
	ok(once, "each word of the server's is handed out once");
	ok(wiped, "and is wiped as it is");
	while (pool_left > 0)
		id_random64();
	fills = 0;
	for (int i = 0; i < 2 * POOL_WORDS; i++)
		id_random64();
	ok(fills == 2, "later calls request %d words at once", POOL_WORDS);

	/* as after a fork, in the middle of a pool */
	for (int i = 0; i < POOL_WORDS / 2; i++)
		seen[id_random64()] = true;
	MyProcPid = 2;
	ok(id_random64() > drawn - POOL_WORDS && id_random64() > drawn - POOL_WORDS && fills == 4,
	   "another process uses nothing of a pool that it did not fill");

	/* an error, and nothing of the old pool after it */
	MyProcPid = 3;
	exhausted = true;
	if (setjmp(on_error) == 0)
		id_random64();
	else
		raised = true;
	MyProcPid = 2;
	if (setjmp(on_error) == 0)
	{
		id_random64();
		raised = false;
	}
	ok(raised, "a server without random bits is an error, even at the second call");

	exhausted = false;
	ok(id_random64() > drawn - POOL_WORDS && fills == 5, "and not anymore when it has some");
	return done_testing();
}
