/*
 * glue/estimate.c
 *		How many rows of a table have an id in a range?
 *
 * The server's estimators (scalarltsel and its kin) lack two things for a type
 * that is not built in: they take half a histogram bin for any part of one,
 * since they cannot convert its values to numbers; and a type that brings
 * estimators of its own loses the pairing of "id >= a AND id < b" into one
 * range, which the planner does by the names of theirs.  The estimator here
 * gives both back, and leaves statistics and arithmetic to the server.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/stratnum.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type.h"
#include "core/bytes.h"
#include "fmgr.h"
#include "glue/compat.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"
#include "utils/typcache.h"

/* A comparison of an id with something: which end of a range it is, and its share of all rows. */
typedef struct bound
{
	bool		upper;
	double		selectivity;	/* DEFAULT_INEQ_SEL where the something is not known */
} bound;

/*
 * Does the comparison want smaller ids, or greater ones?  InvalidStrategy where
 * it is none, or has another estimator and so is of a type that is none of ours.
 */
static StrategyNumber
strategy_of(Oid operator, Oid type, Oid estimator)
{
	if (get_oprrest(operator) != estimator)
		return InvalidStrategy;
	return get_op_opfamily_strategy(operator, lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf);
}

/* An id as a number, by its first 8 bytes; one that has no more is laid out as a bigint. */
static uint64
number_of(Datum id, bool is_bigint)
{
	return is_bigint ? (uint64) DatumGetInt64(id) : load_be64((uint8 *) DatumGetPointer(id));
}

/* The share of one of the values that are not common. */
static double
share_of_one(VariableStatData *variable)
{
	bool		is_default;
	double		distinct = get_variable_numdistinct(variable, &is_default);
	AttStatsSlot common;

	if (get_attstatsslot(&common, variable->statsTuple, STATISTIC_KIND_MCV, InvalidOid, ATTSTATSSLOT_NUMBERS))
	{
		distinct -= common.nnumbers;
		free_attstatsslot(&common);
	}
	return distinct > 1 ? 1 / distinct : 0;
}

/*
 * The share of the histogram's rows for which the comparison holds.  The value
 * must be in one of the inner bins; otherwise, and where there is no histogram,
 * the result is −1.  The server's ineq_histogram_selectivity does the same, but
 * does not know how far into its bin an id is.
 */
static double
share_in_histogram(VariableStatData *variable, Oid operator, FmgrInfo *compare,
				   bool greater, bool or_equal, Datum value, bool is_bigint)
{
	AttStatsSlot histogram;
	double		share = -1;
	int			i = 0;			/* the first entry that is not below the value */
	int			end;

	if (!statistic_proc_security_check(variable, compare->fn_oid) ||
		!get_attstatsslot(&histogram, variable->statsTuple, STATISTIC_KIND_HISTOGRAM, InvalidOid, ATTSTATSSLOT_VALUES))
		return -1;

	end = comparison_ops_are_compatible(histogram.staop, operator) ? histogram.nvalues : 0;
	while (i < end)
	{
		int			probe = (i + end) / 2;

		if (DatumGetBool(FunctionCall2Coll(compare, InvalidOid, histogram.values[probe], value)) != greater)
			i = probe + 1;
		else
			end = probe;
	}

	if (i > 1 && i < histogram.nvalues - 1)
	{
		uint64		low = number_of(histogram.values[i - 1], is_bigint);
		uint64		high = number_of(histogram.values[i], is_bigint);
		double		part = high > low ? (double) (number_of(value, is_bigint) - low) / (high - low) : 0.5;

		share = (i - 1 + part) / (histogram.nvalues - 1);
		if (greater == or_equal)	/* so far the value itself was counted as below */
			share -= share_of_one(variable);
		if (greater)
			share = 1 - share;
	}
	free_attstatsslot(&histogram);
	return share;
}

/*
 * The share of rows for which "variable operator value" holds, where neither
 * is null: as scalarltsel and its kin put it together.
 */
static double
selectivity_of(PlannerInfo *root, VariableStatData *variable, Oid operator,
			   StrategyNumber strategy, Datum value)
{
	bool		greater = strategy >= BTGreaterEqualStrategyNumber;
	bool		or_equal = strategy == BTLessEqualStrategyNumber ||
		strategy == BTGreaterEqualStrategyNumber;
	bool		is_bigint = get_typlen(variable->vartype) == sizeof(int64);
	VariableStatData disguised = *variable;
	FmgrInfo	compare;
	double		common;
	double		share_of_common;
	double		share;

	if (!HeapTupleIsValid(variable->statsTuple))
		return DEFAULT_INEQ_SEL;

	fmgr_info(get_opcode(operator), &compare);
	share_of_common = mcv_selectivity(variable, &compare, InvalidOid, value, true, &common);
	share = share_in_histogram(variable, operator, &compare, greater, or_equal, value, is_bigint);

	/*
	 * The server does the first and the last bin: it looks up today's least
	 * and greatest value in an index, which no extension may do.  Then it
	 * interpolates, but only between values of types that it knows.  A bigint
	 * is one.  It reads a macaddr as 6 bytes, most significant first, so an id
	 * that is called a macaddr has its time read.  The server uses the type
	 * for nothing else there.
	 */
	if (share < 0)
	{
		disguised.vartype = is_bigint ? INT8OID : MACADDROID;
		share = ineq_histogram_selectivity(root, &disguised, operator, &compare, greater, or_equal,
										   InvalidOid, value, disguised.vartype);
	}
	if (share < 0)				/* there is no histogram */
		share = 0.5;

	share *= 1 - ((Form_pg_statistic) GETSTRUCT(variable->statsTuple))->stanullfrac - common;
	share += share_of_common;
	CLAMP_PROBABILITY(share);
	return share;
}

/* "variable operator other" as a bound; false where the operator makes it none. */
static bool
bound_of(PlannerInfo *root, VariableStatData *variable, Oid estimator, Oid operator,
		 Node *other, bool variable_on_left, bound *result)
{
	StrategyNumber strategy;

	if (!variable_on_left)
		operator = get_commutator(operator);
	strategy = strategy_of(operator, exprType(other), estimator);
	if (strategy == InvalidStrategy)
		return false;

	result->upper = strategy <= BTLessEqualStrategyNumber;
	if (!IsA(other, Const))
		result->selectivity = DEFAULT_INEQ_SEL;
	else if (((Const *) other)->constisnull)
		result->selectivity = 0;	/* the comparison is null for every row */
	else
		result->selectivity = selectivity_of(root, variable, operator, strategy,
											 ((Const *) other)->constvalue);
	return true;
}

static Node *
strip(Node *node)
{
	if (IsA(node, RestrictInfo))
		node = (Node *) (castNode(RestrictInfo, node)->orclause ?
						 castNode(RestrictInfo, node)->orclause :
						 castNode(RestrictInfo, node)->clause);
	return node;
}

/* A clause as a bound of the same variable; false where it is none. */
static bool
partner_of(PlannerInfo *root, VariableStatData *variable, Oid estimator, Node *clause, bound *result)
{
	List	   *args;
	VariableStatData its_variable;
	Node	   *other;
	bool		on_left;
	bool		is_bound;

	if (!is_opclause(clause))
		return false;
	args = ((OpExpr *) clause)->args;
	if (get_oprrest(((OpExpr *) clause)->opno) != estimator ||
		!get_restriction_variable(root, args, 0, &its_variable, &other, &on_left))
		return false;

	is_bound = equal(its_variable.var, variable->var) &&
		bound_of(root, &its_variable, estimator, ((OpExpr *) clause)->opno, other, on_left, result);
	ReleaseVariableStats(its_variable);
	return is_bound;
}

/* Looking for partners takes time for each pair of clauses: with more than these, bounds go without. */
#define MAX_CLAUSES 100

/*
 * All clauses that hold together with the one that has these args, which is
 * somewhere among these: in an arm of an OR, those of the arm and those beside the OR.
 */
static List *
clauses_with(List *clauses, List *args)
{
	ListCell   *lc;

	if (list_length(clauses) > MAX_CLAUSES)
		return NIL;
	foreach(lc, clauses)
	{
		Node	   *clause = strip(lfirst(lc));
		ListCell   *lc2;

		if (is_opclause(clause) && ((OpExpr *) clause)->args == args)
			return clauses;
		if (!is_orclause(clause) || list_length(((BoolExpr *) clause)->args) > MAX_CLAUSES)
			continue;
		foreach(lc2, ((BoolExpr *) clause)->args)
		{
			Node	   *arm = strip(lfirst(lc2));
			List	   *found = clauses_with(is_andclause(arm) ?
											 ((BoolExpr *) arm)->args : list_make1(arm),
											 args);

			if (found != NIL)
				return list_concat_copy(found, clauses);
		}
	}
	return NIL;
}

/*
 * The selectivity of one bound among all that restrict the variable, so that
 * the product of all is that of the range: of several at one end the tightest
 * counts, and of a pair the lower one counts in full and the upper one as the
 * range's part of that.
 */
static double
selectivity_among(PlannerInfo *root, VariableStatData *variable, Oid estimator, bound mine, List *args)
{
	List	   *clauses = clauses_with(variable->rel->baserestrictinfo, args);
	bool		before_mine = clauses != NIL;
	double		lower = 2;		/* none */
	double		null_share = 0;
	ListCell   *lc;

	/* A copy of a clause of the query, as indexes have it: it goes with those of the table. */
	if (clauses == NIL)
		clauses = variable->rel->baserestrictinfo;
	if (list_length(clauses) > MAX_CLAUSES)
		return mine.selectivity;

	foreach(lc, clauses)
	{
		Node	   *clause = strip(lfirst(lc));
		bound		its;

		if (is_opclause(clause) && ((OpExpr *) clause)->args == args)
			before_mine = false;
		else if (!partner_of(root, variable, estimator, clause, &its))
			continue;
		else if (its.upper == mine.upper)
		{
			if (its.selectivity < mine.selectivity ||
				(its.selectivity == mine.selectivity && before_mine))
				return 1;
		}
		else if (its.selectivity < lower)
			lower = its.selectivity;
	}

	if (!mine.upper || lower > 1)
		return mine.selectivity;
	if (lower == 0)				/* nothing is left to take a part of */
		return 1;

	/* from here on as clauselist_selectivity pairs them */
	if (lower == DEFAULT_INEQ_SEL || mine.selectivity == DEFAULT_INEQ_SEL)
		return DEFAULT_RANGE_INEQ_SEL / lower;
	if (HeapTupleIsValid(variable->statsTuple))
		null_share = ((Form_pg_statistic) GETSTRUCT(variable->statsTuple))->stanullfrac;
	return Max(lower + mine.selectivity - 1 + null_share, 1e-10) / lower;
}

PG_FUNCTION_INFO_V1(id_rangesel);

/* Restriction estimator of < <= >= >, for ids of at least 8 bytes that begin with their time. */
Datum
id_rangesel(PG_FUNCTION_ARGS)
{
	PlannerInfo *root = (PlannerInfo *) PG_GETARG_POINTER(0);
	Oid			operator = PG_GETARG_OID(1);
	List	   *args = (List *) PG_GETARG_POINTER(2);
	int			var_relid = PG_GETARG_INT32(3);
	VariableStatData variable;
	Node	   *other;
	bool		on_left;
	Oid			estimator = fcinfo->flinfo->fn_oid;
	bound		mine;
	double		result = DEFAULT_INEQ_SEL;

	if (!get_restriction_variable(root, args, var_relid, &variable, &other, &on_left))
		PG_RETURN_FLOAT8(result);

	if (bound_of(root, &variable, estimator, operator, other, on_left, &mine))
	{
		result = mine.selectivity;
		/* a join clause has no partner among the restrictions */
		if (variable.rel != NULL && !contain_var_clause(other))
			result = selectivity_among(root, &variable, estimator, mine, args);
	}
	ReleaseVariableStats(variable);
	CLAMP_PROBABILITY(result);
	PG_RETURN_FLOAT8(result);
}
