/*
 * core/wiji.c
 *		Text and neighbours of a wiji.
 *
 * The text is Crockford's base32 of the 128 bits with two zero bits in front:
 * a first character with three bits, then 25 with five each.  (Wiji
 * specification, 5.1 to 5.3.)
 */
#include "core/wiji.h"
#include "core/hex.h"

/* Ten bits at once: every pair of characters, in order, for text output. */
#define ROW(c) \
	c "0" c "1" c "2" c "3" c "4" c "5" c "6" c "7" \
	c "8" c "9" c "A" c "B" c "C" c "D" c "E" c "F" \
	c "G" c "H" c "J" c "K" c "M" c "N" c "P" c "Q" \
	c "R" c "S" c "T" c "V" c "W" c "X" c "Y" c "Z"

static const char pairs[] =
	ROW("0") ROW("1") ROW("2") ROW("3") ROW("4") ROW("5") ROW("6") ROW("7")
	ROW("8") ROW("9") ROW("A") ROW("B") ROW("C") ROW("D") ROW("E") ROW("F")
	ROW("G") ROW("H") ROW("J") ROW("K") ROW("M") ROW("N") ROW("P") ROW("Q")
	ROW("R") ROW("S") ROW("T") ROW("V") ROW("W") ROW("X") ROW("Y") ROW("Z");

/*
 * The value of each character: I, L, O and U are read as the 1, 1, 0 and V
 * that people mean by them.  XX, for what is outside the alphabet, has a bit
 * above the five of any value, so one OR over all values finds it.
 */
#define XX 0x80

static const uint8_t values[256] = {
	XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
	XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
	XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
	 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, XX, XX, XX, XX, XX, XX,	/* 0 to 9 */
	XX, 10, 11, 12, 13, 14, 15, 16, 17,  1, 18, 19,  1, 20, 21,  0,	/* A to O */
	22, 23, 24, 25, 26, 27, 27, 28, 29, 30, 31, XX, XX, XX, XX, XX,	/* P to Z */
	XX, 10, 11, 12, 13, 14, 15, 16, 17,  1, 18, 19,  1, 20, 21,  0,	/* a to o */
	22, 23, 24, 25, 26, 27, 27, 28, 29, 30, 31, XX, XX, XX, XX, XX,	/* p to z */
	XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
	XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
	XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
	XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
	XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
	XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
	XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
	XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
};

void
wiji_encode(const uint8_t id[WIJI_LEN], char text[WIJI_TEXT_LEN])
{
	uint64_t	high = load_be64(id);
	uint64_t	low = load_be64(id + 8);

	/* 128 bits are 8 for the first two characters and ten for each pair */
#define PAIR(i, bits) memcpy(text + 2 * (i), pairs + 2 * ((bits) & 0x3FF), 2)
	PAIR(0, high >> 56);
	PAIR(1, high >> 46);
	PAIR(2, high >> 36);
	PAIR(3, high >> 26);
	PAIR(4, high >> 16);
	PAIR(5, high >> 6);
	PAIR(6, high << 4 | low >> 60);
	PAIR(7, low >> 50);
	PAIR(8, low >> 40);
	PAIR(9, low >> 30);
	PAIR(10, low >> 20);
	PAIR(11, low >> 10);
	PAIR(12, low);
#undef PAIR
}

void
wiji_encode_uuid(const uint8_t id[WIJI_LEN], char text[WIJI_UUID_LEN])
{
	id_hex_encode(id, 4, text);
	text[8] = '-';
	id_hex_encode(id + 4, 2, text + 9);
	text[13] = '-';
	id_hex_encode(id + 6, 2, text + 14);
	text[18] = '-';
	id_hex_encode(id + 8, 2, text + 19);
	text[23] = '-';
	id_hex_encode(id + 10, 6, text + 24);
}

static id_status
decode_base32(const char *text, uint8_t id[WIJI_LEN])
{
	const uint8_t *c = (const uint8_t *) text;
	uint64_t	high = values[c[0]];
	uint64_t	middle = values[c[13]];
	uint64_t	low = 0;
	uint8_t		seen = values[c[0]] | values[c[13]];

	/* two independent chains, of 63 and 60 bits, with five bits between */
	for (int i = 1; i < 13; i++)
	{
		uint8_t		v = values[c[i]];
		uint8_t		w = values[c[i + 13]];

		seen |= v | w;
		high = high << 5 | v;
		low = low << 5 | w;
	}
	if (seen & XX)
		return ID_BAD_CHARACTER;
	if (values[c[0]] > 7)
		return ID_TOO_LARGE;

	store_be64(id, high << 1 | middle >> 4);
	store_be64(id + 8, middle << 60 | low);
	return wiji_check(id);
}

static id_status
decode_hex(const char *text, uint8_t id[WIJI_LEN])
{
	return id_hex_decode(text, WIJI_LEN, id) ? wiji_check(id) : ID_BAD_CHARACTER;
}

static id_status
decode_uuid(const char *text, uint8_t id[WIJI_LEN])
{
	char		hex[WIJI_HEX_LEN];

	if (text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-')
		return ID_BAD_CHARACTER;

	memcpy(hex, text, 8);
	memcpy(hex + 8, text + 9, 4);
	memcpy(hex + 12, text + 14, 4);
	memcpy(hex + 16, text + 19, 4);
	memcpy(hex + 20, text + 24, 12);
	return decode_hex(hex, id);
}

id_status
wiji_decode(const char *text, size_t n, uint8_t id[WIJI_LEN])
{
	switch (n)
	{
		case WIJI_TEXT_LEN:
			return decode_base32(text, id);
		case WIJI_UUID_LEN:
			return decode_uuid(text, id);
		case WIJI_HEX_LEN:
			return decode_hex(text, id);
		default:
			return ID_BAD_LENGTH;
	}
}

static bool
is_allowed(char c, size_t i, size_t n)
{
	switch (n)
	{
		case WIJI_TEXT_LEN:
			return values[(uint8_t) c] != XX;
		case WIJI_HEX_LEN:
			return id_hex_digit(c) >= 0;
		case WIJI_UUID_LEN:
			return wiji_uuid_has_hyphen(i) ? c == '-' : id_hex_digit(c) >= 0;
		default:
			return values[(uint8_t) c] != XX || c == '-';
	}
}

size_t
wiji_first_bad(const char *text, size_t n)
{
	size_t		i = 0;

	while (i < n && is_allowed(text[i], i, n))
		i++;
	return i;
}

double
wiji_distance(const uint8_t a[WIJI_LEN], const uint8_t b[WIJI_LEN])
{
	uint64_t	a_low = load_be64(a + 8);
	uint64_t	b_low = load_be64(b + 8);
	uint64_t	high = load_be64(b) - load_be64(a) - (b_low < a_low);

	/* a microsecond is 2^72 ids, of which the high word counts 2^8 */
	return high * 0x1p-8 + (b_low - a_low) * 0x1p-72;
}

/* The low word without its version: 8 bits of the sequence, then 52 random bits. */
#define LOW_BITS 60
#define LOW_MAX ((UINT64_C(1) << LOW_BITS) - 1)

static uint64_t
get_low(const uint8_t id[WIJI_LEN])
{
	uint64_t	low = load_be64(id + 8);

	return low >> 56 << 52 | (low & WIJI_MAX_RANDOM);
}

static void
set(uint8_t id[WIJI_LEN], uint64_t high, uint64_t low)
{
	store_be64(id, high);
	store_be64(id + 8, low >> 52 << 56 | (uint64_t) WIJI_VERSION << 52 | (low & WIJI_MAX_RANDOM));
}

bool
wiji_increment(uint8_t id[WIJI_LEN])
{
	uint64_t	high = load_be64(id);
	uint64_t	low = get_low(id);

	if (high == UINT64_MAX && low == LOW_MAX)
		return false;
	set(id, high + (low == LOW_MAX), (low + 1) & LOW_MAX);
	return true;
}

bool
wiji_decrement(uint8_t id[WIJI_LEN])
{
	uint64_t	high = load_be64(id);
	uint64_t	low = get_low(id);

	if (high == 0 && low == 0)
		return false;
	set(id, high - (low == 0), (low - 1) & LOW_MAX);
	return true;
}
