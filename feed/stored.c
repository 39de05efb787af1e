/*
 * feed/stored.c
 *		Reading the horizons that are stored in table wiji_feed_horizon of the extension.
 *
 * Standbys read there what the primary has stored, and a start goes on above it.  No SQL is run, so
 * it does not matter who calls this.
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/tableam.h"
#include "catalog/dependency.h"
#include "catalog/pg_class.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_language.h"
#include "catalog/pg_opfamily_d.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "feed/stored.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

#define EXTENSION "wiji_feed"
#define TABLE "wiji_feed_horizon"
#define WRITER "pgwiji_store_horizons"

/*
 * The table
 */

/* The owner of the function that writes the table; InvalidOid if this is another function. */
static Oid
owner_of_writer(Oid function)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	Oid			owner = InvalidOid;
	bool		is_null;

	if (!HeapTupleIsValid(tuple))
		return owner;
	if (((Form_pg_proc) GETSTRUCT(tuple))->prolang == ClanguageId &&
		strcmp(TextDatumGetCString(SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_prosrc, &is_null)), WRITER) == 0)
		owner = ((Form_pg_proc) GETSTRUCT(tuple))->proowner;
	ReleaseSysCache(tuple);
	return owner;
}

/* Is it a table of that name and owner? */
static bool
is_stored_table(Oid relation, Oid owner)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
	bool		found = false;

	if (!HeapTupleIsValid(tuple))
		return found;
	found = ((Form_pg_class) GETSTRUCT(tuple))->relkind == RELKIND_RELATION &&
		((Form_pg_class) GETSTRUCT(tuple))->relowner == owner &&
		strcmp(NameStr(((Form_pg_class) GETSTRUCT(tuple))->relname), TABLE) == 0;
	ReleaseSysCache(tuple);
	return found;
}

/*
 * The table among the members of the extension; InvalidOid if it is being dropped.
 *
 * The owner of a trusted extension can add a table of that name, with an index that calls functions of
 * theirs, but cannot give it to the owner of a function in C.
 */
static Oid
find_table(void)
{
	Oid			extension = get_extension_oid(EXTENSION, true);
	Relation	depend = table_open(DependRelationId, AccessShareLock);
	Oid			owner = InvalidOid;
	List	   *relations = NIL;
	ScanKeyData key[2];
	SysScanDesc scan;
	HeapTuple	tuple;
	ListCell   *lc;

	ScanKeyInit(&key[0], Anum_pg_depend_refclassid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(ExtensionRelationId));
	ScanKeyInit(&key[1], Anum_pg_depend_refobjid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(extension));
	scan = systable_beginscan(depend, DependReferenceIndexId, true, NULL, 2, key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_depend d = (Form_pg_depend) GETSTRUCT(tuple);

		if (d->deptype != DEPENDENCY_EXTENSION)
			continue;
		if (d->classid == RelationRelationId)
			relations = lappend_oid(relations, d->objid);
		else if (d->classid == ProcedureRelationId && !OidIsValid(owner))
			owner = owner_of_writer(d->objid);
	}
	systable_endscan(scan);
	table_close(depend, AccessShareLock);
	foreach(lc, relations)
	{
		if (is_stored_table(lfirst_oid(lc), owner))
			return lfirst_oid(lc);
	}
	return InvalidOid;
}

static Oid	known_table = InvalidOid;
static uint64 known_at;			/* feed_changes() before it was found */

Oid
feed_stored_table(void)
{
	if (OidIsValid(known_table) && likely(!feed_has_changed_since(known_table, known_at)))
		return known_table;
	known_at = feed_changes();
	known_table = find_table();
	if (OidIsValid(known_table))
		feed_watch(known_table);
	return known_table;
}

/* Has it the columns of the extension's script, and nothing that would run when it is written? */
static bool
is_unmodified(Relation rel)
{
	static const Oid types[STORED_COLUMNS] = {REGCLASSOID, INT2OID, VARCHAROID, INT8OID, INT8OID, TIMESTAMPTZOID};
	TupleDesc	desc = RelationGetDescr(rel);

	if (desc->natts != STORED_COLUMNS || rel->trigdesc != NULL)
		return false;
	for (int i = 0; i < STORED_COLUMNS; i++)
		if (TupleDescAttr(desc, i)->atttypid != types[i])
			return false;
	return true;
}

Relation
feed_open_stored(Oid table, LOCKMODE mode)
{
	Relation	rel = OidIsValid(table) ? try_table_open(table, mode) : NULL;

	if (rel == NULL)
		known_table = InvalidOid;	/* dropped before it was watched */
	else if (!is_unmodified(rel))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("table \"%s\" of extension \"%s\" was modified", TABLE, EXTENSION)));
	return rel;
}

/*
 * Its rows
 */

/* The versions of a feed's row that the snapshot sees */
static IndexScanDesc
begin_scan(Relation rel, Oid feed, Snapshot snapshot)
{
	bool		is_unique;
	Oid			index = feed_find_index(RelationGetRelid(rel), STORED_FEED, OID_BTREE_FAM_OID, &is_unique);
	IndexScanDesc scan;
	ScanKeyData key;

	if (!is_unique)
		elog(ERROR, "table \"%s\" does not have its primary key", TABLE);
	scan = id_index_beginscan(rel, index_open(index, AccessShareLock), snapshot, 1);
	ScanKeyInit(&key, 1, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(feed));
	index_rescan(scan, &key, 1, NULL, 0);
	return scan;
}

static void
end_scan(IndexScanDesc scan)
{
	Relation	index_rel = scan->indexRelation;

	index_endscan(scan);
	index_close(index_rel, AccessShareLock);
}

bool
feed_find_stored(Relation rel, Oid feed, Snapshot snapshot, TupleTableSlot *row)
{
	IndexScanDesc scan = begin_scan(rel, feed, snapshot);
	bool		found = index_getnext_slot(scan, ForwardScanDirection, row);

	if (found)
		ExecMaterializeSlot(row);
	end_scan(scan);
	return found;
}

static Datum
column(TupleTableSlot *row, AttrNumber attnum)
{
	bool		is_null;
	Datum		value = slot_getattr(row, attnum, &is_null);

	if (is_null)
		elog(ERROR, "null in table \"%s\"", TABLE);
	return value;
}

bool
feed_read_stored(const feed_definition *f, TupleTableSlot *row, feed_stored *s)
{
	s->horizon = DatumGetInt64(column(row, STORED_HORIZON));
	s->mark = DatumGetInt64(column(row, STORED_MARK));
	s->stored_at = DatumGetTimestampTz(column(row, STORED_AT));
	return DatumGetInt16(column(row, STORED_COLUMN)) == f->attnum &&
		strcmp(TextDatumGetCString(column(row, STORED_TYPE)), f->key->name) == 0;
}

/* Has the table a row of the feed, or of the definition if that is given? */
static bool
look_up(Oid feed, const feed_definition *f, Snapshot snapshot, feed_stored *s)
{
	Relation	rel = feed_open_stored(feed_stored_table(), AccessShareLock);
	TupleTableSlot *row;
	bool		found;

	if (rel == NULL)
		return false;
	row = table_slot_create(rel, NULL);
	found = feed_find_stored(rel, feed, snapshot, row) && (f == NULL || feed_read_stored(f, row, s));
	ExecDropSingleTupleTableSlot(row);
	table_close(rel, AccessShareLock);
	return found;
}

bool
feed_look_up_stored(const feed_definition *f, Snapshot snapshot, feed_stored *s)
{
	return look_up(f->table, f, snapshot, s);
}

bool
feed_look_up_newest_stored(const feed_definition *f, feed_stored *s)
{
	Snapshot	snapshot = feed_newest_snapshot(true);
	bool		found = look_up(f->table, f, snapshot, s);

	UnregisterSnapshot(snapshot);
	return found;
}

/*
 * The greatest mark of all versions of the row, also of one that is not committed yet: the feed can have
 * lost its entry since that was stored, also by a restart if its transaction is prepared.
 */
int64
feed_time_above_stored(const feed_definition *f)
{
	Relation	rel = feed_open_stored(feed_stored_table(), AccessShareLock);
	int64		mark = PG_INT64_MIN;
	SnapshotData dirty;
	IndexScanDesc scan;
	TupleTableSlot *row;
	feed_stored s;

	if (rel == NULL)
		return mark;
	InitDirtySnapshot(dirty);
	row = table_slot_create(rel, NULL);
	scan = begin_scan(rel, f->table, &dirty);
	while (index_getnext_slot(scan, ForwardScanDirection, row))
	{
		if (feed_read_stored(f, row, &s))
			mark = Max(mark, s.mark);
	}
	end_scan(scan);
	ExecDropSingleTupleTableSlot(row);
	table_close(rel, AccessShareLock);
	return mark;
}

bool
feed_has_stored(Oid table)
{
	Snapshot	snapshot = feed_newest_snapshot(true);
	bool		found = look_up(table, NULL, snapshot, NULL);

	UnregisterSnapshot(snapshot);
	return found;
}
