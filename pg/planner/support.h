/*
 * pg/planner/support.h
 *		How the planner sees a condition by time, for every identifier type.
 */
#ifndef PG_PLANNER_SUPPORT_H
#define PG_PLANNER_SUPPORT_H

#include "fmgr.h"
#include "pg/planner/condition.h"
#include "pg/type/id.h"

/* A planner support function: conditions end with one without a function. */
extern Datum id_plan(FunctionCallInfo fcinfo, const id_kind *kind, const id_condition *conditions);

#endif							/* PG_PLANNER_SUPPORT_H */
