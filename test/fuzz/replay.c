/*
 * test/fuzz/replay.c
 *		A harness without libFuzzer: feeds it every file of a folder, the inputs
 *		that differ from one of these in one byte, and random ones.
 */
#include <dirent.h>

#include "test/fuzz/fuzz.h"
#include "test/unit/test.h"

#define LONGEST 4096
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
feed_neighbors(const char *path)
{
	uint8_t		bytes[LONGEST];
	FILE	   *file = fopen(path, "rb");
	size_t		size;

	if (file == NULL)
	{
		perror(path);
		exit(1);
	}
	size = fread(bytes, 1, sizeof(bytes), file);
	fclose(file);

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
	DIR		   *folder = argc == 2 ? opendir(argv[1]) : NULL;
	int			files = 0;
	struct dirent *entry;

	if (folder == NULL)
	{
		fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
		return 1;
	}
	while ((entry = readdir(folder)) != NULL)
	{
		char		path[LONGEST];

		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", argv[1], entry->d_name);
		feed_neighbors(path);
		files++;
	}
	closedir(folder);
	feed_random();
	ok(files > 0, "%s: what must hold does, of %d files and %ld inputs", argv[1], files, inputs);
	return done_testing();
}
