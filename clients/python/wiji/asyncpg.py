"""asyncpg: a codec for IDs.

    db = await asyncpg.connect()
    await wiji.asyncpg.register(db)

    pool = await asyncpg.create_pool(init=wiji.asyncpg.register)

An ID is a str, in lists, too, and parameters may be of every type that wiji reads.  Without the codec
asyncpg sends and returns str as well, but cannot copy_records_to_table() or take a uuid.UUID.
"""
# Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
from typing import Any

import asyncpg
from asyncpg import Connection

from . import binary, wiji

__all__ = ['register']

if [int(part) for part in asyncpg.__version__.split('.')[:2]] < [0, 29]:
    raise ImportError(f'wiji.asyncpg requires asyncpg 0.29 or newer, found {asyncpg.__version__}')


async def register(connection: 'Connection[Any]', name: str = 'wiji') -> None:
    """Registers the type of that name, such as 'extensions.wiji' where it is not in the search path."""
    found = await connection.fetchrow(
        'SELECT typname::text, nspname::text FROM pg_catalog.pg_type t '
        'JOIN pg_catalog.pg_namespace n ON n.oid = typnamespace WHERE t.oid = pg_catalog.to_regtype($1)', name)
    if found is None:
        raise LookupError('this database has no type wiji; run CREATE EXTENSION wiji')
    await connection.set_type_codec(found[0], schema=found[1], encoder=binary, decoder=wiji, format='binary')
