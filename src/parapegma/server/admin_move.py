"""Moving a server's data from one database to another, such as from SQLite to PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection, func, insert, select, tuple_

from parapegma.errors import OptionError
from parapegma.server.store import schema
from parapegma.server.store.database import Database

_AT_ONCE = 2_000


async def move(source: Database, target: Database, tell: Callable[[str, int], None]) -> None:
    """Copy everything into an empty database, and count it there. The source stays as it is.

    Nothing may be written to the source meanwhile: stop its server first.
    """
    for table in schema.metadata.sorted_tables:
        if table.name != "secrets" and await _count(target, table):
            raise OptionError(f"the database to move to is not empty: it has {table.name}")
    # A server has not yet used it, so its own secrets are worth nothing.
    await target.engine.run(lambda connection: _run(connection, schema.secrets.delete()))
    for table in schema.metadata.sorted_tables:
        copied = 0
        keys = list(table.primary_key.columns)
        page = select(table).order_by(*keys).limit(_AT_ONCE)
        rows = await source.rows(page)
        while rows:
            await target.engine.run(_inserting(table, [dict(row) for row in rows]))
            copied += len(rows)
            last = tuple(rows[-1][key.name] for key in keys)
            rows = await source.rows(page.where(tuple_(*keys) > tuple_(*last)))
        there = await _count(target, table)
        if there != copied or copied != await _count(source, table):
            raise OptionError(f"{table.name}: {copied} rows were read and {there} are there; start again")
        tell(table.name, copied)


def _inserting(table: Any, rows: list[Mapping[str, Any]]) -> Callable[[Connection], None]:
    def run(connection: Connection) -> None:
        connection.execute(insert(table), rows)
        connection.commit()

    return run


def _run(connection: Connection, statement: Any) -> None:
    connection.execute(statement)
    connection.commit()


async def _count(database: Database, table: Any) -> int:
    row = await database.row(select(func.count().label("rows")).select_from(table))
    assert row is not None
    return int(row["rows"])
