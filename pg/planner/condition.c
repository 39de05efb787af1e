/*
 * pg/planner/condition.c
 *		What a condition by time says, as comparisons of ids.
 *
 * Comparisons repeat the condition's arguments, so one rule stands above all else
 * here: no argument that could give two answers is evaluated twice.
 */
#include "postgres.h"

#include "catalog/pg_collation.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "pg/planner/condition.h"
#include "pg/planner/expression.h"
#include "pg/server/compat.h"
#include "pg/type/bounds.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/multirangetypes.h"
#include "utils/rangetypes.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

/* Expressions that may be repeated */

/*
 * Has the expression no sub-select, and does it cost no more than the server
 * itself repeats when it inlines functions?
 */
static bool
is_cheap(PlannerInfo *root, Node *node)
{
	QualCost	cost;

	if (contain_subplans(node))
		return false;
	cost_qual_eval_node(&cost, node, root);
	return cost.startup + cost.per_tuple <= 10 * cpu_operator_cost;
}

/*
 * Constants, parameters, columns, and immutable functions of these give one
 * answer, however often they are asked.
 */
bool
has_one_answer(PlannerInfo *root, Node *node)
{
	return is_cheap(root, node) && !contain_mutable_functions(node);
}

/*
 * The relations whose columns are in an expression.  (pull_varnos needs a root,
 * and takes no OLD and NEW of a trigger.)
 */
static bool
collect_relations(Node *node, List **relations)
{
	if (node == NULL || IsA(node, Query))
		return false;
	if (IsA(node, Var) && ((Var *) node)->varlevelsup == 0)
		*relations = list_append_unique_int(*relations, ((Var *) node)->varno);
	return expression_tree_walker(node, collect_relations, relations);
}

/*
 * Does the time depend on the row that the id is in?  Nothing can be searched for
 * then.
 */
static bool
plan_of_one_row(const plan_condition *c)
{
	List	   *of_id = NIL;
	List	   *of_time = NIL;

	collect_relations(c->id, &of_id);
	collect_relations(c->time, &of_time);
	return list_intersection_int(of_id, of_time) != NIL;
}

/* A period without the conversion to the domain that the operators take. */
static Node *
strip_domain(Node *node)
{
	while (IsA(node, RelabelType))
		node = (Node *) ((RelabelType *) node)->arg;
	return node;
}

/* With more periods, the function is faster than a comparison with each. */
#define MAX_PERIODS 100

/*
 * Comparisons
 */

/*
 * A function of the type, in the condition's schema; null where someone has
 * moved or renamed it.
 */
static Expr *
plan_call(const plan_condition *c, const char *name, Oid result, List *args)
{
	Oid			types[2];
	int			n = 0;
	Oid			function;
	ListCell   *lc;

	foreach(lc, args)
		types[n++] = getBaseType(exprType(lfirst(lc)));
	function = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid,
							   CStringGetDatum(psprintf("%s_%s", c->kind->name, name)),
							   PointerGetDatum(buildoidvector(types, n)),
							   ObjectIdGetDatum(get_func_namespace(c->function)));
	if (!OidIsValid(function))
		return NULL;
	return (Expr *) makeFuncExpr(function, result, copyObject(args), InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
}

/* id <operator> bound; null where the bound is */
static Expr *
plan_compare(const plan_condition *c, StrategyNumber strategy, Expr *bound)
{
	Oid			type = exprType(c->id);
	Oid			family = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
	Oid			operator = get_opfamily_member(family, type, type, strategy);

	if (!OidIsValid(operator) || bound == NULL)
		return NULL;
	return id_opclause(operator, (Expr *) copyObject(c->id), bound);
}

static Expr *
plan_compare_const(const plan_condition *c, StrategyNumber strategy, const uint8 *id)
{
	return plan_compare(c, strategy, (Expr *) makeConst(exprType(c->id), -1, InvalidOid, c->kind->len,
														id_datum(c->kind, id), false, c->kind->by_value));
}

/* A comparison that holds for each id, or for none; it is null for a null. */
static Expr *
plan_any_id(const plan_condition *c, bool holds)
{
	uint8		id[ID_MAX_LEN];

	c->kind->first_of(c->kind->min_us, id);
	return plan_compare_const(c, holds ? BTGreaterEqualStrategyNumber : BTLessStrategyNumber, id);
}

/* The function T_<name> of a moment, as a bound. */
static List *
plan_cut(const plan_condition *c, bool on, const char *name, Node *at)
{
	return list_make1(plan_compare(c, on ? BTGreaterEqualStrategyNumber : BTLessStrategyNumber,
								   plan_call(c, name, exprType(c->id), list_make1(at))));
}

/*
 * Ids on one side of a constant moment.  The list is empty if all ids are there,
 * as they need not be compared.
 */
static List *
plan_cut_const(const plan_condition *c, bool on, TimestampTz at, bool after)
{
	uint8		id[ID_MAX_LEN];
	int			where = id_cut(c->kind, at, after, id);

	if (where != 0)
		return on == (where < 0) ? NIL : list_make1(plan_any_id(c, false));
	return list_make1(plan_compare_const(c, on ? BTGreaterEqualStrategyNumber : BTLessStrategyNumber, id));
}

/* The ends of a constant period. */
static List *
plan_within_const(const plan_condition *c, const RangeType *period)
{
	TypeCacheEntry *typcache = lookup_type_cache(RangeTypeGetOid(period), TYPECACHE_RANGE_INFO);
	RangeBound	lower;
	RangeBound	upper;
	bool		empty;
	List	   *result = NIL;

	range_deserialize(typcache, period, &lower, &upper, &empty);
	if (empty)
		return list_make1(plan_any_id(c, false));
	if (!lower.infinite)
		result = plan_cut_const(c, true, DatumGetTimestampTz(lower.val), !lower.inclusive);
	if (!upper.infinite)
		result = list_concat(result, plan_cut_const(c, false, DatumGetTimestampTz(upper.val), upper.inclusive));
	return result != NIL ? result : list_make1(plan_any_id(c, true));
}

/* The ids between the ends of a period that is not known yet. */
List *
plan_within_bounds(const plan_condition *c, Node *period)
{
	Oid			type = exprType(c->id);

	return list_make2(plan_compare(c, BTGreaterEqualStrategyNumber, plan_call(c, "within_lower", type, list_make1(period))),
					  plan_compare(c, BTLessEqualStrategyNumber, plan_call(c, "within_upper", type, list_make1(period))));
}

/* Bounds that the constructor takes; it refuses others itself. */
static bool
are_bounds(const char *text)
{
	return strlen(text) == 2 && strchr("[(", text[0]) && strchr("])", text[1]);
}

/* Is it tstzrange(a, b), or tstzrange(a, b, bounds) with constant bounds? */
static bool
is_constructor(const Node *period)
{
	const FuncExpr *constructor = (const FuncExpr *) period;
	const Const *bounds;

	if (!IsA(period, FuncExpr))
		return false;
	if (constructor->funcid == F_TSTZRANGE_TIMESTAMPTZ_TIMESTAMPTZ)
		return true;
	bounds = list_length(constructor->args) == 3 ? lthird(constructor->args) : NULL;
	return constructor->funcid == F_TSTZRANGE_TIMESTAMPTZ_TIMESTAMPTZ_TEXT &&
		IsA(bounds, Const) && !bounds->constisnull && are_bounds(TextDatumGetCString(bounds->constvalue));
}

/* An end that may turn out to be null; a null end is infinite. */
static Node *
or_infinity(Node *end, TimestampTz infinity)
{
	CoalesceExpr *result = makeNode(CoalesceExpr);

	result->coalescetype = TIMESTAMPTZOID;
	result->args = list_make2(end, makeConst(TIMESTAMPTZOID, -1, InvalidOid, sizeof(TimestampTz),
											 TimestampTzGetDatum(infinity), false, FLOAT8PASSBYVAL));
	result->location = -1;
	return (Node *) result;
}

/*
 * tstzrange(a, b, bounds).  Each end is in one comparison only, so it may be any
 * expression.  (Ends in the wrong order, an error of the constructor, make a
 * period without ids.)
 */
static List *
plan_within_ends(const plan_condition *c, const FuncExpr *constructor)
{
	const char *bounds = "[)";
	List	   *result = NIL;

	if (list_length(constructor->args) == 3)
		bounds = TextDatumGetCString(castNode(Const, lthird(constructor->args))->constvalue);
	for (int i = 0; i < 2; i++)
	{
		Node	   *end = list_nth(constructor->args, i);
		bool		on = i == 0;
		bool		after = bounds[i] == (on ? '(' : ']');
		TimestampTz infinity = on ? DT_NOBEGIN : DT_NOEND;

		if (!IsA(end, Const))
			result = list_concat(result, plan_cut(c, on, after ? "after" : "since", or_infinity(end, infinity)));
		else if (!((Const *) end)->constisnull)
			result = list_concat(result, plan_cut_const(c, on, DatumGetTimestampTz(((Const *) end)->constvalue), after));
	}
	return result != NIL ? result : list_make1(plan_any_id(c, true));
}

static List *
plan_within(const plan_condition *c)
{
	Node	   *period = c->time;

	if (IsA(period, Const))
		return plan_within_const(c, DatumGetRangeTypeP(((Const *) period)->constvalue));
	if (is_constructor(period) && c->kind->sentinel)
		return plan_within_ends(c, (FuncExpr *) period);
	if (has_one_answer(c->root, period) || (is_constructor(period) && is_cheap(c->root, period)))
		return plan_within_bounds(c, period);
	return NIL;
}

/* Any of several periods. */
static List *
plan_within_any(const plan_condition *c)
{
	MultirangeType *periods;
	TypeCacheEntry *typcache;
	RangeType **ranges;
	int32		n;
	List	   *result = NIL;

	if (!IsA(c->time, Const))
		return NIL;
	periods = DatumGetMultirangeTypeP(((Const *) c->time)->constvalue);
	typcache = lookup_type_cache(MultirangeTypeGetOid(periods), TYPECACHE_MULTIRANGE_INFO);
	multirange_deserialize(typcache->rngtype, periods, &n, &ranges);
	if (n == 0)
		return list_make1(plan_any_id(c, false));
	if (n > MAX_PERIODS)
		return NIL;
	for (int i = 0; i < n; i++)
		result = lappend(result, make_ands_explicit(plan_within_const(c, ranges[i])));
	return n == 1 ? result : list_make1(make_orclause(result));
}

/* A comparison with a moment that is known. */
static List *
plan_compared_with_const(const plan_condition *c, TimestampTz at)
{
	List	   *result = NIL;

	if (c->asks >= BTEqualStrategyNumber)
		result = plan_cut_const(c, true, at, c->asks == BTGreaterStrategyNumber);
	if (c->asks <= BTEqualStrategyNumber)
		result = list_concat(result, plan_cut_const(c, false, at, c->asks != BTLessStrategyNumber));
	return result != NIL ? result : list_make1(plan_any_id(c, true));
}

/*
 * A comparison with any other moment.  The moment is used once, except for
 * equality and by types without a sentinel.  A comparison of such a
 * type becomes a period with two ends.  The end that the comparison does not have
 * is the last id, or the first, whatever the moment is, unless no id is so late
 * or so early.  So an id never gets an answer that it would not get with one
 * moment.
 */
static List *
plan_compared(const plan_condition *c)
{
	static const char *const names[] = {"<", "<=", "=", ">=", ">"};
	Node	   *at = c->time;

	if (IsA(at, Const))
		return plan_compared_with_const(c, DatumGetTimestampTz(((Const *) at)->constvalue));
	if (c->asks == BTEqualStrategyNumber ? !has_one_answer(c->root, at) :
		!c->kind->sentinel && !is_cheap(c->root, at))
		return NIL;
	if (!c->kind->sentinel)
	{
		Const	   *name = makeConst(TEXTOID, -1, DEFAULT_COLLATION_OID, -1,
									 CStringGetTextDatum(names[c->asks - 1]), false, false);
		Expr	   *period = plan_call(c, "moments", TSTZRANGEOID, list_make2(name, at));

		return period ? plan_within_bounds(c, (Node *) period) : NIL;
	}
	switch (c->asks)
	{
		case BTLessStrategyNumber:
			return plan_cut(c, false, "since", at);
		case BTLessEqualStrategyNumber:
			return plan_cut(c, false, "after", at);
		case BTGreaterEqualStrategyNumber:
			return plan_cut(c, true, "since", at);
		case BTGreaterStrategyNumber:
			return plan_cut(c, true, "after", at);
		default:
			return list_concat(plan_cut(c, true, "since", at), plan_cut(c, false, "after", at));
	}
}

/*
 * Comparisons that all hold where the condition does.  The list is empty if there
 * are none.
 */
List *
plan_comparisons(const plan_condition *c)
{
	return c->asks == ID_WITHIN ? plan_within(c) : c->asks == ID_WITHIN_ANY ? plan_within_any(c) : plan_compared(c);
}

/*
 * Read a call as a condition.  False if it is none, if its arguments are volatile
 * or of one row, or if the role may not make the call, and so may not have it
 * replaced.
 */
bool
plan_condition_of(plan_condition *c, Oid function, List *args, const id_condition *conditions)
{
	FmgrInfo	info;

	fmgr_info(function, &info);
	while (conditions->function != NULL && conditions->function != info.fn_addr)
		conditions++;
	if (conditions->function == NULL || list_length(args) != 2)
		return false;

	c->function = function;
	c->asks = conditions->asks;
	c->id = list_nth(args, conditions->id_arg);
	c->time = strip_domain(list_nth(args, 1 - conditions->id_arg));
	return !contain_volatile_functions((Node *) args) && !expression_returns_set((Node *) args) && !plan_of_one_row(c) &&
		object_aclcheck(ProcedureRelationId, function, GetUserId(), ACL_EXECUTE) == ACLCHECK_OK;
}

bool
is_null_const(const Node *node)
{
	return IsA(node, Const) && ((const Const *) node)->constisnull;
}

/*
 * The function and the arguments of a call, written as such or by an operator.
 */
Oid
plan_call_of(Node *node, List **args)
{
	if (is_opclause(node))
	{
		*args = ((OpExpr *) node)->args;
		return ((OpExpr *) node)->opfuncid;
	}
	*args = IsA(node, FuncExpr) ? ((FuncExpr *) node)->args : NIL;
	return IsA(node, FuncExpr) ? ((FuncExpr *) node)->funcid : InvalidOid;
}

List *
id_comparisons(PlannerInfo *root, const id_kind *kind, const id_condition *conditions, Node *call)
{
	plan_condition c = {
		.kind = kind,
		.root = root,
	};
	List	   *args;
	Oid			function = plan_call_of(call, &args);
	List	   *result;

	if (!OidIsValid(function) || !plan_condition_of(&c, function, args, conditions) || is_null_const(c.time))
		return NIL;
	result = plan_comparisons(&c);
	return list_member_ptr(result, NULL) ? NIL : result;
}
