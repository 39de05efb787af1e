/*
 * siblings/uuidtime/core.c
 *		The layouts of UUIDs that are ordered by creation time.
 */
#include "siblings/uuidtime/core.h"

/*
 * A clock with 63 bits of nanoseconds lasts, in whole seconds, until
 * 2262-04-11 23:47:15.999999 UTC.
 */
#define CLOCK_MAX_US	(INT64_MAX / 1000000000 * 1000000 - 1)

/* 2106-02-07 06:28:15.999999 UTC */
#define MAX_US_32		((INT64_C(1) << 32) * 1000000 - 1)

const uuidtime_fields uuidtime_layouts[UUIDTIME_LAYOUTS] = {
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
#define HIGH_MASK	((UINT64_C(1) << 60) - 1)

/* The 122 bits: 60 before the variant, 62 after it. */
static void
uuidtime_set(uint8_t id[UUIDTIME_LEN], int version, uint64_t high, uint64_t low)
{
	store_be64(id, high >> 12 << 16 | (uint64_t) version << 12 | (high & 0xFFF));
	store_be64(id + 8, (uint64_t) UUIDTIME_VARIANT << LOW_BITS | low);
}

static uint64_t
uuidtime_get_high(const uint8_t id[UUIDTIME_LEN])
{
	uint64_t	word = load_be64(id);

	return word >> 16 << 12 | (word & 0xFFF);
}

static uint64_t
uuidtime_get_low(const uint8_t id[UUIDTIME_LEN])
{
	return load_be64(id + 8) & LOW_MASK;
}

/*
 * The draft's version 7: seconds, then parts of the second as a binary
 * fraction.  The fraction is rounded up, so that truncating it gives the parts
 * again.  (4.4.4.)
 *
 * A second has 1000, 1000² or 1000³ parts.  Their factor 8, 8² or 8³ is
 * cancelled against the fraction's 2^bits, so that products fit into 64 bits.
 */
typedef struct draft_second
{
	uint64_t	second;			/* parts in a second */
	uint64_t	odd;			/* its odd factor: 125, 125² or 125³ */
	int			shift;			/* bits of the fraction that are left after
								 * cancelling */
	int			bits;			/* of the fraction */
} draft_second;

static draft_second
uuidtime_draft_parts(uuidtime_layout layout)
{
	switch (layout)
	{
		case UUIDTIME_V7_DRAFT_MS:
			return (draft_second)
			{
				1000, 125, 12 - 3, 12
			};
		case UUIDTIME_V7_DRAFT_US:
			return (draft_second)
			{
				1000000, 15625, 24 - 6, 24
			};
		default:
			return (draft_second)
			{
				1000000000, 1953125, 38 - 9, 38
			};
	}
}

static void
uuidtime_set_draft_time(uuidtime_layout layout, uint64_t tick, uint64_t *high, uint64_t *low)
{
	draft_second p = uuidtime_draft_parts(layout);
	uint64_t	fraction = ((tick % p.second << p.shift) + p.odd - 1) / p.odd;

	fraction <<= 38 - p.bits;
	*high = (tick / p.second << 24) + (fraction >> 14);
	*low = (fraction & 0x3FFF) << 48;
}

/*
 * The nanosecond of the second, of all 86 bits that can be fraction, whatever
 * the precision: bits after the fraction add less than its last bit.
 * (4.4.4.2.)
 *
 * This is fraction * 1000³ / 2^86 = fraction * 125³ / 2^77, of two halves of 43
 * bits, so that products fit into 64 bits.
 */
static uint64_t
uuidtime_get_draft_part(uint64_t high, uint64_t low)
{
	uint64_t	upper = (high & 0xFFFFFF) << 19 | low >> 43;
	uint64_t	lower = low & ((UINT64_C(1) << 43) - 1);

	return (upper * 1953125 + (lower * 1953125 >> 43)) >> 34;
}

/* Truncated to the unit of its precision, or to the microsecond. */
static int64_t
uuidtime_get_draft_us(uuidtime_layout layout, uint64_t high, uint64_t low)
{
	uint64_t	us = uuidtime_get_draft_part(high, low) / 1000;

	if (layout == UUIDTIME_V7_DRAFT_MS)
		us -= us % 1000;
	return (int64_t) ((high >> 24) * 1000000 + us);
}

void
uuidtime_pack(uint8_t id[UUIDTIME_LEN], uuidtime_layout layout,
			  int64_t tick, uint32_t sequence, uint64_t random)
{
	const uuidtime_fields *l = &uuidtime_layouts[layout];
	int			random_bits = uuidtime_random_bits(layout);
	uint64_t	high = (uint64_t) tick;
	uint64_t	low = 0;

	core_assert(tick >= 0);
	core_assert(sequence >> l->sequence_bits == 0);
	switch (layout)
	{
		case UUIDTIME_V6:
			high += (uint64_t) UUIDTIME_GREGORIAN_US * 10;
			break;
		case UUIDTIME_V7_DRAFT_MS:
		case UUIDTIME_V7_DRAFT_US:
		case UUIDTIME_V7_DRAFT_NS:
			uuidtime_set_draft_time(layout, (uint64_t) tick, &high, &low);
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
	uuidtime_set(id, l->version, high, low);
}

int64_t
uuidtime_get_us(const uint8_t id[UUIDTIME_LEN], uuidtime_layout layout)
{
	uint64_t	high = uuidtime_get_high(id);

	switch (layout)
	{
		case UUIDTIME_V6:
			return (int64_t) (high / 10) - UUIDTIME_GREGORIAN_US;
		case UUIDTIME_V7:
		case UUIDTIME_V8_48:
			return (int64_t) (high >> 12) * 1000;
		case UUIDTIME_V7_DRAFT_MS:
		case UUIDTIME_V7_DRAFT_US:
		case UUIDTIME_V7_DRAFT_NS:
			return uuidtime_get_draft_us(layout, high, uuidtime_get_low(id));
		case UUIDTIME_V8_32:
			return (int64_t) (high >> 28) * 1000000;
		case UUIDTIME_V8_60:
			return (int64_t) high;
		case UUIDTIME_V8_64:
			break;
	}
	return (int64_t) ((high << 4) / 1000);
}

bool
uuidtime_get_ns(const uint8_t id[UUIDTIME_LEN], uuidtime_layout layout, int64_t *ns)
{
	int64_t		us = uuidtime_get_us(id, layout);
	uint64_t	high = uuidtime_get_high(id);
	int64_t		below = 0;		/* a microsecond */

	if (layout == UUIDTIME_V7_DRAFT_NS)
		below = (int64_t) (uuidtime_get_draft_part(high, uuidtime_get_low(id)) % 1000);
	else if (layout == UUIDTIME_V8_64)
		below = (int64_t) ((high << 4) % 1000);

	if (us > (INT64_MAX - below) / 1000)
		return false;
	*ns = us * 1000 + below;
	return true;
}

/*
 * Bounds
 */

int64_t
uuidtime_min_us(uuidtime_layout layout)
{
	return layout == UUIDTIME_V6 ? -UUIDTIME_GREGORIAN_US : 0;
}

int64_t
uuidtime_max_us(uuidtime_layout layout)
{
	uint8_t		last[UUIDTIME_LEN];

	uuidtime_set(last, uuidtime_layouts[layout].version, HIGH_MASK, LOW_MASK);
	return uuidtime_get_us(last, layout);
}

/*
 * The draft's version 7: the first fraction of the microsecond is us * 2^86 /
 * 1000000 = us * 2^80 / 15625, rounded up; divided here as by hand, with
 * digits of 40 bits.
 */
static void
uuidtime_first_draft_bits(uint64_t us, uint64_t *high, uint64_t *low)
{
	uint64_t	dividend = us % 1000000 << 40;
	uint64_t	upper = dividend / 15625;
	uint64_t	lower = ((dividend % 15625 << 40) + 15624) / 15625;

	*high = (us / 1000000 << 24) + (upper >> 22);
	*low = ((upper & 0x3FFFFF) << 40) + lower;
}

/*
 * The 122 bits of the smallest ID whose time is not before us.  If such an ID
 * does not exist, high is greater than its mask.
 */
static void
uuidtime_first_bits(uuidtime_layout layout, int64_t us, uint64_t *high, uint64_t *low)
{
	core_assert(us >= uuidtime_min_us(layout) && us <= uuidtime_max_us(layout) + 1);
	*low = 0;
	switch (layout)
	{
		case UUIDTIME_V6:
			*high = (uint64_t) (us + UUIDTIME_GREGORIAN_US) * 10;
			break;
		case UUIDTIME_V7:
		case UUIDTIME_V8_48:
			*high = (uint64_t) (us + 999) / 1000 << 12;
			break;
		case UUIDTIME_V7_DRAFT_MS:
		case UUIDTIME_V7_DRAFT_US:
		case UUIDTIME_V7_DRAFT_NS:
			uuidtime_first_draft_bits((uint64_t) us, high, low);
			break;
		case UUIDTIME_V8_32:
			*high = (uint64_t) (us + 999999) / 1000000 << 28;
			break;
		case UUIDTIME_V8_60:
			*high = (uint64_t) us;
			break;
		case UUIDTIME_V8_64:
			/* 1000 / 16 = 125 / 2 */
			*high = ((uint64_t) us * 125 + 1) / 2;
			break;
	}
}

void
uuidtime_first_of(uuidtime_layout layout, int64_t us, uint8_t id[UUIDTIME_LEN])
{
	uint64_t	high;
	uint64_t	low;

	uuidtime_first_bits(layout, us, &high, &low);
	uuidtime_set(id, uuidtime_layouts[layout].version, high, low);
}

/* The ID before the first one of the next microsecond. */
void
uuidtime_last_of(uuidtime_layout layout, int64_t us, uint8_t id[UUIDTIME_LEN])
{
	uint64_t	high;
	uint64_t	low;

	uuidtime_first_bits(layout, us + 1, &high, &low);
	if (high > HIGH_MASK)
	{
		high = HIGH_MASK + 1;
		low = 0;
	}
	high -= low == 0;
	low = (low - 1) & LOW_MASK;
	uuidtime_set(id, uuidtime_layouts[layout].version, high, low);
}

int32_t
uuidtime_get_sequence(const uint8_t id[UUIDTIME_LEN], uuidtime_layout layout)
{
	int			random_bits = uuidtime_random_bits(layout);
	uint64_t	bits = random_bits == LOW_BITS ?
		uuidtime_get_high(id) : uuidtime_get_low(id) >> random_bits;

	return (int32_t) (bits & ((UINT64_C(1) << uuidtime_layouts[layout].sequence_bits) - 1));
}

/*
 * Version 1 has the time's lowest 32 bits first, then the middle 16, then the
 * version and the highest 12.
 */
void
uuidtime_reorder_v1(const uint8_t v1[UUIDTIME_LEN], uint8_t v6[UUIDTIME_LEN])
{
	uint64_t	word = load_be64(v1);

	uuidtime_set(v6, 6, (word & 0xFFF) << 48 | (word >> 16 & 0xFFFF) << 32 | word >> 32,
				 uuidtime_get_low(v1));
}

void
uuidtime_reorder_v6(const uint8_t v6[UUIDTIME_LEN], uint8_t v1[UUIDTIME_LEN])
{
	uint64_t	time = uuidtime_get_high(v6);

	store_be64(v1, time << 32 | (time >> 32 & 0xFFFF) << 16 | UINT64_C(0x1000) | time >> 48);
	memcpy(v1 + 8, v6 + 8, 8);
}

/*
 * Version 8 with fields of the caller's choice
 */

/*
 * Where a time of so many bits ends in the 122: at the end of timestamp_48, at
 * the end of time_or_seq, or at its own.
 */
static int
uuidtime_time_end(int bits)
{
	if (bits <= 48)
		return 48;
	return bits <= 60 ? 60 : bits;
}

int
uuidtime_v8_random_bits(const uuidtime_widths *w)
{
	return 122 - uuidtime_time_end(w->time) - w->sequence - w->node;
}

static uint64_t
uuidtime_mask(int bits)
{
	return bits == 0 ? 0 : UINT64_MAX >> (64 - bits);
}

/* A field of width bits, of the 122, followed by after bits. */
static void
uuidtime_put_field(uint64_t *high, uint64_t *low, int width, int after, uint64_t value)
{
	value &= uuidtime_mask(width);
	if (after >= LOW_BITS)
		*high |= value << (after - LOW_BITS);
	else
	{
		*low |= value << after & LOW_MASK;
		*high |= value >> (LOW_BITS - after);
	}
}

static uint64_t
uuidtime_get_field(uint64_t high, uint64_t low, int width, int after)
{
	uint64_t	value = after >= LOW_BITS ?
		high >> (after - LOW_BITS) : low >> after | high << (LOW_BITS - after);

	return value & uuidtime_mask(width);
}

void
uuidtime_v8_pack(uint8_t id[UUIDTIME_LEN], const uuidtime_widths *w,
				 uint64_t time, uint64_t sequence, uint64_t node, const uint64_t random[2])
{
	int			rest = uuidtime_v8_random_bits(w);
	uint64_t	high = 0;
	uint64_t	low = 0;

	core_assert(rest >= 0 && time <= uuidtime_mask(w->time));
	core_assert(sequence <= uuidtime_mask(w->sequence) && node <= uuidtime_mask(w->node));
	uuidtime_put_field(&high, &low, w->time, 122 - w->time, time);
	uuidtime_put_field(&high, &low, w->sequence, rest + w->node, sequence);
	uuidtime_put_field(&high, &low, w->node, rest, node);
	uuidtime_put_field(&high, &low, rest > 64 ? 64 : rest, 0, random[0]);
	if (rest > 64)
		uuidtime_put_field(&high, &low, rest - 64, 64, random[1]);
	uuidtime_set(id, 8, high, low);
}

void
uuidtime_v8_unpack(const uint8_t id[UUIDTIME_LEN], const uuidtime_widths *w,
				   uint64_t *time, uint64_t *sequence, uint64_t *node)
{
	int			rest = uuidtime_v8_random_bits(w);
	uint64_t	high = uuidtime_get_high(id);
	uint64_t	low = uuidtime_get_low(id);

	*time = uuidtime_get_field(high, low, w->time, 122 - w->time);
	*sequence = uuidtime_get_field(high, low, w->sequence, rest + w->node);
	*node = uuidtime_get_field(high, low, w->node, rest);
}

bool
uuidtime_ticks_of(const uuidtime_clock *clock, uint64_t us, uint64_t *ticks)
{
	uint64_t	whole = us / clock->us;
	uint64_t	part = us % clock->us * clock->ticks;

	if (clock->ticks > clock->us)
		part += clock->us - 1;
	part /= clock->us;
	if (whole > (UINT64_MAX - part) / clock->ticks)
		return false;
	*ticks = whole * clock->ticks + part;
	return true;
}

bool
uuidtime_us_of(const uuidtime_clock *clock, uint64_t ticks, uint64_t *us)
{
	uint64_t	whole = ticks / clock->ticks;
	uint64_t	part = ticks % clock->ticks * clock->us / clock->ticks;

	if (whole > (UINT64_MAX - part) / clock->us)
		return false;
	*us = whole * clock->us + part;
	return true;
}
