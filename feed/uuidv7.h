/*
 * feed/uuidv7.h
 *		UUIDs of version 7, as change feeds need them (RFC 9562, section 5.7).
 *
 *	bytes	bits		field
 *	0–5		127…80		time, milliseconds since 1970-01-01 UTC
 *	6		79…76		version, always 7
 *	6–7		75…64		12 bits: a fraction of the millisecond, or random
 *	8		63…62		variant, always binary 10
 *	8–15	61…0		random
 *
 * The time of such a UUID is that of its first 48 bits.  What a generator puts into the other bits
 * is its own affair.
 */
#ifndef CORE_UUIDV7_H
#define CORE_UUIDV7_H

#include <stdbool.h>
#include <stdint.h>

#include "core/bytes.h"
#include "core/check.h"

#define UUIDV7_LEN			16	/* bytes */
#define UUIDV7_MAX_MS		((INT64_C(1) << 48) - 1)
#define UUIDV7_MAX_FRACTION	0xFFF

/* The fields must be in range, except that only the lower 62 bits of random count. */
static inline void
uuidv7_pack(uint8_t id[UUIDV7_LEN], int64_t ms, uint32_t fraction, uint64_t random)
{
	core_assert(ms >= 0 && ms <= UUIDV7_MAX_MS);
	core_assert(fraction <= UUIDV7_MAX_FRACTION);
	store_be64(id, (uint64_t) ms << 16 | 0x7000 | fraction);
	store_be64(id + 8, UINT64_C(1) << 63 | (random & (UINT64_MAX >> 2)));
}

static inline int64_t
uuidv7_get_ms(const uint8_t id[UUIDV7_LEN])
{
	return (int64_t) (load_be64(id) >> 16);
}

/* Are these 16 bytes a UUID of version 7? */
static inline bool
uuidv7_is_valid(const uint8_t id[UUIDV7_LEN])
{
	return id[6] >> 4 == 7 && id[8] >> 6 == 2;
}

#endif							/* CORE_UUIDV7_H */
