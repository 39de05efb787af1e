/*
 * siblings/siq/module.c
 *		The library's entry: settings and shared memory.
 */
#include "postgres.h"

#include "common/string.h"
#include "siblings/siq/core.h"
#include "clock.h"
#include "compat.h"
#include "shared/memory.h"
#include "siblings/siq/shard.h"
#include "siblings/siq/siq.h"
#include "utils/guc.h"

ID_MODULE_MAGIC(.name = "siq",
				.version = "1.0");

char	   *siq_domain_setting = NULL;
int			siq_local_id_setting = 0;
int			siq_shard_setting = -1;

static bool
siq_check_domain(char **domain, void **extra pg_attribute_unused(),
				 GucSource source pg_attribute_unused())
{
	if (pg_is_ascii(*domain))
		return true;
	GUC_check_errdetail("Domain names can contain only ASCII characters.");
	GUC_check_errhint(SIQ_PUNYCODE_HINT);
	return false;
}

static void
define_settings(void)
{
	DefineCustomStringVariable("siq.domain",
							   "Sets the domain of the siqs that a session generates.",
							   "An empty string or 0 means no domain.",
							   &siq_domain_setting,
							   "",
							   PGC_USERSET, 0,
							   siq_check_domain, NULL, NULL);
	DefineCustomIntVariable("siq.local_id",
							"Sets the byte that replaces the first byte of the domain hash.",
							"It distinguishes servers of one domain.  0 leaves the hash as it is; 256 makes the byte zero.",
							&siq_local_id_setting,
							0, 0, SIQ_MAX_LOCAL_ID,
							PGC_USERSET, 0,
							NULL, NULL, NULL);
	DefineCustomIntVariable("siq.shard",
							"Sets the shard of the siqs that a session generates.",
							"-1 takes one that no other session of the server uses.  "
							"Sessions that set the same shard can generate the same IDs.",
							&siq_shard_setting,
							-1, -1, SIQ_SHARDS - 1,
							PGC_USERSET, 0,
							NULL, NULL, NULL);
}

extern PGDLLEXPORT void _PG_init(void);

void
_PG_init(void)
{
	id_define_clock_setting("siq.max_clock_wait", "SiqClock");
	define_settings();
	MarkGUCPrefixReserved("siq");
	id_request_shared_memory(siq_shared_size);
}
