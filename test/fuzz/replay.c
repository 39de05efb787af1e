/*
 * test/fuzz/replay.c
 *		A harness without libFuzzer: feeds it every file of a folder.
 */
#include <dirent.h>

#include "test/fuzz/fuzz.h"

#define LONGEST 4096

/* A copy of just the size, so that a sanitizer notices a read past it. */
static void
feed(const char *path)
{
	uint8_t		bytes[LONGEST];
	FILE	   *file = fopen(path, "rb");
	size_t		size;
	uint8_t    *data;

	if (file == NULL)
	{
		perror(path);
		exit(1);
	}
	size = fread(bytes, 1, sizeof(bytes), file);
	fclose(file);

	data = malloc(size ? size : 1);
	if (data == NULL)
		abort();
	memcpy(data, bytes, size);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
}

int
main(int argc, char **argv)
{
	DIR		   *folder = argc == 2 ? opendir(argv[1]) : NULL;
	int			inputs = 0;
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
		feed(path);
		inputs++;
	}
	closedir(folder);
	printf("%sok 1 - %s: what must hold does, of %d inputs\n", inputs > 0 ? "" : "not ", argv[1], inputs);
	return inputs == 0;
}
