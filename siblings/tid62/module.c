/*
 * siblings/tid62/module.c
 *		The library's entry.
 */
#include "postgres.h"

#include "compat.h"
#include "utils/guc.h"

ID_MODULE_MAGIC(.name = "tid62",
				.version = "1.0");

extern PGDLLEXPORT void _PG_init(void);

void
_PG_init(void)
{
	MarkGUCPrefixReserved("tid62");
}
