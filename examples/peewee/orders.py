# peewee, on psycopg2.  Connects with PGHOST, PGUSER and so on; an ID is a str.
# Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
import os
from datetime import datetime, timedelta, timezone

from peewee import SQL, CharField, Field, ForeignKeyField, Model, PostgresqlDatabase, TextField, fn

db = PostgresqlDatabase(os.environ["PGDATABASE"])  # libpq takes the rest from the environment


class WijiField(Field):
	field_type = "wiji"
	auto_increment = True  # omits the ID in INSERT, and reads it by RETURNING


class Order(Model):
	id = WijiField(primary_key=True, constraints=[SQL("DEFAULT wiji_generate()")])
	item = TextField()

	class Meta:
		database = db
		table_name = "orders"


class Line(Model):
	id = WijiField(primary_key=True, constraints=[SQL("DEFAULT wiji_generate()")])
	order = ForeignKeyField(Order)  # of type wiji, too

	class Meta:
		database = db


def items(orders):
	return ", ".join(order.item for order in orders)


db.create_tables([Order, Line])

ids = {}
for item in ["coffee", "tea", "cake", "bread"]:
	ids[item] = Order.create(item=item).id
print("inserted:", ", ".join(ids))

print("by ID:", Order.get_by_id(ids["coffee"]).item)
print("by a list of IDs:", items(Order.select().where(Order.id.in_([ids["coffee"], ids["cake"]])).order_by(Order.id)))
print("first page:", items(Order.select().order_by(Order.id).limit(2)))
print("next page:", items(Order.select().where(Order.id > ids["tea"]).order_by(Order.id).limit(2)))

hour_ago = datetime.now(timezone.utc) - timedelta(hours=1)
print("since an hour ago:", items(Order.select().where(Order.id >= fn.wiji_lower(hour_ago)).order_by(Order.id)))

created = Order.select(fn.wiji_timestamp(Order.id)).where(Order.item == "coffee").scalar()
print("created:", "just now" if abs(datetime.now(timezone.utc) - created) < timedelta(minutes=1) else created)

Line.create(order=ids["tea"])
assert [line.order.item for line in Line.select()] == ["tea"]

db.drop_tables([Line, Order])
