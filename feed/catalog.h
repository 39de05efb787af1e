/*
 * feed/catalog.h
 *		What the server's catalogs say of a table, its triggers, indexes and subscriptions.
 *
 * The table need not be locked: no entry of the relation cache is used, which the server could
 * have to build again while the table is being dropped.
 */
#ifndef FEED_CATALOG_H
#define FEED_CATALOG_H

#include "access/attnum.h"
#include "fmgr.h"
#include "nodes/pg_list.h"

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
extern bool feed_read_table(Oid table, table_row *row);

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
	int			n;				/* arguments */
	char	  **arguments;
} trigger_row;

/* Those of one table that call functions of ours. */
typedef struct trigger_rows
{
	bool		has_own;		/* is one of them no clone? */
	trigger_row guard;
	trigger_row enter;
	trigger_row version;
} trigger_rows;

extern trigger_rows feed_read_triggers(Oid table);

/* The names of those that are no clones, in order. */
extern List *feed_own_triggers(Oid table);

/* Do both have n arguments at least, and are the first n the same? */
extern bool feed_have_same_arguments(const trigger_row *a, const trigger_row *b, int n);

/* The table whose trigger this is, or from whose trigger it was cloned for a partition. */
extern Oid	feed_table_of_trigger(Oid table, Oid trigger);

/* The tables of the database that have a guard of their own. */
extern List *feed_tables(void);

/* Does a subscription of this database insert into the table? */
extern bool feed_is_subscribed(Oid table);

/* The sequence that the column owns; InvalidOid if there is none. */
extern Oid	feed_owned_sequence(Oid table, AttrNumber attnum);

/* Does the column alone determine the partition? */
extern bool feed_is_partition_key(Oid table, AttrNumber attnum);

#endif							/* FEED_CATALOG_H */
