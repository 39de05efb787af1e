/*
 * feed/windows/windows.h
 *		Stops a process of a server before each step of a feed's protocol.
 *
 * For libraries that are built for feed/t/038_windows.pl alone, by the compiler's option -include.
 * WIJI_WINDOWS names a folder.  While it has a named pipe PID, that process writes its PID and the
 * name of the step that it comes to as a line into the named pipe "at", and waits until somebody has
 * opened PID for writing and closed it.
 *
 * It needs nothing of the server, so it may stop a process with interrupts held.
 */
#ifndef FEED_WINDOWS_H
#define FEED_WINDOWS_H

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
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
	int			saved = errno;
	int			pipe;
	int			length;
	ssize_t		got;
	char		path[1024];
	char		text[64];

	snprintf(path, sizeof(path), "%s/%d", getenv("WIJI_WINDOWS"), (int) getpid());
	if (access(path, F_OK) == 0)
	{
		length = snprintf(text, sizeof(text), "%d %s\n", (int) getpid(), step);
		snprintf(path, sizeof(path), "%s/at", getenv("WIJI_WINDOWS"));
		if ((pipe = open(path, O_WRONLY | O_CLOEXEC)) < 0 || write(pipe, text, length) != length || close(pipe) != 0)
			abort();
		snprintf(path, sizeof(path), "%s/%d", getenv("WIJI_WINDOWS"), (int) getpid());
		while ((pipe = open(path, O_RDONLY | O_CLOEXEC)) < 0)
			if (errno != EINTR)
				abort();
		while ((got = read(pipe, text, sizeof(text))) != 0)
			if (got > 0 || errno != EINTR)
				abort();
		close(pipe);
	}
	errno = saved;
}

#endif							/* FEED_WINDOWS_H */
