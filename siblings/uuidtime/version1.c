/*
 * siblings/uuidtime/version1.c
 *		Version 1 as version 6 and back.
 */
#include "postgres.h"

#include "siblings/uuidtime/core.h"
#include "id.h"
#include "random.h"
#include "utils/fmgrprotos.h"
#include "utils/uuid.h"

static const uint8 *
uuidtime_version_arg(FunctionCallInfo fcinfo, int n, int version)
{
	const uint8 *id = ID_ARG(n);
	int			variant = uuidtime_get_variant(id);

	if (!uuidtime_has_version(id, version))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("uuid is not of version %d: \"%s\"", version,
						DatumGetCString(DirectFunctionCall1(uuid_out, PG_GETARG_DATUM(n)))),
				 variant == UUIDTIME_VARIANT ?
				 errdetail("The uuid has version %d.", uuidtime_get_version(id)) :
				 errdetail("The uuid has variant %d, but only variant %d has versions.",
						   variant, UUIDTIME_VARIANT)));
	return id;
}

PG_FUNCTION_INFO_V1(pgwiji_uuidtime_v6_from_v1);

Datum
pgwiji_uuidtime_v6_from_v1(PG_FUNCTION_ARGS)
{
	const uint8 *v1 = uuidtime_version_arg(fcinfo, 0, 1);
	uint8	   *v6 = palloc(UUID_LEN);

	uuidtime_reorder_v1(v1, v6);
	PG_RETURN_POINTER(v6);
}

/*
 * The node of a version 1 can be a machine's address, which the draft (section 9)
 * does not want in an ID.
 */
PG_FUNCTION_INFO_V1(pgwiji_uuidtime_v6_from_v1_random_node);

Datum
pgwiji_uuidtime_v6_from_v1_random_node(PG_FUNCTION_ARGS)
{
	uint8	   *v6 = (uint8 *) DatumGetPointer(pgwiji_uuidtime_v6_from_v1(fcinfo));
	uint64		node;

	do
		node = id_random64() >> 16;
	while (unlikely(node == 0));
	store_be64(v6 + 8, load_be64(v6 + 8) >> 48 << 48 | node);
	PG_RETURN_POINTER(v6);
}

PG_FUNCTION_INFO_V1(pgwiji_uuidtime_v1_from_v6);

Datum
pgwiji_uuidtime_v1_from_v6(PG_FUNCTION_ARGS)
{
	const uint8 *v6 = uuidtime_version_arg(fcinfo, 0, 6);
	uint8	   *v1 = palloc(UUID_LEN);

	uuidtime_reorder_v6(v6, v1);
	PG_RETURN_POINTER(v1);
}
