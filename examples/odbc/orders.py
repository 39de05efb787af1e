# ODBC, by pyodbc.  Connects with PGHOST, PGUSER and so on; an ID is a str.
# Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
import os
from datetime import datetime, timedelta, timezone

import pyodbc

db = pyodbc.connect("DRIVER={{PostgreSQL Unicode}};SERVER={PGHOST};PORT={PGPORT};DATABASE={PGDATABASE};UID={PGUSER};PWD={PGPASSWORD}".format(
	**{"PGPASSWORD": "", **os.environ}), autocommit=True)


def items(rows):
	return ", ".join(row.item for row in rows)


db.execute("CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)")

ids = {}
for item in ["coffee", "tea", "cake", "bread"]:
	ids[item] = db.execute("INSERT INTO orders (item) VALUES (?) RETURNING id", item).fetchval()
print("inserted:", ", ".join(ids))

print("by ID:", items(db.execute("SELECT item FROM orders WHERE id = ?", ids["coffee"])))

# no arrays, so send one as text: IDs have no commas, quotes or braces
some = "{%s}" % ",".join([ids["coffee"], ids["cake"]])
print("by a list of IDs:", items(db.execute("SELECT item FROM orders WHERE id = ANY (?) ORDER BY id", some)))

print("first page:", items(db.execute("SELECT item FROM orders ORDER BY id LIMIT 2")))
print("next page:", items(db.execute("SELECT item FROM orders WHERE id > ? ORDER BY id LIMIT 2", ids["tea"])))

# as text: ODBC's timestamps have no time zone
hour_ago = str(datetime.now(timezone.utc) - timedelta(hours=1))
print("since an hour ago:", items(db.execute("SELECT item FROM orders WHERE id >= wiji_lower(?) ORDER BY id", hour_ago)))

created = db.execute("SELECT wiji_timestamp(?) AT TIME ZONE 'UTC'", ids["coffee"]).fetchval().replace(tzinfo=timezone.utc)
print("created:", "just now" if abs(datetime.now(timezone.utc) - created) < timedelta(minutes=1) else created)

db.execute("DROP TABLE orders")
db.close()
