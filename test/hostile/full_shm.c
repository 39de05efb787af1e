/*
 * test/hostile/full_shm.c
 *		While the file FULL_SHM exists, shared memory is full.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <unistd.h>

int
shmget(key_t key, size_t size, int flags)
{
	const char *full = getenv("FULL_SHM");
	int			(*real) (key_t, size_t, int) = dlsym(RTLD_NEXT, "shmget");

	if ((flags & IPC_CREAT) != 0 && full != NULL && access(full, F_OK) == 0)
	{
		errno = ENOSPC;
		return -1;
	}
	return real(key, size, flags);
}
