# asyncpg.  libpq's environment says where to connect.
import asyncio
from datetime import datetime, timedelta, timezone

import asyncpg
import wiji.asyncpg


def items(rows):
	return ", ".join(row["item"] for row in rows)


async def main():
	async with asyncpg.create_pool(init=wiji.asyncpg.register, server_settings={"search_path": "wiji_example, public"}) as db:
		await db.execute("CREATE SCHEMA wiji_example")  # the example's own
		await db.execute("CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)")

		ids = {}
		for item in ["coffee", "tea", "cake"]:
			ids[item] = await db.fetchval("INSERT INTO orders (item) VALUES ($1) RETURNING id", item)
		print("inserted:", ", ".join(ids))

		age = datetime.now(timezone.utc) - wiji.parse(ids["coffee"]).date
		print("created:", "just now" if abs(age) < timedelta(minutes=1) else age)

		yesterday = datetime.now(timezone.utc) - timedelta(days=1)
		print("the last day:", items(await db.fetch(
			"SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id", yesterday)))

		print("a list of IDs:", items(await db.fetch(
			"SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id", [ids["coffee"], ids["cake"]])))

		order = wiji.wiji()
		await db.copy_records_to_table("orders", columns=["id", "item"], records=[(order, "sugar")])
		print("from the application:", items(await db.fetch("SELECT item FROM orders WHERE id = $1", order)))
		await db.execute("DROP SCHEMA wiji_example CASCADE")


asyncio.run(main())
