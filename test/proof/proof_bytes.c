/*
 * test/proof/proof_bytes.c
 *		src/core/bytes.h: words of bytes.
 */
#include "core/bytes.h"
#include "test/proof/proof.h"

/* A word is read with its first byte as the highest, and written back as it was. */
void
proof_bytes_words(void)
{
	uint8_t		bytes[8];
	uint8_t		again[8];
	uint64_t	word = load_be64(bytes);

	CLAIM(word == number_of(bytes, 8));
	store_be64(again, word);
	CLAIM(equal(bytes, again, 8));
}
