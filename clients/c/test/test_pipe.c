/*
 * test/test_pipe.c
 *		Random lines through the command, in pieces of any size.
 *
 * The library determines the expected output for each line.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test/unit/test.h"
#include "wiji.h"

typedef struct sink
{
	char	   *bytes;
	size_t		n;
	size_t		size;
} sink;

static void
append(sink *t, const void *bytes, size_t n)
{
	if (t->n + n + 1 > t->size)
	{
		t->size = 2 * (t->n + n + 1);
		t->bytes = realloc(t->bytes, t->size);
	}
	memcpy(t->bytes + t->n, bytes, n);
	t->n += n;
	t->bytes[t->n] = '\0';
}

/* An ID in some form, sometimes corrupted. */
static void
append_id(sink *input)
{
	char		form[WIJI_UUID_SIZE];
	wiji_t		id;

	wiji_make((int64_t) (random64() >> 8), (int32_t) (random64() >> 48), (int64_t) (random64() >> 12), &id);
	switch (random64() % 3)
	{
		case 0:
			wiji_to_text(&id, form);
			break;
		case 1:
			wiji_to_uuid(&id, form);
			break;
		default:
			wiji_to_hex(&id, form);
	}
	if (random64() % 4 == 0)
		form[random64() % strlen(form)] = (char) random64();
	append(input, form, strnlen(form, WIJI_UUID_SIZE));
}

/* A line, which may be noise, and its end. */
static void
append_line(sink *input)
{
	uint64_t	what = random64() % 1000;
	size_t		length = what < 2 ? random64() % 300000 : what < 4 ? 65530 + random64() % 12 : random64() % 80;
	char	   *noise;

	if (what < 800 && what >= 4)
		append_id(input);
	else
	{
		noise = malloc(length + 1);
		for (size_t i = 0; i < length; i++)
			noise[i] = (char) random64();
		append(input, noise, length);
		free(noise);
	}
	append(input, random64() % 8 == 0 ? "\r\n" : "\n", random64() % 8 == 0 ? 2 : 1);
}

/* The expected output of the command; returns the expected exit status. */
static int
expect(const sink *input, sink *out, sink *err)
{
	char	   *line = input->bytes;
	char	   *end = input->bytes + input->n;
	int			status = 0;

	for (int number = 1; line < end; number++)
	{
		char	   *newline = memchr(line, '\n', (size_t) (end - line));
		size_t		n = (size_t) ((newline ? newline : end) - line);
		char		form[WIJI_UUID_SIZE];
		char		where[50];
		wiji_t		id;

		if (newline && n > 0 && line[n - 1] == '\r')
			n--;
		if (wiji_from_text(line, n, &id) == WIJI_OK)
		{
			append(out, wiji_to_uuid(&id, form), WIJI_UUID_SIZE - 1);
			append(out, "\n", 1);
		}
		else
		{
			status = 1;
			append(err, where, (size_t) sprintf(where, "wiji: line %d: ", number));
		}
		line = newline ? newline + 1 : end;
	}
	return status;
}

/* All that the command wrote into a file. */
static sink
content(FILE *file)
{
	sink		t = {0};
	char		piece[4096];
	size_t		n;

	append(&t, "", 0);
	rewind(file);
	while ((n = fread(piece, 1, sizeof(piece), file)) > 0)
		append(&t, piece, n);
	fclose(file);
	return t;
}

/* Keep of each message only the place of the error. */
static sink
places(sink messages)
{
	sink		t = {0};

	append(&t, "", 0);
	for (char *line = strtok(messages.bytes, "\n"); line; line = strtok(NULL, "\n"))
	{
		char	   *quote = strstr(line, ": \"");

		append(&t, line, quote ? (size_t) (quote + 2 - line) : strlen(line));
	}
	free(messages.bytes);
	return t;
}

static int
run(const sink *input, FILE *out, FILE *err)
{
	int			pipes[2];
	pid_t		child;
	int			status;

	if (pipe(pipes) != 0 || (child = fork()) < 0)
		abort();
	if (child == 0)
	{
		dup2(pipes[0], 0);
		dup2(fileno(out), 1);
		dup2(fileno(err), 2);
		close(pipes[0]);
		close(pipes[1]);
		execl("/bin/sh", "sh", "-c", "exec $WIJI convert --format uuid", (char *) NULL);
		_exit(127);
	}
	close(pipes[0]);
	for (size_t sent = 0; sent < input->n;)
	{
		size_t		piece = random64() % (random64() % 2 ? 100 : 100000);
		ssize_t		written = write(pipes[1], input->bytes + sent, piece < input->n - sent ? piece : input->n - sent);

		if (written < 0)
			break;
		sent += (size_t) written;
	}
	close(pipes[1]);
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void
test_lines(int lines, bool last_end)
{
	sink		input = {0},
				out = {0},
				err = {0};
	FILE	   *out_file = tmpfile(),
			   *err_file = tmpfile();
	sink		printed,
				reported;
	int			expected,
				status;

	append(&input, "", 0);
	append(&out, "", 0);
	append(&err, "", 0);
	for (int i = 0; i < lines; i++)
		append_line(&input);
	if (!last_end && input.n > 0)
		append_id(&input);
	expected = expect(&input, &out, &err);
	status = run(&input, out_file, err_file);
	printed = content(out_file);
	reported = places(content(err_file));
	ok(status == expected && printed.n == out.n && memcmp(printed.bytes, out.bytes, out.n) == 0 &&
	   reported.n == err.n && memcmp(reported.bytes, err.bytes, err.n) == 0,
	   "%d lines, %zu bytes%s: the output is as expected", lines, input.n, last_end ? "" : ", no last end");
	free(input.bytes);
	free(out.bytes);
	free(err.bytes);
	free(printed.bytes);
	free(reported.bytes);
}

int
main(void)
{
	signal(SIGPIPE, SIG_IGN);
	if (getenv("WIJI") == NULL)
		setenv("WIJI", "build/static/wiji", 1);
	test_lines(0, true);
	for (int i = 0; i < 20; i++)
		test_lines((int) (random64() % 1000), i % 2);
	test_lines(20000, false);
	return done_testing();
}
