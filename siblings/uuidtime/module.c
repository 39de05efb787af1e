/*
 * siblings/uuidtime/module.c
 *		The library's entry.
 */
#include "postgres.h"

#include "clock.h"
#include "compat.h"
#include "utils/guc.h"

ID_MODULE_MAGIC(.name = "uuidtime",
				.version = "1.0");

extern PGDLLEXPORT void _PG_init(void);

void
_PG_init(void)
{
	id_define_clock_setting("uuidtime.max_clock_wait", "UuidtimeClock");
	MarkGUCPrefixReserved("uuidtime");
}
