/*
 * src/planner/clauses.h
 *		Where a clause stands, and which clauses hold with it.
 */
#ifndef SRC_PLANNER_CLAUSES_H
#define SRC_PLANNER_CLAUSES_H

#include "nodes/pathnodes.h"

/*
 * Clauses that all hold together: those of a table, or of an arm of an OR.  With an
 * arm's clauses those hold, too, that stand around the OR.
 */
typedef struct id_clauses
{
	List	   *clauses;
	struct id_clauses *around;	/* null for the outermost */
	List	   *known;			/* what the caller found out about them */
} id_clauses;

/*
 * The list that an operator's clause is in, which its list of arguments identifies, as
 * a copy has another one.  The clause is one of the table rel, of a join with it, of
 * an index's predicate, or of HAVING; rel may be null for the last.  If it is none of
 * these, found is false and the result is the list of the table's own clauses.
 *
 * All clauses are looked through at the first call.  Later ones find theirs at once,
 * so estimates of n clauses take n steps.  The result lives as long as the plan is
 * made; what is added to known must be allocated in root->planner_cxt.
 */
extern id_clauses *id_clauses_around(PlannerInfo *root, const RelOptInfo *rel, const List *args, bool *found);

/* A clause without its RestrictInfo. */
extern Node *id_bare_clause(Node *node);

#endif							/* SRC_PLANNER_CLAUSES_H */
