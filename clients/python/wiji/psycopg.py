"""psycopg 3: lists, binary results and binary COPY of IDs.  Without this module, too, an ID is a str.

    with psycopg.connect() as db:
        wiji.psycopg.register(db)       # await wiji.psycopg.register_async(db) for an AsyncConnection

    psycopg_pool.ConnectionPool(configure=wiji.psycopg.register)

Parameters may be of every type that wiji reads.  A uuid.UUID is sent as PostgreSQL's uuid, which
compares with IDs, and is assigned to them.
"""
# Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
from typing import Any

import psycopg
from psycopg import AsyncConnection, BaseConnection, Connection
from psycopg.abc import Buffer
from psycopg.adapt import Dumper, Loader
from psycopg.pq import Format
from psycopg.types import TypeInfo

from . import binary, wiji

__all__ = ['register', 'register_async']

if [int(part) for part in psycopg.__version__.split('.')[:2]] < [3, 2]:
    raise ImportError(f'wiji.psycopg requires psycopg 3.2 or newer, found {psycopg.__version__}')


class _Binary(Loader):
    format = Format.BINARY

    def load(self, data: Buffer) -> str:
        return wiji(bytes(data))


class _TextDumper(Dumper):
    def dump(self, obj: Any) -> bytes:
        return wiji(obj).encode()


class _BinaryDumper(Dumper):
    format = Format.BINARY

    def dump(self, obj: Any) -> bytes:
        return binary(obj)


def register_info(info: TypeInfo | None, connection: BaseConnection[Any]) -> None:
    """As register(), for who has fetched the type's OIDs already."""
    if info is None:
        raise LookupError('this database has no type wiji; run CREATE EXTENSION wiji')
    info.register(connection)
    connection.adapters.register_loader(info.oid, _Binary)
    for dumper in _TextDumper, _BinaryDumper:  # for COPY with set_types(['wiji', …])
        connection.adapters.register_dumper(None, type(dumper.__name__, (dumper,), {'oid': info.oid}))


def register(connection: Connection[Any], name: str = 'wiji') -> None:
    """Registers the type of that name, such as 'extensions.wiji' where it is not in the search path."""
    register_info(TypeInfo.fetch(connection, name), connection)


async def register_async(connection: AsyncConnection[Any], name: str = 'wiji') -> None:
    """As register()."""
    register_info(await TypeInfo.fetch(connection, name), connection)
