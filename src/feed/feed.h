/*
 * src/feed/feed.h
 *		Change feeds: what types and generators use of them.
 */
#ifndef SRC_FEED_FEED_H
#define SRC_FEED_FEED_H

#include "fmgr.h"

/* A type of keys.  Times are microseconds since 1970, at the resolution of the type. */
typedef struct feed_key_type
{
	const char *name;			/* of the type and its extension; "v7" for
								 * UUIDv7 */
	int16		len;			/* bytes of an ID */
	bool		by_value;
	int64		(*get_us) (const uint8 *id);	/* rounded down */
	void		(*first_of) (int64 us, uint8 *id);	/* the least ID of that
													 * time or later */
	int64		min_us;
	int64		max_us;
	int64		unit_us;		/* the least step between times, at least 2 */
	bool		(*is_valid) (const uint8 *id);	/* of a uuid; null if every
												 * value is an ID */
	Datum		(*generate) (void); /* the session's next ID; null if they do
									 * not ascend, or need an argument */
} feed_key_type;

/* All types, followed by null; defined in src/module.c. */
extern const feed_key_type *const feed_key_types[];

/* The greatest least time of this transaction's statements; 0 if it has inserted into no feed. */
extern int64 feed_greatest_least;

/*
 * If the least time is no further ahead of the clock, the session's own generator continues from
 * it.
 */
#define FEED_NEAR_US USECS_PER_SEC

extern int64 feed_least_of_statement(int64 now, uint64 *feed);

/*
 * Returns the least time of the IDs that the running statement may insert, if it inserts into a
 * feed and that time is later than now because the clock was set back.  Otherwise 0.  If the time
 * is more than FEED_NEAR_US ahead, *feed identifies the feed, and is not 0.  If it is less, *feed
 * is not set, and the time can be that of another feed of the transaction.
 */
static inline int64
feed_least_after(int64 now, uint64 *feed)
{
	int64		least = likely(feed_greatest_least <= now) ? 0 : feed_least_of_statement(now, feed);

	return least > now ? least : 0;
}

/*
 * T_horizon(regclass): the ID below which the active snapshot misses no row of the feed.  The type
 * is null for the numbers of a sequence.  Errors: 42501 without SELECT, 42809 for a table that is
 * not a feed, 42804 for a feed of another type, 40001 for a snapshot that is too old, 55000 without
 * shared memory, on a standby and in the transaction that created the feed.
 */
extern Datum feed_horizon(FunctionCallInfo fcinfo, const feed_key_type *key_type);

/* The size of the shared memory of feeds. */
extern Size feed_shared_size(void);

#endif							/* SRC_FEED_FEED_H */
