/*
 * feed/triggers.c
 *		The triggers that make a table a feed: one enters it before a statement inserts, or gives
 *		each changed row a version; one guards its keys.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_class.h"
#include "catalog/pg_trigger.h"
#include "commands/trigger.h"
#include "executor/tuptable.h"
#include "funcapi.h"
#include "feed/feed.h"
#include "miscadmin.h"
#include "storage/lock.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/timestamp.h"

/* ERROR 39P01 unless the function was called by such a trigger, with at least one argument. */
static TriggerData *
trigger_data(FunctionCallInfo fcinfo, const char *name, TriggerEvent event, const char *definition)
{
	TriggerData *data = (TriggerData *) fcinfo->context;
	const TriggerEvent when = TRIGGER_EVENT_ROW | TRIGGER_EVENT_TIMINGMASK;

	if (!CALLED_AS_TRIGGER(fcinfo) || (data->tg_event & when) != event ||
		TRIGGER_FIRED_BY_DELETE(data->tg_event) || TRIGGER_FIRED_BY_TRUNCATE(data->tg_event) ||
		data->tg_trigger->tgnargs < 1)
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("function \"%s\" must be fired by a trigger %s", name, definition),
				 errhint("Use wiji_create_feed().")));
	return data;
}

/* ERROR 42703 if the table does not have such a column. */
static int
column_number(Relation table, const char *name)
{
	AttrNumber	column = get_attnum(RelationGetRelid(table), name);

	if (column <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of relation \"%s\" does not exist", name, RelationGetRelationName(table)),
				 errhint("Call wiji_create_feed() again.")));
	return column;
}

/* The feed whose trigger fires; ERROR 42809 if the table has a flaw. */
static const feed_definition *
feed_of_trigger(TriggerData *data)
{
	Oid			table = RelationGetRelid(data->tg_relation);
	const feed_definition *f;
	feed_flaw	flaw;

	if (data->tg_trigger->tgisclone)
		table = feed_table_of_trigger(table, data->tg_trigger->tgoid);
	flaw = feed_table_flaw(table, &f);
	if (flaw.detail != NULL)
		feed_reject_table(table, flaw);
	return f;
}

PG_FUNCTION_INFO_V1(pgwiji_feed_enter);

Datum
pgwiji_feed_enter(PG_FUNCTION_ARGS)
{
	TriggerData *data = trigger_data(fcinfo, "wiji_feed_enter", TRIGGER_EVENT_BEFORE, "BEFORE INSERT FOR EACH STATEMENT");

	feed_enter(feed_of_trigger(data));
	return PointerGetDatum(NULL);
}

/* What a trigger keeps from row to row of a query. */
typedef struct trigger_state
{
	const feed_definition *f;
	uint32		shape;			/* of the feed when its column was found */
	int			column;			/* the key, in the trigger's own table */
	Oid			declared_type;
	Bitmapset  *ignored;		/* columns that do not make a new version */
} trigger_state;

static void
find_column(trigger_state *state, Relation table)
{
	const feed_definition *f = state->f;

	state->column = column_number(table, NameStr(f->column));
	state->declared_type = TupleDescAttr(RelationGetDescr(table), state->column - 1)->atttypid;
	state->shape = f->shape;
	if (getBaseType(state->declared_type) != f->type)
		elog(ERROR, "column \"%s\" of relation \"%s\" is not of the type of the feed's key",
			 NameStr(f->column), RelationGetRelationName(table));
}

/* ERROR 42809 if the feed has a flaw. */
static trigger_state *
trigger_state_of(FunctionCallInfo fcinfo, TriggerData *data)
{
	trigger_state *state = fcinfo->flinfo->fn_extra;

	if (state != NULL && likely(state->shape == state->f->shape))
		return state;
	if (data->tg_relation->rd_rel->relkind == RELKIND_FOREIGN_TABLE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("foreign table \"%s\" cannot be part of a feed", RelationGetRelationName(data->tg_relation))));
	if (state == NULL)
	{
		state = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(trigger_state));
		state->f = feed_of_trigger(data);
	}
	/* an owner can replace the triggers while they fire */
	find_column(state, data->tg_relation);
	fcinfo->flinfo->fn_extra = state;
	return state;
}

/*
 * Guarding
 */

/* ERROR 23514 */
id_noreturn static void
reject_key(const trigger_state *state, TriggerData *data, Datum key,
		   const char *detail, const char *hint)
{
	Oid			output;
	bool		is_varlena;

	getTypeOutputInfo(state->f->type, &output, &is_varlena);
	ereport(ERROR,
			(errcode(ERRCODE_CHECK_VIOLATION),
			 errmsg("cannot insert key %s into feed \"%s\"", OidOutputFunctionCall(output, key), get_rel_name(state->f->table)),
			 errdetail_internal("%s", detail),
			 errhint("%s", hint),
			 errtablecol(data->tg_relation, state->column)));
}

/*
 * Might an update have moved the row here from another partition?  It locks the partitioned table, and
 * so does an insert into that table.  An insert into the partition itself does not.
 */
static bool
might_have_moved(const feed_definition *f, TriggerData *data)
{
	LOCKTAG		tag;

	SET_LOCKTAG_RELATION(tag, MyDatabaseId, f->table);
	return TRIGGER_FIRED_BY_INSERT(data->tg_event) &&
		RelationGetRelid(data->tg_relation) != f->table && id_lock_is_held(&tag, RowExclusiveLock);
}

/* A key that the feed accepts, or an alternative. */
static const char *
hint_of_default(const feed_definition *f, const char *otherwise)
{
	return feed_default_generates_keys(f) ? "Use the default of the column." : otherwise;
}

#define LET_ALONE "Let no other trigger change the column after trigger \"wiji_row_version\"."
#define RELOAD "To load old rows, call wiji_drop_feed(), load them, and call wiji_create_feed()."

/* Of a key below the least. */
static const char *
hint_of_early_key(const feed_definition *f, TriggerData *data)
{
	if (f->has_versions)
		return LET_ALONE;
	if (might_have_moved(f, data))
		return psprintf("%s  For rows that move between partitions, create the feed with argument \"changes\".",
						hint_of_default(f, f->key->is_number ? "Use another column as the key." : "Create the feed with a lag."));
	if (f->key->is_number)
		return psprintf("%s  " RELOAD "  Do so, too, if the sequence was set back.",
						hint_of_default(f, "Use another column as the key.  " FEED_COLUMN_HINT));
	if (f->has_lag)
		return "Generate another key, or create the feed with a greater lag.  "
			"No lag accepts keys below the greatest one that the table had when the feed started, or below its stored horizon.  " RELOAD;
	return psprintf("%s  " RELOAD,
					feed_default_generates_keys(f) ? "Use the default of the column, or create the feed with a lag." :
					"Create the feed with a lag.");
}

/* Of a UUID of another layout. */
static const char *
hint_of_layout(const feed_definition *f, Datum key)
{
	const feed_key_type *other = f->key == &feed_v7 ? &feed_wiji : &feed_v7;

	if (feed_key_is_valid(other, key))
		return psprintf("Create the feed with argument layout => '%s' if all keys have this layout.", other->name);
	return hint_of_default(f, "For UUIDs in random order, use another column as the key.  " FEED_COLUMN_HINT);
}

/* W4.  The clock is read only if the key is later than its last reading allows. */
static void
check_key(const trigger_state *state, feed_entered *e, TriggerData *data, Datum key)
{
	const feed_definition *f = state->f;
	bool		is_number = f->key->is_number;
	int64		time;

	if (!feed_key_is_valid(f->key, key))
		reject_key(state, data, key,
				   psprintf("The UUID does not have layout \"%s\", that of the feed.", f->key->name),
				   hint_of_layout(f, key));
	time = feed_time_of_key(f->key, key);
	if (is_number && time == PG_INT64_MAX)
		reject_key(state, data, key,
				   "No horizon is above the greatest bigint, so consumers could not read the row.",
				   "Use a smaller number.");
	if (feed_key_is_below(f->key, key, e->least_key))
		reject_key(state, data, key,
				   is_number ? "The key is below the number that the sequence had reached when the transaction first inserted into the feed." :
				   "The key is earlier than the feed allows, so a consumer might miss the row.",
				   hint_of_early_key(f, data));
	if (time >= e->end)
		e->end = is_number ? feed_next_number(f) : feed_clock(f->key) + FEED_MAX_AHEAD_US;
	if (time >= e->end)
		reject_key(state, data, key,
				   is_number ? "The sequence has not reached the key." : "The key is more than 5 seconds ahead of the system clock.",
				   is_number ? psprintf("%s  " RELOAD, hint_of_default(f, "Use another column as the key.  " FEED_COLUMN_HINT)) :
				   f->has_versions ? LET_ALONE :
				   "Correct the clock of the machine that generated the key.  If the session generated it before the clock was set back, reconnect.");
}

/* The statement trigger has not fired.  Only a feed with a lag allows for such keys. */
static void
enter_without_statement_trigger(const trigger_state *state, TriggerData *data, Datum key)
{
	const feed_definition *f = state->f;

	if (f->has_lag)
		return;
	if (TRIGGER_FIRED_BY_UPDATE(data->tg_event))
		reject_key(state, data, key, "The statement is an UPDATE, and the transaction has not inserted into the feed.",
				   "Leave the key as it is.  To read changes, create the feed with argument \"changes\".");
	if (might_have_moved(f, data))
		reject_key(state, data, key, "The row was moved from another partition, or inserted into a partition itself.",
				   psprintf("For rows that move, create the feed with argument \"changes\".  Insert new ones into table \"%s\".", get_rel_name(f->table)));
	reject_key(state, data, key, "The row was inserted into a partition itself.",
			   psprintf(f->key->is_number ? "Insert into table \"%s\"." : "Insert into table \"%s\", or create the feed with a lag.", get_rel_name(f->table)));
}

/*
 * An update fires it only if it changes the key; others do not concern the feed, even if this has a
 * flaw.
 */
PG_FUNCTION_INFO_V1(pgwiji_feed_guard);

Datum
pgwiji_feed_guard(PG_FUNCTION_ARGS)
{
	TriggerData *data = trigger_data(fcinfo, "wiji_feed_guard", TRIGGER_EVENT_ROW | TRIGGER_EVENT_AFTER, "AFTER INSERT OR UPDATE FOR EACH ROW");
	trigger_state *state = trigger_state_of(fcinfo, data);
	bool		is_update = TRIGGER_FIRED_BY_UPDATE(data->tg_event);
	bool		is_null;
	Datum		key = slot_getattr(is_update ? data->tg_newslot : data->tg_trigslot,
								   state->column, &is_null);

	if (is_null)
		ereport(ERROR,
				(errcode(ERRCODE_CHECK_VIOLATION),
				 errmsg("key of feed \"%s\" must not be null", get_rel_name(state->f->table)),
				 errtablecol(data->tg_relation, state->column)));
	if (feed_find_entered(state->f) == NULL)
		enter_without_statement_trigger(state, data, key);
	check_key(state, feed_enter(state->f), data, key);
	return PointerGetDatum(NULL);
}

/*
 * Row versions
 */

static void
read_ignored(trigger_state *state, MemoryContext context, const char *condition)
{
	MemoryContext before = MemoryContextSwitchTo(context);

	if (!feed_ignored_columns(condition, &state->ignored))
		elog(ERROR, "trigger of feed \"%s\" has an unknown condition", get_rel_name(state->f->table));
	MemoryContextSwitchTo(before);
}

/* Does no other trigger change the row after this one?  They fire in the order of names. */
static bool
is_last_before_trigger(TriggerData *data)
{
	TriggerDesc *all = data->tg_relation->trigdesc;

	for (int i = all->numtriggers; i-- > 0 && all->triggers[i].tgoid != data->tg_trigger->tgoid;)
		if (TRIGGER_TYPE_MATCHES(all->triggers[i].tgtype, TRIGGER_TYPE_ROW, TRIGGER_TYPE_BEFORE,
								 TRIGGER_TYPE_UPDATE))
			return false;
	return true;
}

/* Does the update change a column that is not ignored, or might it still? */
static bool
row_changes(TriggerData *data, const trigger_state *state)
{
	TupleDesc	desc = RelationGetDescr(data->tg_relation);
	bool		changes = !is_last_before_trigger(data);

	for (int column = 1; column <= desc->natts && !changes; column++)
	{
		Form_pg_attribute attribute = TupleDescAttr(desc, column - 1);
		bool		old_is_null;
		bool		new_is_null;
		Datum		old;
		Datum		new;

		/* generated columns depend on others, and have no value yet */
		if (attribute->attisdropped || attribute->attgenerated != '\0' || column == state->column ||
			bms_is_member(column, state->ignored))
			continue;
		old = slot_getattr(data->tg_trigslot, column, &old_is_null);
		new = slot_getattr(data->tg_newslot, column, &new_is_null);
		changes = old_is_null != new_is_null ||
			(!old_is_null && !datum_image_eq(old, new, attribute->attbyval, attribute->attlen));
	}
	return changes;
}

static Datum
next_version(const trigger_state *state)
{
	const feed_definition *f = state->f;
	Datum		version = f->key->generate(feed_clock(f->key), feed_enter(f)->least,
										   palloc(FEED_KEY_LEN));

	if (state->declared_type != f->type)
		domain_check(version, false, state->declared_type, NULL, NULL);
	return version;
}

/*
 * A row whose other columns do not change keeps its version, even if the statement sets another
 * one.  A row from before the column was added gets one.
 */
PG_FUNCTION_INFO_V1(pgwiji_row_version);

Datum
pgwiji_row_version(PG_FUNCTION_ARGS)
{
	TriggerData *data = trigger_data(fcinfo, "wiji_row_version", TRIGGER_EVENT_ROW | TRIGGER_EVENT_BEFORE, "BEFORE INSERT OR UPDATE FOR EACH ROW");
	bool		is_update = TRIGGER_FIRED_BY_UPDATE(data->tg_event);
	HeapTuple	row = is_update ? data->tg_newtuple : data->tg_trigtuple;
	TupleDesc	desc = RelationGetDescr(data->tg_relation);
	bool		is_first = fcinfo->flinfo->fn_extra == NULL;
	trigger_state *state = trigger_state_of(fcinfo, data);
	bool		is_null = true;
	Datum		version = (Datum) 0;

	if (is_first && data->tg_trigger->tgqual != NULL)
		read_ignored(state, fcinfo->flinfo->fn_mcxt, data->tg_trigger->tgqual);
	if (is_update && state->ignored != NULL && !row_changes(data, state))
		version = slot_getattr(data->tg_trigslot, state->column, &is_null);
	if (is_null)
		version = next_version(state);
	is_null = false;
	return PointerGetDatum(heap_modify_tuple_by_cols(row, desc, 1, &state->column, &version,
													 &is_null));
}
