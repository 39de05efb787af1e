/*
 * test/tell.c
 *		Reads and generates IDs for other programs (clients/check).
 *
 *	tell answer			reads lines "wiji_text HEX" or "wiji_id HEX", and prints the ID or "-"
 *	tell generate N		prints N lines of new IDs: text, UUID form, hex, and the bytes in hex
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wiji.h"

static size_t
unhex(const char *hex, uint8_t *bytes)
{
	size_t		n = 0;

	while (n < 1000 && sscanf(hex + 2 * n, "%2hhx", &bytes[n]) == 1)
		n++;
	return n;
}

static void
answer(const char *word, const char *question)
{
	uint8_t		bytes[1000];
	size_t		n = unhex(question, bytes);
	wiji_t		id,
				lower,
				upper;
	wiji_fields f;
	char		hex[WIJI_HEX_SIZE],
				text[WIJI_TEXT_SIZE],
				uuid[WIJI_UUID_SIZE],
				from[WIJI_HEX_SIZE],
				to[WIJI_HEX_SIZE];

	if ((strcmp(word, "wiji_text") == 0 ? wiji_from_text((char *) bytes, n, &id) : wiji_from_bytes(bytes, n, &id)) != WIJI_OK)
	{
		puts("-");
		return;
	}
	wiji_parse(&id, &f);
	wiji_lower(f.timestamp_us, &lower);
	wiji_upper(f.timestamp_us, &upper);
	printf("%s %s %s %" PRId64 " %" PRId32 " %" PRId64 " %s %s\n", wiji_to_hex(&id, hex), wiji_to_text(&id, text), wiji_to_uuid(&id, uuid),
		   f.timestamp_us, f.sequence, f.random, wiji_to_hex(&lower, from), wiji_to_hex(&upper, to));
}

static void
generate(void)
{
	char		text[WIJI_TEXT_SIZE],
				uuid[WIJI_UUID_SIZE],
				hex[WIJI_HEX_SIZE],
				bytes[WIJI_HEX_SIZE];
	wiji_t		id;

	if (wiji_text(NULL, text) != WIJI_OK || wiji_uuid(NULL, uuid) != WIJI_OK ||
		wiji_hex(NULL, hex) != WIJI_OK || wiji_binary(NULL, id.bytes) != WIJI_OK)
		abort();
	printf("%s %s %s %s\n", text, uuid, hex, wiji_to_hex(&id, bytes));
}

int
main(int argc, char **argv)
{
	char		word[20];
	char		question[2001];

	if (argc == 2 && strcmp(argv[1], "answer") == 0)
	{
		while (scanf("%19s %2000s", word, question) == 2)
			answer(word, question);
		return 0;
	}
	for (int i = argc == 3 ? atoi(argv[2]) : 0; i > 0; i--)
		generate();
	return 0;
}
