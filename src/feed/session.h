/*
 * src/feed/session.h
 *		The shared memory of feeds, and this session's transaction in it.
 */
#ifndef SRC_FEED_SESSION_H
#define SRC_FEED_SESSION_H

#include "feed/table.h"

/* This transaction in a feed. */
typedef struct feed_entered
{
	feed_entry *entry;
	uint32		number;
	int64		floor;
	int64		least;			/* of its keys */
	int64		newest;			/* of the keys that it inserted, INT64_MIN before */
} feed_entered;

/*
 * Finds the shared memory, and the feed's entry there, whose mark is above all keys of the table
 * when this returns.  ERROR 55000 without shared memory, 54000 if there are too many feeds.
 */
extern void feed_attach(feed *f);

/* Steps W1 to W3, unless the transaction has done so; and null if it has not. */
extern feed_entered *feed_enter(feed *f);
extern feed_entered *feed_entered_already(const feed *f);

/* The statement that runs at a depth of triggers inserts keys that are not below the least. */
extern void feed_set_least(int depth, const feed_entered *entered);
extern int	feed_trigger_depth(void);

/* Steps R3 and R4.  False if the ring does not reach back to the snapshot. */
extern bool feed_lower_by_others(const feed *f, Snapshot snapshot, int64 *horizon);

/* Calls for each session that holds the feed back. */
extern void feed_each_floor(const feed *f, void (*call) (void *arg, int pid, int64 since, int64 floor), void *arg);

/* For a reader: forget answers at the end of the transaction. */
extern void feed_forget_answers(void);

#endif							/* SRC_FEED_SESSION_H */
