/*
 * test/proof/proof_tid62.c
 *		core/tid62.h and core/tid62.c: fields, bounds, order and digits of a tid62,
 *		and the base64url text of a UUID.
 */
#include "core/tid62.c"
#include "test/proof/proof.h"

/* Every reader returns what pack was given, and the fields stand where the format has them. */
void
proof_tid62_fields(void)
{
	uint32_t	seconds;
	uint64_t	random;
	uint8_t		id[TID62_LEN];

	tid62_pack(id, seconds, random);
	CLAIM(tid62_get_seconds(id) == seconds);
	CLAIM(load_be64(id + TID62_RANDOM_AT) == random);
	CLAIM(tid62_check(id) == ID_OK);
	CLAIM(number_of(id, TID62_LEN) == ((unsigned __int128) seconds << 64 | random));
}

/* The time of an id is the beginning of its second, since 1970; 2020 began 1577836800 s after it. */
void
proof_tid62_time(void)
{
	uint8_t		id[TID62_LEN];

	CLAIM(tid62_get_timestamp_us(id) == INT64_C(1577836800000000) + tid62_get_seconds(id) * INT64_C(1000000));
}

/*
 * The first id of a moment is of the second that begins there or next, the
 * last one of the second that has begun.  The ids between are those whose
 * second is.
 */
void
proof_tid62_bounds(void)
{
	int64_t		us;
	uint8_t		id[TID62_LEN];
	uint8_t		bound[TID62_LEN];
	uint32_t	second;

	ASSUME(us >= TID62_MIN_US && us <= TID62_MIN_US + ((INT64_C(1) << 32) * 1000000 - 1));
	second = (us - INT64_C(1577836800000000)) / 1000000;
	CLAIM(tid62_seconds_at(us) == second);
	tid62_last_of(us, bound);
	CLAIM(tid62_get_seconds(bound) == second);
	CLAIM((tid62_get_seconds(id) <= second) == (order_of(id, bound, TID62_LEN) <= 0));

	/* no id is later than the beginning of the last second */
	ASSUME(us <= TID62_MAX_US - 999999);
	second = (us + 999999 - INT64_C(1577836800000000)) / 1000000;
	tid62_first_of(us, bound);
	CLAIM(tid62_get_seconds(bound) == second);
	CLAIM((tid62_get_seconds(id) >= second) == (order_of(id, bound, TID62_LEN) >= 0));
}

/* compare orders ids as their bytes are, and the sort key never contradicts it. */
void
proof_tid62_order(void)
{
	uint8_t		a[TID62_LEN];
	uint8_t		b[TID62_LEN];
	uint64_t	x = tid62_sort_key(a);
	uint64_t	y = tid62_sort_key(b);
	int			order = tid62_compare(a, b);

	CLAIM(order == order_of(a, b, TID62_LEN));
	CLAIM(order >= 0 || x <= y);
	CLAIM(order <= 0 || x >= y);
	CLAIM(x != y || tid62_get_seconds(a) == tid62_get_seconds(b));
}

/* All numbers of five digits are written in base 62, the highest digit first, and read as they were. */
void
proof_tid62_digits(void)
{
	for (uint32_t number = 0; number < 916132832; number++)
	{
		char		text[5];
		uint8_t		seen = 0;

		tid62_put_digits(text, 5, number);
		CLAIM(tid62_get_digits(text, 5, &seen) == number);
		CLAIM(seen < 0x80);
	}
}

/* Each character has its place in the alphabet as its value, and the alphabet ascends. */
void
proof_tid62_alphabet(void)
{
	char		a;
	char		b;
	int			x = digit_in(TID62_BASE62, 62, a);
	int			y = digit_in(TID62_BASE62, 62, b);

	CLAIM(values[(uint8_t) a] == (x < 0 ? 0x80 : x));
	CLAIM(x < 0 || y < 0 || (x < y) == (a < b));
}

/* The hash is that of the first and the last eight bytes, which are all. */
void
proof_tid62_hash(void)
{
	uint8_t		id[TID62_LEN];
	uint64_t	seed;
	uint64_t	first = number_of(id, 8);
	uint64_t	last = number_of(id + 4, 8);

	CLAIM(tid62_hash64(id, seed) == id_hash_words(first, last, seed));
}

/* A UUID's text is six bits a character, the highest first, and is read back as the same UUID. */
void
proof_tid62_uuid464(void)
{
	uint8_t		uuid[TID62_UUID_LEN];
	uint8_t		again[TID62_UUID_LEN];
	char	   *text = any_text(TID62_UUID464_LEN);
	unsigned	__int128 number = number_of(uuid, TID62_UUID_LEN);

	tid62_encode_uuid464(uuid, text);
	for (int i = 0; i < 21; i++)
		CLAIM(text[i] == TID62_BASE64URL[number >> (122 - 6 * i) & 0x3F]);
	CLAIM(text[21] == TID62_BASE64URL[number << 4 & 0x3F]);
	CLAIM(tid62_decode_uuid464(text, TID62_UUID464_LEN, again) == ID_OK);
	CLAIM(equal(uuid, again, TID62_UUID_LEN));
}

/* Other lengths are refused, and no byte of them is read. */
void
proof_tid62_lengths(void)
{
	size_t		n;
	uint8_t		id[TID62_LEN];
	uint8_t		uuid[TID62_UUID_LEN];

	if (n != 17)
		CLAIM(tid62_decode(NULL, n, id) == ID_BAD_LENGTH);
	if (n != 22)
		CLAIM(tid62_decode_uuid464(NULL, n, uuid) == ID_BAD_LENGTH);
}
