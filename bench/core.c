/*
 * bench/core.c
 *		How many instructions does the core take for one id?
 *
 *	core OPERATION N	does it N times, for callgrind to count; 0 times is what is left without it
 *	core				lists the operations
 */
#include <stdio.h>
#include <stdlib.h>

#include "core/monotonic.h"
#include "core/siq.h"
#include "core/tid62.h"
#include "core/uid60.h"
#include "core/uuidtime.h"
#include "core/wiji.h"

static uint8_t id[16];
static uint8_t other[16];
static char text[64];
static volatile uint64_t result;	/* what is computed is used */

static void
generate(int i)
{
	static monotonic state = MONOTONIC_INIT;

	/* 40 ids in a microsecond */
	monotonic_next(&state, INT64_C(1795228678335935) + i / 40, 0, WIJI_MAX_SEQUENCE);
	wiji_pack(id, state.last, state.sequence, 13754316177915);
}

#define OPERATION(name, ...) static void name(int i) { (void) i; __VA_ARGS__; }

OPERATION(wiji_to_text, wiji_encode(id, text))
OPERATION(text_to_wiji, result = wiji_decode(text, WIJI_TEXT_LEN, id))
OPERATION(compare_wijis, result = wiji_compare(id, other))
OPERATION(hash_wiji, result = wiji_hash64(id, i))
OPERATION(sort_key_of_wiji, result = wiji_sort_key(id))
OPERATION(siq_to_text, siq_encode(id, i, text))
OPERATION(tid62_to_text, tid62_encode(id, text))
OPERATION(text_to_tid62, result = tid62_decode(text, TID62_TEXT_LEN, id))
OPERATION(uid60_to_text, uid60_encode(id, text))
OPERATION(text_to_uid60, result = uid60_decode(text, UID60_TEXT_LEN, id))
OPERATION(pack_uuid_v7, uuidtime_pack(id, UUIDTIME_V7, i, 7, 11))

static const struct
{
	const char *name;
	void		(*run) (int i);
	const char *text;			/* to read */
}			operations[] = {
	{"generate a wiji", generate, NULL},
	{"wiji to text", wiji_to_text, NULL},
	{"text to wiji", text_to_wiji, "06C31QQ30K880007VPPQCVK2KZ"},
	{"compare wijis", compare_wijis, NULL},
	{"hash a wiji", hash_wiji, NULL},
	{"sort key of a wiji", sort_key_of_wiji, NULL},
	{"siq to text, without its checksum", siq_to_text, NULL},
	{"tid62 to text", tid62_to_text, NULL},
	{"text to tid62", text_to_tid62, "05DNvikm9D6Y4QjTa"},
	{"uid60 to text", uid60_to_text, NULL},
	{"text to uid60", text_to_uid60, "xiAnaS8QBh"},
	{"pack a uuid of version 7", pack_uuid_v7, NULL},
};

int
main(int argc, char **argv)
{
	int			n = argc < 3 ? 0 : atoi(argv[2]);

	wiji_pack(id, INT64_C(1795228678335935), 3, 13754316177915);
	memcpy(other, id, sizeof(id));

	for (size_t o = 0; o < sizeof(operations) / sizeof(operations[0]); o++)
	{
		if (argc < 3)
			puts(operations[o].name);
		else if (strcmp(argv[1], operations[o].name) == 0)
		{
			if (operations[o].text)
				strcpy(text, operations[o].text);
			for (int i = 0; i < n; i++)
				operations[o].run(i);
		}
	}
	return 0;
}
