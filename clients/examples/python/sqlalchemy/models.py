from sqlalchemy import func
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from wiji.sqlalchemy import Wiji


class Base(DeclarativeBase):
	pass


class Order(Base):
	__tablename__ = "orders"
	id: Mapped[str] = mapped_column(Wiji, primary_key=True, server_default=func.wiji_generate())
	item: Mapped[str]
