/*
 * pg/planner/plan.h
 *		How the planner sees a condition by time, for every identifier type.
 */
#ifndef PG_PLANNER_PLAN_H
#define PG_PLANNER_PLAN_H

#include "access/stratnum.h"
#include "fmgr.h"
#include "nodes/pathnodes.h"
#include "pg/type/id.h"

/*
 * A condition compares an id's time with a moment, by a btree strategy number,
 * or asks one of these:
 */
#define ID_WITHIN		(BTMaxStrategyNumber + 1)	/* is it in a period? */
/* is it in one of several periods? */
#define ID_WITHIN_ANY	(BTMaxStrategyNumber + 2)

/*
 * A function of a type that is such a condition, and which of its two arguments
 * is the id.
 */
typedef struct id_condition
{
	PGFunction	function;
	int			asks;
	int			id_arg;
} id_condition;

/* A planner support function: conditions end with one without a function. */
extern Datum id_plan(FunctionCallInfo fcinfo, const id_kind *kind, const id_condition *conditions);

/*
 * The comparisons that all hold where a call does.  The list is empty if the call
 * is none of these conditions, or if there are no such comparisons.
 */
extern List *id_comparisons(PlannerInfo *root, const id_kind *kind, const id_condition *conditions, Node *call);

#endif							/* PG_PLANNER_PLAN_H */
