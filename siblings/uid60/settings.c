/*
 * siblings/uid60/settings.c
 *		The settings of the uid60s that a session generates.
 */
#include "postgres.h"

#include "siblings/uid60/core.h"
#include "siblings/uid60/settings.h"
#include "utils/guc.h"

int			uid60_server_setting = -1;
bool		uid60_allow_duplicates_setting = false;

void
uid60_define_settings(void)
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
							 "It has no effect on PostgreSQL 17 and newer, or if \"wiji\" is in "
							 "\"shared_preload_libraries\".",
							 &uid60_allow_duplicates_setting,
							 false,
							 PGC_USERSET, 0,
							 NULL, NULL, NULL);
}
