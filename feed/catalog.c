/*
 * feed/catalog.c
 *		What the server's catalogs say of the triggers and subscriptions of a table.
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_subscription_rel.h"
#include "catalog/pg_trigger.h"
#include "commands/trigger.h"
#include "feed/catalog.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* Of these three; others are null. */
static trigger_row *
row_of_function(trigger_rows *rows, Oid function, int16 *type)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	trigger_row *row = NULL;
	PGFunction	ours = NULL;
	FmgrInfo	called;
	bool		is_null;
	char	   *symbol;

	if (!HeapTupleIsValid(tuple))
		return NULL;
	symbol = ((Form_pg_proc) GETSTRUCT(tuple))->prolang != ClanguageId ? NULL :
		TextDatumGetCString(SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_prosrc, &is_null));
	ReleaseSysCache(tuple);
	if (symbol == NULL)
		return NULL;
	if (strcmp(symbol, "pgwiji_feed_guard") == 0)
	{
		row = &rows->guard;
		ours = pgwiji_feed_guard;
		*type = TRIGGER_TYPE_ROW | TRIGGER_TYPE_INSERT | TRIGGER_TYPE_UPDATE;
	}
	else if (strcmp(symbol, "pgwiji_feed_enter") == 0)
	{
		row = &rows->enter;
		ours = pgwiji_feed_enter;
		*type = TRIGGER_TYPE_BEFORE | TRIGGER_TYPE_INSERT;
	}
	else if (strcmp(symbol, "pgwiji_row_version") == 0)
	{
		row = &rows->version;
		ours = pgwiji_row_version;
		*type = TRIGGER_TYPE_ROW | TRIGGER_TYPE_BEFORE | TRIGGER_TYPE_INSERT | TRIGGER_TYPE_UPDATE;
	}
	if (row == NULL)
		return NULL;
	fmgr_info(function, &called);
	return called.fn_addr == ours ? row : NULL;
}

/* The arguments stand one after the other, each with a zero at its end. */
static char **
read_arguments(HeapTuple tuple, TupleDesc desc, int n)
{
	bool		is_null;
	Datum		value = heap_getattr(tuple, Anum_pg_trigger_tgargs, desc, &is_null);
	char	  **arguments = palloc0((n + 1) * sizeof(char *));
	bytea	   *bytes;
	char	   *p;

	if (is_null || n == 0)
		return arguments;
	bytes = DatumGetByteaPP(value);
	p = VARDATA_ANY(bytes);
	for (int i = 0; i < n; i++)
	{
		arguments[i] = pstrdup(p);
		p += strlen(p) + 1;
	}
	return arguments;
}

static void
read_trigger(trigger_rows *rows, HeapTuple tuple, TupleDesc desc)
{
	Form_pg_trigger t = (Form_pg_trigger) GETSTRUCT(tuple);
	int16		type = 0;
	trigger_row *row = row_of_function(rows, t->tgfoid, &type);

	if (row == NULL)
		return;
	*row = (trigger_row)
	{
		.count = row->count + 1,
			.oid = t->oid,
			.parent = t->tgparentid,
			.name = pstrdup(NameStr(t->tgname)),
			.xmin = HeapTupleHeaderGetXmin(tuple->t_data),
			.is_unmodified = t->tgtype == type && t->tgenabled == TRIGGER_FIRES_ON_ORIGIN && !t->tgdeferrable &&
			t->tgattr.dim1 == 0 && heap_attisnull(tuple, Anum_pg_trigger_tgqual, desc) &&
			heap_attisnull(tuple, Anum_pg_trigger_tgoldtable, desc) &&
			heap_attisnull(tuple, Anum_pg_trigger_tgnewtable, desc),
			.n = t->tgnargs,
			.arguments = read_arguments(tuple, desc, t->tgnargs),
	};
}

trigger_rows
feed_read_triggers(Oid table)
{
	trigger_rows rows;
	Relation	catalog = table_open(TriggerRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	memset(&rows, 0, sizeof(rows));
	ScanKeyInit(&key, Anum_pg_trigger_tgrelid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(table));
	scan = systable_beginscan(catalog, TriggerRelidNameIndexId, true, NULL, 1, &key);
	while ((tuple = systable_getnext(scan)) != NULL)
		read_trigger(&rows, tuple, RelationGetDescr(catalog));
	systable_endscan(scan);
	table_close(catalog, AccessShareLock);
	return rows;
}

bool
feed_have_same_arguments(const trigger_row *a, const trigger_row *b, int n)
{
	if (a->n < n || b->n < n)
		return false;
	for (int i = 0; i < n; i++)
		if (strcmp(a->arguments[i], b->arguments[i]) != 0)
			return false;
	return true;
}

/* Of the row of a trigger, and of the one that it is a clone of. */
static Oid
parent_of_trigger(Oid trigger, Oid *table)
{
	Relation	catalog = table_open(TriggerRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;
	Oid			parent = InvalidOid;

	ScanKeyInit(&key, Anum_pg_trigger_oid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(trigger));
	scan = systable_beginscan(catalog, TriggerOidIndexId, true, NULL, 1, &key);
	if (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		*table = ((Form_pg_trigger) GETSTRUCT(tuple))->tgrelid;
		parent = ((Form_pg_trigger) GETSTRUCT(tuple))->tgparentid;
	}
	systable_endscan(scan);
	table_close(catalog, AccessShareLock);
	return parent;
}

Oid
feed_table_of_trigger(Oid table, Oid trigger)
{
	while (OidIsValid(trigger))
		trigger = parent_of_trigger(trigger, &table);
	return table;
}

List *
feed_tables(void)
{
	List	   *tables = NIL;
	Relation	catalog = table_open(TriggerRelationId, AccessShareLock);
	SysScanDesc scan = systable_beginscan(catalog, InvalidOid, false, NULL, 0, NULL);
	HeapTuple	tuple;

	while ((tuple = systable_getnext(scan)) != NULL)
	{
		Form_pg_trigger t = (Form_pg_trigger) GETSTRUCT(tuple);
		trigger_rows rows;
		int16		type;

		if (!OidIsValid(t->tgparentid) && row_of_function(&rows, t->tgfoid, &type) == &rows.guard)
			tables = list_append_unique_oid(tables, t->tgrelid);
	}
	systable_endscan(scan);
	table_close(catalog, AccessShareLock);
	return tables;
}

bool
feed_is_subscribed(Oid table)
{
	Relation	catalog = table_open(SubscriptionRelRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	bool		found;

	ScanKeyInit(&key, Anum_pg_subscription_rel_srrelid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(table));
	scan = systable_beginscan(catalog, SubscriptionRelSrrelidSrsubidIndexId, true, NULL, 1, &key);
	found = HeapTupleIsValid(systable_getnext(scan));
	systable_endscan(scan);
	table_close(catalog, AccessShareLock);
	return found;
}

