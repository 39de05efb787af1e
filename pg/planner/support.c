/*
 * pg/planner/support.c
 *		How the planner sees a condition by time, for every identifier type.
 *
 * Indexes, partitions and estimates understand comparisons of ids.  A condition
 * by time becomes such comparisons twice:
 *
 * - when the planner simplifies expressions.  The condition is replaced then, so
 *	 it may be anywhere: below NOT, in the SELECT list, in an index's predicate.
 *	 The comparisons have the condition's value for every id and every moment,
 *	 null included.
 * - when it looks for a use of an index.  A sub-select is a parameter by then,
 *	 which any number of comparisons may use.
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/planmain.h"
#include "pg/planner/condition.h"
#include "pg/planner/estimate.h"
#include "pg/planner/support.h"
#include "pg/server/compat.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rangetypes.h"
#include "utils/selfuncs.h"
#include "utils/typcache.h"

/*
 * An id is repeated only if it costs nothing, as a column does.  Otherwise
 * conditions inside of conditions would cost exponentially.
 */
static bool
costs_nothing(PlannerInfo *root, Node *node)
{
	QualCost	cost;

	if (contain_subplans(node))
		return false;
	cost_qual_eval_node(&cost, node, root);
	return cost.startup + cost.per_tuple == 0;
}

/* A period without ends, as a Const. */
static Node *
period_without_ends(void)
{
	RangeBound	lower = {
		.infinite = true,
		.lower = true,
	};
	RangeBound	upper = {.infinite = true};
	RangeType  *period = make_range(lookup_type_cache(TSTZRANGEOID, TYPECACHE_RANGE_INFO), &lower, &upper, false, NULL);

	return (Node *) makeConst(TSTZRANGEOID, -1, InvalidOid, -1, RangeTypePGetDatum(period), false, false);
}

/*
 * Does the condition ask for nothing but ids, of a type that has other values,
 * too?  It is as simple as can be then.
 */
static bool
plan_asks_for_ids(const plan_condition *c)
{
	return c->kind->subset && equal(c->time, period_without_ends());
}

/* The condition that asks for nothing but ids. */
static Node *
plan_is_id(const plan_condition *c)
{
	return (Node *) makeFuncExpr(c->function, BOOLOID, list_make2(copyObject(c->id), period_without_ends()),
								 InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
}

/*
 * Does the condition join better with a column of moments if it stays what it is?
 * Of equality eqjoinsel tells how many ids have the moment, and estimators of the
 * moment's ends would not.  And where a policy hides rows, or a view that is a
 * security barrier, an index is only used for what is leakproof: the operators
 * are, the functions of bounds are not.
 */
static bool
plan_joins_better(const plan_condition *c)
{
	bool		policies = c->root != NULL && c->root->qual_security_level > 0;

	return c->asks <= BTMaxStrategyNumber && (policies || c->asks == BTEqualStrategyNumber) && contain_var_clause(c->time);
}

/* The comparisons in place of the call. */
static Node *
plan_simplify(const plan_condition *c)
{
	List	   *result;

	/*
	 * null for ids, and false for the type's other values, as the comparisons
	 * are
	 */
	if (is_null_const(c->time))
		return c->kind->subset
			? (Node *) make_andclause(list_make2(plan_is_id(c), makeBoolConst(false, true)))
			: makeBoolConst(false, true);
	if (plan_asks_for_ids(c))
		return NULL;
	if (plan_joins_better(c))
		return NULL;
	result = plan_comparisons(c);
	if (result != NIL && c->kind->subset)
		result = lappend(result, plan_is_id(c));
	if (result == NIL || list_member_ptr(result, NULL) ||
		((list_length(result) > 1 || is_orclause(linitial(result))) && !costs_nothing(c->root, c->id)))
		return NULL;
	if (c->root)
		record_plan_function_dependency(c->root, c->function);	/* the plan shows no
																 * trace of it */
	return (Node *) make_ands_explicit(result);
}

/* Comparisons as conditions of an index on the id. */
static List *
plan_index_conditions(const plan_condition *c, SupportRequestIndexCondition *request)
{
	List	   *result = NIL;
	ListCell   *lc;

	if (is_null_const(c->time) || plan_asks_for_ids(c) || !is_pseudo_constant_for_index(c->root, c->time, request->index))
		return NIL;
	if (c->asks != ID_WITHIN_ANY)
		result = plan_comparisons(c);
	else if (has_one_answer(c->root, c->time))
		result = plan_within_bounds(c, (Node *) makeFuncExpr(F_RANGE_MERGE_ANYMULTIRANGE, TSTZRANGEOID, list_make1(c->time),
															 InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
	foreach(lc, result)
	{
		if (lfirst(lc) == NULL || !op_in_opfamily(castNode(OpExpr, lfirst(lc))->opno, request->opfamily))
			return NIL;
	}
	request->lossy = c->asks == ID_WITHIN_ANY || c->kind->subset;
	return result;
}

/* The share of rows for which a call holds, if it was not replaced. */
static double
plan_selectivity(const SupportRequestSelectivity *request, const id_kind *kind, const id_condition *conditions)
{
	FuncExpr   *call = makeFuncExpr(request->funcid, BOOLOID, request->args, InvalidOid, request->inputcollid, COERCE_EXPLICIT_CALL);
	double		result;

	if (request->is_join)
		return ID_WITHIN_JOIN_SEL;
	result = id_condition_selectivity(request->root, kind, conditions, (Node *) call, request->varRelid);
	return result < 0 ? DEFAULT_RANGE_INEQ_SEL : result;
}

Datum
id_plan(FunctionCallInfo fcinfo, const id_kind *kind, const id_condition *conditions)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);
	Node	   *result = NULL;
	plan_condition c = {.kind = kind};
	List	   *args;

	if (IsA(request, SupportRequestSimplify))
	{
		SupportRequestSimplify *simplification = (SupportRequestSimplify *) request;

		c.root = simplification->root;
		if (plan_condition_of(&c, simplification->fcall->funcid, simplification->fcall->args, conditions))
			result = plan_simplify(&c);
	}
	else if (IsA(request, SupportRequestIndexCondition))
	{
		SupportRequestIndexCondition *use = (SupportRequestIndexCondition *) request;

		c.root = use->root;
		plan_call_of(use->node, &args);
		if (plan_condition_of(&c, use->funcid, args, conditions) && list_nth(args, use->indexarg) == c.id)
			result = (Node *) plan_index_conditions(&c, use);
	}
	else if (IsA(request, SupportRequestSelectivity))
	{
		((SupportRequestSelectivity *) request)->selectivity = plan_selectivity((SupportRequestSelectivity *) request, kind, conditions);
		result = request;
	}
	PG_RETURN_POINTER(result);
}
