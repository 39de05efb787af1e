/*
 * feed/definition.h
 *		A table that is a feed, as its catalogs say, and what is wrong with it.
 */
#ifndef FEED_DEFINITION_H
#define FEED_DEFINITION_H

#include "feed/catalog.h"
#include "feed/core.h"
#include "feed/key.h"
#include "utils/relcache.h"

/* Why a table cannot be a feed.  The detail is null if nothing is wrong. */
typedef struct feed_flaw
{
	const char *detail;			/* a complete sentence */
	const char *hint;			/* null if there is none */
	int			sqlerrcode;		/* 0: ERRCODE_WRONG_OBJECT_TYPE */
} feed_flaw;

typedef struct feed_definition
{
	Oid			table;			/* hash key; the root of a partitioned table */

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

	/* What the session keeps. */
	uint64		root_read_at;	/* number of changes that the session knew of
								 * when it read the table without a flaw */
	uint64		members_read_at;	/* and all partitions; 0 before */
	TransactionId *created_by;	/* those of triggers that some snapshot might
								 * not see */
	int			created_by_count;
	uint32		members_changed_in; /* the session's last transaction that was
									 * told, while it ran, of a change of a
									 * partitioned table among them */

	/* This session's view of shared memory, kept by session.c. */
	feed_entry *entry;			/* null before it is used */
	uint64		entry_number;
} feed_definition;

/* For _PG_init: makes the session note from now on which tables are changed. */
extern void feed_start_watching(void);

/*
 * Reads what the table itself says, unless the session knows it.  Returns what is wrong, in the
 * caller's memory context.  *f is null if the table does not have a guard.  Without a flaw, what it
 * points to stays for the session.
 */
extern feed_flaw feed_read(Oid table, feed_definition **f);

/* The same, and reads the partitions and (*f)->created_by if the table does not have a flaw itself. */
extern feed_flaw feed_read_whole(Oid table, feed_definition **f);

/*
 * Was the session told, while this transaction ran, that a partitioned table of the feed has changed?
 * Then its statement may have been planned without a partition that was attached, and not return rows
 * of it that its snapshot sees: ATTACH PARTITION does not wait for readers.  What the change was does
 * not count, because the catalogs show it before the session is told.
 */
extern bool feed_members_changed(const feed_definition *f);

/* The same without a definition: what is wrong with the table's kind. */
extern feed_flaw feed_relation_flaw(const table_row *table);

/* ERROR with the flaw's SQLSTATE: the table is not a feed. */
id_noreturn extern void feed_reject_table(Oid table, feed_flaw flaw);

/* The same for wiji_create_feed(): the relation cannot be a feed. */
id_noreturn extern void feed_reject_creation(Oid table, feed_flaw flaw);

/*
 * The feed's sequence, locked in RowExclusiveLock like one that nextval() uses.  ERROR 42809 if it was
 * dropped concurrently.
 */
extern Relation feed_open_sequence(const feed_definition *f);

/* The type of the column's values as keys; null if they cannot be keys.  layout is for uuid. */
extern const feed_key_type *feed_key_type_of(Oid type, const char *layout);

/*
 * A valid btree index of the table or partition whose first column is the key, in the order of its
 * type, preferably a unique index on the key alone.  InvalidOid if there is none.
 */
extern Oid	feed_key_index(Oid table, const feed_definition *f, bool *is_unique);

#endif							/* FEED_DEFINITION_H */
