/*
 * command/timestamp.c
 *		Reads timestamps as people write them.
 */
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "command/timestamp.h"
#include "date.h"
#include "wiji.h"

/* The number of digits at the beginning of the text. */
static size_t
digits_at(const char *text)
{
	return strspn(text, "0123456789");
}

/* Read exactly count digits. */
static bool
number(const char **text, size_t count, int *value)
{
	if (digits_at(*text) != count)
		return false;
	*value = 0;
	for (size_t i = 0; i < count; i++, ++*text)
		*value = 10 * *value + (**text - '0');
	return true;
}

static bool
skip(const char **text, char c)
{
	if (**text != c)
		return false;
	++*text;
	return true;
}

/* Read an optional fraction: a point or comma, and at least one digit. */
static bool
fraction(const char **text, int64_t *us)
{
	int64_t		unit = SECOND_US;

	if (!skip(text, '.') && !skip(text, ','))
		return true;
	if (digits_at(*text) == 0)
		return false;
	for (size_t left = digits_at(*text); left > 0; left--, ++*text)
	{
		unit /= 10;
		*us += unit * (**text - '0');
	}
	return true;
}

static const char *
read_date(const char **text, int64_t *us)
{
	static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	int			year,
				month,
				day;
	bool		leap;

	if (!number(text, 4, &year) || !skip(text, '-') || !number(text, 2, &month) ||
		!skip(text, '-') || !number(text, 2, &day))
		return "a timestamp is written as 2026-11-21, 2026-11-21T06:29:27.930690Z, now, or @ and seconds since 1970";
	if (month < 1 || month > 12)
		return "the month must be 01 to 12";
	leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
	if (day < 1 || day > lengths[month - 1] + (month == 2 && leap))
		return "the month does not have that day";
	*us = (days_to_march(month < 3 ? year - 1 : year) + days_to_month((month + 9) % 12) + day - 1) * DAY_US;
	return NULL;
}

/* As in PostgreSQL, 24:00 is the next day and second 60 is the next minute. */
static const char *
read_time(const char **text, int64_t *us)
{
	int			hour,
				minute,
				second = 0;

	if (!number(text, 2, &hour) || !skip(text, ':') || !number(text, 2, &minute) ||
		(skip(text, ':') && (!number(text, 2, &second) || !fraction(text, us))))
		return "a time of day is written as 06:29, 06:29:27 or 06:29:27.930690";
	if (hour > 24 || minute > 59 || second > 60 ||
		(hour == 24 && (minute > 0 || second > 0 || *us % SECOND_US > 0)))
		return "the time of day must be 00:00:00 to 24:00:00";
	*us += (hour * 3600 + minute * 60 + second) * SECOND_US;
	return NULL;
}

/* Read an offset: Z, +01, +01:00 or +0100; without one, UTC. */
static const char *
read_offset(const char **text, int64_t *us)
{
	int			sign = **text == '-' ? -1 : 1;
	int			hours,
				minutes = 0;
	bool		read;

	if (**text == '\0' || skip(text, 'Z') || skip(text, 'z'))
		return NULL;
	read = skip(text, '+') || skip(text, '-');
	if (read && number(text, 4, &hours))
	{
		minutes = hours % 100;
		hours /= 100;
	}
	else
		read = read && number(text, 2, &hours) && (!skip(text, ':') || number(text, 2, &minutes));
	if (!read)
		return "an offset from UTC is written as Z or +01:00";
	if (hours > 23 || minutes > 59)
		return "the offset from UTC must be -23:59 to +23:59";
	*us -= sign * (hours * 60 + minutes) * 60 * SECOND_US;
	return NULL;
}

static const char *
read_seconds(const char **text, int64_t *us)
{
	bool		read = digits_at(*text) > 0;

	for (size_t left = digits_at(*text); left > 0; left--, ++*text)
	{
		if (*us <= WIJI_MAX_US / SECOND_US) /* else it is out of range */
			*us = 10 * *us + (**text - '0');
	}
	*us *= SECOND_US;
	return read && fraction(text, us) ? NULL : "@ must be followed by seconds since 1970";
}

static const char *
read_calendar(const char **text, int64_t *us)
{
	const char *wrong = read_date(text, us);

	if (wrong == NULL && (skip(text, 'T') || skip(text, 't') || skip(text, ' ')))
		wrong = read_time(text, us);
	if (wrong == NULL)
		wrong = read_offset(text, us);
	return wrong;
}

const char *
read_timestamp(const char *text, int64_t *us)
{
	const char *wrong = NULL;
	struct timespec now;

	*us = 0;
	if (strcmp(text, "now") == 0)
	{
		if (clock_gettime(CLOCK_REALTIME, &now) != 0)
			return "the clock cannot be read";
		*us = now.tv_sec * SECOND_US + now.tv_nsec / 1000;
		text = "";
	}
	else
		wrong = skip(&text, '@') ? read_seconds(&text, us) : read_calendar(&text, us);
	if (wrong == NULL && *text != '\0')
		wrong = "there is extra text after the timestamp";
	if (wrong == NULL && (*us < 0 || *us > WIJI_MAX_US))
		wrong = "the timestamp must be 1970-01-01T00:00:00Z to 4253-05-31T22:20:37.927935Z";
	return wrong;
}
