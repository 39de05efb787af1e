/*
 * test/proof/proof_uuidtime.c
 *		src/core/uuidtime.h and src/core/uuidtime.c: the layouts of UUIDs ordered by time.
 */
#include "core/uuidtime.c"
#include "test/proof/proof.h"

/* Version and variant are in the places of the RFC. */
void
proof_uuidtime_version(void)
{
	uint8_t		id[UUIDTIME_LEN];
	int32_t		version;
	unsigned	__int128 number = number_of(id, UUIDTIME_LEN);
	int			bits = number >> 61 & 7;

	CLAIM(uuidtime_get_version(id) == (int32_t) (number >> 76 & 15));
	CLAIM(uuidtime_get_variant(id) == (bits < 4 ? 0 : bits < 6 ? 2 : bits));
	CLAIM(uuidtime_has_version(id, version) == ((number >> 76 & 15) == version && (number >> 62 & 3) == 2));
}

/*
 * The ids of a millisecond of the RFC's version 7, and no others, lie between
 * its first and its last id.
 */
void
proof_uuidtime_v7_bounds(void)
{
	int64_t		ms;
	uint8_t		id[UUIDTIME_LEN];
	uint8_t		first[UUIDTIME_LEN];
	uint8_t		last[UUIDTIME_LEN];
	int64_t		its_ms = number_of(id, UUIDTIME_LEN) >> 80;

	ASSUME(ms >= 0 && ms <= UUIDTIME_V7_MAX_MS);
	ASSUME(uuidtime_has_version(id, 7));
	uuidtime_v7_first_of(ms, first);
	uuidtime_v7_last_of(ms, last);
	CLAIM((its_ms >= ms) == (order_of(id, first, UUIDTIME_LEN) >= 0));
	CLAIM((its_ms <= ms) == (order_of(id, last, UUIDTIME_LEN) <= 0));
	CLAIM(uuidtime_has_version(first, 7) && uuidtime_has_version(last, 7));
}

/*
 * Version 1 becomes version 6 with the same time, clock sequence and node, and
 * back.
 */
void
proof_uuidtime_reorder_v1(void)
{
	uint8_t		v1[UUIDTIME_LEN];
	uint8_t		v6[UUIDTIME_LEN];
	uint8_t		again[UUIDTIME_LEN];
	uint64_t	word = number_of(v1, 8);
	uint64_t	time = (word & 0xFFF) << 48 | (word >> 16 & 0xFFFF) << 32 | word >> 32;

	ASSUME(uuidtime_has_version(v1, 1));
	uuidtime_reorder_v1(v1, v6);
	CLAIM(uuidtime_has_version(v6, 6));
	CLAIM(number_of(v6, 8) == (time >> 12 << 16 | 6 << 12 | (time & 0xFFF)));
	CLAIM(equal(v1 + 8, v6 + 8, 8));
	uuidtime_reorder_v6(v6, again);
	CLAIM(equal(v1, again, UUIDTIME_LEN));
}

/* Version 6 becomes version 1, and back. */
void
proof_uuidtime_reorder_v6(void)
{
	uint8_t		v6[UUIDTIME_LEN];
	uint8_t		v1[UUIDTIME_LEN];
	uint8_t		again[UUIDTIME_LEN];

	ASSUME(uuidtime_has_version(v6, 6));
	uuidtime_reorder_v6(v6, v1);
	CLAIM(uuidtime_has_version(v1, 1));
	uuidtime_reorder_v1(v1, again);
	CLAIM(equal(v6, again, UUIDTIME_LEN));
}

/* The 122 bits of a UUID, without version and variant. */
static unsigned __int128
bits_of(const uint8_t id[UUIDTIME_LEN])
{
	unsigned	__int128 number = number_of(id, UUIDTIME_LEN);

	return number >> 80 << 74 | (number >> 64 & 0xFFF) << 62 | (number & ((UINT64_C(1) << 62) - 1));
}

/*
 * The time of an id is that of its first bits, cut to microseconds, in all
 * layouts but the draft's version 7.
 */
void
proof_uuidtime_times(void)
{
	uint8_t		id[UUIDTIME_LEN];
	uint64_t	high = bits_of(id) >> 62;

	CLAIM(uuidtime_get_us(id, UUIDTIME_V6) == (int64_t) (high / 10) - INT64_C(12219292800000000));
	CLAIM(uuidtime_get_us(id, UUIDTIME_V7) == (int64_t) (high >> 12) * 1000);
	CLAIM(uuidtime_get_us(id, UUIDTIME_V8_48) == (int64_t) (high >> 12) * 1000);
	CLAIM(uuidtime_get_us(id, UUIDTIME_V8_32) == (int64_t) (high >> 28) * 1000000);
	CLAIM(uuidtime_get_us(id, UUIDTIME_V8_60) == (int64_t) high);
	CLAIM(uuidtime_get_us(id, UUIDTIME_V8_64) == (int64_t) ((high << 4) / 1000));
}

/*
 * The nanosecond of the draft's version 7 is its 86 bits of a binary fraction
 * times 125³, without the lowest 77 bits: the sum of the products of its two
 * halves.
 */
void
proof_uuidtime_draft_fraction(void)
{
	uint64_t	high;
	uint64_t	low;
	unsigned	__int128 fraction = (unsigned __int128) (high & 0xFFFFFF) << 62 | low;
	unsigned	__int128 half = (unsigned __int128) 1 << 43;

	ASSUME(low <= LOW_MASK);
	CLAIM(uuidtime_get_draft_part(high, low) == (fraction / half * 1953125 * half + fraction % half * 1953125) >> 77);
}

/* Any layout. */
static uuidtime_layout
any_layout(void)
{
	int			layout;

	ASSUME(layout >= 0 && layout < UUIDTIME_LAYOUTS);
	return (uuidtime_layout) layout;
}

/*
 * The layouts are those of the documents: versions and widths, which fill 122
 * bits; a sequence that begins with random bits has one bit more than they.
 */
void
proof_uuidtime_layouts(void)
{
	static const int documents[UUIDTIME_LAYOUTS][5] = {
		/* version, time, sequence, its first bits, random */
		{6, 60, 14, 13, 48},
		{7, 60, 16, 15, 46},
		{7, 48, 12, 0, 62},
		{7, 60, 14, 0, 48},
		{7, 74, 8, 0, 40},
		{8, 48, 12, 0, 62},
		{8, 48, 12, 0, 62},
		{8, 60, 8, 0, 54},
		{8, 60, 8, 0, 54},
	};

	uuidtime_layout layout = any_layout();
	const uuidtime_fields *l = &uuidtime_layouts[layout];
	const int  *d = documents[layout];

	CLAIM(l->version == d[0] && l->time_bits == d[1] && l->sequence_bits == d[2] && l->first_bits == d[3]);
	CLAIM(uuidtime_random_bits(layout) == d[4]);
	CLAIM(uuidtime_max_sequence(layout) == (UINT32_C(1) << (d[3] ? d[3] : d[2])) - 1);
}

/*
 * An id has the version of its layout and the RFC's variant; its sequence
 * stands behind the time, is read as it was given, and the lowest of the
 * random bits behind it.
 */
void
proof_uuidtime_pack(void)
{
	uuidtime_layout layout = any_layout();
	const uuidtime_fields *l = &uuidtime_layouts[layout];
	int			random_bits = uuidtime_random_bits(layout);
	int64_t		tick;
	uint32_t	sequence;
	uint64_t	random;
	uint8_t		id[UUIDTIME_LEN];

	ASSUME(tick >= 0 && sequence >> l->sequence_bits == 0);
	uuidtime_pack(id, layout, tick, sequence, random);
	CLAIM(uuidtime_has_version(id, l->version));
	CLAIM(uuidtime_get_sequence(id, layout) == (int32_t) sequence);
	CLAIM((bits_of(id) >> random_bits & ((1 << l->sequence_bits) - 1)) == sequence);
	CLAIM(((bits_of(id) ^ random) & ((UINT64_C(1) << random_bits) - 1)) == 0);
}

/*
 * Where the time of an id stands, for those layouts that do not divide: the
 * tick as it was given, in the layout's highest bits.
 */
void
proof_uuidtime_pack_time(void)
{
	uuidtime_layout layout = any_layout();
	int64_t		tick;
	uint32_t	sequence;
	uint64_t	random;
	uint8_t		id[UUIDTIME_LEN];
	uint64_t	high;

	ASSUME(tick >= 0 && tick >> 58 == 0 && sequence >> uuidtime_layouts[layout].sequence_bits == 0);
	uuidtime_pack(id, layout, tick, sequence, random);
	high = bits_of(id) >> 62;
	switch (layout)
	{
		case UUIDTIME_V6:
			CLAIM(high == (uint64_t) tick + UINT64_C(122192928000000000));
			break;
		case UUIDTIME_V7:
		case UUIDTIME_V8_60:
		case UUIDTIME_V8_64:
			CLAIM(high == (uint64_t) tick);
			break;
		case UUIDTIME_V8_32:
			ASSUME(tick >> 32 == 0);
			CLAIM(high >> 12 == (uint64_t) tick << 16);
			break;
		case UUIDTIME_V8_48:
			ASSUME(tick >> 48 == 0);
			CLAIM(high >> 12 == (uint64_t) tick);
			break;
		default:
			break;
	}
}

/*
 * Times are proved in steps.  The proofs of the steps take what this one
 * claims, as promised_…, for the functions that it is about.
 */

/* The 122 bits of an id are read as they were set, with version and variant, and order it. */
void
proof_uuidtime_set(void)
{
	int			version;
	uint64_t	high;
	uint64_t	low;
	uint8_t		id[UUIDTIME_LEN];
	uint8_t		other[UUIDTIME_LEN];

	ASSUME(version >= 0 && version < 16 && high <= HIGH_MASK && low <= LOW_MASK);
	uuidtime_set(id, version, high, low);
	CLAIM(uuidtime_has_version(id, version));
	CLAIM(uuidtime_get_high(id) == high && uuidtime_get_low(id) == low);
	CLAIM(bits_of(id) == ((unsigned __int128) high << 62 | low));

	ASSUME(uuidtime_has_version(other, version));
	CLAIM((order_of(other, id, UUIDTIME_LEN) < 0) == (bits_of(other) < bits_of(id)));
	CLAIM(equal(other, id, UUIDTIME_LEN) == (bits_of(other) == bits_of(id)));
}

/* The bits of the id that a proof looks at, and its time. */
static uint64_t a_high;
static uint64_t a_low;
static int64_t a_time;

uint64_t
promised_uuidtime_get_high(const uint8_t id[UUIDTIME_LEN])
{
	return a_high;
}

uint64_t
promised_uuidtime_get_low(const uint8_t id[UUIDTIME_LEN])
{
	return a_low;
}

/* Ticks in a second. */
static const int64_t per_second[UUIDTIME_LAYOUTS] = {
	10000000, 4096000, 1000, 1000000, 1000000000, 1, 1000, 1000000, 1000000000 / 16
};

static void
tick_of(uuidtime_layout layout)
{
	int64_t		ns;
	int64_t		tick;
	unsigned	__int128 time = (unsigned __int128) ns * per_second[layout];

	ASSUME(ns >= 0);
	tick = uuidtime_tick(layout, ns);
	CLAIM((unsigned __int128) tick * 1000000000 <= time);
	CLAIM(time < ((unsigned __int128) tick + 1) * 1000000000);
}

/* The tick of a moment has begun and has not ended, in each layout. */
void
proof_uuidtime_tick(void)
{
	uuidtime_layout any = any_layout();

	for (int layout = 0; layout < UUIDTIME_LAYOUTS; layout++)
		if (layout == (int) any)
			return tick_of(layout);
}

static void
begin_of(uuidtime_layout layout)
{
	int64_t		ns;
	int64_t		tick;

	ASSUME(ns >= 0 && tick >= 0 && tick <= uuidtime_tick(layout, INT64_MAX));
	CLAIM((ns >= uuidtime_tick_begin(layout, tick)) == (uuidtime_tick(layout, ns) >= tick));
}

/*
 * A tick's first nanosecond is the first that belongs to it, and so are later ones to it or
 * later ticks.
 */
void
proof_uuidtime_tick_begin(void)
{
	uuidtime_layout any = any_layout();

	for (int layout = 0; layout < UUIDTIME_LAYOUTS; layout++)
		if (layout == (int) any)
			return begin_of(layout);
}

/* The widths of both halves, which the solver sees in the types. */
typedef unsigned __CPROVER_bitvector[60] high_bits;
typedef unsigned __CPROVER_bitvector[62] low_bits_of_id;

static void
any_bits(void)
{
	high_bits	high;
	low_bits_of_id low;

	a_high = high;
	a_low = low;
}

/* The greatest time of each layout: that of all ones. */
static const int64_t greatest[UUIDTIME_LAYOUTS] = {
	((INT64_C(1) << 60) - 1) / 10 - INT64_C(12219292800000000),
	((INT64_C(1) << 48) - 1) * 1000,
	((INT64_C(1) << 36) - 1) * 1000000 + 999000,
	((INT64_C(1) << 36) - 1) * 1000000 + 999999,
	((INT64_C(1) << 36) - 1) * 1000000 + 999999,
	((INT64_C(1) << 32) - 1) * 1000000,
	((INT64_C(1) << 48) - 1) * 1000,
	(INT64_C(1) << 60) - 1,
	((UINT64_C(1) << 60) - 1) * 2 / 125,
};

/* The first and last microsecond of each layout are those of ids of zeros and of ones. */
void
proof_uuidtime_range(void)
{
	for (int layout = 0; layout < UUIDTIME_LAYOUTS; layout++)
	{
		uint8_t		first[UUIDTIME_LEN];

		uuidtime_set(first, uuidtime_layouts[layout].version, 0, 0);
		CLAIM(uuidtime_min_us(layout) == uuidtime_get_us(first, layout));
		CLAIM(uuidtime_max_us(layout) == greatest[layout]);
	}
}

int64_t
promised_uuidtime_max_us(uuidtime_layout layout)
{
	return greatest[layout];
}

static void
first_bits_of(uuidtime_layout layout)
{
	int64_t		us;
	int64_t		time;
	uint64_t	high;
	uint64_t	low;
	uint8_t		id[UUIDTIME_LEN];

	ASSUME(us >= uuidtime_min_us(layout) && us <= greatest[layout] + 1);
	uuidtime_first_bits(layout, us, &high, &low);
	time = uuidtime_get_us(id, layout == UUIDTIME_V7_DRAFT_MS ? UUIDTIME_V7_DRAFT_US : layout);
	CLAIM((time >= us) == (a_high > high || (a_high == high && a_low >= low)));
	CLAIM(low <= LOW_MASK && (us > greatest[layout] || high <= HIGH_MASK));
	CLAIM(us == uuidtime_min_us(layout) || high > 0 || low > 0);
}

/*
 * Those 122 bits whose time is not before a moment, and no others, are the
 * first ones of it and all greater ones.  The draft's version 7 has bounds of
 * microseconds.
 */
void
proof_uuidtime_first_bits(void)
{
	uuidtime_layout any = any_layout();

	any_bits();

	for (int layout = 0; layout < UUIDTIME_LAYOUTS; layout++)
		if (layout == (int) any)
			return first_bits_of(layout);
}

void
promised_uuidtime_first_bits(uuidtime_layout layout, int64_t us, uint64_t *high, uint64_t *low)
{
	uint64_t	any_high;
	uint64_t	any_low;

	CLAIM(us >= uuidtime_min_us(layout) && us <= greatest[layout] + 1);
	ASSUME(any_low <= LOW_MASK && (us > greatest[layout] || any_high <= HIGH_MASK));
	ASSUME(us == uuidtime_min_us(layout) || any_high > 0 || any_low > 0);
	ASSUME((a_time >= us) == (a_high > any_high || (a_high == any_high && a_low >= any_low)));
	*high = any_high;
	*low = any_low;
}

/*
 * The ids whose time is not before a moment, and no others, are its first id
 * and all greater ones; those whose time is not after it, its last id and all
 * smaller ones.
 */
void
proof_uuidtime_bounds(void)
{
	uuidtime_layout layout = any_layout();
	int			version = uuidtime_layouts[layout].version;
	int64_t		us;
	int64_t		time;
	uint8_t		id[UUIDTIME_LEN];
	uint8_t		first[UUIDTIME_LEN];
	uint8_t		last[UUIDTIME_LEN];

	ASSUME(us >= uuidtime_min_us(layout) && us <= greatest[layout]);
	ASSUME(uuidtime_has_version(id, version));
	a_high = uuidtime_get_high(id);
	a_low = uuidtime_get_low(id);
	a_time = time;
	uuidtime_first_of(layout, us, first);
	uuidtime_last_of(layout, us, last);
	CLAIM((time >= us) == (order_of(id, first, UUIDTIME_LEN) >= 0));
	CLAIM((time <= us) == (order_of(id, last, UUIDTIME_LEN) <= 0));
	CLAIM(uuidtime_has_version(first, version) && uuidtime_has_version(last, version));
}

/*
 * Times of the draft's version 7, and nanoseconds
 */

/* A number without bounds. */
typedef __CPROVER_integer integer;

#define TWO_TO_32 ((integer) 4294967296)

static uint64_t a_part;

uint64_t
promised_uuidtime_get_draft_part(uint64_t high, uint64_t low)
{
	CLAIM(high == a_high && low == a_low);
	return a_part;
}

/*
 * The time of an id of the draft's version 7 is its second and the part of it
 * that proof_uuidtime_draft_fraction says, cut to microseconds, or to
 * milliseconds.
 */
void
proof_uuidtime_draft_us(void)
{
	uint8_t		id[UUIDTIME_LEN];
	int64_t		second;
	uint64_t	part;

	any_bits();
	ASSUME(part < 1000000000);
	a_part = part;
	second = (a_high >> 24) * 1000000;
	CLAIM(uuidtime_get_us(id, UUIDTIME_V7_DRAFT_MS) == (int64_t) (second + (part / 1000 - part / 1000 % 1000)));
	CLAIM(uuidtime_get_us(id, UUIDTIME_V7_DRAFT_US) == (int64_t) (second + part / 1000));
	CLAIM(uuidtime_get_us(id, UUIDTIME_V7_DRAFT_NS) == (int64_t) (second + part / 1000));
}

static void
set_draft_time_of(uuidtime_layout layout, uint64_t parts, uint64_t odd, int shift, int bits)
{
	uint64_t	tick;
	uint64_t	high;
	uint64_t	low;
	uint64_t	fraction = ((tick % parts << shift) + odd - 1) / odd;

	fraction <<= 38 - bits;
	uuidtime_set_draft_time(layout, tick, &high, &low);
	CLAIM(high == (tick / parts << 24) + (fraction >> 14));
	CLAIM(low == (fraction & 0x3FFF) << 48);
}

/*
 * A tick of the draft is its second, then its part of the second as a binary
 * fraction, rounded up, the last 14 of 38 bits of which stand behind the
 * variant.
 */
void
proof_uuidtime_set_draft_time(void)
{
	set_draft_time_of(UUIDTIME_V7_DRAFT_MS, 1000, 125, 9, 12);
	set_draft_time_of(UUIDTIME_V7_DRAFT_US, 1000000, 15625, 18, 24);
	set_draft_time_of(UUIDTIME_V7_DRAFT_NS, 1000000000, 1953125, 29, 38);
}

/* The fraction, as it is rounded up, of so many bits for so many parts of a second. */
static void
draft_time_again(integer parts, integer odd, integer two_to_shift, integer two_to_bits)
{
	integer		tick;
	integer		fraction;
	integer		left;
	integer		behind;
	integer		part;
	integer		again;
	integer		rest;
	integer		two_to_43 = TWO_TO_32 * 2048;
	integer		two_to_86 = two_to_43 * two_to_43;
	integer		all;

	ASSUME(tick >= 0 && tick < parts);
	ASSUME(tick * two_to_shift + odd - 1 == fraction * odd + left && left >= 0 && left < odd);
	CLAIM(fraction >= 0 && fraction < two_to_bits);
	ASSUME(behind >= 0 && behind * two_to_bits < two_to_86);
	ASSUME(all * two_to_bits == fraction * two_to_86 + behind * two_to_bits);
	ASSUME(part * two_to_86 <= all * 1000000000 && all * 1000000000 < (part + 1) * two_to_86);
	ASSUME(part * parts == again * 1000000000 + rest && rest >= 0 && rest < 1000000000);
	CLAIM(again == tick);
}

/*
 * The fraction has room in its bits, and with any bits behind it the part of the
 * second that proof_uuidtime_draft_fraction reads is that of the tick.
 */
void
proof_uuidtime_draft_again(void)
{
	draft_time_again(1000, 125, 512, 4096);
	draft_time_again(1000000, 15625, 262144, 16777216);
	draft_time_again(1000000000, 1953125, 536870912, TWO_TO_32 * 64);
}

int64_t
promised_uuidtime_get_us(const uint8_t id[UUIDTIME_LEN], uuidtime_layout layout)
{
	return a_time;
}

/*
 * Nanoseconds are those of the microsecond, and what is below it, of the layouts
 * that have less: of the part of the second (proof_uuidtime_draft_fraction), or of
 * 64 bits that count them.  There are none just where 63 bits are too few.
 */
void
proof_uuidtime_get_ns(void)
{
	uuidtime_layout layout = any_layout();
	int64_t		us;
	uint64_t	part;
	uint8_t		id[UUIDTIME_LEN];
	int64_t		ns;
	int64_t		below = 0;

	any_bits();
	ASSUME(layout != UUIDTIME_V6 && us >= 0 && part < 1000000000);
	a_time = us;
	a_part = part;
	if (layout == UUIDTIME_V7_DRAFT_NS)
		below = part % 1000;
	if (layout == UUIDTIME_V8_64)
		below = a_high * 16 % 1000;
	if (uuidtime_get_ns(id, layout, &ns))
		CLAIM(ns == us * 1000 + below);
	else
		CLAIM((__int128) us * 1000 + below > INT64_MAX);
}

/*
 * Version 8 of one's own
 */

/* The lowest bits of a number. */
static unsigned __int128
low_bits(unsigned __int128 number, int bits)
{
	return number & (((unsigned __int128) 1 << bits) - 1);
}

/*
 * A field is written beside what was there, with so many of the 122 bits behind
 * it, as far as it has bits for its value; and it is read from there.
 */
void
proof_uuidtime_field(void)
{
	int			width;
	int			after;
	uint64_t	value;
	uint64_t	high;
	uint64_t	low;
	unsigned	__int128 before = (unsigned __int128) high << 62 | low;
	unsigned	__int128 bits;

	ASSUME(width >= 0 && width <= 64 && after >= 0 && after < 122 && width + after <= 122);
	ASSUME(high <= HIGH_MASK && low <= LOW_MASK);
	uuidtime_put_field(&high, &low, width, after, value);
	bits = (unsigned __int128) high << 62 | low;
	CLAIM(bits == (before | low_bits(value, width) << after));
	CLAIM(high <= HIGH_MASK && low <= LOW_MASK);
	CLAIM(uuidtime_get_field(high, low, width, after) == low_bits(bits >> after, width));
}

typedef struct field
{
	int			width;
	int			after;
	uint64_t	value;
}			field;

#define MOST_FIELDS 5

static field fields[MOST_FIELDS];
static int	count_of_fields = 0;

static void
is_field(int width, int after)
{
	CLAIM(width >= 0 && width <= 64 && after >= 0 && after < 122 && width + after <= 122);
	fields[count_of_fields].width = width;
	fields[count_of_fields].after = after;
}

/* a_high and a_low are the bits that were written up to now. */
void
promised_uuidtime_put_field(uint64_t *high, uint64_t *low, int width, int after, uint64_t value)
{
	CLAIM(*high == a_high && *low == a_low);
	is_field(width, after);
	fields[count_of_fields++].value = value;
	any_bits();
	*high = a_high;
	*low = a_low;
}

uint64_t
promised_uuidtime_get_field(uint64_t high, uint64_t low, int width, int after)
{
	uint64_t	value;

	CLAIM(high == a_high && low == a_low);
	is_field(width, after);
	fields[count_of_fields++].value = value;
	return value;
}

static bool
field_is(int i, int width, int after, uint64_t value)
{
	return fields[i].width == width && fields[i].after == after && fields[i].value == value;
}

/* Any widths that a version 8 may have, and the number of bits that they leave. */
static uuidtime_widths
any_widths(int *rest)
{
	uuidtime_widths w;
	int			end;

	ASSUME(w.time >= 1 && w.time <= 64 && w.sequence >= 0 && w.sequence <= 63 && w.node >= 0 && w.node <= 63);
	end = w.time <= 48 ? 48 : w.time <= 60 ? 60 : w.time;
	*rest = 122 - end - w.sequence - w.node;
	CLAIM(uuidtime_v8_rest(&w) == *rest);
	ASSUME(*rest >= 0);
	return w;
}

/*
 * A version 8 of one's own is its time in front, zeros up to bit 48 or 60, if
 * the time ends before, then sequence, node and the lowest of the random bits,
 * side by side.
 */
void
proof_uuidtime_v8_pack(void)
{
	int			rest;
	uuidtime_widths w = any_widths(&rest);
	uint64_t	time;
	uint64_t	sequence;
	uint64_t	node;
	uint64_t	random[2];
	uint8_t		id[UUIDTIME_LEN];

	ASSUME(low_bits(time, w.time) == time && low_bits(sequence, w.sequence) == sequence && low_bits(node, w.node) == node);
	a_high = 0;
	a_low = 0;
	uuidtime_v8_pack(id, &w, time, sequence, node, random);
	CLAIM(uuidtime_has_version(id, 8));
	CLAIM(bits_of(id) == ((unsigned __int128) a_high << 62 | a_low));
	CLAIM(count_of_fields == (rest > 64 ? 5 : 4));
	CLAIM(field_is(0, w.time, 122 - w.time, time));
	CLAIM(field_is(1, w.sequence, rest + w.node, sequence) && field_is(2, w.node, rest, node));
	CLAIM(field_is(3, rest > 64 ? 64 : rest, 0, random[0]));
	CLAIM(rest <= 64 || field_is(4, rest - 64, 64, random[1]));
}

/* Time, sequence and node of a version 8 are read from where they are written. */
void
proof_uuidtime_v8_unpack(void)
{
	int			rest;
	uuidtime_widths w = any_widths(&rest);
	uint64_t	time;
	uint64_t	sequence;
	uint64_t	node;
	uint8_t		id[UUIDTIME_LEN];

	a_high = bits_of(id) >> 62;
	a_low = bits_of(id) & LOW_MASK;
	uuidtime_v8_unpack(id, &w, &time, &sequence, &node);
	CLAIM(field_is(0, w.time, 122 - w.time, time));
	CLAIM(field_is(1, w.sequence, rest + w.node, sequence) && field_is(2, w.node, rest, node));
}

/*
 * A clock of one's own
 */

static uuidtime_clock
any_clock(void)
{
	uuidtime_clock clock;

	ASSUME(clock.us > 0 && clock.ticks > 0);
	return clock;
}

/*
 * The ticks of a moment are those of the whole periods of the clock and of the
 * part behind them, and there are none if that is too much.
 */
void
proof_uuidtime_ticks_of(void)
{
	uuidtime_clock c = any_clock();
	uint64_t	us;
	uint64_t	ticks;
	uint64_t	part = us % c.us * c.ticks;
	bool		fits;

	if (c.ticks > c.us)
		part += c.us - 1;
	part /= c.us;
	fits = us / c.us <= (UINT64_MAX - part) / c.ticks;
	CLAIM(uuidtime_ticks_of(&c, us, &ticks) == fits);
	CLAIM(!fits || ticks == us / c.us * c.ticks + part);
}

/* The same with small numbers, of which a solver finds at once where they differ. */
void
proof_uuidtime_small_ticks(void)
{
	uuidtime_clock c = any_clock();
	uint64_t	us;
	uint64_t	ticks;

	ASSUME(c.us < 8 && c.ticks < 8 && us < 64);
	CLAIM(uuidtime_ticks_of(&c, us, &ticks));
	CLAIM(ticks == (us * c.ticks + (c.ticks > c.us ? c.us - 1 : 0)) / c.us);
}

/* And the microseconds of ticks. */
void
proof_uuidtime_us_of(void)
{
	uuidtime_clock c = any_clock();
	uint64_t	ticks;
	uint64_t	us;
	uint64_t	part = ticks % c.ticks * c.us / c.ticks;
	bool		fits = ticks / c.ticks <= (UINT64_MAX - part) / c.us;

	CLAIM(uuidtime_us_of(&c, ticks, &us) == fits);
	CLAIM(!fits || us == ticks / c.ticks * c.us + part);
}

/*
 * Both divide the same way: a number by from, which is whole periods and a rest,
 * with up for rounding.  The product of from and to is below 2^63.  Then nothing
 * overflows; the result is number * to / from, rounded down, or up if up is
 * from − 1; and it is refused just where 64 bits are too few.
 */
void
proof_uuidtime_clock_rounds(void)
{
	integer		from;
	integer		to;
	integer		whole;
	integer		rest;
	integer		up;
	integer		part;
	integer		left;
	integer		most;
	integer		over;
	integer		product = (whole * from + rest) * to;
	integer		result = whole * to + part;

	ASSUME(from > 0 && to > 0 && 2 * from * to < TWO_TO_32 * TWO_TO_32);
	ASSUME(whole >= 0 && rest >= 0 && rest < from && up >= 0 && up < from);
	ASSUME(rest * to + up == part * from + left && left >= 0 && left < from);
	CLAIM(rest * to + up < TWO_TO_32 * TWO_TO_32);
	CLAIM(result * from <= product + up && product + up < (result + 1) * from);

	ASSUME(TWO_TO_32 * TWO_TO_32 - 1 - part == most * to + over && over >= 0 && over < to);
	CLAIM((whole <= most) == (result < TWO_TO_32 * TWO_TO_32));
}

/*
 * If ticks are shorter than microseconds, the first tick in a microsecond is
 * not before its beginning, and the tick before it is; and cut to microseconds
 * it is this microsecond again.
 */
void
proof_uuidtime_clock_again(void)
{
	integer		us;
	integer		ticks;
	integer		moment;
	integer		tick;
	integer		again;

	ASSUME(us > 0 && ticks > us && moment >= 0);
	ASSUME(tick * us <= moment * ticks + us - 1 && moment * ticks + us - 1 < (tick + 1) * us);
	CLAIM(tick * us >= moment * ticks && (tick - 1) * us < moment * ticks);
	ASSUME(again * ticks <= tick * us && tick * us < (again + 1) * ticks);
	CLAIM(again == moment);
}
