/*
 * feed/default.c
 *		What the default of a feed's key column generates.
 *
 * An expression is looked at, and never evaluated.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/dependency.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "feed/feed.h"
#include "nodes/nodeFuncs.h"
#include "nodes/primnodes.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/* The name in C of a function of the server or of a library; null for another language. */
static const char *
symbol_of_function(Oid function)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	const char *symbol = NULL;
	Oid			language;
	bool		is_null;

	if (!HeapTupleIsValid(tuple))
		return NULL;
	language = ((Form_pg_proc) GETSTRUCT(tuple))->prolang;
	if (language == INTERNALlanguageId || language == ClanguageId)
		symbol = TextDatumGetCString(SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_prosrc, &is_null));
	ReleaseSysCache(tuple);
	return symbol;
}

static bool
has_symbol(Oid function, const char *const *symbols, size_t n)
{
	const char *symbol = symbol_of_function(function);

	for (size_t i = 0; i < n && symbol != NULL; i++)
		if (strcmp(symbol, symbols[i]) == 0)
			return true;
	return false;
}

/* Functions of the server, of uuid-ossp and of pgcrypto. */
static bool
returns_random_uuid(Oid function)
{
	static const char *const symbols[] = {
		"gen_random_uuid", "pg_random_uuid", "uuid_generate_v1", "uuid_generate_v1mc", "uuid_generate_v3",
		"uuid_generate_v4", "uuid_generate_v5"
	};

	return has_symbol(function, symbols, lengthof(symbols));
}

/* Our functions for UUIDs that are not of RFC 9562's version 7. */
static bool
returns_other_uuid(Oid function)
{
	static const char *const symbols[] = {
		"pgwiji_uuidtime_v6", "pgwiji_uuidtime_v7_draft", "pgwiji_uuidtime_v8"
	};

	return has_symbol(function, symbols, lengthof(symbols));
}

static bool
is_of_extension(Oid function, const char *name)
{
	Oid			extension = get_extension_oid(name, true);

	return OidIsValid(extension) &&
		getExtensionOfObject(ProcedureRelationId, function) == extension;
}

/* What the function generates, as far as it is known; null for another one. */
static const feed_key_type *
generated_by(Oid function)
{
	const char *symbol = symbol_of_function(function);

	if (symbol == NULL)
		return NULL;
	if (is_of_extension(function, "wiji"))
		return &feed_wiji;
	/* the server's, and that of our functions for UUIDs */
	if (strcmp(symbol, "uuidv7") == 0 || strcmp(symbol, "pgwiji_uuidtime_v7") == 0)
		return &feed_v7;
	return NULL;
}

static bool
note_calls(Node *node, feed_calls *calls)
{
	if (node == NULL)
		return false;
	if (IsA(node, FuncExpr))
	{
		Oid			function = ((FuncExpr *) node)->funcid;

		calls->wiji = calls->wiji || is_of_extension(function, "wiji");
		calls->other_uuid = calls->other_uuid || returns_other_uuid(function);
		calls->random_uuid = calls->random_uuid || returns_random_uuid(function);
	}
	return expression_tree_walker(node, ID_WALKER(note_calls), calls);
}

feed_calls
feed_calls_of_default(Oid table, AttrNumber attnum)
{
	feed_calls	calls = {false};

	note_calls(feed_column_default(table, attnum), &calls);
	return calls;
}

/* Does the expression name the sequence, as that of a serial does? */
static bool
names_sequence(Node *node, Oid *sequence)
{
	if (node == NULL)
		return false;
	if (IsA(node, Const) && ((Const *) node)->consttype == REGCLASSOID &&
		!((Const *) node)->constisnull && DatumGetObjectId(((Const *) node)->constvalue) == *sequence)
		return true;
	return expression_tree_walker(node, ID_WALKER(names_sequence), sequence);
}

/* The argument of a cast that keeps a key as it is; null for another expression. */
static Node *
argument_of_cast(Node *node)
{
	if (IsA(node, RelabelType))
		return (Node *) ((RelabelType *) node)->arg;
	if (IsA(node, CoerceToDomain))
		return (Node *) ((CoerceToDomain *) node)->arg;
	if (IsA(node, FuncExpr) && list_length(((FuncExpr *) node)->args) == 1 &&
		((FuncExpr *) node)->funcformat != COERCE_EXPLICIT_CALL &&
		is_of_extension(((FuncExpr *) node)->funcid, "wiji"))
		return linitial(((FuncExpr *) node)->args);
	return NULL;
}

/* Is it a call, without arguments, of a function that generates such keys? */
static bool
is_generator(Node *node, const feed_key_type *key)
{
	Node	   *argument;

	while (node != NULL && (argument = argument_of_cast(node)) != NULL)
		node = argument;
	return node != NULL && IsA(node, FuncExpr) && ((FuncExpr *) node)->args == NIL &&
		generated_by(((FuncExpr *) node)->funcid) == key;
}

bool
feed_default_generates_keys(const feed_definition *f)
{
	Node	   *node = feed_column_default(f->table, f->attnum);
	Oid			sequence = f->sequence;

	if (f->key->is_number)
		return feed_is_identity(f->table, f->attnum) || names_sequence(node, &sequence);
	return is_generator(node, f->key);
}
