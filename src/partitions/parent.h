/*
 * src/partitions/parent.h
 *		A table that is partitioned by the time of its ids, read from the catalogs,
 *		and the identity in which its partitions are changed.
 *
 * Reading opens no table, so no code of its owner runs and no lock is taken.  All
 * that is read of one table's partitions is of one moment.
 */
#ifndef SRC_PARTITIONS_PARENT_H
#define SRC_PARTITIONS_PARENT_H

#include "core/spans.h"
#include "nodes/pg_list.h"
#include "id.h"
#include "utils/timestamp.h"

typedef struct id_parent
{
	const id_kind *kind;
	Oid			oid;
	Oid			owner;
	char		persistence;
	int			columns;		/* of the partition key */
	Oid			type;			/* of the first one */
	Oid			default_oid;	/* the default partition, or InvalidOid */
	int			count;			/* of all others, in the order of time */
	span	   *spans;			/* their times */
	Oid		   *oids;			/* the tables themselves */
} id_parent;

/* The identity of the caller, to return to after acting as the owner. */
typedef struct id_caller
{
	Oid			user;
	int			security_context;
	int			guc_level;
} id_caller;

/*
 * Is the table partitioned by range of an identifier?  Then all of *parent is
 * known but its partitions.  Raises no error.
 */
extern bool id_parent_find(Oid oid, id_parent *parent);

/*
 * The same, or ERROR 42809; and ERROR 42501 for a caller who has not the rights
 * of its owner, if these are asked for.
 */
extern id_parent *id_parent_open(Oid oid, bool as_owner);

/*
 * The partitions, as they are now: later than the transaction's snapshot.  The
 * result is null, or a sentence that says which bound is not a moment's first
 * id.  Then nothing is known of the partitions.  Raises no error.
 */
extern char *id_parent_read(id_parent *parent);

/* The same; ERROR 42809 with that sentence. */
extern void id_parent_read_or_error(id_parent *parent);

/*
 * The parent of a partition, or InvalidOid.  While it is being detached, "leaving" is an xid: every
 * snapshot with a later xmin knows of that.  Otherwise it is invalid.
 */
extern Oid	id_partition_parent(Oid partition, TransactionId *leaving);

/*
 * The partitions of a table; the table with all that is below it, level by level.
 * An owner can nest more levels than a stack has room for, so nothing here recurses.
 * (The server's own functions raise an error if one is dropped meanwhile.)
 */
extern List *id_partitions_of(Oid table);
extern List *id_partition_tree(Oid table);

/* Which of the parent's is it?  -1 if it is none. */
extern int	id_partition_index(const id_parent *parent, Oid partition);

/*
 * The first column of a query on the catalogs as they are now, with two
 * parameters of type oid, $1 and $2.  Needs a connection to SPI.
 */
extern List *id_query_catalogs(const char *sql, Oid first, Oid second);

/* The same, where the query has one %s, for the OIDs of tables as '{%s}'::oid[]. */
extern List *id_query_tables(const char *sql, List *tables, Oid first, Oid second) pg_attribute_printf(1, 0);

/*
 * All between these two runs with the owner's rights, in the security-restricted
 * context in which the server itself reindexes and vacuums others' tables, with
 * a safe search_path, and in that time zone.
 */
extern void id_become_owner(const id_parent *parent, const char *timezone, id_caller *caller);
extern void id_become_caller(const id_caller *caller);

/*
 * ERROR 42501 if policies may hide rows of that table from the owner.  (Not by
 * row_security for all that he does: triggers on DDL may write to such tables.)
 */
extern void id_check_policies(Oid table);

/* Until AtEOXact_GUC(false, result), the session has that time zone. */
extern int	id_set_timezone(const char *timezone);

/* The name by which people know the type. */
extern const char *id_type_name(const id_kind *kind);

/* schema.name, quoted; ERROR 42P01 if there is no such table any more */
extern char *id_table_name(Oid table);

/*
 * The name as the caller's search_path shortens it; the name alone.  Or the OID, if it is
 * dropped.
 */
extern char *id_table_text(Oid table);
extern char *id_table_label(Oid table);

#endif							/* SRC_PARTITIONS_PARENT_H */
