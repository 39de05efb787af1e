/*
 * siblings/uid60/module.c
 *		The library's entry: settings and shared memory.
 */
#include "postgres.h"

#include "siblings/uid60/core.h"
#include "clock.h"
#include "compat.h"
#include "shared/memory.h"
#include "siblings/uid60/uid60.h"
#include "utils/guc.h"

ID_MODULE_MAGIC(.name = "uid60",
				.version = "1.0");

int			uid60_server_setting = -1;
bool		uid60_allow_duplicates_setting = false;

static void
define_settings(void)
{
	DefineCustomIntVariable("uid60.server",
							"Sets the number of this server, which replaces the random bits of its uid60s.",
							"Servers with different numbers never generate the same ID.  -1 means random bits.",
							&uid60_server_setting,
							-1, -1, UID60_MAX_RANDOM,
							PGC_SUSET, 0,
							NULL, NULL, NULL);
	DefineCustomBoolVariable("uid60.allow_duplicates",
							 "Allows sessions without shared memory to generate uid60s, some of which can be equal.",
							 "It has no effect on PostgreSQL 17 and newer, or if \"uid60\" is in "
							 "\"shared_preload_libraries\".",
							 &uid60_allow_duplicates_setting,
							 false,
							 PGC_USERSET, 0,
							 NULL, NULL, NULL);
}

extern PGDLLEXPORT void _PG_init(void);

void
_PG_init(void)
{
	id_define_clock_setting("uid60.max_clock_wait", "Uid60Clock");
	define_settings();
	MarkGUCPrefixReserved("uid60");
	id_request_shared_memory(uid60_shared_size);
}
