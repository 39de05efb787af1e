/*
 * core/wiji.c
 *		Text and hash of a wiji.
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

/*
 * The 128-bit product of two words, its halves folded into one: with a
 * constant as one factor, every bit of the other reaches all over the result.
 */
static inline uint64_t
folded_multiply(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	unsigned __int128 product = (unsigned __int128) a * b;

	return (uint64_t) product ^ (uint64_t) (product >> 64);
#else
	uint64_t	a0 = (uint32_t) a,
				a1 = a >> 32,
				b0 = (uint32_t) b,
				b1 = b >> 32;
	uint64_t	middle = a1 * b0 + (a0 * b0 >> 32);
	uint64_t	carry = a0 * b1 + (uint32_t) middle;

	return (a * b) ^ (a1 * b1 + (middle >> 32) + (carry >> 32));
#endif
}

uint64_t
wiji_hash_bytes(const uint8_t id[WIJI_LEN], uint64_t seed)
{
	/* constants without a pattern: the 3rd, 1st and 5th 64 bits of the fraction of pi */
	uint64_t	h = folded_multiply(load_be64(id) ^ seed ^ UINT64_C(0xA4093822299F31D0),
									UINT64_C(0x243F6A8885A308D3));

	return folded_multiply(h ^ load_be64(id + 8), UINT64_C(0x452821E638D01377));
}
