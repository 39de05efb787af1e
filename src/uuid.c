/*
 * src/uuid.c
 *		How the planner sees a comparison of a wiji with a uuid.
 *
 * Both have 16 bytes that are compared one by one, so the functions that
 * compare and hash wijis serve for uuids, too; wiji--1.0.sql declares them so.
 */
#include "postgres.h"

#include "access/stratnum.h"
#include "catalog/pg_type.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "planner/expression.h"
#include "compat.h"
#include "utils/lsyscache.h"

/* Which comparison of the family does this function do? */
static StrategyNumber
wiji_uuid_strategy_of(Oid function, Oid family, Oid left, Oid right)
{
	for (StrategyNumber i = BTLessStrategyNumber; i <= BTMaxStrategyNumber; i++)
	{
		Oid			operator = get_opfamily_member(family, left, right, i);

		if (OidIsValid(operator) && get_opcode(operator) == function)
			return i;
	}
	return InvalidStrategy;
}

/* A wiji as the uuid that it is; a uuid as it is. */
static Expr *
wiji_as_uuid(Node *node)
{
	return (Expr *) applyRelabelType(node, UUIDOID, -1, InvalidOid, COERCE_IMPLICIT_CAST, -1, false);
}

/*
 * A comparison of a wiji with a uuid that depends on a row becomes one of two
 * uuids: the index of either column can find it then, as operators of uuids are
 * in the families of both.  (The operator that was written is only in wiji's.)
 * A uuid that depends on no row is searched for in wijis, and stays what it is:
 * there the planner draws conclusions from it about other wijis.
 */
static Node *
wiji_uuid_simplify(SupportRequestSimplify *req)
{
	FuncExpr   *call = req->fcall;
	Node	   *left = linitial(call->args);
	Node	   *right = lsecond(call->args);
	bool		uuid_on_left = exprType(left) == UUIDOID;
	Oid			wiji = exprType(uuid_on_left ? right : left);
	StrategyNumber strategy;
	Oid			operator;

	if (!contain_var_clause(uuid_on_left ? left : right))
		return NULL;

	strategy = wiji_uuid_strategy_of(call->funcid, id_btree_family(wiji), exprType(left), exprType(right));
	operator = get_opfamily_member(id_btree_family(UUIDOID), UUIDOID, UUIDOID, strategy);
	if (!id_may_replace(req->root, call->funcid) || !id_may_compare(req->root, call->funcid, operator))
		return NULL;
	return (Node *) id_opclause(operator, wiji_as_uuid(left), wiji_as_uuid(right));
}

PG_FUNCTION_INFO_V1(pgwiji_uuid_support);

Datum
pgwiji_uuid_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);

	if (!IsA(request, SupportRequestSimplify))
		PG_RETURN_POINTER(NULL);
	PG_RETURN_POINTER(wiji_uuid_simplify((SupportRequestSimplify *) request));
}
