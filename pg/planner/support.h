/*
 * pg/planner/support.h
 *		How the planner sees a condition by time, for every identifier type.
 */
#ifndef PG_PLANNER_SUPPORT_H
#define PG_PLANNER_SUPPORT_H

#include "fmgr.h"
#include "pg/planner/condition.h"
#include "pg/type/id.h"

/*
 * The planner support function of a type's conditions.  It answers the requests to
 * simplify, for conditions of an index, and for the selectivity, with null where
 * comparisons do not help.  The functions are as in condition.h.
 */
extern Datum id_support(FunctionCallInfo fcinfo, const id_kind *kind, const id_condition_function *functions);

#endif							/* PG_PLANNER_SUPPORT_H */
