/*
 * src/module.c
 *		The library's entry.
 *
 * The functions are in other files; wiji.c is the one to read first.
 */
#include "postgres.h"

#include "clock.h"
#include "compat.h"
#include "utils/guc.h"

ID_MODULE_MAGIC(.name = "wiji",
				.version = "1.0");

extern PGDLLEXPORT void _PG_init(void);

void
_PG_init(void)
{
	id_define_clock_setting("wiji.max_clock_wait", "WijiClock");
	MarkGUCPrefixReserved("wiji");
}
