/*
 * test/fuzz/answer.c
 *		What the core returns for IDs and texts, line by line, for test/fuzz/reference.py
 *		to compare with what it says itself.
 *
 * A question is a word and hexadecimal bytes, sometimes with numbers after
 * them; its answer is a line, "-" where the core rejects it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/hex.h"
#include "core/wiji.h"
#include "test/fuzz/answer.h"
#include "test/uuid.h"

/* The rooms: test/core.mk defines ROOMS as ROOM(its name) for each that is there. */
#define ROOM(room) DECLARE_ANSWER(room)
ROOMS
#undef ROOM

#define LONGEST 200

static void
tell_wiji(id_status status, const uint8_t *id)
{
	char		text[WIJI_TEXT_LEN];
	char		uuid[WIJI_UUID_LEN];
	uint8_t		bound[WIJI_LEN];

	if (status != ID_OK)
	{
		printf("-");
		return;
	}
	wiji_encode(id, text);
	encode_uuid(id, uuid);
	print_hex(id, WIJI_LEN);
	printf(" %.*s %.*s %" PRId64 " %d %" PRId64, WIJI_TEXT_LEN, text, WIJI_UUID_LEN, uuid,
		   wiji_get_timestamp_us(id), wiji_get_sequence(id), wiji_get_random(id));
	wiji_first_of(wiji_get_timestamp_us(id), bound);
	printf(" ");
	print_hex(bound, WIJI_LEN);
	wiji_last_of(wiji_get_timestamp_us(id), bound);
	printf(" ");
	print_hex(bound, WIJI_LEN);
}

static void
answer(const char *question, const uint8_t *bytes, size_t n, const int64_t numbers[4])
{
	const char *text = (const char *) bytes;
	uint8_t		id[16];

	if (IS("wiji_text"))
		tell_wiji(wiji_decode(text, n, id), id);
	if (IS("wiji_id"))
		tell_wiji(wiji_check(bytes), bytes);
#define ROOM(room) answer_##room(question, bytes, n, numbers);
	ROOMS;
	putchar('\n');
}

int
main(void)
{
	char		line[1000];

	while (fgets(line, sizeof(line), stdin) != NULL)
	{
		char		question[20];
		char		hex[2 * LONGEST + 1];
		int64_t		numbers[4] = {0};
		size_t		n;
		uint8_t    *bytes;

		if (sscanf(line, "%19s %400s %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64, question, hex,
				   &numbers[0], &numbers[1], &numbers[2], &numbers[3]) < 2)
			return 1;

		/*
		 * of exactly its size, so that a sanitizer detects a read past it;
		 * "." is empty
		 */
		n = strlen(hex) / 2;
		bytes = malloc(n + 1);
		if (bytes == NULL || !id_hex_decode(hex, n, bytes + 1))
			return 1;
		answer(question, bytes + 1, n, numbers);
		free(bytes);
	}
	return 0;
}
