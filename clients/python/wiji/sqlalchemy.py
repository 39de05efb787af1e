"""SQLAlchemy 2: a type for columns, and Alembic's hook.

    class Order(Base):
        __tablename__ = 'orders'
        id: Mapped[str] = mapped_column(Wiji, primary_key=True, server_default=func.wiji_generate())

An ID is a str.  With default=wiji.wiji instead of server_default, the application generates it.
After an import of this module, reflection knows the type, and func.wiji_timestamp, func.wiji_lower,
func.wiji_upper and func.wiji_generate have the types of their results.

ARRAY(Wiji) on psycopg 3: event.listen(engine, 'connect', lambda db, _: wiji.psycopg.register(db)).

In Alembic's env.py: context.configure(…, render_item=wiji.sqlalchemy.render_item).
"""
# Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
from collections.abc import Callable
from typing import Any, Literal

from sqlalchemy import DateTime, Dialect, literal
from sqlalchemy.dialects.postgresql.base import ischema_names
from sqlalchemy.sql.functions import GenericFunction
from sqlalchemy.types import UserDefinedType

from . import Id, wiji

__all__ = ['Wiji', 'render_item']


class Wiji(UserDefinedType[str]):
    """A column of IDs.  Values may be of every type that wiji reads; results are 26 characters."""
    cache_ok = True

    @property
    def python_type(self) -> type[str]:
        return str

    def get_col_spec(self, **options: Any) -> str:
        return 'wiji'

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], str | None]:
        # texts as they are: PostgreSQL checks them
        return lambda value: value if value is None or isinstance(value, str) else wiji(value)


ischema_names['wiji'] = Wiji


class _Generate(GenericFunction[str]):
    name = identifier = 'wiji_generate'
    type = Wiji()
    inherit_cache = True


class _Lower(GenericFunction[str]):
    name = identifier = 'wiji_lower'
    type = Wiji()
    inherit_cache = True


class _Upper(GenericFunction[str]):
    name = identifier = 'wiji_upper'
    type = Wiji()
    inherit_cache = True


class _Timestamp(GenericFunction[Any]):
    name = identifier = 'wiji_timestamp'
    type = DateTime(timezone=True)
    inherit_cache = True

    def __init__(self, id: Any, **options: Any) -> None:
        super().__init__(literal(id, Wiji()) if isinstance(id, Id) else id, **options)


def render_item(kind: str, item: Any, autogen_context: Any) -> str | Literal[False]:
    """Has Alembic's autogenerate import the type in revisions that use it."""
    if kind == 'type' and isinstance(item, Wiji):
        autogen_context.imports.add('import wiji.sqlalchemy')
        return 'wiji.sqlalchemy.Wiji()'
    return False
