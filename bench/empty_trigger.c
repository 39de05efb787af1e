/*
 * bench/empty_trigger.c
 *		A trigger that does nothing: what any two triggers in C cost, compared with those of a feed.
 */
#include "postgres.h"

#include "commands/trigger.h"
#include "fmgr.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(empty_trigger);

Datum
empty_trigger(PG_FUNCTION_ARGS)
{
	return PointerGetDatum(CALLED_AS_TRIGGER(fcinfo) ? NULL : fcinfo);
}
