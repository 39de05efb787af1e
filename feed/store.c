/*
 * feed/store.c
 *		Storing horizons in table wiji_feed_horizon of the extension, for standbys and for starts.
 *
 * Nobody who owns a feed stops this: each lock is taken only if it is free, no feed is started, no
 * entry is taken from another feed, and no SQL is run, nor anybody's code.
 *
 * If the feed has an entry, the horizon is determined as a reader does.  The entry need not be
 * started: a start raises its mark further.  If it has none, the horizon is the mark of the stored
 * row, which has committed, lowered by transactions that were there before; and the row's new mark,
 * for the next call, is what the clock or the sequence is now.  A session that enters the feed
 * without an entry starts it, and reads the row; one that was about to enter it would have claimed
 * its entry.  So either sees the other, as in core.h.
 */
#include "postgres.h"

#include "access/relation.h"
#include "access/sysattr.h"
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
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

/* What became of a feed's horizon. */
typedef enum outcome
{
	IS_STORED,
	IS_LOCKED,
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
	int			locked;			/* tables without an entry that stay locked */
} writer;

/* Tables without an entry that a call may lock until the end of the transaction. */
#define MAX_LOCKED 512

/* What is to be stored. */
typedef struct to_store
{
	feed_definition f;
	int64		horizon;
	int64		mark;
	bool		has_entry;
} to_store;

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

/* Locks the row that was found, and reads its newest version.  False if somebody else has it, or it is gone. */
static bool
lock_row(writer *w, Snapshot snapshot, LockTupleMode mode, LockWaitPolicy policy)
{
	TM_FailureData failure;

	return table_tuple_lock(w->rel, &w->row->tts_tid, snapshot, w->row, GetCurrentCommandId(false),
							mode, policy, TUPLE_LOCK_FLAG_FIND_LAST_VERSION, &failure) == TM_Ok;
}

static void
fill_new_row(writer *w, const to_store *s)
{
	ExecClearTuple(w->new);
	memset(w->new->tts_isnull, false, STORED_COLUMNS * sizeof(bool));
	w->new->tts_values[STORED_FEED - 1] = ObjectIdGetDatum(s->f.table);
	w->new->tts_values[STORED_COLUMN - 1] = Int16GetDatum(s->f.attnum);
	w->new->tts_values[STORED_TYPE - 1] = CStringGetTextDatum(s->f.key->name);
	w->new->tts_values[STORED_HORIZON - 1] = Int64GetDatum(s->horizon);
	w->new->tts_values[STORED_MARK - 1] = Int64GetDatum(s->mark);
	w->new->tts_values[STORED_AT - 1] = TimestampTzGetDatum(GetCurrentTimestamp());
	ExecStoreVirtualTuple(w->new);
}

/* A stored horizon only goes up, unless it is of another key. */
static outcome
update_row(writer *w, to_store *s, Snapshot snapshot)
{
	feed_stored old;

	if (!lock_row(w, snapshot, LockTupleNoKeyExclusive, LockWaitSkip))
		return IS_LOCKED;
	if (feed_read_stored(&s->f, w->row, &old))
	{
		s->horizon = Max(s->horizon, old.horizon);
		s->mark = Max(s->mark, old.mark);
	}
	fill_new_row(w, s);
	w->estate->es_snapshot = snapshot;
	ExecSimpleRelationUpdate(w->result, w->estate, &w->unused, w->row, w->new);
	return IS_STORED;
}

/*
 * An insert would wait for another one of the same feed, so there is one session at a time that inserts.
 * It looks again for the row.
 */
static outcome
insert_row(writer *w, const to_store *s)
{
	Snapshot	snapshot;
	bool		is_there;

	if (!ConditionalLockRelation(w->rel, ShareUpdateExclusiveLock))
		return IS_LOCKED;
	snapshot = feed_newest_snapshot(true);
	is_there = feed_find_stored(w->rel, s->f.table, snapshot, w->row);
	UnregisterSnapshot(snapshot);
	if (is_there || (!s->has_entry && w->locked >= MAX_LOCKED))
		return IS_LOCKED;		/* a later call inserts the others */
	fill_new_row(w, s);
	ExecSimpleRelationInsert(w->result, w->estate, w->new);
	return IS_STORED;
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
	TableScanDesc scan = id_table_beginscan(w->rel, snapshot);

	while (table_scan_getnextslot(scan, ForwardScanDirection, w->row))
	{
		bool		is_null;
		Datum		feed = slot_getattr(w->row, STORED_FEED, &is_null);

		if (!SearchSysCacheExists1(RELOID, feed) && lock_row(w, snapshot, LockTupleExclusive, LockWaitSkip))
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
	if (result != IS_STORED)
		UnlockRelationOid(f->sequence, RowExclusiveLock);
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
 * The mark of the row that was found, which a start knows if it comes after this; INT64_MIN if there is
 * none, it is of another key, or this transaction has not committed it.
 */
static int64
committed_mark(writer *w, const feed_definition *f)
{
	bool		is_null;
	TransactionId xmin;
	feed_stored s;

	if (!feed_read_stored(f, w->row, &s))
		return PG_INT64_MIN;
	xmin = DatumGetTransactionId(slot_getsysattr(w->row, MinTransactionIdAttributeNumber, &is_null));
	return TransactionIdIsCurrentTransactionId(xmin) ? PG_INT64_MIN : s.mark;
}

/* R2 to R4.  False if the snapshot is too old. */
static bool
determine_horizon(to_store *s, int64 committed, Snapshot snapshot)
{
	s->has_entry = feed_claim_if_there(&s->f);
	if (s->has_entry)
	{
		s->horizon = feed_raise_mark(&s->f, feed_now(&s->f));
		s->mark = s->horizon;
	}
	else
	{
		s->horizon = committed;
		s->mark = feed_now(&s->f) - s->f.lag;
	}
	return feed_lower_by_others(&s->f, snapshot, &s->horizon);
}

/* The same, and writes the row.  The snapshot sees it if is_there. */
static outcome
store_horizon(writer *w, to_store *s, bool is_there, Snapshot snapshot)
{
	const feed_definition *f;

	if (!determine_horizon(s, is_there ? committed_mark(w, &s->f) : PG_INT64_MIN, snapshot))
		return IS_LOCKED;
	f = whole_definition(s->f.table);	/* R5 */
	if (f == NULL || f->id != s->f.id || f->shape != s->f.shape)
		return HAS_FLAW;
	return is_there ? update_row(w, s, snapshot) : insert_row(w, s);
}

/*
 * R1 to R5 for a table that is locked.  *stays says whether it must stay so.
 *
 * No row is read, so it does not matter which partitions a plan has.  The snapshot need not see what
 * triggers did not fire for: that was committed before they were, and so before the row that is
 * stored.
 */
static outcome
store_locked(writer *w, Oid table, bool *stays)
{
	const feed_definition *f = whole_definition(table);
	outcome		result = f == NULL ? HAS_FLAW : f->key->is_number ? look_at_sequence(f) : IS_STORED;
	Snapshot	snapshot;
	to_store	s = {.horizon = PG_INT64_MIN};
	bool		is_there;

	if (result != IS_STORED)
		return result;
	s.f = *f;
	snapshot = feed_newest_snapshot(true);
	is_there = feed_find_stored(w->rel, table, snapshot, w->row);
	result = feed_visible_to(f, snapshot) == FEED_IS_OWN ? IS_OWN : store_horizon(w, &s, is_there, snapshot);
	UnregisterSnapshot(snapshot);
	if (s.f.key->is_number)
		UnlockRelationOid(s.f.sequence, RowExclusiveLock);
	*stays = result == IS_STORED && (s.has_entry || !is_there);
	w->locked += *stays && !s.has_entry;
	return result;
}

/*
 * The table stays locked until the transaction ends if its entry's mark was raised: a feed that is
 * created again waits for that, and starts above it.  If it has none, the horizon is below a mark that
 * is known; but a new row is not, and must not come after wiji_drop_feed().
 */
static outcome
store_feed(writer *w, Oid table)
{
	bool		stays = false;
	outcome		result;

	if (!ConditionalLockRelationOid(table, AccessShareLock))
		return IS_LOCKED;
	result = store_locked(w, table, &stays);
	if (!stays)
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
			 errdetail("Locked or changed by other sessions: %lld.  Created or altered in this transaction: %lld.  Not a feed, or with a flaw: %lld.",
					   (long long) count[IS_LOCKED], (long long) count[IS_OWN], (long long) count[HAS_FLAW])));
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
			tables = lappend_oid(tables, DatumGetObjectId(values[i]));
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
	MemoryContext for_feed;
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
	list_deduplicate_oid(tables);
	if (OidIsValid(stored) && ConditionalLockRelationOid(stored, RowExclusiveLock))
		rel = feed_open_stored(stored, NoLock);
	if (rel == NULL)
		count[IS_LOCKED] = list_length(tables);
	else
	{
		begin_writing(&w, rel);
		delete_dropped(&w);
		for_feed = AllocSetContextCreate(CurrentMemoryContext, "wiji horizon to store", ALLOCSET_DEFAULT_SIZES);
		foreach(lc, tables)
		{
			MemoryContext caller = MemoryContextSwitchTo(for_feed);

			CHECK_FOR_INTERRUPTS();
			count[store_feed(&w, lfirst_oid(lc))]++;
			MemoryContextSwitchTo(caller);
			MemoryContextReset(for_feed);
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
	if (feed_find_stored(rel, table, snapshot, w.row) &&
		lock_row(&w, snapshot, LockTupleExclusive, LockWaitBlock))
		delete_row(&w, snapshot);
	UnregisterSnapshot(snapshot);
	end_writing(&w);
}
