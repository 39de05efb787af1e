/*
 * clients/c/test/table.h
 *		Reads the tables of the conformance suite (docs/conformance/).
 */
#ifndef WIJI_TEST_TABLE_H
#define WIJI_TEST_TABLE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FIELDS 9

/* Read the next row of a table and split it into fields; false at its end. */
static bool
next_row(FILE *table, char *fields[MAX_FIELDS])
{
	static char line[1024];
	char	   *end = line;

	if (fgets(line, sizeof(line), table) == NULL)
		return false;
	line[strcspn(line, "\n")] = '\0';
	for (int i = 0; i < MAX_FIELDS; i++)
	{
		fields[i] = end;
		end += strcspn(end, "\t");
		if (*end != '\0')
			*end++ = '\0';
	}
	return true;
}

/*
 * Open a table of the suite and skip its header.  The path is relative to this
 * file.
 */
static FILE *
open_table(const char *name)
{
	char		path[1024];
	char	   *header[MAX_FIELDS];
	FILE	   *table;

	snprintf(path, sizeof(path), "%.*s../../docs/conformance/%s",
			 (int) (strlen(__FILE__) - strlen("test/table.h")), __FILE__, name);
	table = fopen(path, "r");
	if (table == NULL || !next_row(table, header))
	{
		perror(path);
		exit(1);
	}
	return table;
}

#endif							/* WIJI_TEST_TABLE_H */
