/*
 * pg/partitions/locks.h
 *		The locks under which partitions are made, detached and dropped.
 *
 * All are for the owner, connected to SPI.  With wait, each lock is waited for,
 * no longer than lock_timeout, and never while another one of them is held.
 * Without, what is not free is ERROR 55P03.
 *
 * A lock taken, the parent has its owner still, or it is ERROR 55000: his code
 * must not run as another.  What was read of it before has to be read again.
 */
#ifndef PG_PARTITIONS_LOCKS_H
#define PG_PARTITIONS_LOCKS_H

#include "nodes/pg_list.h"
#include "pg/partitions/parent.h"

/*
 * The parent, its default partition, and tables at the other end of foreign
 * keys, to make partitions: reading and writing the parent go on.
 */
extern void id_lock_to_make(const id_parent *parent, bool wait);

/*
 * The same, and these partitions, to detach or to drop them.  Nobody reads or
 * writes the parent then, except if one partition is given which is being
 * detached already.
 */
extern void id_lock_to_remove(const id_parent *parent, List *partitions, bool drop, bool wait);

/* Are there keys to which, or by which, the parent refers? */
extern bool id_parent_has_foreign_keys(Oid parent);
extern bool id_parent_is_referred_to(Oid parent);

/*
 * For the session, until an abort or id_unlock_for_session: nobody drops, renames,
 * attaches or detaches the two.  DETACH ... CONCURRENTLY, which takes the same
 * locks, need not wait for them then, so names that are read now are those that
 * it finds.
 */
extern void id_lock_for_session(Oid parent, Oid partition);
extern void id_unlock_for_session(Oid parent, Oid partition);

#endif							/* PG_PARTITIONS_LOCKS_H */
