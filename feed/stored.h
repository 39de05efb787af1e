/*
 * feed/stored.h
 *		Horizons in table wiji_feed_horizon of the extension: stored.c reads them, store.c writes them.
 *
 * A row's commit follows those of all rows of the feed below its horizon, so whoever sees it sees
 * them.  A feed that is created again keeps its row, and starts above its mark, which is not below
 * its horizon; wiji_drop_feed() deletes it.
 */
#ifndef FEED_STORED_H
#define FEED_STORED_H

#include "executor/tuptable.h"
#include "feed/feed.h"
#include "storage/lockdefs.h"

/* The columns of the table. */
enum
{
	STORED_FEED = 1,			/* the table's OID, the primary key */
	STORED_COLUMN,				/* the number of the key's column */
	STORED_TYPE,				/* the name of the key's type */
	STORED_HORIZON,				/* as a time, or a number */
	STORED_MARK,				/* the same; no later start goes below it */
	STORED_AT,
	STORED_COLUMNS = STORED_AT
};

/*
 * The table; InvalidOid if the extension is being dropped.  It need not be locked, so it can be gone
 * at any time.
 */
extern Oid	feed_stored_table(void);

/* Opens it; null if it is gone.  ERROR 55000 if somebody has modified it. */
extern Relation feed_open_stored(Oid table, LOCKMODE mode);

/* Finds the row of a feed.  False if there is none. */
extern bool feed_find_stored(Relation rel, Oid feed, Snapshot snapshot, TupleTableSlot *row);

/* Reads a row.  False if it is of another key than the feed's, which it can have had before. */
extern bool feed_read_stored(const feed_definition *f, TupleTableSlot *row, feed_stored *s);

#endif							/* FEED_STORED_H */
