/*
 * feed/module.c
 *		The entry of library wiji_feed.
 *
 * core.h has the protocol and is the file to read first, then feed.h.  enter.c is the writer's
 * side and horizon.c the reader's, and session.c their shared memory.
 */
#include "postgres.h"

#include "feed/feed.h"

ID_MODULE_MAGIC(.name = "wiji_feed",
				.version = "0.9");

extern PGDLLEXPORT void _PG_init(void);

void
_PG_init(void)
{
	feed_start_watching();		/* can fail for lack of memory, and be called
								 * again */
	feed_define_settings();
	feed_init_memory();
}
