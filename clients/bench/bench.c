/*
 * bench.c
 *		C's part of clients/bench/compare: its arguments and its output are
 *		described there.  In many threads: make -C clients/c bench.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "wiji.h"

static wiji_t id;
static char text[WIJI_TEXT_SIZE],
			form[WIJI_UUID_SIZE];
static unsigned char uuid[16];
static char uuid_text[37];
static void (*uuid_generate_random) (unsigned char *);
static int	(*uuid_parse) (const char *, unsigned char *);
static void (*uuid_unparse_lower) (const unsigned char *, char *);

static void
check(int failed)
{
	if (failed)
		abort();
}

static void
generate(void)
{
	check(wiji_text(NULL, text));
}

static void
generate_uuid(void)
{
	uuid_generate_random(uuid);
	uuid_unparse_lower(uuid, uuid_text);
}

static void
parse(void)
{
	check(wiji_from_text(text, WIJI_TEXT_SIZE - 1, &id));
}

static void
parse_form(void)
{
	check(wiji_from_text(form, WIJI_UUID_SIZE - 1, &id));
}

static void
parse_uuid(void)
{
	check(uuid_parse(uuid_text, uuid));
}

static void
format(void)
{
	wiji_to_text(&id, text);
}

static void
format_uuid(void)
{
	uuid_unparse_lower(uuid, uuid_text);
}

static double
measure(long n, void (*run) (void))
{
	struct timespec from,
				to;

	clock_gettime(CLOCK_MONOTONIC, &from);
	for (long i = 0; i < n; i++)
		run();
	clock_gettime(CLOCK_MONOTONIC, &to);
	return ((to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec)) / n;
}

int
main(int argc, char **argv)
{
	const struct
	{
		const char *operation;
		const char *library;
		void		(*run) (void);
	}			contenders[] = {
		{"generate", "wiji", generate}, {"generate", "libuuid", generate_uuid},
		{"parse text", "wiji", parse}, {"parse text", "libuuid", parse_uuid},
		{"parse UUID form", "wiji", parse_form}, {"parse UUID form", "libuuid", parse_uuid},
		{"format", "wiji", format}, {"format", "libuuid", format_uuid},
	};
#define COUNT ((int) (sizeof(contenders) / sizeof(*contenders)))
	double		best[COUNT];
	void	   *library = dlopen("libuuid.so.1", RTLD_NOW);

	check(argc != 3 || library == NULL);
	*(void **) &uuid_generate_random = dlsym(library, "uuid_generate_random");
	*(void **) &uuid_parse = dlsym(library, "uuid_parse");
	*(void **) &uuid_unparse_lower = dlsym(library, "uuid_unparse_lower");
	generate();
	generate_uuid();
	parse();
	wiji_to_uuid(&id, form);

	for (int i = 0; i < COUNT; i++)
		best[i] = INFINITY;
	for (int round = 0; round < atoi(argv[2]); round++)
		for (int i = 0; i < COUNT; i++)
			best[i] = fmin(best[i], measure(atol(argv[1]), contenders[i].run));
	for (int i = 0; i < COUNT; i++)
		printf("%s\t%s\t%f\n", contenders[i].operation, contenders[i].library, best[i]);
	return 0;
}
