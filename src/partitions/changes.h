/*
 * src/partitions/changes.h
 *		Partitions are made, detached and dropped.
 *
 * All are for the owner, connected to SPI, with the locks of locks.h.  Statements
 * name tables; afterwards the catalogs are asked by OID whether the right ones
 * were changed.  If not, because schemas changed their names meanwhile, it is
 * ERROR 55000.
 */
#ifndef SRC_PARTITIONS_CHANGES_H
#define SRC_PARTITIONS_CHANGES_H

#include "partitions/schedule.h"

/*
 * A new partition of that name.  Storage parameters come from the partition like,
 * if there is one.  ERROR 23514 if rows of the default partition belong to it,
 * and a WARNING if that has foreign tables, which nobody searches for such rows.
 */
extern Oid	id_partition_make(const id_parent *parent, const span *time, const char *name, Oid like);

/*
 * How many rows of the default partition, as far as they are in this server, belong to
 * each of these tasks, which are in the order of time?  Nothing is waited for: if somebody
 * has locked one of the tables, none are counted, unless we have locked them as locks.h does.
 */
extern void id_count_default_rows(const id_parent *parent, List *tasks, bool locked);
extern void id_forget_default_rows(List *tasks);

/*
 * Detach or drop it, whatever of it has to be done before.  Concurrently, that is
 * to complete its detachment: older snapshots should be gone, as the server waits
 * for them.
 */
extern void id_partition_remove(const id_parent *parent, Oid partition, bool drop, bool concurrently);

/* Drop what is detached. */
extern void id_partition_drop(Oid partition);

/* The statement that detaches it concurrently. */
extern char *id_partition_detach_statement(Oid parent, Oid partition);

#endif							/* SRC_PARTITIONS_CHANGES_H */
