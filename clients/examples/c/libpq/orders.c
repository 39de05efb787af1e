/*
 * libpq and libwiji: an ID is its text.  In a database with CREATE EXTENSION wiji.
 *	cc orders.c -I"$(pg_config --includedir)" -lwiji -lpq -o orders
 */
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wiji.h>

static PGresult *
query(PGconn *db, const char *sql, const char *first, const char *second)
{
	const char *values[] = {first, second};
	PGresult   *result = PQexecParams(db, sql, second ? 2 : first ? 1 : 0, NULL, values, NULL, NULL, 0);

	if (PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK)
		return result;
	fputs(PQerrorMessage(db), stderr);
	exit(1);
}

static void
print(const char *title, PGresult *rows)
{
	printf("%s:", title);
	for (int i = 0; i < PQntuples(rows); i++)
		printf("%s %s", i > 0 ? "," : "", PQgetvalue(rows, i, 0));
	printf("\n");
	PQclear(rows);
}

/* PGHOST, PGDATABASE and so on select the database. */
int
main(void)
{
	PGconn	   *db = PQconnectdb("options='-c search_path=wiji_example,public -c client_min_messages=warning'");
	char		text[WIJI_TEXT_SIZE],
				list[2 * WIJI_TEXT_SIZE + 2];
	wiji_t		id,
				yesterday;
	wiji_fields fields;

	PQclear(query(db, "CREATE SCHEMA wiji_example", NULL, NULL));
	PQclear(query(db, "CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)", NULL, NULL));
	PQclear(query(db, "INSERT INTO orders (item) VALUES ($1), ($2)", "coffee", "tea"));
	PGresult   *cake = query(db, "INSERT INTO orders (item) VALUES ($1) RETURNING id", "cake", NULL);
	PGresult   *coffee = query(db, "SELECT id FROM orders WHERE item = $1", "coffee", NULL);

	print("inserted", query(db, "SELECT item FROM orders ORDER BY id", NULL, NULL));
	if (wiji_from_text(PQgetvalue(cake, 0, 0), WIJI_TEXT_SIZE - 1, &id) == WIJI_OK && wiji_parse(&id, &fields) == WIJI_OK)
		printf("created: %s\n", labs(time(NULL) - fields.timestamp_us / 1000000) < 60 ? "just now" : fields.date);
	if (wiji_lower((time(NULL) - 86400) * INT64_C(1000000), &yesterday) == WIJI_OK)
		print("the last day", query(db, "SELECT item FROM orders WHERE id >= $1 ORDER BY id", wiji_to_text(&yesterday, text), NULL));
	snprintf(list, sizeof(list), "{%s,%s}", PQgetvalue(coffee, 0, 0), PQgetvalue(cake, 0, 0));
	print("a list of IDs", query(db, "SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id", list, NULL));
	if (wiji_text(NULL, text) == WIJI_OK)
		PQclear(query(db, "INSERT INTO orders (id, item) VALUES ($1, $2)", text, "sugar"));
	print("from the application", query(db, "SELECT item FROM orders WHERE id = $1", text, NULL));
	PQclear(query(db, "DROP SCHEMA wiji_example CASCADE", NULL, NULL));
	PQclear(cake), PQclear(coffee), PQfinish(db);
}
