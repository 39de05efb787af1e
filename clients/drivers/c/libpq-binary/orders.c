/*
 * libpq, binary throughout: an ID is its 16 bytes, in parameters, results and arrays.
 * Connects with PGHOST, PGUSER and so on.
 */
#include <arpa/inet.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <libpq-fe.h>

#define WIJI_LEN 16

typedef struct
{
	unsigned char bytes[WIJI_LEN];
}			wiji;

static PGconn *conn;

/* run a statement with at most one parameter; parameter and result are binary */
static PGresult *
query(const char *statement, const void *parameter, int length)
{
	const char *values[] = {parameter};
	int			binary = 1;
	PGresult   *result;

	/* without a type, the server infers it from the statement */
	result = PQexecParams(conn, statement, parameter ? 1 : 0, NULL,
						  values, &length, &binary, binary);
	if (PQresultStatus(result) != PGRES_TUPLES_OK &&
		PQresultStatus(result) != PGRES_COMMAND_OK)
	{
		fputs(PQerrorMessage(conn), stderr);
		exit(1);
	}
	return result;
}

static wiji
get_wiji(const PGresult *result, int row, int column)
{
	wiji		id;

	if (PQgetlength(result, row, column) != WIJI_LEN)
	{
		fputs("not 16 bytes\n", stderr);
		exit(1);
	}
	memcpy(id.bytes, PQgetvalue(result, row, column), WIJI_LEN);
	return id;
}

/* a bigint, which is sent in network byte order */
static int64_t
get_bigint(const PGresult *result, int row, int column)
{
	uint32_t	half[2];

	memcpy(half, PQgetvalue(result, row, column), sizeof(half));
	return (int64_t) ((uint64_t) ntohl(half[0]) << 32 | ntohl(half[1]));
}

/* the first column, text */
static void
print_items(const char *title, const PGresult *result)
{
	printf("%s:", title);
	for (int row = 0; row < PQntuples(result); row++)
		printf("%s %s", row > 0 ? "," : "", PQgetvalue(result, row, 0));
	printf("\n");
}

static char *
put_int32(char *to, uint32_t value)
{
	value = htonl(value);
	memcpy(to, &value, sizeof(value));
	return to + sizeof(value);
}

/*
 * wiji[] in PostgreSQL's binary format: a header, then each ID after its length.  Returns the
 * total length; "to" must have room for ARRAY_LEN(n).
 */
#define ARRAY_LEN(n) (20 + (n) * (4 + WIJI_LEN))

static int
put_array(char *to, const wiji * ids, int n, Oid type)
{
	to = put_int32(to, 1);		/* dimensions */
	to = put_int32(to, 0);		/* no nulls */
	to = put_int32(to, type);
	to = put_int32(to, n);
	to = put_int32(to, 1);		/* subscripts start at 1 */
	for (int i = 0; i < n; i++)
	{
		to = put_int32(to, WIJI_LEN);
		memcpy(to, ids[i].bytes, WIJI_LEN);
		to += WIJI_LEN;
	}
	return ARRAY_LEN(n);
}

static void
insert_orders(wiji * ids)
{
	static const char *const items[] = {"coffee", "tea", "cake"};

	printf("inserted:");
	for (int i = 0; i < 3; i++)
	{
		PGresult   *result = query("INSERT INTO orders (item) VALUES ($1) RETURNING id",
								   items[i], strlen(items[i]));

		ids[i] = get_wiji(result, 0, 0);
		printf("%s %s", i > 0 ? "," : "", items[i]);
		PQclear(result);
	}
	printf("\n");
}

static void
find_orders(const wiji * ids)
{
	wiji		some[] = {ids[0], ids[2]};
	char		array[ARRAY_LEN(2)];
	Oid			type;
	PGresult   *result;

	/* arrays need the type's OID, which differs between databases */
	result = query("SELECT 'wiji'::regtype::oid", NULL, 0);
	memcpy(&type, PQgetvalue(result, 0, 0), sizeof(type));
	PQclear(result);

	result = query("SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id",
				   array, put_array(array, some, 2, ntohl(type)));
	print_items("a list of IDs", result);
	PQclear(result);
}

/* an ID that was generated elsewhere; memcmp() orders IDs like the server */
static void
insert_sugar(wiji last)
{
	static const wiji sugar = {{0x06, 0x60, 0xc3, 0x7b, 0x8c, 0x13, 0x42, 0, 0, 0x1f, 0x76, 0xb5, 0xd9, 0xb9, 0x8a, 0x7f}};
	PGresult   *result;

	PQclear(query("INSERT INTO orders (id, item) VALUES ($1, 'sugar')", sugar.bytes, WIJI_LEN));
	result = query("SELECT item, id FROM orders WHERE id = $1", sugar.bytes, WIJI_LEN);
	print_items("from the application", result);
	if (memcmp(sugar.bytes, get_wiji(result, 0, 1).bytes, WIJI_LEN) != 0)
		exit(1);
	PQclear(result);

	result = query("SELECT id FROM orders ORDER BY id DESC LIMIT 1", NULL, 0);
	if (memcmp(sugar.bytes, last.bytes, WIJI_LEN) >= 0 ||
		memcmp(get_wiji(result, 0, 0).bytes, last.bytes, WIJI_LEN) != 0)
		exit(1);
	PQclear(result);
}

static void
read_times(wiji id)
{
	/* a binary timestamptz is microseconds since 2000 */
	int64_t		yesterday = ((int64_t) time(NULL) - 86400 - 946684800) * 1000000;
	char		since[sizeof(yesterday)];
	PGresult   *result;
	int64_t		created;

	/* microseconds since 1970 */
	result = query("SELECT wiji_timestamp_us($1)", id.bytes, WIJI_LEN);
	created = get_bigint(result, 0, 0);
	if (imaxabs(created / 1000000 - time(NULL)) < 60)
		printf("created: just now\n");
	else
		printf("created: %" PRId64 "\n", created);
	PQclear(result);

	put_int32(put_int32(since, (uint64_t) yesterday >> 32), (uint32_t) yesterday);
	result = query("SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id",
				   since, sizeof(since));
	print_items("the last day", result);
	PQclear(result);
}

int
main(void)
{
	wiji		ids[3];

	conn = PQconnectdb("");
	if (PQstatus(conn) != CONNECTION_OK)
	{
		fputs(PQerrorMessage(conn), stderr);
		return 1;
	}
	PQclear(query("CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(),"
				  " item text NOT NULL)", NULL, 0));
	insert_orders(ids);
	read_times(ids[0]);
	find_orders(ids);
	insert_sugar(ids[2]);
	PQclear(query("DROP TABLE orders", NULL, 0));
	PQfinish(conn);
	return 0;
}
