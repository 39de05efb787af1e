/*
 * src/feed/table.c
 *		A table that is a feed: what its triggers say, and its clock.
 *
 * The triggers are the definition.  A session keeps what it read from the catalogs until the server
 * tells that the table, one of its partitions or a subscription changed.
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/parallel.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_subscription_rel.h"
#include "catalog/pg_sequence.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "commands/sequence.h"
#include "common/int.h"
#include "executor/spi.h"
#include "feed/table.h"
#include "feed/triggers.h"
#include "clock.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/fmgrprotos.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

static HTAB *feeds = NULL;		/* of this session, by table */
static uint64 feed_changes = 0; /* definitions that the server told have changed */

/*
 * Definitions
 */

#define MAX_ARGUMENTS 3

typedef struct trigger_row
{
	Oid			oid;
	Oid			parent;			/* of which it is a partition's copy */
	TransactionId xmin;
	int16		type;
	bool		is_plain;		/* enabled, for all columns, without a condition */
	int			argument_count;
	char	   *arguments[MAX_ARGUMENTS];
} trigger_row;

static void
trigger_read_arguments(trigger_row *row, HeapTuple tuple, TupleDesc desc)
{
	bool		is_null;
	bytea	   *bytes = DatumGetByteaPP(fastgetattr(tuple, Anum_pg_trigger_tgargs, desc, &is_null));
	char	   *argument = VARDATA_ANY(bytes);

	for (int i = 0; i < row->argument_count && i < MAX_ARGUMENTS; i++)
	{
		row->arguments[i] = pstrdup(argument);
		argument += strlen(argument) + 1;
	}
}

/* The table's trigger of that name.  False if there is none that calls the function. */
static bool
trigger_read(Oid table, const char *name, PGFunction function, trigger_row *row)
{
	Relation	catalog = table_open(TriggerRelationId, AccessShareLock);
	ScanKeyData key[2];
	SysScanDesc scan;
	HeapTuple	tuple;

	memset(row, 0, sizeof(*row));
	ScanKeyInit(&key[0], Anum_pg_trigger_tgrelid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(table));
	ScanKeyInit(&key[1], Anum_pg_trigger_tgname, BTEqualStrategyNumber, F_NAMEEQ, CStringGetDatum(name));
	scan = systable_beginscan(catalog, TriggerRelidNameIndexId, true, NULL, 2, key);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
	{
		Form_pg_trigger form = (Form_pg_trigger) GETSTRUCT(tuple);
		FmgrInfo	called;

		fmgr_info(form->tgfoid, &called);
		if (called.fn_addr == function)
		{
			row->oid = form->oid;
			row->parent = form->tgparentid;
			row->xmin = HeapTupleHeaderGetXmin(tuple->t_data);
			row->type = form->tgtype;
			row->is_plain = form->tgenabled == TRIGGER_FIRES_ON_ORIGIN && !form->tgdeferrable && form->tgattr.dim1 == 0 &&
				heap_attisnull(tuple, Anum_pg_trigger_tgqual, RelationGetDescr(catalog)) &&
				heap_attisnull(tuple, Anum_pg_trigger_tgoldtable, RelationGetDescr(catalog)) &&
				heap_attisnull(tuple, Anum_pg_trigger_tgnewtable, RelationGetDescr(catalog));
			row->argument_count = form->tgnargs;
			trigger_read_arguments(row, tuple, RelationGetDescr(catalog));
		}
	}
	systable_endscan(scan);
	table_close(catalog, AccessShareLock);
	return OidIsValid(row->oid);
}

/* Which trigger enters the feed: for each statement or, for a row version, for each row. */
static bool
trigger_read_entering(Oid table, trigger_row *row, const trigger_row *guard)
{
	if (trigger_read(table, FEED_ENTER_TRIGGER, pgwiji_feed_enter, row))
	{
		bool		same = row->argument_count == guard->argument_count;

		for (int i = 0; i < row->argument_count && same; i++)
			same = strcmp(row->arguments[i], guard->arguments[i]) == 0;
		return same && row->is_plain && row->type == (TRIGGER_TYPE_BEFORE | TRIGGER_TYPE_INSERT);
	}
	return trigger_read(table, FEED_ROW_VERSION_TRIGGER, pgwiji_row_version, row) && row->is_plain &&
		strcmp(row->arguments[0], guard->arguments[0]) == 0 &&
		row->type == (TRIGGER_TYPE_BEFORE | TRIGGER_TYPE_ROW | TRIGGER_TYPE_INSERT | TRIGGER_TYPE_UPDATE);
}

#define GUARD_TYPE (TRIGGER_TYPE_ROW | TRIGGER_TYPE_INSERT | TRIGGER_TYPE_UPDATE)	/* AFTER */

static bool
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

/* Why no horizon can be told of a member: the table itself, or a partition; null if it can. */
static const char *
feed_flaw_of_member(const feed *f, Oid member)
{
	trigger_row guard;

	if (feed_is_subscribed(member))
		return "A subscription inserts into it, without its triggers.";
	if (member == f->relation)
		return NULL;
	if (get_rel_relkind(f->relation) != RELKIND_PARTITIONED_TABLE)
		return "It has inheritance children, whose rows its triggers do not see.";
	if (get_rel_relkind(member) == RELKIND_FOREIGN_TABLE)
		return "A partition is a foreign table.";
	if (!trigger_read(member, FEED_GUARD_TRIGGER, pgwiji_feed_guard, &guard) || !guard.is_plain)
		return "A trigger of a partition is disabled.";
	return NULL;
}

static int
compare_oids(const void *a, const void *b)
{
	Oid			x = *(const Oid *) a;
	Oid			y = *(const Oid *) b;

	return (x > y) - (x < y);
}

static void
feed_read_members(feed *f)
{
	List	   *members = find_all_inheritors(f->relation, NoLock, NULL);

	f->members = MemoryContextAlloc(TopMemoryContext, list_length(members) * sizeof(Oid));
	f->member_count = 0;
	for (int i = 0; i < list_length(members); i++)
	{
		Oid			member = list_nth_oid(members, i);

		f->members[f->member_count++] = member;
		if (f->flaw == NULL)
			f->flaw = feed_flaw_of_member(f, member);
	}
	qsort(f->members, f->member_count, sizeof(Oid), compare_oids);
}

/* The sequence of a column of type bigint, which is owned by it; else ERROR 42809. */
static Oid
feed_read_sequence(const feed *f)
{
	char	   *table = quote_qualified_identifier(get_namespace_name(get_rel_namespace(f->relation)), get_rel_name(f->relation));
	LOCAL_FCINFO(call, 2);
	Datum		name;

	InitFunctionCallInfoData(*call, NULL, 2, InvalidOid, NULL, NULL);
	call->args[0] = (NullableDatum){CStringGetTextDatum(table), false};
	call->args[1] = (NullableDatum){CStringGetTextDatum(f->column), false};
	name = pg_get_serial_sequence(call);
	if (call->isnull)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("column \"%s\" of table \"%s\" does not own a sequence", f->column, get_rel_name(f->relation)),
				 errhint("Use an identity column, or ALTER SEQUENCE ... OWNED BY.")));
	return DatumGetObjectId(DirectFunctionCall1(regclassin, CStringGetDatum(text_to_cstring(DatumGetTextPP(name)))));
}

/* The third argument names the layout of a uuid. */
static void
feed_read_column(feed *f, const trigger_row *guard)
{
	AttrNumber	column;

	strlcpy(f->column, guard->arguments[0], sizeof(f->column));
	column = get_attnum(f->relation, f->column);
	if (column == InvalidAttrNumber)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of table \"%s\" does not exist", f->column, get_rel_name(f->relation)),
				 errhint("Drop the feed and create it again for another column.")));
	f->type = getBaseType(get_atttype(f->relation, column));
	f->kind = NULL;
	f->sequence = InvalidOid;
	if (f->type == INT8OID)
		f->sequence = feed_read_sequence(f);
	else if (f->type == UUIDOID)
		f->kind = feed_kind_named(guard->argument_count > 2 ? guard->arguments[2] : "v7");
	else
		f->kind = feed_kind_of_type(f->type);
	if (f->kind == NULL && !OidIsValid(f->sequence))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" of table \"%s\" cannot be the key of a feed", f->column, get_rel_name(f->relation)),
				 errdetail("Its type is %s.", format_type_be(f->type))));
}

/* In microseconds; ERROR 22023 unless it is from 0 to a day. */
static int64
feed_read_lag(const char *text)
{
	Interval   *lag = DatumGetIntervalP(DirectFunctionCall3(interval_in, CStringGetDatum(text), ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1)));

	if (lag->month != 0 || lag->day < 0 || lag->day > 1 || lag->time < 0 || lag->day * USECS_PER_DAY + lag->time > USECS_PER_DAY)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("lag of a feed out of range: %s", text),
				 errdetail("It must be between 0 and a day.")));
	return lag->day * USECS_PER_DAY + lag->time;
}

/* False if the table has no trigger that guards a feed. */
static bool
feed_read(feed *f)
{
	trigger_row guard;
	trigger_row entering;

	if (!trigger_read(f->relation, FEED_GUARD_TRIGGER, pgwiji_feed_guard, &guard) || guard.argument_count < 2)
		return false;
	if (f->guard != guard.oid)
		f->number = 0;
	f->guard = guard.oid;
	f->flaw = guard.is_plain && guard.type == GUARD_TYPE && trigger_read_entering(f->relation, &entering, &guard) ? NULL :
		"Its triggers are disabled, or not as wiji_create_feed() makes them.";
	f->made_by[0] = guard.xmin;
	f->made_by[1] = f->flaw == NULL ? entering.xmin : guard.xmin;
	feed_read_column(f, &guard);
	f->lag = feed_read_lag(guard.arguments[1]);
	f->needs_entering = f->lag == 0;
	/* IDs are rounded down to a unit, so a lag of one is the least */
	f->lag = f->kind != NULL ? Max(f->lag, f->kind->unit_us) : 0;
	if (f->members != NULL)
		pfree(f->members);
	f->members = NULL;
	feed_read_members(f);
	return true;
}

static void
feed_forget_table(Datum unused pg_attribute_unused(), Oid table)
{
	HASH_SEQ_STATUS all;
	feed	   *f;

	feed_changes++;
	hash_seq_init(&all, feeds);
	while ((f = hash_seq_search(&all)) != NULL)
		if (!OidIsValid(table) || table == f->relation || table == f->sequence || f->members == NULL ||
			bsearch(&table, f->members, f->member_count, sizeof(Oid), compare_oids) != NULL)
			f->is_valid = false;
}

static void
feed_forget_subscription(Datum unused, int cache pg_attribute_unused(), uint32 hash pg_attribute_unused())
{
	feed_forget_table(unused, InvalidOid);
}

static void
feed_make_cache(void)
{
	HASHCTL		control = {.keysize = sizeof(Oid), .entrysize = sizeof(feed)};

	feeds = hash_create("wiji feeds", 16, &control, HASH_ELEM | HASH_BLOBS);
	CacheRegisterRelcacheCallback(feed_forget_table, (Datum) 0);
	CacheRegisterSyscacheCallback(SUBSCRIPTIONRELMAP, feed_forget_subscription, (Datum) 0);
}

feed *
feed_of_table(Oid relation)
{
	MemoryContext caller = CurrentMemoryContext;
	MemoryContext reading;
	uint64		changes;
	bool		found;
	feed	   *f;

	if (feeds == NULL)
		feed_make_cache();
	f = hash_search(feeds, &relation, HASH_ENTER, &found);
	if (found && f->is_valid)
		return f;
	if (!found)
	{
		memset(f, 0, sizeof(*f));
		f->relation = relation;
		f->newest = PG_INT64_MIN;
	}

	changes = feed_changes;
	reading = AllocSetContextCreate(caller, "wiji feed", ALLOCSET_DEFAULT_SIZES);
	MemoryContextSwitchTo(reading);
	found = feed_read(f);
	MemoryContextSwitchTo(caller);
	MemoryContextDelete(reading);
	f->is_valid = found && changes == feed_changes;
	return found ? f : NULL;
}

/* The table whose trigger a partition's trigger is a copy of. */
static Oid
feed_root(Oid trigger)
{
	Relation	catalog = table_open(TriggerRelationId, AccessShareLock);
	Oid			table = InvalidOid;

	while (OidIsValid(trigger))
	{
		ScanKeyData key;
		SysScanDesc scan;
		HeapTuple	tuple;

		ScanKeyInit(&key, Anum_pg_trigger_oid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(trigger));
		scan = systable_beginscan(catalog, TriggerOidIndexId, true, NULL, 1, &key);
		tuple = systable_getnext(scan);
		if (!HeapTupleIsValid(tuple))
			elog(ERROR, "could not find trigger %u", trigger);
		trigger = ((Form_pg_trigger) GETSTRUCT(tuple))->tgparentid;
		table = ((Form_pg_trigger) GETSTRUCT(tuple))->tgrelid;
		systable_endscan(scan);
	}
	table_close(catalog, AccessShareLock);
	return table;
}

feed *
feed_of_trigger(TriggerData *data)
{
	Oid			table = RelationGetRelid(data->tg_relation);
	feed	   *f = feed_of_table(data->tg_trigger->tgisclone ? feed_root(data->tg_trigger->tgoid) : table);

	if (f == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("table \"%s\" is not a feed", RelationGetRelationName(data->tg_relation)),
				 errdetail("Trigger \"%s\" needs trigger \"%s\".", data->tg_trigger->tgname, FEED_GUARD_TRIGGER),
				 errhint("Call wiji_create_feed(), or wiji_drop_feed() to remove what is left of a feed.")));
	return f;
}

/*
 * The clock
 */

/* What a sequence says, under its buffer's lock; nextval() changes it under the same. */
static FormData_pg_sequence_data
sequence_read(Oid sequence)
{
	Relation	rel = table_open(sequence, AccessShareLock);
	Buffer		buffer = ReadBuffer(rel, 0);
	FormData_pg_sequence_data data;
	Page		page;

	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	page = BufferGetPage(buffer);
	memcpy(&data, (char *) PageGetItem(page, PageGetItemId(page, FirstOffsetNumber)) +
		   ((HeapTupleHeader) PageGetItem(page, PageGetItemId(page, FirstOffsetNumber)))->t_hoff, sizeof(data));
	UnlockReleaseBuffer(buffer);
	table_close(rel, AccessShareLock);
	return data;
}

static int64
sequence_increment(Oid sequence)
{
	HeapTuple	tuple = SearchSysCache1(SEQRELID, ObjectIdGetDatum(sequence));
	int64		increment;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for sequence %u", sequence);
	increment = ((Form_pg_sequence) GETSTRUCT(tuple))->seqincrement;
	ReleaseSysCache(tuple);
	return increment;
}

static int64
time_in_range(const feed *f, int64 time)
{
	return f->kind == NULL ? time : Min(Max(time, f->kind->min_us), f->kind->max_us);
}

int64
feed_clock(const feed *f)
{
	FormData_pg_sequence_data data;
	int64		next;

	if (f->kind != NULL)
		return time_in_range(f, GetCurrentTimestamp() + UNIX_EPOCH_OFFSET_US);
	data = sequence_read(f->sequence);
	if (!data.is_called)
		return data.last_value;
	return pg_add_s64_overflow(data.last_value, sequence_increment(f->sequence), &next) ? PG_INT64_MAX : next;
}

int64
feed_clock_reached(const feed *f)
{
	FormData_pg_sequence_data data;

	if (f->kind != NULL)
		return feed_clock(f);
	data = sequence_read(f->sequence);
	return data.is_called || data.last_value == PG_INT64_MIN ? data.last_value : data.last_value - 1;
}

/*
 * Keys
 */

static const uint8 *
key_bytes(const feed *f, Datum key, uint8 word[sizeof(uint64)])
{
	if (!f->kind->by_value)
		return (const uint8 *) DatumGetPointer(key);
	store_be64(word, (uint64) DatumGetInt64(key));
	return word;
}

int64
feed_time_of_key(const feed *f, Datum key)
{
	uint8		word[sizeof(uint64)];

	return f->kind == NULL ? DatumGetInt64(key) : f->kind->get_us(key_bytes(f, key, word));
}

Datum
feed_key_of_time(const feed *f, int64 time)
{
	uint8	   *key;

	if (f->kind == NULL)
		return Int64GetDatum(time);
	key = palloc(ID_MAX_LEN);
	f->kind->first_of(time_in_range(f, time), key);
	return f->kind->by_value ? Int64GetDatum((int64) load_be64(key)) : PointerGetDatum(key);
}

bool
feed_key_is_below(const feed *f, Datum key, int64 time)
{
	uint8		word[sizeof(uint64)];
	uint8		least[ID_MAX_LEN];
	const uint8 *bytes;

	if (f->kind == NULL)
		return DatumGetInt64(key) < time;
	bytes = key_bytes(f, key, word);
	f->kind->first_of(time_in_range(f, time), least);
	return memcmp(bytes, least, f->kind->len) < 0 || (f->kind->is_valid != NULL && !f->kind->is_valid(bytes));
}

/*
 * The newest snapshot there is, without rows of this transaction: they are not below its own floor.
 * In a parallel plan the server takes no other than the active one.
 */
static Snapshot
feed_newest_snapshot(void)
{
	Snapshot	snapshot;

	if (IsInParallelMode())
		return RegisterSnapshot(GetActiveSnapshot());
	snapshot = RegisterSnapshot(GetLatestSnapshot());
	snapshot->curcid = FirstCommandId;	/* of this copy, which is ours */
	return snapshot;
}

static bool
feed_select_greatest(const feed *f, Datum *key)
{
	char	   *column = pstrdup(quote_identifier(f->column));
	char	   *query = psprintf("SELECT %s FROM %s WHERE %s IS NOT NULL ORDER BY %s DESC LIMIT 1", column,
								 quote_qualified_identifier(get_namespace_name(get_rel_namespace(f->relation)), get_rel_name(f->relation)),
								 column, column);
	Snapshot	snapshot = feed_newest_snapshot();
	SPIPlanPtr	plan = SPI_prepare(query, 0, NULL);
	bool		is_null = true;

	if (plan == NULL || SPI_execute_snapshot(plan, NULL, NULL, snapshot, InvalidSnapshot, true, false, 1) != SPI_OK_SELECT)
		elog(ERROR, "could not find the greatest key of a feed");
	UnregisterSnapshot(snapshot);
	if (SPI_processed > 0)
		*key = SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &is_null);
	return !is_null;
}

/* As the table's owner, whatever policies its rows have. */
int64
feed_time_above_table(feed *f)
{
	int64		unit = f->kind != NULL ? f->kind->unit_us : 1;
	int64		last = f->kind != NULL ? f->kind->max_us : PG_INT64_MAX;
	int64		time = PG_INT64_MIN;
	Oid			user;
	int			context;
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(f->relation));
	Oid			owner;
	Datum		key = (Datum) 0;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", f->relation);
	owner = ((Form_pg_class) GETSTRUCT(tuple))->relowner;
	ReleaseSysCache(tuple);

	GetUserIdAndSecContext(&user, &context);
	SetUserIdAndSecContext(owner, context | SECURITY_LOCAL_USERID_CHANGE | SECURITY_NOFORCE_RLS);
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	if (feed_select_greatest(f, &key))
	{
		time = feed_time_of_key(f, key);
		if (time > last - unit)
			ereport(WARNING,
					(errmsg("the greatest key of feed \"%s\" is the last of its type", get_rel_name(f->relation)),
					 errdetail("No more rows can be inserted.")));
		time = time > last - unit ? last : time + unit;
	}
	SPI_finish();
	SetUserIdAndSecContext(user, context);
	return time;
}
