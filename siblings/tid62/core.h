/*
 * siblings/tid62/core.h
 *		The tid62: 96 bits, ordered by creation time.
 *
 *	bytes	bits		field
 *	0–3		95…64		timestamp, seconds since 2020-01-01 UTC
 *	4–11	63…0		random, drawn for each ID
 *
 * Both fields are big-endian, so IDs compare byte by byte.  (SimpleDB ID
 * Specification, "Recommended Default: tid62"; siblings/tid62/README.md lists the
 * deviations from it.)  The text forms of that document's other IDs are here, too.
 */
#ifndef TID62_CORE_H
#define TID62_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/bytes.h"
#include "core/check.h"
#include "core/hash.h"
#include "core/status.h"

#define TID62_LEN			12	/* bytes of an ID */
#define TID62_TEXT_LEN		17	/* base62 */
#define TID62_LARGEST_TEXT	"1f2SI9UJPXvb7vdJ1" /* 2^96 - 1 */

#define TID62_RANDOM_LEN	8	/* bytes of an ID, from TID62_RANDOM_AT on */
#define TID62_RANDOM_AT		4

/* The unit of timestamps, a second, in microseconds. */
#define TID62_US			INT64_C(1000000)

/* Timestamps that an ID can have, in microseconds since 1970: 2020-01-01 UTC */
#define TID62_MIN_US		(INT64_C(1577836800) * TID62_US)
/* to 2156-02-07 06:28:15.999999 UTC. */
#define TID62_MAX_US		(TID62_MIN_US + (INT64_C(1) << 32) * TID62_US - 1)

#define TID62_BASE62		"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

static inline void
tid62_pack(uint8_t id[TID62_LEN], uint32_t seconds, uint64_t random)
{
	store_be64(id, (uint64_t) seconds << 32 | random >> 32);
	store_be64(id + TID62_RANDOM_AT, random);
}

/* since 2020 */
static inline uint32_t
tid62_get_seconds(const uint8_t id[TID62_LEN])
{
	return (uint32_t) (load_be64(id) >> 32);
}

static inline int64_t
tid62_get_timestamp_us(const uint8_t id[TID62_LEN])
{
	return TID62_MIN_US + tid62_get_seconds(id) * TID62_US;
}

/* The second of a timestamp in TID62_MIN_US … TID62_MAX_US. */
static inline uint32_t
tid62_us_to_seconds(int64_t us)
{
	return (uint32_t) ((us - TID62_MIN_US) / TID62_US);
}

/*
 * The smallest ID whose time is not before us, and the largest whose time is
 * not after it.  Between two seconds, the first is of the later one and the
 * last of the earlier one.  No ID has a time after the beginning of the last
 * second.
 */
static inline void
tid62_first_of(int64_t us, uint8_t id[TID62_LEN])
{
	core_assert(us >= TID62_MIN_US && us <= TID62_MAX_US - (TID62_US - 1));
	tid62_pack(id, tid62_us_to_seconds(us + TID62_US - 1), 0);
}

static inline void
tid62_last_of(int64_t us, uint8_t id[TID62_LEN])
{
	tid62_pack(id, tid62_us_to_seconds(us), UINT64_MAX);
}

/* −1, 0 or 1, as memcmp orders the bytes. */
static inline int
tid62_compare(const uint8_t a[TID62_LEN], const uint8_t b[TID62_LEN])
{
	uint64_t	x = load_be64(a);
	uint64_t	y = load_be64(b);

	if (x == y)
	{
		/* four bytes of these are known to be equal */
		x = load_be64(a + TID62_RANDOM_AT);
		y = load_be64(b + TID62_RANDOM_AT);
	}
	return (x > y) - (x < y);
}

/*
 * The order of IDs in 64 bits: the second and half of the random bits hardly
 * ever tie.
 */
static inline uint64_t
tid62_sort_key(const uint8_t id[TID62_LEN])
{
	return load_be64(id);
}

/*
 * A 64-bit hash.  Its values are on disk in hash indexes and partitions: they
 * never change.
 */
static inline uint64_t
tid62_hash64(const uint8_t id[TID62_LEN], uint64_t seed)
{
	return id_hash_words(load_be64(id), load_be64(id + TID62_RANDOM_AT), seed);
}

/* Are these 12 bytes an ID?  Any are. */
static inline id_status
tid62_check(const uint8_t id[TID62_LEN])
{
	(void) id;
	return ID_OK;
}

/* Text of exactly TID62_TEXT_LEN characters; no terminating zero. */
extern void tid62_encode(const uint8_t id[TID62_LEN], char text[TID62_TEXT_LEN]);

/* Read n bytes of text.  After an error the content of id means nothing. */
extern id_status tid62_decode(const char *text, size_t n, uint8_t id[TID62_LEN]);

/*
 * The document's other IDs ("Alternative Algorithms").  The alphabet of
 * base64url has exactly the characters that its IDs may have ("Requirements").
 */
#define TID62_UUID_LEN		16
#define TID62_UUID464_LEN	22
#define TID62_BASE64URL		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

#define TID62_SEQ10_LEN		10
#define TID62_SEQ36_LEN		7
#define TID62_BASE36		"0123456789abcdefghijklmnopqrstuvwxyz"
#define TID62_SEQ10_MAX		INT64_C(9999999999)
#define TID62_SEQ36_MAX		INT64_C(78364164095)	/* 36^7 - 1 */

/*
 * ID_TOO_LARGE means that the last character has more than the two bits that
 * are left to it.
 */
extern void tid62_encode_uuid464(const uint8_t uuid[TID62_UUID_LEN], char text[TID62_UUID464_LEN]);
extern id_status tid62_decode_uuid464(const char *text, size_t n, uint8_t uuid[TID62_UUID_LEN]);

/*
 * A number, not negative, as len digits of base 10 or 36.  Encoding truncates
 * a number with more digits.
 */
extern void tid62_encode_seq(int64_t number, int base, size_t len, char *text);
extern id_status tid62_decode_seq(const char *text, size_t n, int base, size_t len,
								  int64_t *number);

/*
 * The place in n bytes of text of the first byte that is not among the base
 * characters of the alphabet; n if there is none.
 */
extern size_t tid62_first_bad(const char *text, size_t n, const char *alphabet, size_t base);

#endif							/* TID62_CORE_H */
