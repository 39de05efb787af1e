/*
 * src/feed/triggers.c
 *		The triggers that make a table a feed: one enters it before a statement inserts, or gives
 *		each changed row a version; one guards its keys.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_class.h"
#include "catalog/pg_trigger.h"
#include "commands/trigger.h"
#include "executor/spi.h"
#include "executor/tuptable.h"
#include "feed/table.h"
#include "funcapi.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/timestamp.h"

PG_FUNCTION_INFO_V1(pgwiji_feed_enter);
PG_FUNCTION_INFO_V1(pgwiji_feed_guard);
PG_FUNCTION_INFO_V1(pgwiji_row_version);

/* ERROR 39P01 unless the function was called by such a trigger, with at least one argument. */
static TriggerData *
trigger_data(FunctionCallInfo fcinfo, const char *name, TriggerEvent event, const char *definition)
{
	TriggerData *data = (TriggerData *) fcinfo->context;
	const TriggerEvent when = TRIGGER_EVENT_ROW | TRIGGER_EVENT_TIMINGMASK;

	if (!CALLED_AS_TRIGGER(fcinfo) || (data->tg_event & when) != event || TRIGGER_FIRED_BY_DELETE(data->tg_event) ||
		TRIGGER_FIRED_BY_TRUNCATE(data->tg_event) || data->tg_trigger->tgnargs < 1)
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("function \"%s\" must be fired by a trigger %s", name, definition),
				 errhint("Use wiji_create_feed().")));
	return data;
}

/* ERROR 42703 if the table has no such column. */
static int
column_number(Relation table, const char *name)
{
	int			column = SPI_fnumber(RelationGetDescr(table), name);

	if (column <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of relation \"%s\" does not exist", name, RelationGetRelationName(table)),
				 errhint("Call wiji_create_feed() again.")));
	return column;
}

/*
 * ERROR 42809 unless the trigger's column is of the type of the feed's key.  Anyone can create such
 * triggers for any column, and even replace the feed's own while they fire.
 */
static void
check_type(const feed_info *f, TriggerData *data, Oid type)
{
	if (type != f->type)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("trigger \"%s\" for relation \"%s\" does not match the feed", data->tg_trigger->tgname, RelationGetRelationName(data->tg_relation)),
				 errdetail("Column \"%s\" is not of the type of the feed's key.", data->tg_trigger->tgargs[0]),
				 errhint("Use wiji_create_feed().")));
}

Datum
pgwiji_feed_enter(PG_FUNCTION_ARGS)
{
	TriggerData *data = trigger_data(fcinfo, "wiji_feed_enter", TRIGGER_EVENT_BEFORE, "BEFORE INSERT FOR EACH STATEMENT");
	feed_info  *f = feed_of_trigger(data);
	feed_entered *e;

	e = feed_enter(f);
	feed_set_least(feed_trigger_depth() - 1, f->key_type != NULL ? e : NULL);
	return PointerGetDatum(NULL);
}

/* What a trigger keeps from row to row of a query. */
typedef struct trigger_state
{
	feed_info  *f;
	int			column;
	Oid			declared_type;
	Oid			type;			/* the same without domains */
	bool		by_value;
	int			length;
} trigger_state;

static trigger_state *
trigger_state_of(FunctionCallInfo fcinfo, TriggerData *data)
{
	trigger_state *state = fcinfo->flinfo->fn_extra;
	Form_pg_attribute key;

	if (state != NULL)
	{
		check_type(state->f, data, state->type);
		return state;
	}
	if (data->tg_relation->rd_rel->relkind == RELKIND_FOREIGN_TABLE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("foreign table \"%s\" cannot be part of a feed", RelationGetRelationName(data->tg_relation))));
	state = MemoryContextAlloc(fcinfo->flinfo->fn_mcxt, sizeof(trigger_state));
	state->f = feed_of_trigger(data);
	state->column = column_number(data->tg_relation, data->tg_trigger->tgargs[0]);
	key = TupleDescAttr(RelationGetDescr(data->tg_relation), state->column - 1);
	state->declared_type = key->atttypid;
	state->type = getBaseType(key->atttypid);
	state->by_value = key->attbyval;
	state->length = key->attlen;
	check_type(state->f, data, state->type);
	fcinfo->flinfo->fn_extra = state;
	return state;
}

/*
 * Guarding
 */

static void
reject_key(const feed_info *f, TriggerData *data, int column, Datum key, const char *detail, const char *hint)
{
	Oid			output;
	bool		is_varlena;

	getTypeOutputInfo(f->type, &output, &is_varlena);
	ereport(ERROR,
			(errcode(ERRCODE_CHECK_VIOLATION),
			 errmsg("cannot insert key %s into feed \"%s\"", OidOutputFunctionCall(output, key), get_rel_name(f->relation)),
			 errdetail_internal("%s", detail),
			 errhint("%s", hint),
			 errtablecol(data->tg_relation, column)));
}

/*
 * Keys must be before this time.  After the clock was set back, horizons can be ahead of it, and
 * keys continue from there.
 */
static int64
end_of_keys(const feed_info *f, const feed_entered *e)
{
	return f->key_type == NULL ? feed_clock(f) : Max(feed_clock(f), e->least) + USECS_PER_SEC;
}

/*
 * The clock is read only if the key is later than its last reading allows, but for every number of
 * a sequence.
 */
static void
check_key(feed_info *f, feed_entered *e, TriggerData *data, int column, Datum key, int64 time)
{
	if (feed_key_is_below(f, key, e->least_key))
		reject_key(f, data, column, key,
				   f->key_type == NULL ? "The key is below the number that the sequence had reached when the transaction first inserted into the feed." :
				   "The key is earlier than the feed allows, or has another version, so a consumer might miss the row.",
				   f->key_type == NULL ? "Use the default of the column.  If the sequence has been set back, call wiji_create_feed() again." :
				   "Use the default of the column, or create the feed with a greater lag.");
	if (time >= e->end || f->key_type == NULL)
		e->end = end_of_keys(f, e);
	if (time >= e->end)
		reject_key(f, data, column, key,
				   f->key_type == NULL ? "The sequence has not reached the key." : "The key is more than 1 second ahead of the system clock.",
				   f->key_type == NULL ? "Use the default of the column." :
				   "Use the default of the column, or correct the clock of the machine that generated the key.");
}

/*
 * The statement trigger has not fired, as when a partition is named directly.  Only a feed with a
 * lag allows for such keys.
 */
static feed_entered *
enter_without_statement_trigger(feed_info *f, TriggerData *data, int column, Datum key)
{
	if (!f->has_lag)
		reject_key(f, data, column, key, "The statement is an UPDATE, or did not insert into the table of the feed itself.",
				   "Insert into the table of the feed, not into a partition, or create the feed with a lag.");
	return feed_enter(f);
}

Datum
pgwiji_feed_guard(PG_FUNCTION_ARGS)
{
	TriggerData *data = trigger_data(fcinfo, "wiji_feed_guard", TRIGGER_EVENT_ROW | TRIGGER_EVENT_AFTER, "AFTER INSERT OR UPDATE FOR EACH ROW");
	bool		is_update = TRIGGER_FIRED_BY_UPDATE(data->tg_event);
	trigger_state *state = trigger_state_of(fcinfo, data);
	feed_entered *e;
	int64		time;
	bool		is_null;
	bool		was_null;
	Datum		key = slot_getattr(is_update ? data->tg_newslot : data->tg_trigslot, state->column, &is_null);

	if (is_null)
		ereport(ERROR,
				(errcode(ERRCODE_CHECK_VIOLATION),
				 errmsg("key of feed \"%s\" must not be null", get_rel_name(state->f->relation)),
				 errtablecol(data->tg_relation, state->column)));
	if (is_update)
	{
		Datum		old = slot_getattr(data->tg_trigslot, state->column, &was_null);

		if (!was_null && datumIsEqual(old, key, state->by_value, state->length))
			return PointerGetDatum(NULL);
	}
	e = feed_entered_already(state->f);
	if (e == NULL)
		e = enter_without_statement_trigger(state->f, data, state->column, key);
	time = feed_time_of_key(state->f, key);
	check_key(state->f, e, data, state->column, key, time);
	e->newest = Max(e->newest, time);
	return PointerGetDatum(NULL);
}

/*
 * Row versions
 */

/* Does an argument after the first name the column? */
static bool
is_ignored(TriggerData *data, const char *name)
{
	for (int i = 1; i < data->tg_trigger->tgnargs; i++)
		if (strcmp(data->tg_trigger->tgargs[i], name) == 0)
			return true;
	return false;
}

/* Does no other trigger change the row after this one?  They fire in the order of names. */
static bool
is_last_before_trigger(TriggerData *data)
{
	TriggerDesc *all = data->tg_relation->trigdesc;

	for (int i = all->numtriggers; i-- > 0 && all->triggers[i].tgoid != data->tg_trigger->tgoid;)
		if (TRIGGER_TYPE_MATCHES(all->triggers[i].tgtype, TRIGGER_TYPE_ROW, TRIGGER_TYPE_BEFORE, TRIGGER_TYPE_UPDATE))
			return false;
	return true;
}

/* Does the update change a column that is not ignored, or might it still? */
static bool
row_changes(TriggerData *data, int version)
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
		if (attribute->attisdropped || attribute->attgenerated != '\0' || column == version ||
			is_ignored(data, NameStr(attribute->attname)))
			continue;
		old = heap_getattr(data->tg_trigtuple, column, desc, &old_is_null);
		new = heap_getattr(data->tg_newtuple, column, desc, &new_is_null);
		changes = old_is_null != new_is_null ||
			(!old_is_null && !datum_image_eq(old, new, attribute->attbyval, attribute->attlen));
	}
	return changes;
}

static Datum
next_version(const trigger_state *state)
{
	feed_info  *f = state->f;
	int			depth = feed_trigger_depth();
	Datum		version;

	if (f->key_type == NULL || f->key_type->generate == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" of relation \"%s\" cannot hold row versions", NameStr(f->column), get_rel_name(f->relation)),
				 errhint("Use a column of type wiji, uid60 or uuid.")));
	feed_set_least(depth, feed_enter(f));
	version = f->key_type->generate();
	feed_set_least(depth, NULL);
	if (state->declared_type != state->type)
		domain_check(version, false, state->declared_type, NULL, NULL);
	return version;
}

/*
 * A row whose other columns do not change keeps its version, even if the statement sets another
 * one.  A row from before the column was added gets one.
 */
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

	for (int i = 1; i < data->tg_trigger->tgnargs && is_first; i++)
		(void) column_number(data->tg_relation, data->tg_trigger->tgargs[i]);
	if (is_update && data->tg_trigger->tgnargs > 1 && !row_changes(data, state->column))
		version = heap_getattr(data->tg_trigtuple, state->column, desc, &is_null);
	if (is_null)
		version = next_version(state);
	is_null = false;
	return PointerGetDatum(heap_modify_tuple_by_cols(row, desc, 1, &state->column, &version, &is_null));
}
