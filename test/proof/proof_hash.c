/*
 * test/proof/proof_hash.c
 *		src/core/hash.h: the hash, with 128-bit arithmetic and without.
 */
#include "core/hash.h"

/* the same header, as on machines that have no 128-bit arithmetic */
#undef CORE_HASH_H
#undef __SIZEOF_INT128__
#define id_folded_multiply folded_multiply_of_halves
#define id_hash_words hash_words_of_halves
#define id_high_of_product high_of_product
#include "core/hash.h"
#undef id_folded_multiply
#undef id_hash_words
#undef id_high_of_product

#include "test/proof/proof.h"

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

/* The upper half of a product, of any word and either constant of the hash. */
void
proof_hash_high_of_product(void)
{
	uint64_t	a;

	CLAIM(id_high_of_product(a, UINT64_C(0x243F6A8885A308D3)) ==
		  (uint64_t) ((unsigned __int128) a * UINT64_C(0x243F6A8885A308D3) >> 64));
	CLAIM(id_high_of_product(a, UINT64_C(0x452821E638D01377)) ==
		  (uint64_t) ((unsigned __int128) a * UINT64_C(0x452821E638D01377) >> 64));
}

/* Without 128-bit arithmetic the hash is the same: it has the same lower and upper half. */
void
proof_hash_of_halves(void)
{
	uint64_t	a;
	uint64_t	b;
	uint64_t	seed;
	uint64_t	h = folded_multiply_of_halves(a ^ seed ^ UINT64_C(0xA4093822299F31D0), UINT64_C(0x243F6A8885A308D3));

	CLAIM(folded_multiply_of_halves(a, b) == ((a * b) ^ high_of_product(a, b)));
	CLAIM(hash_words_of_halves(a, b, seed) == folded_multiply_of_halves(h ^ b, UINT64_C(0x452821E638D01377)));
}
