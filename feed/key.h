/*
 * feed/key.h
 *		The keys of feeds, as times: microseconds since 1970, or the numbers of a sequence.
 */
#ifndef FEED_KEY_H
#define FEED_KEY_H

#include "compat.h"
#include "datatype/timestamp.h"

#define FEED_KEY_LEN 16			/* bytes of a key that is passed by reference */

/* Keys may be this far ahead of the clock, so a start of the feed never waits longer. */
#define FEED_MAX_AHEAD_US (5 * USECS_PER_SEC)

/* What the bytes of a key mean. */
typedef struct feed_key_type
{
	const char *name;			/* "wiji", "v7" or "bigint" */
	int			number;			/* in the shape of a feed */
	bool		is_number;		/* of a sequence: by value; only unit counts
								 * of what follows */
	int64		unit;			/* the least step between times */
	int64		min_us;
	int64		max_us;
	bool		(*is_valid) (const uint8 *key); /* are the 16 bytes such a
												 * key? */
	int64		(*get_us) (const uint8 *key);	/* truncated to the unit */
	void		(*first_of) (int64 us, uint8 *key); /* the least key of that
													 * time or later */

	/*
	 * Writes the next key of this session, whose time is at least the least
	 * one.  Such keys ascend unless the clock was set back by more than
	 * FEED_MAX_AHEAD_US.
	 */
	void		(*generate) (int64 now_us, int64 least_us, uint8 *key);
} feed_key_type;

extern const feed_key_type feed_wiji;
extern const feed_key_type feed_v7;
extern const feed_key_type feed_bigint;

/* The layout of UUIDs that has this name; null for another name. */
extern const feed_key_type *feed_layout_by_name(const char *name);

/* The system clock, within the type's range. */
extern int64 feed_clock(const feed_key_type *type);

extern int64 feed_time_of_key(const feed_key_type *type, Datum key);

/*
 * The least key of a time or later.  The time is clamped to the type's range.  bytes is a buffer of
 * FEED_KEY_LEN bytes for the key.
 */
extern Datum feed_key_of_time(const feed_key_type *type, int64 time, uint8 *bytes);

/* Is the key below another one? */
extern bool feed_key_is_below(const feed_key_type *type, Datum key, Datum least);

/* Is it a key of this type, rather than a UUID of another layout? */
extern bool feed_key_is_valid(const feed_key_type *type, Datum key);

#endif							/* FEED_KEY_H */
