/*
 * src/planner/support.c
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
#include "optimizer/optimizer.h"
#include "planner/condition.h"
#include "planner/estimate.h"
#include "planner/expression.h"
#include "planner/support.h"
#include "compat.h"
#include "utils/lsyscache.h"
#include "utils/rangetypes.h"
#include "utils/selfuncs.h"
#include "utils/typcache.h"

/* A period without ends, as a Const. */
static Node *
period_without_ends(void)
{
	RangeBound	lower = {
		.infinite = true,
		.lower = true,
	};
	RangeBound	upper = {.infinite = true};
	RangeType  *period = id_make_range(lookup_type_cache(TSTZRANGEOID, TYPECACHE_RANGE_INFO), &lower, &upper, false);

	return (Node *) makeConst(TSTZRANGEOID, -1, InvalidOid, -1, RangeTypePGetDatum(period), false, false);
}

/*
 * Does the condition only test that a value is of the kind, which is a subset of its
 * type?  No comparison says that, so the test stays a call.
 */
static bool
support_is_subset_test(const id_condition *c)
{
	return c->kind->subset && equal(c->time, period_without_ends());
}

/* That test of the condition's id. */
static Node *
support_subset_test(const id_condition *c)
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
support_joins_better(const id_condition *c)
{
	bool		policies = c->root != NULL && c->root->qual_security_level > 0;

	return c->predicate <= BTMaxStrategyNumber && (policies || c->predicate == BTEqualStrategyNumber) &&
		contain_var_clause(c->time);
}

/*
 * May these comparisons replace the condition?  Several of them repeat its id, if that
 * costs nothing, as with a column.  They are an AND or OR, which the server takes apart,
 * and a single one becomes its negator after NOT.  So where groups are found by their
 * looks, only what has a negator itself, a comparison with a moment, becomes another one.
 */
static bool
support_may_replace(const id_condition *c, List *comparisons)
{
	if (list_length(comparisons) == 1 && !is_orclause(linitial(comparisons)))
		return c->predicate <= BTMaxStrategyNumber || !id_groups_go_by_looks(c->root);
	return comparisons != NIL && id_may_repeat(c->root, c->id, 0) && !id_groups_go_by_looks(c->root);
}

/* SupportRequestSimplify: the comparisons in place of the call, or null. */
static Node *
support_simplify(const id_condition *c)
{
	List	   *result;

	/*
	 * Null for ids, and false for the type's other values, as comparisons
	 * are.
	 */
	if (id_is_null_const(c->time))
		result = list_make1(makeBoolConst(false, true));
	else if (support_is_subset_test(c) || support_joins_better(c))
		return NULL;
	else
		result = id_condition_comparisons(c);

	if (result != NIL && c->kind->subset)
		result = lappend(result, support_subset_test(c));
	if (!support_may_replace(c, result) || !id_may_replace(c->root, c->function))
		return NULL;
	return (Node *) make_ands_explicit(result);
}

/* SupportRequestIndexCondition: comparisons for an index on the id, or NIL. */
static List *
support_index_conditions(const id_condition *c, SupportRequestIndexCondition *request)
{
	List	   *result;
	bool		exact;
	ListCell   *lc;

	if (id_is_null_const(c->time) || support_is_subset_test(c) ||
		!is_pseudo_constant_for_index(c->root, c->time, request->index))
		return NIL;
	result = id_condition_range(c, &exact);
	foreach(lc, result)
	{
		if (!op_in_opfamily(castNode(OpExpr, lfirst(lc))->opno, request->opfamily))
			return NIL;
	}
	request->lossy = !exact;
	return id_may_replace(c->root, c->function) ? result : NIL;
}

/* SupportRequestSelectivity: the share of rows for which a call holds that was not replaced. */
static double
support_selectivity(const SupportRequestSelectivity *request, const id_kind *kind, const id_condition_function *functions)
{
	double		result;

	if (request->is_join)
		return ID_WITHIN_JOIN_SEL;
	result = id_condition_selectivity(request->root, kind, functions, request->funcid, request->args, request->varRelid);
	return result < 0 ? DEFAULT_RANGE_INEQ_SEL : result;
}

Datum
id_support(FunctionCallInfo fcinfo, const id_kind *kind, const id_condition_function *functions)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);
	Node	   *result = NULL;
	id_condition c = {.kind = kind};
	List	   *args;

	if (IsA(request, SupportRequestSimplify))
	{
		SupportRequestSimplify *simplification = (SupportRequestSimplify *) request;

		c.root = simplification->root;
		if (id_read_condition(&c, simplification->fcall->funcid, simplification->fcall->args, functions))
			result = support_simplify(&c);
	}
	else if (IsA(request, SupportRequestIndexCondition))
	{
		SupportRequestIndexCondition *use = (SupportRequestIndexCondition *) request;

		c.root = use->root;
		id_read_call(use->node, &args);
		if (id_read_condition(&c, use->funcid, args, functions) && list_nth(args, use->indexarg) == c.id)
			result = (Node *) support_index_conditions(&c, use);
	}
	else if (IsA(request, SupportRequestSelectivity))
	{
		((SupportRequestSelectivity *) request)->selectivity = support_selectivity((SupportRequestSelectivity *) request, kind, functions);
		result = request;
	}
	PG_RETURN_POINTER(result);
}
