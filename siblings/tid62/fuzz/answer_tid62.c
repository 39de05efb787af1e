/*
 * siblings/tid62/fuzz/answer_tid62.c
 *		What the core returns for tid62s and the other IDs of their document: a part of test/fuzz/answer.c.
 */
#include "siblings/tid62/core.h"
#include "test/fuzz/answer.h"

DECLARE_ANSWER(tid62)

static void
tell_tid62(id_status status, const uint8_t *id)
{
	char		text[TID62_TEXT_LEN];

	if (status != ID_OK)
	{
		printf("-");
		return;
	}
	tid62_encode(id, text);
	print_hex(id, TID62_LEN);
	printf(" %.*s %" PRId64, TID62_TEXT_LEN, text, tid62_get_timestamp_us(id));
}

static void
tell_uuid464(id_status status, const uint8_t *uuid)
{
	char		text[TID62_UUID464_LEN];

	if (status != ID_OK)
	{
		printf("-");
		return;
	}
	tid62_encode_uuid464(uuid, text);
	print_hex(uuid, TID62_UUID_LEN);
	printf(" %.*s", TID62_UUID464_LEN, text);
}

static void
tell_seq(const char *text, size_t n, int base, size_t len)
{
	int64_t		number;
	char		printed[TID62_SEQ10_LEN];

	if (tid62_decode_seq(text, n, base, len, &number) != ID_OK)
	{
		printf("-");
		return;
	}
	tid62_encode_seq(number, base, len, printed);
	printf("%" PRId64 " %.*s", number, (int) len, printed);
}

void
answer_tid62(const char *question, const uint8_t *bytes, size_t n, const int64_t numbers[4])
{
	const char *text = (const char *) bytes;
	uint8_t		id[16];
	uint8_t		last[16];

	if (IS("tid62_text"))
		tell_tid62(tid62_decode(text, n, id), id);
	if (IS("tid62_id"))
		tell_tid62(ID_OK, bytes);
	if (IS("uuid464_text"))
		tell_uuid464(tid62_decode_uuid464(text, n, id), id);
	if (IS("uuid464_id"))
		tell_uuid464(ID_OK, bytes);
	if (IS("seq10_text"))
		tell_seq(text, n, 10, TID62_SEQ10_LEN);
	if (IS("seq36_text"))
		tell_seq(text, n, 36, TID62_SEQ36_LEN);
	if (IS("tid62_bounds"))
	{
		tid62_first_of(numbers[0], id);
		tid62_last_of(numbers[0], last);
		tell_bounds(id, last, TID62_LEN);
	}
}
