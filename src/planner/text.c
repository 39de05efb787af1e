/*
 * src/planner/text.c
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
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "optimizer/plancat.h"
#include "parser/parse_coerce.h"
#include "planner/expression.h"
#include "planner/text.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"

/* What does the function compare, and how?  Null if it is none of these. */
static const id_text_comparison *
text_comparison_of(Oid function, const id_text_comparison *comparisons)
{
	FmgrInfo	info;

	fmgr_info(function, &info);
	while (comparisons->function != NULL && comparisons->function != info.fn_addr)
		comparisons++;
	return comparisons->function != NULL ? comparisons : NULL;
}

/* The operator that compares two ids like that. */
static Oid
text_operator_of(const id_text_comparison *comparison, Oid type)
{
	Oid			family = id_btree_family(type);

	if (comparison->strategy == ID_TEXT_UNEQUAL)
		return get_negator(get_opfamily_member(family, type, type, BTEqualStrategyNumber));
	return get_opfamily_member(family, type, type, comparison->strategy);
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
text_as_id(PlannerInfo *root, Oid function, Node *text, Oid type, Oid collation)
{
	Oid			cast;
	Expr	   *result;

	if (find_coercion_pathway(type, TEXTOID, COERCION_EXPLICIT, &cast) != COERCION_PATH_FUNC ||
		!id_may_call(root, function, cast))
		return NULL;
	text = text_without_relabel(text);

	/*
	 * The cast depends on no collation.  postgres_fdw would send no parameter
	 * that has one, but an index on the cast of a column has the column's.
	 */
	if (!contain_var_clause(text))
		collation = InvalidOid;
	result = (Expr *) makeFuncExpr(cast, type, list_make1(text), InvalidOid, collation, COERCE_EXPLICIT_CAST);

	/* the planner simplifies no result of a support function */
	return IsA(text, Const) ? (Expr *) eval_const_expressions(root, (Node *) result) : result;
}

/* A call of a function with these arguments, as a comparison of ids; or null. */
static OpExpr *
text_comparison_of_ids(PlannerInfo *root, Oid function, List *args, Oid collation, const id_text_comparison *comparisons)
{
	const id_text_comparison *comparison = text_comparison_of(function, comparisons);
	Oid			type;
	Oid			operator;
	Expr	   *id;

	if (comparison == NULL || list_length(args) != 2)
		return NULL;
	type = exprType(list_nth(args, 1 - comparison->text_arg));
	operator = text_operator_of(comparison, type);
	id = text_as_id(root, function, list_nth(args, comparison->text_arg), type, collation);
	if (id == NULL || !id_may_compare(root, function, operator))
		return NULL;
	if (comparison->text_arg == 0)
		return (OpExpr *) id_opclause(operator, id, lsecond(args));
	return (OpExpr *) id_opclause(operator, linitial(args), id);
}

static OpExpr *
text_simplify(const SupportRequestSimplify *request, const id_text_comparison *comparisons)
{
	const FuncExpr *call = request->fcall;

	if (!id_may_replace(request->root, call->funcid))
		return NULL;
	return text_comparison_of_ids(request->root, call->funcid, call->args, call->inputcollid, comparisons);
}

Datum
id_text_support(FunctionCallInfo fcinfo, const id_text_comparison *comparisons)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);

	if (!IsA(request, SupportRequestSimplify))
		PG_RETURN_POINTER(NULL);
	PG_RETURN_POINTER(text_simplify((SupportRequestSimplify *) request, comparisons));
}

/*
 * Where the operators stay, they are estimated as comparisons of ids, too.  The
 * server's estimators would compare with the texts in a column's statistics, and
 * fail at one that is no id, though no row with it is ever met.
 */
Datum
id_textsel(FunctionCallInfo fcinfo, const id_text_comparison *comparisons)
{
	PlannerInfo *root = (PlannerInfo *) PG_GETARG_POINTER(0);
	OpExpr	   *ids = text_comparison_of_ids(root, get_opcode(PG_GETARG_OID(1)), (List *) PG_GETARG_POINTER(2), PG_GET_COLLATION(), comparisons);

	PG_RETURN_FLOAT8(ids == NULL ? DEFAULT_EQ_SEL : restriction_selectivity(root, ids->opno, ids->args, InvalidOid, PG_GETARG_INT32(3)));
}

Datum
id_textjoinsel(FunctionCallInfo fcinfo, const id_text_comparison *comparisons)
{
	PlannerInfo *root = (PlannerInfo *) PG_GETARG_POINTER(0);
	OpExpr	   *ids = text_comparison_of_ids(root, get_opcode(PG_GETARG_OID(1)), (List *) PG_GETARG_POINTER(2), PG_GET_COLLATION(), comparisons);

	PG_RETURN_FLOAT8(ids == NULL ? DEFAULT_EQ_SEL :
					 join_selectivity(root, ids->opno, ids->args, InvalidOid, PG_GETARG_INT16(3), (SpecialJoinInfo *) PG_GETARG_POINTER(4)));
}
