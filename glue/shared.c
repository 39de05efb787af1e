/*
 * glue/shared.c
 *		Memory that all sessions of a server share.
 *
 * From PostgreSQL 17 on any session can make a named segment.  Before, there
 * is only what was asked for while the server started.
 */
#include "postgres.h"

#include "glue/compat.h"
#include "glue/horizon.h"
#include "glue/shared.h"
#include "miscadmin.h"
#include "storage/ipc.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"

#ifdef id_named_dsm

static void (*init_memory) (void *memory);

static void
run_init(ID_DSM_INIT_ARGS(memory))
{
	init_memory(memory);
}

void *
id_shared_memory(const char *name, Size size, void (*init) (void *memory))
{
	bool		found;

	init_memory = init;
	return id_named_dsm(name, size, run_init, &found);
}

void
id_request_shared_memory(void)
{
}

#else

/* more than all of ours together, but the horizon's, which goes by the server's size */
#define REQUESTED 16384

static shmem_request_hook_type next_hook = NULL;
static bool requested = false;

static void
request(void)
{
	if (next_hook)
		next_hook();
	RequestAddinShmemSpace(add_size(REQUESTED, id_horizon_shared_size()));
}

void
id_request_shared_memory(void)
{
	if (!process_shared_preload_libraries_in_progress)
		return;
	/* not in the hook: only the postmaster runs it where sessions are no forks */
	requested = true;
	next_hook = shmem_request_hook;
	shmem_request_hook = request;
}

void *
id_shared_memory(const char *name, Size size, void (*init) (void *memory))
{
	void	   *memory;
	bool		found;

	if (!requested)
		return NULL;

	LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
	memory = ShmemInitStruct(name, size, &found);
	if (!found)
		init(memory);
	LWLockRelease(AddinShmemInitLock);
	return memory;
}

#endif
