/*
 * src/shared.c
 *		Memory that all sessions of a server share.
 *
 * A preloaded library has the memory that it asked for while the server started.
 * Any other makes a named segment, from PostgreSQL 17 on; before, it has none.
 */
#include "postgres.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "compat.h"
#include "shared.h"
#include "storage/ipc.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"
#include "utils/memutils.h"
#include "utils/resowner.h"

/* More than all our memory of fixed size together. */
#define REQUESTED 16384

static shmem_request_hook_type shared_next_hook = NULL;
static bool shared_was_requested = false;
static Size (*shared_more) (void);

static void
shared_request(void)
{
	if (shared_next_hook)
		shared_next_hook();
	RequestAddinShmemSpace(add_size(REQUESTED, shared_more()));
}

void
id_request_shared_memory(Size (*more) (void))
{
	if (!process_shared_preload_libraries_in_progress)
		return;

	/*
	 * not in the hook: only the postmaster runs it where sessions are no
	 * forks
	 */
	shared_was_requested = true;
	shared_more = more;
	shared_next_hook = shmem_request_hook;
	shmem_request_hook = shared_request;
}

/*
 * Memory that was asked for while the server started.  Sessions find it where it
 * is, and have nothing to attach.
 */
static void *
shared_requested_memory(const char *name, Size size, void (*init) (void *memory))
{
	void	   *memory;
	bool		found;

	LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
	memory = ShmemInitStruct(name, size, &found);
	if (!found)
		init(memory);
	LWLockRelease(AddinShmemInitLock);
	return memory;
}

#ifdef id_named_dsm

static void (*shared_init) (void *memory);

static void
shared_run_init(ID_DSM_INIT_ARGS(memory))
{
	shared_init(memory);
}

static void *
shared_named_memory(const char *name, Size size, void (*init) (void *memory))
{
	bool		found;

	shared_init = init;
	return id_named_dsm(name, size, shared_run_init, &found);
}

/*
 * A subtransaction cleans up after the server's error.  Memory that was made before
 * needs no more room, so without room there is none.
 */
static void *
shared_named_memory_if_room(const char *name, Size size, void (*init) (void *memory), bool *no_room)
{
	MemoryContext context = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	void	   *volatile memory = NULL;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(context);
	PG_TRY();
	{
		memory = shared_named_memory(name, size, init);
		ReleaseCurrentSubTransaction();
	}
	PG_CATCH();
	{
		ErrorData  *error;

		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
		RollbackAndReleaseCurrentSubTransaction();
		MemoryContextSwitchTo(context);
		CurrentResourceOwner = owner;
		if (error->sqlerrcode != ERRCODE_DISK_FULL)
			ReThrowError(error);
		FreeErrorData(error);
		*no_room = true;
	}
	PG_END_TRY();
	MemoryContextSwitchTo(context);
	CurrentResourceOwner = owner;
	return memory;
}

#else
#define shared_named_memory(name, size, init) NULL

/* None where there is no such memory, as parallel queries allow no subtransaction. */
#define shared_named_memory_if_room(name, size, init, no_room) NULL
#endif

void *
id_shared_memory(const char *name, Size size, void (*init) (void *memory))
{
	return shared_was_requested ? shared_requested_memory(name, size, init) : shared_named_memory(name, size, init);
}

void *
id_shared_memory_if_room(const char *name, Size size, void (*init) (void *memory), bool *no_room)
{
	*no_room = false;
	return shared_was_requested ? shared_requested_memory(name, size, init) :
		shared_named_memory_if_room(name, size, init, no_room);
}
