/*
 * src/planner/estimate.h
 *		How many rows of a table have an id in a range?
 */
#ifndef SRC_PLANNER_ESTIMATE_H
#define SRC_PLANNER_ESTIMATE_H

#include "fmgr.h"
#include "nodes/pathnodes.h"
#include "planner/condition.h"
#include "id.h"

/*
 * The share of pairs of an id and a period if nothing is known of them, as
 * contjoinsel has it.
 */
#define ID_WITHIN_JOIN_SEL 0.001

/*
 * Estimators, which take no lock and raise no error of their own.  The functions of the
 * type's conditions end as in condition.h.
 *
 * id_rangesel is the restriction estimator of < <= >= > between two ids: the share of
 * rows that the comparison leaves of those that the clauses before it leave, so that
 * the product of all is the share of the range.  DEFAULT_INEQ_SEL if there is no
 * variable to look up, 0 for a null constant.
 */
extern Datum id_rangesel(FunctionCallInfo fcinfo, const id_kind *kind, const id_condition_function *functions);

/* Restriction estimator of <@ and @>; DEFAULT_RANGE_INEQ_SEL where nothing is known. */
extern Datum id_withinsel(FunctionCallInfo fcinfo, const id_kind *kind, const id_condition_function *functions);

/* Join estimator of <=, which tells a period's upper bound from any other id. */
extern Datum id_lejoinsel(FunctionCallInfo fcinfo, const id_kind *kind);

/*
 * The share of rows for which a call holds that was not replaced: that of the
 * comparisons that it would become.  -1 where it is not known.
 */
extern double id_condition_selectivity(PlannerInfo *root, const id_kind *kind, const id_condition_function *functions,
									   Oid function, List *args, int var_relid);

#endif							/* SRC_PLANNER_ESTIMATE_H */
