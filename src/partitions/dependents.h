/*
 * src/partitions/dependents.h
 *		What goes with a partition that is dropped, and what keeps it from that.
 *
 * All are for the parent's owner, connected to SPI.
 */
#ifndef SRC_PARTITIONS_DEPENDENTS_H
#define SRC_PARTITIONS_DEPENDENTS_H

#include "nodes/pg_list.h"
#include "partitions/parent.h"

/*
 * The tables, indexes and sequences that go with some partitions, themselves included, and the
 * tables that lose a trigger, as those do to which their own foreign keys refer.  Their OIDs,
 * as texts.
 */
extern List *id_partition_relations(List *partitions);

/*
 * ERROR 2BP01 if an object that does not go with them, such as a view, depends on one of them
 * or on what goes with it.
 */
extern void id_partition_check_dependents(List *partitions);

/*
 * Will the server let the parent's owner drop a partition, once it is detached?  Not if it is
 * another's, part of an extension, or if it has dependents.
 */
extern bool id_partition_can_be_dropped(const id_parent *parent, Oid partition);

#endif							/* SRC_PARTITIONS_DEPENDENTS_H */
