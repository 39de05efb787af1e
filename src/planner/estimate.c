/*
 * src/planner/estimate.c
 *		Selectivity of comparisons of IDs.
 *
 * The server's own estimators lack two things for types that are not built in:
 * they take half of a histogram bin for any part of one, because they cannot
 * convert the values to numbers, and they do not pair "id >= a AND id < b" into
 * a range for operators with another estimator than theirs.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/stratnum.h"
#include "catalog/pg_am.h"
#include "catalog/pg_amop.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "planner/estimate.h"
#include "utils/catcache.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"
#include "utils/syscache.h"

/* One end of a range: no bound, an unknown one, or the constant of a comparison. */
typedef struct range_end
{
	bool		bounded;
	Oid			operator;		/* with the ID on its left; InvalidOid if the
								 * bound is not known */
	StrategyNumber strategy;
	Const	   *bound;
} range_end;

typedef struct id_range
{
	range_end	lower;
	range_end	upper;
} id_range;

/* The ID that is estimated. */
typedef struct estimated_id
{
	PlannerInfo *root;
	const id_kind *kind;
	VariableStatData vardata;
	Node	   *expression;
	Oid			estimator;		/* of the comparison that is estimated */
	bool		joined;			/* may the other side have columns? */
} estimated_id;

/* The strategy of a btree operator; InvalidStrategy of any other. */
static StrategyNumber
btree_strategy(Oid operator)
{
	CatCList   *members = SearchSysCacheList1(AMOPOPID, ObjectIdGetDatum(operator));
	StrategyNumber result = InvalidStrategy;

	for (int i = 0; i < members->n_members; i++)
	{
		Form_pg_amop member = (Form_pg_amop) GETSTRUCT(&members->members[i]->tuple);

		if (member->amopmethod == BTREE_AM_OID)
			result = member->amopstrategy;
	}
	ReleaseSysCacheList(members);
	return result;
}

/* A clause, or the clauses of an OR, without the planner's notes. */
static Node *
bare_clause(Node *node)
{
	if (!IsA(node, RestrictInfo))
		return node;
	return (Node *) (((RestrictInfo *) node)->orclause ? ((RestrictInfo *) node)->orclause : ((RestrictInfo *) node)->clause);
}

/*
 * Find the comparison with these arguments among ANDed clauses, or inside of one.
 * The result is the list of clauses that are ANDed with it, or NIL.
 */
static List *
anded_with(List *clauses, const List *args)
{
	ListCell   *lc;

	foreach(lc, clauses)
	{
		Node	   *clause = bare_clause(lfirst(lc));
		List	   *found = NIL;
		ListCell   *arm;

		if (is_opclause(clause) && ((OpExpr *) clause)->args == args)
			return clauses;
		if (is_andclause(clause))
			found = anded_with(((BoolExpr *) clause)->args, args);
		else if (IsA(clause, BoolExpr))
			foreach(arm, ((BoolExpr *) clause)->args)
				found = found != NIL ? found : anded_with(list_make1(lfirst(arm)), args);
		else if (IsA(clause, BooleanTest))
			found = anded_with(list_make1(((BooleanTest *) clause)->arg), args);
		if (found != NIL)
			return found;
	}
	return NIL;
}

/*
 * Read a clause as a bound of the ID at one end of the range.  Of two constants at
 * one end the tighter one counts.  False if the clause is not such a comparison.
 */
static bool
add_to_range(const estimated_id *e, Node *clause, id_range *range)
{
	OpExpr	   *comparison = (OpExpr *) clause;
	range_end	found = {.bounded = true};
	range_end  *end;
	Node	   *other;

	if (!is_opclause(clause) || list_length(comparison->args) != 2 || get_oprrest(comparison->opno) != e->estimator)
		return false;
	if (equal(linitial(comparison->args), e->expression))
		found.operator = comparison->opno;
	else if (equal(lsecond(comparison->args), e->expression))
		found.operator = get_commutator(comparison->opno);
	else
		return false;
	other = found.operator == comparison->opno ? lsecond(comparison->args) : linitial(comparison->args);
	if (!e->joined && contain_var_clause(other))
		return false;

	found.strategy = btree_strategy(found.operator);
	other = estimate_expression_value(e->root, other);
	if (found.strategy == InvalidStrategy || (IsA(other, Const) && ((Const *) other)->constisnull))
		return false;
	if (IsA(other, Const))
		found.bound = (Const *) other;
	end = found.strategy > BTEqualStrategyNumber ? &range->lower : &range->upper;
	if (!end->bounded)
		*end = found;
	else if (end->bound == NULL || found.bound == NULL)
		end->bound = NULL;
	else
	{
		uint8		words[2][sizeof(uint64)];
		int			order = memcmp(id_bytes(e->kind, found.bound->constvalue, words[0]),
								   id_bytes(e->kind, end->bound->constvalue, words[1]), e->kind->len);

		if (end == &range->lower ? order > 0 : order < 0)
			*end = found;
	}
	return true;
}

/*
 * The fraction of rows on the range's side of one end, nulls not counted.
 *
 * ineq_histogram_selectivity looks up today's least and greatest value in an
 * index, which an extension cannot do, and then interpolates between values of
 * types that it knows.  It uses the type for nothing else.  A bigint is one, and
 * a macaddr8 is read as 8 bytes, most significant first, as an ID's time is.
 */
static double
end_selectivity(const estimated_id *e, const range_end *end)
{
	VariableStatData as_number = e->vardata;
	bool		greater = end->strategy > BTEqualStrategyNumber;
	bool		or_equal = end->strategy == BTLessEqualStrategyNumber || end->strategy == BTGreaterEqualStrategyNumber;
	Form_pg_statistic stats;
	FmgrInfo	compare;
	double		common;
	double		matching_common;
	double		fraction;

	if (end->bound == NULL || !HeapTupleIsValid(e->vardata.statsTuple))
		return DEFAULT_INEQ_SEL;

	stats = (Form_pg_statistic) GETSTRUCT(e->vardata.statsTuple);
	fmgr_info(get_opcode(end->operator), &compare);
	matching_common = mcv_selectivity(&as_number, &compare, InvalidOid, end->bound->constvalue, true, &common);
	as_number.vartype = e->kind->by_value ? INT8OID : MACADDR8OID;
	fraction = ineq_histogram_selectivity(e->root, &as_number, end->operator, &compare, greater, or_equal,
										  InvalidOid, end->bound->constvalue, as_number.vartype);
	if (fraction < 0)			/* no histogram */
		fraction = 0.5;
	fraction = fraction * (1 - stats->stanullfrac - common) + matching_common;
	CLAMP_PROBABILITY(fraction);
	return fraction;
}

/* As clauselist_selectivity combines the two ends. */
static double
range_selectivity(const estimated_id *e, const id_range *range)
{
	double		lower = range->lower.bounded ? end_selectivity(e, &range->lower) : 1;
	double		upper = range->upper.bounded ? end_selectivity(e, &range->upper) : 1;
	double		nulls = HeapTupleIsValid(e->vardata.statsTuple) ?
		((Form_pg_statistic) GETSTRUCT(e->vardata.statsTuple))->stanullfrac : 0;

	if (!range->lower.bounded || !range->upper.bounded)
		return Min(lower, upper);
	if (range->lower.bound == NULL || range->upper.bound == NULL)
		return DEFAULT_RANGE_INEQ_SEL;
	return Max(lower + upper - 1 + nulls, 1e-10);
}

/* The selectivity of the comparison with these arguments. */
static double
comparison_selectivity(const estimated_id *e, Oid operator, List *args)
{
	List	   *clauses = NIL;
	id_range	range = {0};
	bool		first = true;
	ListCell   *lc;

	if (e->vardata.rel != NULL)
	{
		clauses = anded_with(e->vardata.rel->baserestrictinfo, args);
		if (clauses == NIL)
			clauses = anded_with(e->vardata.rel->joininfo, args);
	}
	if (clauses == NIL)			/* an index's predicate, HAVING and the like */
	{
		Expr	   *alone = make_opclause(operator, BOOLOID, false, linitial(args), lsecond(args), InvalidOid, InvalidOid);

		((OpExpr *) alone)->args = args;
		clauses = list_make1(alone);
	}
	foreach(lc, clauses)
	{
		OpExpr	   *clause = (OpExpr *) bare_clause(lfirst(lc));

		if (add_to_range(e, (Node *) clause, &range))
		{
			if (first && clause->args != args)
				return 1;
			first = false;
		}
	}
	return first ? DEFAULT_INEQ_SEL : range_selectivity(e, &range);
}

Datum
id_rangesel(FunctionCallInfo fcinfo, const id_kind *kind)
{
	Oid			operator = PG_GETARG_OID(1);
	List	   *args = (List *) PG_GETARG_POINTER(2);
	int			varRelid = PG_GETARG_INT32(3);
	Node	   *other;
	bool		varonleft;
	double		result;
	estimated_id e = {
		.root = (PlannerInfo *) PG_GETARG_POINTER(0),
		.kind = kind,
		.estimator = get_oprrest(operator),
		.joined = varRelid != 0,
	};

	if (!get_restriction_variable(e.root, args, varRelid, &e.vardata, &other, &varonleft))
		PG_RETURN_FLOAT8(DEFAULT_INEQ_SEL);
	e.expression = varonleft ? linitial(args) : lsecond(args);
	result = IsA(other, Const) && ((Const *) other)->constisnull ? 0 : comparison_selectivity(&e, operator, args);
	ReleaseVariableStats(e.vardata);
	PG_RETURN_FLOAT8(result);
}

/*
 * The join estimator of <=.  An upper bound that is computed from another table's
 * range is half of "id <@ range", which joins like contjoinsel.
 */
PG_FUNCTION_INFO_V1(pgwiji_lejoinsel);

Datum
pgwiji_lejoinsel(PG_FUNCTION_ARGS)
{
	ListCell   *lc;

	foreach(lc, (List *) PG_GETARG_POINTER(2))
	{
		FuncExpr   *call = lfirst(lc);

		if (IsA(call, FuncExpr) && list_length(call->args) == 1 && exprType(linitial(call->args)) == TSTZRANGEOID)
			PG_RETURN_FLOAT8(0.001 / DEFAULT_INEQ_SEL);
	}
	PG_RETURN_FLOAT8(DEFAULT_INEQ_SEL);
}
