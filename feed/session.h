/*
 * feed/session.h
 *		The shared memory of feeds, and this session's transaction in it.
 */
#ifndef FEED_SESSION_H
#define FEED_SESSION_H

#include "feed/definition.h"
#include "utils/snapshot.h"

/* For _PG_init: the setting wiji_feed.max_clock_wait, and shared memory if preloaded. */
extern void feed_init_session(void);

/* Attach to the shared memory.  ERROR 55000 where the server cannot provide it. */
extern void feed_attach_memory(void);

/* This transaction in a feed. */
typedef struct feed_entered
{
	uint64		id;
	uint32		shape;			/* ALTER TABLE and replacing a trigger can
								 * change that of the feed */
	int64		floor;
	int64		least;			/* of its keys, as a time */
	Datum		least_key;		/* and as a key, whose bytes follow */
	uint8		least_bytes[FEED_KEY_LEN];
	bool		is_reached;		/* has the clock passed the least? */
	int64		end;			/* keys must be before it, by the last reading
								 * of the clock; INT64_MIN before that */
} feed_entered;

/*
 * Steps W1 to W3, unless this transaction has entered the feed, and W3a.  ERROR 55000 if the clock
 * is behind the feed for too long, 54000 if a transaction or the server uses too many feeds.
 */
extern feed_entered *feed_enter(feed_definition *f);

/* Has this transaction entered the feed? */
extern bool feed_has_entered(const feed_definition *f);

/*
 * Step R2: raises the mark of the feed to clock - lag.  Returns the horizon before others lower it.
 */
extern int64 feed_raise_mark(feed_definition *f);

/* Steps R3 and R4.  False if the ring does not reach back to the snapshot. */
extern bool feed_lower_by_others(const feed_definition *f, Snapshot snapshot, int64 *horizon);

/* Call the function for each session that holds back the horizon. */
typedef void (*feed_floor_function) (void *arg, int pid, int64 since, int64 floor);

extern void feed_for_each_floor(const feed_definition *f, feed_floor_function call, void *arg);

#endif							/* FEED_SESSION_H */
