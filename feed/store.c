/*
 * feed/store.c
 *		Storing horizons in table wiji_feed_horizon of the extension, for standbys and for starts.
 *
 * Nobody who owns a feed stops this: each lock is taken only if it is free, and a feed that would
 * have to start first is left out.  No SQL is run, and nobody's code.
 */
#include "postgres.h"

#include "access/relation.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "feed/stored.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "tcop/utility.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

/* What became of a feed's horizon. */
typedef enum outcome
{
	IS_STORED,
	IS_LOCKED,
	IS_NOT_STARTED,
	IS_OWN,
	HAS_FLAW,
	OUTCOMES
} outcome;

/*
 * The table that is written
 */

typedef struct writer
{
	Relation	rel;
	EState	   *estate;
	ResultRelInfo *result;
	EPQState	unused;			/* for triggers, which the table does not have */
	TupleTableSlot *row;		/* that was found */
	TupleTableSlot *new;
} writer;

static void
begin_writing(writer *w, Relation rel)
{
	memset(w, 0, sizeof(*w));
	w->rel = rel;
	w->estate = CreateExecutorState();
	w->result = makeNode(ResultRelInfo);
	InitResultRelInfo(w->result, rel, 0, NULL, 0);
	ExecOpenIndices(w->result, false);
	w->row = table_slot_create(rel, NULL);
	w->new = MakeSingleTupleTableSlot(RelationGetDescr(rel), &TTSOpsVirtual);
}

/* What was written is seen by the transaction's next command. */
static void
end_writing(writer *w)
{
	ExecDropSingleTupleTableSlot(w->row);
	ExecDropSingleTupleTableSlot(w->new);
	ExecCloseIndices(w->result);
	FreeExecutorState(w->estate);
	table_close(w->rel, NoLock);
	CommandCounterIncrement();
}

/* Locks the row that was found, and reads its newest version.  False if somebody else has it. */
static bool
lock_row(writer *w, Snapshot snapshot, LockTupleMode mode)
{
	TM_FailureData failure;

	return table_tuple_lock(w->rel, &w->row->tts_tid, snapshot, w->row, GetCurrentCommandId(false),
							mode, LockWaitSkip, TUPLE_LOCK_FLAG_FIND_LAST_VERSION, &failure) == TM_Ok;
}

static void
fill_new_row(writer *w, const feed_definition *f, int64 horizon)
{
	ExecClearTuple(w->new);
	memset(w->new->tts_isnull, false, STORED_COLUMNS * sizeof(bool));
	w->new->tts_values[STORED_FEED - 1] = ObjectIdGetDatum(f->table);
	w->new->tts_values[STORED_COLUMN - 1] = Int16GetDatum(f->attnum);
	w->new->tts_values[STORED_TYPE - 1] = CStringGetTextDatum(f->key->name);
	w->new->tts_values[STORED_HORIZON - 1] = Int64GetDatum(horizon);
	w->new->tts_values[STORED_AT - 1] = TimestampTzGetDatum(GetCurrentTimestamp());
	ExecStoreVirtualTuple(w->new);
}

/* A stored horizon only goes up, unless it is of another key. */
static outcome
update_row(writer *w, const feed_definition *f, Snapshot snapshot, int64 horizon)
{
	feed_stored s;

	if (!lock_row(w, snapshot, LockTupleNoKeyExclusive))
		return IS_LOCKED;
	if (feed_read_stored(f, w->row, &s))
		horizon = Max(horizon, s.horizon);
	fill_new_row(w, f, horizon);
	w->estate->es_snapshot = snapshot;
	ExecSimpleRelationUpdate(w->result, w->estate, &w->unused, w->row, w->new);
	return IS_STORED;
}

/*
 * An insert would wait for another one of the same feed, so there is one session at a time that inserts.
 * It looks again for the row.
 */
static outcome
insert_row(writer *w, const feed_definition *f, int64 horizon)
{
	Snapshot	snapshot;
	bool		is_there;

	if (!ConditionalLockRelation(w->rel, ShareUpdateExclusiveLock))
		return IS_LOCKED;
	snapshot = feed_newest_snapshot(true);
	is_there = feed_find_stored(w->rel, f->table, snapshot, w->row);
	UnregisterSnapshot(snapshot);
	if (is_there)
		return IS_LOCKED;
	fill_new_row(w, f, horizon);
	ExecSimpleRelationInsert(w->result, w->estate, w->new);
	return IS_STORED;
}

static outcome
write_row(writer *w, const feed_definition *f, int64 horizon)
{
	Snapshot	snapshot = feed_newest_snapshot(true);
	outcome		result = feed_find_stored(w->rel, f->table, snapshot, w->row) ?
		update_row(w, f, snapshot, horizon) : insert_row(w, f, horizon);

	UnregisterSnapshot(snapshot);
	return result;
}

static void
delete_row(writer *w, Snapshot snapshot)
{
	w->estate->es_snapshot = snapshot;
	ExecSimpleRelationDelete(w->result, w->estate, &w->unused, w->row);
}

/* Deletes rows whose table was dropped. */
static void
delete_dropped(writer *w)
{
	Snapshot	snapshot = feed_newest_snapshot(true);
	TableScanDesc scan = table_beginscan(w->rel, snapshot, 0, NULL);

	while (table_scan_getnextslot(scan, ForwardScanDirection, w->row))
	{
		bool		is_null;
		Datum		feed = slot_getattr(w->row, STORED_FEED, &is_null);

		if (!SearchSysCacheExists1(RELOID, feed) && lock_row(w, snapshot, LockTupleExclusive))
			delete_row(w, snapshot);
	}
	table_endscan(scan);
	UnregisterSnapshot(snapshot);
}

/*
 * Feeds
 */

/* Has this transaction altered the sequence, or does another one have it locked? */
static outcome
look_at_sequence(const feed_definition *f)
{
	Relation	rel;
	outcome		result = IS_STORED;

	if (!ConditionalLockRelationOid(f->sequence, RowExclusiveLock))
		return IS_LOCKED;
	rel = try_relation_open(f->sequence, NoLock);
	if (rel == NULL)
		result = HAS_FLAW;
	else if (CheckRelationLockedByMe(rel, ShareRowExclusiveLock, true))
		result = IS_OWN;
	if (rel != NULL)
		relation_close(rel, NoLock);
	return result;
}

/* The feed without a flaw; null if there is one.  Requires the table's lock. */
static const feed_definition *
whole_definition(Oid table)
{
	const feed_definition *f;

	AcceptInvalidationMessages();
	return feed_whole_flaw(table, &f).detail == NULL ? f : NULL;
}

/*
 * R1 to R5 for a table that is locked, of which some may change until the end of the transaction.
 *
 * No row is read, so it does not matter which partitions a plan has.  The snapshot need not see what
 * triggers did not fire for: that was committed before they were, and so before the row that is
 * stored.
 */
static outcome
determine_horizon(const feed_definition *f, int64 *horizon)
{
	feed_definition d = *f;
	Snapshot	snapshot;
	outcome		result = d.key->is_number ? look_at_sequence(&d) : IS_STORED;

	if (result != IS_STORED)
		return result;
	snapshot = feed_newest_snapshot(true);
	if (feed_visible_to(f, snapshot) == FEED_IS_OWN)
		result = IS_OWN;
	else if (!feed_claim_if_started(&d))
		result = IS_NOT_STARTED;
	else
	{
		*horizon = feed_raise_mark(&d, feed_now(&d));
		if (!feed_lower_by_others(&d, snapshot, horizon))
			result = IS_LOCKED;
	}
	UnregisterSnapshot(snapshot);
	if (d.key->is_number)
		UnlockRelationOid(d.sequence, RowExclusiveLock);
	if (result != IS_STORED)
		return result;
	f = whole_definition(d.table);
	return f == NULL || f->id != d.id || f->shape != d.shape ? HAS_FLAW : IS_STORED;
}

static outcome
store_locked(writer *w, Oid table)
{
	const feed_definition *f = whole_definition(table);
	outcome		result = HAS_FLAW;
	int64		horizon;

	if (f != NULL)
		result = determine_horizon(f, &horizon);
	return result == IS_STORED ? write_row(w, f, horizon) : result;
}

/*
 * The table stays locked until the transaction ends if its horizon was stored: a feed that is created
 * again waits for that, and starts above it.  Only feeds with an entry are locked, so their number has
 * a bound.
 */
static outcome
store_feed(writer *w, Oid table)
{
	const feed_definition *f;
	outcome		result;

	if (feed_table_flaw(table, &f).detail != NULL)
		return HAS_FLAW;
	if (!feed_claim_if_started(f))
		return IS_NOT_STARTED;
	if (!ConditionalLockRelationOid(table, AccessShareLock))
		return IS_LOCKED;
	result = store_locked(w, table);
	if (result != IS_STORED)
		UnlockRelationOid(table, AccessShareLock);
	return result;
}

static void
warn_of_others(const int64 *count)
{
	int64		others = 0;

	for (int i = IS_STORED + 1; i < OUTCOMES; i++)
		others += count[i];
	if (others == 0)
		return;
	ereport(WARNING,
			(errmsg_plural("horizon of %lld feed was not stored", "horizons of %lld feeds were not stored",
						   (unsigned long) others, (long long) others),
			 errdetail("Locked or changed by other sessions: %lld.  Not started: %lld.  Created or altered in this transaction: %lld.  Not a feed, or with a flaw: %lld.",
					   (long long) count[IS_LOCKED], (long long) count[IS_NOT_STARTED],
					   (long long) count[IS_OWN], (long long) count[HAS_FLAW]),
			 count[IS_NOT_STARTED] > 0 ? errhint("A feed starts when somebody inserts into it or calls its horizon on the primary.") : 0));
}

/* The tables of the argument, or all feeds. */
static List *
tables_to_store(FunctionCallInfo fcinfo)
{
	Datum	   *values;
	bool	   *nulls;
	int			n;
	List	   *tables = NIL;

	if (PG_ARGISNULL(0))
		return feed_tables();
	deconstruct_array(PG_GETARG_ARRAYTYPE_P(0), REGCLASSOID, sizeof(Oid), true, TYPALIGN_INT, &values, &nulls, &n);
	for (int i = 0; i < n; i++)
		if (nulls[i])
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("argument \"feeds\" must not contain nulls")));
		else
			tables = list_append_unique_oid(tables, DatumGetObjectId(values[i]));
	return tables;
}

/*
 * wiji_store_horizons(feeds regclass[]): stores the horizons of these feeds, or of all of them if it
 * is null, and returns how many it stored.  WARNING if it left out some.  Deletes those of tables that
 * were dropped.  The caller needs no right on the feeds, and gets none.
 *
 * Errors: 22004 for an array with a null, 25006 on a standby and in a read-only transaction, 55000
 * without shared memory.
 */
PG_FUNCTION_INFO_V1(pgwiji_store_horizons);

Datum
pgwiji_store_horizons(PG_FUNCTION_ARGS)
{
	int64		count[OUTCOMES] = {0};
	Oid			stored = feed_stored_table();
	Relation	rel = NULL;
	List	   *tables;
	ListCell   *lc;
	writer		w;

	PreventCommandDuringRecovery("wiji_store_horizons()");
	PreventCommandIfReadOnly("wiji_store_horizons()");
	PreventCommandIfParallelMode("wiji_store_horizons()");
	feed_attach_memory();
	AcceptInvalidationMessages();
	tables = tables_to_store(fcinfo);
	list_sort(tables, list_oid_cmp);
	if (OidIsValid(stored) && ConditionalLockRelationOid(stored, RowExclusiveLock))
		rel = feed_open_stored(stored, NoLock);
	if (rel == NULL)
		count[IS_LOCKED] = list_length(tables);
	else
	{
		begin_writing(&w, rel);
		delete_dropped(&w);
		foreach(lc, tables)
		{
			CHECK_FOR_INTERRUPTS();
			count[store_feed(&w, lfirst_oid(lc))]++;
		}
		end_writing(&w);
	}
	warn_of_others(count);
	PG_RETURN_INT64(count[IS_STORED]);
}

void
feed_delete_stored(Oid table)
{
	Relation	rel = feed_open_stored(feed_stored_table(), RowExclusiveLock);
	Snapshot	snapshot;
	writer		w;

	if (rel == NULL)
		return;
	begin_writing(&w, rel);
	snapshot = feed_newest_snapshot(true);
	if (feed_find_stored(rel, table, snapshot, w.row))
		delete_row(&w, snapshot);
	UnregisterSnapshot(snapshot);
	end_writing(&w);
}
