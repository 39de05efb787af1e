/*
 * command/command.c
 *		The command wiji: generates, shows, converts, bounds and checks IDs.
 *
 * wiji(1) is the manual.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/lines.h"
#include "command/timestamp.h"
#include "wiji.h"

static const char usage[] =
"usage: wiji generate [-n N] [--at TIME] [--format text|uuid|hex]\n"
"       wiji inspect [--json] [ID...]\n"
"       wiji convert --format text|uuid|hex [ID...]\n"
"       wiji bounds [--format text|uuid|hex] FROM TO\n"
"       wiji check [ID...]\n"
"       wiji --help | --version\n";

static const char help[] =
"\n"
"generate  prints one new ID, or N, or IDs with a given TIME\n"
"inspect   prints the fields of IDs\n"
"convert   prints IDs in another form\n"
"bounds    prints the first ID of the time FROM and the last ID of the time TO\n"
"check     reports what is wrong with each invalid ID\n"
"\n"
"Without ID arguments, IDs are read from standard input, one per line, in any\n"
"form.  TIME is written as 2026-11-21, 2026-11-21T06:29:27.93Z, now, or @ and\n"
"seconds since 1970.  The exit status is 1 if an ID is invalid, and 2 for usage\n"
"and other errors.\n";

/* Print an error message and the usage, and exit. */
static void misused(const char *format,...) __attribute__((format(printf, 1, 2), noreturn));

static void
misused(const char *format,...)
{
	va_list		args;

	fputs("wiji: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n%s", usage);
	exit(2);
}

/*
 * Forms
 */

typedef struct id_form
{
	const char *name;
	size_t		size;
	char	   *(*write) (const wiji_t *id, char *text);
} id_form;

static const id_form forms[] = {
	{"text", WIJI_TEXT_SIZE, wiji_to_text},
	{"uuid", WIJI_UUID_SIZE, wiji_to_uuid},
	{"hex", WIJI_HEX_SIZE, wiji_to_hex},
};

/* The values of the options. */
static struct
{
	const id_form *form;
	bool		json;
	int64_t		count;
	const char *at;
}			given = {.count = 1};

static void
print_id(const wiji_t *id)
{
	const id_form *f = given.form ? given.form : &forms[0];
	char	   *text = output(f->size);

	f->write(id, text);
	text[f->size - 1] = '\n';
}

/*
 * Input
 */

/* Read an ID.  If the text is invalid, report where and why. */
static bool
read_id(const char *text, uint64_t length, bool whole, uint64_t number, wiji_t *id)
{
	char		quoted[4 * LINE_KEPT + 1];
	char		why[200];
	char	   *q = quoted;

	if (whole && wiji_from_text(text, (size_t) length, id) == WIJI_OK)
		return true;

	/* escape everything that a terminal might interpret */
	for (size_t i = 0; i < length && i < LINE_KEPT; i++)
		q += sprintf(q, text[i] >= ' ' && text[i] <= '~' ? "%c" : "\\x%02x", (unsigned char) text[i]);
	*q = '\0';
	if (whole)
		wiji_explain(text, (size_t) length, why, sizeof(why));
	else
		snprintf(why, sizeof(why), "No form of a wiji has %" PRIu64 " characters.", length);
	if (number > 0)
		complain("wiji: line %" PRIu64 ": \"%s%s\": %s\n", number, quoted, length > LINE_KEPT ? "..." : "", why);
	else
		complain("wiji: \"%s%s\": %s\n", quoted, length > LINE_KEPT ? "..." : "", why);
	return false;
}

/* Call a function for each ID of the command line or of standard input. */
static int
for_each_id(char **ids, void (*use) (const wiji_t *id))
{
	int			status = 0;
	wiji_t		id;
	input_line	l;

	for (char **text = ids; *text; text++)
	{
		if (read_id(*text, strlen(*text), true, 0, &id))
			use(&id);
		else
			status = 1;
	}
	if (*ids)
		return status;
	for (uint64_t number = 1; next_line(&l); number++)
	{
		if (read_id(l.text, l.length, l.whole, number, &id))
			use(&id);
		else
			status = 1;
	}
	return status;
}

static int64_t
timestamp(const char *text)
{
	int64_t		us;
	const char *wrong = read_timestamp(text, &us);

	if (wrong)
		misused("\"%s\": %s", text, wrong);
	return us;
}

/*
 * Commands
 */

static int
generate(char **arguments)
{
	int64_t		at = given.at ? timestamp(given.at) : 0;
	wiji_t		id;

	if (*arguments)
		misused("generate takes no arguments");
	for (int64_t i = 0; i < given.count; i++)
	{
		int			status = given.at ? wiji_generate_at(NULL, at, &id) : wiji_generate(NULL, &id);

		if (status != WIJI_OK)
		{
			flush();
			die("%s%s%s", wiji_strerror(status),
				status == WIJI_NO_RANDOM ? ": " : "", status == WIJI_NO_RANDOM ? strerror(errno) : "");
		}
		print_id(&id);
	}
	return 0;
}

static void
inspect_one(const wiji_t *id)
{
	static bool first = true;
	char		text[WIJI_TEXT_SIZE];
	char		uuid[WIJI_UUID_SIZE];
	char		hex[WIJI_HEX_SIZE];
	wiji_fields fields;

	wiji_parse(id, &fields);
	if (!given.json && !first)
		print("\n");
	first = false;
	print(given.json ?
		  "{\"id\":\"%s\",\"uuid\":\"%s\",\"hex\":\"%s\","
		  "\"timestamp_us\":%" PRId64 ",\"timestamp_ms\":%" PRId64 ",\"date\":\"%s\","
		  "\"sequence\":%" PRId32 ",\"version\":%" PRId32 ",\"random\":%" PRId64 "}\n" :
		  "id            %s\n"
		  "uuid          %s\n"
		  "hex           %s\n"
		  "timestamp_us  %" PRId64 "\n"
		  "timestamp_ms  %" PRId64 "\n"
		  "date          %s\n"
		  "sequence      %" PRId32 "\n"
		  "version       %" PRId32 "\n"
		  "random        %" PRId64 "\n",
		  wiji_to_text(id, text), wiji_to_uuid(id, uuid), wiji_to_hex(id, hex),
		  fields.timestamp_us, fields.timestamp_ms, fields.date,
		  fields.sequence, fields.version, fields.random);
}

static int
inspect(char **ids)
{
	return for_each_id(ids, inspect_one);
}

static int
convert(char **ids)
{
	if (given.form == NULL)
		misused("convert requires --format text, uuid or hex");
	return for_each_id(ids, print_id);
}

static int
bounds(char **arguments)
{
	wiji_t		first,
				last;

	if (!arguments[0] || !arguments[1] || arguments[2])
		misused("bounds requires two times, FROM and TO");
	wiji_lower(timestamp(arguments[0]), &first);
	wiji_upper(timestamp(arguments[1]), &last);
	if (wiji_compare(&first, &last) > 0)
		misused("FROM, \"%s\", is later than TO, \"%s\"", arguments[0], arguments[1]);
	print_id(&first);
	print_id(&last);
	return 0;
}

static void
check_one(const wiji_t *id)
{
	(void) id;
}

static int
check(char **ids)
{
	return for_each_id(ids, check_one);
}

static const struct
{
	const char *name;
	const char *options;		/* that it accepts */
	int			(*run) (char **arguments);
}			commands[] = {
	{"generate", "naf", generate},
	{"inspect", "j", inspect},
	{"convert", "f", convert},
	{"bounds", "f", bounds},
	{"check", "", check},
};

/*
 * Options
 */

static const struct option options[] = {
	{"at", required_argument, NULL, 'a'},
	{"format", required_argument, NULL, 'f'},
	{"json", no_argument, NULL, 'j'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{0}
};

static void
take_count(const char *text)
{
	char	   *end;

	errno = 0;
	given.count = strtoll(text, &end, 10);
	if (end == text || *end || text[strspn(text, "0123456789")] || errno)
		misused("-n requires a number, 0 or greater, not \"%s\"", text);
}

static void
take_form(const char *name)
{
	given.form = NULL;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
	{
		if (strcmp(name, forms[i].name) == 0)
			given.form = &forms[i];
	}
	if (given.form == NULL)
		misused("--format must be text, uuid or hex, not \"%s\"", name);
}

static void
take_options(int argc, char **argv, const char *name, const char *allowed)
{
	int			option;

	while ((option = getopt_long(argc, argv, "n:", options, NULL)) != -1)
	{
		if (option == '?')
		{
			fputs(usage, stderr);	/* getopt_long has reported the error */
			exit(2);
		}
		if (option == 'h')
			printf("%s%s", usage, help);
		else if (option == 'V')
			printf("wiji %s\n", wiji_library_version());
		else if (strchr(allowed, option) == NULL)
			misused("%s does not accept that option", name);
		else if (option == 'n')
			take_count(optarg);
		else if (option == 'a')
			given.at = optarg;
		else if (option == 'f')
			take_form(optarg);
		else
			given.json = true;
		if (option == 'h' || option == 'V')
		{
			if (fflush(stdout) != 0 || ferror(stdout))
				die("standard output: %s", strerror(errno));
			exit(0);
		}
	}
}

int
main(int argc, char **argv)
{
	static char name[] = "wiji";
	int			status = -1;

	if (argc < 2)
		misused("no command specified");
	if (argv[1][0] == '-')
		take_options(argc, argv, name, "");
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]) && status < 0; i++)
	{
		if (strcmp(argv[1], commands[i].name) != 0)
			continue;
		argv[1] = name;			/* getopt_long prefixes its messages with it */
		take_options(argc - 1, argv + 1, commands[i].name, commands[i].options);
		status = commands[i].run(argv + 1 + optind);
	}
	if (status < 0)
		misused("unrecognized command \"%s\"", argv[1]);
	flush();
	if (close(STDOUT_FILENO) != 0 && errno != EBADF)
		die("standard output: %s", strerror(errno));
	return status;
}
