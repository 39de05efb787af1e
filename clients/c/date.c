/*
 * date.c
 *		Microseconds since 1970-01-01 UTC, and the calendar.
 */
#include "date.h"

/* Write value with count digits. */
static char *
digits(char *text, int count, int value)
{
	for (int i = count - 1; i >= 0; i--)
	{
		text[i] = (char) ('0' + value % 10);
		value /= 10;
	}
	return text + count;
}

void
wiji_date_write(int64_t us, char *text)
{
	int64_t		day = us / DAY_US;
	int64_t		year = 1969 + day / 366;	/* a lower bound */
	int			second = (int) (us % DAY_US / SECOND_US);
	int			of_year;
	int			month = 0;

	while (days_to_march(year + 1) <= day)
		year++;
	of_year = (int) (day - days_to_march(year));
	while (month < 11 && days_to_month(month + 1) <= of_year)
		month++;

	text = digits(text, 4, (int) year + (month >= 10));
	*text++ = '-';
	text = digits(text, 2, month >= 10 ? month - 9 : month + 3);
	*text++ = '-';
	text = digits(text, 2, of_year - days_to_month(month) + 1);
	*text++ = 'T';
	text = digits(text, 2, second / 3600);
	*text++ = ':';
	text = digits(text, 2, second / 60 % 60);
	*text++ = ':';
	text = digits(text, 2, second % 60);
	*text++ = '.';
	text = digits(text, 6, (int) (us % SECOND_US));
	*text++ = 'Z';
	*text = '\0';
}
