/*
 * command/lines.h
 *		Lines in and out, by buffers of the command's own.
 *
 * They know where a NUL stands in a line, how long a line is that does not fit
 * into memory, and whether everything was written.
 */
#ifndef COMMAND_LINES_H
#define COMMAND_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of a line that is longer, so many bytes are kept. */
#define LINE_KEPT 64

typedef struct input_line
{
	const char *text;			/* until the next line is read */
	uint64_t	length;			/* of which only LINE_KEPT bytes may be there */
	bool		whole;			/* is all of it there? */
} input_line;

/*
 * The next line of standard input, without its end, "\n" or "\r\n"; false after
 * the last one, which need not have an end.  Before it waits for input, all
 * output is written.
 */
extern bool next_line(input_line *l);

/* Room for n bytes of standard output, a thousand at most, which will all be written. */
extern char *output(size_t n);

/* Up to a thousand bytes for standard output and standard error. */
extern void print(const char *format,...) __attribute__((format(printf, 1, 2)));
extern void complain(const char *format,...) __attribute__((format(printf, 1, 2)));

/* Write all output; ends the command if that fails. */
extern void flush(void);

/* Nothing can go on: say so, and end the command with status 2. */
extern void die(const char *format,...) __attribute__((format(printf, 1, 2), noreturn));

#endif							/* COMMAND_LINES_H */
