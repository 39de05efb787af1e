/*
 * test/unit/test_siq.c
 *		Layout, ticks, qualifiers, text and UUID forms, order and hash of the siq.
 */
#include "core/hex.h"
#include "core/siq.h"
#include "test/unit/test.h"

#define SIQ_MAX_TICK ((INT64_C(1) << 56) - 1)

static void
random_id(uint8_t id[SIQ_LEN])
{
	store_be64(id + 6, random64());
	store_be64(id, random64());
}

static int
sign(int x)
{
	return (x > 0) - (x < 0);
}

static void
test_layout(void)
{
	uint8_t		id[SIQ_LEN];
	char		hex[SIQ_HEX_LEN + 1] = "";
	bool		same = true;

	siq_pack(id, INT64_C(117652106835433), 10, 2261653831, 7872, siq_find_qualifier("content", 7));
	id_hex_encode(id, SIQ_LEN, hex);
	ok(strcmp(hex, "006b010408f5e90a86ce1947f607") == 0, "a vector has its bytes: %s", hex);

	for (int i = 0; i < 100000; i++)
	{
		int64_t		tick = random64() & SIQ_MAX_TICK;
		uint32_t	shard = random64() % SIQ_SHARDS;
		uint32_t	domain = (uint32_t) random64();
		int			qualifier = (int) (random64() % SIQ_QUALIFIERS);
		uint32_t	serial = random64() & siq_max_serial(qualifier);

		siq_pack(id, tick, shard, domain, serial, qualifier);
		same &= siq_get_tick(id) == tick && siq_get_shard(id) == (int32_t) shard &&
			siq_get_domain(id) == domain && siq_get_serial(id) == (int32_t) serial &&
			siq_get_qualifier(id) == qualifier;
	}
	ok(same, "fields come back as they went in");
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
	   siq_find_qualifier("", 0) == -1 && siq_find_qualifier("User", 4) == -1, "no other name is a qualifier");
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
	ok(cut, "a tick's time is cut to the microsecond");
	ok(running, "the tick of a moment is the last one that has begun");
	ok(first, "the first id of a moment is the smallest not before it");
	ok(last, "the last one is the greatest not after it");
	ok(siq_tick_to_us(SIQ_MAX_TICK) == SIQ_MAX_US, "the last tick has the last time");
}

static void
test_round_trips(void)
{
	uint8_t		id[SIQ_LEN];
	uint8_t		read[SIQ_LEN];
	char		text[SIQ_TEXT_LEN];
	uint32_t	checksum;
	bool		round_trip = true;

	for (int i = 0; i < 100000; i++)
	{
		uint32_t	expected = (uint32_t) random64();

		random_id(id);
		siq_encode(id, expected, text);
		round_trip &= siq_decode(text, SIQ_TEXT_LEN, read, &checksum) == ID_OK &&
			checksum == expected && memcmp(id, read, SIQ_LEN) == 0;
		round_trip &= siq_decode(text + SIQ_PREFIX_LEN, SIQ_BASE32_LEN, read, &checksum) == ID_OK &&
			checksum == expected && memcmp(id, read, SIQ_LEN) == 0;
		id_hex_encode(id, SIQ_LEN, text);
		round_trip &= siq_decode(text, SIQ_HEX_LEN, read, &checksum) == ID_OK && memcmp(id, read, SIQ_LEN) == 0;
	}
	ok(round_trip, "each form reads back, and the checksum with it");
}

/* Is a byte at this place of a text of n characters accepted exactly where its alphabet has it? */
static bool
bytes_are_right(const char *text, size_t n, size_t place)
{
	const char *alphabet = n == SIQ_HEX_LEN ? "0123456789ABCDEFabcdef" : "abcdefghijklmnopqrstuvwxyz234567";
	bool		prefix = n == SIQ_TEXT_LEN && place <SIQ_PREFIX_LEN;
	bool		first = n != SIQ_HEX_LEN && place == n - SIQ_BASE32_LEN;
	bool		right = true;
	char		changed[SIQ_TEXT_LEN];
	uint8_t		read[SIQ_LEN];
	uint32_t	checksum;

	memcpy(changed, text, n);
	for (int byte = 0; byte < 256; byte++)
	{
		bool		allowed = prefix ? byte == SIQ_PREFIX[place] : byte != 0 && strchr(alphabet, byte) != NULL;
		id_status	status;

		changed[place] = (char) byte;
		status = siq_decode(changed, n, read, &checksum);
		right &= allowed == (status != ID_BAD_CHARACTER);
		right &= siq_first_bad(changed, n) == (allowed ? n : place);
		if (first && allowed)
			right &= status == (byte <= 'p' && byte >= 'a' ? ID_OK : ID_TOO_LARGE);
	}
	return right;
}

static void
test_characters(void)
{
	uint8_t		id[SIQ_LEN];
	char		text[SIQ_TEXT_LEN];
	char		hex[SIQ_HEX_LEN];
	bool		right = true;

	random_id(id);
	siq_encode(id, 42, text);
	id_hex_encode(id, SIQ_LEN, hex);
	for (size_t place = 0; place <SIQ_TEXT_LEN; place ++)
		right &= bytes_are_right(text, SIQ_TEXT_LEN, place);
	for (size_t place = 0; place <SIQ_BASE32_LEN; place ++)
		right &= bytes_are_right(text + SIQ_PREFIX_LEN, SIQ_BASE32_LEN, place);
	for (size_t place = 0; place <SIQ_HEX_LEN; place ++)
		right &= bytes_are_right(hex, SIQ_HEX_LEN, place);
	ok(right, "each byte at each place is allowed or named, and a first character is a to p");
}

static void
test_lengths(void)
{
	char		text[SIQ_TEXT_LEN];
	uint8_t		read[SIQ_LEN];
	uint32_t	checksum;
	bool		lengths = true;

	memset(text, 'a', sizeof(text));
	for (size_t n = 0; n < sizeof(text); n++)
		lengths &= (siq_decode(text, n, read, &checksum) == ID_BAD_LENGTH) ==
			(n != SIQ_BASE32_LEN && n != SIQ_HEX_LEN);
	ok(lengths, "only 28, 29 and 37 characters have a form");
}

static void
test_uuid(void)
{
	uint8_t		id[SIQ_LEN];
	uint8_t		other[SIQ_LEN];
	uint8_t		uuid[SIQ_UUID_LEN];
	uint8_t		other_uuid[SIQ_UUID_LEN];
	bool		round_trip = true;
	bool		order = true;
	bool		refused = true;

	for (int i = 0; i < 100000; i++)
	{
		int			bit = (int) (random64() % 128);
		id_status	status;

		random_id(id);
		random_id(other);
		memcpy(other, id, random64() % SIQ_LEN);
		siq_encode_uuid(id, uuid);
		siq_encode_uuid(other, other_uuid);
		order &= sign(memcmp(uuid, other_uuid, SIQ_UUID_LEN)) == siq_compare(id, other);
		round_trip &= siq_decode_uuid(uuid, other) == ID_OK && memcmp(id, other, SIQ_LEN) == 0;

		/* 48–51 are the version, 64 and 65 the variant, the last 10 zero */
		uuid[bit / 8] ^= 0x80 >> bit % 8;
		status = siq_decode_uuid(uuid, other);
		refused &= status == ((bit >= 48 && bit < 52) || bit == 64 || bit == 65 ? ID_BAD_VERSION :
							  bit >= 118 ? ID_TOO_LARGE : ID_OK);
		refused &= status != ID_OK || memcmp(id, other, SIQ_LEN) != 0;
	}
	ok(round_trip, "an id comes back from its UUID");
	ok(order, "UUIDs sort as their ids do");
	ok(refused, "each bit of a UUID is one of the id, or refused when it is changed");
}

static void
test_order(void)
{
	bool		bytes = true;
	bool		keys = true;
	bool		serials = true;
	uint8_t		a[SIQ_LEN];
	uint8_t		b[SIQ_LEN];

	for (int i = 0; i < 400000; i++)
	{
		uint32_t	domain;
		uint64_t	x;
		uint64_t	y;

		/*
		 * alike up to some place, so that each of them decides; in most cases
		 * before keys end or soon after
		 */
		random_id(a);
		random_id(b);
		if (i % 4)
		{
			a[0] = random64() & 3;
			b[0] = random64() & 3;
		}
		memcpy(b, a, random64() % (SIQ_LEN + 1));
		bytes &= siq_compare(a, b) == sign(memcmp(a, b, SIQ_LEN)) && siq_compare(a, b) == -siq_compare(b, a);

		domain = i % 3 == 0 ? siq_get_domain(a) : i % 3 == 1 ? siq_get_domain(b) : (uint32_t) random64();
		x = siq_sort_key(a, domain);
		y = siq_sort_key(b, domain);
		keys &= x == y || (x < y) == (siq_compare(a, b) < 0);
	}
	ok(bytes, "ids compare as their bytes do");
	ok(keys, "their sort keys never say otherwise, whatever the domain");

	for (uint32_t serial = 0; serial < 30; serial++)
	{
		siq_pack(a, INT64_C(117652106835433), 10, 2261653831, serial, siq_find_qualifier("user", 4));
		siq_pack(b, INT64_C(117652106835433), 10, 2261653831, serial + 1, siq_find_qualifier("user", 4));
		serials &= siq_sort_key(a, 2261653831) < siq_sort_key(b, 2261653831);
	}
	ok(serials, "and tell apart the serials of one tick, shard and domain");
}

static void
test_hash(void)
{
	uint8_t		id[SIQ_LEN];

	/* values that hash indexes and partitions rely on */
	siq_pack(id, INT64_C(117652106835433), 10, 2261653831, 7872, siq_find_qualifier("content", 7));
	ok(siq_hash64(id, 0) == UINT64_C(0x8331e724c0ceaf27), "the hash of a vector is what it always was: %016llx",
	   (unsigned long long) siq_hash64(id, 0));
	ok(siq_hash64(id, 42) == UINT64_C(0x03ac818a1bf57341), "also with a seed: %016llx",
	   (unsigned long long) siq_hash64(id, 42));
}

static void
test_domain(void)
{
	ok(siq_local_domain(2261653831, 0) == 2261653831, "no local id leaves a domain hash as it is");
	ok(siq_local_domain(2261653831, 1) == 30284103 && siq_local_domain(2261653831, 255) == 4291696967,
	   "another one replaces its first byte");
	ok(siq_local_domain(2261653831, 256) == 13506887, "256 by zero");
}

int
main(void)
{
	test_layout();
	test_qualifiers();
	test_ticks();
	test_round_trips();
	test_characters();
	test_lengths();
	test_uuid();
	test_order();
	test_hash();
	test_domain();
	return done_testing();
}
