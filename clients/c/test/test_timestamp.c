/*
 * test/test_timestamp.c
 *		Timestamps as people write them.
 */
#include <string.h>
#include <time.h>

#include "command/timestamp.h"
#include "date.h"
#include "test/unit/test.h"
#include "wiji.h"

/*
 * The system's clock, as the command reads it.
 */
static time_t clock_is = 1795242567;

int
clock_gettime(clockid_t clock, struct timespec *now)
{
	(void) clock;
	now->tv_sec = clock_is;
	now->tv_nsec = 930690999;
	return 0;
}

static const struct
{
	const char *text;
	const char *date;
}			right[] = {
	{"2026-11-21", "2026-11-21T00:00:00.000000Z"},
	{"2026-11-21T06:29", "2026-11-21T06:29:00.000000Z"},
	{"2026-11-21 06:29:27", "2026-11-21T06:29:27.000000Z"},
	{"2026-11-21t06:29:27.93069z", "2026-11-21T06:29:27.930690Z"},
	{"2026-11-21T06:29:27,9306909999", "2026-11-21T06:29:27.930690Z"},
	{"2026-11-21T06:29:27.930690Z", "2026-11-21T06:29:27.930690Z"},
	{"2026-11-21T06:29:27+01:00", "2026-11-21T05:29:27.000000Z"},
	{"2026-11-21T06:29-0330", "2026-11-21T09:59:00.000000Z"},
	{"2026-11-21T06:29:27.5+14", "2026-11-20T16:29:27.500000Z"},
	{"2026-11-21+01", "2026-11-20T23:00:00.000000Z"},
	{"2024-02-29", "2024-02-29T00:00:00.000000Z"},
	{"2000-02-29T24:00", "2000-03-01T00:00:00.000000Z"},
	{"2016-12-31T23:59:60.5Z", "2017-01-01T00:00:00.500000Z"},
	{"1970-01-01", "1970-01-01T00:00:00.000000Z"},
	{"1969-12-31T23:00-01", "1970-01-01T00:00:00.000000Z"},
	{"4253-05-31T22:20:37.927935", "4253-05-31T22:20:37.927935Z"},
	{"4253-06-01T02:20:37.9279359+04:00", "4253-05-31T22:20:37.927935Z"},
	{"@0", "1970-01-01T00:00:00.000000Z"},
	{"@1795242567.93069", "2026-11-21T06:29:27.930690Z"},
	{"@72057594037.927935", "4253-05-31T22:20:37.927935Z"},
};

static const char *const wrong[] = {
	"", "x", "2026", "2026-11", "2026-11-2", "26-11-21", "2026-1-21", "2026/11/21", "20261121", "02026-11-21", "-2026-11-21",
	"2026-00-21", "2026-13-21", "2026-11-00", "2026-11-31", "2025-02-29", "2100-02-29",
	"2026-11-21T", "2026-11-21T6:29", "2026-11-21T06", "2026-11-21T06:29:", "2026-11-21T06:29:27.", "2026-11-21T06:29:27.x",
	"2026-11-21T06:60", "2026-11-21T25:00", "2026-11-21T24:00:01", "2026-11-21T24:00:00.000001", "2026-11-21T06:29:61",
	"2026-11-21T06:29+", "2026-11-21T06:29+1", "2026-11-21T06:29+01:", "2026-11-21T06:29+01:0", "2026-11-21T06:29+24",
	"2026-11-21T06:29+01:60", "2026-11-21T06:29+010", "2026-11-21T06:29+01:0000", "2026-11-21T06:29Z+01", "2026-11-21Zx",
	"2026-11-21T06:29 UTC", " 2026-11-21", "2026-11-21 ", "2026-11-21  06:29", "2026-11-21T06:29:27Z\n",
	"1969-12-31", "1969-12-31T23:59:59.999999", "1970-01-01+01", "0000-01-01", "0000-02-29", "9999-12-31", "4253-05-31T22:20:37.927936",
	"4253-06-01", "@", "@x", "@-1", "@1.", "@1x", "@72057594037.927936", "@99999999999999999999999999999999", "now ", "Now",
};

int
main(void)
{
	int64_t		us;
	char		date[WIJI_DATE_SIZE];
	int			differ = 0;

	for (size_t i = 0; i < sizeof(right) / sizeof(right[0]); i++)
	{
		const char *why = read_timestamp(right[i].text, &us);

		if (why == NULL)
			wiji_date_write(us, date);
		ok(why == NULL && strcmp(date, right[i].date) == 0, "\"%s\" is %s", right[i].text, why ? why : date);
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
	{
		const char *why = read_timestamp(wrong[i], &us);

		ok(why != NULL && why[0] != '\0', "\"%.20s\" is invalid: %s", wrong[i], why ? why : "");
	}
	for (int i = 0; i < 200000; i++)
	{
		int64_t		random = (int64_t) (random64() >> (8 + random64() % 40));

		wiji_date_write(random, date);
		differ += read_timestamp(date, &us) != NULL || us != random;
	}
	ok(differ == 0, "dates that are written read back the same");
	ok(read_timestamp("now", &us) == NULL && us == INT64_C(1795242567930690), "now is a timestamp");
	clock_is = -1;
	ok(read_timestamp("now", &us) != NULL, "a clock before 1970 is invalid");
	clock_is = WIJI_MAX_US / SECOND_US + 1;
	ok(read_timestamp("now", &us) != NULL, "so is a clock past the last timestamp");
	return done_testing();
}
