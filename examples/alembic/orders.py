# Alembic, with SQLAlchemy on asyncpg.  Connects with PGHOST, PGUSER and so on; an ID is a str.
# Run CREATE EXTENSION wiji first.  The program creates the tables, and drops them at the end.
import asyncio
from datetime import datetime, timedelta, timezone

from alembic.autogenerate import compare_metadata, produce_migrations, render_python_code
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Column, ForeignKey, Text, any_, func, select
from sqlalchemy.dialects.postgresql.base import ischema_names
from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine
from sqlalchemy.orm import declarative_base
from sqlalchemy.types import UserDefinedType


class Wiji(UserDefinedType):
	cache_ok = True

	def get_col_spec(self, **kw):
		return "wiji"


ischema_names["wiji"] = Wiji  # for reflection
Base = declarative_base()


class Order(Base):
	__tablename__ = "orders"
	__mapper_args__ = {"eager_defaults": True}
	id = Column(Wiji, primary_key=True, server_default=func.wiji_generate())
	item = Column(Text, nullable=False)


class Line(Base):
	__tablename__ = "lines"
	id = Column(Wiji, primary_key=True, server_default=func.wiji_generate())
	order_id = Column(ForeignKey("orders.id"), nullable=False)


# For env.py: context.configure(…, render_item=render_item).  Revisions then import the type.
def render_item(kind, value, context):
	if kind == "type" and isinstance(value, Wiji):
		context.imports.add("from orders import Wiji")
		return "Wiji()"
	return False


def migrate(connection):
	context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
	revision = produce_migrations(context, Base.metadata).upgrade_ops
	code = render_python_code(revision, render_item=render_item)
	assert "sa.Column('id', Wiji(), server_default=sa.text('wiji_generate()'), nullable=False)" in code, code
	operations = Operations(context)
	for operation in revision.ops:
		operations.invoke(operation)
	assert compare_metadata(context, Base.metadata) == []  # no differences


def items(orders):
	return ", ".join(order.item for order in orders)


async def main():
	engine = create_async_engine("postgresql+asyncpg://")
	async with engine.begin() as connection:
		await connection.run_sync(migrate)

	async with AsyncSession(engine, expire_on_commit=False) as db:
		ids = {}
		for item in ["coffee", "tea", "cake", "bread"]:
			order = Order(item=item)
			db.add(order)
			await db.flush()
			ids[item] = order.id
		print("inserted:", ", ".join(ids))

		print("by ID:", (await db.get(Order, ids["coffee"])).item)
		some = [ids["coffee"], ids["cake"]]
		print("by a list of IDs:", items(await db.scalars(select(Order).where(Order.id.in_(some)).order_by(Order.id))))
		assert items(await db.scalars(select(Order).where(Order.id == any_(some)).order_by(Order.id))) == "coffee, cake"
		print("first page:", items(await db.scalars(select(Order).order_by(Order.id).limit(2))))
		print("next page:", items(await db.scalars(select(Order).where(Order.id > ids["tea"]).order_by(Order.id).limit(2))))
		hour_ago = datetime.now(timezone.utc) - timedelta(hours=1)
		print("since an hour ago:", items(await db.scalars(
			select(Order).where(Order.id >= func.wiji_lower(hour_ago)).order_by(Order.id))))

		created = await db.scalar(select(func.wiji_timestamp(Order.id)).where(Order.item == "coffee"))
		print("created:", "just now" if abs(datetime.now(timezone.utc) - created) < timedelta(minutes=1) else created)

		db.add(Line(order_id=ids["tea"]))
		await db.commit()

	async with engine.begin() as connection:
		await connection.run_sync(Base.metadata.drop_all)
	await engine.dispose()


asyncio.run(main())
