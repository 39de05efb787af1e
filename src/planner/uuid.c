/*
 * src/planner/uuid.c
 *		How the planner sees a comparison of a wiji with a uuid.
 *
 * Both have 16 bytes that are compared one by one, so the functions that
 * compare and hash wijis serve for uuids, too; wiji--1.0.sql declares them so.
 */
#include "postgres.h"

#include "access/stratnum.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "planner/bound.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"
#include "compat.h"

/* The operator for the same comparison of two uuids; InvalidOid for <>. */
static Oid
uuid_operator_for(const FuncExpr *call)
{
	Oid			left = exprType(linitial(call->args));
	Oid			right = exprType(lsecond(call->args));
	Oid			wiji = left == UUIDOID ? right : left;
	Oid			wijis = lookup_type_cache(wiji, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
	Oid			uuids = lookup_type_cache(UUIDOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf;

	for (StrategyNumber i = BTLessStrategyNumber; i <= BTMaxStrategyNumber; i++)
	{
		Oid			operator = get_opfamily_member(wijis, left, right, i);

		if (OidIsValid(operator) && get_opcode(operator) == call->funcid)
			return get_opfamily_member(uuids, UUIDOID, UUIDOID, i);
	}
	return InvalidOid;
}

/* A wiji as the uuid that it is; a uuid as it is. */
static Expr *
as_uuid(Node *node)
{
	return (Expr *) applyRelabelType(node, UUIDOID, -1, InvalidOid,
									 COERCE_IMPLICIT_CAST, -1, false);
}

/*
 * A comparison of a wiji with a uuid that depends on a row becomes one of two uuids.  The index of
 * either column can find it then, because the families of both have operators of uuids.  (The
 * operator that was written is only in wiji's.)  A uuid that depends on no row is searched for in
 * wijis, and stays what it is: the planner draws conclusions from it about other wijis.  A bound
 * stays, too, because BRIN and GiST have no operators of two uuids.
 */
static Node *
compare_as_uuids(const SupportRequestSimplify *request)
{
	Node	   *left = linitial(request->fcall->args);
	Node	   *right = lsecond(request->fcall->args);
	Node	   *uuid = exprType(left) == UUIDOID ? left : right;
	Oid			operator;
	Expr	   *clause;

	if (!contain_var_clause(uuid) || is_bound_of(uuid, TIMESTAMPTZOID))
		return NULL;
	operator = uuid_operator_for(request->fcall);
	if (!OidIsValid(operator))
		return NULL;
	clause = make_opclause(operator, BOOLOID, false, as_uuid(left), as_uuid(right),
						   InvalidOid, InvalidOid);
	set_opfuncid((OpExpr *) clause);
	return (Node *) clause;
}

PG_FUNCTION_INFO_V1(pgwiji_uuid_support);

Datum
pgwiji_uuid_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);

	if (!IsA(request, SupportRequestSimplify))
		PG_RETURN_POINTER(NULL);
	PG_RETURN_POINTER(compare_as_uuids((SupportRequestSimplify *) request));
}
