/*
 * command/lines.h
 *		Reads and writes lines through the command's own buffers.
 *
 * Unlike stdio, they keep NULs in lines, report the length of lines that do not
 * fit into memory, and report whether everything was written.
 */
#ifndef COMMAND_LINES_H
#define COMMAND_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of bytes that are kept of a longer line. */
#define LINE_KEPT 64

typedef struct input_line
{
	const char *text;			/* valid until the next line is read */
	uint64_t	length;			/* of the whole line */
	bool		whole;			/* false: text has only LINE_KEPT bytes */
} input_line;

/*
 * Read the next line of standard input, without its end, "\n" or "\r\n".  Returns
 * false after the last line, which need not have an end.  All output is written
 * before it waits for input.
 */
extern bool next_line(input_line *l);

/* A buffer for n bytes of standard output, at most a thousand.  Fill all of it. */
extern char *output(size_t n);

/* Write up to a thousand bytes to standard output and standard error. */
extern void print(const char *format,...) __attribute__((format(printf, 1, 2)));
extern void complain(const char *format,...) __attribute__((format(printf, 1, 2)));

/* Write all buffered output; exits with status 2 if that fails. */
extern void flush(void);

/* Report a fatal error, and exit with status 2. */
extern void die(const char *format,...) __attribute__((format(printf, 1, 2), noreturn));

#endif							/* COMMAND_LINES_H */
