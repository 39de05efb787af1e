/*
 * siblings/tid62/core.c
 *		Text of a tid62, and of the other IDs of its document.
 *
 * A tid62's text is its 96 bits as a number in base 62, of 17 digits, the most
 * significant first.  (SimpleDB ID Specification, "Base62 Alphabet".)
 */
#include "siblings/tid62/core.h"

/* Five digits at once, which is as many as 32 bits hold. */
#define BASE 62
#define BASE5 UINT32_C(916132832)	/* 62^5 */

/* The value of each digit, plus 1.  Other characters have 0. */
static const uint8_t values[256] = {
	['0'] = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
	['A'] = 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
	24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36,
	['a'] = 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49,
	50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62,
};

/* Divide 96 bits by 62^5.  Returns the remainder. */
static inline uint32_t
tid62_divide(uint32_t words[3])
{
	uint64_t	rest = 0;

	for (int i = 0; i < 3; i++)
	{
		rest = rest << 32 | words[i];
		words[i] = (uint32_t) (rest / BASE5);
		rest %= BASE5;
	}
	return (uint32_t) rest;
}

/* Multiply 96 bits by 62^5 and add to them.  Returns the overflow. */
static inline uint32_t
tid62_multiply(uint32_t words[3], uint32_t addend)
{
	uint64_t	carry = addend;

	for (int i = 2; i >= 0; i--)
	{
		carry += (uint64_t) words[i] * BASE5;
		words[i] = (uint32_t) carry;
		carry >>= 32;
	}
	return (uint32_t) carry;
}

static inline void
tid62_put_digits(char *text, int n, uint32_t number)
{
	while (n-- > 0)
	{
		text[n] = TID62_BASE62[number % BASE];
		number /= BASE;
	}
}

static inline uint32_t
tid62_get_digits(const char *text, int n, uint8_t *seen)
{
	uint32_t	number = 0;

	for (int i = 0; i < n; i++)
	{
		uint8_t		v = values[(uint8_t) text[i]] - 1;

		*seen |= v;
		number = number * BASE + v;
	}
	return number;
}

void
tid62_encode(const uint8_t id[TID62_LEN], char text[TID62_TEXT_LEN])
{
	uint64_t	random = load_be64(id + TID62_RANDOM_AT);
	uint32_t	words[3] = {tid62_get_seconds(id), (uint32_t) (random >> 32), (uint32_t) random};

	tid62_put_digits(text + 12, 5, tid62_divide(words));
	tid62_put_digits(text + 7, 5, tid62_divide(words));
	tid62_put_digits(text + 2, 5, tid62_divide(words));
	tid62_put_digits(text, 2, words[2]);	/* all that is left: 2^96 is 103
											 * times 62^15 */
}

id_status
tid62_decode(const char *text, size_t n, uint8_t id[TID62_LEN])
{
	uint32_t	words[3] = {0};
	uint8_t		seen = 0;
	uint32_t	excess;

	if (n != TID62_TEXT_LEN)
		return ID_BAD_LENGTH;

	words[2] = tid62_get_digits(text, 2, &seen);
	tid62_multiply(words, tid62_get_digits(text + 2, 5, &seen));
	tid62_multiply(words, tid62_get_digits(text + 7, 5, &seen));
	excess = tid62_multiply(words, tid62_get_digits(text + 12, 5, &seen));
	if (seen > 0x3F)			/* 0 - 1 */
		return ID_BAD_CHARACTER;
	if (excess != 0)
		return ID_TOO_LARGE;

	tid62_pack(id, words[0], (uint64_t) words[1] << 32 | words[2]);
	return ID_OK;
}

/* The value of a character in an alphabet, or −1. */
static int
tid62_value_of(char c, const char *alphabet, size_t base)
{
	const char *found = memchr(alphabet, c, base);

	return found == NULL ? -1 : (int) (found - alphabet);
}

size_t
tid62_first_bad(const char *text, size_t n, const char *alphabet, size_t base)
{
	size_t		i = 0;

	while (i < n && tid62_value_of(text[i], alphabet, base) >= 0)
		i++;
	return i;
}

void
tid62_encode_uuid464(const uint8_t uuid[TID62_UUID_LEN], char text[TID62_UUID464_LEN])
{
	uint32_t	bits = 0;
	int			count = 0;

	for (int i = 0; i < TID62_UUID_LEN; i++)
	{
		bits = bits << 8 | uuid[i];
		for (count += 8; count >= 6; count -= 6)
			*text++ = TID62_BASE64URL[bits >> (count - 6) & 0x3F];
	}
	*text = TID62_BASE64URL[bits << 4 & 0x3F];	/* 21 characters leave two
												 * bits of 128 */
}

id_status
tid62_decode_uuid464(const char *text, size_t n, uint8_t uuid[TID62_UUID_LEN])
{
	uint32_t	bits = 0;
	int			count = 0;

	if (n != TID62_UUID464_LEN)
		return ID_BAD_LENGTH;

	for (int i = 0; i < TID62_UUID464_LEN; i++)
	{
		int			value = tid62_value_of(text[i], TID62_BASE64URL, 64);

		if (value < 0)
			return ID_BAD_CHARACTER;
		bits = bits << 6 | (uint32_t) value;
		count += 6;
		if (count >= 8)
		{
			count -= 8;
			*uuid++ = (uint8_t) (bits >> count);
		}
	}
	return (bits & 0xF) == 0 ? ID_OK : ID_TOO_LARGE;
}

void
tid62_encode_seq(int64_t number, int base, size_t len, char *text)
{
	while (len-- > 0)
	{
		text[len] = TID62_BASE36[number % base];
		number /= base;
	}
}

id_status
tid62_decode_seq(const char *text, size_t n, int base, size_t len, int64_t *number)
{
	if (n != len)
		return ID_BAD_LENGTH;

	*number = 0;
	for (size_t i = 0; i < n; i++)
	{
		int			value = tid62_value_of(text[i], TID62_BASE36, base);

		if (value < 0)
			return ID_BAD_CHARACTER;
		*number = *number * base + value;
	}
	return ID_OK;
}
