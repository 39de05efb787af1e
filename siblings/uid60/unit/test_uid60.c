/*
 * siblings/uid60/unit/test_uid60.c
 *		Layout, text and slots of the uid60.  What holds of any bytes is in
 *		siblings/uid60/fuzz/fuzz_uid60.c.
 */
#include "siblings/uid60/core.h"
#include "test/unit/test.h"

static void
test_layout(void)
{
	uint8_t		id[UID60_LEN];

	uid60_pack(id, INT64_C(42317104129) << 9 | 270, 98);
	ok(load_be64(id) == UINT64_C(11093174944930914), "the document's example has its number: %llu",
	   (unsigned long long) load_be64(id));
	ok(uid60_get_timestamp_us(id) == INT64_C(1562179504129000), "and its time, 2019-07-03 18:45:04.129 UTC");

	uid60_pack(id, UID60_MAX_MS << 9 | UID60_MAX_SEQUENCE, UID60_MAX_RANDOM);
	ok(load_be64(id) == UID60_MAX, "the largest fields give the largest number");
}

static void
test_text(void)
{
	uint8_t		id[UID60_LEN];
	uint8_t		read[UID60_LEN];
	char		text[UID60_TEXT_LEN];

	store_be64(id, UINT64_C(11093174944930914));
	uid60_encode(id, text);
	ok(memcmp(text, "xiAnaS8QBh", UID60_TEXT_LEN) == 0, "the document's example, with its leading zero");
	ok(uid60_decode("xinaS8QBh", UID60_SHORT_LEN, read) == ID_OK && memcmp(id, read, UID60_LEN) == 0,
	   "and without it, as printed there");
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
 * Two independent generators, at a few IDs a second: how often are two IDs of a
 * millisecond equal?
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
	   "of %lld pairs that two generators return in one millisecond %lld have the same sequence, about 1 in 256",
	   (long long) pairs, (long long) alike);
}

int
main(void)
{
	test_layout();
	test_text();
	test_slots();
	test_wandering_clock();
	test_strangers();
	return done_testing();
}
