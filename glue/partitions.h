/*
 * glue/partitions.h
 *		The partitions of tables whose key begins with an identifier: made ahead
 *		of time, dropped when their time is over, for every identifier type.
 */
#ifndef GLUE_PARTITIONS_H
#define GLUE_PARTITIONS_H

#include "fmgr.h"
#include "glue/id.h"

extern Datum id_create_partitions(FunctionCallInfo fcinfo, const id_kind *kind);
extern Datum id_drop_partitions(FunctionCallInfo fcinfo, const id_kind *kind);
extern Datum id_maintain_partitions(FunctionCallInfo fcinfo, const id_kind *kind);
extern Datum id_partition_report(FunctionCallInfo fcinfo, const id_kind *kind);

#endif							/* GLUE_PARTITIONS_H */
