/*
 * src/feed/triggers.c
 *		Triggers for feeds: one keeps out ids of which horizons do not know, and one
 *		gives each row that changes a new id.
 *
 * Both are functions of the wiji extension, and serve the columns of all types.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "commands/trigger.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "feed/horizon.h"
#include "compat.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

PG_FUNCTION_INFO_V1(pgwiji_refuse_foreign_id);
PG_FUNCTION_INFO_V1(pgwiji_stamp);

/* ERROR 39P01 unless it fires for rows that are inserted or updated, at that time. */
static TriggerData *
feed_trigger(FunctionCallInfo fcinfo, const char *name, bool before)
{
	TriggerData *data = (TriggerData *) fcinfo->context;

	if (!CALLED_AS_TRIGGER(fcinfo) || !TRIGGER_FIRED_FOR_ROW(data->tg_event) ||
		TRIGGER_FIRED_BY_DELETE(data->tg_event) || (before && !TRIGGER_FIRED_BEFORE(data->tg_event)))
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("%s() is for triggers %sFOR EACH ROW, on INSERT or UPDATE", name, before ? "BEFORE, " : "")));
	if (data->tg_trigger->tgnargs < 1 || (!before && data->tg_trigger->tgnargs > 1))
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("%s() takes the name of %s", name, before ? "the column, then of those that are left out" : "one column"),
				 errhint("EXECUTE FUNCTION %s('%s')", name, before ? "changed" : "id")));
	return data;
}

/* The number of the column that an argument names. */
static int
feed_column(TriggerData *data, int argument)
{
	const char *name = data->tg_trigger->tgargs[argument];
	int			column = SPI_fnumber(RelationGetDescr(data->tg_relation), name);

	if (column <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("table \"%s\" has no column \"%s\"", RelationGetRelationName(data->tg_relation), name)));
	return column;
}

/*
 * The kind of the ids in a column, which may be of a domain.  For a column of type
 * uuid it is null, unless the kind itself is of uuids: they may be of several.  The
 * caller's memory is used to look only once.
 */
typedef struct feed_column_type
{
	Oid			type;
	const id_kind *kind;
	const id_kind *next;		/* fills it; of uuids, where its extension is */
} feed_column_type;

static const id_kind *
feed_kind(FunctionCallInfo fcinfo, TriggerData *data, int column)
{
	feed_column_type *cached = fcinfo->flinfo->fn_extra;
	Oid			type = SPI_gettypeid(RelationGetDescr(data->tg_relation), column);
	Oid			base;

	if (cached != NULL && cached->type == type)
		return cached->kind;
	base = getBaseType(type);
	cached = MemoryContextAlloc(fcinfo->flinfo->fn_mcxt, sizeof(feed_column_type));
	cached->type = type;
	cached->next = id_kind_of_type(base);
	cached->kind = base == UUIDOID ? NULL : cached->next;
	if (base != UUIDOID && (cached->kind == NULL || cached->kind->tick_at == NULL))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" of table \"%s\" has no ids",
						data->tg_trigger->tgargs[0], RelationGetRelationName(data->tg_relation)),
				 errdetail("Its type is %s.", format_type_be(type))));
	fcinfo->flinfo->fn_extra = cached;
	return cached->kind;
}

/*
 * ERROR 0A000: a generated column is null before the row is stored, so nobody sees
 * its value there, and nobody sets it.
 */
static void
feed_refuse_generated(TriggerData *data, int column, const char *generator)
{
	if (TupleDescAttr(RelationGetDescr(data->tg_relation), column - 1)->attgenerated != '\0')
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("column \"%s\" of table \"%s\" is generated",
						data->tg_trigger->tgargs[0], RelationGetRelationName(data->tg_relation)),
				 errhint("%s", generator)));
}

/*
 * Refusing
 */

/* Is this an update that leaves the id as it was? */
static bool
feed_keeps_id(TriggerData *data, int column, Datum id)
{
	Form_pg_attribute attribute = TupleDescAttr(RelationGetDescr(data->tg_relation), column - 1);
	bool		is_null;
	Datum		old;

	if (!TRIGGER_FIRED_BY_UPDATE(data->tg_event))
		return false;
	old = heap_getattr(data->tg_trigtuple, column, RelationGetDescr(data->tg_relation), &is_null);
	return !is_null && datumIsEqual(old, id, attribute->attbyval, attribute->attlen);
}

/*
 * A uuid counts if it is an id of any kind that may be one.  The times of two kinds
 * in the same bytes lie centuries apart.
 */
static bool
feed_made_here(const id_kind *kind, Datum id)
{
	uint8		word[sizeof(uint64)];
	bool		made = false;

	if (kind != NULL)
		return id_horizon_made_here(kind, id_bytes(kind->codec, id, word));
	for (const id_kind *const *k = id_kinds; *k != NULL && !made; k++)
		made = (*k)->in_uuids && id_horizon_made_here(*k, (const uint8 *) DatumGetPointer(id));
	return made;
}

static void
feed_refuse_id(TriggerData *data, int column, Datum id)
{
	Oid			output;
	bool		is_varlena;

	getTypeOutputInfo(SPI_gettypeid(RelationGetDescr(data->tg_relation), column), &output, &is_varlena);
	ereport(ERROR,
			(errcode(ERRCODE_CHECK_VIOLATION),
			 errmsg("id %s was not made in this transaction", OidOutputFunctionCall(output, id)),
			 errdetail("A feed that is read by id alone could miss the row: "
					   "it knows of ids only that are generated in the transaction that inserts them, with wiji.feed on."),
			 errhint("Leave column \"%s\" to its default, or keep the other id in a column of its own.",
					 data->tg_trigger->tgargs[0]),
			 errtablecol(data->tg_relation, column)));
}

Datum
pgwiji_refuse_foreign_id(PG_FUNCTION_ARGS)
{
	TriggerData *data = feed_trigger(fcinfo, "wiji_refuse_foreign_id", false);
	HeapTuple	row = TRIGGER_FIRED_BY_UPDATE(data->tg_event) ? data->tg_newtuple : data->tg_trigtuple;
	int			column = feed_column(data, 0);
	const id_kind *kind = feed_kind(fcinfo, data, column);
	bool		is_null;
	Datum		id;

	id_horizon_require();
	feed_refuse_generated(data, column, "Let the generator be its default.");
	id = heap_getattr(row, column, RelationGetDescr(data->tg_relation), &is_null);
	if (!is_null && !feed_keeps_id(data, column, id) && !feed_made_here(kind, id))
		feed_refuse_id(data, column, id);
	return PointerGetDatum(row);
}

/*
 * Stamping
 */

/* Does an argument behind the first name the column? */
static bool
feed_is_left_out(TriggerData *data, const char *name)
{
	for (int i = 1; i < data->tg_trigger->tgnargs; i++)
		if (strcmp(data->tg_trigger->tgargs[i], name) == 0)
			return true;
	return false;
}

/* Does no other trigger change the row after this one?  They fire in the order of names. */
static bool
feed_is_last(TriggerData *data)
{
	TriggerDesc *all = data->tg_relation->trigdesc;

	for (int i = all->numtriggers; i-- > 0 && all->triggers[i].tgoid != data->tg_trigger->tgoid;)
		if (TRIGGER_TYPE_MATCHES(all->triggers[i].tgtype, TRIGGER_TYPE_ROW, TRIGGER_TYPE_BEFORE, TRIGGER_TYPE_UPDATE))
			return false;
	return true;
}

/* Does the update change a column that is not left out, or may it yet? */
static bool
feed_changes(TriggerData *data, int stamped)
{
	TupleDesc	desc = RelationGetDescr(data->tg_relation);
	bool		changes = !feed_is_last(data);

	for (int i = 1; i < data->tg_trigger->tgnargs; i++)
		(void) feed_column(data, i);
	for (int column = 1; column <= desc->natts && !changes; column++)
	{
		Form_pg_attribute attribute = TupleDescAttr(desc, column - 1);
		bool		old_is_null;
		bool		new_is_null;
		Datum		old;
		Datum		new;

		/* generated columns follow others, and have no value yet */
		if (attribute->attisdropped || attribute->attgenerated != '\0' || column == stamped ||
			feed_is_left_out(data, NameStr(attribute->attname)))
			continue;
		old = heap_getattr(data->tg_trigtuple, column, desc, &old_is_null);
		new = heap_getattr(data->tg_newtuple, column, desc, &new_is_null);
		changes = old_is_null != new_is_null ||
			(!old_is_null && !datum_image_eq(old, new, attribute->attbyval, attribute->attlen));
	}
	return changes;
}

/*
 * The next id for the column: of its own type, or a uuid of version 7.  It counts with
 * wiji.feed off, too: the table is a feed, and readers would miss the change.
 */
static Datum
feed_next_id(FunctionCallInfo fcinfo, TriggerData *data, int column)
{
	bool		is_uuid = feed_kind(fcinfo, data, column) == NULL;
	const id_kind *kind = ((feed_column_type *) fcinfo->flinfo->fn_extra)->next;
	Oid			type = SPI_gettypeid(RelationGetDescr(data->tg_relation), column);
	Datum		id;

	if (kind == NULL || kind->make_next == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" of table \"%s\" cannot be stamped",
						data->tg_trigger->tgargs[0], RelationGetRelationName(data->tg_relation)),
				 errdetail("Its type must be wiji, uid60 or uuid."),
				 is_uuid ? errhint("For a uuid, CREATE EXTENSION uuidtime, which makes and reads version 7.") : 0));
	id_horizon_count_on(kind);
	id = kind->make_next();
	if (get_typtype(type) == TYPTYPE_DOMAIN)
		domain_check(id, false, type, NULL, NULL);
	return id;
}

/*
 * With further arguments, a row whose other columns stay as they are keeps its id,
 * whatever the statement said.  A row that is older than the column has none.
 */
Datum
pgwiji_stamp(PG_FUNCTION_ARGS)
{
	TriggerData *data = feed_trigger(fcinfo, "wiji_stamp", true);
	bool		is_update = TRIGGER_FIRED_BY_UPDATE(data->tg_event);
	HeapTuple	row = is_update ? data->tg_newtuple : data->tg_trigtuple;
	int			column = feed_column(data, 0);
	bool		is_null = true;
	Datum		id = (Datum) 0;

	feed_refuse_generated(data, column, "Make it a column without an expression.");
	if (is_update && data->tg_trigger->tgnargs > 1 && !feed_changes(data, column))
		id = heap_getattr(data->tg_trigtuple, column, RelationGetDescr(data->tg_relation), &is_null);
	if (is_null)
		id = feed_next_id(fcinfo, data, column);
	is_null = false;
	return PointerGetDatum(heap_modify_tuple_by_cols(row, RelationGetDescr(data->tg_relation), 1, &column, &id, &is_null));
}
