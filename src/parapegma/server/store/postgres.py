"""A PostgreSQL database, read and written through an asynchronous driver."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, event
from sqlalchemy.exc import DBAPIError, InvalidatePoolError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.sql import Executable

from parapegma.server.store.epochs import EPOCHS, Epochs, check_epochs
from parapegma.server.store.one_statement import AT_ONCE, values_at_once
from parapegma.server.store.schema import Row
from parapegma.server.store.writer import Batch

_T = TypeVar("_T")
_MIGRATION_LOCK = 8_017_001
_KEPT, _AT_MOST = 5, 8
"""Connections of a process: ten of them need no more than PostgreSQL has if nothing is set."""
_LOST = ("08", "57P")
"""Beginnings of what PostgreSQL says when it ends a connection."""


class PostgresEngine:
    """A pool of connections."""

    lanes = 4
    """How many transactions may be written at a time."""
    migration_lock: str | None = f"SELECT pg_advisory_lock({_MIGRATION_LOCK})"
    """Several processes may start at once; one brings the database up to date, the others wait."""
    migration_unlock: str | None = f"SELECT pg_advisory_unlock({_MIGRATION_LOCK})"

    milliseconds = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
    """The time since 1970, by the clock that all processes share."""

    def __init__(self, url: str) -> None:
        # Errors name no values: they end in logs, and what people write does not.
        self._engine = create_async_engine(
            url, pool_size=_KEPT, max_overflow=_AT_MOST - _KEPT, hide_parameters=True
        )
        event.listen(self._engine.sync_engine, "checkout", _check_open)
        self._by_itself = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        """The same connections for single statements: each is a transaction without being made one."""

    async def rows(self, statement: Executable, values: Mapping[str, Any] | None) -> Sequence[Row]:
        """What a query finds."""
        try:
            return await self._rows(statement, values)
        except DBAPIError as error:
            if not _lost(error):
                raise
            # Those that were open are given up; on a new one it may be asked again.
            return await self._rows(statement, values)

    async def _rows(self, statement: Executable, values: Mapping[str, Any] | None) -> Sequence[Row]:
        async with self._by_itself.connect() as connection:
            return cast(Sequence[Row], (await connection.execute(statement, values)).mappings().all())

    async def texts(self, statement: str, values: tuple[str | int, ...]) -> tuple[Any, ...] | None:
        """Queries in SQLite's own words are not for this one."""
        return None

    async def write(self, batches: Sequence[Batch], epochs: Epochs) -> None:
        """One transaction; it is on the disk when this returns."""
        at_once = values_at_once(batches, epochs)
        if at_once is not None:
            async with self._by_itself.connect() as connection:
                owned = await connection.exec_driver_sql(AT_ONCE, at_once)
                check_epochs(epochs, ((table, epochs[table]) for (table,) in owned))
            return
        async with self._engine.begin() as connection:
            if epochs:
                check_epochs(epochs, await connection.execute(EPOCHS, {"tables": list(epochs)}))
            for statement, rows in batches:
                await connection.execute(statement, rows[0] if len(rows) == 1 else rows)

    async def run(self, work: Callable[[Connection], _T]) -> _T:
        """Do something with a connection, such as a migration."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def stop(self) -> None:
        """Close all connections."""
        await self._engine.dispose()


def _check_open(connection: Any, *_: object) -> None:
    """Notice what the other side has closed, without asking it each time."""
    if connection.driver_connection.is_closed():
        # The others are no better: the database was started anew.
        raise InvalidatePoolError


def _lost(error: DBAPIError) -> bool:
    state = getattr(error.orig, "sqlstate", None) or ""
    return error.connection_invalidated or state.startswith(_LOST)
