/*
 * pg/planner/expression.c
 *		Expressions that support functions give to the server.
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "pg/planner/expression.h"
#include "pg/server/compat.h"

/*
 * make_opclause leaves the operator's function out.  The planner fills it in when it
 * finishes a plan, but COPY FROM ... WHERE executes what is simplified as it is.
 */
Expr *
id_opclause(Oid operator, Expr *left, Expr *right)
{
	Expr	   *clause = make_opclause(operator, BOOLOID, false, left, right, InvalidOid, InvalidOid);

	set_opfuncid((OpExpr *) clause);
	return clause;
}

/* Ten calls with the constants and columns that they are made with have fewer nodes. */
#define SMALL 50

static bool
is_larger_than(Node *node, int *most)
{
	return node != NULL && (--*most < 0 || expression_tree_walker(node, is_larger_than, most));
}

bool
id_may_repeat(PlannerInfo *root, Node *node, Cost most)
{
	int			size = SMALL;
	QualCost	cost;

	if (is_larger_than(node, &size) || contain_subplans(node))
		return false;
	cost_qual_eval_node(&cost, node, root);
	return cost.startup + cost.per_tuple <= most;
}
