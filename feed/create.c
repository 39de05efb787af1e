/*
 * feed/create.c
 *		What wiji_create_feed() checks before and after it creates the triggers, and which ones
 *		wiji_drop_feed() drops.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "feed/feed.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/*
 * The table, locked
 *
 * Everything that decides is read under the lock and from catalogs as they are now, not as a
 * statement's snapshot sees them.
 */

/* ERROR 42P01 if the table does not exist, 42501 unless the caller owns it. */
static void
check_owner(Oid table)
{
	if (get_rel_name(table) == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", table)));
	if (!id_owns_relation(table, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, get_relkind_objtype(get_rel_relkind(table)),
					   get_rel_name(table));
}

/*
 * Locks the relation and opens it.  ERROR unless the caller owns it.  Nothing that somebody else owns
 * is locked, not even a table that is only being created.
 */
static Relation
open_own_relation(Oid relation, LOCKMODE mode)
{
	Relation	rel;

	check_owner(relation);
	rel = try_relation_open(relation, mode);
	check_owner(relation);		/* it can have been dropped or given away
								 * before it was locked */
	if (rel == NULL)
		elog(ERROR, "could not find relation %u", relation);
	return rel;
}

/* Are there triggers to drop, or a stored horizon, which the lock of DROP TRIGGER keeps as it is? */
static bool
has_feed(Oid table)
{
	return feed_own_trigger_names(table) != NIL || feed_has_stored(table);
}

/*
 * The same, with the lock of DROP TRIGGER if there are triggers to drop, else that of CREATE TRIGGER:
 * a session that has the second and waits for the first would deadlock with a transaction that has
 * read the table and inserts.
 */
static Relation
open_for_triggers(Oid table)
{
	LOCKMODE	mode = has_feed(table) ? AccessExclusiveLock : ShareRowExclusiveLock;
	Relation	rel = open_own_relation(table, mode);

	if (mode == AccessExclusiveLock || !has_feed(table))
		return rel;
	/* they were created before it was locked */
	relation_close(rel, mode);
	return open_own_relation(table, AccessExclusiveLock);
}

/* ERROR unless a relation of this kind can be a feed. */
static void
check_relation(Relation rel)
{
	Oid			table = RelationGetRelid(rel);
	table_row	row;
	feed_flaw	flaw;

	if (!feed_table_row(table, &row))
		elog(ERROR, "could not find relation %u", table);
	flaw = feed_kind_flaw(&row);
	if (flaw.detail != NULL)
		feed_reject_creation(table, flaw);
}

/* ERROR 42703 if there is no such column. */
static AttrNumber
column_by_name(Relation rel, const char *name)
{
	AttrNumber	attnum = get_attnum(RelationGetRelid(rel), name);

	if (attnum <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of relation \"%s\" does not exist", name, RelationGetRelationName(rel))));
	return attnum;
}

/*
 * Before
 */

/* The column of the primary key, or the first of a partitioned table's. */
static AttrNumber
column_of_primary_key(Relation rel)
{
	int			columns;
	AttrNumber	attnum = feed_primary_key(RelationGetRelid(rel), &columns);

	if (attnum == InvalidAttrNumber ||
		(columns > 1 && rel->rd_rel->relkind != RELKIND_PARTITIONED_TABLE))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("table \"%s\" does not have a single-column primary key", RelationGetRelationName(rel)),
				 errhint("Name a column that has a unique index of its own.")));
	return attnum;
}

/* The layout of UUIDs that the table gets. */
static const char *
choose_layout(Relation rel, AttrNumber attnum, const char *layout)
{
	const char *column = NameStr(TupleDescAttr(RelationGetDescr(rel), attnum - 1)->attname);
	feed_calls	calls = feed_calls_of_default(RelationGetRelid(rel), attnum);

	if (layout != NULL && feed_layout_by_name(layout) == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("unrecognized layout \"%s\" of UUIDs", layout),
				 errhint("Valid layouts are \"v7\" and \"wiji\".")));
	if (calls.random_uuid)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("default of column \"%s\" of relation \"%s\" generates UUIDs in random order", column, RelationGetRelationName(rel)),
				 errhint("Use a default that generates UUIDs in order, such as uuidv7(), or another column as the key.  " FEED_COLUMN_HINT)));
	return layout != NULL ? layout : calls.wiji ? feed_wiji.name : feed_v7.name;
}

/* The same, null for a key that is no UUID. */
static const char *
layout_of_key(Relation rel, AttrNumber attnum, const char *layout)
{
	if (getBaseType(TupleDescAttr(RelationGetDescr(rel), attnum - 1)->atttypid) == UUIDOID)
		return choose_layout(rel, attnum, layout);
	if (layout != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("only keys of type uuid have a layout")));
	return NULL;
}

/* ERROR 42804 unless the column can be a key. */
static void
check_key_column(Relation rel, AttrNumber attnum)
{
	Form_pg_attribute a = TupleDescAttr(RelationGetDescr(rel), attnum - 1);
	Oid			type = getBaseType(a->atttypid);

	if (a->attgenerated != '\0')
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot use generated column \"%s\" of relation \"%s\" as the key of a feed", NameStr(a->attname), RelationGetRelationName(rel))));
	if (type != UUIDOID && feed_key_type_of(type, NULL) == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" of relation \"%s\" cannot be the key of a feed", NameStr(a->attname), RelationGetRelationName(rel)),
				 errdetail("The type of the column is %s.", format_type_be(a->atttypid)),
				 type == INT4OID || type == INT2OID ?
				 errhint("Use ALTER TABLE ... ALTER COLUMN ... TYPE bigint.") :
				 type == TIMESTAMPOID ?
				 errhint("For row versions, use ALTER TABLE ... ALTER COLUMN ... TYPE timestamptz USING ... AT TIME ZONE 'UTC'.") :
				 errhint(FEED_COLUMN_HINT)));
}

/* A row of the function's result type. */
static Datum
prepared_row(TupleDesc desc, Form_pg_attribute column, const char *layout)
{
	Oid			type = getBaseType(column->atttypid);
	Datum		values[3] = {NameGetDatum(&column->attname)};
	bool		nulls[3] = {false, layout == NULL, false};

	if (layout != NULL)
		values[1] = CStringGetTextDatum(layout);

	/*
	 * a wiji is compared as the uuid with its bytes, by an operator of the
	 * server
	 */
	values[2] = ObjectIdGetDatum(feed_key_type_of(type, layout) == &feed_wiji ? UUIDOID : type);
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls));
}

/*
 * The key's column; the layout of its UUIDs, null for a key of another type; and the type as which
 * keys are compared.  ERROR unless the caller owns the table, which is locked afterwards, and the
 * column can be the key.  Arguments: table; column, or null for the primary key's; layout or null.
 */
PG_FUNCTION_INFO_V1(pgwiji_feed_prepare);

Datum
pgwiji_feed_prepare(PG_FUNCTION_ARGS)
{
	const char *layout = PG_ARGISNULL(2) ? NULL : text_to_cstring(PG_GETARG_TEXT_PP(2));
	TupleDesc	desc;
	Relation	rel;
	AttrNumber	attnum;
	Datum		result;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	/* before it waits for the table: the extension can be dropped meanwhile */
	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	rel = open_for_triggers(PG_GETARG_OID(0));
	check_relation(rel);
	attnum = PG_ARGISNULL(1) ? column_of_primary_key(rel) :
		column_by_name(rel, NameStr(*PG_GETARG_NAME(1)));
	check_key_column(rel, attnum);
	layout = layout_of_key(rel, attnum, layout);
	result = prepared_row(desc, TupleDescAttr(RelationGetDescr(rel), attnum - 1), layout);
	relation_close(rel, NoLock);
	return result;
}

/* The value of a column in the new row, for a trigger's condition. */
static void
append_value(StringInfo values, Relation rel, AttrNumber attnum)
{
	Form_pg_attribute column = TupleDescAttr(RelationGetDescr(rel), attnum - 1);

	/* a generated column does not count anyway, and has no value yet */
	if (column->attgenerated == '\0')
		appendStringInfo(values, "%sNEW.%s", values->len > 0 ? ", " : "", quote_identifier(NameStr(column->attname)));
}

/*
 * wiji_feed_ignored(feed, ignore): the clause WHEN of the trigger for row versions, which names the
 * columns to ignore and is always true; empty if there are none.  ERROR unless the caller owns the
 * table, which is locked afterwards, and they are its columns.
 */
PG_FUNCTION_INFO_V1(pgwiji_feed_ignored);

Datum
pgwiji_feed_ignored(PG_FUNCTION_ARGS)
{
	Relation	rel = open_for_triggers(PG_GETARG_OID(0));
	Bitmapset  *columns = NULL;
	StringInfoData values;
	Datum	   *names;
	bool	   *nulls;
	int			n;

	initStringInfo(&values);
	deconstruct_array(PG_GETARG_ARRAYTYPE_P(1), NAMEOID, NAMEDATALEN, false, TYPALIGN_CHAR, &names, &nulls, &n);
	for (int i = 0; i < n; i++)
		columns = bms_add_member(columns, column_by_name(rel, nulls[i] ? "" : NameStr(*DatumGetName(names[i]))));
	for (int column = -1; (column = bms_next_member(columns, column)) > 0;)
		append_value(&values, rel, column);
	relation_close(rel, NoLock);
	PG_RETURN_TEXT_P(cstring_to_text(values.len == 0 ? "" : psprintf("WHEN (ROW(%s) IS NULL OR true)", values.data)));
}

/*
 * The names of the table's own triggers that call our functions.  ERROR unless the caller owns the
 * table, which is locked afterwards.
 */
PG_FUNCTION_INFO_V1(pgwiji_feed_triggers);

Datum
pgwiji_feed_triggers(PG_FUNCTION_ARGS)
{
	Relation	rel = open_for_triggers(PG_GETARG_OID(0));
	List	   *names = feed_own_trigger_names(RelationGetRelid(rel));
	Datum	   *values = palloc(list_length(names) * sizeof(Datum));

	for (int i = 0; i < list_length(names); i++)
		values[i] = DirectFunctionCall1(namein, CStringGetDatum(list_nth(names, i)));
	relation_close(rel, NoLock);
	PG_RETURN_ARRAYTYPE_P(construct_array(values, list_length(names), NAMEOID, NAMEDATALEN, false,
										  TYPALIGN_CHAR));
}

/*
 * Deletes the stored horizon of a table, which is then no feed: the next one begins again.  ERROR unless
 * the caller owns the table, which is locked afterwards.
 */
PG_FUNCTION_INFO_V1(pgwiji_feed_forget);

Datum
pgwiji_feed_forget(PG_FUNCTION_ARGS)
{
	Relation	rel = open_for_triggers(PG_GETARG_OID(0));

	feed_delete_stored(RelationGetRelid(rel));
	relation_close(rel, NoLock);
	PG_RETURN_VOID();
}

/*
 * After
 */

/* ERROR unless the greatest key of the table is a key of this feed that its clock has reached. */
static void
check_greatest_key(const feed_definition *f)
{
	uint8		bytes[FEED_KEY_LEN];
	const char *table = get_rel_name(f->table);
	Datum		key;

	if (!feed_greatest_key(f, true, &key, bytes))
		return;
	if (!feed_key_is_valid(f->key, key))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the newest key of table \"%s\" does not have layout \"%s\"", table, f->key->name),
				 feed_v7.is_valid(bytes) ? errdetail("It has layout \"v7\".") :
				 feed_wiji.is_valid(bytes) ? errdetail("It has layout \"wiji\".") :
				 errdetail("It is a UUID of another version, whose order is not that of time."),
				 errhint("Use argument \"layout\" or a column whose IDs are generated in order.")));
	if (f->key->is_number && DatumGetInt64(key) >= feed_next_number(f))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot make table \"%s\" a feed", table),
				 errdetail("The greatest key is above the last number of the sequence."),
				 errhint("Set the sequence to the greatest key with setval().")));
	if (!f->key->is_number &&
		feed_time_of_key(f->key, key) >= feed_clock(f->key) + FEED_MAX_AHEAD_US)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot make table \"%s\" a feed", table),
				 errdetail("The greatest key is more than 5 seconds ahead of the system clock."),
				 errhint("Correct the rows whose keys are ahead of the clock.")));
}

/* ERROR 42703 unless the columns exist whose changes do not count. */
static void
check_ignored_columns(Relation rel)
{
	trigger_rows rows = feed_trigger_rows(RelationGetRelid(rel));

	for (int i = 1; i < rows.version.n; i++)
		column_by_name(rel, rows.version.arguments[i]);
}

/* Does the default generate keys of another layout, so that a lag does not help? */
static bool
generates_other_layout(const feed_definition *f)
{
	feed_calls	calls = feed_calls_of_default(f->table, f->attnum);

	return calls.other_uuid || (calls.wiji && f->key != &feed_wiji);
}

/* Why the column might get keys that the feed rejects. */
static const char *
cause_of_warning(const feed_definition *f, bool has_default)
{
	const char *column = NameStr(f->column);

	if (!has_default)
		return psprintf("Column \"%s\" does not have a default.", column);
	if (f->key->is_number)
		return psprintf("The default of column \"%s\" does not use sequence \"%s\", which the column owns.",
						column, get_rel_name(f->sequence));
	return psprintf("The default of column \"%s\" is not the call of a function that is known to generate such keys.", column);
}

/* WARNING if the feed might reject the keys that the table gets. */
static void
warn_of_default(const feed_definition *f)
{
	bool		has_default = feed_column_default(f->table, f->attnum) != NULL;
	const char *cause;

	if (f->has_versions || feed_default_generates_keys(f) ||
		(f->has_lag && !generates_other_layout(f)))
		return;
	cause = cause_of_warning(f, has_default);
	if (f->key->is_number)
		ereport(WARNING,
				(errmsg("feed \"%s\" might reject the keys of its rows", get_rel_name(f->table)),
				 errdetail("%s  Numbers that were fetched before the transaction's first insert into the feed are rejected, and those that the sequence has not reached.", cause),
				 errhint("Use an identity column, or argument \"changes\", or another column as the key.  " FEED_COLUMN_HINT)));
	else
		ereport(WARNING,
				(errmsg("feed \"%s\" might reject the keys of its rows", get_rel_name(f->table)),
				 errdetail("%s  Keys that were generated before the transaction's first insert into the feed are rejected%s.", cause,
						   f->type == UUIDOID ? psprintf(", and those that do not have layout \"%s\"", f->key->name) : ""),
				 errhint("Use a default such as %s, or argument \"lag\" or \"changes\", or another column as the key.  " FEED_COLUMN_HINT,
						 f->key == &feed_wiji ? "wiji_generate()" : "uuidv7()")));
}

/* ERROR unless the table, which the caller owns, has become a feed. */
PG_FUNCTION_INFO_V1(pgwiji_feed_verify);

Datum
pgwiji_feed_verify(PG_FUNCTION_ARGS)
{
	Relation	rel = open_own_relation(PG_GETARG_OID(0), ShareRowExclusiveLock);
	Oid			table = RelationGetRelid(rel);
	const feed_definition *f;
	feed_flaw	flaw;

	check_relation(rel);
	check_ignored_columns(rel);
	flaw = feed_whole_flaw(table, &f);
	if (f == NULL || f->key == NULL)
		feed_reject_creation(table, flaw);
	if (f->key->is_number && (f->has_lag || f->has_versions))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a feed with keys from a sequence does not support a lag or changes")));
	if (f->lag < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("lag of a feed out of range"),
				 errdetail_internal("%s", flaw.detail)));
	if (flaw.detail != NULL)
		feed_reject_creation(table, flaw);
	feed_attach_memory();
	check_greatest_key(f);
	warn_of_default(f);
	if (!f->is_unique && !f->key->is_version)
		ereport(NOTICE,
				(errmsg("column \"%s\" of relation \"%s\" does not have a unique index of its own", NameStr(f->column), RelationGetRelationName(rel)),
				 errdetail("Keys must be unique across partitions, because LIMIT might return some of the rows with equal keys.")));
	relation_close(rel, NoLock);
	PG_RETURN_VOID();
}
