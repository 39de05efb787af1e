/*
 * test/test_id.c
 *		Reading, writing, comparing and bounding IDs: the conformance suite, and
 *		the library's additions.
 */
#include <stdlib.h>
#include <string.h>

#include "test/table.h"
#include "test/unit/test.h"
#include "wiji.h"

/* Do all forms of the ID print and read as they should? */
static bool
has_forms(const wiji_t *id, const char *text, const char *uuid, const char *hex)
{
	const char *forms[] = {text, uuid, hex};
	char		buffer[WIJI_UUID_SIZE];
	bool		right = strcmp(wiji_to_text(id, buffer), text) == 0 &&
		strcmp(wiji_to_uuid(id, buffer), uuid) == 0 && strcmp(wiji_to_hex(id, buffer), hex) == 0;

	for (int i = 0; i < 3; i++)
	{
		wiji_t		read;

		right &= wiji_from_text(forms[i], strlen(forms[i]), &read) == WIJI_OK &&
			wiji_compare(&read, id) == 0 && wiji_is_valid(forms[i], strlen(forms[i])) &&
			wiji_explain(forms[i], strlen(forms[i]), buffer, sizeof(buffer)) == 0 && buffer[0] == '\0';
	}
	return right;
}

static void
test_valid(void)
{
	FILE	   *table = open_table("valid.tsv");
	char	   *f[MAX_FIELDS];
	wiji_t		before = {{0}};
	int			rows = 0;
	int			wrong = 0;

	while (next_row(table, f))
	{
		int64_t		us = strtoll(f[3], NULL, 10);
		wiji_t		id,
					read,
					bound;
		wiji_fields fields;

		wrong += !(wiji_make(us, atoi(f[6]), strtoll(f[8], NULL, 10), &id) == WIJI_OK &&
				   has_forms(&id, f[0], f[1], f[2]) &&
				   wiji_from_bytes(id.bytes, 16, &read) == WIJI_OK && wiji_compare(&read, &id) == 0 &&
				   wiji_is_valid_bytes(id.bytes, 16) &&
				   wiji_parse(&id, &fields) == WIJI_OK && fields.timestamp_us == us &&
				   fields.timestamp_ms == strtoll(f[4], NULL, 10) && strcmp(fields.date, f[5]) == 0 &&
				   fields.sequence == atoi(f[6]) && fields.version == atoi(f[7]) &&
				   fields.random == strtoll(f[8], NULL, 10) &&
				   wiji_compare(&before, &id) == -1 && wiji_compare(&id, &before) == 1 &&
				   wiji_lower(us, &bound) == WIJI_OK && wiji_compare(&bound, &id) <= 0 &&
				   wiji_upper(us, &bound) == WIJI_OK && wiji_compare(&bound, &id) >= 0);
		before = id;
		rows++;
	}
	fclose(table);
	ok(rows > 300 && wrong == 0, "valid.tsv: %d IDs, %d wrong", rows, wrong);
}

static void
test_written_otherwise(void)
{
	FILE	   *table = open_table("written_otherwise.tsv");
	char	   *f[MAX_FIELDS];
	int			rows = 0;
	int			wrong = 0;

	while (next_row(table, f))
	{
		wiji_t		id;
		char		text[WIJI_TEXT_SIZE];

		wrong += !(wiji_from_text(f[0], strlen(f[0]), &id) == WIJI_OK && strcmp(wiji_to_text(&id, text), f[1]) == 0);
		rows++;
	}
	fclose(table);
	ok(rows > 50 && wrong == 0, "written_otherwise.tsv: %d texts, %d wrong", rows, wrong);
}

/* Read bytes from memory that ends right after them. */
static int
read_bytes(const char *hex)
{
	size_t		n = strlen(hex) / 2;
	uint8_t    *bytes = malloc(n + !n);
	wiji_t		id;
	int			status;

	for (size_t i = 0; i < n; i++)
	{
		char		digits[] = {hex[2 * i], hex[2 * i + 1], '\0'};

		bytes[i] = (uint8_t) strtoul(digits, NULL, 16);
	}
	status = wiji_from_bytes(bytes, n, &id);
	ok(wiji_is_valid_bytes(bytes, n) == (status == WIJI_OK), "%s is valid if and only if it can be read", hex);
	free(bytes);
	return status;
}

/* The same for text without a terminating zero; the explanation is not empty. */
static int
read_text(const char *text)
{
	size_t		n = strlen(text);
	char	   *copy = malloc(n + !n);
	char		sentence[200];
	wiji_t		id;
	int			status;

	memcpy(copy, text, n);
	status = wiji_from_text(copy, n, &id);
	ok(!wiji_is_valid(copy, n) && wiji_explain(copy, n, sentence, sizeof(sentence)) == strlen(sentence) &&
	   sentence[0] != '\0' && strchr(sentence, '\n') == NULL, "%s: %s", text, sentence);
	free(copy);
	return status;
}

static void
test_invalid(void)
{
	static const char *const why[] = {
		[WIJI_OK] = "",[WIJI_BAD_LENGTH] = "length",[WIJI_BAD_CHARACTER] = "character",
		[WIJI_TOO_LARGE] = "too large",[WIJI_BAD_VERSION] = "version"
	};
	FILE	   *table = open_table("invalid.tsv");
	char	   *f[MAX_FIELDS];
	int			rows = 0;
	int			wrong = 0;

	while (next_row(table, f))
	{
		wrong += strcmp(why[strcmp(f[0], "bytes") == 0 ? read_bytes(f[1]) : read_text(f[1])], f[2]) != 0;
		rows++;
	}
	fclose(table);
	ok(rows > 100 && wrong == 0, "invalid.tsv: %d texts and bytes, %d wrong", rows, wrong);
}

/* Invalid texts, and their explanations. */
static void
test_explanations(void)
{
	static const struct
	{
		const char *text;
		size_t		n;
		const char *sentence;
	}			cases[] = {
		{"06C303ZADAJC00E40000000C1", 25, "Expected 26 characters, or 32 of hexadecimal, or 36 of the UUID form; found 25."},
		{"06C303ZADA!C00E40000000C1S", 26, "Character 11, \"!\", is not in the Crockford base32 alphabet."},
		{"06C303ZADAJ\0" "00E40000000C1S", 26, "Character 12, of code 0x00, is not in the Crockford base32 alphabet."},
		{"06C303ZADAJC00E40000000C\xc3\xa4", 26, "Character 25, of code 0xc3, is not in the Crockford base32 alphabet."},
		{" 06C303ZADAJC00E40000000C1S", 27, "Character 1, of code 0x20, is not in any form of a wiji."},
		{"0660c03fa9aa9300071000000000303x", 32, "Character 32, \"x\", is not a hexadecimal digit."},
		{"0660c03f+a9aa-9300-0710-000000003039", 36, "Character 9, \"+\", is not the hyphen that the UUID form has there."},
		{"8ZZZZZZZZZZW0004938NKRKAYD", 26, "A first character beyond \"7\", here \"8\", would need more than 128 bits."},
		{"019d2257-972f-7a4e-96ea-81d64ed08dfc", 36, "Found version 14; the only version of a wiji is 1. It is a UUID of version 7, which has its version in another place."},
		{"019d2257-972f-1a4e-36ea-81d64ed08dfc", 36, "Found version 14; the only version of a wiji is 1."},
		{"01JKM5WXR9P003K1F4Q8XTBZN2", 26, "Found version 8; the only version of a wiji is 1."},
	};
	char		small[10];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		char		sentence[200];

		wiji_explain(cases[i].text, cases[i].n, sentence, sizeof(sentence));
		ok(strcmp(sentence, cases[i].sentence) == 0, "%s", sentence);
	}
	ok(wiji_explain("x", 1, small, sizeof(small)) > sizeof(small) && strcmp(small, "Expected ") == 0,
	   "a sentence that is too long is truncated, and its length returned");
	ok(wiji_explain("x", 1, NULL, 0) == strlen("Expected 26 characters, or 32 of hexadecimal, or 36 of the UUID form; found 1."), "without a buffer, only its length is returned");
}

static void
test_ranges(void)
{
	wiji_t		id;
	wiji_t		zero = {{0}};
	wiji_fields fields = {.version = 77};

	ok(wiji_make(-1, 0, 0, &id) == WIJI_BAD_TIMESTAMP && wiji_make(WIJI_MAX_US + 1, 0, 0, &id) == WIJI_BAD_TIMESTAMP &&
	   wiji_make(INT64_MIN, 0, 0, &id) == WIJI_BAD_TIMESTAMP && wiji_make(INT64_MAX, 0, 0, &id) == WIJI_BAD_TIMESTAMP,
	   "timestamps have 56 bits");
	ok(wiji_make(0, -1, 0, &id) == WIJI_BAD_SEQUENCE && wiji_make(0, 65536, 0, &id) == WIJI_BAD_SEQUENCE, "counters have 16");
	ok(wiji_make(0, 0, -1, &id) == WIJI_BAD_RANDOM && wiji_make(0, 0, WIJI_MAX_RANDOM + 1, &id) == WIJI_BAD_RANDOM, "there are 52 random bits");
	ok(wiji_lower(-1, &id) == WIJI_BAD_TIMESTAMP && wiji_upper(WIJI_MAX_US + 1, &id) == WIJI_BAD_TIMESTAMP, "bounds have timestamps, too");
	ok(wiji_make(WIJI_MAX_US, WIJI_MAX_SEQUENCE, WIJI_MAX_RANDOM, &id) == WIJI_OK && id.bytes[0] == 255, "the last ID can be built");
	ok(wiji_parse(&zero, &fields) == WIJI_BAD_VERSION && fields.version == 77, "bytes that are not an ID cannot be parsed");
	ok(wiji_from_text("x", 1, &id) == WIJI_BAD_LENGTH && id.bytes[0] == 255, "invalid input does not change the result");
	ok(wiji_from_bytes(zero.bytes, 16, &id) == WIJI_BAD_VERSION && id.bytes[0] == 255, "neither text nor bytes");
}

/* Compare dates with days that are counted one by one. */
static void
test_dates(void)
{
	static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	int			year = 1970;
	int			month = 1;
	int			day = 1;
	int			wrong = 0;

	for (int64_t us = INT64_C(86399999999); us <= WIJI_MAX_US; us += INT64_C(86400000000))
	{
		bool		leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
		char		expected[100];
		wiji_t		id;
		wiji_fields fields;

		snprintf(expected, sizeof(expected), "%04d-%02d-%02dT23:59:59.999999Z", year, month, day);
		wiji_lower(us, &id);
		wiji_parse(&id, &fields);
		wrong += strcmp(fields.date, expected) != 0;
		if (++day > lengths[month - 1] + (month == 2 && leap))
		{
			day = 1;
			if (++month > 12)
			{
				month = 1;
				year++;
			}
		}
	}
	ok(year == 4253 && month == 5 && wrong == 0, "every day from 1970 to %d-%02d-%02d has the right date", year, month, day);
}

static void
test_words(void)
{
	int			known = 0;

	for (int status = -5; status < 100; status++)
		known += strcmp(wiji_strerror(status), "unknown status") != 0;
	ok(known == 13, "%d statuses have words", known);
	ok(strcmp(wiji_library_version(), LIBWIJI_VERSION) == 0, "the library reports its version");
}

int
main(void)
{
	test_valid();
	test_written_otherwise();
	test_invalid();
	test_explanations();
	test_ranges();
	test_dates();
	test_words();
	return done_testing();
}
