/*
 * src/module.c
 *		The library's entry: the one file that knows all of its extensions.
 *
 * Each extension's functions are in a file of their own; wiji.c is the one to
 * read first.
 */
#include "postgres.h"

#include "clock.h"
#include "compat.h"
#include "shared.h"
#include "siblings/siq/settings.h"
#include "siblings/siq/shard.h"
#include "siblings/uid60/settings.h"
#include "siblings/uid60/uid60.h"
#include "storage/shmem.h"
#include "utils/guc.h"

ID_MODULE_MAGIC(.name = "wiji",
				.version = "1.0");

extern PGDLLEXPORT void _PG_init(void);

static Size
wiji_shared_size(void)
{
	return add_size(siq_shared_size(), uid60_shared_size());
}

void
_PG_init(void)
{
	id_define_clock_settings();
	MarkGUCPrefixReserved("wiji");
	id_request_shared_memory(wiji_shared_size);
	siq_define_settings();
	uid60_define_settings();
}
