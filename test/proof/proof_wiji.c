/*
 * test/proof/proof_wiji.c
 *		src/core/wiji.h and src/core/wiji.c: fields, order, neighbors and texts of a wiji.
 */
#include "core/wiji.c"
#include "core/hex.c"
#include "test/proof/proof.h"

static const char crockford[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* Any ID: 16 bytes of version 1. */
static void
any_id(uint8_t id[WIJI_LEN])
{
	uint8_t		any[WIJI_LEN];

	memcpy(id, any, WIJI_LEN);
	ASSUME(id[9] >> 4 == 1);
}

/* Every reader returns what pack was given, and the fields stand where the format has them. */
void
proof_wiji_fields(void)
{
	int64_t		us;
	uint32_t	sequence;
	int64_t		random;
	uint8_t		id[WIJI_LEN];

	ASSUME(us >= 0 && us < INT64_C(1) << 56);
	ASSUME(sequence < 1 << 16);
	ASSUME(random >= 0 && random < INT64_C(1) << 52);
	wiji_pack(id, us, sequence, random);
	CLAIM(wiji_get_timestamp_us(id) == us);
	CLAIM(wiji_get_sequence(id) == (int32_t) sequence);
	CLAIM(wiji_get_random(id) == random);
	CLAIM(wiji_get_version(id) == 1);
	CLAIM(wiji_check(id) == ID_OK);
	CLAIM(number_of(id, 16) == ((unsigned __int128) us << 72 | (unsigned __int128) sequence << 56 |
								UINT64_C(1) << 52 | (uint64_t) random));
}

/* Any 16 bytes of version 1 are the ID that pack returns for their fields; others are rejected. */
void
proof_wiji_any_bytes(void)
{
	uint8_t		id[WIJI_LEN];
	uint8_t		again[WIJI_LEN];

	CLAIM(wiji_get_version(id) == id[9] >> 4);
	CLAIM(wiji_check(id) == (id[9] >> 4 == 1 ? ID_OK : ID_BAD_VERSION));
	if (wiji_check(id) == ID_OK)
	{
		wiji_pack(again, wiji_get_timestamp_us(id), wiji_get_sequence(id), wiji_get_random(id));
		CLAIM(equal(id, again, WIJI_LEN));
	}
}

/* compare orders IDs like their bytes, and the sort key never contradicts it. */
void
proof_wiji_order(void)
{
	uint8_t		a[WIJI_LEN];
	uint8_t		b[WIJI_LEN];
	uint64_t	x = wiji_sort_key(a);
	uint64_t	y = wiji_sort_key(b);
	int			order = wiji_compare(a, b);

	CLAIM(order == order_of(a, b, WIJI_LEN));
	CLAIM(order >= 0 || x <= y);
	CLAIM(order <= 0 || x >= y);
}

/* Up to 2112, keys are equal only where time and sequence are, the latter up to 12 bits. */
void
proof_wiji_sort_key(void)
{
	uint8_t		a[WIJI_LEN];
	uint8_t		b[WIJI_LEN];
	int32_t		s = wiji_get_sequence(a);
	int32_t		t = wiji_get_sequence(b);

	ASSUME(wiji_get_timestamp_us(a) >> 52 == 0 && wiji_get_timestamp_us(b) >> 52 == 0);
	if (wiji_sort_key(a) == wiji_sort_key(b))
	{
		CLAIM(wiji_get_timestamp_us(a) == wiji_get_timestamp_us(b));
		CLAIM(s == t || (s >= 0xFFF && t >= 0xFFF));
	}
}

/* Exactly the IDs of a microsecond lie between its first and its last ID. */
void
proof_wiji_bounds(void)
{
	int64_t		us;
	uint8_t		id[WIJI_LEN];
	uint8_t		first[WIJI_LEN];
	uint8_t		last[WIJI_LEN];

	ASSUME(us >= 0 && us < INT64_C(1) << 56);
	any_id(id);
	wiji_first_of(us, first);
	wiji_last_of(us, last);
	CLAIM((wiji_get_timestamp_us(id) >= us) == (order_of(id, first, WIJI_LEN) >= 0));
	CLAIM((wiji_get_timestamp_us(id) <= us) == (order_of(id, last, WIJI_LEN) <= 0));
	CLAIM(wiji_check(first) == ID_OK && wiji_check(last) == ID_OK);
}

/* increment gives the next ID: the smallest that is greater.  Only the last ID does not have one. */
void
proof_wiji_increment(void)
{
	uint8_t		id[WIJI_LEN];
	uint8_t		next[WIJI_LEN];
	uint8_t		other[WIJI_LEN];

	any_id(id);
	any_id(other);
	memcpy(next, id, WIJI_LEN);
	if (wiji_increment(next))
	{
		CLAIM(wiji_check(next) == ID_OK);
		CLAIM(order_of(id, next, WIJI_LEN) < 0);
		CLAIM(order_of(other, id, WIJI_LEN) <= 0 || order_of(other, next, WIJI_LEN) >= 0);
	}
	else
	{
		CLAIM(equal(id, next, WIJI_LEN));
		CLAIM(order_of(other, id, WIJI_LEN) <= 0);
	}
}

/*
 * decrement gives the previous ID: the greatest that is smaller.  Only the first does not have one.
 */
void
proof_wiji_decrement(void)
{
	uint8_t		id[WIJI_LEN];
	uint8_t		previous[WIJI_LEN];
	uint8_t		other[WIJI_LEN];

	any_id(id);
	any_id(other);
	memcpy(previous, id, WIJI_LEN);
	if (wiji_decrement(previous))
	{
		CLAIM(wiji_check(previous) == ID_OK);
		CLAIM(order_of(previous, id, WIJI_LEN) < 0);
		CLAIM(order_of(other, previous, WIJI_LEN) <= 0 || order_of(other, id, WIJI_LEN) >= 0);
	}
	else
	{
		CLAIM(equal(id, previous, WIJI_LEN));
		CLAIM(order_of(other, id, WIJI_LEN) >= 0);
	}
}

/*
 * Text is five bits a character, the highest first, in Crockford's alphabet,
 * and is read back as the same bytes.
 */
void
proof_wiji_text(void)
{
	uint8_t		id[WIJI_LEN];
	uint8_t		again[WIJI_LEN];
	char	   *text = any_text(WIJI_TEXT_LEN);
	unsigned	__int128 number = number_of(id, WIJI_LEN);

	wiji_encode(id, text);
	for (int i = 0; i < WIJI_TEXT_LEN; i++)
		CLAIM(text[i] == crockford[number >> (125 - 5 * i) & 0x1F]);
	CLAIM(wiji_decode(text, WIJI_TEXT_LEN, again) == wiji_check(id));
	CLAIM(equal(id, again, WIJI_LEN));
}

/* The order of texts is the order of IDs. */
void
proof_wiji_text_order(void)
{
	uint8_t		a[WIJI_LEN];
	uint8_t		b[WIJI_LEN];
	char		s[WIJI_TEXT_LEN];
	char		t[WIJI_TEXT_LEN];

	wiji_encode(a, s);
	wiji_encode(b, t);
	CLAIM(order_of((uint8_t *) s, (uint8_t *) t, WIJI_TEXT_LEN) == wiji_compare(a, b));
}

/* The value of a character of a text, as people mean it; −1 for other characters. */
static int
crockford_value(char c)
{
	if (c >= 'a' && c <= 'z')
		c += 'A' - 'a';
	switch (c)
	{
		case 'I':
		case 'L':
			return 1;
		case 'O':
			return 0;
		case 'U':
			return 27;
		default:
			return digit_in(crockford, 32, c);
	}
}

/*
 * A text of 26 is accepted just where each character has a value, together
 * they have 128 bits, and the version is 1.  The error is the first of these
 * that does not hold, and first_bad is the place of the first character
 * without a value.
 */
void
proof_wiji_read_text(void)
{
	char	   *text = any_text(WIJI_TEXT_LEN);
	uint8_t		id[WIJI_LEN];
	size_t		bad = WIJI_TEXT_LEN;
	unsigned	__int128 number = 0;
	id_status	status = wiji_decode(text, WIJI_TEXT_LEN, id);

	for (int i = WIJI_TEXT_LEN - 1; i >= 0; i--)
		if (crockford_value(text[i]) < 0)
			bad = i;
	CLAIM(wiji_first_bad(text, WIJI_TEXT_LEN) == bad);
	CLAIM((status == ID_BAD_CHARACTER) == (bad < WIJI_TEXT_LEN));
	if (bad < WIJI_TEXT_LEN)
		return;

	CLAIM((status == ID_TOO_LARGE) == (crockford_value(text[0]) > 7));
	if (status == ID_TOO_LARGE)
		return;

	for (int i = 0; i < WIJI_TEXT_LEN; i++)
		number = number << 5 | crockford_value(text[i]);
	CLAIM(number_of(id, WIJI_LEN) == number);
	CLAIM(status == (id[9] >> 4 == 1 ? ID_OK : ID_BAD_VERSION));
}

static bool
is_hyphen(size_t n, size_t i)
{
	return n == WIJI_UUID_LEN && (i == 8 || i == 13 || i == 18 || i == 23);
}

/* Digits are those that proof_hex_digit finds. */
static void
read_hex(size_t n)
{
	char	   *text = any_text(n);
	uint8_t		id[WIJI_LEN];
	size_t		bad = n;
	unsigned	__int128 number = 0;
	id_status	status = wiji_decode(text, n, id);

	for (int i = n - 1; i >= 0; i--)
		if (is_hyphen(n, i) ? text[i] != '-' : id_hex_digit(text[i]) < 0)
			bad = i;
	CLAIM(wiji_first_bad(text, n) == bad);
	CLAIM((status == ID_BAD_CHARACTER) == (bad < n));
	if (bad < n)
		return;

	for (size_t i = 0; i < n; i++)
		if (!is_hyphen(n, i))
			number = number << 4 | id_hex_digit(text[i]);
	CLAIM(number_of(id, WIJI_LEN) == number);
	CLAIM(status == (id[9] >> 4 == 1 ? ID_OK : ID_BAD_VERSION));
}

/* A text of 32 is accepted exactly if it has the hexadecimal digits of an ID of version 1. */
void
proof_wiji_read_hex(void)
{
	read_hex(WIJI_HEX_LEN);
}

/* A text of 36 is accepted just where it has these digits, and hyphens in the places of a UUID. */
void
proof_wiji_read_uuid(void)
{
	read_hex(WIJI_UUID_LEN);
}

/* Other lengths than 26, 32 and 36 are rejected without reading a byte. */
void
proof_wiji_lengths(void)
{
	size_t		n;
	uint8_t		id[WIJI_LEN];

	ASSUME(n != 26 && n != 32 && n != 36);
	CLAIM(wiji_decode(NULL, n, id) == ID_BAD_LENGTH);
}

/* The UUID form's hyphens part 8, 4, 4, 4 and 12 digits. */
void
proof_wiji_hyphens(void)
{
	size_t		i;

	CLAIM(wiji_uuid_has_hyphen(i) == (i == 8 || i == 8 + 1 + 4 || i == 8 + 2 + 4 + 4 || i == 8 + 3 + 4 + 4 + 4));
}

/* The hash is that of the first and the last eight bytes, which are all. */
void
proof_wiji_hash(void)
{
	uint8_t		id[WIJI_LEN];
	uint64_t	seed;
	uint64_t	first = number_of(id, 8);
	uint64_t	last = number_of(id + 8, 8);

	CLAIM(wiji_hash64(id, seed) == id_hash_words(first, last, seed));
}

/*
 * Of a text of another length, first_bad is the place of the first byte that no
 * form allows: neither a letter or digit of any form nor a hyphen.
 */
void
proof_wiji_first_bad(void)
{
	char		c;
	size_t		i;
	size_t		n;
	char	   *text = any_text(n);
	size_t		bad = n;

	ASSUME(n <= 40 && n != 26 && n != 32 && n != 36);
	CLAIM(wiji_is_allowed(c, i, n) == (crockford_value(c) >= 0 || c == '-'));
	for (int j = 39; j >= 0; j--)
		if (j < (int) n && !wiji_is_allowed(text[j], j, n))
			bad = j;
	CLAIM(wiji_first_bad(text, n) == bad);
}

/* The words of two IDs, replaced by their numbers; proof_bytes_words reads the words. */
static uint64_t the_words[4];

uint64_t
promised_load_be64(const uint8_t *p)
{
	return the_words[*p];
}

/*
 * The distance is the sum of both halves of the difference of two IDs, all 128
 * bits.  The high one counts 2^−8 microseconds and the low one 2^−72, and each
 * becomes a double first.
 */
void
proof_wiji_distance(void)
{
	static const uint8_t a[WIJI_LEN] = {[0] = 0,[8] = 1};
	static const uint8_t b[WIJI_LEN] = {[0] = 2,[8] = 3};
	uint64_t	any[4];
	unsigned	__int128 difference =
		((unsigned __int128) any[2] << 64 | any[3]) - ((unsigned __int128) any[0] << 64 | any[1]);
	uint64_t	low = any[3] - any[1];
	uint64_t	high = any[2] - any[0] - (any[3] < any[1]);
	double		distance;
	double		sum;

	CLAIM(low == (uint64_t) difference && high == (uint64_t) (difference >> 64));
	for (int i = 0; i < 4; i++)
		the_words[i] = any[i];
	distance = wiji_distance(a, b);
	sum = high / 256.0 + low / 4722366482869645213696.0;	/* 2^72 */
	CLAIM(equal(&distance, &sum, sizeof(double)));
}
