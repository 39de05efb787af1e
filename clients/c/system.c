/*
 * system.c
 *		The system's clock and random bits, and waiting.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "core/wait.h"
#include "system.h"

static int64_t
clock_us(clockid_t clock)
{
	struct timespec now;

	if (clock_gettime(clock, &now) != 0)
		return -1;
	return (int64_t) now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t
wiji_system_clock(void *context)
{
	(void) context;
	return clock_us(CLOCK_REALTIME);
}

/* For kernels and sandboxes without getrandom(). */
static ssize_t
read_urandom(void *buffer, size_t n)
{
	int			file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
	ssize_t		got;

	if (file < 0)
		return -1;
	got = read(file, buffer, n);
	close(file);
	return got;
}

static bool
fill(uint8_t *buffer, size_t n)
{
	while (n > 0)
	{
		ssize_t		got = getrandom(buffer, n, 0);

		if (got < 0 && errno != EINTR)
			got = read_urandom(buffer, n);
		if (got == 0 || (got < 0 && errno != EINTR))
			return false;
		if (got > 0)
		{
			buffer += got;
			n -= (size_t) got;
		}
	}
	return true;
}

bool
wiji_system_entropy(void *context, void *buffer, size_t n)
{
	int			saved = errno;
	int			state;
	bool		filled;

	(void) context;

	/* a thread that is canceled here would leave a file open, or a lock held */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	filled = fill(buffer, n);
	pthread_setcancelstate(state, &state);
	if (filled)
		errno = saved;
	return filled;
}

bool
wiji_wait_for_clock(clock_wait *wait, int64_t behind_us, int32_t limit_ms)
{
	int64_t		now = clock_us(CLOCK_MONOTONIC);
	int64_t		sleep_ms;

	if (!wait->started)
	{
		wait->started = true;
		wait->start = now;
	}
	sleep_ms = wait_step(behind_us, now - wait->start, limit_ms);
	if (sleep_ms == WAIT_OVER)
		return false;
	if (sleep_ms > 0)
	{
		/* a signal only shortens the sleep */
		struct timespec sleep = {.tv_sec = 0,.tv_nsec = (long) sleep_ms * 1000000};

		nanosleep(&sleep, NULL);
	}
	return true;
}
