/*
 * src/shared/memory.c
 *		Memory that all sessions of a server share.
 *
 * A preloaded library has the memory that it requested at server start.  Otherwise
 * it creates a named segment, from PostgreSQL 17 on; before, it has none.
 */
#include "postgres.h"

#include "miscadmin.h"
#include "compat.h"
#include "shared/memory.h"
#include "storage/ipc.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"

/* Every segment begins with its layout version; its contents are aligned to a cache line. */
#define SEGMENT_HEADER_SIZE PG_CACHE_LINE_SIZE

/*
 * Sizes are rounded up, so that a later layout is likely to have the same one: the server itself
 * rejects another size, with an error that is less helpful than ours.
 */
#define SIZE_UNIT 8192

static shmem_request_hook_type shared_next_hook = NULL;
static bool shared_was_requested = false;
static Size (*shared_size) (void);

/* Arguments of the attachment in progress, for the initializers. */
static uint32 shared_layout;
static void (*shared_init) (void *memory);

static void
shared_init_segment(void *segment)
{
	*(uint32 *) segment = shared_layout;
	shared_init((char *) segment + SEGMENT_HEADER_SIZE);
}

static void
shared_request(void)
{
	if (shared_next_hook)
		shared_next_hook();
	RequestAddinShmemSpace(shared_size());
}

Size
id_shared_size(Size contents)
{
	return TYPEALIGN(SIZE_UNIT, add_size(SEGMENT_HEADER_SIZE, contents));
}

void
id_request_shared_memory(Size (*size) (void))
{
	if (!process_shared_preload_libraries_in_progress)
		return;

	/*
	 * not in the hook, which runs only in the postmaster: sessions do not
	 * inherit its variables under EXEC_BACKEND
	 */
	shared_was_requested = true;
	shared_size = size;
	shared_next_hook = shmem_request_hook;
	shmem_request_hook = shared_request;
}

/*
 * Memory that was requested at server start, which every session has mapped.
 */
static void *
shared_requested_memory(const char *name, Size size)
{
	void	   *memory;
	bool		found;

	LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
	memory = ShmemInitStruct(name, size, &found);
	if (!found)
		shared_init_segment(memory);
	LWLockRelease(AddinShmemInitLock);
	return memory;
}

#ifdef id_named_dsm

static void
shared_run_init(ID_DSM_INIT_ARGS(memory))
{
	shared_init_segment(memory);
}

static void *
shared_named_memory(const char *name, Size size)
{
	bool		found;

	return id_named_dsm(name, size, shared_run_init, &found);
}

#else
#define shared_named_memory(name, size) NULL
#endif

void *
id_shared_memory(const char *name, uint32 layout, Size size, void (*init) (void *memory))
{
	char	   *segment;
	uint32		found;

	shared_layout = layout;
	shared_init = init;
	size = id_shared_size(size);
	segment = shared_was_requested ?
		shared_requested_memory(name, size) : shared_named_memory(name, size);
	if (segment == NULL)
		return NULL;

	found = *(uint32 *) segment;
	if (found != layout)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("shared memory segment \"%s\" was created by a different version of the library", name),
				 errdetail("The segment has layout version %u, but this session requires layout version %u.", found, layout),
				 errhint("Restart the server.")));
	return segment + SEGMENT_HEADER_SIZE;
}
