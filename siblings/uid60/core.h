/*
 * siblings/uid60/core.h
 *		The uid60: 60 bits in a bigint, ordered by creation time.
 *
 *	bits	field
 *	63…60	always 0
 *	59…18	timestamp, milliseconds since 2018-03-01 UTC
 *	17…9	sequence within the millisecond
 *	8…0		random
 *
 * Here, as elsewhere in src/core/, an ID is its bytes, big-endian.  (Unique ID
 * Generator Design; siblings/uid60/README.md resolves its contradictions.)
 */
#ifndef UID60_CORE_H
#define UID60_CORE_H

#include <stddef.h>
#include <stdint.h>

#include "core/bytes.h"
#include "core/check.h"
#include "core/status.h"

#define UID60_LEN			8	/* bytes of an ID */
#define UID60_TEXT_LEN		10	/* digits of 6 bits */
#define UID60_SHORT_LEN		9	/* without a leading digit that is zero */

/* 2018-03-01 UTC, since 1970 */
#define UID60_EPOCH_US		INT64_C(1519862400000000)
#define UID60_MAX_MS		((INT64_C(1) << 42) - 1)
/* 2157-07-13 07:35:11.103999 UTC */
#define UID60_MAX_US		(UID60_EPOCH_US + UID60_MAX_MS * 1000 + 999)
#define UID60_MAX_SEQUENCE	0x1FF
#define UID60_MAX_RANDOM	0x1FF
#define UID60_MAX			((INT64_C(1) << 60) - 1)	/* as a number */

/*
 * A slot is a millisecond and a sequence, ms << 9 | sequence.  A generator
 * returns it once.  An ID is a slot and 9 random bits.
 */
#define UID60_NO_SLOT		(-1)	/* none is left: the caller waits */

static inline int64_t
uid60_slot_ms(int64_t slot)
{
	return slot >> 9;
}

/*
 * The slot before a generator's first: of the millisecond before the epoch,
 * with a random sequence.
 */
static inline int64_t
uid60_slot_before_first(uint64_t random)
{
	return -1 - (int64_t) (random & UID60_MAX_SEQUENCE);
}

/*
 * uid60_next_slot
 *		The slot after the last one returned, given the clock's reading.
 *
 * If the clock is past the last slot's millisecond, the slot is of the clock's.
 * The sequence continues after the last one, but in the lower half.  So slow
 * generators without coordination seldom have the same sequence, and a
 * millisecond has at least 256.
 *
 * If the clock stands still or went back, the millisecond stays and the
 * sequence increases.  When it is exhausted, returns UID60_NO_SLOT: the caller
 * has to wait until the clock has passed the millisecond.  now_ms counts from
 * the type's epoch and must be in its range.
 */
static inline int64_t
uid60_next_slot(int64_t last, int64_t now_ms)
{
	core_assert(now_ms >= 0 && now_ms >> 42 == 0);
	core_assert(last >> 51 <= 0);
	if (now_ms > uid60_slot_ms(last))
		return now_ms << 9 | ((last + 1) & (UID60_MAX_SEQUENCE >> 1));
	return (last & UID60_MAX_SEQUENCE) < UID60_MAX_SEQUENCE ? last + 1 : UID60_NO_SLOT;
}

/* An ID from its fields.  They must be in range. */
static inline void
uid60_pack(uint8_t id[UID60_LEN], int64_t slot, uint32_t random)
{
	core_assert(slot >= 0 && slot >> 51 == 0);
	core_assert(random <= UID60_MAX_RANDOM);
	store_be64(id, (uint64_t) slot << 9 | random);
}

static inline int64_t
uid60_get_timestamp_us(const uint8_t id[UID60_LEN])
{
	return UID60_EPOCH_US + (int64_t) (load_be64(id) >> 18) * 1000;
}

static inline int32_t
uid60_get_sequence(const uint8_t id[UID60_LEN])
{
	return (int32_t) (load_be64(id) >> 9 & UID60_MAX_SEQUENCE);
}

static inline int32_t
uid60_get_random(const uint8_t id[UID60_LEN])
{
	return (int32_t) (load_be64(id) & UID60_MAX_RANDOM);
}

/*
 * The smallest ID generated at a microsecond or later, and the largest
 * generated at it or earlier.
 */
static inline void
uid60_first_of(int64_t us, uint8_t id[UID60_LEN])
{
	uid60_pack(id, (us - UID60_EPOCH_US + 999) / 1000 << 9, 0);
}

static inline void
uid60_last_of(int64_t us, uint8_t id[UID60_LEN])
{
	uid60_pack(id, (us - UID60_EPOCH_US) / 1000 << 9 | UID60_MAX_SEQUENCE, UID60_MAX_RANDOM);
}

/* Are these 8 bytes an ID?  ID_OK or ID_TOO_LARGE. */
static inline id_status
uid60_check(const uint8_t id[UID60_LEN])
{
	return id[0] >> 4 == 0 ? ID_OK : ID_TOO_LARGE;
}

/* Text of exactly UID60_TEXT_LEN characters; no terminating zero. */
extern void uid60_encode(const uint8_t id[UID60_LEN], char text[UID60_TEXT_LEN]);

/*
 * Read n bytes of text, of ten digits or nine.  After an error the content of
 * id means nothing.
 */
extern id_status uid60_decode(const char *text, size_t n, uint8_t id[UID60_LEN]);

/*
 * The place in n bytes of text of the first byte that is not a digit; n if there
 * is none.
 */
extern size_t uid60_first_bad(const char *text, size_t n);

#endif							/* UID60_CORE_H */
