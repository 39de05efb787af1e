/*
 * feed/consumer.c
 *		What wiji_poll() must know of a feed: its key, and the column by which workers share rows.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/transam.h"
#include "catalog/pg_am.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_operator.h"
#include "commands/defrem.h"
#include "feed/feed.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/* ERROR 42P01 */
static void
check_exists(Oid table)
{
	if (get_rel_name(table) == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", table)));
}

/* ERROR 42P01 or 42501 unless the caller may read the table. */
static void
check_may_read(Oid table)
{
	check_exists(table);
	if (pg_class_aclcheck(table, GetUserId(), ACL_SELECT) != ACLCHECK_OK)
		aclcheck_error(ACLCHECK_NO_PRIV, get_relkind_objtype(get_rel_relkind(table)),
					   get_rel_name(table));
}

/* The schema of the operators in whose order the index of the keys is. */
static char *
schema_of_operators(Oid type)
{
	Oid			family = get_opclass_family(GetDefaultOpClass(type, BTREE_AM_OID));
	Oid			operator = get_opfamily_member(family, type, type, BTGreaterStrategyNumber);
	HeapTuple	tuple = SearchSysCache1(OPEROID, ObjectIdGetDatum(operator));
	char	   *schema = NULL;

	if (HeapTupleIsValid(tuple))
	{
		schema = get_namespace_name(((Form_pg_operator) GETSTRUCT(tuple))->oprnamespace);
		ReleaseSysCache(tuple);
	}
	if (schema == NULL)
		elog(ERROR, "could not find the operators of type %u", type);
	return schema;
}

/* The condition for keys below the horizon, whose function is in the schema. */
static char *
below_horizon(const feed_definition *f, const char *key, const char *operators, Oid schema)
{
	const char *function = quote_qualified_identifier(get_namespace_name(schema),
													  feed_horizon_function(f));
	table_row	table;

	if (!feed_table_row(f->table, &table))
		elog(ERROR, "could not find table %u", f->table);
	return psprintf("%s OPERATOR(%s.<) %s(%s::pg_catalog.regclass)", key, operators, function,
					quote_literal_cstr(table.qualified_name));
}

/*
 * wiji_feed_key(feed): locks the feed, which the caller must be allowed to read, in AccessShareLock
 * until the end of the transaction.  Returns parts of a query of table f: its key, the type of the
 * key, the schema of the type's operators, and the condition for keys below the horizon.  ERROR
 * 42809 if the table itself is not a feed.
 */
PG_FUNCTION_INFO_V1(pgwiji_feed_key);

Datum
pgwiji_feed_key(PG_FUNCTION_ARGS)
{
	Oid			table = PG_GETARG_OID(0);
	const feed_definition *f;
	feed_flaw	flaw;
	TupleDesc	row;
	char	   *parts[4];
	Datum		values[4];
	bool		nulls[4] = {false};

	if (get_call_result_type(fcinfo, NULL, &row) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	check_may_read(table);
	LockRelationOid(table, AccessShareLock);
	AcceptInvalidationMessages();
	check_may_read(table);		/* it can have been dropped before it was
								 * locked */
	flaw = feed_table_flaw(table, &f);
	if (flaw.detail != NULL)
		feed_reject_table(table, flaw);
	parts[0] = psprintf("f.%s", quote_identifier(NameStr(f->column)));
	parts[1] = format_type_be_qualified(f->type);
	parts[2] = pstrdup(quote_identifier(schema_of_operators(f->type)));
	parts[3] = below_horizon(f, parts[0], parts[2], get_func_namespace(fcinfo->flinfo->fn_oid));
	for (size_t i = 0; i < lengthof(parts); i++)
		values[i] = CStringGetTextDatum(parts[i]);
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(row), values, nulls));
}

/*
 * What the hash of a column depends on, for people and to be compared.  In the same table its number
 * counts, which stays when the column is renamed; in one that was restored from a dump, its name.
 * The hash of a type of users, such as an enum, can differ there, where the type has another OID.
 */
static char *
describe_column(Form_pg_attribute column)
{
	Oid			type = getBaseType(column->atttypid);
	Oid			collation = column->attcollation;

	return psprintf("table %u, column %d, type %s%s%s, name %s", column->attrelid, column->attnum,
					type < FirstNormalObjectId ? format_type_be(type) : psprintf("%u", type),
					OidIsValid(collation) && collation != DEFAULT_COLLATION_OID ? " with collation " : "",
					OidIsValid(collation) && collation != DEFAULT_COLLATION_OID ? get_collation_name(collation) : "",
					NameStr(column->attname));
}

/*
 * wiji_feed_split(feed, split): the column of table f by which workers share its rows, or the key if
 * split is null, and a description.  ERROR 42703 if there is no such column, 42809 if the key is
 * needed and the table is not a feed.
 */
PG_FUNCTION_INFO_V1(pgwiji_feed_split);

Datum
pgwiji_feed_split(PG_FUNCTION_ARGS)
{
	Oid			table = PG_ARGISNULL(0) ? InvalidOid : PG_GETARG_OID(0);
	const feed_definition *f;
	const char *split;
	HeapTuple	column;
	feed_flaw	flaw;
	TupleDesc	row;
	Datum		values[2];
	bool		nulls[2] = {false};

	if (get_call_result_type(fcinfo, NULL, &row) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	check_exists(table);
	if (PG_ARGISNULL(1))
	{
		flaw = feed_table_flaw(table, &f);
		if (flaw.detail != NULL)
			feed_reject_table(table, flaw);
		split = NameStr(f->column);
	}
	else
		split = NameStr(*PG_GETARG_NAME(1));
	column = SearchSysCacheAttName(table, split);
	if (!HeapTupleIsValid(column) || ((Form_pg_attribute) GETSTRUCT(column))->attnum < 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of relation \"%s\" does not exist", split, get_rel_name(table)),
				 errdetail("The consumer of the feed names it in its column \"split\".")));
	values[0] = CStringGetTextDatum(psprintf("f.%s", quote_identifier(split)));
	values[1] = CStringGetTextDatum(describe_column((Form_pg_attribute) GETSTRUCT(column)));
	ReleaseSysCache(column);
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(row), values, nulls));
}
