/*
 * command/lines.c
 *		Reads and writes lines through the command's own buffers.
 */
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/lines.h"

#define BUFFER_SIZE 65536

typedef struct file_buffer
{
	int			file;
	const char *name;
	char	   *next;			/* unread or unwritten bytes, up to end */
	char	   *end;
	char		bytes[BUFFER_SIZE];
} file_buffer;

static file_buffer in = {.file = STDIN_FILENO,.name = "standard input",.next = in.bytes,.end = in.bytes};
static file_buffer out = {.file = STDOUT_FILENO,.name = "standard output",.next = out.bytes,.end = out.bytes};
static file_buffer err = {.file = STDERR_FILENO,.name = "standard error",.next = err.bytes,.end = err.bytes};

/* Wait until the file is ready; returns whether to try again. */
static bool
again(const file_buffer *b, short event)
{
	struct pollfd file = {.fd = b->file,.events = event};

	if (errno == EINTR)
		return true;
	if (errno != EAGAIN && errno != EWOULDBLOCK)
		return false;
	return poll(&file, 1, -1) >= 0 || errno == EINTR;
}

static bool
drain(file_buffer *b)
{
	while (b->next < b->end)
	{
		ssize_t		written = write(b->file, b->next, (size_t) (b->end - b->next));

		if (written >= 0)
			b->next += written;
		else if (!again(b, POLLOUT))
			return false;
	}
	b->next = b->end = b->bytes;
	return true;
}

void
flush(void)
{
	if (!drain(&out))
		die("%s: %s", out.name, strerror(errno));
	(void) drain(&err);			/* nowhere left to report an error */
	err.next = err.end = err.bytes;
}

void
die(const char *format,...)
{
	va_list		args;

	(void) drain(&err);
	va_start(args, format);
	fputs("wiji: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	exit(2);
}

static char *
room(file_buffer *b, size_t n)
{
	char	   *start;

	if ((size_t) (b->bytes + BUFFER_SIZE - b->end) < n)
		flush();
	start = b->end;
	b->end += n;
	return start;
}

char *
output(size_t n)
{
	return room(&out, n);
}

static void
print_to(file_buffer *b, const char *format, va_list args)
{
	char		text[1024];		/* enough for every message */
	int			n = vsnprintf(text, sizeof(text), format, args);

	memcpy(room(b, (size_t) n), text, (size_t) n);
}

void
print(const char *format,...)
{
	va_list		args;

	va_start(args, format);
	print_to(&out, format, args);
	va_end(args);
}

void
complain(const char *format,...)
{
	va_list		args;

	va_start(args, format);
	print_to(&err, format, args);
	va_end(args);
}

/* Read more input into the buffer; false at the end of the file. */
static bool
more(void)
{
	size_t		held = (size_t) (in.end - in.next);
	ssize_t		got;

	memmove(in.bytes, in.next, held);
	in.next = in.bytes;
	in.end = in.bytes + held;
	flush();
	while ((got = read(in.file, in.end, (size_t) (in.bytes + BUFFER_SIZE - in.end))) < 0)
	{
		if (!again(&in, POLLIN))
			die("%s: %s", in.name, strerror(errno));
	}
	in.end += got;
	return got > 0;
}

bool
next_line(input_line *l)
{
	uint64_t	dropped = 0;
	size_t		length;
	char	   *end;

	while ((end = memchr(in.next, '\n', (size_t) (in.end - in.next))) == NULL)
	{
		if (in.end - in.next == BUFFER_SIZE)
		{
			in.end = in.next + LINE_KEPT;
			dropped += BUFFER_SIZE - LINE_KEPT;
		}
		if (!more())
			break;
	}
	if (end == NULL && in.next == in.end)
		return false;

	length = (size_t) ((end ? end : in.end) - in.next);
	l->text = in.next;
	in.next = end ? end + 1 : in.end;
	if (end && length > 0 && l->text[length - 1] == '\r')
		length--;
	l->length = length + dropped;
	l->whole = dropped == 0;
	return true;
}
