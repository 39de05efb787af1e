/*
 * pg/planner/condition.h
 *		What a condition by time says, as comparisons of ids.
 */
#ifndef PG_PLANNER_CONDITION_H
#define PG_PLANNER_CONDITION_H

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

/* A condition by time that the planner came upon. */
typedef struct plan_condition
{
	const id_kind *kind;
	PlannerInfo *root;			/* null outside of a query */
	Oid			function;		/* its function, in whose schema the type's
								 * others are */
	int			asks;
	Node	   *id;
	Node	   *time;			/* a moment, a period or several */
} plan_condition;

extern bool plan_condition_of(plan_condition *c, Oid function, List *args, const id_condition *conditions);
extern Oid	plan_call_of(Node *node, List **args);
extern bool is_null_const(const Node *node);
extern bool has_one_answer(PlannerInfo *root, Node *node);
extern List *plan_comparisons(const plan_condition *c);
extern List *plan_within_bounds(const plan_condition *c, Node *period);

/*
 * The comparisons that all hold where a call does.  The list is empty if the call
 * is none of these conditions, or if there are no such comparisons.
 */
extern List *id_comparisons(PlannerInfo *root, const id_kind *kind, const id_condition *conditions, Node *call);

#endif							/* PG_PLANNER_CONDITION_H */
