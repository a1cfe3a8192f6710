"""A PostgreSQL database, read and written through an asynchronous driver."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.sql import Executable

from parapegma.server.store.schema import Row
from parapegma.server.store.writer import Batch

_T = TypeVar("_T")
_MIGRATION_LOCK = 8_017_001


class PostgresEngine:
    """A pool of connections."""

    lanes = 4
    """How many transactions may be written at a time."""
    migration_lock: str | None = f"SELECT pg_advisory_lock({_MIGRATION_LOCK})"
    """Several processes may start at once; one brings the database up to date, the others wait."""
    migration_unlock: str | None = f"SELECT pg_advisory_unlock({_MIGRATION_LOCK})"

    def __init__(self, url: str) -> None:
        # Errors name no values: they end in logs, and what people write does not.
        self._engine = create_async_engine(
            url, pool_size=8, max_overflow=8, pool_pre_ping=True, hide_parameters=True
        )

    async def rows(self, statement: Executable, values: Mapping[str, Any] | None) -> Sequence[Row]:
        """What a query finds."""
        async with self._engine.connect() as connection:
            return cast(Sequence[Row], (await connection.execute(statement, values)).mappings().all())

    async def texts(self, statement: str, values: tuple[str | int, ...]) -> tuple[Any, ...] | None:
        """Queries in SQLite's own words are not for this one."""
        return None

    async def write(self, batches: Sequence[Batch]) -> None:
        """One transaction; it is on the disk when this returns."""
        async with self._engine.begin() as connection:
            for statement, rows in batches:
                await connection.execute(statement, rows[0] if len(rows) == 1 else rows)

    async def run(self, work: Callable[[Connection], _T]) -> _T:
        """Do something with a connection, such as a migration."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def stop(self) -> None:
        """Close all connections."""
        await self._engine.dispose()
