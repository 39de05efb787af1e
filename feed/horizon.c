/*
 * feed/horizon.c
 *		Horizons, below which a statement misses no row of a feed: the reader's side of core.h.
 */
#include "postgres.h"

#include "access/parallel.h"
#include "access/relation.h"
#include "access/transam.h"
#include "access/xlog.h"
#include "common/hashfn.h"
#include "miscadmin.h"
#include "feed/feed.h"
#include "storage/lmgr.h"
#include "storage/proc.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

/*
 * The horizons of this transaction.  All calls with the same snapshot return the same one, as for
 * each row of a scan, for each partition that is pruned, and in a cursor that is older than other
 * statements.
 */
typedef struct horizon_key
{
	Oid			table;
	uint32		shape;			/* the transaction can change the column */
	TransactionId xmin;
	TransactionId xmax;
	uint32		running;		/* hash of the xids that ran, which are subxip
								 * in a snapshot of a standby */
} horizon_key;

typedef struct cached_horizon
{
	horizon_key key;
	int64		horizon;
} cached_horizon;

static HTAB *horizon_cache = NULL;
static long horizon_cache_kept = 0; /* left by the last eviction */

#define MIN_CACHED_HORIZONS 64

/* The memory is the transaction's. */
static void
forget_horizons(void *unused pg_attribute_unused())
{
	horizon_cache = NULL;
}

/* No snapshot of this process can need those whose xmin precedes its oldest. */
static void
horizon_cache_evict(void)
{
	HASH_SEQ_STATUS all;
	cached_horizon *a;

	if (hash_get_num_entries(horizon_cache) < MIN_CACHED_HORIZONS + 2 * horizon_cache_kept)
		return;
	hash_seq_init(&all, horizon_cache);
	while ((a = hash_seq_search(&all)) != NULL)
		if (TransactionIdPrecedes(a->key.xmin, MyProc->xmin))
			hash_search(horizon_cache, &a->key, HASH_REMOVE, NULL);
	horizon_cache_kept = hash_get_num_entries(horizon_cache);
}

static horizon_key
horizon_key_of(const feed_definition *f, Snapshot snapshot)
{
	bool		is_sub = snapshot->takenDuringRecovery;
	TransactionId *running = is_sub ? snapshot->subxip : snapshot->xip;
	int			n = is_sub ? snapshot->subxcnt : (int) snapshot->xcnt;

	return (horizon_key)
	{
		f->table, f->shape, snapshot->xmin, snapshot->xmax,
			hash_bytes((unsigned char *) running, n * sizeof(TransactionId))
	};
}

static void
horizon_cache_put(const horizon_key *key, int64 horizon)
{
	if (horizon_cache == NULL)
	{
		MemoryContextCallback *at_end = MemoryContextAlloc(TopTransactionContext,
														   sizeof(MemoryContextCallback));
		HASHCTL		control = {
			.keysize = sizeof(horizon_key),
			.entrysize = sizeof(cached_horizon),
			.hcxt = TopTransactionContext
		};

		horizon_cache = hash_create("wiji horizons", MIN_CACHED_HORIZONS, &control,
									HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
		horizon_cache_kept = 0;
		at_end->func = forget_horizons;
		at_end->arg = NULL;
		MemoryContextRegisterResetCallback(TopTransactionContext, at_end);
	}
	horizon_cache_evict();
	((cached_horizon *) hash_search(horizon_cache, key, HASH_ENTER, NULL))->horizon = horizon;
}

/*
 * Checking
 */

id_noreturn static void
reject_snapshot(const char *reason)
{
	ereport(ERROR,
			(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
			 errmsg("snapshot is too old for a horizon"),
			 errdetail_internal("%s", reason),
			 errhint("Retry in a new transaction.")));
}

void
feed_require_primary(void)
{
	if (RecoveryInProgress())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot determine blockers during recovery"),
				 errdetail("Only the primary knows which transactions insert into a feed."),
				 errhint("Call the function on the primary.")));
}

/* The statement's snapshot.  ERROR where there is none that a horizon could be of. */
static Snapshot
reading_snapshot(bool is_standby)
{
	Snapshot	snapshot = ActiveSnapshotSet() ? GetActiveSnapshot() : NULL;

	if (snapshot == NULL || snapshot->snapshot_type != SNAPSHOT_MVCC)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot determine a horizon outside a query")));
	if (IsParallelWorker())
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TRANSACTION_STATE),
				 errmsg("cannot determine a horizon in a parallel worker"),
				 errhint("Mark functions that call this function as PARALLEL RESTRICTED.")));
	if (snapshot->takenDuringRecovery && !is_standby)
		reject_snapshot("The snapshot was taken while the server was a standby.");
	return snapshot;
}

/*
 * ERROR unless the triggers of all members have fired for all rows that the snapshot does not see, and
 * the statement's plan knows all members.
 */
static void
check_visibility(const feed_definition *f, Snapshot snapshot)
{
	switch (feed_visible_to(f, snapshot))
	{
		case FEED_IS_SEEN:
			return;
		case FEED_IS_OWN:
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("cannot determine a horizon in the transaction that created the feed or one of its partitions"),
					 errhint("Commit the transaction first.")));
		case FEED_IS_UNSEEN:
			reject_snapshot("The snapshot was taken before the feed was created, or before a partition was added.");
		case FEED_HAS_CHANGED:
			reject_snapshot("The partitions may have changed while the transaction was running.");
	}
}

/* ERROR 55000 if this transaction altered the sequence: should it abort, the mark would stay. */
static void
check_sequence(const feed_definition *f)
{
	Relation	rel = feed_open_sequence(f);
	bool		is_altered = CheckRelationLockedByMe(rel, ShareRowExclusiveLock, true);

	relation_close(rel, RowExclusiveLock);
	if (is_altered)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot determine a horizon in a transaction that altered the sequence of the feed"),
				 errhint("Commit the transaction first.")));
}

/* Requires that the table is locked. */
static const feed_definition *
checked_definition(Oid table, Oid function, Snapshot snapshot)
{
	const feed_definition *f;
	feed_flaw	flaw;

	/* not done by LockRelationOid() if the transaction already had the lock */
	AcceptInvalidationMessages();
	feed_check_reader(table, function); /* it can have been dropped before it
										 * was locked */
	flaw = feed_whole_flaw(table, &f);
	if (flaw.detail != NULL)
		feed_reject_table(table, flaw);
	check_visibility(f, snapshot);
	return f;
}

/* R1.  The feed, which cannot be dropped before the end of the transaction. */
static const feed_definition *
open_feed(Oid table, Oid function, Snapshot snapshot)
{
	feed_check_reader(table, function);
	LockRelationOid(table, AccessShareLock);
	return checked_definition(table, function, snapshot);
}

/*
 * Horizons
 */

/*
 * On a standby: the commit of the row follows those of all rows below the horizon, so the snapshot that
 * sees it sees them.
 */
static int64
stored_horizon(const feed_definition *f, Snapshot snapshot)
{
	feed_stored s;

	if (!feed_look_up_stored(f, snapshot, &s))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("horizon of feed \"%s\" is not stored", get_rel_name(f->table)),
				 errdetail("A standby returns the horizon that the primary has stored."),
				 errhint("Call wiji_store_horizons() on the primary at regular intervals.")));
	return s.horizon;
}

/* R2 to R5. */
static int64
determine_horizon(const feed_definition *f, Oid function, Snapshot snapshot)
{
	uint64		id = f->id;
	uint32		shape = f->shape;
	int64		horizon;

	if (f->key->is_number)
		check_sequence(f);
	feed_claim_started(f);
	FEED_STEP(R2);
	horizon = feed_raise_mark(f, feed_now(f));
	if (!feed_lower_by_others(f, snapshot, &horizon))
		reject_snapshot("Too many transactions have committed since the snapshot was taken.");
	FEED_STEP(R5);
	(void) checked_definition(f->table, function, snapshot);
	if (f->id != id || f->shape != shape)
		reject_snapshot("The feed was altered while the statement was running.");
	return horizon;
}

const char *
feed_horizon_function(const feed_definition *f)
{
	return f->key->is_number ? "wiji_horizon_bigint" :
		f->key == &feed_timestamptz ? "wiji_horizon_timestamptz" : "wiji_horizon";
}

/*
 * wiji_horizon…(regclass): the key below which the active snapshot misses no row of the feed.
 * Errors: 42501 without SELECT on the table or a view that calls the function, 42809 for a table that
 * is not a feed, 42804 for a feed with keys of another type, 40001 for a snapshot that is too old,
 * 55000 without shared memory, in the transaction that created the feed, and on a standby if no horizon
 * is stored.
 */
static Datum
horizon(FunctionCallInfo fcinfo, const char *function)
{
	Oid			table = PG_GETARG_OID(0);
	bool		is_standby = RecoveryInProgress();
	Snapshot	snapshot = reading_snapshot(is_standby);
	const feed_definition *f = open_feed(table, fcinfo->flinfo->fn_oid, snapshot);
	horizon_key key = horizon_key_of(f, snapshot);
	cached_horizon *known = horizon_cache != NULL ?
		hash_search(horizon_cache, &key, HASH_FIND, NULL) : NULL;
	int64		time;

	if (strcmp(feed_horizon_function(f), function) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("feed \"%s\" has keys of another type", get_rel_name(table)),
				 errdetail("Column \"%s\" is of type %s.", NameStr(f->column), format_type_be(f->type)),
				 errhint("Call %s().", feed_horizon_function(f))));
	if (known != NULL)
		return feed_key_of_time(f->key, known->horizon, palloc(FEED_KEY_LEN));
	time = is_standby ? stored_horizon(f, snapshot) :
		determine_horizon(f, fcinfo->flinfo->fn_oid, snapshot);
	horizon_cache_put(&key, time);
	return feed_key_of_time(f->key, time, palloc(FEED_KEY_LEN));
}

/*
 * Support function of those below.  The planner calls it for a function in a condition before it looks
 * for the partitions of the query's tables, so the library is loaded by then, and the session notes
 * which partitions are added later.
 */
PG_FUNCTION_INFO_V1(pgwiji_horizon_support);

Datum
pgwiji_horizon_support(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(NULL);
}

PG_FUNCTION_INFO_V1(pgwiji_horizon);

Datum
pgwiji_horizon(PG_FUNCTION_ARGS)
{
	return horizon(fcinfo, "wiji_horizon");
}

PG_FUNCTION_INFO_V1(pgwiji_horizon_timestamptz);

Datum
pgwiji_horizon_timestamptz(PG_FUNCTION_ARGS)
{
	return horizon(fcinfo, "wiji_horizon_timestamptz");
}

PG_FUNCTION_INFO_V1(pgwiji_horizon_bigint);

Datum
pgwiji_horizon_bigint(PG_FUNCTION_ARGS)
{
	return horizon(fcinfo, "wiji_horizon_bigint");
}
