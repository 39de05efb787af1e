/*
 * src/planner/bound.h
 *		The bounds of conditions by time, as the planner sees them.
 */
#ifndef SRC_PLANNER_BOUND_H
#define SRC_PLANNER_BOUND_H

#include "nodes/nodeFuncs.h"

/*
 * Is it the bound of a condition by time?  The bodies of such conditions call functions of one
 * argument: of a timestamptz, as in "id >= timestamp", or of a tstzrange, as in "id <@ range".
 */
static inline bool
is_bound_of(Node *node, Oid type)
{
	return IsA(node, FuncExpr) && list_length(((FuncExpr *) node)->args) == 1 &&
		exprType(linitial(((FuncExpr *) node)->args)) == type;
}

#endif							/* SRC_PLANNER_BOUND_H */
