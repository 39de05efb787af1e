/*
 * siblings/uuidtime/core.h
 *		UUIDs that are ordered by creation time: versions 6, 7 and 8.
 *
 * Version (bits 48–51) and variant (bits 64–65) leave 122 bits of a UUID.  In
 * every layout these are a time, then a sequence, then random bits:
 *
 *	layout			time														sequence	random
 *	V6				60: 100 ns since 1582-10-15									14			48
 *	V7				48: ms since 1970, then 12: 4096ths of the ms				16			46
 *	V7_DRAFT_MS		36: s since 1970, then 12: binary fraction of the second	12			62
 *	V7_DRAFT_US		36: s, then 24: binary fraction								14			48
 *	V7_DRAFT_NS		36: s, then 38: binary fraction								8			40
 *	V8_32			32: s since 1970, then 16 zeros								12			62
 *	V8_48			48: ms														12			62
 *	V8_60			60: µs														8			54
 *	V8_64			60: ns without the lowest four of 64 bits					8			54
 *
 * All are big-endian, so IDs of one layout compare byte by byte.  (V7: RFC
 * 9562, 5.7, with method 3 and then method 1 of 6.2; the others:
 * draft-peabody-dispatch-new-uuid-format-01, 4.3 to 4.5.)
 */
#ifndef UUIDTIME_CORE_H
#define UUIDTIME_CORE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/bytes.h"
#include "core/check.h"

#define UUIDTIME_LEN	16

#define UUIDTIME_VARIANT	2	/* binary 10: the RFC's own */

/* From 1582-10-15, the Gregorian calendar's first day, to 1970-01-01. */
#define UUIDTIME_GREGORIAN_US	INT64_C(12219292800000000)

typedef struct uuidtime_fields
{
	int			version;
	int			time_bits;		/* of the 122 before the sequence */
	int			sequence_bits;
	int			first_bits;		/* random bits with which the sequence of a
								 * tick begins, or 0 */

	/* the clock has so many ticks in so many nanoseconds */
	int			ticks;
	int			ns;

	int64_t		max_us;			/* of a clock that generates IDs, since 1970 */
} uuidtime_fields;

typedef enum uuidtime_layout
{
	UUIDTIME_V6,
	UUIDTIME_V7,
	UUIDTIME_V7_DRAFT_MS,
	UUIDTIME_V7_DRAFT_US,
	UUIDTIME_V7_DRAFT_NS,
	UUIDTIME_V8_32,
	UUIDTIME_V8_48,
	UUIDTIME_V8_60,
	UUIDTIME_V8_64
} uuidtime_layout;

#define UUIDTIME_LAYOUTS	(UUIDTIME_V8_64 + 1)

extern const uuidtime_fields uuidtime_layouts[UUIDTIME_LAYOUTS];

/* How often the sequence can increase within a tick, after its first value. */
static inline uint32_t
uuidtime_max_sequence(uuidtime_layout layout)
{
	const uuidtime_fields *l = &uuidtime_layouts[layout];

	return (UINT32_C(1) << (l->first_bits ? l->first_bits : l->sequence_bits)) - 1;
}

static inline int
uuidtime_random_bits(uuidtime_layout layout)
{
	return 122 - uuidtime_layouts[layout].time_bits - uuidtime_layouts[layout].sequence_bits;
}

/*
 * The tick of a nanosecond, and the first nanosecond of a tick; both since 1970.
 */
static inline int64_t
uuidtime_tick(uuidtime_layout layout, int64_t ns)
{
	const uuidtime_fields *l = &uuidtime_layouts[layout];

	return ns / l->ns * l->ticks + ns % l->ns * l->ticks / l->ns;
}

static inline int64_t
uuidtime_tick_begin(uuidtime_layout layout, int64_t tick)
{
	const uuidtime_fields *l = &uuidtime_layouts[layout];

	return tick / l->ticks * l->ns + (tick % l->ticks * l->ns + l->ticks - 1) / l->ticks;
}

/*
 * An ID from its fields, which must be in range.  It takes as many of the
 * lowest bits of random as the layout has.
 */
extern void uuidtime_pack(uint8_t id[UUIDTIME_LEN], uuidtime_layout layout,
						  int64_t tick, uint32_t sequence, uint64_t random);

/*
 * The time of an ID in microseconds since 1970, truncated, and its sequence.  The
 * time of V7 is that of its milliseconds alone.  The ID is taken to be of that
 * layout, but the time of the draft's version 7 is read from all 86 bits that
 * can be fraction, whatever the layout; V7_DRAFT_MS truncates it to milliseconds.
 */
extern int64_t uuidtime_get_us(const uint8_t id[UUIDTIME_LEN], uuidtime_layout layout);
extern int32_t uuidtime_get_sequence(const uint8_t id[UUIDTIME_LEN], uuidtime_layout layout);

/*
 * The variant's one to three bits as a number: 0 for NCS, 2 for the RFC's, 6
 * for Microsoft's, 7 for the reserved one.
 */
static inline int32_t
uuidtime_get_variant(const uint8_t id[UUIDTIME_LEN])
{
	int			bits = id[8] >> 5;

	if (bits < 4)
		return 0;
	return bits < 6 ? UUIDTIME_VARIANT : bits;
}

/* For the RFC's variant only.  In others these bits mean something else. */
static inline int32_t
uuidtime_get_version(const uint8_t id[UUIDTIME_LEN])
{
	return id[6] >> 4;
}

/* Is it a uuid of the RFC's variant and of that version? */
static inline bool
uuidtime_has_version(const uint8_t id[UUIDTIME_LEN], int32_t version)
{
	return uuidtime_get_variant(id) == UUIDTIME_VARIANT && uuidtime_get_version(id) == version;
}

/*
 * The time of an ID in nanoseconds since 1970, truncated.  The layout must count
 * from 1970.  False, and no time, after 2262-04-11 23:47:16.854775807 UTC.
 */
extern bool uuidtime_get_ns(const uint8_t id[UUIDTIME_LEN], uuidtime_layout layout, int64_t *ns);

/*
 * The first and the last microsecond that IDs of a layout can have, since
 * 1970.
 */
extern int64_t uuidtime_min_us(uuidtime_layout layout);
extern int64_t uuidtime_max_us(uuidtime_layout layout);

/*
 * The smallest ID of a layout whose time is not before us, and the largest
 * whose time is not after it.  The draft's version 7 has bounds of
 * microseconds, whatever the layout.
 */
extern void uuidtime_first_of(uuidtime_layout layout, int64_t us, uint8_t id[UUIDTIME_LEN]);
extern void uuidtime_last_of(uuidtime_layout layout, int64_t us, uint8_t id[UUIDTIME_LEN]);

/*
 * A version 8 with fields of the caller's choice.  Its 122 bits are a time, zeros up to the end of
 * the field in which the time ends (48 or 60 bits; draft, 4.5.1), a sequence,
 * a node, and random bits.
 */
typedef struct uuidtime_widths
{
	int			time;			/* 1 to 64 */
	int			sequence;		/* 0 to 63, like the node */
	int			node;
} uuidtime_widths;

/*
 * The number of random bits; negative if the other fields need more than 122.
 */
extern int	uuidtime_v8_random_bits(const uuidtime_widths *w);

/* The lowest bits of random are used, those of random[0] first. */
extern void uuidtime_v8_pack(uint8_t id[UUIDTIME_LEN], const uuidtime_widths *w,
							 uint64_t time, uint64_t sequence, uint64_t node,
							 const uint64_t random[2]);
extern void uuidtime_v8_unpack(const uint8_t id[UUIDTIME_LEN], const uuidtime_widths *w,
							   uint64_t *time, uint64_t *sequence, uint64_t *node);

/*
 * A clock of the caller's choice counts so many ticks in so many microseconds.  The
 * product of both is below 2^63.  If ticks last a microsecond or more,
 * ticks_of returns the one that has begun.  If they are shorter, it returns
 * the first in the microsecond, so that us_of, which truncates, gives
 * the microsecond again.  Both are false if 64 bits are too few.
 */
typedef struct uuidtime_clock
{
	uint64_t	us;
	uint64_t	ticks;
} uuidtime_clock;

extern bool uuidtime_ticks_of(const uuidtime_clock *clock, uint64_t us, uint64_t *ticks);
extern bool uuidtime_us_of(const uuidtime_clock *clock, uint64_t ticks, uint64_t *us);

/* Version 1 as version 6 and back: the same time, clock sequence and node. */
extern void uuidtime_reorder_v1(const uint8_t v1[UUIDTIME_LEN], uint8_t v6[UUIDTIME_LEN]);
extern void uuidtime_reorder_v6(const uint8_t v6[UUIDTIME_LEN], uint8_t v1[UUIDTIME_LEN]);

#endif							/* UUIDTIME_CORE_H */
