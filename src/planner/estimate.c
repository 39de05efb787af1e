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
#include "catalog/pg_statistic.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "planner/bound.h"
#include "planner/estimate.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"

/* The ID that is estimated. */
typedef struct estimated_id
{
	PlannerInfo *root;
	const id_codec *codec;
	VariableStatData vardata;
	double		nulls;			/* the fraction of nulls */
	Node	   *expression;
	Oid			estimator;		/* of the comparison that is estimated */
	Relids		others;			/* whose columns its other side has */
} estimated_id;

/*
 * A search for the comparison that is estimated, in the planner's lists of clauses.
 *
 * It relies on two habits of the planner.  If one of them changes, plans get worse or planning gets
 * slower; answers stay right.
 *
 * - The planner estimates the clauses of a list one after the other.  So the next comparison
 *   usually comes after the last one, and the search begins there.  In another order it would find
 *   the same, in a time that is quadratic in the number of clauses.
 * - It passes the arguments of the clause itself, not a copy.  A copy would not be found, and the
 *   ends of a range would be estimated as if they were independent of each other.
 */
#define SEARCH_LEVELS 8

typedef struct clause_search
{
	const List *args;			/* of the comparison */
	int			place[SEARCH_LEVELS];	/* where the last one ended, at each
										 * level of nested lists */
} clause_search;

/* A clause, or the clauses of an OR, without the planner's notes. */
static Node *
strip_restrictinfo(Node *node)
{
	RestrictInfo *info = (RestrictInfo *) node;

	if (!IsA(node, RestrictInfo))
		return node;
	return (Node *) (info->orclause ? info->orclause : info->clause);
}

/*
 * Find the comparison in a list of clauses, or inside of one.  The result is the list of clauses
 * that are ANDed with it, or NIL.
 */
static List *
find_anded_clauses(clause_search *search, int level, List *clauses, bool are_anded)
{
	int		   *place = &search->place[Min(level, SEARCH_LEVELS - 1)];
	int			first = *place;

	for (int i = 0; i < list_length(clauses); i++)
	{
		int			n = (first + i) % list_length(clauses);
		Node	   *clause = strip_restrictinfo(list_nth(clauses, n));
		bool		is_anded = are_anded;
		List	   *found = NIL;

		while (IsA(clause, BooleanTest))
		{
			clause = (Node *) ((BooleanTest *) clause)->arg;
			is_anded = false;
		}
		if (is_opclause(clause) && ((OpExpr *) clause)->args == search->args)
			found = is_anded ? clauses : list_make1(clause);
		else if (IsA(clause, BoolExpr))
			found = find_anded_clauses(search, level + 1, ((BoolExpr *) clause)->args,
									   is_andclause(clause));
		if (found != NIL)
		{
			*place = n;
			return found;
		}
	}
	return NIL;
}

/*
 * Is the clause a comparison of the ID with a value of the same tables, for which
 * an index can be used?  If so, the operator is that with the ID on its left.
 */
static bool
compares_id(const estimated_id *e, const OpExpr *clause, Oid *operator, Node **other)
{
	bool		on_left;

	if (!is_opclause(clause) || list_length(clause->args) != 2 ||
		get_oprrest(clause->opno) != e->estimator)
		return false;
	on_left = equal(linitial(clause->args), e->expression);
	if (!on_left && !equal(lsecond(clause->args), e->expression))
		return false;
	*operator = on_left ? clause->opno : get_commutator(clause->opno);
	*other = on_left ? lsecond(clause->args) : linitial(clause->args);
	return OidIsValid(*operator) && bms_equal(pull_varnos(e->root, *other), e->others) &&
		!contain_volatile_functions(*other);
}

/* Anyone can create an operator with this estimator, for any types. */
static bool
has_layout_of(const id_codec *codec, Oid type)
{
	return get_typlen(type) == (int16) codec->len &&
		get_typbyval(type) == (codec->as_bigint && FLOAT8PASSBYVAL);
}

/*
 * The fraction of rows for which "id operator bound" is true.
 *
 * ineq_histogram_selectivity looks up today's least and greatest value in an
 * index, which an extension cannot do, and then interpolates between values of
 * types that it knows.  It uses the type for nothing else.  A bigint is one, and
 * a macaddr is read as 6 bytes, most significant first: the time of a wiji to a
 * quarter of a millisecond.
 */
static double
bound_selectivity(const estimated_id *e, Oid operator, const char *name, Datum bound)
{
	VariableStatData as_number = e->vardata;
	FmgrInfo	compare;
	double		common;
	double		matching_common;
	double		fraction;

	if (!HeapTupleIsValid(e->vardata.statsTuple) || !has_layout_of(e->codec, e->vardata.atttype))
		return DEFAULT_INEQ_SEL;
	fmgr_info(get_opcode(operator), &compare);
	matching_common = mcv_selectivity(&as_number, &compare, InvalidOid, bound, true, &common);
	as_number.vartype = e->codec->as_bigint ? INT8OID : MACADDROID;
	fraction = ineq_histogram_selectivity(e->root, &as_number, operator, &compare,
										  name[0] == '>', name[1] == '=',
										  InvalidOid, bound, as_number.vartype);
	if (fraction < 0)			/* no histogram */
		fraction = 0.5;
	fraction = fraction * (1 - e->nulls - common) + matching_common;
	CLAMP_PROBABILITY(fraction);
	return fraction;
}

/*
 * The selectivity of the comparison with these arguments, computed as clauselist_selectivity() does
 * for the server's types.  The planner multiplies the selectivities of ANDed clauses, so the first
 * comparison has that of the whole range and the others have 1.  A planner that estimates one of
 * the others without the first takes it for true of all rows.
 */
static double
comparison_selectivity(const estimated_id *e, List *args, List *clauses)
{
	double		above = 2;		/* of the lower bounds; 2 if there is none */
	double		below = 2;
	ListCell   *lc;

	foreach(lc, clauses)
	{
		OpExpr	   *clause = (OpExpr *) strip_restrictinfo(lfirst(lc));
		double		fraction = DEFAULT_INEQ_SEL;
		Oid			operator;
		Node	   *other;
		char	   *name;

		if (!compares_id(e, clause, &operator, &other))
			continue;
		if (above > 1 && below > 1 && clause->args != args)
			return 1;			/* it is not the first */
		name = get_opname(operator);	/* one of < <= >= > */
		other = estimate_expression_value(e->root, other);
		if (IsA(other, Const) && ((Const *) other)->constisnull)
			return 0;
		if (IsA(other, Const) && has_layout_of(e->codec, ((Const *) other)->consttype))
			fraction = bound_selectivity(e, operator, name, ((Const *) other)->constvalue);
		if (name[0] == '>')
			above = Min(above, fraction);
		else
			below = Min(below, fraction);
	}
	if (above > 1 || below > 1)
		return above > 1 && below > 1 ? DEFAULT_INEQ_SEL : Min(above, below);
	if (above == DEFAULT_INEQ_SEL || below == DEFAULT_INEQ_SEL)
		return DEFAULT_RANGE_INEQ_SEL;	/* one of them is unknown */
	return Max(above + below - 1 + e->nulls, 1e-10);
}

Datum
id_rangesel(FunctionCallInfo fcinfo, const id_codec *codec)
{
	Oid			operator = PG_GETARG_OID(1);
	List	   *args = (List *) PG_GETARG_POINTER(2);
	int			varRelid = PG_GETARG_INT32(3);
	static clause_search search;
	List	   *clauses = NIL;
	Node	   *other;
	bool		varonleft;
	double		result;
	estimated_id e = {
		.root = (PlannerInfo *) PG_GETARG_POINTER(0),
		.codec = codec,
		.estimator = get_oprrest(operator),
	};

	if (!get_restriction_variable(e.root, args, varRelid, &e.vardata, &other, &varonleft))
		PG_RETURN_FLOAT8(DEFAULT_INEQ_SEL);
	e.expression = varonleft ? linitial(args) : lsecond(args);
	e.others = pull_varnos(e.root, other);
	if (HeapTupleIsValid(e.vardata.statsTuple))
		e.nulls = ((Form_pg_statistic) GETSTRUCT(e.vardata.statsTuple))->stanullfrac;

	if (e.vardata.rel != NULL && !contain_volatile_functions(other))
	{
		search.args = args;
		clauses = find_anded_clauses(&search, 0, e.vardata.rel->baserestrictinfo, true);
		if (clauses == NIL)
			clauses = find_anded_clauses(&search, 0, e.vardata.rel->joininfo, true);
	}
	if (clauses != NIL)
		result = comparison_selectivity(&e, args, clauses);
	else if (is_bound_of(other, TSTZRANGEOID))	/* condition.c made two */
		result = 0.07;
	else						/* an index's predicate, HAVING, a volatile
								 * value and the like */
	{
		clauses = list_make1(make_opclause(operator, BOOLOID, false,
										   linitial(args), lsecond(args), InvalidOid, InvalidOid));
		result = comparison_selectivity(&e, ((OpExpr *) linitial(clauses))->args, clauses);
	}
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
	Node	   *bound = lsecond((List *) PG_GETARG_POINTER(2));

	PG_RETURN_FLOAT8(is_bound_of(bound, TSTZRANGEOID) ? 0.001 / DEFAULT_INEQ_SEL : DEFAULT_INEQ_SEL);
}
