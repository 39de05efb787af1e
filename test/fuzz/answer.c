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
#include "test/uuid.h"

/* A related type that has been removed is not asked about. */
#if __has_include("siblings/siq/core.h")
#include "siblings/siq/core.h"
#endif
#if __has_include("siblings/tid62/core.h")
#include "siblings/tid62/core.h"
#endif
#if __has_include("siblings/uid60/core.h")
#include "siblings/uid60/core.h"
#endif
#if __has_include("siblings/uuidtime/core.h")
#include "siblings/uuidtime/core.h"
#endif

#define LONGEST 200

static void
print_hex(const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		printf("%02x", bytes[i]);
}

static void
tell_bounds(const uint8_t *first, const uint8_t *last, size_t n)
{
	print_hex(first, n);
	printf(" ");
	print_hex(last, n);
}

#define IS(word) (strcmp(question, word) == 0)

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

#ifdef SIQ_LEN

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

static void
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

#endif

#ifdef TID62_LEN

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

static void
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

#endif

#ifdef UID60_LEN

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

static void
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

#endif

#ifdef UUIDTIME_LEN

static void
tell_uuid(const uint8_t *id)
{
	uint8_t		other[UUIDTIME_LEN];

	printf("%d %d", uuidtime_get_variant(id), uuidtime_get_version(id));
	for (int layout = 0; layout < UUIDTIME_LAYOUTS; layout++)
		printf(" %" PRId64 " %d", uuidtime_get_us(id, layout), uuidtime_get_sequence(id, layout));
	if (uuidtime_get_variant(id) != UUIDTIME_VARIANT)
		return;
	if (uuidtime_get_version(id) == 1)
		uuidtime_reorder_v1(id, other);
	else if (uuidtime_get_version(id) == 6)
		uuidtime_reorder_v6(id, other);
	else
		return;
	printf(" ");
	print_hex(other, UUIDTIME_LEN);
}

/* Of the draft's version 7. */
static void
tell_draft(const uint8_t *id)
{
	int64_t		us = uuidtime_get_us(id, UUIDTIME_V7_DRAFT_US);
	int64_t		ns;
	uint8_t		first[UUIDTIME_LEN];
	uint8_t		last[UUIDTIME_LEN];

	printf("%" PRId64 " %" PRId64 " ", uuidtime_get_us(id, UUIDTIME_V7_DRAFT_MS) / 1000, us);
	if (uuidtime_get_ns(id, UUIDTIME_V7_DRAFT_NS, &ns))
		printf("%" PRId64 " ", ns);
	else
		printf("- ");
	uuidtime_first_of(UUIDTIME_V7_DRAFT_US, us, first);
	uuidtime_last_of(UUIDTIME_V7_DRAFT_US, us, last);
	print_hex(first, UUIDTIME_LEN);
	printf(" ");
	print_hex(last, UUIDTIME_LEN);
}

static void
answer_uuid(const char *question, const uint8_t *bytes, const int64_t numbers[4])
{
	uint8_t		id[UUIDTIME_LEN];

	if (IS("uuid_id"))
		tell_uuid(bytes);
	if (IS("uuid_draft"))
		tell_draft(bytes);
	if (IS("uuid_make"))
	{
		uuidtime_layout layout = (uuidtime_layout) numbers[0];

		uuidtime_pack(id, layout, uuidtime_tick(layout, numbers[1]), (uint32_t) numbers[2], (uint64_t) numbers[3]);
		print_hex(id, UUIDTIME_LEN);
	}
}

#endif

static void
answer(const char *question, const uint8_t *bytes, size_t n, const int64_t numbers[4])
{
	const char *text = (const char *) bytes;
	uint8_t		id[16];

	if (IS("wiji_text"))
		tell_wiji(wiji_decode(text, n, id), id);
	if (IS("wiji_id"))
		tell_wiji(wiji_check(bytes), bytes);
#ifdef SIQ_LEN
	answer_siq(question, bytes, n, numbers);
#endif
#ifdef TID62_LEN
	answer_tid62(question, bytes, n, numbers);
#endif
#ifdef UID60_LEN
	answer_uid60(question, bytes, n, numbers);
#endif
#ifdef UUIDTIME_LEN
	answer_uuid(question, bytes, numbers);
#endif
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
