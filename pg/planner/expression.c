/*
 * pg/planner/expression.c
 *		Expressions that support functions give to the server.
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "pg/planner/expression.h"

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
