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
#include "storage/shmem.h"
#include "utils/guc.h"

ID_MODULE_MAGIC(.name = "wiji",
				.version = "1.0");

/* The related types that have settings and shared memory, each in one line. */
#define SIBLINGS(what) \
	what(siq) \
	what(uid60)

#define DECLARE(T) \
	extern void T##_define_settings(void); \
	extern Size T##_shared_size(void);
#define DEFINE_SETTINGS(T) T##_define_settings();
#define ADD_SHARED_SIZE(T) size = add_size(size, T##_shared_size());

SIBLINGS(DECLARE)

extern PGDLLEXPORT void _PG_init(void);

static Size
wiji_shared_size(void)
{
	Size		size = 0;

	SIBLINGS(ADD_SHARED_SIZE);
	return size;
}

void
_PG_init(void)
{
	id_define_clock_settings();
	MarkGUCPrefixReserved("wiji");
	id_request_shared_memory(wiji_shared_size);
	SIBLINGS(DEFINE_SETTINGS);
}
