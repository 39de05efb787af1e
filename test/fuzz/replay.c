/*
 * test/fuzz/replay.c
 *		A harness without libFuzzer: feeds it the seeds in a file, the inputs that
 *		differ from one of these in one bit, and random ones.
 *
 * A seed is a line of hexadecimal digits.
 */
#include "core/hex.h"
#include "test/fuzz/fuzz.h"
#include "test/unit/test.h"

#define LONGEST 4096			/* bytes of a seed */
#define RANDOM_INPUTS 100000
#define LONGEST_RANDOM 64

static long inputs = 0;

/* A copy of just the size, so that a sanitizer notices a read past it. */
static void
run_input(const uint8_t *bytes, size_t size)
{
	uint8_t    *data = malloc(size ? size : 1);

	if (data == NULL)
		abort();
	memcpy(data, bytes, size);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
	inputs++;
}

static void
feed_neighbors(uint8_t *bytes, size_t size)
{
	run_input(bytes, size);
	for (size_t place = 0; place < size; place++)
	{
		for (int bit = 0; bit < 8; bit++)
		{
			bytes[place] ^= (uint8_t) (1 << bit);
			run_input(bytes, size);
			bytes[place] ^= (uint8_t) (1 << bit);
		}
	}
}

/*
 * Of every size, with runs of equal bits; the second half of most is the first
 * one up to some place, so that each place of two IDs decides about their
 * order.
 */
static void
feed_random(void)
{
	for (int i = 0; i < RANDOM_INPUTS; i++)
	{
		uint8_t		bytes[LONGEST_RANDOM];
		size_t		size = random64() % (LONGEST_RANDOM + 1);

		for (size_t at = 0; at < size; at++)
			bytes[at] = random64() % 4 ? (uint8_t) random64() : random64() % 2 ? 0xFF : 0;
		if (i % 4 && size > 1)
			memcpy(bytes + size / 2, bytes, random64() % (size / 2 + 1));
		run_input(bytes, size);
	}
}

int
main(int argc, char **argv)
{
	FILE	   *file = argc == 2 ? fopen(argv[1], "r") : NULL;
	char		line[2 * LONGEST + 2];
	int			seeds = 0;

	if (file == NULL)
	{
		fprintf(stderr, "usage: %s FILE\n", argv[0]);
		return 1;
	}
	while (fgets(line, sizeof(line), file) != NULL)
	{
		uint8_t		bytes[LONGEST];
		size_t		digits = strcspn(line, "\n");

		seeds++;
		if (digits % 2 != 0 || line[digits] == '\0' || !id_hex_decode(line, digits / 2, bytes))
		{
			fprintf(stderr, "%s: line %d is not a seed\n", argv[1], seeds);
			return 1;
		}
		feed_neighbors(bytes, digits / 2);
	}
	fclose(file);
	feed_random();
	ok(seeds > 0, "%s: what must hold does, of %d seeds and %ld inputs", argv[1], seeds, inputs);
	return done_testing();
}
