# peewee, on psycopg2.  Connects as PGHOST, PGUSER and the like say; an id is a str.
# The database needs CREATE EXTENSION wiji first.  The table orders is made here, and dropped at the end.
import os
from datetime import datetime, timedelta, timezone

from peewee import SQL, CharField, Field, ForeignKeyField, Model, PostgresqlDatabase, TextField, fn

db = PostgresqlDatabase(os.environ["PGDATABASE"])  # libpq takes the rest from the environment


class WijiField(Field):
	field_type = "wiji"
	auto_increment = True  # leaves the id out of INSERT, and has it back by RETURNING


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

print("by id:", Order.get_by_id(ids["coffee"]).item)
print("by a list of ids:", items(Order.select().where(Order.id.in_([ids["coffee"], ids["cake"]])).order_by(Order.id)))
print("first page:", items(Order.select().order_by(Order.id).limit(2)))
print("next page:", items(Order.select().where(Order.id > ids["tea"]).order_by(Order.id).limit(2)))

hour_ago = datetime.now(timezone.utc) - timedelta(hours=1)
print("since an hour ago:", items(Order.select().where(Order.id >= fn.wiji_lower(hour_ago)).order_by(Order.id)))

made = Order.select(fn.wiji_timestamp(Order.id)).where(Order.item == "coffee").scalar()
print("made:", "just now" if abs(datetime.now(timezone.utc) - made) < timedelta(minutes=1) else made)

Line.create(order=ids["tea"])
assert [line.order.item for line in Line.select()] == ["tea"]

db.drop_tables([Line, Order])
