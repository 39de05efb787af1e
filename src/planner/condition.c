/*
 * src/planner/condition.c
 *		Index conditions for time conditions that the server does not inline.
 *
 * A condition such as "id <@ range" is an SQL function whose body compares the
 * ID twice.  The server inlines it, unless that would evaluate a sub-select twice.
 * When indexes are matched, the sub-select is a parameter, so it is inlined here.
 */
#include "postgres.h"

#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "optimizer/paths.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"

/* Is it a comparison of the index's column with a value known before the scan? */
static bool
fits_index(Node *clause, const SupportRequestIndexCondition *request)
{
	return is_opclause(clause) && list_length(((OpExpr *) clause)->args) == 2 &&
		op_in_opfamily(((OpExpr *) clause)->opno, request->opfamily) &&
		match_index_to_operand(get_leftop(clause), request->indexcol, request->index) &&
		is_pseudo_constant_for_index(request->root, get_rightop(clause), request->index);
}

/*
 * The comparisons in the condition that fit the index; NIL if none does.  The
 * request becomes lossy if there are others.
 */
static List *
index_conditions(SupportRequestIndexCondition *request)
{
	Node	   *condition = eval_const_expressions(request->root, copyObject(request->node));
	List	   *clauses = make_ands_implicit((Expr *) condition);
	List	   *result = NIL;
	ListCell   *lc;

	foreach(lc, clauses)
	{
		if (fits_index(lfirst(lc), request))
			result = lappend(result, lfirst(lc));
	}
	request->lossy = list_length(result) < list_length(clauses);
	return result;
}

/* The planner support function of all types' time conditions. */
PG_FUNCTION_INFO_V1(pgwiji_within_support);

Datum
pgwiji_within_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);

	if (IsA(request, SupportRequestIndexCondition))
		PG_RETURN_POINTER(index_conditions((SupportRequestIndexCondition *) request));
	if (IsA(request, SupportRequestSelectivity))
	{
		((SupportRequestSelectivity *) request)->selectivity = DEFAULT_RANGE_INEQ_SEL;
		PG_RETURN_POINTER(request);
	}
	PG_RETURN_POINTER(NULL);
}

/*
 * The planner support function of a recheck, which follows comparisons that describe the same
 * condition less exactly.  They have its estimate.
 */
PG_FUNCTION_INFO_V1(pgwiji_recheck_support);

Datum
pgwiji_recheck_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);

	if (!IsA(request, SupportRequestSelectivity))
		PG_RETURN_POINTER(NULL);
	((SupportRequestSelectivity *) request)->selectivity = 1;
	PG_RETURN_POINTER(request);
}
