# psycopg 3.  libpq's environment says where to connect.
from datetime import datetime, timedelta, timezone

import psycopg
import wiji


def items(rows):
	return ", ".join(item for (item,) in rows)


with psycopg.connect(autocommit=True, options="-c search_path=wiji_example,public") as db:
	db.execute("CREATE SCHEMA wiji_example")  # the example's own
	db.execute("CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)")

	ids = {}
	for item in ["coffee", "tea", "cake"]:
		(ids[item],) = db.execute("INSERT INTO orders (item) VALUES (%s) RETURNING id", [item]).fetchone()
	print("inserted:", ", ".join(ids))

	age = datetime.now(timezone.utc) - wiji.parse(ids["coffee"]).date
	print("created:", "just now" if abs(age) < timedelta(minutes=1) else age)

	yesterday = datetime.now(timezone.utc) - timedelta(days=1)
	print("the last day:", items(db.execute(
		"SELECT item FROM orders WHERE id >= wiji_lower(%s) ORDER BY id", [yesterday])))

	print("a list of IDs:", items(db.execute(
		"SELECT item FROM orders WHERE id = ANY (%s) ORDER BY id", [[ids["coffee"], ids["cake"]]])))

	order = wiji.wiji()
	db.execute("INSERT INTO orders (id, item) VALUES (%s, %s)", [order, "sugar"])
	print("from the application:", items(db.execute("SELECT item FROM orders WHERE id = %s", [order])))
	db.execute("DROP SCHEMA wiji_example CASCADE")
