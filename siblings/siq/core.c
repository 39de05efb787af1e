/*
 * siblings/siq/core.c
 *		Text, qualifiers and UUID form of a siq.
 *
 * The text is base32 of the checksum and the 112 bits, 144 bits with a zero bit
 * in front: a first character with four bits, then 28 with five each.  (SIQ,
 * "Format".)
 */
#include "siblings/siq/core.h"
#include "core/hex.h"

static const char siq_alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";

/* The value of one character, or −1. */
static int
siq_base32_digit(char c)
{
	if (c >= 'a' && c <= 'z')
		return c - 'a';
	if (c >= '2' && c <= '7')
		return c - '2' + 26;
	return -1;
}

/* bits in digits characters, five in each, and fewer in the first */
static void
siq_encode_base32(uint64_t bits, int digits, char *text)
{
	while (digits-- > 0)
	{
		text[digits] = siq_alphabet[bits & 0x1F];
		bits >>= 5;
	}
}

static bool
siq_decode_base32(const char *text, int digits, uint64_t *bits)
{
	uint64_t	result = 0;
	int			seen = 0;

	for (int i = 0; i < digits; i++)
	{
		int			value = siq_base32_digit(text[i]);

		seen |= value;
		result = result << 5 | (uint8_t) value;
	}
	*bits = result;
	return seen >= 0;
}

/*
 * The first 13 characters hold the checksum and 4 bytes of the ID, the next 8
 * hold 5 bytes, and the last 8 the last 5.
 */
#define LOW_40 ((UINT64_C(1) << 40) - 1)

void
siq_encode(const uint8_t id[SIQ_LEN], uint32_t checksum, char text[SIQ_TEXT_LEN])
{
	memcpy(text, SIQ_PREFIX, SIQ_PREFIX_LEN);
	text += SIQ_PREFIX_LEN;
	siq_encode_base32((uint64_t) checksum << 32 | load_be64(id) >> 32, 13, text);
	siq_encode_base32(load_be64(id + 1) & LOW_40, 8, text + 13);
	siq_encode_base32(load_be64(id + 6) & LOW_40, 8, text + 21);
}

static id_status
siq_decode_text(const char *text, uint8_t id[SIQ_LEN], uint32_t *checksum)
{
	uint64_t	high;
	uint64_t	middle;
	uint64_t	low;

	if (!siq_decode_base32(text, 13, &high) ||
		!siq_decode_base32(text + 13, 8, &middle) ||
		!siq_decode_base32(text + 21, 8, &low))
		return ID_BAD_CHARACTER;
	if (siq_base32_digit(text[0]) > 0xF)
		return ID_TOO_LARGE;

	*checksum = (uint32_t) (high >> 32);
	store_be64(id, high << 32 | middle >> 8);
	store_be64(id + 6, middle << 40 | low);
	return ID_OK;
}

id_status
siq_decode(const char *text, size_t n, uint8_t id[SIQ_LEN], uint32_t *checksum)
{
	switch (n)
	{
		case SIQ_TEXT_LEN:
			if (memcmp(text, SIQ_PREFIX, SIQ_PREFIX_LEN) != 0)
				return ID_BAD_CHARACTER;
			return siq_decode_text(text + SIQ_PREFIX_LEN, id, checksum);
		case SIQ_BASE32_LEN:
			return siq_decode_text(text, id, checksum);
		case SIQ_HEX_LEN:
			return id_hex_decode(text, SIQ_LEN, id) ? ID_OK : ID_BAD_CHARACTER;
		default:
			return ID_BAD_LENGTH;
	}
}

static bool
siq_is_allowed(char c, size_t i, size_t n)
{
	switch (n)
	{
		case SIQ_TEXT_LEN:
			return i < SIQ_PREFIX_LEN ? c == SIQ_PREFIX[i] : siq_base32_digit(c) >= 0;
		case SIQ_BASE32_LEN:
			return siq_base32_digit(c) >= 0;
		case SIQ_HEX_LEN:
			return id_hex_digit(c) >= 0;
		default:
			return siq_base32_digit(c) >= 0 || id_hex_digit(c) >= 0 || c == ':';
	}
}

size_t
siq_first_bad(const char *text, size_t n)
{
	size_t		i = 0;

	while (i < n && siq_is_allowed(text[i], i, n))
		i++;
	return i;
}

/*
 * In the order of the document's table, where x is a bit of the serial.  The
 * other names are from its code.
 */
const siq_qualifier siq_qualifiers[SIQ_QUALIFIERS] = {
	{"user", 5, 0x00, NULL},	/* x00000 */
	{"application", 5, 0x10, NULL}, /* x10000 */
	{"event", 5, 0x08, NULL},	/* x01000 */
	{"product", 5, 0x18, "premium"},	/* x11000 */
	{"group", 5, 0x04, NULL},	/* x00100 */
	{"collection", 5, 0x14, NULL},	/* x10100 */
	{"invite", 5, 0x0C, NULL},	/* x01100 */
	{"tag", 5, 0x02, NULL},		/* x00010 */
	{"channel", 5, 0x0A, NULL}, /* x01010 */
	{"thread", 4, 0x6, NULL},	/* xx0110 */
	{"message", 4, 0xE, NULL},	/* xx1110 */
	{"relationship", 3, 0x1, "ternary"},	/* xxx001 */
	{"many_to_many", 3, 0x5, "manytomany"}, /* xxx101 */
	{"element", 3, 0x3, "multi"},	/* xxx011 */
	{"content", 3, 0x7, NULL},	/* xxx111 */
};

/* Is text the name, all in lower or all in upper case? */
static bool
siq_is_name(const char *name, const char *text, size_t n)
{
	bool		lower = true;
	bool		upper = true;

	if (name == NULL || strlen(name) != n)
		return false;
	for (size_t i = 0; i < n; i++)
	{
		char		capital = name[i] >= 'a' && name[i] <= 'z' ? name[i] - 'a' + 'A' : name[i];

		lower &= text[i] == name[i];
		upper &= text[i] == capital;
	}
	return lower || upper;
}

int
siq_find_qualifier(const char *name, size_t n)
{
	for (int i = 0; i < SIQ_QUALIFIERS; i++)
		if (siq_is_name(siq_qualifiers[i].name, name, n) ||
			siq_is_name(siq_qualifiers[i].other_name, name, n))
			return i;
	return -1;
}

int
siq_get_qualifier(const uint8_t id[SIQ_LEN])
{
	for (int i = 0; i < SIQ_QUALIFIERS; i++)
		if ((id[SIQ_LEN - 1] & ((1 << siq_qualifiers[i].bits) - 1)) == siq_qualifiers[i].value)
			return i;
	return -1;
}

void
siq_encode_uuid(const uint8_t id[SIQ_LEN], uint8_t uuid[SIQ_UUID_LEN])
{
	uint64_t	high = load_be64(id);
	uint64_t	low = load_be64(id + 6);

	store_be64(uuid, high >> 16 << 16 | 0x8000 | (high >> 4 & 0xFFF));
	store_be64(uuid + 8, UINT64_C(2) << 62 | low << 12 >> 2);
}

id_status
siq_decode_uuid(const uint8_t uuid[SIQ_UUID_LEN], uint8_t id[SIQ_LEN])
{
	uint64_t	high = load_be64(uuid);
	uint64_t	low = load_be64(uuid + 8);

	if ((high >> 12 & 0xF) != 8 || low >> 62 != 2)
		return ID_BAD_VERSION;
	if (low & 0x3FF)
		return ID_TOO_LARGE;

	low = (high & 0xFFF) << 52 | low << 2 >> 12;
	store_be64(id, high >> 16 << 16 | low >> 48);
	store_be64(id + 6, low);
	return ID_OK;
}
