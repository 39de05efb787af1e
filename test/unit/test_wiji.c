/*
 * test/unit/test_wiji.c
 *		Layout, text forms, order and hash of the wiji.
 */
#include "core/hex.h"
#include "core/wiji.h"
#include "test/unit/test.h"
#include "test/uuid.h"

static void
random_id(uint8_t id[WIJI_LEN])
{
	wiji_pack(id, random64() & WIJI_MAX_US, random64() & WIJI_MAX_SEQUENCE,
			  random64() & WIJI_MAX_RANDOM);
}

static void
test_layout(void)
{
	uint8_t		id[WIJI_LEN];
	char		hex[WIJI_HEX_LEN + 1] = "";
	bool		same = true;

	wiji_pack(id, INT64_C(6950563610624), 42, INT64_C(0xABCDEF0123450));
	id_hex_encode(id, WIJI_LEN, hex);
	ok(strcmp(hex, "0006524de00000002a1abcdef0123450") == 0,
	   "the specification's second vector has its bytes: %s", hex);

	for (int i = 0; i < 100000; i++)
	{
		int64_t		us = random64() & WIJI_MAX_US;
		uint32_t	sequence = random64() & WIJI_MAX_SEQUENCE;
		int64_t		random = random64() & WIJI_MAX_RANDOM;

		wiji_pack(id, us, sequence, random);
		same &= wiji_get_timestamp_us(id) == us &&
			wiji_get_sequence(id) == (int32_t) sequence &&
			wiji_get_version(id) == WIJI_VERSION &&
			wiji_get_random(id) == random;
	}
	ok(same, "fields come back as they went in");
}

static void
test_text(void)
{
	bool		base32 = true;
	bool		uuid = true;
	bool		hex = true;
	bool		upper = true;

	for (int i = 0; i < 100000; i++)
	{
		uint8_t		id[WIJI_LEN];
		uint8_t		read[WIJI_LEN];
		char		text[WIJI_UUID_LEN];

		random_id(id);
		wiji_encode(id, text);
		base32 &= wiji_decode(text, WIJI_TEXT_LEN, read) == ID_OK && memcmp(id, read, WIJI_LEN) == 0;
		encode_uuid(id, text);
		uuid &= wiji_decode(text, WIJI_UUID_LEN, read) == ID_OK && memcmp(id, read, WIJI_LEN) == 0;
		id_hex_encode(id, WIJI_LEN, text);
		hex &= wiji_decode(text, WIJI_HEX_LEN, read) == ID_OK && memcmp(id, read, WIJI_LEN) == 0;
		for (int j = 0; j < WIJI_HEX_LEN; j++)
			if (text[j] >= 'a')
				text[j] += 'A' - 'a';
		upper &= wiji_decode(text, WIJI_HEX_LEN, read) == ID_OK && memcmp(id, read, WIJI_LEN) == 0;
	}
	ok(base32, "base32 reads back");
	ok(uuid, "the UUID form reads back");
	ok(hex, "hexadecimal reads back");
	ok(upper, "in upper case, too");
}

/*
 * Every byte at every place of a text: accepted exactly where the alphabet has
 * it.
 */
static void
test_every_byte(const char *form, const char *text, const char *alphabet)
{
	size_t		n = strlen(text);
	char		changed[WIJI_UUID_LEN];
	uint8_t		id[WIJI_LEN];
	bool		right = true;

	for (size_t place = 0; place < n; place++)
	{
		bool		hyphen = n == WIJI_UUID_LEN && text[place] == '-';

		for (int byte = 0; byte < 256; byte++)
		{
			bool		allowed = hyphen ? byte == '-' : byte != 0 && strchr(alphabet, byte) != NULL;
			id_status	status;

			memcpy(changed, text, n);
			changed[place] = (char) byte;
			status = wiji_decode(changed, n, id);
			right &= allowed == (status != ID_BAD_CHARACTER);
			right &= wiji_first_bad(changed, n) == (allowed ? n : place);
			right &= status != ID_OK || wiji_get_version(id) == WIJI_VERSION;
		}
	}
	ok(right, "%s: each byte at each place is allowed or named", form);
}

static void
test_lengths(void)
{
	char		text[100];
	uint8_t		id[WIJI_LEN];
	bool		right = true;

	memset(text, '1', sizeof(text));
	for (size_t n = 0; n < sizeof(text); n++)
		right &= (wiji_decode(text, n, id) == ID_BAD_LENGTH) ==
			(n != WIJI_TEXT_LEN && n != WIJI_HEX_LEN && n != WIJI_UUID_LEN);
	ok(right, "only 26, 32 and 36 characters have a form");
}

static void
test_versions(void)
{
	uint8_t		id[WIJI_LEN];
	uint8_t		read[WIJI_LEN];
	char		text[WIJI_UUID_LEN];

	random_id(id);
	for (int version = 0; version < 16; version++)
	{
		id_status	expected = version == WIJI_VERSION ? ID_OK : ID_BAD_VERSION;
		bool		right = true;

		id[9] = (uint8_t) (version << 4 | (id[9] & 0xF));
		wiji_encode(id, text);
		right &= wiji_decode(text, WIJI_TEXT_LEN, read) == expected && wiji_get_version(read) == version;
		encode_uuid(id, text);
		right &= wiji_decode(text, WIJI_UUID_LEN, read) == expected && wiji_get_version(read) == version;
		id_hex_encode(id, WIJI_LEN, text);
		right &= wiji_decode(text, WIJI_HEX_LEN, read) == expected && wiji_get_version(read) == version;
		right &= wiji_check(id) == expected;
		ok(right, "version %d is %s in every form", version, expected == ID_OK ? "accepted" : "refused");
	}
}

static void
test_first_character(void)
{
	static const char alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
	char		text[] = "06C303ZADDQW00E40000000C1S";
	uint8_t		id[WIJI_LEN];
	bool		right = true;

	for (int value = 0; value < 32; value++)
	{
		text[0] = alphabet[value];
		right &= wiji_decode(text, WIJI_TEXT_LEN, id) == (value < 8 ? ID_OK : ID_TOO_LARGE);
	}
	ok(right, "a first character is 0 to 7: more is no 128 bits");
}

/* Letters that people mix up, and lower case, are read as they are meant. */
static void
test_other_letters(void)
{
	static const char *as[] = {"Ii1", "Ll1", "Oo0", "UuV", "VvV", "ZzZ", "KkK"};
	char		text[] = "06C303ZADDQW00E40000000C1S";
	uint8_t		id[WIJI_LEN];
	char		printed[WIJI_TEXT_LEN];
	bool		right = true;

	for (size_t i = 0; i < sizeof(as) / sizeof(as[0]); i++)
		for (int letter = 0; letter < 2; letter++)
			for (size_t place = 16; place < WIJI_TEXT_LEN; place++)
			{
				char		before = text[place];

				text[place] = as[i][letter];
				right &= wiji_decode(text, WIJI_TEXT_LEN, id) == ID_OK;
				text[place] = as[i][2];
				wiji_encode(id, printed);
				right &= memcmp(printed, text, WIJI_TEXT_LEN) == 0;
				text[place] = before;
			}
	ok(right, "I and L are 1, O is 0, U is V, and lower case is upper case");
}

static void
test_bounds(void)
{
	uint8_t		first[WIJI_LEN];
	uint8_t		last[WIJI_LEN];
	bool		right = true;

	for (int i = 0; i < 100000; i++)
	{
		int64_t		us = random64() & WIJI_MAX_US;

		wiji_first_of(us, first);
		wiji_last_of(us, last);
		right &= wiji_get_timestamp_us(first) == us && wiji_get_timestamp_us(last) == us;

		/* their neighbours are of another microsecond */
		if (us > 0)
			right &= wiji_decrement(first) && wiji_get_timestamp_us(first) == us - 1;
		if (us < WIJI_MAX_US)
			right &= wiji_increment(last) && wiji_get_timestamp_us(last) == us + 1;
	}
	ok(right, "no id of a microsecond is before its first or after its last");
}

static int
sign(int x)
{
	return (x > 0) - (x < 0);
}

static void
test_order(void)
{
	bool		bytes = true;
	bool		text = true;

	for (int i = 0; i < 200000; i++)
	{
		uint8_t		a[WIJI_LEN];
		uint8_t		b[WIJI_LEN];
		char		s[WIJI_TEXT_LEN];
		char		t[WIJI_TEXT_LEN];
		int			place = (int) (random64() % WIJI_LEN);

		/* alike up to some place, so that each of them decides */
		random_id(a);
		random_id(b);
		memcpy(b, a, place);
		if (random64() % 16 == 0)
			memcpy(b, a, WIJI_LEN);

		bytes &= wiji_compare(a, b) == sign(memcmp(a, b, WIJI_LEN));
		bytes &= wiji_compare(a, b) == -wiji_compare(b, a);
		wiji_encode(a, s);
		wiji_encode(b, t);
		text &= sign(memcmp(s, t, WIJI_TEXT_LEN)) == wiji_compare(a, b);
	}
	ok(bytes, "ids compare as their bytes do");
	ok(text, "and as their texts do");
}

static void
test_hash(void)
{
	uint8_t		id[WIJI_LEN];
	uint8_t		other[WIJI_LEN];
	double		changed = 0;
	int			least = 64;
	int			samples = 200;

	/* values that hash indexes and partitions rely on */
	wiji_decode("000S94VR000002M6NWVVR14D2G", WIJI_TEXT_LEN, id);
	ok(wiji_hash64(id, 0) == UINT64_C(0xcbebff929e83884f), "the hash of the second vector is what it always was: %016llx",
	   (unsigned long long) wiji_hash64(id, 0));
	ok(wiji_hash64(id, 42) == UINT64_C(0x82d4af25eee42b0b), "also with a seed: %016llx",
	   (unsigned long long) wiji_hash64(id, 42));

	/*
	 * one bit of the id changes half of the hash's low 32 bits, wherever it
	 * is
	 */
	for (int bit = 0; bit < 128; bit++)
	{
		int			sum = 0;

		for (int i = 0; i < samples; i++)
		{
			random_id(id);
			memcpy(other, id, WIJI_LEN);
			other[bit / 8] ^= 1 << bit % 8;
			sum += __builtin_popcount((uint32_t) (wiji_hash64(id, 0) ^ wiji_hash64(other, 0)));
		}
		changed += sum;
		if (sum / samples < least)
			least = sum / samples;
	}
	changed /= 128.0 * samples;
	ok(changed > 15.5 && changed < 16.5 && least >= 12,
	   "a changed bit changes %.2f of 32 bits, never fewer than %d on average", changed, least);
}

/*
 * Fields at and beside the places where the sort key changes its mind, or any.
 */
static void
extreme_id(uint8_t id[WIJI_LEN])
{
	static const int64_t times[] = {0, 1, (INT64_C(1) << 52) - 2, (INT64_C(1) << 52) - 1,
	INT64_C(1) << 52, (INT64_C(1) << 52) + 1, WIJI_MAX_US - 1, WIJI_MAX_US, INT64_C(1795228678335935)};
	static const uint32_t sequences[] = {0, 1, 39, 0xFE, 0xFF, 0x100, 0xFFD, 0xFFE, 0xFFF, 0x1000, 0x1001, 0xFFFE, 0xFFFF};
	static const int64_t randoms[] = {0, 1, WIJI_MAX_RANDOM - 1, WIJI_MAX_RANDOM};

#define ANY_OF(array) array[random64() % (sizeof(array) / sizeof((array)[0]))]
	wiji_pack(id, ANY_OF(times), ANY_OF(sequences), ANY_OF(randoms));
#undef ANY_OF
}

static void
test_sort_key(void)
{
	bool		random = true;
	bool		extreme = true;
	int			decided = 0;

	for (int i = 0; i < 1000000; i++)
	{
		uint8_t		a[WIJI_LEN];
		uint8_t		b[WIJI_LEN];
		uint64_t	x;
		uint64_t	y;
		int			place = (int) (random64() % WIJI_LEN);

		random_id(a);
		random_id(b);
		/* from 1970 to 2112, as nearly all others have the last key */
		a[0] &= 0x0F;
		b[0] &= 0x0F;
		memcpy(b, a, place);
		x = wiji_sort_key(a);
		y = wiji_sort_key(b);
		random &= x == y || (x < y) == (wiji_compare(a, b) < 0);

		extreme_id(a);
		extreme_id(b);
		x = wiji_sort_key(a);
		y = wiji_sort_key(b);
		extreme &= x == y || (x < y) == (wiji_compare(a, b) < 0);
	}
	ok(random, "a sort key never contradicts the order of random ids");
	ok(extreme, "nor of extreme ones");

	for (int i = 0; i < 1000; i++)
	{
		uint8_t		a[WIJI_LEN];
		uint8_t		b[WIJI_LEN];

		/* a session's ids: 40 in a microsecond */
		wiji_pack(a, INT64_C(1795228678335935) + i / 40, i % 40, 13754316177915);
		wiji_pack(b, INT64_C(1795228678335935) + (i + 1) / 40, (i + 1) % 40, 13754316177915);
		decided += wiji_sort_key(a) < wiji_sort_key(b);
	}
	ok(decided == 1000, "and it decides about the ids of a bulk load");
}

static void
test_distance(void)
{
	bool		right = true;
	bool		grows = true;
	uint8_t		a[WIJI_LEN];
	uint8_t		b[WIJI_LEN];
	uint8_t		c[WIJI_LEN];

	for (int i = 0; i < 100000; i++)
	{
		int64_t		us = random64() & (WIJI_MAX_US >> 1);
		int64_t		more = random64() & (WIJI_MAX_US >> (1 + random64() % 55));

		/* whole microseconds, whatever the lower fields are */
		random_id(a);
		memcpy(b, a, WIJI_LEN);
		wiji_pack(a, us, wiji_get_sequence(a), wiji_get_random(a));
		wiji_pack(b, us + more, wiji_get_sequence(b), wiji_get_random(b));
		right &= wiji_distance(a, b) == (double) more;

		random_id(c);
		if (wiji_compare(c, b) >= 0)
			grows &= wiji_distance(a, c) >= wiji_distance(a, b);
	}
	ok(right, "distance counts microseconds");
	ok(grows, "and grows with the order");

	wiji_pack(a, 5, 0xFF, 7);
	wiji_pack(b, 5, 0x100, 7);
	ok(wiji_distance(a, b) == 1 / 65536.0, "a microsecond has 65,536 sequences");
	wiji_pack(b, 5, 0xFF, 8);
	ok(wiji_distance(a, b) == 1 / 4722366482869645213696.0, "and 2^72 ids");
	wiji_pack(a, 5, 0, 0);
	wiji_pack(b, 4, WIJI_MAX_SEQUENCE, WIJI_MAX_RANDOM);
	ok(wiji_distance(b, a) > 0 && wiji_distance(b, a) < 1e-4, "it is never 0 between ids that differ: %g", wiji_distance(b, a));
}

static void
test_neighbours(void)
{
	uint8_t		id[WIJI_LEN];
	bool		next = true;
	bool		back = true;
	static const struct
	{
		int64_t		us;
		uint32_t	sequence;
		int64_t		random;
		int64_t		next_us;
		uint32_t	next_sequence;
		int64_t		next_random;
	}			steps[] = {
		{7, 3, 5, 7, 3, 6},
		{7, 3, WIJI_MAX_RANDOM, 7, 4, 0},
		{7, 0xFF, WIJI_MAX_RANDOM, 7, 0x100, 0},
		{7, WIJI_MAX_SEQUENCE, WIJI_MAX_RANDOM, 8, 0, 0},
		{WIJI_MAX_US - 1, WIJI_MAX_SEQUENCE, WIJI_MAX_RANDOM, WIJI_MAX_US, 0, 0},
		{0, 0, 0, 0, 0, 1},
		{WIJI_MAX_US, WIJI_MAX_SEQUENCE, WIJI_MAX_RANDOM - 1, WIJI_MAX_US, WIJI_MAX_SEQUENCE, WIJI_MAX_RANDOM},
	};

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
	{
		uint8_t		a[WIJI_LEN];
		uint8_t		b[WIJI_LEN];

		wiji_pack(a, steps[i].us, steps[i].sequence, steps[i].random);
		wiji_pack(b, steps[i].next_us, steps[i].next_sequence, steps[i].next_random);
		memcpy(id, a, WIJI_LEN);
		next &= wiji_increment(id) && memcmp(id, b, WIJI_LEN) == 0;
		back &= wiji_decrement(id) && memcmp(id, a, WIJI_LEN) == 0;
	}
	for (int i = 0; i < 100000; i++)
	{
		uint8_t		a[WIJI_LEN];

		random_id(a);
		memcpy(id, a, WIJI_LEN);
		next &= wiji_increment(id) && wiji_compare(a, id) < 0 && wiji_check(id) == ID_OK;
		back &= wiji_decrement(id) && memcmp(a, id, WIJI_LEN) == 0;
	}
	ok(next, "the next id steps over the version and carries into sequence and time");
	ok(back, "and the one before it is the id itself");

	wiji_pack(id, WIJI_MAX_US, WIJI_MAX_SEQUENCE, WIJI_MAX_RANDOM);
	ok(!wiji_increment(id), "nothing comes after the last id");
	wiji_pack(id, 0, 0, 0);
	ok(!wiji_decrement(id), "nor before the first");
}

int
main(void)
{
	static const char *base32 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
	static const char *hex = "0123456789ABCDEFabcdef";

	test_layout();
	test_text();
	test_every_byte("base32", "06C303ZADDQW00E40000000C1S", base32);
	test_every_byte("hexadecimal", "0660c03fa9adbf000710000000003039", hex);
	test_every_byte("UUID form", "0660c03f-a9ad-bf00-0710-000000003039", hex);
	test_lengths();
	test_versions();
	test_first_character();
	test_other_letters();
	test_bounds();
	test_order();
	test_sort_key();
	test_distance();
	test_neighbours();
	test_hash();
	return done_testing();
}
