/*
 * src/core/bytes.h
 *		Big-endian words in byte arrays, on any machine.
 *
 * Every identifier here is ordered byte by byte, so its bytes, read as
 * big-endian words, are ordered as numbers.  Compilers turn each of these
 * functions into one load or store and one byte swap.
 */
#ifndef CORE_BYTES_H
#define CORE_BYTES_H

#include <stdint.h>
#include <string.h>

#ifndef __BYTE_ORDER__
#error "the compiler does not define __BYTE_ORDER__"
#endif

static inline uint64_t
load_be64(const uint8_t *p)
{
	uint64_t	word;

	memcpy(&word, p, sizeof(word));
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	word = __builtin_bswap64(word);
#endif
	return word;
}

static inline void
store_be64(uint8_t *p, uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	word = __builtin_bswap64(word);
#endif
	memcpy(p, &word, sizeof(word));
}

#endif							/* CORE_BYTES_H */
