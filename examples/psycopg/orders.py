# psycopg 3.  Connects with PGHOST, PGUSER and so on; an ID is a str.
# Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
import os
import sys
from datetime import datetime, timedelta, timezone

import psycopg
from psycopg.types import TypeInfo

sys.path.append(os.path.join(os.path.dirname(__file__), "../../clients/python"))  # where wiji is not installed
import wiji  # noqa: E402

db = psycopg.connect(autocommit=True)
TypeInfo.fetch(db, "wiji").register(db)  # wiji[] is returned as a list; without it, as a str


def items(rows):
	return ", ".join(row[0] for row in rows)


db.execute("CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)")

ids = {}
for item in ["coffee", "tea", "cake", "bread"]:
	(ids[item],) = db.execute("INSERT INTO orders (item) VALUES (%s) RETURNING id", [item]).fetchone()
print("inserted:", ", ".join(ids))

print("by ID:", items(db.execute("SELECT item FROM orders WHERE id = %s", [ids["coffee"]])))

# a uuid.UUID of the same 16 bytes works, too
(coffee,) = db.execute("SELECT %s::wiji::uuid", [ids["coffee"]]).fetchone()
assert items(db.execute("SELECT item FROM orders WHERE id = %s", [coffee])) == "coffee"
assert items(db.execute("SELECT item FROM orders WHERE id = ANY (%s)", [[coffee]])) == "coffee"

print("by a list of IDs:", items(db.execute(
	"SELECT item FROM orders WHERE id = ANY (%s) ORDER BY id", [[ids["coffee"], ids["cake"]]])))

page = db.execute("SELECT item, id FROM orders ORDER BY id LIMIT 2").fetchall()
print("first page:", items(page))
last = page[-1][1]
print("next page:", items(db.execute(
	"SELECT item FROM orders WHERE id > %s ORDER BY id LIMIT 2", [last])))

hour_ago = datetime.now(timezone.utc) - timedelta(hours=1)
print("since an hour ago:", items(db.execute(
	"SELECT item FROM orders WHERE id >= wiji_lower(%s) ORDER BY id", [hour_ago])))

(created,) = db.execute("SELECT wiji_timestamp(%s)", [ids["coffee"]]).fetchone()
print("created:", "just now" if abs(datetime.now(timezone.utc) - created) < timedelta(minutes=1) else created)

(everything,) = db.execute("SELECT array_agg(id ORDER BY id) FROM orders").fetchone()
assert everything == list(ids.values())

# an ID that is generated here, for a row and for one that refers to it: no round trip in between
order = wiji.wiji()
with db.pipeline():
	db.execute("INSERT INTO orders (id, item) VALUES (%s, %s)", [order, "sugar"])
	db.execute("INSERT INTO orders (item) VALUES (%s)", [f"a spoon for {order}"])
assert items(db.execute("SELECT item FROM orders WHERE id = %s", [wiji.uuid(order)])) == "sugar"

# an invalid ID: the server's error (a web application answers 404), and the library's
try:
	raise AssertionError(db.execute("SELECT FROM orders WHERE id = %s", ["coffee"]).fetchone())
except psycopg.errors.InvalidTextRepresentation:
	assert not wiji.is_valid("coffee")

# a timestamp: as a parameter of a function or a range, or as an ID that is generated here
today = datetime.now(timezone.utc) - timedelta(hours=1)
for condition, since in [("id >= wiji_lower(%s)", today), ("id <@ tstzrange(%s, NULL)", today), ("id >= %s", wiji.lower(today))]:
	assert db.execute(f"SELECT count(*) FROM orders WHERE {condition}", [since]).fetchone() == (6,)

# rows with their IDs, by COPY
milk = wiji.wiji()
with db.cursor().copy("COPY orders (id, item) FROM STDIN") as copy:
	copy.write_row([milk, "milk"])
assert items(db.execute("SELECT item FROM orders WHERE id = %s", [milk])) == "milk"

db.execute("DROP TABLE orders")
db.close()
