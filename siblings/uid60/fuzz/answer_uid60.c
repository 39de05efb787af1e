/*
 * siblings/uid60/fuzz/answer_uid60.c
 *		What the core returns for uid60s: a part of test/fuzz/answer.c.
 */
#include "siblings/uid60/core.h"
#include "core/bytes.h"
#include "test/fuzz/answer.h"

DECLARE_ANSWER(uid60)

static void
tell_uid60(id_status status, const uint8_t *id)
{
	char		text[UID60_TEXT_LEN];

	if (status != ID_OK)
	{
		printf("-");
		return;
	}
	uid60_encode(id, text);
	printf("%" PRIu64 " %.*s %" PRId64 " %d %d", load_be64(id), UID60_TEXT_LEN, text,
		   uid60_get_timestamp_us(id), uid60_get_sequence(id), uid60_get_random(id));
}

void
answer_uid60(const char *question, const uint8_t *bytes, size_t n, const int64_t numbers[4])
{
	const char *text = (const char *) bytes;
	uint8_t		id[16];
	uint8_t		last[16];

	if (IS("uid60_text"))
		tell_uid60(uid60_decode(text, n, id), id);
	if (IS("uid60_id"))
		tell_uid60(uid60_check(bytes), bytes);
	if (IS("uid60_bounds"))
	{
		uid60_first_of(numbers[0], id);
		uid60_last_of(numbers[0], last);
		tell_bounds(id, last, UID60_LEN);
	}
}
