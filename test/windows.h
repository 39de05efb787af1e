/*
 * test/windows.h
 *		Stops a process of a server before a step of the horizon's protocol.
 *
 * For a library that is built for test/t/038_windows.pl alone, by the compiler's
 * option -include.  Where a folder is named by WIJI_WINDOWS, a process that comes to
 * a step
 *
 *	waits while there is a file STEP.PID, with a file STEP.PID.here beside it;
 *	raises an error if there is a file STEP.PID.fail, once;
 *	adds the step's name to the file trace.PID, if there is one.
 *
 * To stop, it needs nothing of the server, so it may stop anywhere: with interrupts
 * held, and under locks.
 */
#ifndef TEST_WINDOWS_H
#define TEST_WINDOWS_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define HORIZON_MEANWHILE(step) window_at(#step)

/* the server's, which is included later */
extern _Bool errstart(int elevel, const char *domain);
extern void errfinish(const char *filename, int lineno, const char *funcname);

#define WINDOW_ERROR 21

static inline void
window_trace(const char *folder, const char *step)
{
	char		path[1024];
	int			file;

	snprintf(path, sizeof(path), "%s/trace.%d", folder, (int) getpid());
	file = open(path, O_WRONLY | O_APPEND);
	if (file < 0)
		return;
	snprintf(path, sizeof(path), "%s\n", step);
	if (write(file, path, strlen(path)) < 0)
		abort();
	close(file);
}

static inline void
window_at(const char *step)
{
	const char *folder = getenv("WIJI_WINDOWS");
	int			saved = errno;
	char		stop[1024];
	char		here[1032];
	struct timespec pause = {0, 200000};

	if (folder == NULL)
		return;
	window_trace(folder, step);
	snprintf(stop, sizeof(stop), "%s/%s.%d", folder, step, (int) getpid());
	snprintf(here, sizeof(here), "%s.here", stop);
	if (access(stop, F_OK) == 0)
	{
		close(open(here, O_WRONLY | O_CREAT, 0600));
		while (access(stop, F_OK) == 0)
			nanosleep(&pause, NULL);
		unlink(here);
	}
	snprintf(here, sizeof(here), "%s.fail", stop);
	if (unlink(here) == 0 && errstart(WINDOW_ERROR, NULL))
		errfinish(__FILE__, __LINE__, __func__);
	errno = saved;
}

#endif							/* TEST_WINDOWS_H */
