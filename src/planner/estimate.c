/*
 * src/planner/estimate.c
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
#include "planner/clauses.h"
#include "planner/condition.h"
#include "planner/estimate.h"
#include "planner/expression.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"

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
	Oid			family;			/* of btree, that orders it */
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
 * Does a moment at an end of a bin have many ids?  Surely if it is at both ends of the
 * next bin; and supposedly if the range begins or ends just there, and the id is not
 * the first of the moment, as far as ids tell.
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
 * The share of the bin before an entry that the ids of the entry's moment have.  The
 * entry's sequence tells how many of them are before it; for a type without sequences
 * the share is a guess.
 */
static double
share_of_burst(const estimated *e, const AttStatsSlot *histogram, int entry, double guess)
{
	uint8		word[sizeof(uint64)];
	double		rows = e->variable.rel ? e->variable.rel->tuples / (histogram->nvalues - 1) : 0;

	if (e->kind->get_sequence == NULL || rows < 1)
		return guess;
	return Min(e->kind->get_sequence(id_bytes(e->kind, histogram->values[entry], word)) / rows, 1);
}

/*
 * How far into the bin that ends with an entry of the histogram is a value?  The
 * answer goes by time, unless a moment at an end of the bin has many ids.  How many
 * ids of the lower end's moment are in the bin is not known; they are taken to be as
 * many as those of the time between the ends.
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
	double		high_share = 0;
	double		low_share = 0;

	if (high_time - low_time <= WIDE_BIN * e->tick)
		return part;
	low_burst = is_burst(e, r, histogram, entry - 1, entry - 2);
	high_burst = is_burst(e, r, histogram, entry, entry + 1);
	if (high_burst)
		high_share = share_of_burst(e, histogram, entry, 1.0 / (2 + low_burst));
	if (low_burst)
		low_share = (1 - high_share) / 2;
	if (time <= low_time)
		return low_burst ? low_share / 2 : part;
	if (time >= high_time)
		return high_burst ? 1 - high_share : part;
	return low_share + part * (1 - low_share - high_share);
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

	end = get_op_opfamily_strategy(histogram.staop, e->family) != InvalidStrategy ? histogram.nvalues : 0;
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

/*
 * The same for the first and the last bin and all beyond them; negative, too, if
 * there is no histogram.  The server does these: it looks up today's least and
 * greatest value in an index, which no extension may do.  Then it interpolates, but
 * only between values of types that it knows.  A bigint is one.  A macaddr is read
 * as 6 bytes, most significant first, so an id that is called a macaddr has its time
 * read.  The server uses the type for nothing else there.
 */
static double
share_at_ends(const estimated *e, const estimate_bound *b, FmgrInfo *compare, bool greater, bool or_equal)
{
	VariableStatData disguised = e->variable;

	disguised.vartype = e->kind->by_value ? INT8OID : MACADDROID;
	return ineq_histogram_selectivity(e->root, &disguised, b->operator, compare, greater, or_equal,
									  InvalidOid, b->value, disguised.vartype);
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
	FmgrInfo	compare;
	double		common;
	double		share_of_common;
	double		share;

	if (!b->known || !HeapTupleIsValid(e->variable.statsTuple))
		return DEFAULT_INEQ_SEL;

	fmgr_info(get_opcode(b->operator), &compare);
	share_of_common = mcv_selectivity(&e->variable, &compare, InvalidOid, b->value, true, &common);
	share = share_in_histogram(e, r, b, &compare, greater, or_equal);
	if (share < 0)
		share = share_at_ends(e, b, &compare, greater, or_equal);
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
	double		distinct = get_variable_numdistinct(&e->variable, &is_default);

	return (1 - null_share(e)) / Max(distinct, 1);
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
 * Find the moment in a bound that src/planner/condition.c made of a comparison with one that
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
 * the other is null, or for all ids, as one of two comparisons that stand for a single
 * comparison does.
 */
static bool
estimate_bound_of(const estimated *e, Oid operator, Node *other, bool id_on_left, estimate_bound *result)
{
	if (!id_on_left)
		operator = get_commutator(operator);
	result->operator = operator;
	result->strategy = OidIsValid(operator) ? get_op_opfamily_strategy(operator, e->family) : InvalidStrategy;
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
		return estimate_bound_of(e, ((OpExpr *) clause)->opno, lsecond(args), true, result);
	if (equal(lsecond(args), e->id))
		return estimate_bound_of(e, ((OpExpr *) clause)->opno, linitial(args), false, result);
	return false;
}

/*
 * A condition of an index is none of the clauses.  It comes from a condition by time
 * of the table, and is among the comparisons that this becomes.
 */
static List *
estimate_origins(const estimated *e, List *clauses, const id_condition_function *functions)
{
	List	   *result = NIL;
	ListCell   *lc;

	foreach(lc, clauses)
	{
		List	   *args;
		Oid			function = id_read_call(id_bare_clause(lfirst(lc)), &args);

		result = list_concat(result, id_call_comparisons(e->root, e->kind, functions, function, args));
	}
	return list_concat(result, clauses);
}

/*
 * The bounds of an id count in this order.  Of several of one place the tightest known
 * one counts, and the first of equal ones and of unknown ones.
 */
typedef enum estimate_place
{
	KNOWN_LOWER,
	KNOWN_UPPER,
	UNKNOWN_LOWER,
	UNKNOWN_UPPER,
	PLACES
} estimate_place;

static estimate_place
estimate_place_of(const estimate_bound *b)
{
	return (b->unknown ? UNKNOWN_LOWER : KNOWN_LOWER) + (b->strategy <= BTLessEqualStrategyNumber ? 1 : 0);
}

/* The bounds that count among clauses, for one id. */
typedef struct estimate_summary
{
	Node	   *id;
	Oid			estimator;
	bool		origins;		/* are the clauses' own comparisons among
								 * them? */
	const List *args[PLACES];	/* of the clause; null where there is none */
	estimate_bound bounds[PLACES];
} estimate_summary;

static bool
is_tighter(const estimated *e, const estimate_bound *a, const estimate_bound *b)
{
	int			compared = a->known && b->known ? estimate_compare_ids(e->kind, a->value, b->value) : 0;

	return a->strategy <= BTLessEqualStrategyNumber ? compared < 0 : compared > 0;
}

static estimate_summary *
estimate_make_summary(const estimated *e, List *clauses)
{
	estimate_summary *result = palloc0(sizeof(estimate_summary));
	ListCell   *lc;

	result->id = copyObject(e->id); /* GEQO throws away what it tried */
	result->estimator = e->estimator;
	foreach(lc, clauses)
	{
		Node	   *clause = id_bare_clause(lfirst(lc));
		estimate_bound b;
		estimate_place place;

		if (!estimate_partner_of(e, clause, &b))
			continue;
		place = estimate_place_of(&b);

		if (result->args[place] != NULL && !is_tighter(e, &b, &result->bounds[place]))
			continue;
		result->args[place] = ((OpExpr *) clause)->args;
		result->bounds[place] = b;
	}
	return result;
}

/*
 * The summary of a list, made when it is first asked for.  So each of n clauses is
 * read once, however many of them are estimated.
 */
static const estimate_summary *
estimate_summary_of(const estimated *e, id_clauses *list, const id_condition_function *origins)
{
	estimate_summary *summary;
	MemoryContext old;
	ListCell   *lc;

	foreach(lc, list->known)
	{
		summary = lfirst(lc);
		if (summary->estimator == e->estimator && summary->origins == (origins != NULL) && equal(summary->id, e->id))
			return summary;
	}
	old = MemoryContextSwitchTo(e->root->planner_cxt);
	summary = estimate_make_summary(e, origins ? estimate_origins(e, list->clauses, origins) : list->clauses);
	summary->origins = origins != NULL;
	list->known = lappend(list->known, summary);
	MemoryContextSwitchTo(old);
	return summary;
}

/*
 * Does a bound not count beside others?  A tighter one of its place counts, or the same
 * one in an earlier clause; and of a known range the upper end counts for both.  A
 * clause that is not of the query comes before all others.
 */
static bool
is_superseded(const estimated *e, const estimate_summary *summary, const estimate_bound *mine, const List *args, bool found)
{
	estimate_place place = estimate_place_of(mine);

	if (place == KNOWN_LOWER && summary->args[KNOWN_UPPER] != NULL)
		return true;
	if (found)
		return summary->args[place] != args;
	return summary->args[place] != NULL && is_tighter(e, &summary->bounds[place], mine);
}

static void
estimate_add_summary(const estimated *e, estimate_range *r, const estimate_summary *summary, int end)
{
	for (int i = 0; i < end; i++)
	{
		if (summary->args[i] != NULL)
			estimate_add_bound(e, r, &summary->bounds[i]);
	}
}

/*
 * The share of rows that mine leaves of the rows that all bounds before it leave: those
 * of clauses around its list, and of earlier places in the list.  So the product of all
 * shares is the share of the range.
 */
static double
share_among(estimated *e, const estimate_bound *mine, const List *args, const id_condition_function *functions)
{
	bool		found;
	id_clauses *list = id_clauses_around(e->root, e->variable.rel, args, &found);
	const estimate_summary *summary = estimate_summary_of(e, list, found ? NULL : functions);
	estimate_range outer = {0};
	estimate_range before;
	estimate_range with_mine;
	double		share;

	if (is_superseded(e, summary, mine, args, found))
		return 1;
	for (id_clauses *around = list->around; around != NULL; around = around->around)
		estimate_add_summary(e, &outer, estimate_summary_of(e, around, NULL), PLACES);
	before = outer;
	estimate_add_summary(e, &before, summary, estimate_place_of(mine));
	with_mine = before;
	estimate_add_bound(e, &with_mine, mine);
	share = share_of_range(e, &with_mine) / share_of_range(e, mine->known ? &outer : &before);
	return Min(share, 1);
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
	e->family = id_btree_family(exprType(e->id));
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
	else if (estimate_bound_of(&e, operator, other, on_left, &mine))
		result = share_among(&e, &mine, args, functions);
	else if (mine.unknown)
		result = 1;				/* for all ids */
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
id_condition_selectivity(PlannerInfo *root, const id_kind *kind, const id_condition_function *functions,
						 Oid function, List *args, int var_relid)
{
	estimated	e;
	Node	   *other;
	bool		on_left;
	List	   *comparisons;
	double		result = 0;
	ListCell   *lc;

	if (list_length(args) != 2 || !estimate_variable_of(&e, root, kind, args, var_relid, &other, &on_left))
		return -1;
	comparisons = id_call_comparisons(root, kind, functions, function,
									  on_left ? list_make2(e.id, other) : list_make2(other, e.id));
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
	double		result = id_condition_selectivity((PlannerInfo *) PG_GETARG_POINTER(0), kind, functions,
												  get_opcode(PG_GETARG_OID(1)), (List *) PG_GETARG_POINTER(2), PG_GETARG_INT32(3));

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
