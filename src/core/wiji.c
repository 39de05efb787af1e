/*
 * src/core/wiji.c
 *		Text, next and previous value of a wiji.
 *
 * The text is Crockford's base32 of the 128 bits with two zero bits in front:
 * a first character with three bits, then 25 with five each.  (Wiji
 * specification, 5.1 to 5.3.)
 */
#include "core/wiji.h"
#include "core/hex.h"

/*
 * Ten bits at once: every pair of characters, in order, for text output.
 * (Half the time that one character at once takes.)
 */
#define ROW(c) \
	c "0" c "1" c "2" c "3" c "4" c "5" c "6" c "7" \
	c "8" c "9" c "A" c "B" c "C" c "D" c "E" c "F" \
	c "G" c "H" c "J" c "K" c "M" c "N" c "P" c "Q" \
	c "R" c "S" c "T" c "V" c "W" c "X" c "Y" c "Z"

#define ROWS \
	ROW("0") ROW("1") ROW("2") ROW("3") ROW("4") ROW("5") ROW("6") ROW("7") \
	ROW("8") ROW("9") ROW("A") ROW("B") ROW("C") ROW("D") ROW("E") ROW("F") \
	ROW("G") ROW("H") ROW("J") ROW("K") ROW("M") ROW("N") ROW("P") ROW("Q") \
	ROW("R") ROW("S") ROW("T") ROW("V") ROW("W") ROW("X") ROW("Y") ROW("Z")

static const char pairs[] = ROWS;

/*
 * The value of each character.  I, L, O and U are read as 1, 1, 0 and V.  XX stands for characters
 * outside the alphabet.
 *
 * There are four tables, for four characters in a row: each holds the values
 * where its character has them in 20 bits.  So reading text is loads and ORs,
 * without a shift or a branch for each character.  BAD is above all bits, so
 * one test at the end finds it anywhere.  (One table takes twice the
 * instructions.)
 */
#define XX 0x80
#define BAD UINT32_C(0x80000000)

#define TABLE(VALUE) { \
	NONE_16(VALUE) NONE_16(VALUE) NONE_16(VALUE) \
	VALUE(0) VALUE(1) VALUE(2) VALUE(3) VALUE(4) VALUE(5) VALUE(6) VALUE(7)		/* 0 to 7 */ \
	VALUE(8) VALUE(9) VALUE(XX) VALUE(XX) VALUE(XX) VALUE(XX) VALUE(XX) VALUE(XX)	/* 8, 9 */ \
	LETTERS(VALUE) \
	LETTERS(VALUE) \
	NONE_16(VALUE) NONE_16(VALUE) NONE_16(VALUE) NONE_16(VALUE) \
	NONE_16(VALUE) NONE_16(VALUE) NONE_16(VALUE) NONE_16(VALUE) }
#define LETTERS(VALUE) \
	VALUE(XX) VALUE(10) VALUE(11) VALUE(12) VALUE(13) VALUE(14) VALUE(15) VALUE(16)	/* A to G */ \
	VALUE(17) VALUE(1) VALUE(18) VALUE(19) VALUE(1) VALUE(20) VALUE(21) VALUE(0)	/* H to O */ \
	VALUE(22) VALUE(23) VALUE(24) VALUE(25) VALUE(26) VALUE(27) VALUE(27) VALUE(28) /* P to W */ \
	VALUE(29) VALUE(30) VALUE(31) VALUE(XX) VALUE(XX) VALUE(XX) VALUE(XX) VALUE(XX) /* X to Z */
#define NONE_16(VALUE) \
	VALUE(XX) VALUE(XX) VALUE(XX) VALUE(XX) VALUE(XX) VALUE(XX) VALUE(XX) VALUE(XX) \
	VALUE(XX) VALUE(XX) VALUE(XX) VALUE(XX) VALUE(XX) VALUE(XX) VALUE(XX) VALUE(XX)
#define SHIFTED(value, bits) ((value) == XX ? BAD : (uint32_t) (value) << (bits)),
#define BY_15(value) SHIFTED(value, 15)
#define BY_10(value) SHIFTED(value, 10)
#define BY_5(value) SHIFTED(value, 5)
#define BY_0(value) SHIFTED(value, 0)

static const uint32_t values[4][256] = {TABLE(BY_15), TABLE(BY_10), TABLE(BY_5), TABLE(BY_0)};

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

/* 20 bits, or BAD among others */
static inline uint32_t
wiji_four(const uint8_t *c)
{
	return values[0][c[0]] | values[1][c[1]] | values[2][c[2]] | values[3][c[3]];
}

static id_status
wiji_decode_base32(const char *text, uint8_t id[WIJI_LEN])
{
	const uint8_t *c = (const uint8_t *) text;
	uint32_t	top = values[2][c[0]] | values[3][c[1]];	/* the first 8 of 128
															 * bits */
	uint64_t	a = wiji_four(c + 2);
	uint64_t	b = wiji_four(c + 6);
	uint64_t	middle = wiji_four(c + 10);
	uint64_t	d = wiji_four(c + 14);
	uint64_t	e = wiji_four(c + 18);
	uint64_t	f = wiji_four(c + 22);

	if ((top | a | b | middle | d | e | f) & BAD)
		return ID_BAD_CHARACTER;
	if (top > 0xFF)
		return ID_TOO_LARGE;

	store_be64(id, (uint64_t) top << 56 | a << 36 | b << 16 | middle >> 4);
	store_be64(id + 8, middle << 60 | d << 40 | e << 20 | f);
	return wiji_check(id);
}

static id_status
wiji_decode_hex(const char *text, uint8_t id[WIJI_LEN])
{
	return id_hex_decode(text, WIJI_LEN, id) ? wiji_check(id) : ID_BAD_CHARACTER;
}

static id_status
wiji_decode_uuid(const char *text, uint8_t id[WIJI_LEN])
{
	if (text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-' ||
		!id_hex_decode(text, 4, id) ||
		!id_hex_decode(text + 9, 2, id + 4) ||
		!id_hex_decode(text + 14, 2, id + 6) ||
		!id_hex_decode(text + 19, 2, id + 8) ||
		!id_hex_decode(text + 24, 6, id + 10))
		return ID_BAD_CHARACTER;
	return wiji_check(id);
}

id_status
wiji_decode(const char *text, size_t n, uint8_t id[WIJI_LEN])
{
	switch (n)
	{
		case WIJI_TEXT_LEN:
			return wiji_decode_base32(text, id);
		case WIJI_UUID_LEN:
			return wiji_decode_uuid(text, id);
		case WIJI_HEX_LEN:
			return wiji_decode_hex(text, id);
		default:
			return ID_BAD_LENGTH;
	}
}

static bool
wiji_is_allowed(char c, size_t i, size_t n)
{
	switch (n)
	{
		case WIJI_TEXT_LEN:
			return values[3][(uint8_t) c] != BAD;
		case WIJI_HEX_LEN:
			return id_hex_digit(c) >= 0;
		case WIJI_UUID_LEN:
			return wiji_uuid_has_hyphen(i) ? c == '-' : id_hex_digit(c) >= 0;
		default:
			return values[3][(uint8_t) c] != BAD || c == '-';
	}
}

size_t
wiji_first_bad(const char *text, size_t n)
{
	size_t		i = 0;

	while (i < n && wiji_is_allowed(text[i], i, n))
		i++;
	return i;
}

#define TWO_TO_72 4722366482869645213696.0

double
wiji_distance(const uint8_t a[WIJI_LEN], const uint8_t b[WIJI_LEN])
{
	uint64_t	a_low = load_be64(a + 8);
	uint64_t	b_low = load_be64(b + 8);
	uint64_t	high = load_be64(b) - load_be64(a) - (b_low < a_low);

	/* a microsecond is 2^72 IDs, of which the high word counts 2^8 */
	return high / 256.0 + (b_low - a_low) / TWO_TO_72;
}

/*
 * The low word without its version: 8 bits of the sequence, then 52 random
 * bits.
 */
#define LOW_BITS 60
#define LOW_MAX ((UINT64_C(1) << LOW_BITS) - 1)

static uint64_t
wiji_get_low(const uint8_t id[WIJI_LEN])
{
	uint64_t	low = load_be64(id + 8);

	return low >> 56 << 52 | (low & WIJI_MAX_RANDOM);
}

static void
wiji_set(uint8_t id[WIJI_LEN], uint64_t high, uint64_t low)
{
	store_be64(id, high);
	store_be64(id + 8, low >> 52 << 56 | (uint64_t) WIJI_VERSION << 52 | (low & WIJI_MAX_RANDOM));
}

bool
wiji_increment(uint8_t id[WIJI_LEN])
{
	uint64_t	high = load_be64(id);
	uint64_t	low = wiji_get_low(id);

	if (high == UINT64_MAX && low == LOW_MAX)
		return false;
	wiji_set(id, high + (low == LOW_MAX), (low + 1) & LOW_MAX);
	return true;
}

bool
wiji_decrement(uint8_t id[WIJI_LEN])
{
	uint64_t	high = load_be64(id);
	uint64_t	low = wiji_get_low(id);

	if (high == 0 && low == 0)
		return false;
	wiji_set(id, high - (low == 0), (low - 1) & LOW_MAX);
	return true;
}
