/*
 * src/partitions/locks.h
 *		The locks under which partitions are made, detached and dropped.
 *
 * All are for the owner, connected to SPI.  If missing is null, each lock is
 * waited for, no longer than lock_timeout, and never while another one of them is
 * held.  Otherwise what is not free is ERROR 55P03, and *missing says what it was:
 * the caller may wait for it in a transaction that holds nothing else, not even a
 * snapshot.
 *
 * A lock taken, the parent has its owner still, or it is ERROR 55000: his code
 * must not run as another.  What was read of it before has to be read again.
 */
#ifndef SRC_PARTITIONS_LOCKS_H
#define SRC_PARTITIONS_LOCKS_H

#include "nodes/pg_list.h"
#include "partitions/parent.h"
#include "storage/lockdefs.h"

typedef struct id_table_lock
{
	Oid			table;
	LOCKMODE	mode;
} id_table_lock;

/*
 * The parent, its default partition, and tables at the other end of foreign
 * keys, to make partitions: reading and writing the parent go on.
 */
extern void id_lock_to_make(const id_parent *parent, id_table_lock *missing);

/*
 * The same, and these partitions, to detach or to drop them.  Nobody reads or
 * writes the parent then, unless this completes the detachment of one partition
 * concurrently.
 */
extern void id_lock_to_remove(const id_parent *parent, List *partitions, bool drop, bool concurrently,
							  id_table_lock *missing);

/*
 * What the first part of DETACH ... CONCURRENTLY locks, in the same modes: so it
 * waits for none of it, and the two keep their names.
 */
extern void id_lock_to_detach_concurrently(const id_parent *parent, Oid partition, id_table_lock *missing);

/*
 * Until the transaction ends, the table's schema keeps its name.  ERROR 55P03 if somebody is
 * changing it.
 */
extern void id_keep_schema_name(Oid table);

/*
 * For the session, until an abort or id_release_table: nobody attaches, detaches,
 * renames or drops it.  (Its readers and writers, VACUUM and ANALYZE go on.)
 */
extern void id_keep_table(Oid table);
extern void id_release_table(Oid table);

/* Are there keys to which, or by which, the parent refers? */
extern bool id_parent_has_foreign_keys(Oid parent);
extern bool id_parent_is_referred_to(Oid parent);

#endif							/* SRC_PARTITIONS_LOCKS_H */
