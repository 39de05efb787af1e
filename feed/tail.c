/*
 * feed/tail.c
 *		The greatest key of a feed's table, and the next number of its sequence.
 *
 * An index scan from the greatest end finds the key.  No SQL is run, and nobody's code, so it does not
 * matter who calls this, nor with which search_path.
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "access/tableam.h"
#include "catalog/pg_index.h"
#include "commands/sequence.h"
#include "executor/tuptable.h"
#include "feed/feed.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "storage/procarray.h"
#include "utils/lsyscache.h"
#include "utils/snapmgr.h"

Snapshot
feed_newest_snapshot(bool with_own_rows)
{
	static SnapshotData newest = {SNAPSHOT_MVCC};
	Snapshot	snapshot = RegisterSnapshot(GetSnapshotData(&newest));

	if (!with_own_rows)
		snapshot->curcid = FirstCommandId;	/* of this copy, which is ours */
	return snapshot;
}

static bool
has_new_file(Relation rel)
{
	return rel->rd_createSubid != InvalidSubTransactionId ||
		rel->id_rd_new_file != InvalidSubTransactionId;
}

/* Copies the first key that the scan finds. */
static bool
first_key(const feed_definition *f, IndexScanDesc scan, ScanDirection direction,
		  AttrNumber attnum, Datum *key, uint8 *bytes)
{
	TupleTableSlot *slot = table_slot_create(scan->heapRelation, NULL);
	bool		found = index_getnext_slot(scan, direction, slot);
	bool		is_null;

	if (found)
		*key = feed_copy_key(f->key, slot_getattr(slot, attnum, &is_null), bytes);
	ExecDropSingleTupleTableSlot(slot);
	return found;
}

/* The greatest key of a table that has rows of its own. */
static bool
scan_table(const feed_definition *f, Relation rel, Oid index, bool with_own_rows,
		   Datum *key, uint8 *bytes)
{
	/*
	 * neither DROP nor REINDEX CONCURRENTLY removes it while the table is
	 * locked
	 */
	Relation	index_rel = index_open(index, AccessShareLock);
	Snapshot	snapshot = feed_newest_snapshot(with_own_rows || has_new_file(rel));
	IndexScanDesc scan = id_index_beginscan(rel, index_rel, snapshot, 1);
	ScanDirection direction = BackwardScanDirection;
	ScanKeyData is_not_null;
	bool		found;

	ScanKeyEntryInitialize(&is_not_null, SK_ISNULL | SK_SEARCHNOTNULL, 1, InvalidStrategy,
						   InvalidOid, InvalidOid, InvalidOid, (Datum) 0);
	index_rescan(scan, &is_not_null, 1, NULL, 0);
	if (index_rel->rd_indoption[0] & INDOPTION_DESC)
		direction = ForwardScanDirection;
	found = first_key(f, scan, direction,
					  get_attnum(RelationGetRelid(rel), NameStr(f->column)), key, bytes);
	index_endscan(scan);
	UnregisterSnapshot(snapshot);
	index_close(index_rel, AccessShareLock);
	return found;
}

/* The same, of a table or leaf partition that is locked until it has been scanned. */
static bool
scan_member(const feed_definition *f, Oid member, bool with_own_rows, Datum *key, uint8 *bytes)
{
	Relation	rel = try_table_open(member, AccessShareLock);
	bool		found = false;
	bool		is_unique;
	Oid			index;

	if (rel == NULL)
		return false;			/* dropped concurrently */
	/* it can have been detached and changed before it was locked */
	if (rel->rd_rel->relkind == RELKIND_RELATION &&
		(member == f->table || rel->rd_rel->relispartition))
	{
		index = feed_key_index(member, f, &is_unique);
		if (!OidIsValid(index))
		{
			feed_flaw	flaw = {
				.detail = psprintf("Column \"%s\" of table \"%s\" does not have a btree index.",
								   NameStr(f->column), RelationGetRelationName(rel))
			};

			feed_reject_table(f->table, flaw);
		}
		found = scan_table(f, rel, index, with_own_rows, key, bytes);
	}
	table_close(rel, AccessShareLock);
	return found;
}

bool
feed_greatest_key(const feed_definition *f, bool with_own_rows, Datum *key, uint8 *bytes)
{
	bool		found = false;
	ListCell   *lc;

	foreach(lc, feed_members(f->table))
	{
		uint8		member_bytes[FEED_KEY_LEN];
		Datum		member_key;

		if (!scan_member(f, lfirst_oid(lc), with_own_rows, &member_key, member_bytes))
			continue;
		if (found && !feed_key_is_below(f->key, *key, member_key))
			continue;
		found = true;
		*key = feed_copy_key(f->key, member_key, bytes);
	}
	return found;
}

int64
feed_time_above_table(const feed_definition *f)
{
	int64		last = f->key->is_number ? PG_INT64_MAX : f->key->max_us;
	uint8		bytes[FEED_KEY_LEN];
	Datum		key;
	int64		time;

	if (!feed_greatest_key(f, false, &key, bytes))
		return PG_INT64_MIN;
	time = feed_time_of_key(f->key, key);
	return time > last - f->key->unit ? last : time + f->key->unit;
}

Relation
feed_open_sequence(const feed_definition *f)
{
	Relation	rel = try_relation_open(f->sequence, RowExclusiveLock);

	if (rel == NULL)
		feed_reject_table(f->table, feed_sequence_is_missing(f));
	return rel;
}

int64
feed_next_number(const feed_definition *f)
{
	Relation	rel = feed_open_sequence(f);
	Buffer		buffer = ReadBuffer(rel, 0);
	HeapTupleHeader row;
	FormData_pg_sequence_data data;

	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	row = (HeapTupleHeader) PageGetItem(BufferGetPage(buffer),
										PageGetItemId(BufferGetPage(buffer), FirstOffsetNumber));
	memcpy(&data, (char *) row + row->t_hoff, sizeof(data));
	UnlockReleaseBuffer(buffer);
	relation_close(rel, RowExclusiveLock);
	return data.is_called && data.last_value < PG_INT64_MAX ? data.last_value + 1 : data.last_value;
}
