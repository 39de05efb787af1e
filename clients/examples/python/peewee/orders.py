# peewee, on psycopg 3 or psycopg2.  libpq's environment says where to connect.
import os
from datetime import datetime, timedelta, timezone

import wiji
from peewee import Model, PostgresqlDatabase, TextField
from wiji_field import WijiField

db = PostgresqlDatabase(os.environ["PGDATABASE"])


class Order(Model):
	id = WijiField(primary_key=True)
	item = TextField()

	class Meta:
		database = db
		table_name = "orders"


def items(orders):
	return ", ".join(order.item for order in orders)


db.drop_tables([Order])
db.create_tables([Order])

orders = [Order.create(item=item) for item in ["coffee", "tea", "cake"]]
coffee, tea, cake = orders
print("inserted:", items(orders))

age = datetime.now(timezone.utc) - wiji.parse(coffee.id).date
print("created:", "just now" if abs(age) < timedelta(minutes=1) else age)

yesterday = wiji.lower(datetime.now(timezone.utc) - timedelta(days=1))
print("the last day:", items(Order.select().where(Order.id >= yesterday).order_by(Order.id)))

print("a list of IDs:", items(Order.select().where(Order.id.in_([coffee.id, cake.id])).order_by(Order.id)))

order = Order.create(id=wiji.wiji(), item="sugar")
print("from the application:", Order.get_by_id(order.id).item)
