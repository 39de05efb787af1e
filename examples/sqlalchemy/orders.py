# SQLAlchemy on psycopg2.  Connects with PGHOST, PGUSER and so on; an ID is a str.
# Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
import os
import sys
from datetime import datetime, timedelta, timezone

from psycopg2 import STRING
from psycopg2.extensions import new_array_type, register_type
from sqlalchemy import Column, DateTime, ForeignKey, Text, any_, cast, create_engine, event, func, inspect, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql.base import ischema_names
from sqlalchemy.exc import DataError
from sqlalchemy.orm import Session, declarative_base
from sqlalchemy.types import UserDefinedType

sys.path.append(os.path.join(os.path.dirname(__file__), "../../clients/python"))  # where wiji is not installed
import wiji  # noqa: E402


class Wiji(UserDefinedType):
	cache_ok = True

	def get_col_spec(self, **kw):
		return "wiji"


ischema_names["wiji"] = Wiji  # for reflection: otherwise a warning, and a column without a type

Base = declarative_base()


class Order(Base):
	__tablename__ = "orders"
	id = Column(Wiji, primary_key=True, server_default=func.wiji_generate())
	item = Column(Text, nullable=False)


class Line(Base):
	__tablename__ = "lines"
	id = Column(Wiji, primary_key=True, default=wiji.wiji)  # generated here
	order_id = Column(Wiji, ForeignKey(Order.id), nullable=False)


engine = create_engine("postgresql://", future=True)


# returns wiji[] as a list
@event.listens_for(engine, "connect")
def register_array(connection, record):
	with connection.cursor() as cursor:
		cursor.execute("SELECT typarray FROM pg_type WHERE oid = 'wiji'::regtype")
		register_type(new_array_type(cursor.fetchone(), "wiji[]", STRING), connection)


Base.metadata.create_all(engine)
db = Session(engine, future=True)


def items(orders):
	return ", ".join(order.item for order in orders)


ids = {}
for item in ["coffee", "tea", "cake", "bread"]:
	order = Order(item=item)
	db.add(order)
	db.flush()
	ids[item] = order.id
print("inserted:", ", ".join(ids))

print("by ID:", db.get(Order, ids["coffee"]).item)

# IN (…), and ANY with one parameter however long the list, which psycopg2 sends as texts
wanted = [ids["coffee"], ids["cake"]]
some = db.scalars(select(Order).where(Order.id.in_(wanted)).order_by(Order.id)).all()
same = db.scalars(select(Order).where(Order.id == any_(cast(wanted, ARRAY(Wiji)))).order_by(Order.id)).all()
assert some == same
print("by a list of IDs:", items(same))

page = db.scalars(select(Order).order_by(Order.id).limit(2)).all()
print("first page:", items(page))
print("next page:", items(db.scalars(
	select(Order).where(Order.id > page[-1].id).order_by(Order.id).limit(2))))

hour_ago = datetime.now(timezone.utc) - timedelta(hours=1)
print("since an hour ago:", items(db.scalars(select(Order).where(Order.id >= func.wiji_lower(hour_ago)).order_by(Order.id))))

created = db.scalar(select(func.wiji_timestamp(Order.id, type_=DateTime(timezone=True))).where(Order.item == "coffee"))
print("created:", "just now" if abs(datetime.now(timezone.utc) - created) < timedelta(minutes=1) else created)

everything = db.scalar(select(func.array_agg(Order.id, type_=ARRAY(Wiji))).where(Order.id.in_(wanted)))
assert sorted(everything) == wanted

line = Line(order_id=ids["coffee"])
db.add(line)
db.flush()
assert wiji.is_valid(line.id) and wiji.compare(line.id, ids["bread"]) > 0

# an invalid ID: a web application answers 404
try:
	with db.begin_nested():
		raise AssertionError(db.get(Order, "coffee"))
except DataError as error:
	assert error.orig.pgcode == "22P02"

# a timestamp, as an ID that is generated here
today = wiji.lower(datetime.now(timezone.utc) - timedelta(hours=1))
assert len(db.scalars(select(Order).where(Order.id >= today)).all()) == 4

db.commit()
columns = {column["name"]: column for column in inspect(engine).get_columns("orders")}
assert isinstance(columns["id"]["type"], Wiji) and columns["id"]["default"] == "wiji_generate()"

db.close()
Base.metadata.drop_all(engine)
