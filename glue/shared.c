/*
 * glue/shared.c
 *		Memory that all sessions of a server share.
 *
 * A library that is preloaded has what it asked for while the server started.
 * Another one makes a named segment, from PostgreSQL 17 on; before, it has none.
 */
#include "postgres.h"

#include "glue/compat.h"
#include "glue/horizon.h"
#include "glue/shared.h"
#include "miscadmin.h"
#include "storage/ipc.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"

/*
 * more than all of ours together, but the horizon's, which goes by the
 * server's size
 */
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

	/*
	 * not in the hook: only the postmaster runs it where sessions are no
	 * forks
	 */
	requested = true;
	next_hook = shmem_request_hook;
	shmem_request_hook = request;
}

/*
 * Asked for while the server started: sessions find it where it is, and have
 * nothing to attach.
 */
static void *
requested_memory(const char *name, Size size, void (*init) (void *memory))
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

static void (*init_memory) (void *memory);

static void
run_init(ID_DSM_INIT_ARGS(memory))
{
	init_memory(memory);
}

static void *
named_memory(const char *name, Size size, void (*init) (void *memory))
{
	bool		found;

	init_memory = init;
	return id_named_dsm(name, size, run_init, &found);
}

#else
#define named_memory(name, size, init) NULL
#endif

void *
id_shared_memory(const char *name, Size size, void (*init) (void *memory))
{
	return requested ? requested_memory(name, size, init) : named_memory(name, size, init);
}
