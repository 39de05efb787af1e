/*
 * src/feed/horizon.c
 *		Horizons, below which a statement misses no row of a feed: the reader's side of
 *		src/core/feed.h.
 */
#include "postgres.h"

#include "access/parallel.h"
#include "access/table.h"
#include "access/transam.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "feed/table.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "storage/proc.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"

/*
 * The horizons of this transaction.  All calls with the same snapshot return the same one, as for
 * each row of a scan, for each partition that is pruned, and in a cursor that is older than other
 * statements.
 */
typedef struct horizon_key
{
	Oid			table;
	Oid			type;			/* of its keys, which the transaction can
								 * change */
	TransactionId xmin;
	TransactionId xmax;
	uint32		running;		/* hash of the xids that ran */
} horizon_key;

typedef struct cached_horizon
{
	horizon_key key;
	int64		horizon;
} cached_horizon;

static HTAB *horizon_cache = NULL;
static long horizon_cache_kept = 0; /* left by the last eviction */

#define MIN_CACHED_HORIZONS 64

void
feed_forget_horizons(void)
{
	horizon_cache = NULL;		/* the memory was the transaction's */
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
horizon_key_of(const feed_info *f, Snapshot snapshot)
{
	return (horizon_key)
	{
		f->relation, f->type, snapshot->xmin, snapshot->xmax,
			hash_bytes((unsigned char *) snapshot->xip, snapshot->xcnt * sizeof(TransactionId))
	};
}

static void
horizon_cache_put(const horizon_key *key, int64 horizon)
{
	if (horizon_cache == NULL)
	{
		HASHCTL		control = {.keysize = sizeof(horizon_key),.entrysize = sizeof(cached_horizon),.hcxt = TopTransactionContext};

		horizon_cache = hash_create("wiji horizons", MIN_CACHED_HORIZONS, &control, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
		horizon_cache_kept = 0;
	}
	horizon_cache_evict();
	((cached_horizon *) hash_search(horizon_cache, key, HASH_ENTER, NULL))->horizon = horizon;
}

/*
 * Reading
 */

static void
feed_reject_snapshot(const char *reason)
{
	ereport(ERROR,
			(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
			 errmsg("snapshot is too old for a horizon"),
			 errdetail_internal("%s", reason),
			 errhint("Retry in a new statement, or in a new transaction if the isolation level is not READ COMMITTED.")));
}

static Snapshot
feed_reading_snapshot(void)
{
	Snapshot	snapshot = ActiveSnapshotSet() ? GetActiveSnapshot() : NULL;

	if (RecoveryInProgress())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot determine a horizon during recovery"),
				 errdetail("Only the primary knows which transactions insert into a feed."),
				 errhint("Determine the horizon on the primary, and replicate it in a table.")));
	if (snapshot == NULL || snapshot->snapshot_type != SNAPSHOT_MVCC)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot determine a horizon outside a query")));
	if (IsParallelWorker())
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TRANSACTION_STATE),
				 errmsg("cannot determine a horizon in a parallel worker"),
				 errhint("Mark functions that call this function as PARALLEL RESTRICTED.")));
	if (snapshot->takenDuringRecovery)
		feed_reject_snapshot("The snapshot was taken while the server was a standby.");
	return snapshot;
}

void
feed_check_privilege(Oid table)
{
	AclResult	result;

	if (get_rel_name(table) == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", table)));
	result = pg_class_aclcheck(table, GetUserId(), ACL_SELECT);
	if (result != ACLCHECK_OK)
		aclcheck_error(result, get_relkind_objtype(get_rel_relkind(table)), get_rel_name(table));
}

static void
feed_reject_table(feed_info *f, Oid table)
{
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("table \"%s\" is not a feed", get_rel_name(table)),
			 f != NULL ? errdetail_internal("%s", feed_flaw(f)) : 0,
			 f == NULL ? errhint("Call wiji_create_feed() to make the table a feed.") : 0));
}

/* ERROR unless the triggers are complete, and fired for all rows that the snapshot does not see. */
static void
feed_check(feed_info *f, Oid table, Snapshot snapshot)
{
	if (f == NULL || feed_flaw(f) != NULL)
		feed_reject_table(f, table);
	for (size_t i = 0; i < lengthof(f->created_by); i++)
	{
		if (TransactionIdIsCurrentTransactionId(f->created_by[i]))
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("cannot determine a horizon in the transaction that created the feed"),
					 errhint("Commit the transaction first.")));
		if (TransactionIdIsNormal(f->created_by[i]) && XidInMVCCSnapshot(f->created_by[i], snapshot))
			feed_reject_snapshot("The snapshot was taken before the feed was created.");
	}
}

static void
feed_check_key_type(const feed_info *f, const feed_key_type *key_type)
{
	if (f->key_type != key_type)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("feed \"%s\" has keys of another type", get_rel_name(f->relation)),
				 errdetail("Column \"%s\" is of type %s.", NameStr(f->column), format_type_be(f->type)),
				 f->key_type == NULL ? errhint("Call wiji_horizon_bigint().") :
				 strcmp(f->key_type->name, "v7") == 0 ? errhint("Call uuidtime_v7_horizon() of extension \"uuidtime\".") :
				 errhint("Call %s_horizon().", f->key_type->name)));
}

/* ERROR 55000 if this transaction altered the sequence: should it abort, the mark would stay. */
static void
feed_check_sequence(const feed_info *f)
{
	Relation	rel = table_open(f->sequence, RowExclusiveLock);
	bool		is_altered = CheckRelationLockedByMe(rel, ShareRowExclusiveLock, true);

	table_close(rel, RowExclusiveLock);
	if (is_altered)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot determine a horizon in a transaction that altered the sequence of the feed"),
				 errhint("Commit the transaction first.")));
}

/*
 * R2 to R4.  If the mark is far ahead of the clock, which was set back, it follows the keys that
 * are committed there.
 */
static int64
feed_determine_horizon(const feed_info *f, Snapshot snapshot)
{
	int64		now;
	int64		time;
	int64		horizon;

	if (f->key_type == NULL)
		feed_check_sequence(f);
	now = feed_clock(f);
	time = now - f->lag;
	if (f->key_type != NULL && atomic_load(&f->entry->mark) > now + USECS_PER_SEC)
		time = atomic_load(&f->entry->latest) + f->key_type->unit_us;
	FEED_STEP(R2);
	horizon = feed_raise(&f->entry->mark, time);
	if (!feed_lower_by_others(f, snapshot, &horizon))
		feed_reject_snapshot("Too many transactions have committed since the snapshot was taken.");
	FEED_STEP(R5);
	return horizon;
}

/* The feed, which cannot be dropped before the end of the transaction. */
static feed_info *
feed_open(Oid table, Snapshot snapshot)
{
	feed_info  *f;

	feed_check_privilege(table);
	LockRelationOid(table, AccessShareLock);
	/* not done by LockRelationOid() if the transaction already had the lock */
	AcceptInvalidationMessages();
	f = feed_of_table(table);
	feed_check(f, table, snapshot);
	feed_attach(f);
	return f;
}

Datum
feed_horizon(FunctionCallInfo fcinfo, const feed_key_type *key_type)
{
	Oid			table = PG_GETARG_OID(0);
	Snapshot	snapshot = feed_reading_snapshot();
	feed_info  *f = feed_open(table, snapshot);
	horizon_key key = horizon_key_of(f, snapshot);
	cached_horizon *known = horizon_cache != NULL ? hash_search(horizon_cache, &key, HASH_FIND, NULL) : NULL;
	int64		horizon;

	feed_check_key_type(f, key_type);
	if (known != NULL)
		return feed_key_of_time(f, known->horizon, palloc(ID_MAX_LEN));
	horizon = feed_determine_horizon(f, snapshot);
	horizon_cache_put(&key, horizon);
	return feed_key_of_time(f, horizon, palloc(ID_MAX_LEN));
}

PG_FUNCTION_INFO_V1(pgwiji_horizon_bigint);
PG_FUNCTION_INFO_V1(pgwiji_feed_check);
PG_FUNCTION_INFO_V1(pgwiji_feed_blockers);

Datum
pgwiji_horizon_bigint(PG_FUNCTION_ARGS)
{
	return feed_horizon(fcinfo, NULL);
}

/* ERROR unless the triggers and keys of a table, which is being made a feed, fit one. */
Datum
pgwiji_feed_check(PG_FUNCTION_ARGS)
{
	Oid			table = PG_GETARG_OID(0);
	feed_info  *f;

	feed_check_privilege(table);
	f = feed_of_table(table);
	if (f == NULL || feed_flaw(f) != NULL)
		feed_reject_table(f, table);
	feed_attach_memory();
	if (feed_time_above_table(f, true) > feed_clock(f) + (f->key_type != NULL ? USECS_PER_SEC : 0))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot make table \"%s\" a feed", get_rel_name(table)),
				 f->key_type == NULL ? errdetail("The greatest key is above the last number of the sequence.") :
				 errdetail("The greatest key is more than 1 second ahead of the system clock, or has another version."),
				 f->key_type == NULL ? errhint("Set the sequence to the greatest key with setval().") :
				 errhint("Use a column whose IDs were generated in the order of insertion.")));
	PG_RETURN_VOID();
}

/*
 * Blockers
 */

typedef struct blockers
{
	ReturnSetInfo *result;
	const feed_info *f;
	FmgrInfo	output;
} blockers;

static void
blockers_put(void *arg, int pid, int64 since, int64 floor)
{
	blockers   *b = arg;
	uint8		bytes[ID_MAX_LEN];
	Datum		values[] = {
		Int32GetDatum(pid), TimestampTzGetDatum(since),
		CStringGetTextDatum(OutputFunctionCall(&b->output, feed_key_of_time(b->f, floor, bytes)))
	};
	bool		nulls[] = {false, false, false};

	tuplestore_putvalues(b->result->setResult, b->result->setDesc, values, nulls);
}

/*
 * Sessions whose transactions insert into the feed, since when, and the least key they may insert.
 */
Datum
pgwiji_feed_blockers(PG_FUNCTION_ARGS)
{
	Oid			table = PG_GETARG_OID(0);
	Snapshot	snapshot = feed_reading_snapshot();
	blockers	b;
	Oid			output;
	bool		is_varlena;

	b.f = feed_open(table, snapshot);
	InitMaterializedSRF(fcinfo, 0);
	b.result = (ReturnSetInfo *) fcinfo->resultinfo;
	getTypeOutputInfo(b.f->type, &output, &is_varlena);
	fmgr_info(output, &b.output);
	feed_for_each_floor(b.f, blockers_put, &b);
	return (Datum) 0;
}
