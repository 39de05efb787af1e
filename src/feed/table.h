/*
 * src/feed/table.h
 *		A table that is a feed: what its triggers say, and its clock.
 */
#ifndef SRC_FEED_TABLE_H
#define SRC_FEED_TABLE_H

#include "core/feed.h"
#include "commands/trigger.h"
#include "feed/kind.h"
#include "utils/snapshot.h"

#define FEED_ENTER_TRIGGER "wiji_feed_enter"
#define FEED_GUARD_TRIGGER "wiji_feed_guard"
#define FEED_ROW_VERSION_TRIGGER "wiji_row_version"

/* Of shared memory: one for each feed that was used since the server's start. */
typedef struct feed_entry
{
	Oid			database;
	Oid			guard;			/* the table's trigger, by which a feed that is made anew is another */
	uint32		number;			/* never used again; 0 if the entry is free */
	atomic_bool ready;			/* is the mark above all keys of the table? */
	_Atomic int64 mark;
	_Atomic int64 latest;		/* time of the greatest key that was committed, INT64_MIN before */
} feed_entry;

/* What a session knows of a feed. */
typedef struct feed
{
	Oid			relation;		/* hash key: the table, or root of a partitioned one */
	bool		is_valid;		/* until its definition changes */
	const char *flaw;			/* why no horizon can be told, or null */
	Oid			guard;
	TransactionId made_by[2];	/* xmin of the rows of both triggers */
	char		column[NAMEDATALEN];
	Oid			type;			/* of the column, or of its domain */
	const feed_kind *kind;		/* null: the numbers of the sequence */
	Oid			sequence;
	int64		lag;			/* microseconds */
	bool		needs_entering; /* by the trigger of the statement, as the lag is 0 */
	int			member_count;	/* the table and its partitions, sorted */
	Oid		   *members;
	feed_entry *entry;			/* of number, if that is still its number */
	uint32		number;
	int64		newest;			/* latest time of a key that this session inserted */
} feed;

/* The feed of a table; null if it is not one.  The caller has a lock on it. */
extern feed *feed_of_table(Oid relation);

/* The feed whose trigger fires; ERROR 42809 if its triggers are incomplete. */
extern feed *feed_of_trigger(TriggerData *data);

/*
 * The clock: the least key that can be made from now on by who looks at it; and the greatest that
 * may have been made by now.
 */
extern int64 feed_clock(const feed *f);
extern int64 feed_clock_reached(const feed *f);

/* A key's time, and the least key of a time or later, which is brought into the type's range. */
extern int64 feed_time_of_key(const feed *f, Datum key);
extern Datum feed_key_of_time(const feed *f, int64 time);

/* Is the key below the least of a time, or, in a uuid, of another layout? */
extern bool feed_key_is_below(const feed *f, Datum key, int64 time);

/* The time above all keys in the table; INT64_MIN if it is empty. */
extern int64 feed_time_above_table(feed *f);

#endif							/* SRC_FEED_TABLE_H */
