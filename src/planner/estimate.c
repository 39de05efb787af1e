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
	bool		joined;			/* may the other side have columns? */
} estimated_id;

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
 * Is the clause another comparison of the ID that is estimated here?  If so, the
 * operator is that with the ID on its left.
 */
static bool
compares_id(const estimated_id *e, Node *clause, Oid *operator, Node **other)
{
	OpExpr	   *comparison = (OpExpr *) clause;
	bool		on_left;

	if (!is_opclause(clause) || list_length(comparison->args) != 2 || get_oprrest(comparison->opno) != e->estimator)
		return false;
	on_left = equal(linitial(comparison->args), e->expression);
	if (!on_left && !equal(lsecond(comparison->args), e->expression))
		return false;
	*operator = on_left ? comparison->opno : get_commutator(comparison->opno);
	*other = on_left ? lsecond(comparison->args) : linitial(comparison->args);
	return OidIsValid(*operator) && (e->joined || !contain_var_clause(*other));
}

/* Anyone may give an operator this estimator, and it may take any types. */
static bool
is_laid_out_as(const id_codec *codec, Oid type)
{
	return get_typlen(type) == (int16) codec->len && get_typbyval(type) == codec->by_value;
}

/*
 * The fraction of rows for which "id operator bound" is true.
 *
 * ineq_histogram_selectivity looks up today's least and greatest value in an
 * index, which an extension cannot do, and then interpolates between values of
 * types that it knows.  It uses the type for nothing else.  A bigint is one, and
 * a macaddr is read as 6 bytes, most significant first: the time of a wiji to a
 * quarter of a millisecond.  (A macaddr8 is read wrongly if its fifth byte is
 * above 127.)
 */
static double
bound_selectivity(const estimated_id *e, Oid operator, const char *name, Datum bound)
{
	VariableStatData as_number = e->vardata;
	FmgrInfo	compare;
	double		common;
	double		matching_common;
	double		fraction;

	if (!HeapTupleIsValid(e->vardata.statsTuple) || !is_laid_out_as(e->codec, e->vardata.atttype))
		return DEFAULT_INEQ_SEL;
	fmgr_info(get_opcode(operator), &compare);
	matching_common = mcv_selectivity(&as_number, &compare, InvalidOid, bound, true, &common);
	as_number.vartype = e->codec->by_value ? INT8OID : MACADDROID;
	fraction = ineq_histogram_selectivity(e->root, &as_number, operator, &compare, name[0] == '>', name[1] == '=',
										  InvalidOid, bound, as_number.vartype);
	if (fraction < 0)			/* no histogram */
		fraction = 0.5;
	fraction = fraction * (1 - e->nulls - common) + matching_common;
	CLAMP_PROBABILITY(fraction);
	return fraction;
}

/* Of the comparison with these arguments, as clauselist_selectivity has it of the server's types. */
static double
comparison_selectivity(const estimated_id *e, List *args, List *clauses)
{
	double		above = 2;		/* of the lower bounds; 2 if there is none */
	double		below = 2;
	bool		first = true;
	ListCell   *lc;

	foreach(lc, clauses)
	{
		OpExpr	   *clause = (OpExpr *) bare_clause(lfirst(lc));
		double		fraction = DEFAULT_INEQ_SEL;
		Oid			operator;
		Node	   *other;
		char	   *name;

		if (!compares_id(e, (Node *) clause, &operator, &other))
			continue;
		if (first && clause->args != args)
			return 1;			/* that one gets it all */
		first = false;
		name = get_opname(operator);	/* one of < <= >= > */
		other = estimate_expression_value(e->root, other);
		if (IsA(other, Const) && ((Const *) other)->constisnull)
			return 0;
		if (IsA(other, Const) && is_laid_out_as(e->codec, ((Const *) other)->consttype))
			fraction = bound_selectivity(e, operator, name, ((Const *) other)->constvalue);
		if (name[0] == '>')
			above = Min(above, fraction);
		else
			below = Min(below, fraction);
	}
	if (above > 1 && below > 1)
		return DEFAULT_INEQ_SEL;
	if (above > 1 || below > 1)
		return Min(above, below);
	if (above == DEFAULT_INEQ_SEL || below == DEFAULT_INEQ_SEL)
		return DEFAULT_RANGE_INEQ_SEL;	/* one of them is not known */
	return Max(above + below - 1 + e->nulls, 1e-10);
}

Datum
id_rangesel(FunctionCallInfo fcinfo, const id_codec *codec)
{
	Oid			operator = PG_GETARG_OID(1);
	List	   *args = (List *) PG_GETARG_POINTER(2);
	int			varRelid = PG_GETARG_INT32(3);
	List	   *clauses = NIL;
	Node	   *other;
	bool		varonleft;
	double		result;
	estimated_id e = {
		.root = (PlannerInfo *) PG_GETARG_POINTER(0),
		.codec = codec,
		.estimator = get_oprrest(operator),
		.joined = varRelid != 0,
	};

	if (!get_restriction_variable(e.root, args, varRelid, &e.vardata, &other, &varonleft))
		PG_RETURN_FLOAT8(DEFAULT_INEQ_SEL);
	e.expression = varonleft ? linitial(args) : lsecond(args);
	if (HeapTupleIsValid(e.vardata.statsTuple))
		e.nulls = ((Form_pg_statistic) GETSTRUCT(e.vardata.statsTuple))->stanullfrac;

	if (e.vardata.rel != NULL)
		clauses = anded_with(e.vardata.rel->baserestrictinfo, args);
	if (clauses == NIL && e.vardata.rel != NULL)
		clauses = anded_with(e.vardata.rel->joininfo, args);
	if (clauses == NIL)			/* an index's predicate, HAVING and the like */
	{
		Expr	   *alone = make_opclause(operator, BOOLOID, false, linitial(args), lsecond(args), InvalidOid, InvalidOid);

		((OpExpr *) alone)->args = args;
		clauses = list_make1(alone);
	}
	result = comparison_selectivity(&e, args, clauses);
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
