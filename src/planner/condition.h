/*
 * src/planner/condition.h
 *		What a condition by time says, as comparisons of ids.
 */
#ifndef SRC_PLANNER_CONDITION_H
#define SRC_PLANNER_CONDITION_H

#include "access/stratnum.h"
#include "fmgr.h"
#include "nodes/pathnodes.h"
#include "id.h"

/*
 * The predicate of a condition: the btree strategy number by which an id's time is
 * compared with a moment, or one of these.
 */
#define ID_WITHIN		(BTMaxStrategyNumber + 1)	/* is it in a period? */
#define ID_WITHIN_ANY	(BTMaxStrategyNumber + 2)	/* is it in one of
													 * several? */

/* A function of a type that is a condition by time. */
typedef struct id_condition_function
{
	PGFunction	function;
	int			predicate;
	int			id_arg;			/* which of its two arguments is the id */
} id_condition_function;

/* A condition by time, as it was written. */
typedef struct id_condition
{
	const id_kind *kind;
	PlannerInfo *root;			/* null outside of a query */
	Oid			function;		/* that was called; the type's other functions
								 * are in its schema */
	int			predicate;
	Node	   *id;
	Node	   *time;			/* a moment, a period or several */
} id_condition;

/*
 * The functions of a type end with one whose function is null.  Nothing here takes
 * a lock or raises an error of its own, except for what the catalog caches do.
 * Expressions that are returned share no node with what was read.
 */

/*
 * The function and the arguments of a call, written as such or by an operator;
 * InvalidOid and NIL for any other node.  An operator must be complete.
 */
extern Oid	id_read_call(Node *node, List **args);

/*
 * Read a call as a condition into c, whose kind and root are set.  False if it is
 * none; if nothing can be searched for, as its arguments are volatile, or its time
 * depends on the row that the id is in; or if the role may not make the call, and so
 * may not have it replaced.
 */
extern bool id_read_condition(id_condition *c, Oid function, List *args, const id_condition_function *functions);

/*
 * Comparisons that all hold where the condition does, and only there.  They have its
 * value for every id and moment, null included.  (If the kind is a subset of its
 * type, they also hold for other values.)  NIL if there are none: the time may have
 * more than one answer, or a function that they need is gone.  The time may not be a
 * null constant.
 */
extern List *id_condition_comparisons(const id_condition *c);

/*
 * Comparisons of one range, which hold where the condition does, for one scan of an
 * index.  *exact tells whether they hold only there.  NIL as above.
 */
extern List *id_condition_range(const id_condition *c, bool *exact);

/*
 * id_condition_comparisons of a call as id_read_call reads it; NIL, too, if it is no
 * condition.
 */
extern List *id_call_comparisons(PlannerInfo *root, const id_kind *kind, const id_condition_function *functions,
								 Oid function, List *args);

/* Is it a null constant?  A condition with such a time is null for every id. */
static inline bool
id_is_null_const(const Node *node)
{
	return IsA(node, Const) && ((const Const *) node)->constisnull;
}

#endif							/* SRC_PLANNER_CONDITION_H */
