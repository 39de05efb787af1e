/*
 * pg/partitions/partitions.h
 *		The partitions of tables whose key begins with an identifier: made ahead
 *		of time, dropped when their time is over, for every identifier type.
 */
#ifndef PG_PARTITIONS_PARTITIONS_H
#define PG_PARTITIONS_PARTITIONS_H

#include "fmgr.h"
#include "pg/type/id.h"

/* The kind of the first column of a table's partition key, or null. */
extern const id_kind *id_partition_kind(Oid table);

extern Datum id_create_partitions(FunctionCallInfo fcinfo, const id_kind *kind);
extern Datum id_drop_partitions(FunctionCallInfo fcinfo, const id_kind *kind);
extern Datum id_maintain_partitions(FunctionCallInfo fcinfo, const id_kind *kind);
extern Datum id_partition_report(FunctionCallInfo fcinfo, const id_kind *kind);

#endif							/* PG_PARTITIONS_PARTITIONS_H */
