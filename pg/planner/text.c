/*
 * pg/planner/text.c
 *		How the planner sees a comparison of an id with a text.
 *
 * It becomes a comparison of two ids, one of which is the text, cast.  So indexes,
 * joins, partitions, estimates and conclusions are those of ids, as if the cast
 * had been written.
 *
 * The planner shows no support function what ANY and ALL do to an array.  There
 * the operators stay what they are.  That they compare by an index nevertheless
 * is why equality is in the families of the id's type.
 */
#include "postgres.h"

#include "access/stratnum.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "optimizer/planmain.h"
#include "parser/parse_coerce.h"
#include "pg/planner/expression.h"
#include "pg/planner/text.h"
#include "pg/server/compat.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

/* The operator that compares two ids as the function compares an id and a text. */
static Oid
text_operator_of(Oid function, Oid type, const id_text_comparison *comparisons)
{
	Oid			family = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
	FmgrInfo	info;

	fmgr_info(function, &info);
	while (comparisons->function != NULL && comparisons->function != info.fn_addr)
		comparisons++;
	if (comparisons->function == NULL)
		return InvalidOid;
	if (comparisons->strategy == ID_TEXT_UNEQUAL)
		return get_negator(get_opfamily_member(family, type, type, BTEqualStrategyNumber));
	return get_opfamily_member(family, type, type, comparisons->strategy);
}

/*
 * The text as its column has it.  A varchar is a text without conversion, and an
 * index on the cast of a column has the column itself.
 */
static Node *
text_without_relabel(Node *text)
{
	while (IsA(text, RelabelType))
	{
		Node	   *arg = (Node *) ((RelabelType *) text)->arg;
		Oid			type = getBaseType(exprType(arg));

		if (type != TEXTOID && type != VARCHAROID)
			break;
		text = arg;
	}
	return text;
}

/* The text, cast to an id; or null if the cast is gone, or not the role's to use. */
static Expr *
text_as_id(PlannerInfo *root, Node *text, Oid type, Oid collation)
{
	Oid			cast;
	Expr	   *result;

	if (find_coercion_pathway(type, TEXTOID, COERCION_EXPLICIT, &cast) != COERCION_PATH_FUNC ||
		object_aclcheck(ProcedureRelationId, cast, GetUserId(), ACL_EXECUTE) != ACLCHECK_OK)
		return NULL;
	text = text_without_relabel(text);
	result = (Expr *) makeFuncExpr(cast, type, list_make1(text), InvalidOid, collation, COERCE_EXPLICIT_CAST);

	/* the planner simplifies no result of a support function */
	return IsA(text, Const) ? (Expr *) eval_const_expressions(root, (Node *) result) : result;
}

static Node *
text_simplify(const SupportRequestSimplify *request, const id_text_comparison *comparisons)
{
	const FuncExpr *call = request->fcall;
	Node	   *left = linitial(call->args);
	Node	   *right = lsecond(call->args);
	bool		text_on_left = exprType(left) == TEXTOID;
	Oid			type = exprType(text_on_left ? right : left);
	Oid			operator = text_operator_of(call->funcid, type, comparisons);
	Expr	   *id;

	if (!OidIsValid(operator) ||
		object_aclcheck(ProcedureRelationId, call->funcid, GetUserId(), ACL_EXECUTE) != ACLCHECK_OK)
		return NULL;
	id = text_as_id(request->root, text_on_left ? left : right, type, call->inputcollid);
	if (id == NULL)
		return NULL;
	if (request->root)
		record_plan_function_dependency(request->root, call->funcid);	/* the plan shows no
																		 * trace of it */
	return (Node *) id_opclause(operator, text_on_left ? id : (Expr *) left, text_on_left ? (Expr *) right : id);
}

Datum
id_text_support(FunctionCallInfo fcinfo, const id_text_comparison *comparisons)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);

	if (!IsA(request, SupportRequestSimplify))
		PG_RETURN_POINTER(NULL);
	PG_RETURN_POINTER(text_simplify((SupportRequestSimplify *) request, comparisons));
}
