/*
 * test/unit/test_uid60.c
 *		Layout, text, bounds and slots of the uid60.
 */
#include "core/uid60.h"
#include "test/unit/test.h"

static uint64_t
random_id(uint8_t id[UID60_LEN])
{
	/* of every size */
	uint64_t	number = random64() >> 4 >> random64() % 60;

	store_be64(id, number);
	return number;
}

static void
test_layout(void)
{
	uint8_t		id[UID60_LEN];
	bool		same = true;

	uid60_pack(id, INT64_C(42317104129) << 9 | 270, 98);
	ok(load_be64(id) == UINT64_C(11093174944930914), "the document's example has its number: %llu",
	   (unsigned long long) load_be64(id));
	ok(uid60_get_timestamp_us(id) == INT64_C(1562179504129000), "and its time, 2019-07-03 18:45:04.129 UTC");

	for (int i = 0; i < 100000; i++)
	{
		int64_t		ms = random64() & UID60_MAX_MS;
		uint32_t	sequence = random64() & UID60_MAX_SEQUENCE;
		uint32_t	random = random64() & UID60_MAX_RANDOM;

		uid60_pack(id, ms << 9 | sequence, random);
		same &= uid60_check(id) == ID_OK &&
			load_be64(id) == ((uint64_t) ms << 18 | sequence << 9 | random) &&
			uid60_get_timestamp_us(id) == UID60_EPOCH_US + ms * 1000 &&
			uid60_get_sequence(id) == (int32_t) sequence &&
			uid60_get_random(id) == (int32_t) random;
	}
	ok(same, "fields come back as they went in");

	uid60_pack(id, UID60_MAX_MS << 9 | UID60_MAX_SEQUENCE, UID60_MAX_RANDOM);
	ok(load_be64(id) == UID60_MAX, "the largest fields make the largest number");
}

static void
test_check(void)
{
	uint8_t		id[UID60_LEN];
	bool		right = true;

	for (int i = 0; i < 100000; i++)
	{
		uint64_t	bits = random64() >> random64() % 64;

		store_be64(id, bits);
		right &= uid60_check(id) == (bits <= UID60_MAX ? ID_OK : ID_TOO_LARGE);
	}
	store_be64(id, UID60_MAX);
	right &= uid60_check(id) == ID_OK;
	store_be64(id, UID60_MAX + 1);
	right &= uid60_check(id) == ID_TOO_LARGE;
	ok(right, "60 bits are an id, and more are none");
}

static void
test_text(void)
{
	uint8_t		id[UID60_LEN];
	uint8_t		read[UID60_LEN];
	char		text[UID60_TEXT_LEN];
	bool		same = true;
	bool		shorter = true;
	int			shortened = 0;

	store_be64(id, UINT64_C(11093174944930914));
	uid60_encode(id, text);
	ok(memcmp(text, "xiAnaS8QBh", UID60_TEXT_LEN) == 0, "the document's example, with its leading zero");
	ok(uid60_decode("xinaS8QBh", UID60_SHORT_LEN, read) == ID_OK && memcmp(id, read, UID60_LEN) == 0,
	   "and without it, as printed there");

	for (int i = 0; i < 200000; i++)
	{
		random_id(id);
		uid60_encode(id, text);
		same &= uid60_decode(text, UID60_TEXT_LEN, read) == ID_OK && memcmp(id, read, UID60_LEN) == 0;

		if (text[2] != 'A')
			continue;
		memmove(text + 2, text + 3, 7);
		shorter &= uid60_decode(text, UID60_SHORT_LEN, read) == ID_OK && memcmp(id, read, UID60_LEN) == 0;
		shortened++;
	}
	ok(same, "text reads back");
	ok(shorter && shortened > 0, "also %d times without a leading zero", shortened);
}

/*
 * Every byte at every place of a text: accepted exactly where the alphabet has
 * it.
 */
static void
test_every_byte(const char *text)
{
	static const char *alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	size_t		n = strlen(text);
	char		changed[UID60_TEXT_LEN];
	uint8_t		id[UID60_LEN];
	bool		right = true;

	for (size_t place = 0; place < n; place++)
		for (int byte = 0; byte < 256; byte++)
		{
			const char *digit = byte == 0 ? NULL : strchr(alphabet, byte);
			size_t		weight = (place + n - 2) % n;	/* 0 for the most
														 * significant */

			memcpy(changed, text, n);
			changed[place] = (char) byte;
			right &= uid60_first_bad(changed, n) == (digit ? n : place);
			right &= uid60_decode(changed, n, id) == (digit ? ID_OK : ID_BAD_CHARACTER);
			if (digit)
				right &= (load_be64(id) >> 6 * (n - 1 - weight) & 0x3F) == (uint64_t) (digit - alphabet) &&
					uid60_check(id) == ID_OK;
		}
	ok(right, "%zu digits: each byte at each place is refused, or read at its weight", n);
}

static void
test_lengths(void)
{
	char		text[100];
	uint8_t		id[UID60_LEN];
	bool		right = true;

	memset(text, '1', sizeof(text));
	for (size_t n = 0; n < sizeof(text); n++)
		right &= uid60_decode(text, n, id) == (n == 9 || n == 10 ? ID_OK : ID_BAD_LENGTH);
	ok(right, "only 9 and 10 characters are an id");
}

/*
 * The bounds of a microsecond are ids, and their neighbours are on its other
 * side.
 */
static void
test_bounds(void)
{
	bool		right = true;

	for (int i = 0; i < 200000; i++)
	{
		int64_t		us = UID60_EPOCH_US + (int64_t) (random64() >> 12 >> random64() % 52) % (UID60_MAX_MS * 1000 + 1);	/* up to the last id */
		uint8_t		id[UID60_LEN];
		uint64_t	first;
		uint64_t	last;

		if (i < 2000)
			us = UID60_EPOCH_US + i;
		else if (i < 4000)
			us = UID60_EPOCH_US + UID60_MAX_MS * 1000 - (i - 2000);

		uid60_first_of(us, id);
		first = load_be64(id);
		right &= uid60_check(id) == ID_OK && uid60_get_timestamp_us(id) >= us;
		if (first > 0)
		{
			store_be64(id, first - 1);
			right &= uid60_get_timestamp_us(id) < us;
		}

		uid60_last_of(us, id);
		last = load_be64(id);
		right &= uid60_check(id) == ID_OK && uid60_get_timestamp_us(id) <= us;
		if (last < UID60_MAX)
		{
			store_be64(id, last + 1);
			right &= uid60_get_timestamp_us(id) > us;
		}

		/* a microsecond within a millisecond has no id between its bounds */
		right &= (first <= last) == (us % 1000 == 0) && first <= last + 1;
	}
	ok(right, "no id is nearer to a microsecond than its bounds");
}

/* One step at the given clock, and its expected result. */
static void
step(int64_t *last, int64_t now_ms, int64_t ms, uint32_t sequence, const char *name)
{
	*last = uid60_next_slot(*last, now_ms);
	ok(*last == (ms << 9 | sequence), "%s", name);
}

static void
test_slots(void)
{
	int64_t		last = uid60_slot_before_first(512 - 1);	/* its sequence is 0 */
	bool		all = true;

	step(&last, 0, 0, 1, "the first slot takes the clock's time, even if it is zero");
	step(&last, 1000, 1000, 2, "a later millisecond goes on with the sequence");
	step(&last, 1000, 1000, 3, "so does the same millisecond");
	step(&last, 999, 1000, 4, "a clock one millisecond back keeps the time and counts up");
	step(&last, 0, 1000, 5, "a clock far back too");
	step(&last, 1001, 1001, 6, "a clock that has passed it is followed");
	step(&last, UID60_MAX_MS - 1, UID60_MAX_MS - 1, 7, "however far it leaps");

	for (uint32_t i = 8; i <= 300; i++)
		all &= (last = uid60_next_slot(last, 7)) == ((UID60_MAX_MS - 1) << 9 | i);
	ok(all, "a millisecond goes on in the upper half");
	step(&last, UID60_MAX_MS, UID60_MAX_MS, 301 - 256, "and the next one in the lower, up to the last millisecond");
	for (uint32_t i = 301 - 256 + 1; i <= UID60_MAX_SEQUENCE; i++)
		all &= (last = uid60_next_slot(last, 7)) == (UID60_MAX_MS << 9 | i);
	ok(all && last == UID60_MAX >> 9, "its sequence ends at 511");
	ok(uid60_next_slot(last, 7) == UID60_NO_SLOT, "the next one has to wait");
	ok(uid60_next_slot(last, UID60_MAX_MS) == UID60_NO_SLOT, "however near the clock is");

	last = INT64_C(5) << 9 | UID60_MAX_SEQUENCE;
	step(&last, 6, 6, 0, "after one that was used up a millisecond has all 512");
	last = INT64_C(5) << 9 | 254;
	step(&last, 6, 6, 255, "the last one to begin with");
	step(&last, 7, 7, 0, "leaves 256 to its millisecond, and 0 follows");

	for (uint64_t random = 0; random < 1024; random++)
	{
		last = uid60_slot_before_first(random);
		all &= uid60_slot_ms(last) == -1 && (last & UID60_MAX_SEQUENCE) == 511 - random % 512;
		all &= uid60_next_slot(last, 0) == (int64_t) (512 - random % 512) % 256;
	}
	ok(all, "a generator begins with any sequence of the lower half");
}

/*
 * A clock that walks, stalls, leaps and steps back: slots ascend, and follow
 * it as soon as they may.
 */
static void
test_wandering_clock(void)
{
	int64_t		last = uid60_slot_before_first(random64());
	int64_t		now = 1000000;
	int64_t		refused = 0;
	int64_t		behind = 0;
	bool		exact = true;

	for (int i = 0; i < 4000000; i++)
	{
		uint64_t	r = random64();
		int64_t		amount = (int64_t) ((r >> 16) & ((UINT64_C(1) << ((r >> 8) % 24)) - 1));
		int64_t		next = uid60_next_slot(last, now);

		if (now > uid60_slot_ms(last))
			exact &= next / 512 == now && next % 512 == (last + 512 + 1) % 256 && next > last;
		else if (last % 512 == 511)
			exact &= next == UID60_NO_SLOT;
		else
			exact &= next == last + 1;

		behind += now < uid60_slot_ms(last);
		if (next != UID60_NO_SLOT)
			last = next;
		else
		{
			refused++;
			if (r % 4 == 0)
				now = uid60_slot_ms(last) + 1;	/* the wait is over */
		}
		if (r % 256 == 0)
			now = now > amount ? now - amount : 0;
		else if (r % 256 == 1)
			now += amount;
		else if (r % 256 < 4)
			now++;
	}
	ok(exact && refused > 1000 && behind > 1000,
	   "each of 4 million slots follows the rule, %lld times not yet", (long long) refused);
}

/*
 * Two generators that know nothing of each other, at a few ids a second: how
 * often are two ids of a millisecond alike?
 */
static void
test_strangers(void)
{
	int64_t		last[2] = {uid60_slot_before_first(random64()), uid60_slot_before_first(random64())};
	int64_t		pairs = 0;
	int64_t		alike = 0;

	for (int64_t now = 0; now < 30000000; now++)
	{
		uint64_t	r = random64();
		bool		both = true;

		for (int i = 0; i < 2; i++)
		{
			if ((r >> 8 * i & 0x7) == 0)
				last[i] = uid60_next_slot(last[i], now);
			both &= uid60_slot_ms(last[i]) == now;
		}
		pairs += both;
		alike += both && last[0] == last[1];
	}

	/*
	 * pairs that follow each other are not independent: the distance between
	 * two counters is a random walk
	 */
	ok(alike > pairs / 256 / 2 && alike < pairs / 256 * 2,
	   "of %lld pairs that two generators make in one millisecond %lld have the same sequence, about 1 in 256",
	   (long long) pairs, (long long) alike);
}

int
main(void)
{
	test_layout();
	test_check();
	test_text();
	test_every_byte("xiAnaS8QBh");
	test_every_byte("xinaS8QBh");
	test_lengths();
	test_bounds();
	test_slots();
	test_wandering_clock();
	test_strangers();
	return done_testing();
}
