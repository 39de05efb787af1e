/*
 * test/unit/test_conformance.c
 *		The conformance suite (docs/conformance/), run by the core.
 */
#include "core/hex.h"
#include "core/monotonic.h"
#include "core/wiji.h"
#include "test/unit/table.h"
#include "test/unit/test.h"
#include "test/uuid.h"

static bool
is_text(const uint8_t id[WIJI_LEN], const char *expected)
{
	char		text[WIJI_TEXT_LEN];

	wiji_encode(id, text);
	return strlen(expected) == WIJI_TEXT_LEN && memcmp(text, expected, WIJI_TEXT_LEN) == 0;
}

static bool
reads_as(const char *text, const uint8_t id[WIJI_LEN])
{
	uint8_t		read[WIJI_LEN];

	return wiji_decode(text, strlen(text), read) == ID_OK && memcmp(read, id, WIJI_LEN) == 0;
}

static void
test_valid(void)
{
	FILE	   *table = open_table("valid.tsv");
	char	   *f[MAX_FIELDS];
	uint8_t		last[WIJI_LEN] = {0};
	int			rows = 0;
	int			wrong = 0;

	while (next_row(table, f))
	{
		int64_t		us = strtoll(f[3], NULL, 10);
		uint8_t		id[WIJI_LEN];
		char		hex[WIJI_HEX_LEN];
		char		uuid[WIJI_UUID_LEN];

		wiji_pack(id, us, (uint32_t) strtoul(f[6], NULL, 10), strtoll(f[8], NULL, 10));
		id_hex_encode(id, WIJI_LEN, hex);
		encode_uuid(id, uuid);
		wrong += !(is_text(id, f[0]) &&
				   strlen(f[1]) == WIJI_UUID_LEN && memcmp(uuid, f[1], WIJI_UUID_LEN) == 0 &&
				   strlen(f[2]) == WIJI_HEX_LEN && memcmp(hex, f[2], WIJI_HEX_LEN) == 0 &&
				   reads_as(f[0], id) && reads_as(f[1], id) && reads_as(f[2], id) &&
				   wiji_check(id) == ID_OK && wiji_get_timestamp_us(id) == us && us / 1000 == strtoll(f[4], NULL, 10) &&
				   wiji_get_sequence(id) == atoi(f[6]) && wiji_get_version(id) == atoi(f[7]) &&
				   wiji_get_random(id) == strtoll(f[8], NULL, 10) &&
				   wiji_compare(last, id) == -1 && wiji_compare(id, last) == 1 && wiji_compare(id, id) == 0);
		memcpy(last, id, WIJI_LEN);
		rows++;
	}
	fclose(table);
	ok(rows > 300 && wrong == 0, "valid.tsv: %d ids, %d wrong", rows, wrong);
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
		uint8_t		id[WIJI_LEN];

		wrong += !(wiji_decode(f[0], strlen(f[0]), id) == ID_OK && is_text(id, f[1]));
		rows++;
	}
	fclose(table);
	ok(rows > 50 && wrong == 0, "written_otherwise.tsv: %d texts, %d wrong", rows, wrong);
}

static id_status
check_bytes(const char *hex)
{
	uint8_t		id[WIJI_LEN];

	if (strlen(hex) != WIJI_HEX_LEN)
		return ID_BAD_LENGTH;
	return id_hex_decode(hex, WIJI_LEN, id) ? wiji_check(id) : ID_BAD_CHARACTER;
}

static void
test_invalid(void)
{
	static const char *const why[] = {
		[ID_BAD_LENGTH] = "length",[ID_BAD_CHARACTER] = "character",
		[ID_TOO_LARGE] = "too large",[ID_BAD_VERSION] = "version"
	};
	FILE	   *table = open_table("invalid.tsv");
	char	   *f[MAX_FIELDS];
	int			rows = 0;
	int			wrong = 0;

	while (next_row(table, f))
	{
		uint8_t		id[WIJI_LEN];
		id_status	status = strcmp(f[0], "bytes") == 0 ? check_bytes(f[1]) : wiji_decode(f[1], strlen(f[1]), id);

		wrong += status == ID_OK || strcmp(why[status], f[2]) != 0;
		rows++;
	}
	fclose(table);
	ok(rows > 100 && wrong == 0, "invalid.tsv: %d texts and bytes, %d wrong", rows, wrong);
}

static void
test_clock(void)
{
	const int64_t random = INT64_C(0x123456789ABCD);

	FILE	   *table = open_table("clock.tsv");
	char	   *f[MAX_FIELDS];
	char		scenario[100] = "";
	monotonic	state = MONOTONIC_INIT;
	int			rows = 0;
	int			wrong = 0;

	while (next_row(table, f))
	{
		int64_t		clock = strtoll(f[1], NULL, 10);
		int			ids = atoi(f[2]);
		uint8_t		id[WIJI_LEN];

		if (strcmp(scenario, f[0]) != 0)
			state = (monotonic) MONOTONIC_INIT;
		snprintf(scenario, sizeof(scenario), "%s", f[0]);
		for (int i = 0; i < ids; i++)
		{
			if (!monotonic_next(&state, clock, 0, WIJI_MAX_SEQUENCE))
			{
				wrong += strcmp(f[3], "wait") != 0;
				continue;
			}
			wiji_pack(id, state.last, state.sequence, random);
			wrong += strcmp(f[3], "id") != 0 || (i == 0 && !is_text(id, f[4])) || (i == ids - 1 && !is_text(id, f[5]));
		}
		rows++;
	}
	fclose(table);
	ok(rows > 30 && wrong == 0, "clock.tsv: %d readings of a clock, %d wrong", rows, wrong);
}

int
main(void)
{
	test_valid();
	test_written_otherwise();
	test_invalid();
	test_clock();
	return done_testing();
}
