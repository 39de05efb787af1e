/*
 * feed/catalog.h
 *		What the server's catalogs say of the triggers and subscriptions of a table.  They are read
 *		without a lock on the table.
 */
#ifndef FEED_CATALOG_H
#define FEED_CATALOG_H

#include "fmgr.h"
#include "nodes/pg_list.h"

/* The triggers, which are found by these addresses. */
extern Datum pgwiji_feed_enter(PG_FUNCTION_ARGS);
extern Datum pgwiji_feed_guard(PG_FUNCTION_ARGS);
extern Datum pgwiji_row_version(PG_FUNCTION_ARGS);

typedef struct trigger_row
{
	int			count;			/* triggers of this table that call the
								 * function */
	Oid			oid;
	Oid			parent;			/* the trigger that it is a clone of */
	char	   *name;
	TransactionId xmin;
	bool		is_unmodified;	/* apart from its arguments */
	int			n;				/* arguments */
	char	  **arguments;
} trigger_row;

/* Those of one table that call functions of ours. */
typedef struct trigger_rows
{
	trigger_row guard;
	trigger_row enter;
	trigger_row version;
} trigger_rows;

extern trigger_rows feed_read_triggers(Oid table);

/* Do both have n arguments at least, and are the first n the same? */
extern bool feed_have_same_arguments(const trigger_row *a, const trigger_row *b, int n);

/* The table whose trigger this is, or from whose trigger it was cloned for a partition. */
extern Oid	feed_table_of_trigger(Oid table, Oid trigger);

/* The tables of the database that have a guard of their own. */
extern List *feed_tables(void);

/* Does a subscription of this database insert into the table? */
extern bool feed_is_subscribed(Oid table);

#endif							/* FEED_CATALOG_H */
