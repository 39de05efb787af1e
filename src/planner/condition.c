/*
 * src/planner/condition.c
 *		What a condition by time says, as comparisons of ids.
 *
 * Comparisons repeat the condition's arguments, so one rule stands above all else
 * here: no argument that could give two answers is evaluated twice.
 */
#include "postgres.h"

#include "catalog/pg_collation.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "planner/condition.h"
#include "planner/expression.h"
#include "compat.h"
#include "bounds.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/multirangetypes.h"
#include "utils/rangetypes.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

/* Expressions that may be repeated */

/*
 * An expression that costs no more than what the server itself repeats when it inlines
 * functions.
 */
static bool
is_cheap(PlannerInfo *root, Node *node)
{
	return id_may_repeat(root, node, 10 * cpu_operator_cost);
}

/*
 * Constants, parameters, columns, and immutable functions of these give one
 * answer, however often they are asked.
 */
static bool
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
	return id_expression_tree_walker(node, collect_relations, relations);
}

/* Does the time depend on the row that the id is in? */
static bool
condition_is_of_one_row(const id_condition *c)
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
 * Comparisons: lists of them hold together.  A comparison is null where it needs a
 * function or an operator that someone has moved, renamed, dropped, or revoked the right
 * to call.
 */

/* T_<name>(args), in the condition's schema, or null. */
static Expr *
condition_call(const id_condition *c, const char *name, Oid result, List *args)
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
	if (!OidIsValid(function) || !id_may_call(c->root, c->function, function))
		return NULL;
	return (Expr *) makeFuncExpr(function, result, copyObject(args), InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
}

/* "id <operator> bound"; null if the bound is. */
static Expr *
condition_compare(const id_condition *c, StrategyNumber strategy, Expr *bound)
{
	Oid			type = exprType(c->id);
	Oid			family = id_btree_family(type);
	Oid			operator = get_opfamily_member(family, type, type, strategy);

	if (bound == NULL || !id_may_compare(c->root, c->function, operator))
		return NULL;
	return id_opclause(operator, (Expr *) copyObject(c->id), bound);
}

static Expr *
condition_compare_const(const id_condition *c, StrategyNumber strategy, const uint8 *id)
{
	return condition_compare(c, strategy, (Expr *) makeConst(exprType(c->id), -1, InvalidOid, c->kind->len,
															 id_datum(c->kind, id), false, c->kind->by_value));
}

/*
 * A comparison that holds for each id, or for none.  Unlike a boolean constant it is
 * null for a null.
 */
static Expr *
condition_of_all_ids(const id_condition *c, bool holds)
{
	uint8		id[ID_MAX_LEN];

	c->kind->first_of(c->kind->min_us, id);
	return condition_compare_const(c, holds ? BTGreaterEqualStrategyNumber : BTLessStrategyNumber, id);
}

/* Ids from a cut on, or before it: T_<name> of a moment gives the first id after it. */
static List *
condition_cut(const id_condition *c, bool from, const char *name, Node *at)
{
	return list_make1(condition_compare(c, from ? BTGreaterEqualStrategyNumber : BTLessStrategyNumber,
										condition_call(c, name, exprType(c->id), list_make1(at))));
}

/*
 * The same for a constant moment.  NIL if all ids are on that side, as they need not
 * be compared.
 */
static List *
condition_cut_const(const id_condition *c, bool from, TimestampTz at, bool after)
{
	uint8		id[ID_MAX_LEN];
	int			where = id_cut(c->kind, at, after, id);

	if (where != 0)
		return from == (where < 0) ? NIL : list_make1(condition_of_all_ids(c, false));
	return list_make1(condition_compare_const(c, from ? BTGreaterEqualStrategyNumber : BTLessStrategyNumber, id));
}

/* The ids of a constant period. */
static List *
condition_within_const(const id_condition *c, const RangeType *period)
{
	TypeCacheEntry *typcache = lookup_type_cache(RangeTypeGetOid(period), TYPECACHE_RANGE_INFO);
	RangeBound	lower;
	RangeBound	upper;
	bool		empty;
	List	   *result = NIL;

	range_deserialize(typcache, period, &lower, &upper, &empty);
	if (empty)
		return list_make1(condition_of_all_ids(c, false));
	if (!lower.infinite)
		result = condition_cut_const(c, true, DatumGetTimestampTz(lower.val), !lower.inclusive);
	if (!upper.infinite)
		result = list_concat(result, condition_cut_const(c, false, DatumGetTimestampTz(upper.val), upper.inclusive));
	return result != NIL ? result : list_make1(condition_of_all_ids(c, true));
}

/* The ids between the ends of a period that is not known yet. */
static List *
condition_within_bounds(const id_condition *c, Node *period)
{
	Oid			type = exprType(c->id);

	return list_make2(condition_compare(c, BTGreaterEqualStrategyNumber, condition_call(c, "within_lower", type, list_make1(period))),
					  condition_compare(c, BTLessEqualStrategyNumber, condition_call(c, "within_upper", type, list_make1(period))));
}

/* Brackets that the constructor takes; it refuses others itself. */
static bool
are_brackets(const char *text)
{
	return strlen(text) == 2 && strchr("[(", text[0]) && strchr("])", text[1]);
}

/* Is it tstzrange(a, b), or tstzrange(a, b, brackets) with constant brackets? */
static bool
is_constructor(const Node *period)
{
	const FuncExpr *constructor = (const FuncExpr *) period;
	const Const *brackets;

	if (!IsA(period, FuncExpr))
		return false;
	if (constructor->funcid != F_TSTZRANGE_TIMESTAMPTZ_TIMESTAMPTZ_TEXT)
		return constructor->funcid == F_TSTZRANGE_TIMESTAMPTZ_TIMESTAMPTZ;
	brackets = lthird(constructor->args);
	return IsA(brackets, Const) && !brackets->constisnull && are_brackets(TextDatumGetCString(brackets->constvalue));
}

/*
 * An end that may turn out to be null; a null end is infinite.  GREATEST and LEAST
 * pass over a null, and unlike COALESCE they are known not to leak what they see.
 */
static Node *
or_infinity(Node *end, bool from)
{
	MinMaxExpr *result = makeNode(MinMaxExpr);

	result->minmaxtype = TIMESTAMPTZOID;
	result->op = from ? IS_GREATEST : IS_LEAST;
	result->args = list_make2(end, makeConst(TIMESTAMPTZOID, -1, InvalidOid, sizeof(TimestampTz),
											 TimestampTzGetDatum(from ? DT_NOBEGIN : DT_NOEND), false, FLOAT8PASSBYVAL));
	result->location = -1;
	return (Node *) result;
}

/*
 * tstzrange(a, b, brackets).  Each end is in one comparison only, so it may be any
 * expression.  (Ends in the wrong order, an error of the constructor, make a
 * period without ids.)
 */
static List *
condition_within_ends(const id_condition *c, const FuncExpr *constructor)
{
	const char *brackets = "[)";
	List	   *result = NIL;

	if (list_length(constructor->args) == 3)
		brackets = TextDatumGetCString(castNode(Const, lthird(constructor->args))->constvalue);
	for (int i = 0; i < 2; i++)
	{
		Node	   *end = list_nth(constructor->args, i);
		bool		from = i == 0;
		bool		after = brackets[i] == (from ? '(' : ']');

		if (!IsA(end, Const))
			result = list_concat(result, condition_cut(c, from, after ? "after" : "since", or_infinity(end, from)));
		else if (!((Const *) end)->constisnull)
			result = list_concat(result, condition_cut_const(c, from, DatumGetTimestampTz(((Const *) end)->constvalue), after));
	}
	return result != NIL ? result : list_make1(condition_of_all_ids(c, true));
}

static List *
condition_within(const id_condition *c)
{
	Node	   *period = c->time;

	if (IsA(period, Const))
		return condition_within_const(c, DatumGetRangeTypeP(((Const *) period)->constvalue));
	if (is_constructor(period) && c->kind->sentinel)
		return condition_within_ends(c, (FuncExpr *) period);
	if (has_one_answer(c->root, period) || (is_constructor(period) && is_cheap(c->root, period)))
		return condition_within_bounds(c, period);
	return NIL;
}

/* Any of several periods. */
static List *
condition_within_any(const id_condition *c)
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
		return list_make1(condition_of_all_ids(c, false));
	if (n == 1)
		return condition_within_const(c, ranges[0]);
	if (n > MAX_PERIODS)
		return NIL;
	for (int i = 0; i < n; i++)
	{
		List	   *within = condition_within_const(c, ranges[i]);

		if (list_member_ptr(within, NULL))
			return NIL;
		result = lappend(result, make_ands_explicit(within));
	}
	return list_make1(make_orclause(result));
}

/* A comparison with a moment that is known. */
static List *
condition_compared_with_const(const id_condition *c, TimestampTz at)
{
	List	   *result = NIL;

	if (c->predicate >= BTEqualStrategyNumber)
		result = condition_cut_const(c, true, at, c->predicate == BTGreaterStrategyNumber);
	if (c->predicate <= BTEqualStrategyNumber)
		result = list_concat(result, condition_cut_const(c, false, at, c->predicate != BTLessStrategyNumber));
	return result != NIL ? result : list_make1(condition_of_all_ids(c, true));
}

/*
 * A comparison with any other moment.  It uses the moment once, except for equality
 * and for types without a sentinel.  A comparison of such a type becomes a period
 * with two ends, of which the comparison itself has one.  The other is the last id
 * or the first, whatever the moment is, unless no id is so late or so early.  So an
 * id never gets an answer that it would not get with one moment.
 */
static List *
condition_compared(const id_condition *c)
{
	static const char *const names[] = {"<", "<=", "=", ">=", ">"};
	Node	   *at = c->time;

	if (IsA(at, Const))
		return condition_compared_with_const(c, DatumGetTimestampTz(((Const *) at)->constvalue));
	if (c->predicate == BTEqualStrategyNumber && !has_one_answer(c->root, at))
		return NIL;
	if (!c->kind->sentinel && !is_cheap(c->root, at))
		return NIL;
	if (!c->kind->sentinel)
	{
		Const	   *name = makeConst(TEXTOID, -1, DEFAULT_COLLATION_OID, -1,
									 CStringGetTextDatum(names[c->predicate - 1]), false, false);
		Expr	   *period = condition_call(c, "moments", TSTZRANGEOID, list_make2(name, at));

		return period ? condition_within_bounds(c, (Node *) period) : NIL;
	}
	switch (c->predicate)
	{
		case BTLessStrategyNumber:
			return condition_cut(c, false, "since", at);
		case BTLessEqualStrategyNumber:
			return condition_cut(c, false, "after", at);
		case BTGreaterEqualStrategyNumber:
			return condition_cut(c, true, "since", at);
		case BTGreaterStrategyNumber:
			return condition_cut(c, true, "after", at);
		default:
			return list_concat(condition_cut(c, true, "since", at), condition_cut(c, false, "after", at));
	}
}

static List *
condition_all_comparisons(const id_condition *c)
{
	switch (c->predicate)
	{
		case ID_WITHIN:
			return condition_within(c);
		case ID_WITHIN_ANY:
			return condition_within_any(c);
		default:
			return condition_compared(c);
	}
}

List *
id_condition_comparisons(const id_condition *c)
{
	List	   *result = condition_all_comparisons(c);

	return list_member_ptr(result, NULL) ? NIL : result;
}

/* Several periods that are not constant have one range that they all are in. */
List *
id_condition_range(const id_condition *c, bool *exact)
{
	List	   *result;

	*exact = c->predicate != ID_WITHIN_ANY && !c->kind->subset;
	if (c->predicate != ID_WITHIN_ANY)
		return id_condition_comparisons(c);
	if (!has_one_answer(c->root, c->time))
		return NIL;
	result = condition_within_bounds(c, (Node *) makeFuncExpr(F_RANGE_MERGE_ANYMULTIRANGE, TSTZRANGEOID, list_make1(c->time),
															  InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
	return list_member_ptr(result, NULL) ? NIL : result;
}

/*
 * Reading a call
 */

bool
id_read_condition(id_condition *c, Oid function, List *args, const id_condition_function *functions)
{
	FmgrInfo	info;

	fmgr_info(function, &info);
	while (functions->function != NULL && functions->function != info.fn_addr)
		functions++;
	if (functions->function == NULL || list_length(args) != 2)
		return false;

	c->function = function;
	c->predicate = functions->predicate;
	c->id = list_nth(args, functions->id_arg);
	c->time = strip_domain(list_nth(args, 1 - functions->id_arg));
	return !contain_volatile_functions((Node *) args) && !expression_returns_set((Node *) args) &&
		!condition_is_of_one_row(c);
}

Oid
id_read_call(Node *node, List **args)
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
id_call_comparisons(PlannerInfo *root, const id_kind *kind, const id_condition_function *functions, Oid function, List *args)
{
	id_condition c = {
		.kind = kind,
		.root = root,
	};

	if (!OidIsValid(function) || !id_read_condition(&c, function, args, functions) || id_is_null_const(c.time))
		return NIL;
	return id_condition_comparisons(&c);
}
