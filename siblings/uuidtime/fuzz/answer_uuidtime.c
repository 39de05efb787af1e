/*
 * siblings/uuidtime/fuzz/answer_uuidtime.c
 *		What the core returns for UUIDs: a part of test/fuzz/answer.c.
 */
#include "siblings/uuidtime/core.h"
#include "test/fuzz/answer.h"

DECLARE_ANSWER(uuidtime)

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

void
answer_uuidtime(const char *question, const uint8_t *bytes, size_t n, const int64_t numbers[4])
{
	uint8_t		id[UUIDTIME_LEN];

	(void) n;
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
