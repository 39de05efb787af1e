/*
 * src/core/hex.c
 *		Hexadecimal text of an identifier's bytes.
 */
#include "core/hex.h"

int
id_hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

void
id_hex_encode(const uint8_t *bytes, size_t n, char *text)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < n; i++)
	{
		text[2 * i] = digits[bytes[i] >> 4];
		text[2 * i + 1] = digits[bytes[i] & 0xF];
	}
}

bool
id_hex_decode(const char *text, size_t n, uint8_t *bytes)
{
	for (size_t i = 0; i < n; i++)
	{
		int			high = id_hex_digit(text[2 * i]);
		int			low = id_hex_digit(text[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		bytes[i] = (uint8_t) (high << 4 | low);
	}
	return true;
}
