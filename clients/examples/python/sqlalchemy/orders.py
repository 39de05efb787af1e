# SQLAlchemy 2 on psycopg 3, after "alembic revision --autogenerate" and "alembic upgrade head".
# libpq's environment says where to connect.
from datetime import datetime, timedelta, timezone

import wiji
from models import Order
from sqlalchemy import create_engine, func, select
from sqlalchemy.orm import Session


def items(orders):
	return ", ".join(order.item for order in orders)


with Session(create_engine("postgresql+psycopg://")) as db:
	coffee, tea, cake = orders = [Order(item=item) for item in ["coffee", "tea", "cake"]]
	db.add_all(orders)
	db.flush()
	print("inserted:", items(sorted(orders, key=lambda order: order.id)))

	age = datetime.now(timezone.utc) - db.scalars(select(func.wiji_timestamp(Order.id)).where(Order.id == coffee.id)).one()
	print("created:", "just now" if abs(age) < timedelta(minutes=1) else age)

	yesterday = datetime.now(timezone.utc) - timedelta(days=1)
	print("the last day:", items(db.scalars(
		select(Order).where(Order.id >= func.wiji_lower(yesterday)).order_by(Order.id))))

	print("a list of IDs:", items(db.scalars(
		select(Order).where(Order.id.in_([coffee.id, cake.id])).order_by(Order.id))))

	order = Order(id=wiji.wiji(), item="sugar")
	db.add(order)
	db.commit()
	print("from the application:", db.get_one(Order, order.id).item)
