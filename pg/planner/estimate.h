/*
 * pg/planner/estimate.h
 *		How many rows of a table have an id in a range?
 */
#ifndef PG_PLANNER_ESTIMATE_H
#define PG_PLANNER_ESTIMATE_H

#include "fmgr.h"
#include "nodes/pathnodes.h"
#include "pg/planner/condition.h"
#include "pg/type/id.h"

/*
 * The share of pairs of an id and a period if nothing is known of them, as
 * contjoinsel has it.
 */
#define ID_WITHIN_JOIN_SEL 0.001

extern Datum id_rangesel(FunctionCallInfo fcinfo, const id_kind *kind, const id_condition_function *functions);
extern Datum id_withinsel(FunctionCallInfo fcinfo, const id_kind *kind, const id_condition_function *functions);
extern Datum id_lejoinsel(FunctionCallInfo fcinfo, const id_kind *kind);

/* The share of rows for which a call holds; -1 where it is not known. */
extern double id_condition_selectivity(PlannerInfo *root, const id_kind *kind, const id_condition_function *functions,
									   Node *condition, int var_relid);

#endif							/* PG_PLANNER_ESTIMATE_H */
