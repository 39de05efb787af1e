/*
 * src/planner/expression.h
 *		Expressions that support functions give to the server.
 */
#ifndef SRC_PLANNER_EXPRESSION_H
#define SRC_PLANNER_EXPRESSION_H

#include "nodes/pathnodes.h"

/*
 * "left operator right", a boolean of types without a collation.  It is complete, so
 * that it may be executed as it is.
 */
extern Expr *id_opclause(Oid operator, Expr *left, Expr *right);

/*
 * May a plan do without the call of a function that its statement has?  Where the call
 * stays, the server asks whether the role that runs the plan may execute the function.
 * A plan that only some roles may run is planned again for another role.
 */
extern bool id_may_replace(PlannerInfo *root, Oid function);

/*
 * May it call another function instead?  A condition that the role may use must not fail
 * for how it was planned.  What is simplified without a plan, such as an index's
 * predicate, is kept for all roles.
 */
extern bool id_may_call(PlannerInfo *root, Oid instead_of, Oid function);

/*
 * May it compare instead?  After NOT the server makes a comparison its negator, and it
 * exchanges the sides where that helps.  False if there is no such operator.
 */
extern bool id_may_compare(PlannerInfo *root, Oid instead_of, Oid operator);

/*
 * The family of the type's default operator class for btree; InvalidOid if it has none,
 * or someone has put one in its place that has an order of its own.
 * The server's type cache knows it, too, but the first time it looks for a cast to each
 * type that has such a class, which takes longer than all else in a session's first plan.
 */
extern Oid	id_btree_family(Oid type);

/*
 * May an expression be repeated?  It has no sub-select, costs at most that, and is
 * small: a cost may be zero, by the setting or the function's COST, and conditions
 * inside of conditions would be as large as two to the power of their depth.
 */
extern bool id_may_repeat(PlannerInfo *root, Node *node, Cost most);

#endif							/* SRC_PLANNER_EXPRESSION_H */
