/*
 * test/hostile/early_cancel.c
 *		A process whose ID is the name of a file in the folder EARLY_CANCEL gets a cancel
 *		of another process, once: after a handler that can report it is set, and before
 *		sigaction() returns which one it replaces.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void
send_early(const char *folder)
{
	char		name[1024];
	siginfo_t	info = {.si_code = SI_QUEUE};

	info.si_pid = getppid();
	snprintf(name, sizeof(name), "%s/%d", folder, (int) getpid());
	if (unlink(name) == 0)
		syscall(SYS_rt_sigqueueinfo, getpid(), SIGINT, &info);
}

int
sigaction(int signal, const struct sigaction *action, struct sigaction *replaced)
{
	const char *folder = getenv("EARLY_CANCEL");
	int			(*real) (int, const struct sigaction *, struct sigaction *) = dlsym(RTLD_NEXT, "sigaction");
	struct sigaction was;
	int			result = real(signal, action, &was);

	if (folder != NULL && signal == SIGINT && action != NULL && (action->sa_flags & SA_SIGINFO) != 0)
		send_early(folder);
	if (replaced != NULL)
		*replaced = was;
	return result;
}
