/*
 * siblings/tid62/unit/test_tid62.c
 *		Layout of the tid62, and the ends of what its document's IDs hold.  What
 *		holds of any bytes is in siblings/tid62/fuzz/fuzz_tid62.c.
 */
#include "core/hex.h"
#include "siblings/tid62/core.h"
#include "test/unit/test.h"

static void
test_layout(void)
{
	uint8_t		id[TID62_LEN];
	char		hex[2 * TID62_LEN + 1] = "";

	tid62_pack(id, 0x0B47DDC0, UINT64_C(0x0123456789ABCDEF));
	id_hex_encode(id, TID62_LEN, hex);
	ok(strcmp(hex, "0b47ddc00123456789abcdef") == 0, "seconds, then random bits, big-endian: %s", hex);
	ok(TID62_MAX_US == INT64_C(5872804095999999) && tid62_us_to_seconds(TID62_MAX_US) == UINT32_MAX &&
	   tid62_us_to_seconds(TID62_MAX_US - TID62_US) == UINT32_MAX - 1, "the last second has all its microseconds");
	ok(tid62_decode(TID62_LARGEST_TEXT, TID62_TEXT_LEN, id) == ID_OK && load_be64(id) == UINT64_MAX &&
	   load_be64(id + 4) == UINT64_MAX, "the largest text has 96 bits, all of them ones");
}

static void
test_seq(int base, size_t len, int64_t max)
{
	char		text[TID62_SEQ10_LEN];
	bool		right = true;

	tid62_encode_seq(max, base, len, text);
	for (size_t i = 0; i < len; i++)
		right &= text[i] == TID62_BASE36[base - 1];
	ok(right, "the largest number in base %d is all the largest digit", base);
}

int
main(void)
{
	test_layout();
	test_seq(10, TID62_SEQ10_LEN, TID62_SEQ10_MAX);
	test_seq(36, TID62_SEQ36_LEN, TID62_SEQ36_MAX);
	return done_testing();
}
