/*
 * test/hostile/fake_clock.c
 *		A process whose FAKE_CLOCK names a file of test/t/FakeClock.pm has the clock that
 *		this says.
 *
 * PostgreSQL reads the clock in a signal handler, too.  There nothing may be allocated, so the
 * file is mapped before main() runs, and the real clock is read from the kernel.
 *
 * If FAKE_CLOCK_WAITS names a folder, a process that is about to sleep until the clock has moved makes
 * a file PID.waits there, and sleeps for 1 ms.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* a time since 1970 or, of a clock that moves, what to add to the real one */
struct setting
{
	int64_t		seconds;
	int64_t		nanoseconds;	/* 0 to 999,999,999 */
	int64_t		stands;
};

/* One byte says which of the two is valid, so a reader never sees a half-written one. */
struct clock
{
	volatile uint8_t current;
	struct setting settings[2];
};

static const struct clock *fake;

__attribute__((constructor))
static void
map_clock(void)
{
	const char *name = getenv("FAKE_CLOCK");
	int			file = name == NULL ? -1 : open(name, O_RDONLY | O_CLOEXEC);
	void	   *mapped = file < 0 ? MAP_FAILED : mmap(NULL, sizeof(struct clock), PROT_READ, MAP_SHARED, file, 0);

	if (mapped != MAP_FAILED)
		fake = mapped;
	if (file >= 0)
		close(file);
}

int
clock_gettime(clockid_t id, struct timespec *now)
{
	int			result = (int) syscall(SYS_clock_gettime, id, now);
	struct setting setting;

	if (result != 0 || fake == NULL || (id != CLOCK_REALTIME && id != CLOCK_REALTIME_COARSE))
		return result;
	setting = fake->settings[fake->current];
	if (setting.stands)
		now->tv_sec = now->tv_nsec = 0;
	now->tv_sec += setting.seconds;
	now->tv_nsec += setting.nanoseconds;
	if (now->tv_nsec >= 1000000000)
	{
		now->tv_sec++;
		now->tv_nsec -= 1000000000;
	}
	return 0;
}

int
gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	struct timespec precise;

	(void) zone;
	clock_gettime(CLOCK_REALTIME, &precise);
	now->tv_sec = precise.tv_sec;
	now->tv_usec = precise.tv_nsec / 1000;
	return 0;
}

time_t
time(time_t *now)
{
	struct timespec precise;

	clock_gettime(CLOCK_REALTIME, &precise);
	if (now != NULL)
		*now = precise.tv_sec;
	return precise.tv_sec;
}

/* src/core/wait.h sleeps for so many milliseconds at most; what else does may make a file that nobody reads. */
#define LONGEST_SLEEP 20

int
epoll_wait(int set, struct epoll_event *events, int most, int timeout)
{
	const char *folder = getenv("FAKE_CLOCK_WAITS");

	if (folder != NULL && timeout > 0 && timeout <= LONGEST_SLEEP)
	{
		char		name[1024];
		int			file;

		snprintf(name, sizeof(name), "%s/%d.waits", folder, (int) getpid());
		file = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
		if (file >= 0)
			close(file);
		timeout = 1;
	}
	return epoll_pwait(set, events, most, timeout, NULL);
}
