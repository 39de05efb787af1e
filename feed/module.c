/*
 * feed/module.c
 *		The entry of library wiji_feed.
 *
 * core.h has the protocol and is the file to read first.  definition.c reads what a table's
 * catalogs say, key.c has the clocks and keys, session.c is the writer's side and horizon.c the
 * reader's.
 */
#include "postgres.h"

#include "compat.h"
#include "feed/definition.h"
#include "feed/session.h"

ID_MODULE_MAGIC(.name = "wiji_feed",
				.version = "0.9");

extern PGDLLEXPORT void _PG_init(void);

void
_PG_init(void)
{
	feed_start_watching();		/* can fail for lack of memory, and be called
								 * again */
	feed_init_session();
}
