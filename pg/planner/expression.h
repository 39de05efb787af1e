/*
 * pg/planner/expression.h
 *		Expressions that support functions give to the server.
 */
#ifndef PG_PLANNER_EXPRESSION_H
#define PG_PLANNER_EXPRESSION_H

#include "nodes/primnodes.h"

/*
 * "left operator right", a boolean of types without a collation.  It is complete, so
 * that it may be executed as it is.  right is null for a prefix operator.
 */
extern Expr *id_opclause(Oid operator, Expr *left, Expr *right);

#endif							/* PG_PLANNER_EXPRESSION_H */
