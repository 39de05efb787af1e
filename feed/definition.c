/*
 * feed/definition.c
 *		The check: a table that is a feed, as its catalogs say, and what is wrong with it.
 *
 * The triggers are the definition.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/dependency.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_sequence.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "commands/extension.h"
#include "feed/feed.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/datetime.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

const feed_flaw feed_no_flaw = {NULL};

/* The detail is a format and what it prints. */
#define FLAW(the_hint, ...) ((feed_flaw) {.detail = psprintf(__VA_ARGS__), .hint = (the_hint)})

static feed_flaw
with_code(feed_flaw flaw, int sqlerrcode)
{
	flaw.sqlerrcode = sqlerrcode;
	return flaw;
}

/* An evident remedy for changed triggers. */
#define CREATE_AGAIN "Call wiji_create_feed() again."

/*
 * The table itself
 */

static feed_flaw
different_arguments(const trigger_row *a, const trigger_row *b)
{
	return FLAW(CREATE_AGAIN, "Triggers \"%s\" and \"%s\" have different arguments.", a->name, b->name);
}

/* Are they as wiji_create_feed() creates them?  The guard is there. */
static feed_flaw
trigger_flaw(const trigger_rows *rows)
{
	const trigger_row *guard = &rows->guard;
	const trigger_row *update = &rows->update;
	const trigger_row *entering = rows->version.count > 0 ? &rows->version : &rows->enter;
	const trigger_row *const all[] = {guard, update, entering};

	if (guard->count > 1 || update->count > 1)
		return FLAW(CREATE_AGAIN, "More than one trigger calls \"wiji_feed_guard\" for %s.",
					guard->count > 1 ? "inserts" : "updates");
	if (update->count == 0)
		return FLAW(CREATE_AGAIN, "The trigger that calls \"wiji_feed_guard\" for updates is missing.");
	if (rows->enter.count + rows->version.count > 1)
		return FLAW(CREATE_AGAIN, "More than one trigger calls \"wiji_feed_enter\" or \"wiji_row_version\".");
	if (entering->count == 0)
		return FLAW(CREATE_AGAIN, "The trigger that calls \"wiji_feed_enter\" or \"wiji_row_version\" is missing.");
	for (size_t i = 0; i < lengthof(all); i++)
		if (!all[i]->is_unmodified)
			return FLAW(CREATE_AGAIN, "Trigger \"%s\" is disabled or modified.", all[i]->name);
	if (update->n != guard->n || !feed_have_same_arguments(guard, update, guard->n))
		return different_arguments(update, guard);
	if (entering == &rows->version ? entering->n != 1 || !feed_have_same_arguments(guard, entering, 1) :
		entering->n != guard->n || !feed_have_same_arguments(guard, entering, guard->n))
		return different_arguments(entering, guard);
	return feed_no_flaw;
}

feed_flaw
feed_kind_flaw(const table_row *table)
{
	if (table->kind != RELKIND_RELATION && table->kind != RELKIND_PARTITIONED_TABLE)
		return FLAW(table->kind == RELKIND_VIEW ? "Use the table that the view reads." : NULL,
					"Only tables and partitioned tables can be feeds.");
	if (table->is_partition)
		return FLAW("Use the partitioned table.", "The table is a partition.");
	if (table->persistence == RELPERSISTENCE_UNLOGGED)
		return FLAW("Use ALTER TABLE ... SET LOGGED, then call wiji_create_feed() again.",
					"The table is unlogged, so it can lose rows that consumers have read.");
	if (table->persistence != RELPERSISTENCE_PERMANENT)
		return FLAW(NULL, "The table is temporary.");
	return feed_no_flaw;
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
lag_of_text(const char *text)
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
	if (type == TIMESTAMPTZOID)
		return &feed_timestamptz;
	if (type == UUIDOID)
		return feed_layout_by_name(layout);
	if (get_typlen(type) == FEED_KEY_LEN && OidIsValid(extension) &&
		extension == get_extension_oid("wiji", true))
		return &feed_wiji;
	return NULL;
}

static feed_flaw
column_flaw(feed_definition *f, const trigger_row *guard, AttrNumber attnum)
{
	HeapTuple	column = SearchSysCacheAttNum(f->table, attnum);
	int32		typmod;

	if (!HeapTupleIsValid(column))	/* dropped concurrently */
		return FLAW(CREATE_AGAIN, "The column of the key does not exist.");
	f->attnum = attnum;
	typmod = ((Form_pg_attribute) GETSTRUCT(column))->atttypmod;
	f->type = getBaseTypeAndTypmod(((Form_pg_attribute) GETSTRUCT(column))->atttypid, &typmod);
	ReleaseSysCache(column);
	f->key = feed_key_type_of(f->type, guard->n > 2 ? guard->arguments[2] : feed_v7.name);
	if (f->key == NULL)
		return FLAW(NULL, "Column \"%s\", the key of the feed, is of type %s%s.", NameStr(f->column), format_type_be(f->type),
					f->type == UUIDOID ? ", and the layout of its UUIDs is unknown" : "");
	if (f->lag < 0)
		return FLAW(CREATE_AGAIN,
					"The lag \"%s\" must be from 0 to 1 day, without months or mixed signs.", guard->arguments[1]);
	if (f->key->is_number && f->has_versions)
		return with_code(FLAW("Use a column of type uuid or timestamptz.",
							  "Column \"%s\" is of type bigint, which cannot hold row versions.", NameStr(f->column)), ERRCODE_DATATYPE_MISMATCH);
	if (f->key->is_version && !f->has_versions)
		return FLAW("To use it as a row version, call wiji_create_feed() with argument \"changes\".",
					"Column \"%s\" is of type timestamptz, which can only hold row versions.", NameStr(f->column));
	if (f->key->is_version && typmod >= 0 && typmod < MAX_TIMESTAMP_PRECISION)
		return with_code(FLAW("Use ALTER TABLE ... ALTER COLUMN ... TYPE timestamptz.",
							  "Column \"%s\" is of type timestamptz(%d), and row versions need all digits.", NameStr(f->column), typmod), ERRCODE_DATATYPE_MISMATCH);
	/* the time of a key is truncated to a unit */
	f->lag = f->key->is_number ? 0 : Max(f->lag, f->key->unit);
	f->shape = (uint32) f->attnum << 2 | f->key->number;
	return feed_no_flaw;
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
	return feed_no_flaw;
}

feed_flaw
feed_sequence_is_missing(const feed_definition *f)
{
	return FLAW("Use an identity column, or ALTER SEQUENCE ... OWNED BY.",
				"Column \"%s\" does not own a sequence.", NameStr(f->column));
}

/* Finds the sequence that the column owns, and reads how it counts. */
static feed_flaw
owned_sequence_flaw(feed_definition *f)
{
	HeapTuple	tuple;
	table_row	sequence;
	feed_flaw	flaw;

	f->sequence = feed_owned_sequence(f->table, f->attnum);
	feed_watch_sequence(f->sequence);
	if (!feed_table_row(f->sequence, &sequence))
		return feed_sequence_is_missing(f);
	tuple = SearchSysCache1(SEQRELID, ObjectIdGetDatum(f->sequence));
	if (!HeapTupleIsValid(tuple))
		return feed_sequence_is_missing(f);
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
		feed_watch(found);
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

	if (f->key->is_version ||
		(table->kind == RELKIND_PARTITIONED_TABLE && !feed_is_partition_key(f->table, f->attnum)))
		return FLAW(psprintf("Use CREATE INDEX ON %s (%s).", name, quoted),
					"Column \"%s\" does not have a btree index.", column);
	return FLAW(psprintf("Use CREATE UNIQUE INDEX ON %s (%s).", name, quoted),
				"Column \"%s\" does not have a unique btree index of its own.", column);
}

/*
 * What the triggers say.  The name of the column among their arguments is for people, and shown only
 * if the feed has a flaw.
 */
static void
read_triggers(feed_definition *f, const trigger_rows *rows)
{
	const char *column = get_attname(f->table, rows->update.column, true);

	if (column == NULL)
		column = rows->guard.arguments[0];

	f->id = (uint64) MyDatabaseId << 32 | rows->guard.oid;
	/* a longer one is no column, but it is shown */
	namestrcpy(&f->column, pnstrdup(column, pg_mbcliplen(column, strlen(column), NAMEDATALEN - 1)));
	f->lag = lag_of_text(rows->guard.arguments[1]);
	f->has_lag = f->lag > 0;
	f->has_versions = rows->version.count > 0;
}

feed_flaw
feed_root_flaw(Oid table, feed_definition *f)
{
	trigger_rows rows;
	table_row	row;
	bool		exists;
	feed_flaw	flaw;

	f->table = table;
	feed_watch(table);
	rows = feed_trigger_rows(table);
	exists = feed_table_row(table, &row);
	if (exists && row.kind == RELKIND_VIEW)
		return feed_kind_flaw(&row);
	if (!exists || rows.guard.count == 0 || rows.guard.n < 2)
		return FLAW("Call wiji_create_feed() to make the table a feed.",
					"The table does not have the triggers of a feed.");
	read_triggers(f, &rows);
	flaw = row.is_partition && rows.has_own ? own_trigger_flaw(&row) : feed_kind_flaw(&row);
	if (flaw.detail == NULL)
		flaw = trigger_flaw(&rows);
	if (flaw.detail == NULL)
		flaw = column_flaw(f, &rows.guard, rows.update.column);
	if (flaw.detail == NULL && f->key->is_number)
		flaw = owned_sequence_flaw(f);
	if (flaw.detail == NULL && (!OidIsValid(feed_key_index(table, f, &f->is_unique)) ||
								(!f->is_unique && !f->key->is_version &&
								 row.kind != RELKIND_PARTITIONED_TABLE)))
		flaw = index_flaw(&row, f);
	return flaw;
}

/*
 * The partitions
 */

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
partition_flaw(const feed_definition *f, Oid member, const table_row *row,
			   const trigger_rows *rows, const trigger_rows *root, Oid *index)
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
	if (!is_clone(&rows->guard, &root->guard) || !is_clone(&rows->version, &root->version) ||
		!is_clone(&rows->update, &root->update) ||
		rows->update.column != get_attnum(member, NameStr(f->column)))
		return FLAW("Call wiji_create_feed() again for the partitioned table.",
					"The triggers of partition \"%s\" are missing, disabled or modified.", row->name);
	if (row->kind == RELKIND_RELATION)
		*index = feed_key_index(member, f, &is_unique);
	if (row->kind == RELKIND_RELATION && !OidIsValid(*index))
		return FLAW(NULL, "Column \"%s\" of partition \"%s\" does not have a btree index.", NameStr(f->column), row->name);
	return feed_no_flaw;
}

static void
append_arguments(StringInfo text, const trigger_row *row)
{
	appendStringInfo(text, " %d", row->count);
	for (int i = 0; i < row->n; i++)
		appendStringInfo(text, " %s", quote_literal_cstr(row->arguments[i]));
}

char *
feed_expected_of_members(const feed_definition *f, const trigger_rows *root)
{
	StringInfoData text;

	initStringInfo(&text);
	appendStringInfo(&text, "%u %s", f->type, quote_identifier(NameStr(f->column)));
	append_arguments(&text, &root->guard);
	append_arguments(&text, &root->update);
	append_arguments(&text, &root->version);
	return text.data;
}

feed_flaw
feed_member_flaw(const feed_definition *f, const trigger_rows *root, Oid member, feed_member *m)
{
	trigger_rows rows;
	table_row	row;

	memset(m, 0, sizeof(feed_member));
	feed_watch(member);
	rows = feed_trigger_rows(member);
	if (!feed_table_row(member, &row))
		return feed_no_flaw;	/* dropped concurrently */
	m->created_by[0] = rows.guard.xmin;
	m->created_by[1] = rows.enter.xmin;
	m->created_by[2] = rows.version.xmin;
	m->created_by[3] = rows.update.xmin;
	m->is_partitioned = row.kind == RELKIND_PARTITIONED_TABLE;
	if (feed_is_subscribed(member))
		return FLAW(NULL, "A subscription inserts into table \"%s\" without firing its triggers.", row.name);
	return member == f->table ? feed_no_flaw : partition_flaw(f, member, &row, &rows, root, &m->index);
}

feed_flaw
feed_leaves_flaw(const feed_definition *f)
{
	table_row	table;

	if (!f->is_unique && !f->key->is_version && feed_is_partition_key(f->table, f->attnum) &&
		feed_table_row(f->table, &table))
		return index_flaw(&table, f);
	return feed_no_flaw;
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
