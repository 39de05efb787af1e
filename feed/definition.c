/*
 * feed/definition.c
 *		A table that is a feed, as its catalogs say, and what is wrong with it.
 *
 * The triggers are the definition.  The table itself is read before each use; its partitions are
 * read for horizons and at creation.  Catalogs are read without locks on the tables, so nobody's
 * lock stops a reader.  A session keeps what it read until the server reports a change of anything
 * that it has read, and never keeps a flaw, because not every repair is reported.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_sequence.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "commands/extension.h"
#include "common/hashfn.h"
#include "feed/catalog.h"
#include "feed/definition.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "storage/proc.h"
#include "utils/builtins.h"
#include "utils/datetime.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

static const feed_flaw no_flaw = {NULL};

/* The detail is a format and what it prints. */
#define FLAW(the_hint, ...) ((feed_flaw) {.detail = psprintf(__VA_ARGS__), .hint = (the_hint)})

static feed_flaw
with_code(feed_flaw flaw, int sqlerrcode)
{
	flaw.sqlerrcode = sqlerrcode;
	return flaw;
}

/* An evident remedy for changed triggers and renamed columns. */
#define CREATE_AGAIN "Call wiji_create_feed() again."

/*
 * What the session has read
 */

static HTAB *feeds = NULL;		/* by table */
static long feeds_kept = 32;	/* of them, when dropped tables were removed */
static uint32 feeds_read_in = 0;	/* the session's last transaction that
									 * read one */
static HTAB *watched = NULL;	/* relations and sequences that were read */
static uint64 feed_changes = 1; /* of anything watched, plus 1 */
static uint64 watched_at = 0;	/* feed_changes when the first was watched */

/*
 * A set of all relations of whose changes a transaction of the session was told while it ran.  It has a
 * bit for their hash values, so it may seem to have more.
 */
static uint64 changed[16];
static uint32 changed_in = 0;	/* the last such transaction */

/* A relation, or the hash value of a sequence in the server's cache. */
#define WATCHED_SEQUENCE(hash) (UINT64CONST(1) << 32 | (hash))

static bool
is_watched(uint64 thing)
{
	return hash_search(watched, &thing, HASH_FIND, NULL) != NULL;
}

static uint64 *
word_of_changed(Oid relation, uint64 *bit)
{
	uint32		hash = hash_bytes_uint32(relation);

	*bit = UINT64CONST(1) << (hash % 64);
	return &changed[hash / 64 % lengthof(changed)];
}

static void
add_changed(Oid relation)
{
	uint64		bit;

	if (changed_in != id_session_transaction())
		memset(changed, 0, sizeof(changed));
	changed_in = id_session_transaction();
	if (relation == InvalidOid)
		memset(changed, 0xFF, sizeof(changed));
	else
		*word_of_changed(relation, &bit) |= bit;
}

static bool
has_changed(Oid relation)
{
	uint64		bit;

	return changed_in == id_session_transaction() && (*word_of_changed(relation, &bit) & bit) != 0;
}

static void
note_relation(Datum unused pg_attribute_unused(), Oid relation)
{
	/* what arrives while a transaction starts is known to each of its plans */
	if (IsTransactionState())
		add_changed(relation);
	if (relation == InvalidOid || is_watched(relation))
		feed_changes++;
}

static void
note_sequence(Datum unused pg_attribute_unused(), ID_CACHE_ID unused2 pg_attribute_unused(),
			  uint32 hash)
{
	if (hash == 0 || is_watched(WATCHED_SEQUENCE(hash)))
		feed_changes++;
}

static void
note_subscription(Datum unused pg_attribute_unused(), ID_CACHE_ID unused2 pg_attribute_unused(),
				  uint32 unused3 pg_attribute_unused())
{
	feed_changes++;
}

static HTAB *
create_table(const char *name, Size key, Size entry)
{
	HASHCTL		control = {.keysize = key,.entrysize = entry};

	return hash_create(name, 16, &control, HASH_ELEM | HASH_BLOBS);
}

/* Must precede each reading.  After a change all feeds are read again, so the rest is forgotten. */
static void
watch(uint64 thing)
{
	if (watched_at != feed_changes)
	{
		HTAB	   *old = watched;

		/* if there is no memory, the callbacks need the old one */
		watched = create_table("wiji feeds' relations", sizeof(uint64), sizeof(uint64));
		hash_destroy(old);
		watched_at = feed_changes;
	}
	hash_search(watched, &thing, HASH_ENTER, NULL);
}

void
feed_start_watching(void)
{
	HTAB	   *kept;

	if (feeds != NULL)
		return;
	/* what needs memory precedes what must be done only once */
	if (watched == NULL)
		watched = create_table("wiji feeds' relations", sizeof(uint64), sizeof(uint64));
	kept = create_table("wiji feeds", sizeof(Oid), sizeof(feed_definition));
	CacheRegisterRelcacheCallback(note_relation, (Datum) 0);
	CacheRegisterSyscacheCallback(SEQRELID, note_sequence, (Datum) 0);
	CacheRegisterSyscacheCallback(SUBSCRIPTIONRELMAP, note_subscription, (Datum) 0);
	feeds = kept;
}

/*
 * Forgets dropped tables, before a transaction's first reading.  Later, a trigger that fires can point
 * to the definition of a table that the transaction dropped: an insert into a partition does not keep
 * the partitioned table from being dropped.
 */
static void
forget_dropped_tables(void)
{
	HASH_SEQ_STATUS all;
	feed_definition *f;

	if (likely(feeds_read_in == id_session_transaction()))
		return;
	feeds_read_in = id_session_transaction();
	if (hash_get_num_entries(feeds) < 2 * feeds_kept)
		return;
	hash_seq_init(&all, feeds);
	while ((f = hash_seq_search(&all)) != NULL)
		if (!SearchSysCacheExists1(RELOID, ObjectIdGetDatum(f->table)))
		{
			if (f->created_by != NULL)
				pfree(f->created_by);
			hash_search(feeds, &f->table, HASH_REMOVE, NULL);
		}
	feeds_kept = Max(hash_get_num_entries(feeds), 32);
}

/* Keeps a definition for the session.  Triggers that fire can point to the one that it replaces. */
static feed_definition *
keep_feed(const feed_definition *f)
{
	feed_definition *kept = hash_search(feeds, &f->table, HASH_ENTER, NULL);

	*kept = *f;
	return kept;
}

/*
 * The table itself
 */

/* Are they as wiji_create_feed() creates them?  The guard is there. */
static feed_flaw
trigger_flaw(const trigger_rows *rows)
{
	const trigger_row *guard = &rows->guard;
	const trigger_row *entering = rows->version.count > 0 ? &rows->version : &rows->enter;

	if (guard->count > 1)
		return FLAW(CREATE_AGAIN, "More than one trigger calls \"wiji_feed_guard\".");
	if (rows->enter.count + rows->version.count > 1)
		return FLAW(CREATE_AGAIN, "More than one trigger calls \"wiji_feed_enter\" or \"wiji_row_version\".");
	if (entering->count == 0)
		return FLAW(CREATE_AGAIN, "The trigger that calls \"wiji_feed_enter\" or \"wiji_row_version\" is missing.");
	if (!guard->is_unmodified || !entering->is_unmodified)
		return FLAW(CREATE_AGAIN, "Trigger \"%s\" is disabled or modified.",
					(guard->is_unmodified ? entering : guard)->name);
	if (!feed_have_same_arguments(guard, entering, entering == &rows->version ? 1 : guard->n) ||
		(entering == &rows->enter && entering->n != guard->n))
		return FLAW(CREATE_AGAIN, "Triggers \"%s\" and \"%s\" have different arguments.",
					entering->name, guard->name);
	return no_flaw;
}

feed_flaw
feed_relation_flaw(const table_row *table)
{
	if (table->kind != RELKIND_RELATION && table->kind != RELKIND_PARTITIONED_TABLE)
		return FLAW(NULL, "Only tables and partitioned tables can be feeds.");
	if (table->is_partition)
		return FLAW("Use the partitioned table.", "The table is a partition.");
	if (table->persistence == RELPERSISTENCE_UNLOGGED)
		return FLAW("Use ALTER TABLE ... SET LOGGED, then call wiji_create_feed() again.",
					"The table is unlogged, so it can lose rows that consumers have read.");
	if (table->persistence != RELPERSISTENCE_PERMANENT)
		return FLAW(NULL, "The table is temporary.");
	return no_flaw;
}

/* They stay when triggers of the partitioned table are dropped, and fire for its rows. */
static feed_flaw
own_trigger_flaw(const table_row *partition)
{
	return FLAW(psprintf("Call wiji_drop_feed(%s).", quote_literal_cstr(partition->qualified_name)),
				"Partition \"%s\" has triggers of its own that call functions of a feed.", partition->name);
}

/* In microseconds; -1 unless it is an interval from 0 to a day. */
static int64
read_lag(const char *text)
{
	char		work[MAXDATELEN + 1];
	char	   *field[MAXDATEFIELDS];
	int			ftype[MAXDATEFIELDS];
	int			n;
	int			dtype;
	struct pg_itm_in lag;

	if (strlen(text) > MAXDATELEN ||
		ParseDateTime(text, work, sizeof(work), field, ftype, MAXDATEFIELDS, &n) != 0 ||
		DecodeInterval(field, ftype, n, INTERVAL_FULL_RANGE, &dtype, &lag) != 0 ||
		dtype != DTK_DELTA ||
		lag.tm_year != 0 || lag.tm_mon != 0 || lag.tm_mday < 0 || lag.tm_mday > 1 ||
		lag.tm_usec < 0 || lag.tm_mday * USECS_PER_DAY + lag.tm_usec > USECS_PER_DAY)
		return -1;
	return lag.tm_mday * USECS_PER_DAY + lag.tm_usec;
}

const feed_key_type *
feed_key_type_of(Oid type, const char *layout)
{
	Oid			extension = getExtensionOfObject(TypeRelationId, type);

	if (type == INT8OID)
		return &feed_bigint;
	if (type == UUIDOID)
		return feed_layout_by_name(layout);
	if (get_typlen(type) == FEED_KEY_LEN && OidIsValid(extension) &&
		extension == get_extension_oid("wiji", true))
		return &feed_wiji;
	return NULL;
}

static feed_flaw
read_column(feed_definition *f, const trigger_row *guard)
{
	HeapTuple	column = SearchSysCacheAttName(f->table, guard->arguments[0]);

	if (!HeapTupleIsValid(column))
		return with_code(FLAW(CREATE_AGAIN,
							  "Column \"%s\", the key of the feed, does not exist.", guard->arguments[0]), ERRCODE_UNDEFINED_COLUMN);
	f->attnum = ((Form_pg_attribute) GETSTRUCT(column))->attnum;
	f->type = getBaseType(((Form_pg_attribute) GETSTRUCT(column))->atttypid);
	ReleaseSysCache(column);
	f->key = feed_key_type_of(f->type, guard->n > 2 ? guard->arguments[2] : feed_v7.name);
	if (f->key == NULL)
		return FLAW(NULL, "Column \"%s\", the key of the feed, is of type %s%s.", NameStr(f->column), format_type_be(f->type),
					f->type == UUIDOID ? ", and the layout of its UUIDs is unknown" : "");
	if (f->lag < 0)
		return FLAW(CREATE_AGAIN,
					"The lag \"%s\" must be from 0 to 1 day, without months or mixed signs.", guard->arguments[1]);
	if (f->key->is_number && f->has_versions)
		return with_code(FLAW("Use a column of type wiji or uuid.",
							  "Column \"%s\" is of type bigint, which cannot hold row versions.", NameStr(f->column)), ERRCODE_DATATYPE_MISMATCH);
	/* the time of a key is truncated to a unit */
	f->lag = f->key->is_number ? 0 : Max(f->lag, f->key->unit);
	f->shape = (uint32) f->attnum << 2 | f->key->number;
	return no_flaw;
}

/* Does the sequence count in the order in which sessions take its numbers? */
static feed_flaw
sequence_flaw(Form_pg_sequence s, const table_row *sequence)
{
	if (s->seqincrement < 0)
		return FLAW(psprintf("Use ALTER SEQUENCE %s INCREMENT 1.", sequence->qualified_name),
					"Sequence \"%s\" is descending.", sequence->name);
	if (s->seqcache != 1)
		return FLAW(psprintf("Use ALTER SEQUENCE %s CACHE 1.", sequence->qualified_name),
					"Sequence \"%s\" caches numbers, so sessions use them out of order.", sequence->name);
	if (s->seqcycle)
		return FLAW(psprintf("Use ALTER SEQUENCE %s NO CYCLE.", sequence->qualified_name),
					"Sequence \"%s\" cycles.", sequence->name);
	if (sequence->persistence != RELPERSISTENCE_PERMANENT)
		return FLAW(psprintf("Use ALTER SEQUENCE %s SET LOGGED.", sequence->qualified_name),
					"Sequence \"%s\" is unlogged, so it can return numbers again.", sequence->name);
	return no_flaw;
}

static feed_flaw
missing_sequence(const feed_definition *f)
{
	return FLAW("Use an identity column, or ALTER SEQUENCE ... OWNED BY.",
				"Column \"%s\" does not own a sequence.", NameStr(f->column));
}

Relation
feed_open_sequence(const feed_definition *f)
{
	Relation	rel = try_relation_open(f->sequence, RowExclusiveLock);

	if (rel == NULL)
		feed_reject_table(f->table, missing_sequence(f));
	return rel;
}

/* Finds the sequence that the column owns, and reads how it counts. */
static feed_flaw
read_sequence(feed_definition *f)
{
	HeapTuple	tuple;
	table_row	sequence;
	feed_flaw	flaw;

	f->sequence = feed_owned_sequence(f->table, f->attnum);
	watch(f->sequence);
	watch(WATCHED_SEQUENCE(GetSysCacheHashValue1(SEQRELID, ObjectIdGetDatum(f->sequence))));
	if (!feed_read_table(f->sequence, &sequence))
		return missing_sequence(f);
	tuple = SearchSysCache1(SEQRELID, ObjectIdGetDatum(f->sequence));
	if (!HeapTupleIsValid(tuple))
		return missing_sequence(f);
	flaw = sequence_flaw((Form_pg_sequence) GETSTRUCT(tuple), &sequence);
	ReleaseSysCache(tuple);
	return flaw;
}

Oid
feed_key_index(Oid table, const feed_definition *f, bool *is_unique)
{
	Oid			family = get_opclass_family(GetDefaultOpClass(f->type, BTREE_AM_OID));
	AttrNumber	attnum = get_attnum(table, NameStr(f->column));
	Oid			found = feed_find_index(table, attnum, family, is_unique);

	if (OidIsValid(found))
		watch(found);
	return found;
}

/*
 * The server allows a unique index on the key of a partitioned table only if it is the partition
 * key.
 */
static feed_flaw
index_flaw(const table_row *table, const feed_definition *f)
{
	const char *name = table->qualified_name;
	const char *column = NameStr(f->column);
	const char *quoted = quote_identifier(column);

	if (table->kind == RELKIND_PARTITIONED_TABLE && !feed_is_partition_key(f->table, f->attnum))
		return FLAW(psprintf("Use CREATE INDEX ON %s (%s).", name, quoted),
					"Column \"%s\" does not have a btree index.", column);
	return FLAW(psprintf("Use CREATE UNIQUE INDEX ON %s (%s).", name, quoted),
				"Column \"%s\" does not have a unique btree index of its own.", column);
}

static feed_flaw
read_root(const table_row *table, feed_definition *f, const trigger_rows *rows)
{
	feed_flaw	flaw = table->is_partition && rows->has_own ? own_trigger_flaw(table) :
		feed_relation_flaw(table);

	if (flaw.detail == NULL)
		flaw = trigger_flaw(rows);
	if (flaw.detail == NULL)
		flaw = read_column(f, &rows->guard);
	if (flaw.detail == NULL && f->key->is_number)
		flaw = read_sequence(f);
	if (flaw.detail == NULL && (!OidIsValid(feed_key_index(f->table, f, &f->is_unique)) ||
								(!f->is_unique && table->kind != RELKIND_PARTITIONED_TABLE)))
		flaw = index_flaw(table, f);
	return flaw;
}

/* What the arguments of the guard say. */
static void
read_arguments_of_guard(feed_definition *f, const trigger_rows *rows)
{
	const char *column = rows->guard.arguments[0];

	f->id = (uint64) MyDatabaseId << 32 | rows->guard.oid;
	/* a longer one is no column, but it is shown */
	namestrcpy(&f->column, pnstrdup(column, pg_mbcliplen(column, strlen(column), NAMEDATALEN - 1)));
	f->lag = read_lag(rows->guard.arguments[1]);
	f->has_lag = f->lag > 0;
	f->has_versions = rows->version.count > 0;
}

/* Reads the table once.  *f is as for feed_read(). */
static feed_flaw
read_once(Oid table, feed_definition **f)
{
	feed_definition *old = hash_search(feeds, &table, HASH_FIND, NULL);
	feed_definition *new = palloc0(sizeof(feed_definition));
	uint64		changes = feed_changes;
	trigger_rows rows;
	table_row	row;
	feed_flaw	flaw;

	if (old != NULL)
		*new = *old;
	new->table = table;
	*f = NULL;
	watch(table);
	rows = feed_read_triggers(table);
	if (rows.guard.count == 0 || rows.guard.n < 2 || !feed_read_table(table, &row))
		return FLAW("Call wiji_create_feed() to make the table a feed.",
					"The table does not have the triggers of a feed.");
	read_arguments_of_guard(new, &rows);
	flaw = read_root(&row, new, &rows);
	new->root_read_at = changes;
	*f = flaw.detail == NULL ? keep_feed(new) : new;
	return flaw;
}

/*
 * Without a lock, a table can be changed or dropped between one catalog and the next.  So a flaw
 * counts if it is found twice in succession.
 */
static bool
is_found_again(feed_flaw flaw, feed_flaw *before)
{
	bool		again = before->detail != NULL && strcmp(flaw.detail, before->detail) == 0;

	*before = flaw;
	CHECK_FOR_INTERRUPTS();
	AcceptInvalidationMessages();
	InvalidateCatalogSnapshot();
	return again;
}

feed_flaw
feed_read(Oid table, feed_definition **f)
{
	feed_flaw	before = no_flaw;
	feed_flaw	flaw;

	forget_dropped_tables();
	*f = hash_search(feeds, &table, HASH_FIND, NULL);
	if (likely(*f != NULL && (*f)->root_read_at == feed_changes))
		return no_flaw;
	do
		flaw = read_once(table, f);
	while (flaw.detail != NULL && !is_found_again(flaw, &before));
	return flaw;
}

/*
 * The partitions
 */

/* Keeps the transaction that created a trigger, unless every snapshot of the server sees it. */
static void
keep_creator(feed_definition *f, TransactionId xmin, int room)
{
	if (f->created_by == NULL)
		f->created_by = MemoryContextAlloc(TopMemoryContext, room * sizeof(TransactionId));
	if (TransactionIdIsNormal(xmin) &&
		(TransactionIdIsCurrentTransactionId(xmin) || !GlobalVisCheckRemovableXid(NULL, xmin)))
		f->created_by[f->created_by_count++] = xmin;
}

/* Is the trigger of a partition as that of the table, if this has one? */
static bool
is_clone(const trigger_row *trigger, const trigger_row *root)
{
	return trigger->count == root->count &&
		(root->count == 0 ||
		 (trigger->is_unmodified && trigger->n == root->n &&
		  feed_have_same_arguments(trigger, root, root->n)));
}

static feed_flaw
partition_flaw(feed_definition *f, Oid member, const table_row *row,
			   const trigger_rows *rows, const trigger_rows *root)
{
	bool		is_unique;

	if (!row->is_partition)
		return FLAW(NULL, "Table \"%s\" inherits from the table, whose triggers do not fire for its rows.", row->name);
	if (row->kind == RELKIND_FOREIGN_TABLE)
		return FLAW(NULL, "Partition \"%s\" is a foreign table.", row->name);
	if (row->persistence != RELPERSISTENCE_PERMANENT)
		return FLAW("Use ALTER TABLE ... SET LOGGED, then call wiji_create_feed() again.",
					"Partition \"%s\" is unlogged, so it can lose rows that consumers have read.", row->name);
	if (rows->has_own)
		return own_trigger_flaw(row);
	if (!is_clone(&rows->guard, &root->guard) || !is_clone(&rows->version, &root->version))
		return FLAW("Call wiji_create_feed() again for the partitioned table.",
					"The triggers of partition \"%s\" are missing, disabled or modified.", row->name);
	if (row->kind == RELKIND_RELATION && !OidIsValid(feed_key_index(member, f, &is_unique)))
		return FLAW(NULL, "Column \"%s\" of partition \"%s\" does not have a btree index.", NameStr(f->column), row->name);
	return no_flaw;
}

/* Of all members */
typedef struct member_sums
{
	bool		has_levels;		/* is one of the partitions partitioned? */
	bool		has_changed;	/* was a partitioned one changed while this
								 * transaction ran? */
} member_sums;

static feed_flaw
read_member(feed_definition *f, Oid member, int room, const trigger_rows *root, member_sums *sums)
{
	trigger_rows rows;
	table_row	row;

	watch(member);
	rows = feed_read_triggers(member);
	if (!feed_read_table(member, &row))
		return no_flaw;			/* dropped concurrently */
	keep_creator(f, rows.guard.xmin, room);
	keep_creator(f, rows.enter.xmin, room);
	keep_creator(f, rows.version.xmin, room);
	sums->has_changed |= row.kind == RELKIND_PARTITIONED_TABLE && has_changed(member);
	if (feed_is_subscribed(member))
		return FLAW(NULL, "A subscription inserts into table \"%s\" without firing its triggers.", row.name);
	if (member == f->table)
		return no_flaw;
	sums->has_levels |= row.kind == RELKIND_PARTITIONED_TABLE;
	return partition_flaw(f, member, &row, &rows, root);
}

static feed_flaw
read_members_once(feed_definition *f)
{
	uint64		changes = feed_changes;
	member_sums sums = {false, false};
	feed_flaw	flaw = no_flaw;
	trigger_rows root;
	table_row	table;
	List	   *members;

	watch(f->table);
	root = feed_read_triggers(f->table);
	members = feed_members(f->table);
	f->members_read_at = 0;
	if (f->created_by != NULL)
		pfree(f->created_by);
	f->created_by = NULL;
	f->created_by_count = 0;
	for (int i = 0; i < list_length(members) && flaw.detail == NULL; i++)
		flaw = read_member(f, list_nth_oid(members, i), 3 * list_length(members), &root,
						   &sums);
	if (flaw.detail == NULL && !f->is_unique && !sums.has_levels && feed_is_partition_key(f->table, f->attnum) &&
		feed_read_table(f->table, &table))
		flaw = index_flaw(&table, f);
	if (flaw.detail != NULL)
		return flaw;
	if (sums.has_changed)
		f->members_changed_in = id_session_transaction();
	f->members_read_at = changes;
	return no_flaw;
}

bool
feed_members_changed(const feed_definition *f)
{
	return f->members_changed_in != 0 && f->members_changed_in == id_session_transaction();
}

feed_flaw
feed_read_whole(Oid table, feed_definition **f)
{
	feed_flaw	before = no_flaw;
	feed_flaw	flaw = feed_read(table, f);

	if (flaw.detail != NULL || likely((*f)->members_read_at == feed_changes))
		return flaw;
	do
		flaw = read_members_once(*f);
	while (flaw.detail != NULL && !is_found_again(flaw, &before));
	return flaw;
}

/* The message is the caller's. */
#define REJECT(flaw, ...) \
	ereport(ERROR, \
			(errcode((flaw).sqlerrcode != 0 ? (flaw).sqlerrcode : ERRCODE_WRONG_OBJECT_TYPE), \
			 errmsg(__VA_ARGS__), \
			 errdetail_internal("%s", (flaw).detail), \
			 (flaw).hint != NULL ? errhint("%s", (flaw).hint) : 0))

void
feed_reject_table(Oid table, feed_flaw flaw)
{
	/* null if the table was dropped meanwhile */
	const char *name = get_rel_name(table);

	REJECT(flaw, "table \"%s\" is not a feed", name != NULL ? name : psprintf("%u", table));
}

void
feed_reject_creation(Oid table, feed_flaw flaw)
{
	REJECT(flaw, "relation \"%s\" cannot be a feed", get_rel_name(table));
}
