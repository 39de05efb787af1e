/*
 * test/test_generator.c
 *		Generators, with clocks and random bits that the test controls.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "test/table.h"
#include "test/unit/test.h"
#include "wiji.h"

#define RANDOM INT64_C(0x123456789ABCD)

/*
 * Replaces the function from which the library gets random bits.
 */
static int	getrandom_error = 0;	/* it fails with this */
static int	getrandom_calls = 0;

ssize_t
getrandom(void *buffer, size_t n, unsigned flags)
{
	getrandom_calls++;
	if (getrandom_error == EINTR && getrandom_calls < 3)
	{
		errno = EINTR;
		return -1;
	}
	if (getrandom_error != 0 && getrandom_error != EINTR)
	{
		errno = getrandom_error;
		return -1;
	}
	/* it may return fewer bytes than requested */
	return syscall(SYS_getrandom, buffer, n > 5 ? 5 : n, flags);
}

static int64_t
clock_of_test(void *context)
{
	return *(int64_t *) context;
}

static bool
entropy_of_test(void *context, void *buffer, size_t n)
{
	const bool *works = context;
	uint64_t	word = RANDOM;

	for (size_t i = 0; i < n; i++)
		((char *) buffer)[i] = ((char *) &word)[i % sizeof(word)];
	return *works;
}

static bool works = true;

/* A generator with this clock that does not wait. */
static wiji_generator *
new_generator(int64_t *clock, unsigned flags)
{
	wiji_options options = WIJI_OPTIONS;
	wiji_generator *g = NULL;

	options.flags = flags;
	options.max_wait_ms = 0;
	options.clock = clock_of_test;
	options.clock_context = clock;
	options.entropy = entropy_of_test;
	options.entropy_context = &works;
	if (wiji_factory(&g, &options) != WIJI_OK)
		abort();
	return g;
}

static bool
is_text(const wiji_t *id, const char *expected)
{
	char		text[WIJI_TEXT_SIZE];

	return strcmp(wiji_to_text(id, text), expected) == 0;
}

/* Generate the IDs of a row of clock.tsv; how many are wrong? */
static int
run_row(wiji_generator *g, int ids, const char *first, const char *last)
{
	int			wrong = 0;
	wiji_t		id,
				before;
	wiji_fields f,
				of_before;

	for (int i = 0; i < ids; i++)
	{
		wrong += wiji_generate(g, &id) != WIJI_OK;
		wrong += i == 0 && !is_text(&id, first);
		if (i > 0)
		{
			wiji_parse(&id, &f);
			wiji_parse(&before, &of_before);
			wrong += f.sequence != of_before.sequence + 1 || f.timestamp_us != of_before.timestamp_us;
		}
		before = id;
	}
	return wrong + !is_text(&id, last);
}

static void
test_conformance(unsigned flags, const char *name)
{
	FILE	   *table = open_table("clock.tsv");
	char	   *f[MAX_FIELDS];
	char		scenario[100] = "";
	int64_t		clock = 0;
	wiji_generator *g = NULL;
	wiji_t		id;
	int			rows = 0;
	int			wrong = 0;

	while (next_row(table, f))
	{
		clock = strtoll(f[1], NULL, 10);
		if (strcmp(scenario, f[0]) != 0)
		{
			wiji_factory_close(g);
			g = new_generator(&clock, flags);
		}
		snprintf(scenario, sizeof(scenario), "%s", f[0]);
		if (strcmp(f[3], "wait") == 0)
			wrong += wiji_generate(g, &id) != WIJI_CLOCK_BEHIND;
		else
			wrong += run_row(g, atoi(f[2]), f[4], f[5]);
		rows++;
	}
	fclose(table);
	wiji_factory_close(g);
	ok(rows > 30 && wrong == 0, "clock.tsv, %s: %d readings of a clock, %d wrong", name, rows, wrong);
}

/* A clock that gets past the last ID while the generator waits. */
static int	readings = 0;

static int64_t
late_clock(void *context)
{
	(void) context;
	return ++readings > 65536 + 40 ? 1001 : 1000;
}

static void
test_wait(void)
{
	wiji_options options = WIJI_OPTIONS;
	wiji_generator *g = NULL;
	wiji_t		id;
	wiji_fields f;
	int64_t		clock = 500;
	int			generated = 0;

	options.clock = late_clock;
	wiji_factory(&g, &options);
	for (int i = 0; i < 65537; i++)
		generated += wiji_generate(g, &id) == WIJI_OK;
	wiji_parse(&id, &f);
	ok(generated == 65537 && f.timestamp_us == 1001 && f.sequence == 0 && readings > 65536 + 40,
	   "a generator waits for a clock that is late");

	readings = 0;
	options.max_wait_ms = 30;
	wiji_factory_close(g);
	options.clock = clock_of_test;
	options.clock_context = &clock;
	wiji_factory(&g, &options);
	for (int i = 0; i < 65536; i++)
		generated += wiji_generate(g, &id) == WIJI_OK;
	ok(wiji_generate(g, &id) == WIJI_CLOCK_BEHIND, "it gives up when its wait is over");
	clock = 501;
	ok(wiji_generate(g, &id) == WIJI_OK && wiji_parse(&id, &f) == WIJI_OK && f.timestamp_us == 501 && f.sequence == 0,
	   "and goes on when the clock has caught up");
	wiji_factory_close(g);
}

static void
test_bad_clock(void)
{
	int64_t		clock = -1;
	wiji_generator *g = new_generator(&clock, 0);
	wiji_t		id = {{7}};

	ok(wiji_generate(g, &id) == WIJI_NO_CLOCK && id.bytes[0] == 7, "no ID is generated if the clock cannot be read");
	clock = WIJI_MAX_US + 1;
	ok(wiji_generate(g, &id) == WIJI_NO_CLOCK, "or if it is past the last timestamp");
	clock = 5;
	ok(wiji_generate(g, &id) == WIJI_OK && is_text(&id, "00000000000M0004938NKRKAYD"), "the generator is unchanged");
	wiji_factory_close(g);
}

static void
test_entropy(void)
{
	int64_t		clock = 5;
	wiji_options options = WIJI_OPTIONS;
	wiji_generator *g = NULL;
	wiji_t		id;
	wiji_fields f;

	works = false;
	options.entropy = entropy_of_test;
	options.entropy_context = &works;
	ok(wiji_factory(&g, &options) == WIJI_NO_RANDOM && g == NULL, "without random bits no generator is created");
	works = true;
	g = new_generator(&clock, WIJI_FRESH_RANDOM);
	works = false;
	for (int i = 0; i < 31; i++)
		wiji_generate(g, &id);
	ok(wiji_generate(g, &id) == WIJI_NO_RANDOM, "no ID is generated if the pool cannot be refilled");
	works = true;
	ok(wiji_generate(g, &id) == WIJI_OK && wiji_parse(&id, &f) == WIJI_OK && f.sequence == 31, "and no counter value is lost");
	wiji_factory_close(g);

	getrandom_error = ENOSYS;
	getrandom_calls = 0;
	g = NULL;
	ok(wiji_factory(&g, NULL) == WIJI_OK && getrandom_calls > 0, "/dev/urandom replaces a missing getrandom()");
	wiji_factory_close(g);
	getrandom_error = EINTR;
	getrandom_calls = 0;
	ok(wiji_factory(&g, NULL) == WIJI_OK && getrandom_calls > 3, "a call that is interrupted is repeated");
	wiji_factory_close(g);
	getrandom_error = 0;
}

static void
test_options(void)
{
	struct
	{
		wiji_options options;
		int64_t		of_a_later_version;
	}			later = {WIJI_OPTIONS, 0};
	wiji_options options = WIJI_OPTIONS;
	wiji_generator *g = NULL;

	later.options.size = sizeof(later);
	ok(wiji_factory(&g, &later.options) == WIJI_OK, "options of a later version may be zero");
	wiji_factory_close(g);
	g = NULL;
	later.of_a_later_version = 1;
	ok(wiji_factory(&g, &later.options) == WIJI_BAD_OPTION && g == NULL, "and nothing else");
	options.flags = 64;
	ok(wiji_factory(&g, &options) == WIJI_BAD_OPTION, "unknown flags are rejected");
	options = (wiji_options) WIJI_OPTIONS;
	options.max_wait_ms = -2;
	ok(wiji_factory(&g, &options) == WIJI_BAD_OPTION, "a wait is -1 or more");
	options = (wiji_options) WIJI_OPTIONS;
	options.size = 4;
	ok(wiji_factory(&g, &options) == WIJI_BAD_OPTION, "options without their size are rejected");
	wiji_factory_close(NULL);
}

/* Two generators in turn, at the same time: they are independent. */
static void
test_two(unsigned flags, const char *name)
{
	wiji_options options = WIJI_OPTIONS;
	wiji_generator *two[2] = {NULL, NULL};
	int64_t		clock = 1000;
	wiji_t		id;
	wiji_fields f = {0},
				first[2] = {0};
	int			wrong = 0;

	options.flags = flags;
	options.clock = clock_of_test;
	options.clock_context = &clock;
	wiji_factory(&two[0], &options);
	wiji_factory(&two[1], &options);
	for (int i = 0; i < 6; i++)
	{
		wrong += wiji_generate(two[i % 2], &id) != WIJI_OK || wiji_parse(&id, &f) != WIJI_OK;
		if (i < 2)
			first[i] = f;
		wrong += f.timestamp_us != 1000 || f.sequence != i / 2 || f.random != first[i % 2].random;
	}
	ok(wrong == 0 && first[0].random != first[1].random, "two generators are independent, %s", name);
	wiji_factory_close(two[0]);
	wiji_factory_close(two[1]);
}

static void
test_random(void)
{
	wiji_options options = WIJI_OPTIONS;
	wiji_generator *g,
			   *other;
	wiji_t		a,
				b;
	wiji_fields f,
				of_b;
	int			equal = 0;

	wiji_factory(&g, NULL);
	wiji_factory(&other, NULL);
	wiji_generate(g, &a);
	wiji_generate(g, &b);
	wiji_parse(&a, &f);
	wiji_parse(&b, &of_b);
	ok(f.random == of_b.random, "a generator keeps its random bits");
	wiji_generate(other, &b);
	wiji_parse(&b, &of_b);
	ok(f.random != of_b.random, "and another one has different ones");
	wiji_generate(NULL, &a);
	wiji_parse(&a, &f);
	ok(f.random != of_b.random, "so has the thread's own");
	wiji_factory_close(g);
	wiji_factory_close(other);

	options.flags = WIJI_FRESH_RANDOM;
	wiji_factory(&g, &options);
	for (int i = 0; i < 1000; i++)
	{
		wiji_generate(g, &a);
		wiji_parse(&a, &f);
		equal += f.random == of_b.random;
		of_b = f;
	}
	ok(equal == 0, "a thousand IDs with fresh random bits share none with the one before");
	wiji_factory_close(g);
}

static void
test_at(void)
{
	wiji_t		id,
				before = {{0}},
				next;
	wiji_fields f = {.sequence = -1};
	int64_t		random = -1;
	int			wrong = 0;

	wiji_generate(NULL, &before);
	for (int i = 0; i < 65536; i++)
	{
		wrong += wiji_generate_at(NULL, 1234567, &id) != WIJI_OK || wiji_parse(&id, &f) != WIJI_OK ||
			f.timestamp_us != 1234567 || f.sequence != i || f.random == random;
		random = f.random;
	}
	ok(wrong == 0, "65,536 IDs of one microsecond ascend, with their own random bits");
	wiji_generate_at(NULL, 1234567, &id);
	wiji_parse(&id, &f);
	ok(f.sequence == 0 && f.random != random, "then the counter restarts");
	wiji_generate_at(NULL, 1234567, &id);
	wiji_generate_at(NULL, 1234568, &id);
	wiji_parse(&id, &f);
	ok(f.sequence == 0 && f.timestamp_us == 1234568, "as it does with another timestamp");
	wiji_generate(NULL, &next);
	ok(wiji_compare(&before, &next) < 0, "the generator continues after its last ID");
	ok(wiji_generate_at(NULL, -1, &id) == WIJI_BAD_TIMESTAMP && wiji_generate_at(NULL, WIJI_MAX_US + 1, &id) == WIJI_BAD_TIMESTAMP,
	   "timestamps have a range");
}

static void
test_forms(void)
{
	int64_t		clock = 0;
	wiji_generator *g = new_generator(&clock, 0);
	char		text[WIJI_UUID_SIZE];
	wiji_t		id;

	ok(wiji_text(g, text) == WIJI_OK && strcmp(text, "0000000000000004938NKRKAYD") == 0, "an ID as text");
	ok(wiji_uuid(g, text) == WIJI_OK && strcmp(text, "00000000-0000-0000-0111-23456789abcd") == 0, "as uuid");
	ok(wiji_hex(g, text) == WIJI_OK && strcmp(text, "0000000000000000021123456789abcd") == 0, "as hex");
	ok(wiji_binary(g, id.bytes) == WIJI_OK && is_text(&id, "0000000000000064938NKRKAYD"), "as bytes");
	clock = -1;
	ok(wiji_text(g, text) == WIJI_NO_CLOCK && wiji_uuid(g, text) == WIJI_NO_CLOCK && wiji_hex(g, text) == WIJI_NO_CLOCK &&
	   wiji_binary(g, id.bytes) == WIJI_NO_CLOCK && strlen(text) == 32, "and an error in each form if the clock fails");
	wiji_factory_close(g);
}

/* A clock that wanders, stalls, leaps and steps back. */
static void
test_wandering_clock(void)
{
	int64_t		clock = 1000000;
	wiji_generator *g = new_generator(&clock, 0);
	wiji_t		id,
				before = {{0}};
	int			behind = 0;
	bool		ascend = true;

	for (int i = 0; i < 1000000; i++)
	{
		uint64_t	r = random64();
		int64_t		step = (int64_t) ((r >> 8) & ((UINT64_C(1) << (r >> 3) % 20) - 1));
		int			status;

		if (r % 8 == 0)
			clock = clock > step ? clock - step : 0;
		else if (r % 8 == 1)
			clock += step;
		status = wiji_generate(g, &id);
		if (status == WIJI_OK)
		{
			ascend &= wiji_compare(&before, &id) < 0;
			before = id;
		}
		else
		{
			behind++;
			ascend &= status == WIJI_CLOCK_BEHIND;
			clock += 1 << 24;
		}
	}
	ok(ascend, "a million IDs ascend under a wandering clock, which has to catch up %d times", behind);
	wiji_factory_close(g);
}

/* With the system's clock. */
static void
test_system_clock(void)
{
	struct timespec now;
	wiji_t		id;
	wiji_fields f;
	int64_t		before;

	clock_gettime(CLOCK_REALTIME, &now);
	before = now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
	wiji_generate(NULL, &id);
	wiji_parse(&id, &f);
	clock_gettime(CLOCK_REALTIME, &now);
	ok(f.timestamp_us >= before && f.timestamp_us <= now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000,
	   "an ID has the time at which it was generated");
}

int
main(void)
{
	test_conformance(0, "for one thread");
	test_conformance(WIJI_LOCKED, "locked");
	test_wait();
	test_bad_clock();
	test_entropy();
	test_options();
	test_two(0, "for one thread");
	test_two(WIJI_LOCKED, "locked");
	test_random();
	test_at();
	test_forms();
	test_wandering_clock();
	test_system_clock();
	return done_testing();
}
