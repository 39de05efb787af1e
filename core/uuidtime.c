/*
 * core/uuidtime.c
 *		The layouts of UUIDs that are ordered by creation time.
 */
#include "core/uuidtime.h"

/* A clock of nanoseconds has 63 bits for them, whole seconds: until 2262-04-11 23:47:15.999999 UTC. */
#define CLOCK_MAX_US	(INT64_MAX / 1000000000 * 1000000 - 1)

/* 2106-02-07 06:28:15.999999 UTC */
#define MAX_US_32		((INT64_C(1) << 32) * 1000000 - 1)

const uuidtime_layout uuidtime_layouts[UUIDTIME_KINDS] = {
	/* version, time, sequence and first bits, ticks in nanoseconds, end */
	[UUIDTIME_V6] = {6, 60, 14, 13, 1, 100, CLOCK_MAX_US},
	[UUIDTIME_V7] = {7, 60, 16, 15, 64, 15625, CLOCK_MAX_US},	/* 4096 in a millisecond */
	[UUIDTIME_V7_DRAFT_MS] = {7, 48, 12, 0, 1, 1000000, CLOCK_MAX_US},
	[UUIDTIME_V7_DRAFT_US] = {7, 60, 14, 0, 1, 1000, CLOCK_MAX_US},
	[UUIDTIME_V7_DRAFT_NS] = {7, 74, 8, 0, 1, 1, CLOCK_MAX_US},
	[UUIDTIME_V8_32] = {8, 48, 12, 0, 1, 1000000000, MAX_US_32},
	[UUIDTIME_V8_48] = {8, 48, 12, 0, 1, 1000000, CLOCK_MAX_US},
	[UUIDTIME_V8_60] = {8, 60, 8, 0, 1, 1000, CLOCK_MAX_US},
	[UUIDTIME_V8_64] = {8, 60, 8, 0, 1, 16, CLOCK_MAX_US},
};

#define LOW_BITS	62
#define LOW_MASK	((UINT64_C(1) << LOW_BITS) - 1)

/* The 122 bits: 60 before the variant, 62 after it. */
static void
set(uint8_t id[UUIDTIME_LEN], int version, uint64_t high, uint64_t low)
{
	store_be64(id, high >> 12 << 16 | (uint64_t) version << 12 | (high & 0xFFF));
	store_be64(id + 8, (uint64_t) UUIDTIME_VARIANT << LOW_BITS | low);
}

static uint64_t
get_high(const uint8_t id[UUIDTIME_LEN])
{
	uint64_t	word = load_be64(id);

	return word >> 16 << 12 | (word & 0xFFF);
}

static uint64_t
get_low(const uint8_t id[UUIDTIME_LEN])
{
	return load_be64(id + 8) & LOW_MASK;
}

/*
 * The draft's version 7: seconds, then a part of the second as a binary
 * fraction.  That is rounded up, so that cutting it off gives the part again.
 * (4.4.4.)
 *
 * A part is one of 1000, 1000² or 1000³ of a second; of these, 8, 8² or 8³ are
 * cancelled against the fraction's 2^bits, so that products have 64 bits.
 */
typedef struct parts
{
	uint64_t	second;			/* of them */
	uint64_t	odd;			/* factor of that: 125, 125² or 125³ */
	int			shift;			/* bits of the fraction that are left after cancelling */
	int			bits;			/* of the fraction */
} parts;

static parts
draft_parts(uuidtime_kind kind)
{
	switch (kind)
	{
		case UUIDTIME_V7_DRAFT_MS:
			return (parts) {1000, 125, 12 - 3, 12};
		case UUIDTIME_V7_DRAFT_US:
			return (parts) {1000000, 15625, 24 - 6, 24};
		default:
			return (parts) {1000000000, 1953125, 38 - 9, 38};
	}
}

static void
set_draft_time(uuidtime_kind kind, uint64_t tick, uint64_t *high, uint64_t *low)
{
	parts		p = draft_parts(kind);
	uint64_t	fraction = ((tick % p.second << p.shift) + p.odd - 1) / p.odd;

	fraction <<= 38 - p.bits;
	*high = tick / p.second << 24 | fraction >> 14;
	*low = (fraction & 0x3FFF) << 48;
}

static int64_t
get_draft_us(uuidtime_kind kind, uint64_t high, uint64_t low)
{
	parts		p = draft_parts(kind);
	uint64_t	fraction = (high & 0xFFFFFF) << 14 | low >> 48;
	uint64_t	part = ((fraction >> (38 - p.bits)) * p.odd) >> p.shift;

	return (int64_t) ((high >> 24) * 1000000 +
					  (p.second > 1000000 ? part / 1000 : part * (1000000 / p.second)));
}

void
uuidtime_pack(uint8_t id[UUIDTIME_LEN], uuidtime_kind kind,
			  int64_t tick, uint32_t sequence, uint64_t random)
{
	const uuidtime_layout *l = &uuidtime_layouts[kind];
	int			random_bits = uuidtime_random_bits(kind);
	uint64_t	high = (uint64_t) tick;
	uint64_t	low = 0;

	core_assert(tick >= 0);
	core_assert(sequence >> l->sequence_bits == 0);
	switch (kind)
	{
		case UUIDTIME_V6:
			high += (uint64_t) UUIDTIME_GREGORIAN_US * 10;
			break;
		case UUIDTIME_V7_DRAFT_MS:
		case UUIDTIME_V7_DRAFT_US:
		case UUIDTIME_V7_DRAFT_NS:
			set_draft_time(kind, (uint64_t) tick, &high, &low);
			break;
		case UUIDTIME_V8_32:
			high <<= 28;
			break;
		case UUIDTIME_V8_48:
			high <<= 12;
			break;
		case UUIDTIME_V7:
		case UUIDTIME_V8_60:
		case UUIDTIME_V8_64:
			break;
	}

	/* the sequence fills the high bits, or begins in the low ones */
	if (random_bits == LOW_BITS)
		high |= sequence;
	else
		low |= (uint64_t) sequence << random_bits;
	low |= random & ((UINT64_C(1) << random_bits) - 1);
	set(id, l->version, high, low);
}

int64_t
uuidtime_get_us(const uint8_t id[UUIDTIME_LEN], uuidtime_kind kind)
{
	uint64_t	high = get_high(id);

	switch (kind)
	{
		case UUIDTIME_V6:
			return (int64_t) (high / 10) - UUIDTIME_GREGORIAN_US;
		case UUIDTIME_V7:
		case UUIDTIME_V8_48:
			return (int64_t) (high >> 12) * 1000;
		case UUIDTIME_V7_DRAFT_MS:
		case UUIDTIME_V7_DRAFT_US:
		case UUIDTIME_V7_DRAFT_NS:
			return get_draft_us(kind, high, get_low(id));
		case UUIDTIME_V8_32:
			return (int64_t) (high >> 28) * 1000000;
		case UUIDTIME_V8_60:
			return (int64_t) high;
		case UUIDTIME_V8_64:
			break;
	}
	return (int64_t) ((high << 4) / 1000);
}

int32_t
uuidtime_get_sequence(const uint8_t id[UUIDTIME_LEN], uuidtime_kind kind)
{
	int			random_bits = uuidtime_random_bits(kind);
	uint64_t	bits = random_bits == LOW_BITS ? get_high(id) : get_low(id) >> random_bits;

	return (int32_t) (bits & ((UINT64_C(1) << uuidtime_layouts[kind].sequence_bits) - 1));
}

/* Version 1 has the time's lowest 32 bits first, then the middle 16, then the version and the highest 12. */
void
uuidtime_reorder_v1(const uint8_t v1[UUIDTIME_LEN], uint8_t v6[UUIDTIME_LEN])
{
	uint64_t	word = load_be64(v1);

	set(v6, 6, (word & 0xFFF) << 48 | (word >> 16 & 0xFFFF) << 32 | word >> 32, get_low(v1));
}

void
uuidtime_reorder_v6(const uint8_t v6[UUIDTIME_LEN], uint8_t v1[UUIDTIME_LEN])
{
	uint64_t	time = get_high(v6);

	store_be64(v1, time << 32 | (time >> 32 & 0xFFFF) << 16 | UINT64_C(0x1000) | time >> 48);
	memcpy(v1 + 8, v6 + 8, 8);
}
