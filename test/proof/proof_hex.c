/*
 * test/proof/proof_hex.c
 *		src/core/hex.c: hexadecimal text of as many bytes as any caller has.
 */
#include "core/hex.c"
#include "test/proof/proof.h"

#define LONGEST 16
#define LENGTHS 5

static const size_t lengths[LENGTHS] = {2, 4, 6, 14, LONGEST};

static const char lower[] = "0123456789abcdef";
static const char upper[] = "0123456789ABCDEF";

/* The value of a digit is its place among the digits of either case; nothing else has one. */
void
proof_hex_digit(void)
{
	char		c;
	int			small = digit_in(lower, 16, c);

	CLAIM(id_hex_digit(c) == (small >= 0 ? small : digit_in(upper, 16, c)));
}

static void
encode(size_t n)
{
	uint8_t		bytes[LONGEST];
	uint8_t		again[LONGEST];
	char	   *text = any_text(2 * n);

	id_hex_encode(bytes, n, text);
	for (size_t i = 0; i < n; i++)
	{
		CLAIM(text[2 * i] == lower[bytes[i] / 16]);
		CLAIM(text[2 * i + 1] == lower[bytes[i] % 16]);
	}
	CLAIM(id_hex_decode(text, n, again));
	CLAIM(equal(bytes, again, n));
}

/* Bytes become two lower-case digits each, the high one first, and are read back as they were. */
void
proof_hex_encode(void)
{
	for (int i = 0; i < LENGTHS; i++)
		encode(lengths[i]);
}

static void
decode(size_t n)
{
	uint8_t		bytes[LONGEST];
	char	   *text = any_text(2 * n);
	bool		all = true;

	for (size_t i = 0; i < 2 * n; i++)
		all &= id_hex_digit(text[i]) >= 0;
	CLAIM(id_hex_decode(text, n, bytes) == all);
	for (size_t i = 0; all && i < n; i++)
		CLAIM(bytes[i] == 16 * id_hex_digit(text[2 * i]) + id_hex_digit(text[2 * i + 1]));
}

/* Text is read just where all its characters are digits, as the bytes that they say. */
void
proof_hex_decode(void)
{
	for (int i = 0; i < LENGTHS; i++)
		decode(lengths[i]);
}
