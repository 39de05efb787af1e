/*
 * test/unit/test_tid62.c
 *		Layout, text, order and hash of the tid62, and the other ids of its document.
 */
#include "core/hex.h"
#include "core/tid62.h"
#include "test/unit/test.h"

static void
random_id(uint8_t id[TID62_LEN])
{
	tid62_pack(id, (uint32_t) random64(), random64());
}

static void
test_layout(void)
{
	uint8_t		id[TID62_LEN];
	char		hex[2 * TID62_LEN + 1] = "";
	bool		same = true;

	tid62_pack(id, 0x0B47DDC0, UINT64_C(0x0123456789ABCDEF));
	id_hex_encode(id, TID62_LEN, hex);
	ok(strcmp(hex, "0b47ddc00123456789abcdef") == 0, "seconds, then random bits, big-endian: %s", hex);

	for (int i = 0; i < 100000; i++)
	{
		uint32_t	seconds = (uint32_t) random64();
		uint64_t	random = random64();

		tid62_pack(id, seconds, random);
		same &= tid62_get_seconds(id) == seconds && load_be64(id + TID62_RANDOM_AT) == random &&
			tid62_get_timestamp_us(id) == INT64_C(1577836800000000) + seconds * INT64_C(1000000) &&
			tid62_check(id) == ID_OK;
	}
	ok(same, "fields come back as they went in");
}

/* The ids around a moment keep their promises. */
static void
test_bounds(void)
{
	int64_t		last_second = TID62_MAX_US - TID62_US + 1;
	bool		right = true;

	for (int i = 0; i < 100000; i++)
	{
		int64_t		us = TID62_MIN_US + (int64_t) (random64() % (uint64_t) (last_second - TID62_MIN_US + 1));
		uint8_t		first[TID62_LEN];
		uint8_t		last[TID62_LEN];

		switch (i)
		{
			case 0:
				us = TID62_MIN_US;
				break;
			case 1:
				us = last_second;
				break;
			default:
				/* on a second, and beside one */
				if (i % 4 < 3)
					us = us / TID62_US * TID62_US + i % 4 - 1;
				if (us < TID62_MIN_US)
					us = TID62_MIN_US;
		}
		tid62_first_of(us, first);
		tid62_last_of(us, last);
		right &= tid62_get_timestamp_us(first) >= us && tid62_get_timestamp_us(first) < us + TID62_US;
		right &= tid62_get_timestamp_us(last) <= us && tid62_get_timestamp_us(last) > us - TID62_US;
		right &= load_be64(first + TID62_RANDOM_AT) == 0 && load_be64(last + TID62_RANDOM_AT) == UINT64_MAX;
		/* between two seconds, and only there, they leave no id to a period */
		right &= (tid62_compare(first, last) < 0) == (us % TID62_US == 0);
		right &= tid62_seconds_at(us) == tid62_get_seconds(last);
	}
	ok(right, "the first id is not before a moment, the last not after it, and no other is nearer");
	ok(TID62_MAX_US == INT64_C(5872804095999999) && tid62_seconds_at(TID62_MAX_US) == UINT32_MAX && tid62_seconds_at(last_second - 1) == UINT32_MAX - 1,
	   "the last second has all its microseconds");
}

/* The text as anyone would compute it: divide by 62, bit by bit. */
static void
encode_slowly(const uint8_t id[TID62_LEN], char text[TID62_TEXT_LEN])
{
	uint8_t		number[TID62_LEN];

	memcpy(number, id, TID62_LEN);
	for (int place = TID62_TEXT_LEN - 1; place >= 0; place--)
	{
		int			rest = 0;

		for (int i = 0; i < TID62_LEN; i++)
		{
			rest = rest << 8 | number[i];
			number[i] = (uint8_t) (rest / 62);
			rest %= 62;
		}
		text[place] = TID62_BASE62[rest];
	}
}

static void
test_text(void)
{
	bool		reads = true;
	bool		right = true;

	for (int i = 0; i < 200000; i++)
	{
		uint8_t		id[TID62_LEN];
		uint8_t		read[TID62_LEN];
		char		text[TID62_TEXT_LEN];
		char		slow[TID62_TEXT_LEN];

		/* of every size, and with runs of equal bits */
		random_id(id);
		for (int j = (int) (random64() % (TID62_LEN + 1)); j > 0; j--)
			id[random64() % TID62_LEN] = random64() & 1 ? 0xFF : 0;

		tid62_encode(id, text);
		encode_slowly(id, slow);
		right &= memcmp(text, slow, TID62_TEXT_LEN) == 0;
		reads &= tid62_decode(text, TID62_TEXT_LEN, read) == ID_OK && memcmp(id, read, TID62_LEN) == 0;
	}
	ok(right, "texts are the number in base 62");
	ok(reads, "and read back");
}

/* The digit after each, for counting texts up. */
static bool
increment(char text[TID62_TEXT_LEN])
{
	for (int i = TID62_TEXT_LEN - 1; i >= 0; i--)
	{
		const char *digit = strchr(TID62_BASE62, text[i]);

		if (digit[1] != '\0')
		{
			text[i] = digit[1];
			return true;
		}
		text[i] = '0';
	}
	return false;
}

static void
test_too_large(void)
{
	uint8_t		id[TID62_LEN];
	char		text[] = TID62_LARGEST_TEXT;
	bool		right = true;

	ok(tid62_decode(text, TID62_TEXT_LEN, id) == ID_OK && load_be64(id) == UINT64_MAX &&
	   load_be64(id + 4) == UINT64_MAX, "the largest text has 96 bits, all of them ones");

	for (int i = 0; i < 100000; i++)
		right &= increment(text) && tid62_decode(text, TID62_TEXT_LEN, id) == ID_TOO_LARGE;
	ok(right, "the texts after it are too large");

	right = true;
	for (int i = 0; i < 200000; i++)
	{
		/* of every size above it */
		memcpy(text, TID62_LARGEST_TEXT, TID62_TEXT_LEN);
		for (int j = (int) (random64() % TID62_TEXT_LEN); j < TID62_TEXT_LEN; j++)
			text[j] = TID62_BASE62[random64() % 62];
		right &= (tid62_decode(text, TID62_TEXT_LEN, id) == ID_OK) ==
			(memcmp(text, TID62_LARGEST_TEXT, TID62_TEXT_LEN) <= 0);
	}
	memset(text, 'z', TID62_TEXT_LEN);
	right &= tid62_decode(text, TID62_TEXT_LEN, id) == ID_TOO_LARGE;
	ok(right, "so is every text that sorts after it, and no other");
}

/*
 * Every byte at every place of a text: accepted exactly where the alphabet has
 * it.
 */
static void
test_every_byte(void)
{
	const char *text = "04XVaYIDfO3SmYAds";
	char		changed[TID62_TEXT_LEN];
	uint8_t		id[TID62_LEN];
	bool		right = true;

	for (size_t place = 0; place < TID62_TEXT_LEN; place++)
	{
		for (int byte = 0; byte < 256; byte++)
		{
			bool		allowed = byte != 0 && strchr(TID62_BASE62, byte) != NULL;

			memcpy(changed, text, TID62_TEXT_LEN);
			changed[place] = (char) byte;
			right &= allowed == (tid62_decode(changed, TID62_TEXT_LEN, id) != ID_BAD_CHARACTER);
			right &= tid62_first_bad(changed, TID62_TEXT_LEN, TID62_BASE62, 62) == (allowed ? TID62_TEXT_LEN : place);
		}
	}
	ok(right, "each byte at each place is allowed or named");

	right = true;
	for (size_t n = 0; n < 30; n++)
		right &= (tid62_decode("000000000000000000000000000000", n, id) == ID_BAD_LENGTH) == (n != TID62_TEXT_LEN);
	ok(right, "a text has 17 characters");
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
	bool		key = true;

	for (int i = 0; i < 200000; i++)
	{
		uint8_t		a[TID62_LEN];
		uint8_t		b[TID62_LEN];
		char		s[TID62_TEXT_LEN];
		char		t[TID62_TEXT_LEN];
		int			place = (int) (random64() % TID62_LEN);
		int			order;

		/* alike up to some place, so that each of them decides */
		random_id(a);
		random_id(b);
		memcpy(b, a, place);
		if (random64() % 16 == 0)
			memcpy(b, a, TID62_LEN);

		order = tid62_compare(a, b);
		bytes &= order == sign(memcmp(a, b, TID62_LEN)) && order == -tid62_compare(b, a);
		tid62_encode(a, s);
		tid62_encode(b, t);
		text &= sign(memcmp(s, t, TID62_TEXT_LEN)) == order;
		key &= order < 0 ? tid62_sort_key(a) <= tid62_sort_key(b) :
			order > 0 ? tid62_sort_key(a) >= tid62_sort_key(b) : tid62_sort_key(a) == tid62_sort_key(b);
	}
	ok(bytes, "ids compare as their bytes do");
	ok(text, "and as their texts do");
	ok(key, "and sort keys never contradict them");
}

static void
test_hash(void)
{
	uint8_t		id[TID62_LEN];
	uint8_t		other[TID62_LEN];
	double		changed = 0;
	int			least = 64;
	int			samples = 200;

	/* values that hash indexes and partitions rely on */
	tid62_decode("04XVaYIDfO3SmYAds", TID62_TEXT_LEN, id);
	ok(tid62_hash64(id, 0) == UINT64_C(0x3cd42c800262c517), "the hash of an id is what it always was: %016llx",
	   (unsigned long long) tid62_hash64(id, 0));
	ok(tid62_hash64(id, 42) == UINT64_C(0x7267b015287418a8), "also with a seed: %016llx",
	   (unsigned long long) tid62_hash64(id, 42));

	/*
	 * one bit of the id changes half of the hash's low 32 bits, wherever it
	 * is
	 */
	for (int bit = 0; bit < 8 * TID62_LEN; bit++)
	{
		int			sum = 0;

		for (int i = 0; i < samples; i++)
		{
			random_id(id);
			memcpy(other, id, TID62_LEN);
			other[bit / 8] ^= 1 << bit % 8;
			sum += __builtin_popcount((uint32_t) (tid62_hash64(id, 0) ^ tid62_hash64(other, 0)));
		}
		changed += sum;
		if (sum / samples < least)
			least = sum / samples;
	}
	changed /= 8.0 * TID62_LEN * samples;
	ok(changed > 15.5 && changed < 16.5 && least >= 12,
	   "a changed bit changes %.2f of 32 bits, never fewer than %d on average", changed, least);
}

static void
test_uuid464(void)
{
	uint8_t		uuid[TID62_UUID_LEN];
	uint8_t		read[TID62_UUID_LEN];
	char		text[TID62_UUID464_LEN];
	bool		same = true;
	bool		right = true;

	for (int i = 0; i < 100000; i++)
	{
		store_be64(uuid, random64());
		store_be64(uuid + 8, random64());
		tid62_encode_uuid464(uuid, text);
		same &= tid62_decode_uuid464(text, TID62_UUID464_LEN, read) == ID_OK &&
			memcmp(uuid, read, TID62_UUID_LEN) == 0;
	}
	ok(same, "a uuid464 reads back");

	for (size_t place = 0; place < TID62_UUID464_LEN; place++)
	{
		for (int byte = 0; byte < 256; byte++)
		{
			bool		allowed = byte != 0 && strchr(TID62_BASE64URL, byte) != NULL;
			bool		last = place == TID62_UUID464_LEN - 1;
			char		changed[TID62_UUID464_LEN];

			memcpy(changed, text, TID62_UUID464_LEN);
			changed[place] = (char) byte;
			right &= tid62_decode_uuid464(changed, TID62_UUID464_LEN, read) ==
				(!allowed ? ID_BAD_CHARACTER :
				 !last || strchr("AQgw", byte) != NULL ? ID_OK : ID_TOO_LARGE);
		}
	}
	ok(right, "each byte at each place is allowed or not, and the last has two bits");
	for (size_t n = 0; n < TID62_UUID464_LEN; n++)
		right &= tid62_decode_uuid464(text, n, read) == ID_BAD_LENGTH;
	ok(right, "a shorter text is none");
}

static void
test_seq(int base, size_t len, int64_t max)
{
	char		text[TID62_SEQ10_LEN];
	char		before[TID62_SEQ10_LEN];
	int64_t		read;
	bool		same = true;
	bool		ordered = true;
	bool		right = true;

	for (int i = 0; i < 100000; i++)
	{
		int64_t		number = i == 0 ? max : 1 + (int64_t) (random64() % (uint64_t) max);

		tid62_encode_seq(number, base, len, text);
		same &= tid62_decode_seq(text, len, base, len, &read) == ID_OK && read == number;
		tid62_encode_seq(number - 1, base, len, before);
		ordered &= memcmp(before, text, len) < 0;
	}
	ok(same, "a number in base %d reads back", base);
	ok(ordered, "and sorts as its text does");

	tid62_encode_seq(max, base, len, text);
	for (size_t i = 0; i < len; i++)
		right &= text[i] == TID62_BASE36[base - 1];
	ok(right, "the largest is all the largest digit");

	for (int byte = 0; byte < 256; byte++)
	{
		text[len / 2] = (char) byte;
		right &= (tid62_decode_seq(text, len, base, len, &read) == ID_OK) ==
			(byte != 0 && memchr(TID62_BASE36, byte, base) != NULL);
	}
	ok(right, "each byte is a digit or not");
	ok(tid62_decode_seq(text, len - 1, base, len, &read) == ID_BAD_LENGTH, "and none may lack");
}

int
main(void)
{
	test_layout();
	test_bounds();
	test_text();
	test_too_large();
	test_every_byte();
	test_order();
	test_hash();
	test_uuid464();
	test_seq(10, TID62_SEQ10_LEN, TID62_SEQ10_MAX);
	test_seq(36, TID62_SEQ36_LEN, TID62_SEQ36_MAX);
	return done_testing();
}
