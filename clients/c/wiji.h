/*
 * wiji.h
 *		Wijis in C: 128-bit IDs that sort by creation time, to the microsecond.
 *
 * libwiji(3) is the manual.  Functions that return an int return WIJI_OK or
 * another wiji_status, which wiji_strerror() describes.  They write to their
 * results only with WIJI_OK, unless their comment says otherwise.
 */
#ifndef WIJI_H
#define WIJI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

/*
 * Sizes of the texts, including the terminating zero.
 */
#define WIJI_TEXT_SIZE		27	/* Crockford base32 */
#define WIJI_HEX_SIZE		33
#define WIJI_UUID_SIZE		37	/* hex with hyphens, 8-4-4-4-12 */
#define WIJI_DATE_SIZE		28	/* 2026-11-21T06:29:27.930690Z */

/* The largest timestamp is 4253-05-31 22:20:37.927935 UTC. */
#define WIJI_MAX_US			((INT64_C(1) << 56) - 1)
#define WIJI_MAX_SEQUENCE	0xFFFF
#define WIJI_MAX_RANDOM		((INT64_C(1) << 52) - 1)

typedef enum wiji_status
{
	WIJI_OK = 0,

	/* an ID could not be read */
	WIJI_BAD_LENGTH = 1,		/* not the length of any form of an ID */
	WIJI_BAD_CHARACTER = 2,		/* outside the alphabet, or a misplaced hyphen */
	WIJI_TOO_LARGE = 3,			/* more than 128 bits */
	WIJI_BAD_VERSION = 4,		/* not version 1 */

	/* an argument is out of range */
	WIJI_BAD_TIMESTAMP = 10,	/* not 0 to WIJI_MAX_US */
	WIJI_BAD_SEQUENCE = 11,		/* not 0 to WIJI_MAX_SEQUENCE */
	WIJI_BAD_RANDOM = 12,		/* not 0 to WIJI_MAX_RANDOM */
	WIJI_BAD_OPTION = 13,		/* not known to this version of the library */

	/* the system failed; the same call may succeed later */
	WIJI_CLOCK_BEHIND = 20,		/* behind the last ID, after max_wait_ms */
	WIJI_NO_CLOCK = 21,			/* not readable, or not 0 to WIJI_MAX_US */
	WIJI_NO_RANDOM = 22,		/* no random bits available */
	WIJI_NO_MEMORY = 23
} wiji_status;

/* An ID: its 16 bytes, most significant first. */
typedef struct wiji_t
{
	uint8_t		bytes[16];
} wiji_t;

/*
 * Generating
 *
 * A generator's IDs ascend, whatever its clock does.  As a generator argument,
 * NULL stands for the calling thread's own, which is created when it is first
 * used.  After a fork, a generator starts over in the child.
 *
 * Only a generator with WIJI_LOCKED may be used by several threads at once.  No
 * function in this file may be called by a signal handler.
 */
typedef struct wiji_generator wiji_generator;

/* Microseconds since 1970-01-01 UTC; negative if the clock cannot be read. */
typedef int64_t (*wiji_clock) (void *context);

/* Fill a buffer with n random bytes; false on failure. */
typedef bool (*wiji_entropy) (void *context, void *buffer, size_t n);

#define WIJI_LOCKED			1	/* threads may share it */
#define WIJI_FRESH_RANDOM	2	/* each ID has its own random bits */

typedef struct wiji_options
{
	size_t		size;			/* of this struct: WIJI_OPTIONS sets it */
	unsigned	flags;
	int32_t		max_wait_ms;	/* how long to wait for the clock; −1 is
								 * forever */
	wiji_clock	clock;			/* NULL is the system's */
	void	   *clock_context;
	wiji_entropy entropy;		/* NULL is the system's */
	void	   *entropy_context;
} wiji_options;

/* The defaults. */
#define WIJI_OPTIONS		{sizeof(wiji_options), 0, 5000, NULL, NULL, NULL, NULL}

/*
 * Create a generator with its own random bits and counter.  NULL stands for the
 * default options, which the threads' own generators have, too.
 */
extern int	wiji_factory(wiji_generator **generator, const wiji_options *options);

/* Free a generator, which no thread may be using.  NULL does nothing. */
extern void wiji_factory_close(wiji_generator *generator);

/* Generate the next ID. */
extern int	wiji_generate(wiji_generator *generator, wiji_t *id);

/*
 * Generate an ID with a given timestamp, for things that are older than their
 * IDs.  Its random bits are fresh.  Its counter increases while timestamp_us stays
 * the same, and restarts after its maximum.  wiji_generate() is not affected.
 */
extern int	wiji_generate_at(wiji_generator *generator, int64_t timestamp_us, wiji_t *id);

/* Generate the next ID in one of its forms. */
extern int	wiji_text(wiji_generator *generator, char text[WIJI_TEXT_SIZE]);
extern int	wiji_uuid(wiji_generator *generator, char text[WIJI_UUID_SIZE]);
extern int	wiji_hex(wiji_generator *generator, char text[WIJI_HEX_SIZE]);
extern int	wiji_binary(wiji_generator *generator, uint8_t bytes[16]);

/*
 * Reading and writing
 */

/* Read n bytes of text in any of the three forms, in upper or lower case. */
extern int	wiji_from_text(const char *text, size_t n, wiji_t *id);

/* Read n bytes, which must be the 16 bytes of an ID. */
extern int	wiji_from_bytes(const void *bytes, size_t n, wiji_t *id);

/* Whether the functions above would accept them. */
extern bool wiji_is_valid(const char *text, size_t n);
extern bool wiji_is_valid_bytes(const void *bytes, size_t n);

/*
 * Write to a buffer that is large enough for the form, and return it.  The
 * bytes must be those of an ID: of others, such as zeros, it is a text that no
 * function reads.
 */
extern char *wiji_to_text(const wiji_t *id, char text[WIJI_TEXT_SIZE]);
extern char *wiji_to_uuid(const wiji_t *id, char text[WIJI_UUID_SIZE]);
extern char *wiji_to_hex(const wiji_t *id, char text[WIJI_HEX_SIZE]);

/*
 * Explain in a sentence why n bytes of text are not an ID; the sentence is empty
 * if they are one.  Writes at most size bytes including a terminating zero, and
 * returns the length of the whole sentence, as snprintf() does.  Quoted characters
 * are printable ASCII.
 */
extern size_t wiji_explain(const char *text, size_t n, char *sentence, size_t size);

/*
 * Fields
 */
typedef struct wiji_fields
{
	int64_t		timestamp_us;	/* microseconds since 1970-01-01 UTC */
	int64_t		timestamp_ms;
	int64_t		random;
	int32_t		sequence;
	int32_t		version;
	char		date[WIJI_DATE_SIZE];	/* the timestamp as RFC 3339, in UTC */
} wiji_fields;

extern int	wiji_parse(const wiji_t *id, wiji_fields *fields);

/* Build an ID from its fields. */
extern int	wiji_make(int64_t timestamp_us, int32_t sequence, int64_t random, wiji_t *id);

/*
 * Comparing and bounding
 */

/* −1, 0 or 1, in the order of memcmp() on the bytes. */
extern int	wiji_compare(const wiji_t *a, const wiji_t *b);

/* The smallest and the largest ID of a microsecond. */
extern int	wiji_lower(int64_t timestamp_us, wiji_t *id);
extern int	wiji_upper(int64_t timestamp_us, wiji_t *id);

/* A status in words, without a period at the end. */
extern const char *wiji_strerror(int status);

/* The version of the library that is running, such as "1.0.0". */
extern const char *wiji_library_version(void);

#ifdef __cplusplus
}
#endif

#endif							/* WIJI_H */
