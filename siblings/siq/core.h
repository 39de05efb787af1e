/*
 * siblings/siq/core.h
 *		The siq: 112 bits, ordered by creation time.
 *
 *	bytes	bits		field
 *	0–6		111…56		timestamp in ticks of 1/65536 s since 1970-01-01 UTC
 *	7		55…48		shard
 *	8–11	47…16		domain hash
 *	12–13	15…0		serial, then qualifier (its 3, 4 or 5 lowest bits)
 *
 * All fields are big-endian, so IDs compare byte by byte.  (SIQ, "Anatomy of a
 * SIQ"; siblings/siq/README.md lists the deviations from the document.)
 */
#ifndef SIQ_CORE_H
#define SIQ_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/bytes.h"
#include "core/check.h"
#include "core/hash.h"
#include "core/status.h"

#define SIQ_LEN				14	/* bytes of an ID */
#define SIQ_PREFIX			"did:siq:"
#define SIQ_PREFIX_LEN		8
#define SIQ_BASE32_LEN		29	/* checksum and ID */
#define SIQ_TEXT_LEN		(SIQ_PREFIX_LEN + SIQ_BASE32_LEN)
#define SIQ_HEX_LEN			28
#define SIQ_UUID_LEN		16	/* bytes of an ID inside a UUID */

/* of the last tick, in the year 36812 */
#define SIQ_MAX_US			(((INT64_C(1) << 40) - 1) * 1000000 + 999984)
#define SIQ_SHARDS			256
#define SIQ_MAX_LOCAL_ID	256 /* which means zero; 0 means no local ID */

/*
 * Ticks and microseconds.  A tick is 15.26 µs; its time is truncated to the
 * microsecond, so most microseconds have no tick.
 */
static inline int64_t
siq_tick_to_us(int64_t tick)
{
	/* 1000000 / 65536 = 15625 / 1024 */
	return (tick >> 16) * 1000000 + ((tick & 0xFFFF) * 15625 >> 10);
}

/* The tick that is running at a microsecond. */
static inline int64_t
siq_us_to_tick(int64_t us)
{
	return (us / 1000000 << 16) + us % 1000000 * 1024 / 15625;
}

/* The first tick whose time, truncated to the microsecond, is at least us. */
static inline int64_t
siq_first_tick(int64_t us)
{
	return (us / 1000000 << 16) + (us % 1000000 * 1024 + 15624) / 15625;
}

/* Qualifiers: the type of the thing that an ID identifies. */
typedef struct siq_qualifier
{
	const char *name;
	uint8_t		bits;			/* how many of the lowest bits it takes */
	uint8_t		value;			/* of these bits */
	const char *other_name;		/* or null */
} siq_qualifier;

#define SIQ_QUALIFIERS		15

extern const siq_qualifier siq_qualifiers[SIQ_QUALIFIERS];

/*
 * The index in siq_qualifiers of a name of n bytes, in lower or in upper
 * case; −1 for any other name.
 */
extern int	siq_find_qualifier(const char *name, size_t n);

/*
 * The index in siq_qualifiers for an ID; −1 for the three unassigned values,
 * which take 5 bits.
 */
extern int	siq_get_qualifier(const uint8_t id[SIQ_LEN]);

static inline uint32_t
siq_max_serial(int qualifier)
{
	return 0xFFFF >> siq_qualifiers[qualifier].bits;
}

/* An ID from its fields.  They must be in range. */
static inline void
siq_pack(uint8_t id[SIQ_LEN], int64_t tick, uint32_t shard, uint32_t domain,
		 uint32_t serial, int qualifier)
{
	const siq_qualifier *q = &siq_qualifiers[qualifier];

	core_assert(tick >= 0 && tick >> 56 == 0);
	core_assert(shard < SIQ_SHARDS);
	core_assert(serial <= siq_max_serial(qualifier));
	store_be64(id + 6, (uint64_t) domain << 16 | serial << q->bits | q->value);
	store_be64(id, (uint64_t) tick << 8 | shard);
}

static inline int64_t
siq_get_tick(const uint8_t id[SIQ_LEN])
{
	return (int64_t) (load_be64(id) >> 8);
}

static inline int64_t
siq_get_timestamp_us(const uint8_t id[SIQ_LEN])
{
	return siq_tick_to_us(siq_get_tick(id));
}

static inline int32_t
siq_get_shard(const uint8_t id[SIQ_LEN])
{
	return id[7];
}

static inline uint32_t
siq_get_domain(const uint8_t id[SIQ_LEN])
{
	return (uint32_t) (load_be64(id + 6) >> 16);
}

static inline int32_t
siq_get_serial(const uint8_t id[SIQ_LEN])
{
	int			qualifier = siq_get_qualifier(id);

	return (id[12] << 8 | id[13]) >> (qualifier < 0 ? 5 : siq_qualifiers[qualifier].bits);
}

static inline bool
siq_get_is_leaf(const uint8_t id[SIQ_LEN])
{
	return id[13] & 1;
}

/*
 * Can the ID have children?  By the document's code, it can if its qualifier
 * ends in 10.
 */
static inline bool
siq_get_can_have_children(const uint8_t id[SIQ_LEN])
{
	return (id[13] & 3) == 2;
}

/*
 * The hash of a domain.  A local ID, if there is one, replaces its first byte.
 */
static inline uint32_t
siq_local_domain(uint32_t hash, uint32_t local_id)
{
	return local_id == 0 ? hash : (local_id & 0xFF) << 24 | (hash & 0xFFFFFF);
}

/* −1, 0 or 1, as memcmp orders the bytes. */
static inline int
siq_compare(const uint8_t a[SIQ_LEN], const uint8_t b[SIQ_LEN])
{
	uint64_t	x = load_be64(a);
	uint64_t	y = load_be64(b);

	if (x == y)
	{
		x = load_be64(a + 6);
		y = load_be64(b + 6);
	}
	return (x > y) - (x < y);
}

/*
 * siq_sort_key
 *		The order of IDs in 64 bits: never the reverse of siq_compare, and
 *		equal only where that has to decide.
 *
 * A bulk load generates tens of IDs in a tick, with one shard and one domain.  64
 * bits have no room for everything before their serials.  But most tables have
 * one domain.  So a sort names a domain, and the keys of its IDs hold their
 * serials.  All smaller domains share one key, and all greater ones another.
 *
 * Serials have 7 bits and are capped.  The time has 49 bits.  For times past
 * these, from the year 2242 on, the key is all ones.
 */
#define SIQ_SORT_SERIALS 7

static inline uint64_t
siq_sort_key(const uint8_t id[SIQ_LEN], uint32_t domain)
{
	const uint32_t greatest = (1 << SIQ_SORT_SERIALS) - 1;

	uint64_t	tick_and_shard = load_be64(id);
	uint32_t	its_domain = siq_get_domain(id);

	/* the serial, and the bits of a qualifier beyond its 3 lowest */
	uint32_t	low = id[12] << 5 | id[13] >> 3;

	if (tick_and_shard >> (64 - SIQ_SORT_SERIALS))
		return UINT64_MAX;
	if (its_domain != domain)
		low = its_domain < domain ? 0 : greatest;
	else
		low = low < greatest - 2 ? low + 1 : greatest - 1;
	return tick_and_shard << SIQ_SORT_SERIALS | low;
}

/*
 * A 64-bit hash.  Its values are on disk in hash indexes and partitions: they
 * never change.
 */
static inline uint64_t
siq_hash64(const uint8_t id[SIQ_LEN], uint64_t seed)
{
	return id_hash_words(load_be64(id), load_be64(id + 6), seed);
}

/*
 * The smallest ID whose time is at least us, and the largest whose time is at
 * most us.
 */
static inline void
siq_first_of(int64_t us, uint8_t id[SIQ_LEN])
{
	core_assert(us >= 0 && us <= SIQ_MAX_US);
	store_be64(id + 6, 0);
	store_be64(id, (uint64_t) siq_first_tick(us) << 8);
}

static inline void
siq_last_of(int64_t us, uint8_t id[SIQ_LEN])
{
	store_be64(id + 6, UINT64_MAX);
	store_be64(id, (uint64_t) (siq_first_tick(us + 1) - 1) << 8 | 0xFF);
}

/* Are these 14 bytes an ID?  Any are. */
static inline id_status
siq_check(const uint8_t id[SIQ_LEN])
{
	(void) id;
	return ID_OK;
}

/*
 * Text of exactly SIQ_TEXT_LEN characters, of an ID and its checksum; no
 * terminating zero.
 */
extern void siq_encode(const uint8_t id[SIQ_LEN], uint32_t checksum, char text[SIQ_TEXT_LEN]);

/*
 * Read n bytes of text in any of the three forms.  The hexadecimal one has no
 * checksum.  For the others, the caller has to compare the checksum with that
 * of the ID.  After an error the content of id means nothing.
 */
extern id_status siq_decode(const char *text, size_t n, uint8_t id[SIQ_LEN], uint32_t *checksum);

static inline bool
siq_has_checksum(size_t n)
{
	return n != SIQ_HEX_LEN;
}

/*
 * The place in n bytes of text of the first byte that the form of this length
 * does not allow there.  If no form has this length, of the first byte that no
 * form allows.  n if there is no such byte.
 */
extern size_t siq_first_bad(const char *text, size_t n);

/*
 * An ID inside a UUIDv8, which sorts as the ID does: bits 0–47, version 1000,
 * bits 48–59, variant 10, bits 60–111, ten zero bits.  Decoding returns
 * ID_BAD_VERSION for another version or variant, and ID_TOO_LARGE if the last
 * bits are not zero.
 */
extern void siq_encode_uuid(const uint8_t id[SIQ_LEN], uint8_t uuid[SIQ_UUID_LEN]);
extern id_status siq_decode_uuid(const uint8_t uuid[SIQ_UUID_LEN], uint8_t id[SIQ_LEN]);

#endif							/* SIQ_CORE_H */
