"""A SQLite file, read and written in a few threads of our own.

A query through an asynchronous driver goes to its thread and back for every step of it: cursor, execution,
rows, closing. Here a whole query, or a whole transaction, is one visit: the event loop is woken once.

What was written lies in SQLite's log first and is folded into the file later. Left to itself, SQLite has
whoever commits wait for that; here another thread does it while commits go on.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from sqlalchemy import create_engine, event
from sqlalchemy.sql import Executable

from parapegma.server.store.schema import Row

_READERS = 2
_FOLDED_EVERY = 1.0
"""Seconds between two foldings of the log, while something is written."""

Batch = tuple[Executable, list[Mapping[str, Any]]]
"""A statement and the rows it is executed with."""


class SqliteThreads:
    """Threads that read, and one that writes: SQLite has one writer."""

    def __init__(self, path: str, set_up: Any) -> None:
        self._engine = create_engine(
            f"sqlite:///{path}", pool_size=_READERS + 2, hide_parameters=True, pool_reset_on_return=None
        )
        event.listen(self._engine, "connect", set_up)
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="reading")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writing")
        self._folder = ThreadPoolExecutor(1, thread_name_prefix="folding")
        self._fold_at = 0.0

    async def rows(self, statement: Executable, values: Mapping[str, Any] | None) -> Sequence[Row]:
        """What a query finds."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._rows, statement, values)

    def _rows(self, statement: Executable, values: Mapping[str, Any] | None) -> Sequence[Row]:
        with self._engine.connect() as connection:
            return cast(Sequence[Row], connection.execute(statement, values).mappings().all())

    async def texts(self, statement: str, values: tuple[str | int, ...]) -> tuple[Any, ...]:
        """The one row that a query in SQLite's own words gives."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._texts, statement, values)

    def _texts(self, statement: str, values: tuple[str | int, ...]) -> tuple[Any, ...]:
        with self._engine.connect() as connection:
            return tuple(connection.exec_driver_sql(statement, values).one())

    async def write(self, batches: Sequence[Batch]) -> None:
        """One transaction; it is on the disk when this returns."""
        await asyncio.get_running_loop().run_in_executor(self._writer, self._write, batches)

    def _write(self, batches: Sequence[Batch]) -> None:
        with self._engine.begin() as connection:
            for statement, rows in batches:
                connection.execute(statement, rows[0] if len(rows) == 1 else rows)
        if time.monotonic() >= self._fold_at:
            self._fold_at = time.monotonic() + _FOLDED_EVERY
            self._folder.submit(self._fold)

    def _fold(self) -> None:
        """Fold into the file what can be folded without anyone waiting."""
        with self._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").all()

    async def stop(self) -> None:
        """Finish what is under way and close the file."""
        for threads in (self._readers, self._writer, self._folder):
            await asyncio.to_thread(threads.shutdown)
        self._engine.dispose()
