/*
 * test/unit/test_wiji.c
 *		Layout, sort key, distance, neighbors and hash of the wiji.  What holds of
 *		any bytes is in test/fuzz/fuzz_wiji.c, known IDs are in docs/conformance/.
 */
#include "core/hex.h"
#include "core/wiji.h"
#include "test/unit/test.h"

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

	wiji_pack(id, INT64_C(6950563610624), 42, INT64_C(0xABCDEF0123450));
	id_hex_encode(id, WIJI_LEN, hex);
	ok(strcmp(hex, "0006524de00000002a1abcdef0123450") == 0,
	   "the specification's second vector has its bytes: %s", hex);
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
	ok(wiji_hash64(id, 0) == UINT64_C(0xcbebff929e83884f), "the hash of the second vector never changes: %016llx",
	   (unsigned long long) wiji_hash64(id, 0));
	ok(wiji_hash64(id, 42) == UINT64_C(0x82d4af25eee42b0b), "the same with a seed: %016llx",
	   (unsigned long long) wiji_hash64(id, 42));

	/*
	 * one bit of the ID changes half of the hash's low 32 bits, wherever it
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
 * Fields at and next to the limits of the sort key, or any.
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
	bool		extreme = true;
	int			decided = 0;

	for (int i = 0; i < 1000000; i++)
	{
		uint8_t		a[WIJI_LEN];
		uint8_t		b[WIJI_LEN];
		uint64_t	x;
		uint64_t	y;

		extreme_id(a);
		extreme_id(b);
		x = wiji_sort_key(a);
		y = wiji_sort_key(b);
		extreme &= x == y || (x < y) == (wiji_compare(a, b) < 0);
	}
	ok(extreme, "a sort key never contradicts the order of extreme IDs");

	for (int i = 0; i < 1000; i++)
	{
		uint8_t		a[WIJI_LEN];
		uint8_t		b[WIJI_LEN];

		/* a session's IDs: 40 in a microsecond */
		wiji_pack(a, INT64_C(1795228678335935) + i / 40, i % 40, 13754316177915);
		wiji_pack(b, INT64_C(1795228678335935) + (i + 1) / 40, (i + 1) % 40, 13754316177915);
		decided += wiji_sort_key(a) < wiji_sort_key(b);
	}
	ok(decided == 1000, "and it decides the order of the IDs of a bulk load");
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
	ok(wiji_distance(a, b) == 1 / 4722366482869645213696.0, "and 2^72 IDs");
	wiji_pack(a, 5, 0, 0);
	wiji_pack(b, 4, WIJI_MAX_SEQUENCE, WIJI_MAX_RANDOM);
	ok(wiji_distance(b, a) > 0 && wiji_distance(b, a) < 1e-4,
	   "it is never 0 between IDs that differ: %g", wiji_distance(b, a));
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
	ok(next, "the next ID skips the version and carries into sequence and time");
	ok(back, "and the one before it is the ID itself");

	wiji_pack(id, WIJI_MAX_US, WIJI_MAX_SEQUENCE, WIJI_MAX_RANDOM);
	ok(!wiji_increment(id), "the last ID does not have a next one");
	wiji_pack(id, 0, 0, 0);
	ok(!wiji_decrement(id), "nor the first a previous one");
}

int
main(void)
{
	test_layout();
	test_sort_key();
	test_distance();
	test_neighbours();
	test_hash();
	return done_testing();
}
