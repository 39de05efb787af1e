/*
 * src/core/hash.h
 *		A 64-bit hash of an identifier's bytes.
 *
 * Its values are on disk, in hash indexes and in the choice of a hash
 * partition: they are the same on every machine and never change.
 */
#ifndef CORE_HASH_H
#define CORE_HASH_H

#include <stdint.h>

/* The upper half of the product of two words, by the products of their own halves. */
static inline uint64_t
id_high_of_product(uint64_t a, uint64_t b)
{
	uint64_t	a0 = (uint32_t) a,
				a1 = a >> 32,
				b0 = (uint32_t) b,
				b1 = b >> 32;
	uint64_t	middle = a1 * b0 + (a0 * b0 >> 32);
	uint64_t	carry = a0 * b1 + (uint32_t) middle;

	return a1 * b1 + (middle >> 32) + (carry >> 32);
}

/*
 * The 128-bit product of two words, its halves folded into one.  If one factor
 * is a constant, every bit of the other reaches all of the result.
 */
static inline uint64_t
id_folded_multiply(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	unsigned	__int128 product = (unsigned __int128) a * b;

	return (uint64_t) product ^ (uint64_t) (product >> 64);
#else
	return (a * b) ^ id_high_of_product(a, b);
#endif
}

/*
 * The hash of 8 to 16 bytes.  a is the first 8 and b the last 8, both
 * big-endian; fewer than 16 bytes overlap in them.
 */
static inline uint64_t
id_hash_words(uint64_t a, uint64_t b, uint64_t seed)
{
	/*
	 * constants without a pattern: the 3rd, 1st and 5th 64 bits of the
	 * fraction of pi
	 */
	uint64_t	h = id_folded_multiply(a ^ seed ^ UINT64_C(0xA4093822299F31D0),
									   UINT64_C(0x243F6A8885A308D3));

	return id_folded_multiply(h ^ b, UINT64_C(0x452821E638D01377));
}

#endif							/* CORE_HASH_H */
