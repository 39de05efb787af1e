/*
 * siblings/uid60/core.c
 *		Text of a uid60.
 *
 * The text is ten digits of 6 bits each, most significant first, with the last
 * two moved to the front.  Nine digits are read, too: they lack the leading
 * one, a zero.
 */
#include "siblings/uid60/core.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* The value of each digit, plus 1.  Other characters have 0. */
static const uint8_t values[256] = {
	['A'] = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
	14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
	['a'] = 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39,
	40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52,
	['0'] = 53, 54, 55, 56, 57, 58, 59, 60, 61, 62,
	['-'] = 63,
	['_'] = 64,
};

void
uid60_encode(const uint8_t id[UID60_LEN], char text[UID60_TEXT_LEN])
{
	uint64_t	bits = load_be64(id);

	for (int i = 0; i < UID60_TEXT_LEN; i++)
		text[(i + 2) % UID60_TEXT_LEN] = digits[bits >> (54 - 6 * i) & 0x3F];
}

id_status
uid60_decode(const char *text, size_t n, uint8_t id[UID60_LEN])
{
	uint64_t	bits = 0;
	uint8_t		seen = 0;

	if (n != UID60_TEXT_LEN && n != UID60_SHORT_LEN)
		return ID_BAD_LENGTH;

	for (size_t i = 0; i < n; i++)
	{
		uint8_t		v = values[(uint8_t) text[(i + 2) % n]] - 1;

		seen |= v;
		bits = bits << 6 | (v & 0x3F);
	}
	if (seen > 0x3F)			/* 0 - 1 */
		return ID_BAD_CHARACTER;

	store_be64(id, bits);
	return ID_OK;
}

size_t
uid60_first_bad(const char *text, size_t n)
{
	size_t		i = 0;

	while (i < n && values[(uint8_t) text[i]] != 0)
		i++;
	return i;
}
