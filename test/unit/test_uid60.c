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

/* Every byte at every place of a text: accepted exactly where the alphabet has it. */
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
			size_t		weight = (place + n - 2) % n;	/* 0 for the most significant */

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

/* The bounds of a microsecond are ids, and their neighbours are on its other side. */
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

/* One step at the given clock, and what has to come of it. */
static void
step(int64_t *last, int64_t now_ms, int64_t ms, uint32_t sequence, const char *name)
{
	*last = uid60_next_slot(*last, now_ms, 0);
	ok(*last == (ms << 9 | sequence), "%s", name);
}

static void
test_slots(void)
{
	int64_t		last = UID60_NO_SLOT;
	bool		all = true;

	step(&last, 0, 0, 0, "the first slot takes the clock's time, even if it is zero");
	step(&last, 1000, 1000, 0, "a later millisecond starts the sequence at 0");
	step(&last, 1000, 1000, 1, "the same millisecond counts up");
	step(&last, 999, 1000, 2, "a clock one millisecond back keeps the time and counts up");
	step(&last, 0, 1000, 3, "a clock far back too");
	step(&last, 1001, 1001, 0, "a clock that has passed it resumes at 0");
	step(&last, UID60_MAX_MS, UID60_MAX_MS, 0, "up to the last millisecond");

	for (uint32_t i = 1; i <= UID60_MAX_SEQUENCE; i++)
		all &= (last = uid60_next_slot(last, 7, 0)) == (UID60_MAX_MS << 9 | i);
	ok(all && last == UID60_MAX >> 9, "512 slots fit into one millisecond");
	ok(uid60_next_slot(last, 7, 0) == UID60_NO_SLOT, "the next one has to wait");
	ok(uid60_next_slot(last, UID60_MAX_MS, 0) == UID60_NO_SLOT, "however near the clock is");

	last = uid60_next_slot(UID60_NO_SLOT, 5, 255);
	ok(last == (5 << 9 | 255), "alone, a session starts where it likes");
	ok(uid60_next_slot(last, 5, 17) == last + 1, "and then counts up");
	ok(uid60_next_slot(last, 6, 17) == (6 << 9 | 17), "until the next millisecond");
}

/* A clock that walks, stalls, leaps and steps back: slots ascend, and follow it as soon as they may. */
static void
test_wandering_clock(bool alone)
{
	int64_t		last = UID60_NO_SLOT;
	int64_t		now = 1000000;
	int64_t		refused = 0;
	int64_t		behind = 0;
	bool		exact = true;

	for (int i = 0; i < 4000000; i++)
	{
		uint64_t	r = random64();
		int64_t		amount = (int64_t) ((r >> 16) & ((UINT64_C(1) << ((r >> 8) % 24)) - 1));
		uint32_t	first = alone ? (uint32_t) (r >> 56) : 0;
		int64_t		next = uid60_next_slot(last, now, first);

		if (now > uid60_slot_ms(last))
			exact &= next == (now << 9 | first) && next > last;
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
	   "%s: each of 4 million slots follows the rule, %lld times not yet", alone ? "alone" : "shared", (long long) refused);
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
	test_wandering_clock(false);
	test_wandering_clock(true);
	return done_testing();
}
