/*
 * test/hostile/other_layout.c
 *		Creates a segment of shared memory as a library with another layout would.
 */
#include "postgres.h"

#include "fmgr.h"
#include "storage/dsm_registry.h"
#include "utils/builtins.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(other_layout);

#if PG_VERSION_NUM >= 190000
#define INIT_ARGS void *segment, void *unused pg_attribute_unused()
#define MORE_ARGS , NULL
#else
#define INIT_ARGS void *segment
#define MORE_ARGS
#endif

static void
init(INIT_ARGS)
{
	*(uint32 *) segment = 4711;
}

/* other_layout(name text, size bigint) */
Datum
other_layout(PG_FUNCTION_ARGS)
{
	bool		found;

	(void) GetNamedDSMSegment(text_to_cstring(PG_GETARG_TEXT_PP(0)), PG_GETARG_INT64(1), init, &found MORE_ARGS);
	PG_RETURN_BOOL(found);
}
