/*
 * feed/feed.h
 *		Contracts between the files of change feeds.  core.h has the protocol.
 *
 * A feed is known by a definition, which its table's triggers are.  Above the keys (key.c), watch.c
 * notes what the session is told of catalogs, catalog.c reads rows of them, definition.c says what
 * is wrong with a table, default.c how it gets its keys, and cache.c keeps what was read.  tail.c
 * reads the end of a table, stored.c and store.c read and write stored horizons, session.c owns the
 * shared memory, and the others are what SQL calls.
 */
#ifndef FEED_FEED_H
#define FEED_FEED_H

#include "access/attnum.h"
#include "datatype/timestamp.h"
#include "feed/compat.h"
#include "feed/core.h"
#include "fmgr.h"
#include "nodes/bitmapset.h"
#include "nodes/pg_list.h"
#include "utils/relcache.h"
#include "utils/snapshot.h"

/*
 * key.c: the keys of feeds, as times: microseconds since 1970, or the numbers of a sequence
 */

#define FEED_KEY_LEN 16			/* bytes of a key that is passed by reference */

/* Keys may be this far ahead of the clock, so a start of the feed never waits longer. */
#define FEED_MAX_AHEAD_US (5 * USECS_PER_SEC)

/* What the bytes of a key mean. */
typedef struct feed_key_type
{
	const char *name;			/* "wiji", "v7", "bigint" or "timestamptz" */
	int			number;			/* in the shape of a feed, from 0 to 3 */
	bool		is_number;		/* of a sequence; only unit counts of what
								 * follows */
	bool		is_version;		/* can it only be a row version?  Sessions can
								 * have equal ones. */
	int64		unit;			/* the least step between times */
	int64		min_us;
	int64		max_us;

	/* By reference; null for a key by value, whose order is that of int64. */
	bool		(*is_valid) (const uint8 *key); /* are the 16 bytes such a
												 * key? */
	int64		(*get_us) (const uint8 *key);	/* truncated to the unit */
	void		(*first_of) (int64 us, uint8 *key); /* the least key of that
													 * time or later */

	/*
	 * Returns the next key of this session, whose time is at least the least
	 * one.  Such keys ascend unless the clock was set back by more than
	 * FEED_MAX_AHEAD_US.  bytes is a buffer of FEED_KEY_LEN bytes for it.
	 */
	Datum		(*generate) (int64 now_us, int64 least_us, uint8 *bytes);
} feed_key_type;

extern const feed_key_type feed_wiji;
extern const feed_key_type feed_v7;
extern const feed_key_type feed_bigint;
extern const feed_key_type feed_timestamptz;

/* The layout of UUIDs that has this name; null for another name. */
extern const feed_key_type *feed_layout_by_name(const char *name);

/* The system clock, within the type's range. */
extern int64 feed_clock(const feed_key_type *type);

/* Infinite times, and others out of range, are beyond the type's range, or at its least. */
extern int64 feed_time_of_key(const feed_key_type *type, Datum key);

/*
 * The least key of a time or later.  The time is clamped to the type's range.  bytes is a buffer of
 * FEED_KEY_LEN bytes for the key.
 */
extern Datum feed_key_of_time(const feed_key_type *type, int64 time, uint8 *bytes);

/* Copies a key by reference to the buffer of FEED_KEY_LEN bytes.  Returns the copy. */
extern Datum feed_copy_key(const feed_key_type *type, Datum key, uint8 *bytes);

/* Is the key below another one? */
extern bool feed_key_is_below(const feed_key_type *type, Datum key, Datum least);

/* Is it a key of this type, rather than a UUID of another layout? */
extern bool feed_key_is_valid(const feed_key_type *type, Datum key);

/*
 * watch.c: what the session is told of changes in catalogs
 */

/* For _PG_init: makes the session note from now on which tables are changed. */
extern void feed_start_watching(void);

/* So many changes of something watched has the session been told of, plus 1. */
extern uint64 feed_changes(void);

/* Watches a relation, or how a sequence counts.  Must precede each reading. */
extern void feed_watch(Oid relation);
extern void feed_watch_sequence(Oid sequence);

/* The same for all roles and their memberships, and the owners of subscriptions. */
extern void feed_watch_roles(void);

/*
 * Was the session told of a change of the relation since feed_changes() returned "then", or is it
 * not watched any more?
 */
extern bool feed_has_changed_since(Oid relation, uint64 then);

/* The same for all relations, roles and schemas, watched or not. */
extern uint64 feed_all_changes(void);

/* Forgets relations that were dropped, if there are many. */
extern void feed_unwatch_dropped(void);

/*
 * Was the session told of a change of the relation while this transaction ran?  It may seem so of
 * others, too.
 */
extern bool feed_was_changed(Oid relation);

/*
 * catalog.c: rows of the server's catalogs, of a table, its triggers, indexes and subscriptions
 *
 * The table need not be locked: no entry of the relation cache is used, which the server could
 * have to build again while the table is being dropped.
 */

/* What pg_class says. */
typedef struct table_row
{
	char	   *name;
	char	   *qualified_name; /* quoted */
	char		kind;
	char		persistence;
	bool		is_partition;
} table_row;

/* False if there is no such relation. */
extern bool feed_table_row(Oid table, table_row *row);

/* The table, and its partitions or inheritance children at all levels. */
extern List *feed_members(Oid table);

/*
 * A valid index that begins with the column in the order of the operator family, preferably a
 * unique one on the column alone.  InvalidOid if there is none.
 */
extern Oid	feed_find_index(Oid table, AttrNumber attnum, Oid family, bool *is_unique);

/* The first column of the primary key, and how many it has; InvalidAttrNumber if there is none. */
extern AttrNumber feed_primary_key(Oid table, int *columns);

/* The triggers, which are found by these addresses. */
extern Datum pgwiji_feed_enter(PG_FUNCTION_ARGS);
extern Datum pgwiji_feed_guard(PG_FUNCTION_ARGS);
extern Datum pgwiji_row_version(PG_FUNCTION_ARGS);

typedef struct trigger_row
{
	int			count;			/* triggers of this table that call the
								 * function */
	Oid			oid;
	char	   *name;
	TransactionId xmin;
	bool		is_unmodified;	/* apart from its arguments */
	AttrNumber	column;			/* whose change the condition of the trigger
								 * for updates asks for */
	int			n;				/* arguments */
	char	  **arguments;
} trigger_row;

/* Those of one table that call functions of ours. */
typedef struct trigger_rows
{
	bool		has_own;		/* is one of them no clone? */
	trigger_row guard;			/* for inserts */
	trigger_row update;			/* the same for updates */
	trigger_row enter;
	trigger_row version;
} trigger_rows;

extern trigger_rows feed_trigger_rows(Oid table);

/*
 * The columns that the condition of a trigger for row versions names, which is always true: these
 * are to be ignored.  So they are bound by their numbers, renaming them changes nothing, and a dump
 * names them.  Returns false for another condition.
 */
extern bool feed_ignored_columns(const char *condition, Bitmapset **columns);

/* The names of those that are no clones, in order. */
extern List *feed_own_trigger_names(Oid table);

/* Do both have n arguments at least, and are the first n the same? */
extern bool feed_have_same_arguments(const trigger_row *a, const trigger_row *b, int n);

/* The table whose trigger this is, or from whose trigger it was cloned for a partition. */
extern Oid	feed_table_of_trigger(Oid table, Oid trigger);

/* The tables of the database that have a guard of their own. */
extern List *feed_tables(void);

/* The default of the column or of its domain; null if there is none.  An identity is none. */
extern Node *feed_column_default(Oid table, AttrNumber attnum);

/* Is it an identity? */
extern bool feed_is_identity(Oid table, AttrNumber attnum);

/* The sequence that the column owns; InvalidOid if there is none. */
extern Oid	feed_owned_sequence(Oid table, AttrNumber attnum);

/* Does the column alone determine the partition? */
extern bool feed_is_partition_key(Oid table, AttrNumber attnum);

/*
 * subscription.c
 */

/* Can a subscription change rows of the table, without firing its triggers? */
extern bool feed_is_subscribed(Oid table);

/*
 * definition.c: what is wrong with a table that is a feed
 *
 * Catalogs are read without locks on the tables, so nobody's lock stops a reader.
 */

/* Why a table cannot be a feed.  The detail is null if nothing is wrong. */
typedef struct feed_flaw
{
	const char *detail;			/* a complete sentence */
	const char *hint;			/* null if there is none */
	int			sqlerrcode;		/* 0: ERRCODE_WRONG_OBJECT_TYPE */
} feed_flaw;

typedef struct feed_definition
{
	Oid			table;			/* the root of a partitioned table */

	/*
	 * Filled in even for a feed that has a flaw, from the triggers'
	 * arguments.
	 */
	uint64		id;				/* database and guard: a feed that is created
								 * again is another */
	NameData	column;
	int64		lag;			/* microseconds, at least the key's unit */
	bool		has_lag;
	bool		has_versions;	/* of rows, as keys */

	/* Valid without a flaw. */
	AttrNumber	attnum;			/* of the column */
	Oid			type;			/* of the column, without domains */
	const feed_key_type *key;
	Oid			sequence;		/* of a bigint column */
	uint32		shape;			/* column and layout, which CREATE OR REPLACE
								 * TRIGGER can change */
	bool		is_unique;		/* is there a unique index on the key alone? */
} feed_definition;

extern const feed_flaw feed_no_flaw;

/*
 * Reads what the table itself says.  Returns what is wrong, in the caller's memory context.  f is
 * zero before; its id stays 0 if the table does not have a guard.
 */
extern feed_flaw feed_root_flaw(Oid table, feed_definition *f);

/* For tables whose keys do not make a feed. */
#define FEED_COLUMN_HINT "Add a column such as: feed bigint GENERATED ALWAYS AS IDENTITY UNIQUE."

#define FEED_CREATORS 4			/* triggers of a table, at most */

/* The table itself, or one of its partitions. */
typedef struct feed_member
{
	bool		is_partitioned;
	Oid			index;			/* of the key; InvalidOid if it needs none */
	TransactionId created_by[FEED_CREATORS];	/* xmins of its triggers */
} feed_member;

/* The same for a member of a table without a flaw of its own, whose triggers root has. */
extern feed_flaw feed_member_flaw(const feed_definition *f, const trigger_rows *root, Oid member,
								  feed_member *m);

/* What members are compared with: where it differs, they must be read again. */
extern char *feed_expected_of_members(const feed_definition *f, const trigger_rows *root);

/* The same for a table none of whose partitions is partitioned. */
extern feed_flaw feed_leaves_flaw(const feed_definition *f);

/* The flaw of a feed whose sequence is missing. */
extern feed_flaw feed_sequence_is_missing(const feed_definition *f);

/* What is wrong with a relation's kind. */
extern feed_flaw feed_kind_flaw(const table_row *table);

/* ERROR with the flaw's SQLSTATE: the table is not a feed. */
id_noreturn extern void feed_reject_table(Oid table, feed_flaw flaw);

/* The same for wiji_create_feed(): the relation cannot be a feed. */
id_noreturn extern void feed_reject_creation(Oid table, feed_flaw flaw);

/* The type of the column's values as keys; null if they cannot be keys.  layout is for uuid. */
extern const feed_key_type *feed_key_type_of(Oid type, const char *layout);

/*
 * A valid btree index of the table or partition whose first column is the key, in the order of its
 * type, preferably a unique index on the key alone.  InvalidOid if there is none.
 */
extern Oid	feed_key_index(Oid table, const feed_definition *f, bool *is_unique);

/*
 * default.c: what the default of a key column generates
 */

/* The functions that an expression calls. */
typedef struct feed_calls
{
	bool		wiji;			/* one of extension wiji */
	bool		other_uuid;		/* one that returns UUIDs of another layout */
	bool		random_uuid;	/* one that does not return UUIDs in order */
} feed_calls;

extern feed_calls feed_calls_of_default(Oid table, AttrNumber attnum);

/*
 * Does the default generate keys that the feed accepts?  For numbers it depends on the sequence
 * that the column owns.  For others it is a call of a function that is known to generate them when
 * it is called.
 */
extern bool feed_default_generates_keys(const feed_definition *f);

/*
 * cache.c: what the session keeps of feeds
 */

/*
 * Returns what is wrong with the table itself, unless the session knows that nothing is; in the
 * caller's memory context.  *f is null if the table does not have a guard.  Without a flaw, what it
 * points to stays for the session.
 */
extern feed_flaw feed_table_flaw(Oid table, const feed_definition **f);

/* The same of the table and its partitions. */
extern feed_flaw feed_whole_flaw(Oid table, const feed_definition **f);

/*
 * FEED_IS_UNSEEN: there can be rows that the snapshot does not see, and for which no trigger fired.
 *
 * FEED_HAS_CHANGED: the session was told, while this transaction ran, that a partitioned table of
 * the feed has changed.  Then its statement may have been planned without a partition that was
 * attached, and not return rows of it that its snapshot sees: ATTACH PARTITION does not wait for
 * readers.  What the change was does not count, because the catalogs show it before the session is
 * told.
 */
typedef enum feed_visibility
{
	FEED_IS_SEEN,
	FEED_HAS_CHANGED,
	FEED_IS_UNSEEN,
	FEED_IS_OWN					/* this transaction created one of its
								 * triggers */
} feed_visibility;

/* Requires feed_whole_flaw() without a flaw. */
extern feed_visibility feed_visible_to(const feed_definition *f, Snapshot snapshot);

/*
 * tail.c: the greatest key of a feed's table, and the next number of its sequence
 */

/*
 * Finds the greatest key in the table, by its index and without running anybody's code.  The rows
 * of this transaction count only if with_own_rows, or if the transaction gave the table a new file:
 * after ALTER TABLE ... TYPE, for example, all rows are its own.  Rows that other transactions have
 * not committed do not count.
 *
 * Returns false if there is no row.  bytes is a buffer for the key of FEED_KEY_LEN bytes.  ERROR
 * 42809 if a partition does not have a key index.
 */
extern bool feed_greatest_key(const feed_definition *f, bool with_own_rows, Datum *key,
							  uint8 *bytes);

/*
 * The feed's sequence, locked in RowExclusiveLock like one that nextval() uses.  ERROR 42809 if it
 * was dropped concurrently.
 */
extern Relation feed_open_sequence(const feed_definition *f);

/*
 * The newest snapshot there is, registered; in a parallel plan, too, in which the server returns no other
 * than the active one.
 */
extern Snapshot feed_newest_snapshot(bool with_own_rows);

/* The time above all keys in the table, for a start; INT64_MIN if it is empty. */
extern int64 feed_time_above_table(const feed_definition *f);

/*
 * The number after the last one that nextval() returned, read under the locks under which nextval()
 * changes it.  ERROR 42809 if the sequence was dropped concurrently.
 */
extern int64 feed_next_number(const feed_definition *f);

/*
 * stored.c: the horizons that the primary has stored, in a table of the extension
 */

typedef struct feed_stored
{
	int64		horizon;		/* a time, or a number */
	int64		mark;			/* for starts */
	TimestampTz stored_at;
} feed_stored;

/* The stored horizon of the feed, as the snapshot sees it.  False if there is none for its key. */
extern bool feed_look_up_stored(const feed_definition *f, Snapshot snapshot, feed_stored *s);

/* The same as of now, with what this transaction has changed. */
extern bool feed_look_up_newest_stored(const feed_definition *f, feed_stored *s);

/* The mark of the stored horizon, below which no start goes; INT64_MIN if there is none. */
extern int64 feed_time_above_stored(const feed_definition *f);

/* Is a horizon of the table stored, of whatever key? */
extern bool feed_has_stored(Oid table);

/*
 * store.c: storing them
 */

/* Deletes the stored horizon of a table that is locked against storing it. */
extern void feed_delete_stored(Oid table);

/*
 * session.c: the shared memory of feeds, and this session's transaction in it
 */

/* For _PG_init: requests shared memory if the library is preloaded. */
extern void feed_init_memory(void);

/* Attach to the shared memory.  ERROR 55000 where the server cannot provide it. */
extern void feed_attach_memory(void);

/*
 * Steps C1 and C2: claims the feed's entry until the session claims another one.  Returns false if
 * it must be started.
 */
extern bool feed_claim(const feed_definition *f);

/*
 * Steps S0 and S1 for the claimed entry.  The first returns false if it is started meanwhile; the
 * second takes its starts, and the time above all keys of the table and the stored horizon, which was
 * determined since.
 * It returns false if the start must begin again.
 */
extern bool feed_begin_to_start(uint32 *starts);
extern bool feed_start(uint32 starts, int64 time);

/*
 * Claims the feed's entry if it has one, started or not; returns whether it has.  It does not count as
 * a use, so other entries are not given away in its place.  If the entry is not started, or there is
 * none, this also is step S0.
 */
extern bool feed_claim_if_there(const feed_definition *f);

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

/* Null unless this transaction has entered the feed. */
extern feed_entered *feed_find_entered(const feed_definition *f);

/* ERROR 54000 if this transaction cannot enter another feed. */
extern void feed_check_room(void);

/*
 * Steps W1 to W3.  Requires room and that the entry is claimed and started; now is what feed_now()
 * has returned since then, and since is for people.  The transaction has entered the feed even if
 * waiting for the clock fails afterwards: it can continue from a savepoint.
 */
extern feed_entered *feed_enter_at(const feed_definition *f, int64 now, TimestampTz since);

/*
 * Step R2: raises the mark of the feed to now - lag.  Returns the horizon before others lower it.
 * The same requirements.
 */
extern int64 feed_raise_mark(const feed_definition *f, int64 now);

/* Steps R3 and R4.  False if the ring does not reach back to the snapshot. */
extern bool feed_lower_by_others(const feed_definition *f, Snapshot snapshot, int64 *horizon);

/* Call the function for each session that holds back the horizon. */
typedef void (*feed_floor_function) (void *arg, int pid, int64 since, int64 floor);

extern void feed_for_each_floor(const feed_definition *f, feed_floor_function call, void *arg);

/*
 * enter.c: using a feed's entry, and entering the feed
 */

/* For _PG_init: defines wiji_feed.max_clock_wait. */
extern void feed_define_settings(void);

/*
 * Claims the feed's entry and starts it, if necessary.  The start locks each partition for a
 * moment, and fails like feed_time_above_table().
 */
extern void feed_claim_started(const feed_definition *f);

/* The feed's clock: the system clock, or the next number of its sequence. */
extern int64 feed_now(const feed_definition *f);

/*
 * Steps W1 to W3, unless this transaction has entered the feed, and W3a.  ERROR 55000 if the clock
 * is behind the feed for too long, 54000 if the transaction uses too many feeds.
 */
extern feed_entered *feed_enter(const feed_definition *f);

/*
 * view.c: who may know the horizon of a feed
 */

/*
 * ERROR 42P01 if the table does not exist, 42501 without SELECT on it, or on a view that calls this
 * horizon function, that reads the table with its owner's rights, and whose owner has SELECT.
 */
extern void feed_check_reader(Oid table, Oid function);

/*
 * horizon.c
 */

/* ERROR 55000 on a standby. */
extern void feed_require_primary(void);

/* The name of the function that returns the horizon of this feed. */
extern const char *feed_horizon_function(const feed_definition *f);

#endif							/* FEED_FEED_H */
