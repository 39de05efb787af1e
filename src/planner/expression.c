/*
 * src/planner/expression.c
 *		Expressions that support functions give to the server.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/nbtree.h"
#include "access/transam.h"
#include "catalog/pg_am.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/planmain.h"
#include "planner/expression.h"
#include "compat.h"
#include "id.h"
#include "utils/acl.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

/*
 * make_opclause leaves the operator's function out.  The planner fills it in when it
 * finishes a plan, but COPY FROM ... WHERE executes what is simplified as it is.
 */
Expr *
id_opclause(Oid operator, Expr *left, Expr *right)
{
	Expr	   *clause = make_opclause(operator, BOOLOID, false, left, right, InvalidOid, InvalidOid);

	set_opfuncid((OpExpr *) clause);
	return clause;
}

static bool
may_call(Oid function, Oid role)
{
	return id_proc_aclcheck(function, role, ACL_EXECUTE) == ACLCHECK_OK;
}

bool
id_may_replace(PlannerInfo *root, Oid function)
{
	if (root != NULL)
	{
		/*
		 * GEQO estimates in a context that it throws away.  A root that plans
		 * nothing has none of its own, and its glob may be on the stack.
		 */
		MemoryContext old = MemoryContextSwitchTo(root->planner_cxt ? root->planner_cxt : CurrentMemoryContext);

		root->glob->dependsOnRole |= !may_call(function, ACL_ID_PUBLIC);
		record_plan_function_dependency(root, function);
		MemoryContextSwitchTo(old);
	}
	return may_call(function, GetUserId());
}

/* The privileges of a function; null if none has ever been granted or revoked. */
static const Acl *
privileges_of(Oid function)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	bool		isnull;
	Datum		privileges;
	const Acl  *result = NULL;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for function %u", function);
	privileges = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_proacl, &isnull);
	if (!isnull)
		result = DatumGetAclPCopy(privileges);
	ReleaseSysCache(tuple);
	return result;
}

/*
 * Have two functions the same privileges?  It is so after REVOKE and GRANT ON ALL FUNCTIONS.
 * False where one has never had any granted or revoked.
 */
static bool
have_same_privileges(Oid a, Oid b)
{
	const Acl  *of_a = privileges_of(a);
	const Acl  *of_b = privileges_of(b);

	return of_a != NULL && of_b != NULL && aclequal(of_a, of_b);
}

bool
id_may_call(PlannerInfo *root, Oid instead_of, Oid function)
{
	return may_call(function, ACL_ID_PUBLIC) || have_same_privileges(instead_of, function) ||
		(root != NULL && id_may_replace(root, function));
}

bool
id_may_compare(PlannerInfo *root, Oid instead_of, Oid operator)
{
	Oid			negator = get_negator(operator);
	Oid			forms[] = {operator, negator, get_commutator(operator), get_commutator(negator)};

	if (!OidIsValid(operator))
		return false;
	for (size_t i = 0; i < lengthof(forms); i++)
		if (OidIsValid(forms[i]) && !id_may_call(root, instead_of, get_opcode(forms[i])))
			return false;
	return true;
}

/*
 * A type has one default class for btree at most.  Ours is called T_ops, as the server's
 * own are; a class by any other name the type cache finds.
 */
static Oid
default_family(Oid type)
{
	HeapTuple	tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
	Oid			family = InvalidOid;
	char	   *name;
	Oid			schema;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for type %u", type);
	name = psprintf("%s_ops", NameStr(((Form_pg_type) GETSTRUCT(tuple))->typname));
	schema = ((Form_pg_type) GETSTRUCT(tuple))->typnamespace;
	ReleaseSysCache(tuple);

	tuple = SearchSysCache3(CLAAMNAMENSP, ObjectIdGetDatum(BTREE_AM_OID), CStringGetDatum(name), ObjectIdGetDatum(schema));
	if (HeapTupleIsValid(tuple))
	{
		Form_pg_opclass class = (Form_pg_opclass) GETSTRUCT(tuple);

		if (class->opcdefault && class->opcintype == type)
			family = class->opcfamily;
		ReleaseSysCache(tuple);
	}
	return OidIsValid(family) ? family : lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
}

/* Is it our T_cmp?  Ids that are passed by value are compared as bigint is. */
static bool
is_order_of_ids(Oid function)
{
	FmgrInfo	order;
	FmgrInfo	of_bigint;

	fmgr_info(function, &order);
	fmgr_info(F_BTINT8CMP, &of_bigint);
	for (const id_kind *const *kind = id_kinds; *kind != NULL; kind++)
		if (order.fn_addr == ((*kind)->by_value ? of_bigint.fn_addr : (*kind)->compare))
			return true;
	return false;
}

/* Nobody replaces a class of the server's own. */
Oid
id_btree_family(Oid type)
{
	Oid			family = default_family(type);
	Oid			function = get_opfamily_proc(family, type, type, BTORDER_PROC);

	if (!OidIsValid(function) || (type >= FirstNormalObjectId && !is_order_of_ids(function)))
		return InvalidOid;
	return family;
}

/* Ten calls with the constants and columns that they are made with have fewer nodes. */
#define SMALL 50

static bool
is_larger_than(Node *node, int *most)
{
	return node != NULL && (--*most < 0 || id_expression_tree_walker(node, is_larger_than, most));
}

bool
id_may_repeat(PlannerInfo *root, Node *node, Cost most)
{
	int			size = SMALL;
	QualCost	cost;

	if (is_larger_than(node, &size) || contain_subplans(node))
		return false;
	cost_qual_eval_node(&cost, node, root);
	return cost.startup + cost.per_tuple <= most;
}
