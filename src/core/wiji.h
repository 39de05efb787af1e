/*
 * src/core/wiji.h
 *		The wiji: 128 bits, ordered by creation time.
 *
 *	bytes	bits		field
 *	0–6		127…72		timestamp, microseconds since 1970-01-01 UTC
 *	7–8		71…56		sequence
 *	9		55…52		version, always 1 (high nibble)
 *	9–15	51…0		random, one draw for each generator
 *
 * All fields are big-endian, so IDs compare byte by byte.  (Wiji specification
 * 1.0.0, sections 3 and 4; docs/internals/format.md resolves its
 * contradictions.)
 */
#ifndef CORE_WIJI_H
#define CORE_WIJI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/bytes.h"
#include "core/check.h"
#include "core/hash.h"
#include "core/status.h"

#define WIJI_LEN			16	/* bytes of an ID */
#define WIJI_TEXT_LEN		26	/* Crockford base32 */
#define WIJI_HEX_LEN		32
#define WIJI_UUID_LEN		36	/* hex with hyphens, 8-4-4-4-12 */

#define WIJI_VERSION		1
/* 4253-05-31 22:20:37.927935 UTC */
#define WIJI_MAX_US			((INT64_C(1) << 56) - 1)
#define WIJI_MAX_SEQUENCE	0xFFFF
#define WIJI_MAX_RANDOM		((INT64_C(1) << 52) - 1)

/* An ID from its fields, without its version.  They must be in range. */
static inline void
wiji_pack(uint8_t id[WIJI_LEN], int64_t timestamp_us, uint32_t sequence, int64_t random)
{
	core_assert(timestamp_us >= 0 && timestamp_us <= WIJI_MAX_US);
	core_assert(sequence <= WIJI_MAX_SEQUENCE);
	core_assert(random >= 0 && random <= WIJI_MAX_RANDOM);
	store_be64(id, (uint64_t) timestamp_us << 8 | sequence >> 8);
	store_be64(id + 8, (uint64_t) (sequence & 0xFF) << 56 |
			   (uint64_t) WIJI_VERSION << 52 | (uint64_t) random);
}

static inline int64_t
wiji_get_timestamp_us(const uint8_t id[WIJI_LEN])
{
	return (int64_t) (load_be64(id) >> 8);
}

static inline int32_t
wiji_get_sequence(const uint8_t id[WIJI_LEN])
{
	return id[7] << 8 | id[8];
}

static inline int32_t
wiji_get_version(const uint8_t id[WIJI_LEN])
{
	return id[9] >> 4;
}

static inline int64_t
wiji_get_random(const uint8_t id[WIJI_LEN])
{
	return (int64_t) (load_be64(id + 8) & WIJI_MAX_RANDOM);
}

/* −1, 0 or 1, as memcmp orders the bytes, in two thirds of its time. */
static inline int
wiji_compare(const uint8_t a[WIJI_LEN], const uint8_t b[WIJI_LEN])
{
	uint64_t	x = load_be64(a);
	uint64_t	y = load_be64(b);

	if (x == y)
	{
		x = load_be64(a + 8);
		y = load_be64(b + 8);
	}
	return (x > y) - (x < y);
}

/*
 * wiji_sort_key
 *		The order of IDs in 64 bits: never the reverse of wiji_compare, and
 *		equal only where that has to decide.
 *
 * 52 bits of time and 12 of the sequence distinguish the IDs of a bulk load, tens
 * in a microsecond.  The leading 8 bytes would tie.  The sequence is
 * capped at 12 bits.  For times past 52 bits, from September 2112 on, the whole
 * key is all ones, so that no greater ID gets a smaller key.
 */
static inline uint64_t
wiji_sort_key(const uint8_t id[WIJI_LEN])
{
	uint64_t	us = (uint64_t) wiji_get_timestamp_us(id);
	uint64_t	sequence = (uint64_t) wiji_get_sequence(id);

	if (us >> 52)
		return UINT64_MAX;
	return us << 12 | (sequence < 0xFFF ? sequence : 0xFFF);
}

/*
 * The distance from a to b, which is not smaller, in microseconds.  All 128
 * bits count.
 */
extern double wiji_distance(const uint8_t a[WIJI_LEN], const uint8_t b[WIJI_LEN]);

/*
 * Turn an ID into the one after or before it.  The version stays.  At the end
 * of the type, returns false and changes nothing.
 */
extern bool wiji_increment(uint8_t id[WIJI_LEN]);
extern bool wiji_decrement(uint8_t id[WIJI_LEN]);

/*
 * A 64-bit hash.  Its values are on disk in hash indexes and partitions: they
 * never change.
 */
static inline uint64_t
wiji_hash64(const uint8_t id[WIJI_LEN], uint64_t seed)
{
	return id_hash_words(load_be64(id), load_be64(id + 8), seed);
}

/* The smallest and the largest ID of a microsecond. */
static inline void
wiji_first_of(int64_t us, uint8_t id[WIJI_LEN])
{
	wiji_pack(id, us, 0, 0);
}

static inline void
wiji_last_of(int64_t us, uint8_t id[WIJI_LEN])
{
	wiji_pack(id, us, WIJI_MAX_SEQUENCE, WIJI_MAX_RANDOM);
}

/* Are these 16 bytes an ID?  ID_OK or ID_BAD_VERSION. */
static inline id_status
wiji_check(const uint8_t id[WIJI_LEN])
{
	return wiji_get_version(id) == WIJI_VERSION ? ID_OK : ID_BAD_VERSION;
}

/* Text of exactly WIJI_TEXT_LEN characters; no terminating zero. */
extern void wiji_encode(const uint8_t id[WIJI_LEN], char text[WIJI_TEXT_LEN]);

/*
 * Read n bytes of text in any of the three forms.  After ID_BAD_VERSION, the
 * bytes that were read are in id; after any other error its content means nothing.
 */
extern id_status wiji_decode(const char *text, size_t n, uint8_t id[WIJI_LEN]);

/*
 * The place in n bytes of text of the first byte that the form of this length
 * does not allow there.  If no form has this length, of the first byte that no
 * form allows.  n if there is no such byte.
 */
extern size_t wiji_first_bad(const char *text, size_t n);

/* Does the UUID form have a hyphen at byte i? */
static inline bool
wiji_uuid_has_hyphen(size_t i)
{
	return i == 8 || i == 13 || i == 18 || i == 23;
}

#endif							/* CORE_WIJI_H */
