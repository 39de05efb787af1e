/*
 * wiji_feed.c
 *		Feeds by id alone: up to where a statement may read, who holds that back,
 *		and a trigger that keeps out ids of which nobody could know.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "commands/trigger.h"
#include "core/wiji.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "pg/feed/horizon.h"
#include "pg/functions.h"
#include "pg/server/clock.h"
#include "pg/server/compat.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "wiji_type.h"

PG_FUNCTION_INFO_V1(wiji_horizon);
PG_FUNCTION_INFO_V1(wiji_horizon_holders);
PG_FUNCTION_INFO_V1(wiji_refuse_foreign_id);

static Datum
feed_first_id(int64 us)
{
	uint8	   *id = palloc(WIJI_LEN);

	wiji_first_of(Min(us, WIJI_MAX_US), id);
	return PointerGetDatum(id);
}

Datum
wiji_horizon(ID_NO_ARGS)
{
	return feed_first_id(id_horizon(id_clock_us(0, WIJI_MAX_US, "wiji")));
}

Datum
wiji_horizon_holders(PG_FUNCTION_ARGS)
{
	id_horizon_require();
	InitMaterializedSRF(fcinfo, 0);
	id_horizon_holders((ReturnSetInfo *) fcinfo->resultinfo, feed_first_id);
	return (Datum) 0;
}

/*
 * The number of the column that the trigger's argument names; it has to be a
 * wiji, or a domain of it.
 */
static int
feed_guarded_column(FunctionCallInfo fcinfo, TriggerData *data)
{
	TupleDesc	desc = RelationGetDescr(data->tg_relation);
	Oid			wiji = GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum("wiji"),
									   ObjectIdGetDatum(get_func_namespace(fcinfo->flinfo->fn_oid)));
	int			column;

	if (data->tg_trigger->tgnargs != 1)
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("wiji_refuse_foreign_id() needs the name of the column"),
				 errhint("EXECUTE FUNCTION wiji_refuse_foreign_id('id')")));
	column = SPI_fnumber(desc, data->tg_trigger->tgargs[0]);
	if (column <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("table \"%s\" has no column \"%s\"",
						RelationGetRelationName(data->tg_relation), data->tg_trigger->tgargs[0])));
	if (getBaseType(SPI_gettypeid(desc, column)) != wiji)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" of table \"%s\" is not a wiji",
						data->tg_trigger->tgargs[0], RelationGetRelationName(data->tg_relation))));

	/*
	 * a generated column is null here: it gets its value after triggers were
	 * asked, or when it is read
	 */
	if (TupleDescAttr(desc, column - 1)->attgenerated != '\0')
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("column \"%s\" of table \"%s\" is generated",
						data->tg_trigger->tgargs[0], RelationGetRelationName(data->tg_relation)),
				 errhint("Let wiji_generate() be its default.")));
	return column;
}

/* Is this an update that leaves the id as it was? */
static bool
feed_keeps_id(TriggerData *data, int column, const uint8 *id)
{
	bool		is_null;
	Datum		old;

	if (!TRIGGER_FIRED_BY_UPDATE(data->tg_event))
		return false;
	old = heap_getattr(data->tg_trigtuple, column, RelationGetDescr(data->tg_relation), &is_null);
	return !is_null && wiji_compare((const uint8 *) DatumGetPointer(old), id) == 0;
}

/*
 * May the id be one that this transaction made?  Whatever it is, horizons wait for
 * this transaction before they pass it.
 */
static bool
feed_made_here(const uint8 *id)
{
	int64		us = wiji_get_timestamp_us(id);

	return id_horizon_floor >= 0 && id_horizon_floor <= us && us <= id_horizon_latest;
}

static void
feed_refuse_id(TriggerData *data, int column, const uint8 *id)
{
	char		text[WIJI_TEXT_LEN + 1] = {0};

	wiji_encode(id, text);
	ereport(ERROR,
			(errcode(ERRCODE_CHECK_VIOLATION),
			 errmsg("id %s was not made in this transaction", text),
			 errdetail("A feed that is read by id alone could miss the row: "
					   "it knows of ids only that wiji_generate() makes in the transaction that inserts them."),
			 errhint("Leave column \"%s\" to its default, or keep the other id in a column of its own.",
					 data->tg_trigger->tgargs[0]),
			 errtablecol(data->tg_relation, column)));
}

Datum
wiji_refuse_foreign_id(PG_FUNCTION_ARGS)
{
	TriggerData *data = (TriggerData *) fcinfo->context;
	HeapTuple	row;
	int			column;
	bool		is_null;
	Datum		id;

	if (!CALLED_AS_TRIGGER(fcinfo) || !TRIGGER_FIRED_FOR_ROW(data->tg_event) ||
		TRIGGER_FIRED_BY_DELETE(data->tg_event))
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("wiji_refuse_foreign_id() is for triggers FOR EACH ROW, on INSERT or UPDATE")));

	id_horizon_require();
	row = TRIGGER_FIRED_BY_UPDATE(data->tg_event) ? data->tg_newtuple : data->tg_trigtuple;
	column = feed_guarded_column(fcinfo, data);
	id = heap_getattr(row, column, RelationGetDescr(data->tg_relation), &is_null);
	if (!is_null && !feed_keeps_id(data, column, (const uint8 *) DatumGetPointer(id)) &&
		!feed_made_here((const uint8 *) DatumGetPointer(id)))
		feed_refuse_id(data, column, (const uint8 *) DatumGetPointer(id));
	return PointerGetDatum(row);
}
