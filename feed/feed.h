/*
 * src/feed/table.h
 *		A table that is a feed, and this session's transaction in it.
 */
#ifndef SRC_FEED_TABLE_H
#define SRC_FEED_TABLE_H

#include "core/feed.h"
#include "commands/trigger.h"
#include "feed/feed.h"
#include "id.h"
#include "utils/snapshot.h"

/* In shared memory, one for each feed that has been used since server start. */
typedef struct feed_entry
{
	_Atomic uint64 id;			/* of the feed; 0 if the entry is free */
	Oid			type;			/* of its keys */
	atomic_bool ready;			/* is the mark above all keys of the table? */
	_Atomic int64 mark;
	_Atomic int64 latest;		/* time of the greatest key that was
								 * committed, or INT64_MIN */
} feed_entry;

/* What a session has read about a feed. */
typedef struct feed_info
{
	Oid			relation;		/* hash key: the table, or root of a
								 * partitioned one */
	uint64		read_at_change; /* feed_changes at that time; 0 if it was not
								 * read */
	const char *flaw;			/* see feed_flaw() */
	bool		members_are_read;	/* for the flaw */
	uint64		id;				/* database and guard: a feed that is created
								 * again is another */
	TransactionId created_by[2];	/* xmin of both triggers */
	NameData	column;
	Oid			type;			/* of the column, or of its domain */
	const feed_key_type *key_type;	/* null: the numbers of the sequence */
	Oid			sequence;
	int64		lag;			/* microseconds, at least the type's unit */
	bool		has_lag;
	feed_entry *entry;			/* null before it is used; another's if it was
								 * taken */
} feed_info;

/* ERROR 42501 without SELECT on the table, 42P01 if it does not exist. */
extern void feed_check_privilege(Oid table);

/* The feed of a table; null if it is not one.  The caller has a lock on it. */
extern feed_info *feed_of_table(Oid relation);

/* Why the feed cannot have a horizon, as a detail of an error; null if it can. */
extern const char *feed_flaw(feed_info *f);

/* The feed whose trigger fires; ERROR 42809 if its triggers are incomplete. */
extern feed_info *feed_of_trigger(TriggerData *data);

/* The time of the least key that can be generated from now on. */
extern int64 feed_clock(const feed_info *f);

extern int64 feed_time_of_key(const feed_info *f, Datum key);

/*
 * The least key of a time or later.  The time is clamped to the type's range.  bytes is a buffer of
 * ID_MAX_LEN bytes for the key.
 */
extern Datum feed_key_of_time(const feed_info *f, int64 time, uint8 *bytes);

/* Is the key below another one, or, in a uuid, of another layout? */
extern bool feed_key_is_below(const feed_info *f, Datum key, Datum least);

/* The time above all keys in the table; INT64_MIN if it is empty. */
extern int64 feed_time_above_table(const feed_info *f, bool with_own_rows);

/* Does the trigger exist, even if its transaction is still in progress? */
extern bool feed_trigger_exists(Oid trigger);

/* This transaction in a feed. */
typedef struct feed_entered
{
	feed_entry *entry;
	uint64		id;
	const feed_key_type *key_type;	/* of the key below; replacing a trigger
									 * can change that of the feed */
	int64		floor;
	int64		least;			/* of its keys, as a time */
	Datum		least_key;		/* and as a key, whose bytes follow */
	uint8		least_bytes[ID_MAX_LEN];
	int64		end;			/* keys must be before it, by the last reading
								 * of the clock; INT64_MIN before that */
	int64		newest;			/* of the keys that it inserted, or INT64_MIN */
} feed_entered;

/*
 * Attach to the shared memory, and to the feed's entry there, whose mark is then above all keys of
 * the table.  ERROR 55000 without shared memory, 54000 if there are too many feeds.
 */
extern void feed_attach(feed_info *f);
extern void feed_attach_memory(void);

/* feed_attach() and steps W1 to W3, unless this transaction has entered the feed. */
extern feed_entered *feed_enter(feed_info *f);

/* This transaction in the feed; null if it has not entered it. */
extern feed_entered *feed_entered_already(const feed_info *f);

/*
 * Generators of the statement that runs at a depth of triggers must not return keys below the
 * least of the feed; null for no feed.
 */
extern void feed_set_least(int depth, const feed_entered *entered);
extern int	feed_trigger_depth(void);

/* Steps R3 and R4.  False if the ring does not reach back to the snapshot. */
extern bool feed_lower_by_others(const feed_info *f, Snapshot snapshot, int64 *horizon);

/* Call the function for each session that holds back the horizon. */
extern void feed_for_each_floor(const feed_info *f, void (*call) (void *arg, int pid, int64 since, int64 floor), void *arg);

/* Forget the horizons of this transaction, at its end. */
extern void feed_forget_horizons(void);

/* The triggers. */
extern Datum pgwiji_feed_enter(PG_FUNCTION_ARGS);
extern Datum pgwiji_feed_guard(PG_FUNCTION_ARGS);
extern Datum pgwiji_row_version(PG_FUNCTION_ARGS);

#endif							/* SRC_FEED_TABLE_H */
