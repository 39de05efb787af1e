# asyncpg.  Connects with PGHOST, PGUSER and so on; an ID is a str.
# Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
import asyncio
import uuid
from datetime import datetime, timedelta, timezone

import asyncpg


def items(rows):
	return ", ".join(row["item"] for row in rows)


async def main():
	db = await asyncpg.connect()

	await db.execute("CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)")

	ids = {}
	for item in ["coffee", "tea", "cake", "bread"]:
		ids[item] = await db.fetchval("INSERT INTO orders (item) VALUES ($1) RETURNING id", item)
	print("inserted:", ", ".join(ids))

	print("by ID:", items(await db.fetch("SELECT item FROM orders WHERE id = $1", ids["coffee"])))

	print("by a list of IDs:", items(await db.fetch(
		"SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id", [ids["coffee"], ids["cake"]])))

	page = await db.fetch("SELECT item, id FROM orders ORDER BY id LIMIT 2")
	print("first page:", items(page))
	last = page[-1]["id"]
	print("next page:", items(await db.fetch("SELECT item FROM orders WHERE id > $1 ORDER BY id LIMIT 2", last)))

	hour_ago = datetime.now(timezone.utc) - timedelta(hours=1)
	print("since an hour ago:", items(await db.fetch("SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id", hour_ago)))

	created = await db.fetchval("SELECT wiji_timestamp($1)", ids["coffee"])
	print("created:", "just now" if abs(datetime.now(timezone.utc) - created) < timedelta(minutes=1) else created)

	assert await db.fetchval("SELECT array_agg(id ORDER BY id) FROM orders") == list(ids.values())

	# COPY is binary, which requires a codec; IDs then have the codec's type, here uuid.UUID
	await db.set_type_codec(
		"wiji", schema="public", format="binary", encoder=lambda id: id.bytes, decoder=lambda raw: uuid.UUID(bytes=bytes(raw)))
	coffee = await db.fetchval("SELECT id FROM orders ORDER BY id LIMIT 1")
	assert isinstance(coffee, uuid.UUID)
	id = uuid.UUID(bytes=bytes([0]) + coffee.bytes[1:])
	await db.copy_records_to_table("orders", columns=["id", "item"], records=[(id, "milk")])
	assert items(await db.fetch("SELECT item FROM orders WHERE id = $1", id)) == "milk"

	await db.execute("DROP TABLE orders")
	await db.close()


asyncio.run(main())
