/*
 * src/planner/clauses.c
 *		Where a clause stands, and which clauses hold with it.
 *
 * The planner asks an estimator for one clause after the other and does not tell
 * where the clause stands.  So all clauses of a table are written down once, in an
 * array that is sorted by their arguments.
 */
#include "postgres.h"

#include "nodes/nodeFuncs.h"
#include "planner/clauses.h"

typedef struct clause_place
{
	const List *args;
	int			number;			/* of the clause; the first of equal ones
								 * counts */
	id_clauses *list;			/* that it is in */
} clause_place;

#define CLAUSE_LISTS 3			/* the table's own, of joins, of HAVING */

/*
 * The clauses of a table.  They are no longer the table's if one of these lists has
 * become another one, or longer.
 */
typedef struct clause_index
{
	MemoryContext context;		/* of this and all that it points to */
	PlannerInfo *root;
	const RelOptInfo *rel;
	List	   *lists[CLAUSE_LISTS];
	int			lengths[CLAUSE_LISTS];
	List	   *indexes;

	id_clauses *own;			/* the table's own, the first of the lists */
	int			n;
	int			room;
	clause_place *places;
} clause_index;

/* The last one that was needed.  A planner works at one table after the other. */
static clause_index *clause_last;

static void
clause_forget(void *context)
{
	if (clause_last != NULL && clause_last->context == (MemoryContext) context)
		clause_last = NULL;
}

Node *
id_bare_clause(Node *node)
{
	if (IsA(node, RestrictInfo))
	{
		RestrictInfo *info = (RestrictInfo *) node;

		return (Node *) (info->orclause ? info->orclause : info->clause);
	}
	return node;
}

static void
clause_add_place(clause_index *index, const List *args, id_clauses *list)
{
	if (index->n == index->room)
	{
		index->room *= 2;
		index->places = repalloc(index->places, index->room * sizeof(clause_place));
	}
	index->places[index->n] = (clause_place)
	{
		.args = args,
			.number = index->n,
			.list = list,
	};
	index->n++;
}

/* Add clauses, and those inside of them, below AND, OR, NOT, IS TRUE and its kin. */
static id_clauses *
clause_add_list(clause_index *index, List *clauses, id_clauses *around)
{
	id_clauses *list = palloc0(sizeof(id_clauses));
	ListCell   *lc;

	list->clauses = clauses;
	list->around = around;
	foreach(lc, clauses)
	{
		Node	   *clause = id_bare_clause(lfirst(lc));
		List	   *arms = NIL;
		ListCell   *lc2;

		if (is_opclause(clause))
			clause_add_place(index, ((OpExpr *) clause)->args, list);
		else if (is_andclause(clause))
			arms = list_make1(clause);
		else if (IsA(clause, BoolExpr))
			arms = ((BoolExpr *) clause)->args;
		else if (IsA(clause, BooleanTest))
			arms = list_make1(((BooleanTest *) clause)->arg);
		foreach(lc2, arms)
		{
			Node	   *arm = id_bare_clause(lfirst(lc2));

			clause_add_list(index, is_andclause(arm) ? ((BoolExpr *) arm)->args : list_make1(arm), list);
		}
	}
	return list;
}

static int
clause_compare_places(const void *a, const void *b)
{
	const clause_place *x = a;
	const clause_place *y = b;

	if (x->args != y->args)
		return x->args < y->args ? -1 : 1;
	return x->number - y->number;
}

/* The lists that a table's clauses are in now, with those of its indexes beside them. */
static void
clause_read_lists(PlannerInfo *root, const RelOptInfo *rel, List *lists[CLAUSE_LISTS])
{
	Node	   *having = root->parse->havingQual;

	lists[0] = rel ? rel->baserestrictinfo : NIL;
	lists[1] = rel ? rel->joininfo : NIL;
	lists[2] = having && IsA(having, List) ? (List *) having : NIL;
}

static clause_index *
clause_make_index(PlannerInfo *root, const RelOptInfo *rel)
{
	MemoryContext old = MemoryContextSwitchTo(root->planner_cxt);
	MemoryContextCallback *callback = palloc(sizeof(MemoryContextCallback));
	clause_index *index = palloc0(sizeof(clause_index));
	ListCell   *lc;

	index->context = root->planner_cxt;
	index->root = root;
	index->rel = rel;
	index->indexes = rel ? rel->indexlist : NIL;
	index->room = 8;
	index->places = palloc(index->room * sizeof(clause_place));
	clause_read_lists(root, rel, index->lists);
	for (int i = 0; i < CLAUSE_LISTS; i++)
	{
		id_clauses *list = clause_add_list(index, index->lists[i], NULL);

		index->lengths[i] = list_length(index->lists[i]);
		if (i == 0)
			index->own = list;
	}
	foreach(lc, index->indexes)
		clause_add_list(index, ((IndexOptInfo *) lfirst(lc))->indpred, NULL);
	qsort(index->places, index->n, sizeof(clause_place), clause_compare_places);

	callback->func = clause_forget;
	callback->arg = root->planner_cxt;
	MemoryContextRegisterResetCallback(root->planner_cxt, callback);
	MemoryContextSwitchTo(old);
	return index;
}

static bool
clause_index_holds(const clause_index *index, PlannerInfo *root, const RelOptInfo *rel)
{
	List	   *lists[CLAUSE_LISTS];

	if (index == NULL || index->root != root || index->rel != rel || (rel && index->indexes != rel->indexlist))
		return false;
	clause_read_lists(root, rel, lists);
	for (int i = 0; i < CLAUSE_LISTS; i++)
	{
		if (lists[i] != index->lists[i] || list_length(lists[i]) != index->lengths[i])
			return false;
	}
	return true;
}

id_clauses *
id_clauses_around(PlannerInfo *root, const RelOptInfo *rel, const List *args, bool *found)
{
	int			low = 0;
	int			high;

	if (rel != NULL && !IS_SIMPLE_REL(rel))
		rel = NULL;				/* a join, which GEQO may throw away, has no
								 * clauses of its own */
	if (!clause_index_holds(clause_last, root, rel))
		clause_last = clause_make_index(root, rel);
	high = clause_last->n;
	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (clause_last->places[middle].args < args)
			low = middle + 1;
		else
			high = middle;
	}
	*found = low < clause_last->n && clause_last->places[low].args == args;
	return *found ? clause_last->places[low].list : clause_last->own;
}
