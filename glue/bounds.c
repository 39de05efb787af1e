/*
 * glue/bounds.c
 *		The ids of a moment and of a period, for every identifier type.
 */
#include "postgres.h"

#include "access/stratnum.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "glue/bounds.h"
#include "glue/compat.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "optimizer/planmain.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rangetypes.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

id_period
id_period_arg(FunctionCallInfo fcinfo, int n, int64 min_us, int64 max_us)
{
	const id_period none = {.first = 0, .last = -1};

	RangeType  *range = PG_GETARG_RANGE_P(n);
	TypeCacheEntry *typcache = range_get_typcache(fcinfo, RangeTypeGetOid(range));
	RangeBound	lower;
	RangeBound	upper;
	bool		empty;
	TimestampTz first = id_us_to_timestamptz(min_us);
	TimestampTz last = id_us_to_timestamptz(max_us);
	TimestampTz bound;

	range_deserialize(typcache, range, &lower, &upper, &empty);
	if (empty)
		return none;

	/* compared before a microsecond is added, which the greatest of all moments have no room for */
	if (!lower.infinite)
	{
		bound = DatumGetTimestampTz(lower.val);
		if (bound > last)
			return none;
		if (bound >= first)
			first = bound + !lower.inclusive;
	}
	if (!upper.infinite)
	{
		bound = DatumGetTimestampTz(upper.val);
		if (bound < first)
			return none;
		if (bound <= last)
			last = bound - !upper.inclusive;
	}
	return (id_period) {first + UNIX_EPOCH_OFFSET_US, last + UNIX_EPOCH_OFFSET_US};
}

/*
 * The planner's view of T_within(id, period)
 */

/* The function T_within_lower or T_within_upper, in the schema of T_within. */
static Oid
bound_function(Oid within, const char *suffix)
{
	Oid			range = TSTZRANGEOID;
	char	   *name = psprintf("%s%s", get_func_name(within), suffix);

	return GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid,
						   CStringGetDatum(name),
						   PointerGetDatum(buildoidvector(&range, 1)),
						   ObjectIdGetDatum(get_func_namespace(within)));
}

/* id <operator> bound(period), or null where someone has moved or renamed what it needs */
static Expr *
comparison(Node *id, Node *period, Oid type, StrategyNumber strategy, Oid bound)
{
	Oid			family = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
	Oid			operator = get_opfamily_member(family, type, type, strategy);

	if (!OidIsValid(operator) || !OidIsValid(bound))
		return NULL;
	return make_opclause(operator, BOOLOID, false,
						 (Expr *) copyObject(id),
						 (Expr *) makeFuncExpr(bound, type, list_make1(copyObject(period)),
											   InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL),
						 InvalidOid, InvalidOid);
}

/* Does it take some rows only, and any of them?  OFFSET 0, which many write to keep a sub-select apart, takes all. */
static bool
takes_any_rows(const Query *query)
{
	const Const *offset = (const Const *) eval_const_expressions(NULL, query->limitOffset);

	if (query->hasDistinctOn || query->rowMarks != NIL)
		return true;
	if (query->sortClause != NIL)
		return false;
	return query->limitCount != NULL ||
		(offset != NULL && !(IsA(offset, Const) && !offset->constisnull && DatumGetInt64(offset->constvalue) == 0));
}

/*
 * Has it a sub-select that may give one answer now and another the next time?
 * Of one that is planned already nobody can tell.
 */
static bool
has_fickle_subselect(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, SubPlan) || IsA(node, AlternativeSubPlan) || IsA(node, TableSampleClause))
		return true;
	if (IsA(node, Query))
		return takes_any_rows((Query *) node) ||
			query_tree_walker((Query *) node, has_fickle_subselect, context, 0);
	return expression_tree_walker(node, has_fickle_subselect, context);
}

/*
 * T_within(id, period) as id >= T_within_lower(period) AND id <=
 * T_within_upper(period): what indexes, partitions and estimates understand.
 *
 * That evaluates both arguments twice, so neither may be volatile, nor a
 * sub-select that may take other rows the second time.  A period that depends
 * on the row that the id is in cannot be searched for, and is left to the
 * function, which evaluates it once, as is a call that the role may not make.
 *
 * Only bounds of a constant become constants: to simplify anything else again
 * would be for nothing, and without end for a function that calls itself.
 */
static Node *
simplify(SupportRequestSimplify *req)
{
	List	   *args = req->fcall->args;
	Oid			within = req->fcall->funcid;
	Node	   *id = linitial(args);
	Node	   *period = lsecond(args);
	Oid			type = exprType(id);
	Expr	   *lower;
	Expr	   *upper;
	Expr	   *both;

	if (object_aclcheck(ProcedureRelationId, within, GetUserId(), ACL_EXECUTE) != ACLCHECK_OK ||
		contain_volatile_functions((Node *) args) || expression_returns_set((Node *) args) ||
		contain_subplans(id) || has_fickle_subselect(period, NULL) ||
		bms_overlap(pull_varnos(req->root, id), pull_varnos(req->root, period)))
		return NULL;

	lower = comparison(id, period, type, BTGreaterEqualStrategyNumber, bound_function(within, "_lower"));
	upper = comparison(id, period, type, BTLessEqualStrategyNumber, bound_function(within, "_upper"));
	if (lower == NULL || upper == NULL)
		return NULL;
	if (req->root)
		record_plan_function_dependency(req->root, within);	/* of which the plan shows no trace */
	both = make_andclause(list_make2(lower, upper));
	return IsA(period, Const) ? eval_const_expressions(req->root, (Node *) both) : (Node *) both;
}

PG_FUNCTION_INFO_V1(id_within_support);

Datum
id_within_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);

	if (!IsA(request, SupportRequestSimplify))
		PG_RETURN_POINTER(NULL);
	PG_RETURN_POINTER(simplify((SupportRequestSimplify *) request));
}
