/*
 * test/unit/test.h
 *		As much of a test framework as the core's tests need: TAP on stdout.
 */
#ifndef UNIT_TEST_H
#define UNIT_TEST_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static int	tests_run = 0;
static int	tests_failed = 0;

static void __attribute__((format(printf, 2, 3)))
ok(bool passed, const char *name, ...)
{
	va_list		args;

	printf("%sok %d - ", passed ? "" : "not ", ++tests_run);
	va_start(args, name);
	vprintf(name, args);
	va_end(args);
	putchar('\n');
	tests_failed += !passed;
}

static int
done_testing(void)
{
	printf("1..%d\n", tests_run);
	return tests_failed > 0;
}

/*
 * splitmix64: the same numbers in every run, so that a failure can be repeated
 */
static uint64_t random_state = 20261121;

static inline uint64_t
random64(void)
{
	uint64_t	z = random_state += UINT64_C(0x9E3779B97F4A7C15);

	z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
	return z ^ z >> 31;
}

/*
 * a * b / c, and whether that is exact; false if it has more than 64 bits.  c
 * may have 62.  One bit of a comes after the other, as not all machines have
 * arithmetic of 128 bits.
 */
static inline bool
scale(uint64_t a, uint64_t b, uint64_t c, uint64_t *result, bool *exact)
{
	uint64_t	rest = 0;

	*result = 0;
	for (int bit = 63; bit >= 0; bit--)
	{
		bool		one = a >> bit & 1;
		uint64_t	more;

		rest = 2 * rest + (one ? b % c : 0);
		more = (one ? b / c : 0) + rest / c;
		rest %= c;
		if (*result > (UINT64_MAX - more) / 2)
			return false;
		*result = 2 * *result + more;
	}
	*exact = rest == 0;
	return true;
}

#endif							/* UNIT_TEST_H */
