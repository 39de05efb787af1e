# ODBC, by pyodbc.  Connects with PGHOST, PGUSER and so on; an ID is a str.
import os
from datetime import datetime, timedelta, timezone

import pyodbc

db = pyodbc.connect("DRIVER={{PostgreSQL Unicode}};SERVER={PGHOST};PORT={PGPORT};DATABASE={PGDATABASE};UID={PGUSER};PWD={PGPASSWORD}".format(
	**{"PGPASSWORD": "", **os.environ}), autocommit=True)


def items(rows):
	return ", ".join(row.item for row in rows)


db.execute("CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)")

ids = {}
for item in ["coffee", "tea", "cake"]:
	ids[item] = db.execute("INSERT INTO orders (item) VALUES (?) RETURNING id", item).fetchval()
print("inserted:", ", ".join(ids))

created = db.execute("SELECT wiji_timestamp(?) AT TIME ZONE 'UTC'", ids["coffee"]).fetchval().replace(tzinfo=timezone.utc)
print("created:", "just now" if abs(datetime.now(timezone.utc) - created) < timedelta(minutes=1) else created)

# as text: ODBC's timestamps have no time zone
yesterday = str(datetime.now(timezone.utc) - timedelta(days=1))
print("the last day:", items(db.execute("SELECT item FROM orders WHERE id >= wiji_lower(?) ORDER BY id", yesterday)))

# no arrays, so send one as text: IDs have no commas, quotes or braces
some = "{%s}" % ",".join([ids["coffee"], ids["cake"]])
print("a list of IDs:", items(db.execute("SELECT item FROM orders WHERE id = ANY (?) ORDER BY id", some)))

db.execute("INSERT INTO orders (id, item) VALUES (?, ?)", "06C31QQ30K880007VPPQCVK2KZ", "sugar")
print("from the application:", items(db.execute("SELECT item FROM orders WHERE id = ?", "06C31QQ30K880007VPPQCVK2KZ")))

db.execute("DROP TABLE orders")
db.close()
