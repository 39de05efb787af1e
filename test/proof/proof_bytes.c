/*
 * test/proof/proof_bytes.c
 *		core/bytes.h and core/hash.h: words of bytes, and their hash.
 */
#include "core/bytes.h"
#include "core/hash.h"
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

/* Two words are folded into one as the halves of their product. */
void
proof_hash_folded_multiply(void)
{
	uint64_t	a;
	uint64_t	b;
	unsigned	__int128 product = (unsigned __int128) a * b;

	CLAIM(id_folded_multiply(a, b) == ((uint64_t) product ^ (uint64_t) (product >> 64)));
}

/* The hash never changes: what is multiplied, and by which numbers. */
void
proof_hash_words(void)
{
	uint64_t	a;
	uint64_t	b;
	uint64_t	seed;
	uint64_t	h = id_folded_multiply(a ^ seed ^ UINT64_C(0xA4093822299F31D0), UINT64_C(0x243F6A8885A308D3));

	CLAIM(id_hash_words(a, b, seed) == id_folded_multiply(h ^ b, UINT64_C(0x452821E638D01377)));
}
