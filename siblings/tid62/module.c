/*
 * siblings/tid62/module.c
 *		The library's entry.
 */
#include "postgres.h"

#include "clock.h"
#include "compat.h"
#include "utils/guc.h"

ID_MODULE_MAGIC(.name = "tid62",
				.version = "1.0");

extern PGDLLEXPORT void _PG_init(void);

/* The generator has no state, so nothing waits; the types' settings are alike all the same. */
void
_PG_init(void)
{
	id_define_clock_setting("tid62.max_clock_wait", "Tid62Clock");
	MarkGUCPrefixReserved("tid62");
}
