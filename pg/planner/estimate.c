/*
 * pg/planner/estimate.c
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
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "pg/planner/condition.h"
#include "pg/planner/estimate.h"
#include "pg/planner/expression.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"
#include "utils/typcache.h"

/* The ends of a range. */
typedef enum estimate_end
{
	LOWER,
	UPPER,
	ENDS
} estimate_end;

/*
 * The restriction of a variable at one end: the tightest value that is known, and
 * whether there are values that are not known.
 */
typedef struct estimate_bound
{
	bool		known;
	bool		unknown;
	Oid			operator;		/* of the value, with the variable on its left */
	StrategyNumber strategy;
	Datum		value;
	Node	   *moment;			/* that is not known: the end is its first or
								 * last id */
} estimate_bound;

typedef struct estimate_range
{
	estimate_bound ends[ENDS];
} estimate_range;

/* The id that is restricted. */
typedef struct estimated
{
	PlannerInfo *root;
	const id_kind *kind;
	VariableStatData variable;
	Node	   *id;				/* as it stands in the clause */
	Oid			estimator;		/* of the operators that are estimated here,
								 * or any */
	int64		tick;			/* microseconds between two times of the type */
} estimated;

/*
 * One value
 */

/*
 * An id as a number, by its first 8 bytes.  An id that has no more is laid out as
 * a bigint.
 */
static uint64
estimate_number_of(const id_kind *kind, Datum id)
{
	return kind->by_value ? (uint64) DatumGetInt64(id) : load_be64((uint8 *) DatumGetPointer(id));
}

static int64
estimate_time_of(const id_kind *kind, Datum id)
{
	uint8		word[sizeof(uint64)];

	return kind->get_us(id_bytes(kind, id, word));
}

static int
estimate_compare_ids(const id_kind *kind, Datum a, Datum b)
{
	uint8		word_a[sizeof(uint64)];
	uint8		word_b[sizeof(uint64)];

	return memcmp(id_bytes(kind, a, word_a), id_bytes(kind, b, word_b), kind->len);
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
 * Is the time of a histogram entry that of either end of the range, or the
 * last before it?
 */
static bool
is_asked_for(const estimated *e, const estimate_range *r, int64 time)
{
	for (int i = 0; i < ENDS; i++)
	{
		if (r->ends[i].known)
		{
			int64		asked = estimate_time_of(e->kind, r->ends[i].value);

			if (time == asked || time == asked - e->tick)
				return true;
		}
	}
	return false;
}

/*
 * Does a moment that bounds a bin have many ids?  It has if it also bounds the
 * next bin.  It is taken to have if the range begins or ends just there, and the
 * id is not the first of the moment, as far as ids tell.
 */
static bool
is_burst(const estimated *e, const estimate_range *r, const AttStatsSlot *histogram, int entry, int beside)
{
	uint8		word[sizeof(uint64)];
	const uint8 *id = id_bytes(e->kind, histogram->values[entry], word);
	int64		time = e->kind->get_us(id);

	if (beside >= 0 && beside < histogram->nvalues && estimate_time_of(e->kind, histogram->values[beside]) == time)
		return true;
	return is_asked_for(e, r, time) && (e->kind->get_sequence == NULL || e->kind->get_sequence(id) > 0);
}

/* A bin of more ticks than these is wide: most of its moments have few ids. */
#define WIDE_BIN 10

/*
 * How far into the bin that ends with an entry of the histogram is a value?  The
 * answer goes by time, unless a moment at an end of the bin has many ids.  Such a
 * moment is taken to have as many ids as the time between the ends.
 */
static double
part_of_bin(const estimated *e, const estimate_range *r, const AttStatsSlot *histogram, int entry, Datum value)
{
	Datum		first = histogram->values[entry - 1];
	Datum		last = histogram->values[entry];
	uint64		low = estimate_number_of(e->kind, first);
	uint64		high = estimate_number_of(e->kind, last);
	double		part = high > low ? (double) (estimate_number_of(e->kind, value) - low) / (high - low) : 0.5;
	int64		low_time = estimate_time_of(e->kind, first);
	int64		high_time = estimate_time_of(e->kind, last);
	int64		time = estimate_time_of(e->kind, value);
	bool		low_burst;
	bool		high_burst;
	double		share;			/* of each of these moments, and of the time
								 * between */

	if (high_time - low_time <= WIDE_BIN * e->tick)
		return part;
	low_burst = is_burst(e, r, histogram, entry - 1, entry - 2);
	high_burst = is_burst(e, r, histogram, entry, entry + 1);
	share = 1.0 / (1 + low_burst + high_burst);
	if (time <= low_time)
		return low_burst ? share / 2 : part;
	if (time >= high_time)
		return high_burst ? 1 - share : part;
	return share * (low_burst + part);
}

/*
 * The share of the histogram's rows for which the comparison holds.  The value
 * must be in one of the inner bins; otherwise, and without a histogram, the
 * result is -1.  The server's ineq_histogram_selectivity does the same, but does
 * not know how far into its bin an id is.
 */
static double
share_in_histogram(estimated *e, const estimate_range *r, const estimate_bound *b, FmgrInfo *compare, bool greater, bool or_equal)
{
	AttStatsSlot histogram;
	double		share = -1;
	int			i = 0;			/* the first entry that is not below the value */
	int			end;

	if (!statistic_proc_security_check(&e->variable, compare->fn_oid) ||
		!get_attstatsslot(&histogram, e->variable.statsTuple, STATISTIC_KIND_HISTOGRAM, InvalidOid, ATTSTATSSLOT_VALUES))
		return -1;

	end = comparison_ops_are_compatible(histogram.staop, b->operator) ? histogram.nvalues : 0;
	while (i < end)
	{
		int			probe = (i + end) / 2;

		if (DatumGetBool(FunctionCall2Coll(compare, InvalidOid, histogram.values[probe], b->value)) != greater)
			i = probe + 1;
		else
			end = probe;
	}

	if (i > 1 && i < histogram.nvalues - 1)
	{
		share = (i - 1 + part_of_bin(e, r, &histogram, i, b->value)) / (histogram.nvalues - 1);
		if (greater == or_equal)	/* so far the value itself was counted as
									 * below */
			share -= share_of_one(&e->variable);
		if (greater)
			share = 1 - share;
	}
	free_attstatsslot(&histogram);
	return share;
}

static double
null_share(const estimated *e)
{
	return HeapTupleIsValid(e->variable.statsTuple) ?
		((Form_pg_statistic) GETSTRUCT(e->variable.statsTuple))->stanullfrac : 0;
}

/*
 * The share of rows for which "variable operator value" holds, where neither
 * is null: as scalarltsel and its kin put it together.  The value is one end of
 * the range.
 */
static double
share_of_bound(estimated *e, const estimate_range *r, const estimate_bound *b)
{
	bool		greater = b->strategy >= BTGreaterEqualStrategyNumber;
	bool		or_equal = b->strategy == BTLessEqualStrategyNumber || b->strategy == BTGreaterEqualStrategyNumber;
	VariableStatData disguised = e->variable;
	FmgrInfo	compare;
	double		common;
	double		share_of_common;
	double		share;

	if (!b->known || !HeapTupleIsValid(e->variable.statsTuple))
		return DEFAULT_INEQ_SEL;

	fmgr_info(get_opcode(b->operator), &compare);
	share_of_common = mcv_selectivity(&e->variable, &compare, InvalidOid, b->value, true, &common);
	share = share_in_histogram(e, r, b, &compare, greater, or_equal);

	/*
	 * The server does the first and the last bin, and all beyond them.  It
	 * looks up today's least and greatest value in an index, which no
	 * extension may do.  Then it interpolates, but only between values of
	 * types that it knows. A bigint is one.  A macaddr is read as 6 bytes,
	 * most significant first, so an id that is called a macaddr has its time
	 * read.  The server uses the type for nothing else there.
	 */
	if (share < 0)
	{
		disguised.vartype = e->kind->by_value ? INT8OID : MACADDROID;
		share = ineq_histogram_selectivity(e->root, &disguised, b->operator, &compare, greater, or_equal,
										   InvalidOid, b->value, disguised.vartype);
	}
	if (share < 0)				/* there is no histogram */
		share = 0.5;

	share = share * (1 - null_share(e) - common) + share_of_common;
	CLAMP_PROBABILITY(share);
	return b->unknown ? Min(share, DEFAULT_INEQ_SEL) : share;
}

/* The share of rows of a moment that is not known, as eqsel has it. */
static double
share_of_moment(estimated *e)
{
	bool		is_default;

	return (1 - null_share(e)) / Max(get_variable_numdistinct(&e->variable, &is_default), 1);
}

/*
 * The share of rows in a range, as clauselist_selectivity pairs the shares of
 * its ends.
 */
static double
share_of_range(estimated *e, const estimate_range *r)
{
	double		shares[ENDS] = {-1, -1};

	for (int i = 0; i < ENDS; i++)
	{
		if (r->ends[i].known || r->ends[i].unknown)
			shares[i] = share_of_bound(e, r, &r->ends[i]);
	}
	if (shares[LOWER] < 0 && shares[UPPER] < 0)
		return 1;
	if (shares[LOWER] < 0 || shares[UPPER] < 0)
		return Max(shares[LOWER], shares[UPPER]);
	if (r->ends[LOWER].moment != NULL && equal(r->ends[LOWER].moment, r->ends[UPPER].moment))
		return share_of_moment(e);
	if (shares[LOWER] == DEFAULT_INEQ_SEL || shares[UPPER] == DEFAULT_INEQ_SEL)
		return DEFAULT_RANGE_INEQ_SEL;
	return Max(shares[LOWER] + shares[UPPER] - 1 + null_share(e), 1e-10);
}

/*
 * All that restricts the id
 */

/*
 * Add a bound to a range, unless the range has a tighter one at that end.  Is it
 * the one that counts there now?
 */
static bool
estimate_add_bound(const estimated *e, estimate_range *r, const estimate_bound *b)
{
	estimate_end at = b->strategy >= BTGreaterEqualStrategyNumber ? LOWER : UPPER;
	estimate_bound *present = &r->ends[at];
	int			compared;

	if (!b->known)
	{
		bool		first = !present->unknown;

		present->unknown = true;
		if (first)
			present->moment = b->moment;
		return first;
	}
	compared = present->known ? estimate_compare_ids(e->kind, b->value, present->value) : 0;
	if (present->known && (at == LOWER ? compared <= 0 : compared >= 0))
		return false;
	present->known = true;
	present->operator = b->operator;
	present->strategy = b->strategy;
	present->value = b->value;
	return true;
}

/*
 * Is it a call of T_<name> with so many arguments?  Null if it is not.  People may
 * have functions of that name, too, so the arguments may be of any type.
 */
static FuncExpr *
estimate_call_of(const id_kind *kind, Node *node, const char *name, int args)
{
	FuncExpr   *call = (FuncExpr *) node;
	char	   *function = IsA(node, FuncExpr) && list_length(call->args) == args ? get_func_name(call->funcid) : NULL;

	return function && strcmp(function, psprintf("%s_%s", kind->name, name)) == 0 ? call : NULL;
}

/*
 * Find the moment in a bound that pg/planner/condition.c made of a comparison with one that
 * is not known, if both ends of the moment may be asked for.  False for an end
 * that the comparison does not have.
 */
static bool
estimate_read_moment(const estimated *e, Node *bound, estimate_bound *result)
{
	bool		lower = result->strategy >= BTGreaterEqualStrategyNumber;
	FuncExpr   *call;
	Const	   *name;
	char		comparison;

	if (e->kind->sentinel != NULL)
	{
		call = estimate_call_of(e->kind, bound, lower ? "since" : "after", 1);
		result->moment = call ? linitial(call->args) : NULL;
		return true;
	}
	call = estimate_call_of(e->kind, bound, lower ? "within_lower" : "within_upper", 1);
	call = call ? estimate_call_of(e->kind, linitial(call->args), "moments", 2) : NULL;
	name = call ? linitial(call->args) : NULL;
	if (name == NULL || !IsA(name, Const) || name->consttype != TEXTOID || name->constisnull)
		return true;
	comparison = TextDatumGetCString(name->constvalue)[0];
	if (comparison == '=')
		result->moment = lsecond(call->args);
	return comparison != (lower ? '<' : '>');
}

/*
 * "id operator other" as a bound; false if it is none, or holds for no id since
 * the other is null, or for all ids since it is an end that there is not.
 */
static bool
estimate_bound_of(const estimated *e, Oid operator, Node *id, Node *other, bool id_on_left, estimate_bound *result)
{
	Oid			family = lookup_type_cache(exprType(id), TYPECACHE_BTREE_OPFAMILY)->btree_opf;

	if (!id_on_left)
		operator = get_commutator(operator);
	result->operator = operator;
	result->strategy = OidIsValid(operator) ? get_op_opfamily_strategy(operator, family) : InvalidStrategy;
	if (result->strategy == InvalidStrategy || result->strategy == BTEqualStrategyNumber)
		return false;
	if (!IsA(other, Const))
		other = estimate_expression_value(e->root, other);
	result->unknown = !IsA(other, Const);
	result->known = IsA(other, Const) && !((Const *) other)->constisnull;
	result->value = result->known ? ((Const *) other)->constvalue : (Datum) 0;
	result->moment = NULL;
	if (result->unknown)
		return estimate_read_moment(e, other, result);
	return result->known;
}

static Node *
estimate_strip(Node *node)
{
	if (IsA(node, RestrictInfo))
		node = (Node *) (castNode(RestrictInfo, node)->orclause ?
						 castNode(RestrictInfo, node)->orclause :
						 castNode(RestrictInfo, node)->clause);
	return node;
}

/*
 * Is a clause the one that is estimated?  Its list of arguments tells, as a copy
 * has another one.
 */
static bool
estimate_is_clause(Node *clause, List *args)
{
	return is_opclause(clause) && ((OpExpr *) clause)->args == args;
}

/* A clause as a bound of the same id, or false. */
static bool
estimate_partner_of(const estimated *e, Node *clause, estimate_bound *result)
{
	List	   *args;

	if (!is_opclause(clause) || list_length(((OpExpr *) clause)->args) != 2 ||
		(OidIsValid(e->estimator) && get_oprrest(((OpExpr *) clause)->opno) != e->estimator))
		return false;
	args = ((OpExpr *) clause)->args;
	if (equal(linitial(args), e->id))
		return estimate_bound_of(e, ((OpExpr *) clause)->opno, e->id, lsecond(args), true, result);
	if (equal(lsecond(args), e->id))
		return estimate_bound_of(e, ((OpExpr *) clause)->opno, e->id, linitial(args), false, result);
	return false;
}

/*
 * The lists of clauses that all hold with a clause: first the list that it is in,
 * then the lists around that.  The clauses that hold with an arm of an OR are the
 * others of the arm, and the clauses beside the OR.
 *
 * The planner asks for one clause after the other, so the search begins where the
 * last one was.
 */
static List *
estimate_lists_around(List *clauses, List *args, int *position)
{
	static int	last = 0;		/* just a hint: the clause there is looked at */

	int			n = list_length(clauses);
	int			start = last < n ? last : 0;

	for (int i = 0; i < n; i++)
	{
		int			at = (start + i) % n;
		Node	   *clause = estimate_strip(list_nth(clauses, at));
		List	   *arms = NIL;
		List	   *found = NIL;
		ListCell   *lc;

		if (estimate_is_clause(clause, args))
		{
			*position = last = at;
			return list_make1(clauses);
		}
		if (is_andclause(clause))
			found = estimate_lists_around(((BoolExpr *) clause)->args, args, position);
		else if (IsA(clause, BoolExpr))
			arms = ((BoolExpr *) clause)->args;
		else if (IsA(clause, BooleanTest))
			arms = list_make1(((BooleanTest *) clause)->arg);
		foreach(lc, arms)
		{
			Node	   *arm = estimate_strip(lfirst(lc));

			found = estimate_lists_around(is_andclause(arm) ? ((BoolExpr *) arm)->args : list_make1(arm), args, position);
			if (found != NIL)
				break;
		}
		if (found != NIL)
			return lappend(found, clauses);
	}
	return NIL;
}

/*
 * A clause is one of its table, of joins with it, of HAVING, or of an index's
 * predicate.
 */
static List *
estimate_find_clause(const estimated *e, List *args, int *position)
{
	const RelOptInfo *rel = e->variable.rel;
	List	   *found = NIL;
	ListCell   *lc;

	if (rel != NULL)
	{
		found = estimate_lists_around(rel->baserestrictinfo, args, position);
		if (found == NIL)
			found = estimate_lists_around(rel->joininfo, args, position);
		foreach(lc, rel->indexlist)
		{
			if (found == NIL)
				found = estimate_lists_around(((IndexOptInfo *) lfirst(lc))->indpred, args, position);
		}
	}
	if (found == NIL && e->root->parse->havingQual && IsA(e->root->parse->havingQual, List))
		found = estimate_lists_around((List *) e->root->parse->havingQual, args, position);
	return found;
}

/*
 * A condition of an index is in none of these lists.  It comes from a condition
 * by time of the table, and is among the comparisons that this becomes.
 */
static List *
estimate_find_origin(const estimated *e, const id_condition_function *functions)
{
	List	   *result = NIL;
	ListCell   *lc;

	if (e->variable.rel == NULL)
		return NIL;
	foreach(lc, e->variable.rel->baserestrictinfo)
		result = list_concat(result, id_call_comparisons(e->root, e->kind, functions, estimate_strip(lfirst(lc))));
	return list_concat(result, e->variable.rel->baserestrictinfo);
}

static int
estimate_place_of(const estimate_bound *b)
{
	return 2 * b->unknown + (b->strategy <= BTLessEqualStrategyNumber);
}

/*
 * Add the bounds among clauses that come before mine: known ones before unknown
 * ones, lower ends before upper ones.  False if mine does not count: since a
 * tighter one does, or the same one in an earlier clause; or since it is the
 * lower end of a known range, which counts with its upper end.
 *
 * The clauses are looked at from both sides in turn.  So one of many is soon
 * found not to count, if each is tighter than the one before, or less tight.
 */
static bool
estimate_add_clauses(const estimated *e, estimate_range *before, List *clauses, const estimate_bound *mine, List *args, int position)
{
	int			n = list_length(clauses);
	int			place = estimate_place_of(mine);

	for (int i = 0; i < n; i++)
	{
		int			at = i % 2 == 0 ? i / 2 : n - 1 - i / 2;
		Node	   *clause = estimate_strip(list_nth(clauses, at));
		estimate_bound its;
		int			its_place;
		int			tighter;

		if (estimate_is_clause(clause, args) || !estimate_partner_of(e, clause, &its))
			continue;
		its_place = estimate_place_of(&its);
		if (its_place < place)
			estimate_add_bound(e, before, &its);
		else if (its_place == place)
		{
			tighter = its.known ? estimate_compare_ids(e->kind, its.value, mine->value) : 0;
			if (mine->strategy <= BTLessEqualStrategyNumber)
				tighter = -tighter;
			if (tighter > 0 || (tighter == 0 && at < position))
				return false;
		}
		else if (mine->known && its.known)
			return false;
	}
	return true;
}

/*
 * The share of rows that mine leaves of the rows that all clauses before it
 * leave.  So the product of all shares is the share of the range.
 */
static double
share_among(estimated *e, const estimate_bound *mine, List *args, const id_condition_function *functions)
{
	int			position = 0;	/* if clauses are not of the query, none is
								 * before mine */
	List	   *lists = estimate_find_clause(e, args, &position);
	estimate_range outer = {0};
	estimate_range before;
	estimate_range with_mine;
	ListCell   *lc;
	estimate_bound its;

	if (lists == NIL)
		lists = list_make1(estimate_find_origin(e, functions));
	for_each_from(lc, lists, 1)
	{
		ListCell   *lc2;

		foreach(lc2, (List *) lfirst(lc))
		{
			if (estimate_partner_of(e, estimate_strip(lfirst(lc2)), &its))
				estimate_add_bound(e, &outer, &its);
		}
	}
	before = outer;
	if (!estimate_add_clauses(e, &before, linitial(lists), mine, args, position))
		return 1;
	with_mine = before;
	estimate_add_bound(e, &with_mine, mine);
	return Min(share_of_range(e, &with_mine) / share_of_range(e, mine->known ? &outer : &before), 1);
}

/* Requests of the planner */

/* The variable that is compared, and the value that it is compared with. */
static bool
estimate_variable_of(estimated *e, PlannerInfo *root, const id_kind *kind, List *args, int var_relid, Node **other, bool *on_left)
{
	uint8		id[ID_MAX_LEN];

	if (!get_restriction_variable(root, args, var_relid, &e->variable, other, on_left))
		return false;
	e->root = root;
	e->kind = kind;
	e->id = *on_left ? linitial(args) : lsecond(args);
	kind->first_of(kind->min_us + 1, id);
	e->tick = kind->get_us(id) - kind->min_us;
	e->estimator = InvalidOid;
	return true;
}

/* Restriction estimator of < <= >= >. */
Datum
id_rangesel(FunctionCallInfo fcinfo, const id_kind *kind, const id_condition_function *functions)
{
	PlannerInfo *root = (PlannerInfo *) PG_GETARG_POINTER(0);
	Oid			operator = PG_GETARG_OID(1);
	List	   *args = (List *) PG_GETARG_POINTER(2);
	estimated	e;
	Node	   *other;
	bool		on_left;
	estimate_bound mine = {0};
	double		result = DEFAULT_INEQ_SEL;

	if (!estimate_variable_of(&e, root, kind, args, PG_GETARG_INT32(3), &other, &on_left))
		PG_RETURN_FLOAT8(result);
	e.estimator = fcinfo->flinfo->fn_oid;
	if (IsA(other, Const) && ((Const *) other)->constisnull)
		result = 0;				/* the comparison is null for every row */
	else if (estimate_bound_of(&e, operator, e.id, other, on_left, &mine))
		result = share_among(&e, &mine, args, functions);
	else if (mine.unknown)
		result = 1;				/* an end that there is not */
	ReleaseVariableStats(e.variable);
	CLAMP_PROBABILITY(result);
	PG_RETURN_FLOAT8(result);
}

/* A range of the comparisons in a list, as one of the arms of an OR. */
static double
share_of_comparisons(estimated *e, List *comparisons)
{
	estimate_range r = {0};
	ListCell   *lc;
	estimate_bound b;

	foreach(lc, comparisons)
	{
		if (estimate_partner_of(e, lfirst(lc), &b))
			estimate_add_bound(e, &r, &b);
	}
	return share_of_range(e, &r);
}

/*
 * The share of rows for which a condition by time holds that was not replaced by
 * comparisons: the share of the comparisons that it would become, or -1 if that
 * is not known.
 */
double
id_condition_selectivity(PlannerInfo *root, const id_kind *kind, const id_condition_function *functions, Node *condition, int var_relid)
{
	List	   *args = is_opclause(condition) ? ((OpExpr *) condition)->args : ((FuncExpr *) condition)->args;
	estimated	e;
	Node	   *other;
	bool		on_left;
	List	   *comparisons;
	double		result = 0;
	ListCell   *lc;

	if (list_length(args) != 2 || !estimate_variable_of(&e, root, kind, args, var_relid, &other, &on_left))
		return -1;
	comparisons = id_call_comparisons(root, kind, functions, estimate_expression_value(root, condition));
	if (comparisons == NIL)
		result = -1;
	else if (is_orclause(linitial(comparisons)))
	{
		foreach(lc, ((BoolExpr *) linitial(comparisons))->args)
			result += share_of_comparisons(&e, make_ands_implicit(lfirst(lc)));
	}
	else
		result = share_of_comparisons(&e, comparisons);
	ReleaseVariableStats(e.variable);
	return Min(result, 1);
}

/* Restriction estimator of <@ and @>; it may be given to a prefix operator, too. */
Datum
id_withinsel(FunctionCallInfo fcinfo, const id_kind *kind, const id_condition_function *functions)
{
	List	   *args = (List *) PG_GETARG_POINTER(2);
	Expr	   *right = list_length(args) == 2 ? lsecond(args) : NULL;
	Expr	   *condition = id_opclause(PG_GETARG_OID(1), linitial(args), right);
	double		result;

	result = id_condition_selectivity((PlannerInfo *) PG_GETARG_POINTER(0), kind, functions, (Node *) condition, PG_GETARG_INT32(3));
	PG_RETURN_FLOAT8(result < 0 ? DEFAULT_RANGE_INEQ_SEL : result);
}

/*
 * Join estimator of <=.  If the period is a column, the lower bound's comparison
 * has the default selectivity, and this one the rest: together they have the
 * selectivity that the server gives to "time <@ period".  If a moment is the
 * column, the period has one end, and together they have the default.
 */
Datum
id_lejoinsel(FunctionCallInfo fcinfo, const id_kind *kind)
{
	List	   *args = (List *) PG_GETARG_POINTER(2);
	ListCell   *lc;

	foreach(lc, args)
	{
		FuncExpr   *call = estimate_call_of(kind, lfirst(lc), "within_upper", 1);

		if (call != NULL)
			PG_RETURN_FLOAT8(estimate_call_of(kind, linitial(call->args), "moments", 2) ? 1 :
							 ID_WITHIN_JOIN_SEL / DEFAULT_INEQ_SEL);
	}
	PG_RETURN_FLOAT8(DEFAULT_INEQ_SEL);
}
