/*
 * test/proof/proof_tid62.c
 *		src/core/tid62.h and src/core/tid62.c: fields, bounds, order and digits of a tid62,
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

/*
 * The time of an id is the beginning of its second, since 1970; 2020 began 1577836800 s
 * after it.
 */
void
proof_tid62_time(void)
{
	uint8_t		id[TID62_LEN];

	CLAIM(tid62_get_timestamp_us(id) == INT64_C(1577836800000000) + tid62_get_seconds(id) * INT64_C(1000000));
}

/* The bits that an id was made of: proof_tid62_fields says that pack writes them. */
static unsigned __int128 the_number;

void
promised_tid62_pack(uint8_t id[TID62_LEN], uint32_t seconds, uint64_t random)
{
	the_number = ((unsigned __int128) seconds << 64) + random;
}

/*
 * The ids whose time is not after a moment, and no others, are its last id and
 * all smaller ones; those whose time is not before it, its first id and all
 * greater ones.  The time of an id is that of its first 32 bits
 * (proof_tid62_time).
 */
void
proof_tid62_bounds(void)
{
	int64_t		us;
	uint32_t	seconds;
	uint64_t	random;
	unsigned	__int128 number = ((unsigned __int128) seconds << 64) + random;
	int64_t		time = INT64_C(1577836800000000) + seconds * INT64_C(1000000);
	uint8_t		id[TID62_LEN];

	CLAIM(TID62_MAX_US == INT64_C(1577836800000000) + ((INT64_C(1) << 32) * 1000000 - 1));
	ASSUME(us >= TID62_MIN_US && us <= TID62_MAX_US);
	CLAIM((us - TID62_MIN_US) / 1000000 == tid62_seconds_at(us));
	tid62_last_of(us, id);
	CLAIM((time <= us) == (number <= the_number));

	/* no id is later than the beginning of the last second */
	ASSUME(us <= TID62_MAX_US - 999999);
	tid62_first_of(us, id);
	CLAIM((time >= us) == (number >= the_number));
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

/* 96 bits in three words, the highest first. */
static unsigned __int128
number_in(const uint32_t words[3])
{
	return (unsigned __int128) words[0] << 64 | (uint64_t) words[1] << 32 | words[2];
}

/*
 * Texts are proved in steps.  These three proofs are about the steps.  The
 * proofs of encode and decode put what they claim, as promised_…, in the place
 * of the steps.
 */

/* 96 bits are divided by 62^5, and the remainder is less. */
void
proof_tid62_divide(void)
{
	uint32_t	before[3];
	uint32_t	words[3];
	uint32_t	rest;

	memcpy(words, before, sizeof(words));
	rest = tid62_divide(words);
	CLAIM(number_in(before) == number_in(words) * BASE5 + rest);
	CLAIM(rest < BASE5);
	CLAIM(BASE5 == 62 * 62 * 62 * 62 * 62);
}

/* 96 bits are multiplied by 62^5 and added to; what is above 96 bits is returned. */
void
proof_tid62_multiply(void)
{
	uint32_t	before[3];
	uint32_t	words[3];
	uint32_t	addend;
	uint32_t	excess;

	memcpy(words, before, sizeof(words));
	excess = tid62_multiply(words, addend);
	CLAIM(number_in(before) * BASE5 + addend == ((unsigned __int128) excess << 96) + number_in(words));
}

/*
 * All numbers of two and of five digits are written in base 62, the highest
 * digit first, and read as they were.
 */
static void
digits_of(int n, uint32_t numbers)
{
	for (uint32_t number = 0; number < numbers; number++)
	{
		char		text[5];
		uint8_t		seen = 0;
		uint32_t	sum = 0;

		tid62_put_digits(text, n, number);
		for (int i = 0; i < n; i++)
			sum = 62 * sum + values[(uint8_t) text[i]];
		CLAIM(sum == number);
		CLAIM(tid62_get_digits(text, n, &seen) == number);
		CLAIM(seen < XX);
	}
}

void
proof_tid62_digits(void)
{
	digits_of(2, 62 * 62);
	digits_of(5, 62 * 62 * 62 * 62 * 62);
}

static void
notice_digits(int n)
{
	char	   *text = any_text(n);
	uint8_t		seen = 0;
	bool		all = true;

	tid62_get_digits(text, n, &seen);
	for (int i = 0; i < n; i++)
		all &= values[(uint8_t) text[i]] < 62;
	CLAIM((seen & XX) == (all ? 0 : XX));
}

/*
 * A character that is no digit is noticed.  (proof_tid62_digits reads all that have digits
 * only.)
 */
void
proof_tid62_get_digits(void)
{
	notice_digits(2);
	notice_digits(5);
}

/* The values of a text's characters, and where it stands. */
static char the_text[TID62_TEXT_LEN];
static uint8_t the_values[TID62_TEXT_LEN];
static int	times_written[TID62_TEXT_LEN];
static bool all_are_digits;

/* In base 62. */
static unsigned __int128
number_of_digits(const uint8_t *digits, int n)
{
	unsigned	__int128 number = 0;

	for (int i = 0; i < n; i++)
		number = number * 62 + digits[i];
	return number;
}

static void
any_digits(void)
{
	uint8_t		any[TID62_TEXT_LEN];

	for (int i = 0; i < TID62_TEXT_LEN; i++)
	{
		the_values[i] = any[i];
		ASSUME(the_values[i] < 62);
	}
}

uint32_t
promised_tid62_divide(uint32_t words[3])
{
	uint32_t	quotient[3];
	uint32_t	rest;

	ASSUME(rest < BASE5);
	ASSUME(number_in(words) == number_in(quotient) * BASE5 + rest);
	for (int i = 0; i < 3; i++)
		words[i] = quotient[i];
	return rest;
}

uint32_t
promised_tid62_multiply(uint32_t words[3], uint32_t addend)
{
	uint32_t	product[3];
	uint32_t	excess;

	ASSUME(number_in(words) * BASE5 + addend == ((unsigned __int128) excess << 96) + number_in(product));
	for (int i = 0; i < 3; i++)
		words[i] = product[i];
	return excess;
}

void
promised_tid62_put_digits(char *text, int n, uint32_t number)
{
	int			at = text - the_text;

	CLAIM((n == 2 && number < 62 * 62) || (n == 5 && number < BASE5));
	ASSUME(number_of_digits(the_values + at, n) == number);
	for (int i = 0; i < n; i++)
		times_written[at + i]++;
}

uint32_t
promised_tid62_get_digits(const char *text, int n, uint8_t *seen)
{
	uint32_t	number;
	uint8_t		any;

	CLAIM(n == 2 || n == 5);
	if (all_are_digits)
		return number_of_digits(the_values + (text - the_text), n);
	*seen |= any | XX;
	return number;
}

/* Text is the number in base 62: its digits say the number, and each is written once. */
void
proof_tid62_encode(void)
{
	uint8_t		id[TID62_LEN];

	any_digits();
	tid62_encode(id, the_text);
	CLAIM(number_of_digits(the_values, TID62_TEXT_LEN) == number_of(id, TID62_LEN));
	for (int i = 0; i < TID62_TEXT_LEN; i++)
		CLAIM(times_written[i] == 1);
}

/*
 * A text of 17 digits is accepted just where their number has 96 bits, and the
 * id has these bits.
 */
void
proof_tid62_decode(void)
{
	uint8_t		id[TID62_LEN];
	unsigned	__int128 number;
	id_status	status;

	any_digits();
	all_are_digits = true;
	number = number_of_digits(the_values, TID62_TEXT_LEN);
	status = tid62_decode(the_text, TID62_TEXT_LEN, id);
	CLAIM(status == (number < (unsigned __int128) 1 << 96 ? ID_OK : ID_TOO_LARGE));
	CLAIM(status != ID_OK || the_number == number);
}

/* A text with another character is refused for it. */
void
proof_tid62_decode_other(void)
{
	uint8_t		id[TID62_LEN];

	all_are_digits = false;
	CLAIM(tid62_decode(the_text, TID62_TEXT_LEN, id) == ID_BAD_CHARACTER);
}

/*
 * A number has one last digit and one number before it, so texts of the same
 * length with the same number are the same; and who has the greater number
 * before has the greater number.  So encode(decode(text)) is the text, and
 * texts are ordered as their ids.
 */
void
proof_tid62_one_text(void)
{
	unsigned	__int128 a;
	unsigned	__int128 b;
	uint8_t		x;
	uint8_t		y;

	ASSUME(a >> 96 == 0 && b >> 96 == 0 && x < 62 && y < 62);
	CLAIM((a * 62 + x == b * 62 + y) == (a == b && x == y));
	CLAIM((a * 62 + x < b * 62 + y) == (a < b || (a == b && x < y)));
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
	int64_t		number;

	if (n != 17)
		CLAIM(tid62_decode(NULL, n, id) == ID_BAD_LENGTH);
	if (n != 22)
		CLAIM(tid62_decode_uuid464(NULL, n, uuid) == ID_BAD_LENGTH);
	if (n != 10)
		CLAIM(tid62_decode_seq(NULL, n, 10, TID62_SEQ10_LEN, &number) == ID_BAD_LENGTH);
	if (n != 7)
		CLAIM(tid62_decode_seq(NULL, n, 36, TID62_SEQ36_LEN, &number) == ID_BAD_LENGTH);
}

/* The value of a character is its place in the alphabet. */
void
proof_tid62_value_of(void)
{
	char		c;

	CLAIM(tid62_value_of(c, TID62_BASE62, 62) == digit_in(TID62_BASE62, 62, c));
	CLAIM(tid62_value_of(c, TID62_BASE64URL, 64) == digit_in(TID62_BASE64URL, 64, c));
	CLAIM(tid62_value_of(c, TID62_BASE36, 36) == digit_in(TID62_BASE36, 36, c));
	CLAIM(tid62_value_of(c, TID62_BASE36, 10) == digit_in("0123456789", 10, c));
}

/*
 * Those who read character by character are proved with any value, or none, for
 * each place of a text: its characters are their places.
 */
#define MOST_PLACES 40

static int8_t value_at[MOST_PLACES];
static const char *the_alphabet;
static size_t the_base;
static bool asks_for_these = true;

int
promised_tid62_value_of(char c, const char *alphabet, size_t base)
{
	asks_for_these &= base == the_base && equal(alphabet, the_alphabet, base);
	return value_at[(uint8_t) c];
}

static char *
any_places(size_t n, const char *alphabet, size_t base)
{
	char	   *text = any_text(n);
	int8_t		any[MOST_PLACES];

	the_alphabet = alphabet;
	the_base = base;
	for (size_t i = 0; i < MOST_PLACES; i++)
	{
		if (i < n)
			text[i] = (char) i;
		ASSUME(any[i] >= -1 && any[i] < (int) base);
		value_at[i] = any[i];
	}
	return text;
}

/* In a text of up to 40 bytes, first_bad is the place of the first one that has no value. */
void
proof_tid62_first_bad(void)
{
	size_t		n;
	char	   *text;
	size_t		bad = n;

	ASSUME(n <= MOST_PLACES);
	text = any_places(n, TID62_BASE64URL, 64);
	for (int i = MOST_PLACES - 1; i >= 0; i--)
		if (i < (int) n && value_at[i] < 0)
			bad = i;
	CLAIM(tid62_first_bad(text, n, TID62_BASE64URL, 64) == bad);
	CLAIM(asks_for_these);
}

/*
 * A text of 22 is accepted just where each character has a value and the last
 * one has two bits, with four zeros behind them; the UUID has these bits.
 */
void
proof_tid62_read_uuid464(void)
{
	char	   *text = any_places(TID62_UUID464_LEN, TID62_BASE64URL, 64);
	uint8_t		uuid[TID62_UUID_LEN];
	unsigned	__int128 number = 0;
	bool		all = true;
	id_status	status = tid62_decode_uuid464(text, TID62_UUID464_LEN, uuid);

	for (int i = 0; i < TID62_UUID464_LEN; i++)
		all &= value_at[i] >= 0;
	CLAIM((status == ID_BAD_CHARACTER) == !all && asks_for_these);
	if (!all)
		return;
	CLAIM(status == (value_at[21] % 16 == 0 ? ID_OK : ID_TOO_LARGE));
	for (int i = 0; i < 21; i++)
		number = number << 6 | value_at[i];
	CLAIM(number_of(uuid, TID62_UUID_LEN) == (number << 2 | value_at[21] >> 4));
}

/*
 * Numbers in base 10 and 36 are proved in steps, too: each step gets what the one
 * before it left, and a number of so many digits is below this power of the base.
 */
static int	steps;
static int64_t the_seq;
static int	the_digits[TID62_SEQ10_LEN];

static int64_t
power_of(int base, int digits)
{
	int64_t		power = 1;

	for (int i = 0; i < digits; i++)
		power *= base;
	return power;
}

static void
last_digit_of(int base)
{
	int64_t		number;
	int64_t		before = number;
	int			last;

	ASSUME(number >= 0);
	last = tid62_take_digit(&number, base);
	CLAIM(number >= 0 && last >= 0 && last < base);
	CLAIM(before == number * base + last);
}

/* A digit is taken from a number as the remainder of the base, which divides it. */
void
proof_tid62_take_digit(void)
{
	last_digit_of(10);
	last_digit_of(36);
}

static void
one_more_digit(int base, int most)
{
	int64_t		number;
	int64_t		one_more;
	int			digit;

	ASSUME(number >= 0 && number < power_of(base, most - 1));
	ASSUME(digit >= 0 && digit < base);
	one_more = tid62_add_digit(number, base, digit);
	CLAIM(one_more == number * base + digit);
	for (int n = 0; n < most; n++)
	{
		int64_t		power = power_of(base, n);

		CLAIM(number >= power || one_more < power * base);
	}
}

/* A digit is given to a number behind the others, so that it has one more. */
void
proof_tid62_add_digit(void)
{
	one_more_digit(10, TID62_SEQ10_LEN);
	one_more_digit(36, TID62_SEQ36_LEN);
}

int
promised_tid62_take_digit(int64_t *number, int base)
{
	int64_t		quotient;
	int			digit;

	CLAIM(*number == the_seq && base == (int) the_base);
	ASSUME(quotient >= 0 && digit >= 0 && digit < base);
	the_seq = quotient;
	the_digits[steps++] = digit;
	*number = quotient;
	return digit;
}

static void
write_seq(int base, int len)
{
	int64_t		number;
	char	   *text = any_text(len);

	ASSUME(number >= 0);
	the_seq = number;
	the_base = base;
	tid62_encode_seq(number, base, len, text);
	CLAIM(steps == len);
	for (int i = 0; i < len; i++)
		CLAIM(text[len - 1 - i] == TID62_BASE36[the_digits[i]]);
}

/* The digits that are taken from a number, one by one, are written from the end on. */
void
proof_tid62_encode_seq(void)
{
	bool		base_10;

	if (base_10)
		write_seq(10, TID62_SEQ10_LEN);
	else
		write_seq(36, TID62_SEQ36_LEN);
}

int64_t
promised_tid62_add_digit(int64_t number, int base, int digit)
{
	int64_t		one_more;

	CLAIM(number == the_seq && base == (int) the_base && digit == value_at[steps]);
	CLAIM(number >= 0 && number < power_of(base, steps));
	steps++;
	ASSUME(one_more >= 0 && one_more < power_of(base, steps));
	the_seq = one_more;
	return one_more;
}

static void
read_seq(int base, int len)
{
	char	   *text = any_places(len, TID62_BASE36, base);
	bool		all = true;
	int64_t		number;

	the_seq = 0;
	for (int i = 0; i < len; i++)
		all &= value_at[i] >= 0;
	CLAIM(tid62_decode_seq(text, len, base, len, &number) == (all ? ID_OK : ID_BAD_CHARACTER));
	CLAIM(asks_for_these && (!all || (steps == len && number == the_seq)));
}

/*
 * Digits are given to 0, from the beginning on, and a text is refused just where a
 * character is no digit.
 */
void
proof_tid62_decode_seq(void)
{
	bool		base_10;

	if (base_10)
		read_seq(10, TID62_SEQ10_LEN);
	else
		read_seq(36, TID62_SEQ36_LEN);
}
