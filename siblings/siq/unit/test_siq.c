/*
 * siblings/siq/unit/test_siq.c
 *		Layout, ticks, qualifiers and domains of the siq.  What holds of any bytes
 *		is in siblings/siq/fuzz/fuzz_siq.c.
 */
#include "core/hex.h"
#include "siblings/siq/core.h"
#include "test/unit/test.h"

#define SIQ_MAX_TICK ((INT64_C(1) << 56) - 1)

static void
test_layout(void)
{
	uint8_t		id[SIQ_LEN];
	char		hex[SIQ_HEX_LEN + 1] = "";

	siq_pack(id, INT64_C(117652106835433), 10, 2261653831, 7872, siq_find_qualifier("content", 7));
	id_hex_encode(id, SIQ_LEN, hex);
	ok(strcmp(hex, "006b010408f5e90a86ce1947f607") == 0, "a vector has its bytes: %s", hex);
}

/*
 * The document's table, bit by bit; the x that it has in front are bits of the
 * serial.
 */
static void
test_qualifiers(void)
{
	static const struct
	{
		const char *suffix;
		const char *name;
	}			table[] = {
		{"00000", "user"}, {"10000", "application"}, {"01000", "event"}, {"11000", "product"},
		{"00100", "group"}, {"10100", "collection"}, {"01100", "invite"}, {"11100", NULL},
		{"00010", "tag"}, {"10010", NULL}, {"01010", "channel"}, {"11010", NULL},
		{"0110", "thread"}, {"1110", "message"},
		{"001", "relationship"}, {"101", "many_to_many"}, {"011", "element"}, {"111", "content"},
	};
	bool		found[1 << 16] = {false};
	bool		all = true;

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
	{
		size_t		bits = strlen(table[i].suffix);
		uint32_t	value = 0;
		bool		right = true;

		for (size_t j = 0; j < bits; j++)
			value = value << 1 | (table[i].suffix[j] - '0');

		for (uint32_t serial = 0; serial <= 0xFFFFu >> bits; serial++)
		{
			uint8_t		id[SIQ_LEN] = {0};
			uint32_t	low = serial << bits | value;
			int			qualifier;

			id[12] = low >> 8;
			id[13] = low & 0xFF;
			qualifier = siq_get_qualifier(id);
			right &= table[i].name == NULL ? qualifier == -1 :
				qualifier == siq_find_qualifier(table[i].name, strlen(table[i].name)) &&
				siq_max_serial(qualifier) == 0xFFFFu >> bits;
			right &= siq_get_serial(id) == (int32_t) serial && siq_get_is_leaf(id) == (value & 1) && !found[low];
			found[low] = true;
		}
		ok(right, "%s is %s", table[i].suffix, table[i].name ? table[i].name : "unassigned");
	}
	for (int low = 0; low < 1 << 16; low++)
		all &= found[low];
	ok(all, "all 16 bits are a serial and a qualifier, in one way");
	ok(siq_find_qualifier("users", 5) == -1 && siq_find_qualifier("use", 3) == -1 &&
	   siq_find_qualifier("", 0) == -1 && siq_find_qualifier("User", 4) == -1, "other names are not qualifiers");
}

static void
test_ticks(void)
{
	bool		cut = true;
	bool		first = true;
	bool		last = true;
	bool		running = true;

	for (int i = 0; i < 200000; i++)
	{
		/* of every size, and around whole seconds */
		int64_t		us = (int64_t) (random64() >> (4 + i % 60)) % (SIQ_MAX_US + 1);
		int64_t		tick;
		uint64_t	expected;
		bool		exact;
		uint8_t		id[SIQ_LEN];

		if (i % 3 == 0)
			us = us / 1000000 * 1000000 + (int64_t) (random64() % 40);
		if (i % 3 == 1)
			us = SIQ_MAX_US - us % 1000;

		tick = siq_us_to_tick(us);
		cut &= scale(tick, 1000000, 65536, &expected, &exact) && siq_tick_to_us(tick) == (int64_t) expected;
		running &= siq_tick_to_us(tick) <= us && (tick == SIQ_MAX_TICK || siq_tick_to_us(tick + 1) >= us);

		siq_first_of(us, id);
		tick = siq_get_tick(id);
		first &= siq_get_timestamp_us(id) >= us && (tick == 0 || siq_tick_to_us(tick - 1) < us);
		first &= load_be64(id + 6) << 8 == 0 && siq_get_shard(id) == 0;

		siq_last_of(us, id);
		tick = siq_get_tick(id);
		last &= siq_get_timestamp_us(id) <= us && (tick == SIQ_MAX_TICK || siq_tick_to_us(tick + 1) > us);
		last &= (load_be64(id + 6) | UINT64_C(0xFF) << 56) == UINT64_MAX && siq_get_shard(id) == 255;
	}
	ok(cut, "a tick's time is truncated to the microsecond");
	ok(running, "the tick of a timestamp is the last one that has begun");
	ok(first, "the first ID of a timestamp is the smallest not before it");
	ok(last, "the last one is the greatest not after it");
	ok(siq_tick_to_us(SIQ_MAX_TICK) == SIQ_MAX_US, "the last tick has the last time");
}

static void
test_sort_key(void)
{
	bool		serials = true;
	uint8_t		a[SIQ_LEN];
	uint8_t		b[SIQ_LEN];

	for (uint32_t serial = 0; serial < 30; serial++)
	{
		siq_pack(a, INT64_C(117652106835433), 10, 2261653831, serial, siq_find_qualifier("user", 4));
		siq_pack(b, INT64_C(117652106835433), 10, 2261653831, serial + 1, siq_find_qualifier("user", 4));
		serials &= siq_sort_key(a, 2261653831) < siq_sort_key(b, 2261653831);
	}
	ok(serials, "sort keys distinguish the serials of one tick, shard and domain");
}

static void
test_domain(void)
{
	ok(siq_local_domain(2261653831, 0) == 2261653831, "without a local ID a domain hash stays the same");
	ok(siq_local_domain(2261653831, 1) == 30284103 && siq_local_domain(2261653831, 255) == 4291696967,
	   "another local ID replaces its first byte");
	ok(siq_local_domain(2261653831, 256) == 13506887, "256 replaces it by zero");
}

int
main(void)
{
	test_layout();
	test_qualifiers();
	test_ticks();
	test_sort_key();
	test_domain();
	return done_testing();
}
