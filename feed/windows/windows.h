/*
 * feed/windows/windows.h
 *		Stops a process of a server before each step of a feed's protocol.
 *
 * For libraries that are built for feed/t/038_windows.pl alone, by the compiler's option -include.
 * WIJI_WINDOWS names a folder.  While it has a file PID, that process writes the name of the step
 * that it comes to into a file PID.at, and waits until this is removed.
 *
 * It needs nothing of the server, so it may stop a process with interrupts held.
 */
#ifndef FEED_WINDOWS_H
#define FEED_WINDOWS_H

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define FEED_STEP(step) window_at(#step)

/* Whether a file breaks.RULE exists, and a library that can do so breaks the rule. */
#define BREAKS(rule) window_breaks(#rule)

static inline bool
window_breaks(const char *rule)
{
	char		path[1024];

	snprintf(path, sizeof(path), "%s/breaks.%s", getenv("WIJI_WINDOWS"), rule);
	return access(path, F_OK) == 0;
}

static inline void
window_at(const char *step)
{
	struct timespec pause = {.tv_nsec = 100000};
	int			saved = errno;
	char		stop[1024];
	char		at[1032];
	char		new[1036];
	FILE	   *file;

	snprintf(stop, sizeof(stop), "%s/%d", getenv("WIJI_WINDOWS"), (int) getpid());
	snprintf(at, sizeof(at), "%s.at", stop);
	snprintf(new, sizeof(new), "%s.new", at);
	if (access(stop, F_OK) == 0)
	{
		if ((file = fopen(new, "w")) == NULL || fputs(step, file) < 0 || fclose(file) != 0 || rename(new, at) != 0)
			abort();
		while (access(at, F_OK) == 0)
			nanosleep(&pause, NULL);
	}
	errno = saved;
}

#endif							/* FEED_WINDOWS_H */
