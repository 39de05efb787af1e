/*
 * test/fuzz/fuzz.h
 *		What the harnesses share.
 *
 * Each harness takes any bytes, as text and as IDs, and checks what must hold of
 * them.  clang's libFuzzer looks for bytes of which it does not; without it,
 * test/fuzz/replay.c feeds the kept ones.
 */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(condition) \
	do { \
		if (!(condition)) \
		{ \
			fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
			abort(); \
		} \
	} while (0)

static inline int
sign(int x)
{
	return (x > 0) - (x < 0);
}

/*
 * The digit's value, or −1; slow and plain, so that nothing is wrong in the
 * same way as in the core.
 */
static inline int
digit_in(const char *alphabet, char c)
{
	const char *found = c == '\0' ? NULL : strchr(alphabet, c);

	return found == NULL ? -1 : (int) (found - alphabet);
}

/* The place of the first byte of text that is not in alphabet, or n. */
static inline size_t
first_not_in(const char *alphabet, const char *text, size_t n)
{
	size_t		at = 0;

	while (at < n && digit_in(alphabet, text[at]) >= 0)
		at++;
	return at;
}

#define HEX "0123456789abcdefABCDEF"

/* 8 bytes of data as a number; fewer where it ends, none after. */
static inline uint64_t
number_at(const uint8_t *data, size_t size, size_t at)
{
	uint64_t	number = 0;

	for (size_t i = at; i < size && i < at + 8; i++)
		number = number << 8 | data[i];
	return number;
}

#endif							/* FUZZ_FUZZ_H */
