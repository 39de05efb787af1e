"""SQLAlchemy 2: a type for columns, and Alembic's hook.

    class Order(Base):
        __tablename__ = 'orders'
        id: Mapped[str] = mapped_column(Wiji, primary_key=True, server_default=func.wiji_generate())

An ID is a str.  With default=wiji.wiji instead of server_default, the application generates it.
After an import of this module, reflection knows the type, and func.wiji_timestamp, func.wiji_lower,
func.wiji_upper and func.wiji_generate have the types of their results.

Lists of IDs, ARRAY(Wiji) and array_agg(), on psycopg 3 and psycopg2: wiji.sqlalchemy.register(engine).

In Alembic's env.py: context.configure(…, render_item=wiji.sqlalchemy.render_item).
"""
# Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
from collections.abc import Callable
from typing import Any, Literal

import sqlalchemy
from sqlalchemy import DateTime, event, literal
from sqlalchemy.dialects.postgresql.base import ischema_names
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.sql.functions import GenericFunction
from sqlalchemy.types import UserDefinedType

from . import Id, wiji

if int(sqlalchemy.__version__.split('.')[0]) < 2:
    raise ImportError(f'wiji.sqlalchemy requires SQLAlchemy 2.0 or newer, found {sqlalchemy.__version__}')

__all__ = ['Wiji', 'register', 'render_item']


class Wiji(UserDefinedType[str]):
    """A column of IDs.  Values may be of every type that wiji reads; results are 26 characters."""
    cache_ok = True

    @property
    def python_type(self) -> type[str]:
        return str

    def get_col_spec(self, **options: Any) -> str:
        return 'wiji'

    def bind_processor(self, dialect: sqlalchemy.Dialect) -> Callable[[Any], str | None]:
        # texts as they are: PostgreSQL checks them
        return lambda value: value if value is None or isinstance(value, str) else wiji(value)

    def literal_processor(self, dialect: sqlalchemy.Dialect) -> Callable[[Any], str]:
        # with its type, which ARRAY[…] needs
        return lambda value: 'NULL' if value is None else f"CAST('{wiji(value)}' AS wiji)"

    def result_processor(self, dialect: sqlalchemy.Dialect, coltype: object) -> Callable[[Any], str | None]:
        return _result


def _result(value: Any) -> str | None:
    if value is None or type(value) is str and len(value) == 26:
        return value
    if type(value) is str and len(value) == 1:  # ARRAY() takes a text to be the list of its characters
        raise InvalidRequestError(
            'the database driver read a list of IDs as text; call wiji.sqlalchemy.register(engine) before the engine '
            'connects, to a database that has the type wiji')
    return wiji(value)


def register(engine: Any) -> None:
    """Lets the connections of an Engine or AsyncEngine read lists of IDs.

    It asks each new connection for the type; where there is none yet, it does nothing.  asyncpg needs no such call."""
    engine = getattr(engine, 'sync_engine', engine)
    tell = _DRIVERS.get(engine.dialect.driver)
    if tell is not None:
        event.listen(engine, 'connect', lambda connection, record: tell(connection))


def _tell_psycopg(connection: Any) -> None:
    from .psycopg import register, register_async
    try:
        if hasattr(connection, 'run_async'):  # of an AsyncEngine
            connection.run_async(register_async)
        else:
            register(connection)
    except LookupError:
        pass


def _tell_psycopg2(connection: Any) -> None:
    from psycopg2 import STRING
    from psycopg2.extensions import new_array_type, register_type
    with connection, connection.cursor() as cursor:
        cursor.execute("SELECT typarray FROM pg_catalog.pg_type WHERE oid = pg_catalog.to_regtype('wiji')")
        for (oid,) in cursor.fetchall():
            register_type(new_array_type((oid,), 'wiji[]', STRING), connection)


_DRIVERS = {'psycopg': _tell_psycopg, 'psycopg2': _tell_psycopg2}


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
