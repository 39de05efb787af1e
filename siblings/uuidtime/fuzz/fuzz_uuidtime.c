/*
 * siblings/uuidtime/fuzz/fuzz_uuidtime.c
 *		Any bytes as a UUID of each layout, and as the fields of one.
 */
#include "siblings/uuidtime/core.h"
#include "test/fuzz/fuzz.h"

static void
fuzz_bytes(const uint8_t id[UUIDTIME_LEN])
{
	uint8_t		other[UUIDTIME_LEN];
	uint8_t		again[UUIDTIME_LEN];

	CHECK(uuidtime_get_version(id) >= 0 && uuidtime_get_version(id) <= 15);
	CHECK((uuidtime_get_variant(id) == UUIDTIME_VARIANT) == ((id[8] & 0xC0) == 0x80));
	for (int layout = 0; layout < UUIDTIME_LAYOUTS; layout++)
	{
		int64_t		us = uuidtime_get_us(id, layout);

		CHECK(us >= -UUIDTIME_GREGORIAN_US && us < INT64_C(1) << 60);
		CHECK(uuidtime_get_sequence(id, layout) >> uuidtime_layouts[layout].sequence_bits == 0);
	}

	if (uuidtime_get_variant(id) != UUIDTIME_VARIANT)
		return;
	if (uuidtime_get_version(id) == 1)
	{
		uuidtime_reorder_v1(id, other);
		uuidtime_reorder_v6(other, again);
		CHECK(uuidtime_get_version(other) == 6 && memcmp(id, again, UUIDTIME_LEN) == 0);
	}
	if (uuidtime_get_version(id) == 6)
	{
		uuidtime_reorder_v6(id, other);
		uuidtime_reorder_v1(other, again);
		CHECK(uuidtime_get_version(other) == 1 && memcmp(id, again, UUIDTIME_LEN) == 0);
	}
	if (uuidtime_get_version(id) == 7)
	{
		int64_t		us = uuidtime_get_us(id, UUIDTIME_V7);

		uuidtime_first_of(UUIDTIME_V7, us, other);
		CHECK(memcmp(other, id, UUIDTIME_LEN) <= 0 && uuidtime_get_us(other, UUIDTIME_V7) == us);
		uuidtime_last_of(UUIDTIME_V7, us, other);
		CHECK(memcmp(other, id, UUIDTIME_LEN) >= 0 && uuidtime_get_us(other, UUIDTIME_V7) == us);
	}
}

static void
fuzz_fields(uuidtime_layout layout, int64_t ns, uint32_t sequence, uint64_t random)
{
	const uuidtime_fields *l = &uuidtime_layouts[layout];
	int64_t		tick;
	int64_t		us;
	uint8_t		id[UUIDTIME_LEN];
	uint8_t		next[UUIDTIME_LEN];
	uint64_t	mask = (UINT64_C(1) << uuidtime_random_bits(layout)) - 1;

	/* one tick short of the end, so that there is a next one */
	ns = (int64_t) ((uint64_t) ns % ((uint64_t) (l->max_us + 1) * 1000 - l->ns));
	sequence &= (UINT32_C(1) << l->sequence_bits) - 1;

	tick = uuidtime_tick(layout, ns);
	CHECK(uuidtime_tick_begin(layout, tick) <= ns && ns < uuidtime_tick_begin(layout, tick + 1));

	us = uuidtime_tick_begin(layout, tick) / 1000;
	uuidtime_pack(id, layout, tick, sequence, random);
	CHECK(uuidtime_get_us(id, layout) == (layout == UUIDTIME_V7 ? us / 1000 * 1000 : us));
	CHECK(uuidtime_get_sequence(id, layout) == (int32_t) sequence);
	CHECK(uuidtime_get_version(id) == l->version && uuidtime_get_variant(id) == UUIDTIME_VARIANT);
	CHECK((load_be64(id + 8) & mask) == (random & mask));

	/* the next ID is greater, whatever the random bits are */
	if (sequence < (UINT32_C(1) << l->sequence_bits) - 1)
		uuidtime_pack(next, layout, tick, sequence + 1, ~random);
	else
		uuidtime_pack(next, layout, tick + 1, 0, ~random);
	CHECK(memcmp(id, next, UUIDTIME_LEN) < 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size >= UUIDTIME_LEN)
		fuzz_bytes(data);
	for (int layout = 0; layout < UUIDTIME_LAYOUTS; layout++)
		fuzz_fields(layout, (int64_t) number_at(data, size, 0),
					(uint32_t) number_at(data, size, 8), number_at(data, size, 12));
	return 0;
}
