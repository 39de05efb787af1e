/*
 * siblings/siq/fuzz/answer_siq.c
 *		What the core returns for siqs: a part of test/fuzz/answer.c.
 */
#include "siblings/siq/core.h"
#include "test/fuzz/answer.h"

DECLARE_ANSWER(siq)

static void
tell_siq(id_status status, const uint8_t *id, uint32_t checksum)
{
	char		text[SIQ_TEXT_LEN];
	uint8_t		uuid[SIQ_UUID_LEN];
	int			qualifier;

	if (status != ID_OK)
	{
		printf("-");
		return;
	}
	qualifier = siq_get_qualifier(id);
	siq_encode(id, checksum, text);
	siq_encode_uuid(id, uuid);
	print_hex(id, SIQ_LEN);
	printf(" %.*s ", SIQ_TEXT_LEN, text);
	print_hex(uuid, SIQ_UUID_LEN);
	printf(" %" PRId64 " %d %" PRIu32 " %d %s %d", siq_get_timestamp_us(id), siq_get_shard(id), siq_get_domain(id),
		   siq_get_serial(id), qualifier < 0 ? "?" : siq_qualifiers[qualifier].name, siq_get_is_leaf(id));
}

void
answer_siq(const char *question, const uint8_t *bytes, size_t n, const int64_t numbers[4])
{
	const char *text = (const char *) bytes;
	uint8_t		id[16];
	uint8_t		last[16];
	uint32_t	checksum = 0;
	id_status	status;

	if (IS("siq_text"))
	{
		status = siq_decode(text, n, id, &checksum);
		tell_siq(status, id, checksum);
	}
	if (IS("siq_id"))
		tell_siq(ID_OK, bytes, (uint32_t) numbers[0]);
	if (IS("siq_uuid"))
		tell_siq(siq_decode_uuid(bytes, id), id, 0);
	if (IS("siq_bounds"))
	{
		siq_first_of(numbers[0], id);
		siq_last_of(numbers[0], last);
		tell_bounds(id, last, SIQ_LEN);
	}
}
