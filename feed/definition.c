/*
 * src/feed/table.c
 *		A table that is a feed: what its triggers say, its clock and its keys.
 *
 * The triggers are the definition.  A session keeps what it read until the server reports that some
 * table or subscription changed.
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/parallel.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_subscription_rel.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "clock.h"
#include "commands/extension.h"
#include "commands/sequence.h"
#include "core/bytes.h"
#include "executor/spi.h"
#include "feed/table.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/fmgrprotos.h"
#include "utils/guc.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

static HTAB *feeds = NULL;		/* of this session, by table */
static uint64 feed_changes = 1; /* of catalogs, as reported by the server,
								 * plus 1 */

/*
 * Definitions
 */

/*
 * The row of a catalog with this OID, by an index; null if not found.  A null snapshot is the
 * newest.
 */
static HeapTuple
catalog_row(Oid catalog, Oid index, AttrNumber column, Oid value, Snapshot snapshot)
{
	Relation	rel = table_open(catalog, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	row;

	ScanKeyInit(&key, column, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(value));
	scan = systable_beginscan(rel, index, true, snapshot, 1, &key);
	row = systable_getnext(scan);
	row = HeapTupleIsValid(row) ? heap_copytuple(row) : NULL;
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return row;
}

bool
feed_trigger_exists(Oid trigger)
{
	SnapshotData dirty;

	/*
	 * with the second snapshot alone, a row could be missed that is being
	 * updated
	 */
	InitDirtySnapshot(dirty);
	return catalog_row(TriggerRelationId, TriggerOidIndexId, Anum_pg_trigger_oid, trigger, NULL) != NULL ||
		catalog_row(TriggerRelationId, TriggerOidIndexId, Anum_pg_trigger_oid, trigger, &dirty) != NULL;
}

/* The transaction that created the trigger, its table, and the trigger that it is a clone of. */
static bool
read_trigger(Oid trigger, TransactionId *xmin, Oid *table, Oid *parent)
{
	HeapTuple	row = catalog_row(TriggerRelationId, TriggerOidIndexId, Anum_pg_trigger_oid, trigger, NULL);

	if (row == NULL)
		return false;
	*xmin = HeapTupleHeaderGetXmin(row->t_data);
	*table = ((Form_pg_trigger) GETSTRUCT(row))->tgrelid;
	*parent = ((Form_pg_trigger) GETSTRUCT(row))->tgparentid;
	heap_freetuple(row);
	return true;
}

/* The trigger of this name, if it calls the function; otherwise null. */
static Trigger *
find_trigger(TriggerDesc *all, const char *name, PGFunction function)
{
	for (int i = 0; all != NULL && i < all->numtriggers; i++)
	{
		Trigger    *trigger = &all->triggers[i];
		FmgrInfo	called;

		if (strcmp(trigger->tgname, name) != 0)
			continue;
		fmgr_info(trigger->tgfoid, &called);
		return called.fn_addr == function ? trigger : NULL;
	}
	return NULL;
}

static Trigger *
find_guard_trigger(TriggerDesc *all)
{
	return find_trigger(all, "wiji_feed_guard", pgwiji_feed_guard);
}

/* Is it enabled, for all columns and rows, as wiji_create_feed() creates it? */
static bool
trigger_is_unmodified(const Trigger *trigger, int16 type)
{
	return trigger->tgtype == type && trigger->tgenabled == TRIGGER_FIRES_ON_ORIGIN && !trigger->tgdeferrable &&
		trigger->tgnattr == 0 && trigger->tgqual == NULL && trigger->tgoldtable == NULL && trigger->tgnewtable == NULL;
}

static bool
guard_is_unmodified(const Trigger *guard)
{
	return guard != NULL && trigger_is_unmodified(guard, TRIGGER_TYPE_ROW | TRIGGER_TYPE_INSERT | TRIGGER_TYPE_UPDATE);
}

/*
 * The trigger that enters the feed, if it is complete: for each statement or, for a row version,
 * for each row.
 */
static Trigger *
find_enter_trigger(TriggerDesc *all, const Trigger *guard)
{
	Trigger    *entering = find_trigger(all, "wiji_feed_enter", pgwiji_feed_enter);
	int16		type = TRIGGER_TYPE_BEFORE | TRIGGER_TYPE_INSERT;
	int			same = guard->tgnargs;

	if (entering == NULL)
	{
		entering = find_trigger(all, "wiji_row_version", pgwiji_row_version);
		type |= TRIGGER_TYPE_ROW | TRIGGER_TYPE_UPDATE;
		same = 1;
	}
	if (entering == NULL || !trigger_is_unmodified(entering, type) || entering->tgnargs < same)
		return NULL;
	for (int i = 0; i < same; i++)
		if (strcmp(entering->tgargs[i], guard->tgargs[i]) != 0)
			return NULL;
	return entering;
}

/*
 * Why horizons cannot account for the rows of a member, which is the table itself or a partition;
 * null if they can.
 */
static const char *
member_flaw(const feed_info *f, Oid member)
{
	Relation	rel;
	const char *flaw = NULL;

	if (catalog_row(SubscriptionRelRelationId, SubscriptionRelSrrelidSrsubidIndexId, Anum_pg_subscription_rel_srrelid, member, NULL) != NULL)
		return "A subscription inserts into the table without firing its triggers.";
	if (member == f->relation || (rel = RelationIdGetRelation(member)) == NULL)
		return NULL;
	if (!rel->rd_rel->relispartition)
		flaw = "The table has inheritance children, for whose rows its triggers do not fire.";
	else if (rel->rd_rel->relkind == RELKIND_FOREIGN_TABLE)
		flaw = "A partition is a foreign table.";
	else if (!guard_is_unmodified(find_guard_trigger(CopyTriggerDesc(rel->trigdesc))))
		flaw = "Trigger \"wiji_feed_guard\" of a partition is missing, disabled or modified.";
	RelationClose(rel);
	return flaw;
}

/* The sequence of a column of type bigint, which owns it; else ERROR 42809. */
static Oid
read_sequence(const feed_info *f, AttrNumber column)
{
	ListCell   *lc;

	foreach(lc, getOwnedSequences(f->relation))
	{
		Oid			table;
		int32		owner;

		if ((sequenceIsOwned(lfirst_oid(lc), DEPENDENCY_AUTO, &table, &owner) ||
			 sequenceIsOwned(lfirst_oid(lc), DEPENDENCY_INTERNAL, &table, &owner)) && owner == column)
			return lfirst_oid(lc);
	}
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("column \"%s\" of relation \"%s\" does not own a sequence", NameStr(f->column), get_rel_name(f->relation)),
			 errhint("Use an identity column, or ALTER SEQUENCE ... OWNED BY.")));
	return InvalidOid;			/* not reached */
}

/*
 * The key type of an SQL type: a type of our extensions or, by the layout, uuid.  Null for others.
 */
static const feed_key_type *
find_key_type(Oid type, const char *layout)
{
	Oid			extension = type == UUIDOID ? InvalidOid : getExtensionOfObject(TypeRelationId, type);

	for (int i = 0; feed_key_types[i] != NULL; i++)
		if ((type == UUIDOID ? strcmp(feed_key_types[i]->name, layout) == 0 :
			 OidIsValid(extension) && get_extension_oid(feed_key_types[i]->name, true) == extension) &&
			feed_key_types[i]->len == get_typlen(type) && feed_key_types[i]->by_value == get_typbyval(type))
			return feed_key_types[i];
	return NULL;
}

/* The guard's arguments: the column and, for a uuid, the layout of IDs. */
static void
read_column(feed_info *f, const Trigger *guard)
{
	AttrNumber	column = get_attnum(f->relation, guard->tgargs[0]);

	namestrcpy(&f->column, guard->tgargs[0]);
	if (column <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of relation \"%s\" does not exist", NameStr(f->column), get_rel_name(f->relation)),
				 errhint("Call wiji_create_feed() again.")));
	f->type = getBaseType(get_atttype(f->relation, column));
	f->key_type = f->type == INT8OID ? NULL : find_key_type(f->type, guard->tgnargs > 2 ? guard->tgargs[2] : "v7");
	f->sequence = f->type == INT8OID ? read_sequence(f, column) : InvalidOid;
	if (f->key_type == NULL && !OidIsValid(f->sequence))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" of relation \"%s\" cannot be the key of a feed", NameStr(f->column), get_rel_name(f->relation)),
				 errdetail("The type of the column is %s.", format_type_be(f->type))));
}

/* In microseconds; ERROR 22023 unless it is from 0 to a day. */
static int64
read_lag(const char *text)
{
	Interval   *lag = DatumGetIntervalP(DirectFunctionCall3(interval_in, CStringGetDatum(text), ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1)));

	if (lag->month != 0 || lag->day < 0 || lag->day > 1 || lag->time < 0 || lag->day * USECS_PER_DAY + lag->time > USECS_PER_DAY)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("lag of a feed out of range: %s", text),
				 errdetail("Valid lags are between 0 and 1 day.")));
	return lag->day * USECS_PER_DAY + lag->time;
}

static void
read_definition(feed_info *f, TriggerDesc *all, const Trigger *guard)
{
	Trigger    *entering = find_enter_trigger(all, guard);
	Oid			table;
	Oid			parent;

	f->id = (uint64) MyDatabaseId << 32 | guard->tgoid;
	f->flaw = entering != NULL && guard_is_unmodified(guard) ? NULL : "The triggers of the feed are missing, disabled or modified.";
	f->members_are_read = false;
	if (!read_trigger(guard->tgoid, &f->created_by[0], &table, &parent) ||
		!read_trigger(entering != NULL ? entering->tgoid : guard->tgoid, &f->created_by[1], &table, &parent))
		elog(ERROR, "could not find the triggers of table %u", f->relation);
	read_column(f, guard);
	f->lag = f->key_type != NULL ? read_lag(guard->tgargs[1]) : 0;
	f->has_lag = f->lag > 0;
	/* the time of an ID is rounded down to a unit */
	f->lag = f->key_type != NULL ? Max(f->lag, f->key_type->unit_us) : 0;
}

static void
note_table_change(Datum unused pg_attribute_unused(), Oid table pg_attribute_unused())
{
	feed_changes++;
}

static void
note_subscription_change(Datum unused pg_attribute_unused(), int cache pg_attribute_unused(), uint32 hash pg_attribute_unused())
{
	feed_changes++;
}

static feed_info *
find_feed(Oid relation)
{
	HASHCTL		control = {.keysize = sizeof(Oid),.entrysize = sizeof(feed_info)};
	bool		found;
	feed_info  *f;

	if (feeds == NULL)
	{
		feeds = hash_create("wiji feeds", 16, &control, HASH_ELEM | HASH_BLOBS);
		CacheRegisterRelcacheCallback(note_table_change, (Datum) 0);
		CacheRegisterSyscacheCallback(SUBSCRIPTIONRELMAP, note_subscription_change, (Datum) 0);
	}
	f = hash_search(feeds, &relation, HASH_ENTER, &found);
	if (!found)
	{
		memset(f, 0, sizeof(feed_info));
		f->relation = relation;
	}
	return f;
}

feed_info *
feed_of_table(Oid relation)
{
	feed_info  *f = find_feed(relation);
	MemoryContext caller = CurrentMemoryContext;
	MemoryContext reading;
	uint64		changes = feed_changes;
	TriggerDesc *all;
	Relation	rel;
	Trigger    *guard;

	if (likely(f->read_at_change == changes))
		return f;
	reading = AllocSetContextCreate(caller, "wiji feed", ALLOCSET_SMALL_SIZES);
	MemoryContextSwitchTo(reading);
	rel = table_open(relation, AccessShareLock);
	all = CopyTriggerDesc(rel->trigdesc);	/* invalidation can free the
											 * original */
	guard = find_guard_trigger(all);
	if (guard != NULL && guard->tgnargs < 2)
		guard = NULL;
	if (guard != NULL)
	{
		read_definition(f, all, guard);
		f->read_at_change = changes;
	}
	table_close(rel, AccessShareLock);
	MemoryContextSwitchTo(caller);
	MemoryContextDelete(reading);
	return guard != NULL ? f : NULL;
}

const char *
feed_flaw(feed_info *f)
{
	MemoryContext caller = CurrentMemoryContext;
	MemoryContext reading;
	List	   *members;

	if (f->flaw != NULL || f->members_are_read)
		return f->flaw;
	reading = AllocSetContextCreate(caller, "wiji feed", ALLOCSET_SMALL_SIZES);
	MemoryContextSwitchTo(reading);
	members = find_all_inheritors(f->relation, NoLock, NULL);
	for (int i = 0; i < list_length(members) && f->flaw == NULL; i++)
		f->flaw = member_flaw(f, list_nth_oid(members, i));
	f->members_are_read = true;
	MemoryContextSwitchTo(caller);
	MemoryContextDelete(reading);
	return f->flaw;
}

feed_info *
feed_of_trigger(TriggerData *data)
{
	Oid			table = RelationGetRelid(data->tg_relation);
	Oid			trigger = data->tg_trigger->tgisclone ? data->tg_trigger->tgoid : InvalidOid;
	TransactionId xmin;
	feed_info  *f;

	while (OidIsValid(trigger) && read_trigger(trigger, &xmin, &table, &trigger))
		;						/* up to the root of a partitioned table */
	f = feed_of_table(table);
	if (f == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("table \"%s\" is not a feed", RelationGetRelationName(data->tg_relation)),
				 errdetail("Trigger \"%s\" requires trigger \"wiji_feed_guard\".", data->tg_trigger->tgname),
				 errhint("Call wiji_create_feed() to create the feed, or wiji_drop_feed() to remove its triggers.")));
	return f;
}

/*
 * The clock and keys
 */

static int64
clamp_time(const feed_info *f, int64 time)
{
	return f->key_type == NULL ? time : Min(Max(time, f->key_type->min_us), f->key_type->max_us);
}

/*
 * The number after the last one that nextval() returned, read under the locks under which nextval()
 * changes it.  ALTER SEQUENCE replaces the file.
 */
static int64
next_number(Oid sequence)
{
	Relation	rel = table_open(sequence, RowExclusiveLock);
	Buffer		buffer = ReadBuffer(rel, 0);
	HeapTupleHeader row;
	FormData_pg_sequence_data data;

	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	row = (HeapTupleHeader) PageGetItem(BufferGetPage(buffer), PageGetItemId(BufferGetPage(buffer), FirstOffsetNumber));
	memcpy(&data, (char *) row + row->t_hoff, sizeof(data));
	UnlockReleaseBuffer(buffer);
	table_close(rel, RowExclusiveLock);
	return data.is_called && data.last_value < PG_INT64_MAX ? data.last_value + 1 : data.last_value;
}

int64
feed_clock(const feed_info *f)
{
	return f->key_type == NULL ? next_number(f->sequence) : clamp_time(f, GetCurrentTimestamp() + UNIX_EPOCH_OFFSET_US);
}

int64
feed_time_of_key(const feed_info *f, Datum key)
{
	uint8		word[sizeof(uint64)];

	if (f->key_type == NULL)
		return DatumGetInt64(key);
	if (!f->key_type->by_value)
		return f->key_type->get_us((const uint8 *) DatumGetPointer(key));
	store_be64(word, (uint64) DatumGetInt64(key));
	return f->key_type->get_us(word);
}

Datum
feed_key_of_time(const feed_info *f, int64 time, uint8 *bytes)
{
	if (f->key_type == NULL)
		return Int64GetDatum(time);
	f->key_type->first_of(clamp_time(f, time), bytes);
	return f->key_type->by_value ? Int64GetDatum((int64) load_be64(bytes)) : PointerGetDatum(bytes);
}

bool
feed_key_is_below(const feed_info *f, Datum key, Datum least)
{
	const uint8 *bytes = (const uint8 *) DatumGetPointer(key);

	if (f->key_type == NULL || f->key_type->by_value)
		return DatumGetInt64(key) < DatumGetInt64(least);
	return memcmp(bytes, DatumGetPointer(least), f->key_type->len) < 0 || (f->key_type->is_valid != NULL && !f->key_type->is_valid(bytes));
}

/*
 * The newest snapshot there is.  Rows of this transaction are not below its own floor, if it has
 * one.  In a parallel plan the server takes no other than the active one.
 */
static Snapshot
newest_snapshot(bool with_own_rows)
{
	Snapshot	snapshot;

	if (IsInParallelMode())
		return RegisterSnapshot(GetActiveSnapshot());
	snapshot = RegisterSnapshot(GetLatestSnapshot());
	if (!with_own_rows)
		snapshot->curcid = FirstCommandId;	/* of this copy, which is ours */
	return snapshot;
}

/*
 * False if the table is empty; ERROR 42804 if the type of the column has changed.  SPI is
 * connected.
 */
static bool
select_greatest(const feed_info *f, bool with_own_rows, Datum *key)
{
	const char *column = quote_identifier(NameStr(f->column));
	char	   *query = psprintf("SELECT %s FROM %s WHERE %s IS NOT NULL ORDER BY %s DESC LIMIT 1", column,
								 quote_qualified_identifier(get_namespace_name(get_rel_namespace(f->relation)), get_rel_name(f->relation)),
								 column, column);
	Snapshot	snapshot = newest_snapshot(with_own_rows);
	SPIPlanPtr	plan = SPI_prepare(query, 0, NULL);
	bool		is_null = true;

	if (plan == NULL || SPI_execute_snapshot(plan, NULL, NULL, snapshot, InvalidSnapshot, true, false, 1) != SPI_OK_SELECT)
		elog(ERROR, "could not find the greatest key of a feed");
	UnregisterSnapshot(snapshot);
	if (getBaseType(SPI_gettypeid(SPI_tuptable->tupdesc, 1)) != f->type)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" of relation \"%s\" is not of type %s", NameStr(f->column), get_rel_name(f->relation), format_type_be(f->type))));
	if (SPI_processed > 0)
		*key = SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &is_null);
	return !is_null;
}

/*
 * The same, as the table's owner and without row security.  So the owner's code, such as the
 * predicate of an index, does not run with the privileges of the caller, and cannot change the
 * session.
 */
static bool
greatest_key(const feed_info *f, bool with_own_rows, Datum *key)
{
	Relation	rel = table_open(f->relation, AccessShareLock);
	Oid			user;
	int			context;
	int			settings;
	bool		found;

	GetUserIdAndSecContext(&user, &context);
	SetUserIdAndSecContext(rel->rd_rel->relowner, context | SECURITY_RESTRICTED_OPERATION | SECURITY_NOFORCE_RLS);
	settings = NewGUCNestLevel();
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	found = select_greatest(f, with_own_rows, key);
	if (found)
		*key = SPI_datumTransfer(*key, get_typbyval(f->type), get_typlen(f->type));
	SPI_finish();
	AtEOXact_GUC(false, settings);
	SetUserIdAndSecContext(user, context);
	table_close(rel, AccessShareLock);
	return found;
}

int64
feed_time_above_table(const feed_info *f, bool with_own_rows)
{
	int64		unit = f->key_type != NULL ? f->key_type->unit_us : 1;
	int64		last = f->key_type != NULL ? f->key_type->max_us : PG_INT64_MAX;
	int64		time;
	Datum		key;

	if (!greatest_key(f, with_own_rows, &key))
		return PG_INT64_MIN;
	time = feed_time_of_key(f, key);
	return time > last - unit ? last : time + unit;
}

PG_FUNCTION_INFO_V1(pgwiji_feed_layout);

/* The layout of the greatest uuid in a column, "wiji" or "v7"; null if the column is empty. */
Datum
pgwiji_feed_layout(PG_FUNCTION_ARGS)
{
	feed_info	f = {.relation = PG_GETARG_OID(0),.column = *PG_GETARG_NAME(1),.type = UUIDOID};
	const feed_key_type *v7 = find_key_type(UUIDOID, "v7");
	const feed_key_type *wiji = find_key_type(UUIDOID, "wiji");
	Datum		key;

	feed_check_privilege(f.relation);
	if (!greatest_key(&f, true, &key))
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(wiji->is_valid((uint8 *) DatumGetPointer(key)) &&
									 !v7->is_valid((uint8 *) DatumGetPointer(key)) ? "wiji" : "v7"));
}
