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

/* Of shared memory: one for each feed that was used since the server's start. */
typedef struct feed_entry
{
	_Atomic uint64 id;			/* of the feed; 0 if the entry is free */
	Oid			type;			/* of its keys */
	atomic_bool ready;			/* is the mark above all keys of the table? */
	_Atomic int64 mark;
	_Atomic int64 latest;		/* time of the greatest key that was
								 * committed, or INT64_MIN */
} feed_entry;

/* What a session knows of a feed. */
typedef struct feed_info
{
	Oid			relation;		/* hash key: the table, or root of a
								 * partitioned one */
	uint64		read_at_change; /* as many catalog changes were known; 0 if it
								 * was not read */
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

/* ERROR 42501 unless the user may read the table, 42P01 if there is none. */
extern void feed_check_privilege(Oid table);

/* The feed of a table; null if it is not one.  The caller has a lock on it. */
extern feed_info *feed_of_table(Oid relation);

/* Why the feed has no horizon; null if it has one. */
extern const char *feed_flaw(feed_info *f);

/* The feed whose trigger fires; ERROR 42809 if its triggers are incomplete. */
extern feed_info *feed_of_trigger(TriggerData *data);

/* The time of the least key that can be made from now on. */
extern int64 feed_clock(const feed_info *f);

extern int64 feed_time_of_key(const feed_info *f, Datum key);

/*
 * The least key of a time or later.  The time is brought into the type's range.  The caller lends
 * ID_MAX_LEN bytes for the key.
 */
extern Datum feed_key_of_time(const feed_info *f, int64 time, uint8 *bytes);

/* Is the key below another one, or, in a uuid, of another layout? */
extern bool feed_key_is_below(const feed_info *f, Datum key, Datum least);

/* The time above all keys in the table; INT64_MIN if it is empty. */
extern int64 feed_time_above_table(const feed_info *f, bool with_own_rows);

/* Is there such a trigger, be it of a transaction that still runs? */
extern bool feed_trigger_exists(Oid trigger);

/* This transaction in a feed. */
typedef struct feed_entered
{
	feed_entry *entry;
	uint64		id;
	const feed_key_type *key_type;	/* of the key below: who replaces a
									 * trigger may change a feed's */
	int64		floor;
	int64		least;			/* of its keys, as a time */
	Datum		least_key;		/* and as a key, whose bytes follow */
	uint8		least_bytes[ID_MAX_LEN];
	int64		end;			/* keys are before it by the last reading of
								 * the clock, or INT64_MIN */
	int64		newest;			/* of the keys that it inserted, or INT64_MIN */
} feed_entered;

/*
 * Finds the shared memory, and the feed's entry there, whose mark is above all keys of the table
 * when this returns.  ERROR 55000 without shared memory, 54000 if there are too many feeds.
 */
extern void feed_attach(feed_info *f);
extern void feed_attach_memory(void);

/* feed_attach() and steps W1 to W3, unless the transaction has done so; and null if it has not. */
extern feed_entered *feed_enter(feed_info *f);
extern feed_entered *feed_entered_already(const feed_info *f);

/* The statement that runs at a depth of triggers inserts keys that are not below the least. */
extern void feed_set_least(int depth, const feed_entered *entered);
extern int	feed_trigger_depth(void);

/* Steps R3 and R4.  False if the ring does not reach back to the snapshot. */
extern bool feed_lower_by_others(const feed_info *f, Snapshot snapshot, int64 *horizon);

/* Calls the function for each session that holds the horizon back. */
extern void feed_for_each_floor(const feed_info *f, void (*call) (void *arg, int pid, int64 since, int64 floor), void *arg);

/* Forget the transaction's horizons, at its end. */
extern void feed_forget_horizons(void);

/* The triggers. */
extern Datum pgwiji_feed_enter(PG_FUNCTION_ARGS);
extern Datum pgwiji_feed_guard(PG_FUNCTION_ARGS);
extern Datum pgwiji_row_version(PG_FUNCTION_ARGS);

#endif							/* SRC_FEED_TABLE_H */
