# ODBC, by pyodbc.  Connects as PGHOST, PGUSER and the like say; an id is a str.
# The database needs CREATE EXTENSION wiji first.  The table orders is made here, and dropped at the end.
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

print("by id:", items(db.execute("SELECT item FROM orders WHERE id = ?", ids["coffee"])))

# there are no arrays; as text it is one, for ids have no commas, quotes or braces
some = "{%s}" % ",".join([ids["coffee"], ids["cake"]])
print("by a list of ids:", items(db.execute("SELECT item FROM orders WHERE id = ANY (?) ORDER BY id", some)))

print("first page:", items(db.execute("SELECT item FROM orders ORDER BY id LIMIT 2")))
print("next page:", items(db.execute("SELECT item FROM orders WHERE id > ? ORDER BY id LIMIT 2", ids["tea"])))

# as text: ODBC's own times have no zone
hour_ago = str(datetime.now(timezone.utc) - timedelta(hours=1))
print("since an hour ago:", items(db.execute("SELECT item FROM orders WHERE id >= wiji_lower(?) ORDER BY id", hour_ago)))

made = db.execute("SELECT wiji_timestamp(?) AT TIME ZONE 'UTC'", ids["coffee"]).fetchval().replace(tzinfo=timezone.utc)
print("made:", "just now" if abs(datetime.now(timezone.utc) - made) < timedelta(minutes=1) else made)

db.execute("DROP TABLE orders")
db.close()
