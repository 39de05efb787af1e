/*
 * src/module.c
 *		The library's entry: the one file that knows all five extensions.
 *
 * Each extension's functions are in a file of their own; wiji.c is the one to
 * read first.
 */
#include "postgres.h"

#include "feed/feed.h"
#include "clock.h"
#include "compat.h"
#include "shared.h"
#include "siblings/siq/settings.h"
#include "siblings/siq/siq.h"
#include "siblings/tid62/tid62.h"
#include "siblings/uid60/settings.h"
#include "siblings/uid60/uid60.h"
#include "siblings/uuidtime/uuidtime.h"
#include "utils/guc.h"
#include "wiji_type.h"

ID_MODULE_MAGIC(.name = "wiji",
				.version = "1.0");

/* The types that the keys of a feed can have. */
const feed_key_type *const feed_key_types[] = {
	&wiji_key_type, &siq_key_type, &tid62_key_type, &uid60_key_type, &uuidtime_v7_key_type, NULL
};

extern PGDLLEXPORT void _PG_init(void);

void
_PG_init(void)
{
	id_define_clock_settings();
	MarkGUCPrefixReserved("wiji");
	id_request_shared_memory(feed_shared_size);
	siq_define_settings();
	uid60_define_settings();
}
