/*
 * siblings/uid60/settings.c
 *		The settings of the uid60s that a session makes.
 */
#include "postgres.h"

#include "core/uid60.h"
#include "siblings/uid60/settings.h"
#include "utils/guc.h"

int			uid60_server_setting = -1;
bool		uid60_allow_duplicates_setting = false;

void
uid60_define_settings(void)
{
	DefineCustomIntVariable("uid60.server",
							"Sets the number of this server, which its uid60s carry in place of random bits.",
							"Servers with different numbers never make the same id. -1 is none.",
							&uid60_server_setting,
							-1, -1, UID60_MAX_RANDOM,
							PGC_SUSET, 0,
							NULL, NULL, NULL);
	DefineCustomBoolVariable("uid60.allow_duplicates",
							 "Lets sessions that share no memory make uid60s, although some can be equal.",
							 "It has no effect where they share memory: from PostgreSQL 17 on, and before that "
							 "with wiji in shared_preload_libraries.",
							 &uid60_allow_duplicates_setting,
							 false,
							 PGC_USERSET, 0,
							 NULL, NULL, NULL);
}
