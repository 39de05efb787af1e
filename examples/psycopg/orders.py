# psycopg 3.  Connects as PGHOST, PGUSER and the like say; an id is a str.
# The database needs CREATE EXTENSION wiji first.  The table orders is made here, and dropped at the end.
import os
import sys
from datetime import datetime, timedelta, timezone

import psycopg
from psycopg.types import TypeInfo

sys.path.append(os.path.join(os.path.dirname(__file__), "../../clients/python"))  # where wiji is not installed
import wiji  # noqa: E402

db = psycopg.connect(autocommit=True)
TypeInfo.fetch(db, "wiji").register(db)  # wiji[] comes back as a list; without it, as a str


def items(rows):
	return ", ".join(row[0] for row in rows)


db.execute("CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)")

ids = {}
for item in ["coffee", "tea", "cake", "bread"]:
	(ids[item],) = db.execute("INSERT INTO orders (item) VALUES (%s) RETURNING id", [item]).fetchone()
print("inserted:", ", ".join(ids))

print("by id:", items(db.execute("SELECT item FROM orders WHERE id = %s", [ids["coffee"]])))

# a uuid.UUID of the same 16 bytes is found, too
(coffee,) = db.execute("SELECT %s::wiji::uuid", [ids["coffee"]]).fetchone()
assert items(db.execute("SELECT item FROM orders WHERE id = %s", [coffee])) == "coffee"
assert items(db.execute("SELECT item FROM orders WHERE id = ANY (%s)", [[coffee]])) == "coffee"

print("by a list of ids:", items(db.execute(
	"SELECT item FROM orders WHERE id = ANY (%s) ORDER BY id", [[ids["coffee"], ids["cake"]]])))

page = db.execute("SELECT item, id FROM orders ORDER BY id LIMIT 2").fetchall()
print("first page:", items(page))
last = page[-1][1]
print("next page:", items(db.execute(
	"SELECT item FROM orders WHERE id > %s ORDER BY id LIMIT 2", [last])))

hour_ago = datetime.now(timezone.utc) - timedelta(hours=1)
print("since an hour ago:", items(db.execute(
	"SELECT item FROM orders WHERE id >= wiji_lower(%s) ORDER BY id", [hour_ago])))

(made,) = db.execute("SELECT wiji_timestamp(%s)", [ids["coffee"]]).fetchone()
print("made:", "just now" if abs(datetime.now(timezone.utc) - made) < timedelta(minutes=1) else made)

(everything,) = db.execute("SELECT array_agg(id ORDER BY id) FROM orders").fetchone()
assert everything == list(ids.values())

# an id that is made here, of a row and of one that refers to it: no answer has to be waited for
order = wiji.wiji()
with db.pipeline():
	db.execute("INSERT INTO orders (id, item) VALUES (%s, %s)", [order, "sugar"])
	db.execute("INSERT INTO orders (item) VALUES (%s)", [f"a spoon for {order}"])
assert items(db.execute("SELECT item FROM orders WHERE id = %s", [wiji.uuid(order)])) == "sugar"

# a wrong id: the server's error, which a web application makes 404, and the library's
try:
	raise AssertionError(db.execute("SELECT FROM orders WHERE id = %s", ["coffee"]).fetchone())
except psycopg.errors.InvalidTextRepresentation:
	assert not wiji.is_valid("coffee")

# a moment: as a parameter of a function or a period, or as an id that is made here
today = datetime.now(timezone.utc) - timedelta(hours=1)
for condition, moment in [("id >= wiji_lower(%s)", today), ("id <@ tstzrange(%s, NULL)", today), ("id >= %s", wiji.lower(today))]:
	assert db.execute(f"SELECT count(*) FROM orders WHERE {condition}", [moment]).fetchone() == (6,)

# rows with their ids, by COPY
milk = wiji.wiji()
with db.cursor().copy("COPY orders (id, item) FROM STDIN") as copy:
	copy.write_row([milk, "milk"])
assert items(db.execute("SELECT item FROM orders WHERE id = %s", [milk])) == "milk"

db.execute("DROP TABLE orders")
db.close()
