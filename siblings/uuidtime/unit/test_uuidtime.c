/*
 * siblings/uuidtime/unit/test_uuidtime.c
 *		Layouts of the UUIDs that are ordered by time.  What holds of any bytes is
 *		in siblings/uuidtime/fuzz/fuzz_uuidtime.c, known UUIDs are in siblings/uuidtime/vectors/.
 */
#include "core/hex.h"
#include "siblings/uuidtime/core.h"
#include "test/unit/test.h"

static const char *const names[UUIDTIME_LAYOUTS] = {
	"version 6", "version 7", "draft 7, ms", "draft 7, us", "draft 7, ns",
	"version 8, 32", "version 8, 48", "version 8, 60", "version 8, 64"
};

/*
 * A nanosecond that a clock may show, often at an edge of a microsecond,
 * millisecond or second.
 */
static int64_t
random_ns(uuidtime_layout layout)
{
	static const int64_t edges[] = {1, 1000, 1000000, 1000000000};
	int64_t		end = (uuidtime_layouts[layout].max_us + 1) * 1000;
	int64_t		edge = edges[random64() % 4];
	int64_t		ns = (int64_t) (random64() % (uint64_t) end);

	switch (random64() % 4)
	{
		case 0:
			return ns / edge * edge;
		case 1:
			ns = ns / edge * edge - 1;
			return ns < 0 ? 0 : ns;
		case 2:
			return random64() % 2 ? edge - 1 : end - edge;
		default:
			return ns;
	}
}

static uint32_t
random_sequence(uuidtime_layout layout)
{
	uint32_t	max = (UINT32_C(1) << uuidtime_layouts[layout].sequence_bits) - 1;

	switch (random64() % 4)
	{
		case 0:
			return 0;
		case 1:
			return max;
		default:
			return random64() & max;
	}
}

static void
test_room(uuidtime_layout layout)
{
	const uuidtime_fields *l = &uuidtime_layouts[layout];
	uint32_t	first = l->first_bits ? (UINT32_C(1) << l->first_bits) - 1 : 0;

	ok(first + uuidtime_max_sequence(layout) <= (UINT32_C(1) << l->sequence_bits) - 1,
	   "%s: %u IDs fit into a tick, whatever its sequence begins with", names[layout],
	   (unsigned) uuidtime_max_sequence(layout) + 1);
}

/*
 * The fraction of the draft's version 7: every part of a second, and its bits.
 */
static void
test_fraction(void)
{
	bool		ms = true;
	bool		us = true;
	uint8_t		id[UUIDTIME_LEN];

	for (int64_t i = 0; i < 1000; i++)
	{
		uuidtime_pack(id, UUIDTIME_V7_DRAFT_MS, 5000 + i, 0, random64());
		ms &= uuidtime_get_us(id, UUIDTIME_V7_DRAFT_MS) == 5000000 + i * 1000;
		ms &= (load_be64(id) >> 16 & 0xFFF) == (uint64_t) (i * 4096 + 999) / 1000;
	}
	ok(ms, "each millisecond of a second comes back, its fraction rounded up");

	for (int64_t i = 0; i < 1000000; i++)
	{
		uuidtime_pack(id, UUIDTIME_V7_DRAFT_US, 5000000 + i, 0, random64());
		us &= uuidtime_get_us(id, UUIDTIME_V7_DRAFT_US) == 5000000 + i;
	}
	ok(us, "and each microsecond");

	/* half a second is 1 and zeros, whatever follows */
	uuidtime_pack(id, UUIDTIME_V7_DRAFT_NS, INT64_C(5500000000), 0, 0);
	ok(load_be64(id) == UINT64_C(0x0000000058007000) && load_be64(id + 8) == UINT64_C(0x8000000000000000),
	   "half a second is the fraction's first bit");
	uuidtime_pack(id, UUIDTIME_V7_DRAFT_NS, INT64_C(5999999999), 255, UINT64_C(0xFFFFFFFFFF));
	ok(load_be64(id) == UINT64_C(0x000000005FFF7FFF) && load_be64(id + 8) == UINT64_C(0xBEEEFFFFFFFFFFFF),
	   "the last nanosecond is not rounded up to the next second");
}

static void
test_last(void)
{
	uint8_t		id[UUIDTIME_LEN];

	memset(id, 0xFF, UUIDTIME_LEN);
	ok(uuidtime_get_us(id, UUIDTIME_V8_64) == INT64_C(18446744073709551) &&
	   uuidtime_get_us(id, UUIDTIME_V8_60) == (INT64_C(1) << 60) - 1 &&
	   uuidtime_get_us(id, UUIDTIME_V7_DRAFT_NS) == (INT64_C(1) << 36) * 1000000 - 1,
	   "all ones is the last time");
}

static void
test_variants(void)
{
	uint8_t		id[UUIDTIME_LEN] = {0};
	bool		right = true;

	for (int byte = 0; byte < 256; byte++)
	{
		id[8] = (uint8_t) byte;
		right &= uuidtime_get_variant(id) ==
			(byte < 0x80 ? 0 : byte < 0xC0 ? 2 : byte < 0xE0 ? 6 : 7);
	}
	ok(right, "variants are 0, 2, 6 and 7");
}

/*
 * The ID before or after one, across version and variant; false at the end of
 * the layout.
 */
static bool
step_id(uint8_t id[UUIDTIME_LEN], int by)
{
	uint64_t	top = load_be64(id);
	uint64_t	low = load_be64(id + 8) & ((UINT64_C(1) << 62) - 1);
	uint64_t	high = top >> 16 << 12 | (top & 0xFFF);

	if (by > 0 ? high == (UINT64_C(1) << 60) - 1 && low == (UINT64_C(1) << 62) - 1 : high == 0 && low == 0)
		return false;
	low += (uint64_t) (int64_t) by;
	if (low >> 62)
	{
		low &= (UINT64_C(1) << 62) - 1;
		high += (uint64_t) (int64_t) by;
	}
	store_be64(id, high >> 12 << 16 | (top & 0xF000) | (high & 0xFFF));
	store_be64(id + 8, UINT64_C(2) << 62 | low);
	return true;
}

/*
 * The bounds of a microsecond are IDs of the layout, and their neighbors in it
 * are on its other side.
 */
static void
test_bounds_of(uuidtime_layout layout)
{
	int64_t		min = uuidtime_min_us(layout);
	int64_t		max = uuidtime_max_us(layout);
	bool		right = true;

	for (int i = 0; i < 200000; i++)
	{
		int64_t		us = min + (int64_t) (random64() % (uint64_t) (max - min + 1));
		int64_t		unit = random64() % 2 ? 1000 : 1000000;
		uint8_t		first[UUIDTIME_LEN];
		uint8_t		last[UUIDTIME_LEN];

		if (i < 3000)
			us = min + i;
		else if (i < 6000)
			us = max - (i - 3000);
		else if (i % 2)
			us = us / unit * unit + (int64_t) (random64() % 3) - 1;
		us = us < min ? min : us > max ? max : us;

		uuidtime_first_of(layout, us, first);
		uuidtime_last_of(layout, us, last);
		right &= uuidtime_get_us(first, layout) >= us && uuidtime_get_us(last, layout) <= us;
		right &= uuidtime_get_version(first) == uuidtime_layouts[layout].version;
		right &= uuidtime_get_version(last) == uuidtime_layouts[layout].version;
		right &= uuidtime_get_variant(first) == UUIDTIME_VARIANT && uuidtime_get_variant(last) == UUIDTIME_VARIANT;
		right &= us == min || (step_id(first, -1) && uuidtime_get_us(first, layout) < us);
		right &= us == max || (step_id(last, 1) && uuidtime_get_us(last, layout) > us);
	}
	ok(right, "%s: the bounds of a microsecond are the nearest IDs", names[layout]);
}

/*
 * Nanoseconds come out as they went in, truncated to the tick, unless they do
 * not fit into a bigint.
 */
static void
test_ns(uuidtime_layout layout)
{
	const uuidtime_fields *l = &uuidtime_layouts[layout];
	bool		right = true;
	uint8_t		id[UUIDTIME_LEN];
	int64_t		ns;

	for (int i = 0; i < 100000; i++)
	{
		int64_t		now = random_ns(layout);

		uuidtime_pack(id, layout, uuidtime_tick(layout, now), random_sequence(layout), random64());
		right &= uuidtime_get_ns(id, layout, &ns) && ns == now / l->ns * l->ns;
	}
	uuidtime_last_of(layout, uuidtime_max_us(layout), id);
	right &= uuidtime_get_ns(id, layout, &ns) == (layout == UUIDTIME_V8_32);
	ok(right, "%s: nanoseconds are those that went in", names[layout]);
}

/*
 * Scenarios 1 and 2 of the draft (4.4.4.2): a reader of all bits need not know
 * the precision, and may want a coarser one.
 */
static void
test_any_precision(void)
{
	bool		right = true;
	uint8_t		id[UUIDTIME_LEN];

	for (int i = 0; i < 300000; i++)
	{
		uuidtime_layout layout = UUIDTIME_V7_DRAFT_MS + i % 3;
		int64_t		made = random_ns(layout);
		int64_t		unit = uuidtime_layouts[layout].ns;
		int64_t		ns;

		uuidtime_pack(id, layout, uuidtime_tick(layout, made), random_sequence(layout), random64());
		right &= uuidtime_get_ns(id, UUIDTIME_V7_DRAFT_NS, &ns) && ns / unit == made / unit;
		right &= uuidtime_get_us(id, UUIDTIME_V7_DRAFT_NS) == ns / 1000;
		right &= uuidtime_get_us(id, UUIDTIME_V7_DRAFT_US) == ns / 1000;
		right &= uuidtime_get_us(id, UUIDTIME_V7_DRAFT_MS) == made / 1000000 * 1000;
	}
	ok(right, "an ID of any precision gives its millisecond, microsecond or nanosecond");

	id_hex_decode("0608602801997999a666668000123456", UUIDTIME_LEN, id);
	ok(uuidtime_get_us(id, UUIDTIME_V7_DRAFT_NS) == INT64_C(1619395200100000), "48 bits of a tenth of a second");
}

/* Fields of a version 8 of one's own, and their bits one by one. */
static void
test_own_v8(void)
{
	bool		same = true;
	bool		placed = true;

	for (int i = 0; i < 300000; i++)
	{
		uuidtime_widths w = {1 + random64() % 64, random64() % 64, random64() % 64};
		int			end = w.time <= 48 ? 48 : w.time <= 60 ? 60 : w.time;
		uint64_t	value[3] = {random64(), random64(), random64()};
		uint64_t	random[2] = {random64(), random64()};
		uint64_t	read[3];
		uint8_t		id[UUIDTIME_LEN];
		int			widths[] = {w.time, end - w.time, w.sequence, w.node};
		int			bit = 0;

		same &= uuidtime_v8_random_bits(&w) == 122 - end - w.sequence - w.node;
		if (uuidtime_v8_random_bits(&w) < 0)
			continue;
		for (int f = 0; f < 3; f++)
			value[f] = (f == 0 ? w.time : f == 1 ? w.sequence : w.node) == 0 ? 0 :
				value[f] >> (64 - (f == 0 ? w.time : f == 1 ? w.sequence : w.node));
		uuidtime_v8_pack(id, &w, value[0], value[1], value[2], random);
		uuidtime_v8_unpack(id, &w, &read[0], &read[1], &read[2]);
		same &= memcmp(value, read, sizeof(value)) == 0;
		same &= uuidtime_get_version(id) == 8 && uuidtime_get_variant(id) == UUIDTIME_VARIANT;

		/* once more, one bit after the other */
		for (int f = 0; f < 4; f++)
			for (int b = widths[f] - 1; b >= 0; b--, bit++)
			{
				int			at = bit + (bit < 48 ? 0 : bit < 60 ? 4 : 6);
				uint64_t	of = f == 0 ? value[0] : f == 1 ? 0 : value[f - 1];

				placed &= (id[at / 8] >> (7 - at % 8) & 1) == (int) (of >> b & 1);
			}
		for (; bit < 122; bit++)
		{
			int			at = bit + (bit < 48 ? 0 : bit < 60 ? 4 : 6);
			int			b = 121 - bit;

			placed &= (id[at / 8] >> (7 - at % 8) & 1) == (int) (random[b / 64] >> b % 64 & 1);
		}
	}
	ok(same, "version 8 of one's own: fields come back as they went in");
	ok(placed, "version 8 of one's own: each bit is where the draft has it");
}

static void
test_own_clock(void)
{
	/*
	 * microseconds and ticks: NTP, 36 bits of seconds, 100 ns, the draft's
	 * 65536ths, half microseconds, days, thirds of a second
	 */
	static const uuidtime_clock clocks[] = {
		{1000000, UINT64_C(1) << 32}, {1000000, 1}, {1, 10}, {1000000, 65536},
		{1, 2}, {UINT64_C(86400000000), 1}, {1000000, 3}, {1, 1}
	};
	uint64_t	ticks;
	uint64_t	us;
	bool		right = true;

	for (int i = 0; i < 400000; i++)
	{
		const uuidtime_clock *clock = &clocks[i % 8];
		uint64_t	made = random64() >> 11 >> random64() % 53;
		uint64_t	read;
		uint64_t	scaled;
		bool		exact;
		bool		fits = scale(made, clock->ticks, clock->us, &scaled, &exact);

		if (!uuidtime_ticks_of(clock, made, &ticks))
		{
			right &= !fits || scaled == UINT64_MAX;
			continue;
		}
		right &= fits && ticks == scaled + (clock->ticks > clock->us && !exact);
		right &= uuidtime_us_of(clock, ticks, &read) && read <= made;
		right &= clock->ticks < clock->us || read == made;	/* of ticks that are
															 * short enough */
		ticks = random64() >> random64() % 64;
		fits = scale(ticks, clock->us, clock->ticks, &scaled, &exact);
		right &= uuidtime_us_of(clock, ticks, &read) == fits && (!fits || read == scaled);
	}
	ok(right, "a clock of one's own: ticks and microseconds");
	right = uuidtime_us_of(&clocks[3], 0x5555, &us) && us == 333328;
	ok(right, "the draft's example: 0x5555 of 65536 is 0.333328 s");
	right = uuidtime_ticks_of(&clocks[0], UINT64_C(2208988800000000), &ticks) && ticks == UINT64_C(2208988800) << 32;
	ok(right, "NTP's time of 1970");
}

int
main(void)
{
	for (int layout = 0; layout < UUIDTIME_LAYOUTS; layout++)
	{
		test_room(layout);
		if (layout != UUIDTIME_V7_DRAFT_MS && layout != UUIDTIME_V7_DRAFT_US)
			test_bounds_of(layout);
	}
	for (int layout = UUIDTIME_V7_DRAFT_NS; layout < UUIDTIME_LAYOUTS; layout++)
		test_ns(layout);
	test_any_precision();
	test_own_v8();
	test_own_clock();
	test_fraction();
	test_last();
	test_variants();
	return done_testing();
}
