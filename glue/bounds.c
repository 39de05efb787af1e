/*
 * glue/bounds.c
 *		The ids of a moment and of a period, for every identifier type.
 */
#include "postgres.h"

#include "access/stratnum.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "glue/bounds.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
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

/*
 * T_within(id, period) as id >= T_within_lower(period) AND id <=
 * T_within_upper(period): what indexes, partitions and estimates understand.
 *
 * That evaluates both arguments twice, so neither may be volatile.  A period
 * that depends on the row that the id is in cannot be searched for, and is left
 * to the function, which evaluates it once.
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

	if (contain_volatile_functions((Node *) args) || expression_returns_set((Node *) args) ||
		contain_subplans(id) ||
		bms_overlap(pull_varnos(req->root, id), pull_varnos(req->root, period)))
		return NULL;

	lower = comparison(id, period, type, BTGreaterEqualStrategyNumber, bound_function(within, "_lower"));
	upper = comparison(id, period, type, BTLessEqualStrategyNumber, bound_function(within, "_upper"));
	if (lower == NULL || upper == NULL)
		return NULL;
	return eval_const_expressions(req->root, (Node *) make_andclause(list_make2(lower, upper)));
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
