/*
 * src/planner/support.h
 *		How the planner sees a condition by time, for every identifier type.
 */
#ifndef SRC_PLANNER_SUPPORT_H
#define SRC_PLANNER_SUPPORT_H

#include "fmgr.h"
#include "planner/condition.h"
#include "id.h"

/*
 * The planner support function of a type's conditions.  It answers the requests to
 * simplify, for conditions of an index, and for the selectivity, with null where
 * comparisons do not help.  The functions are as in condition.h.
 */
extern Datum id_support(FunctionCallInfo fcinfo, const id_kind *kind, const id_condition_function *functions);

#endif							/* SRC_PLANNER_SUPPORT_H */
