"""A SQLite database, read and written in a few threads of our own.

A query through an asynchronous driver goes to its thread and back for every step of it: cursor, execution,
rows, closing. Here a whole query, or a whole transaction, is one visit: the event loop is woken once.

What was written lies in SQLite's log first and is folded into the file later. Left to itself, SQLite has
whoever commits wait for that; here another thread does it while commits go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.pool import StaticPool
from sqlalchemy.sql import Executable

from parapegma.errors import OptionError
from parapegma.server.store.epochs import EPOCHS, Epochs, check_epochs
from parapegma.server.store.schema import Row
from parapegma.server.store.writer import Batch

_T = TypeVar("_T")
_READERS = 2
_FOLDED_EVERY = 1.0
"""Seconds between two foldings of the log, while something is written."""
_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "busy_timeout = 10000",
    "cache_size = -4000",
    "wal_autocheckpoint = 4000",  # 16 MB: a thread of its own folds the log before that
    "secure_delete = ON",  # what people delete is overwritten, not only forgotten
)
"""Durable and concurrent: readers never wait, a commit is on the disk before it is answered."""


class SqliteEngine:
    """Threads that read, and one that writes: SQLite has one writer."""

    lanes = 1
    """How many transactions may be written at a time."""
    migration_lock: str | None = "BEGIN IMMEDIATE"
    """Several processes may start at once; one brings the database up to date, the others wait."""
    migration_unlock: str | None = None
    milliseconds = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
    """The time since 1970, by the clock that all processes share."""

    def __init__(self, url: str) -> None:
        file = make_url(url).database
        self._in_memory = not file or file == ":memory:"
        if not self._in_memory and not Path(file or "").absolute().parent.is_dir():
            raise OptionError(f"--database: there is no folder {Path(file or '').absolute().parent}")
        self._engine = _in_memory() if self._in_memory else _of_file(url)
        event.listen(self._engine, "connect", _set_up)
        # A database in memory is one connection, which one thread at a time may use.
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="sqlite-write")
        self._readers = (
            self._writer
            if self._in_memory
            else ThreadPoolExecutor(_READERS, thread_name_prefix="sqlite-read")
        )
        self._folder = ThreadPoolExecutor(1, thread_name_prefix="sqlite-fold")
        self._fold_at = 0.0

    async def rows(self, statement: Executable, values: Mapping[str, Any] | None) -> Sequence[Row]:
        """What a query finds."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._rows, statement, values)

    def _rows(self, statement: Executable, values: Mapping[str, Any] | None) -> Sequence[Row]:
        with self._engine.connect() as connection:
            return cast(Sequence[Row], connection.execute(statement, values).mappings().all())

    async def texts(self, statement: str, values: tuple[str | int, ...]) -> tuple[Any, ...] | None:
        """The one row that a query in SQLite's own words gives."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._texts, statement, values)

    def _texts(self, statement: str, values: tuple[str | int, ...]) -> tuple[Any, ...]:
        with self._engine.connect() as connection:
            return tuple(connection.exec_driver_sql(statement, values).one())

    async def write(self, batches: Sequence[Batch], epochs: Epochs) -> None:
        """One transaction; it is on the disk when this returns."""
        await asyncio.get_running_loop().run_in_executor(self._writer, self._write, batches, epochs)

    def _write(self, batches: Sequence[Batch], epochs: Epochs) -> None:
        with self._engine.begin() as connection:
            if epochs:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                check_epochs(epochs, connection.execute(EPOCHS, {"tables": list(epochs)}))
            for statement, rows in batches:
                connection.execute(statement, rows[0] if len(rows) == 1 else rows)
        if time.monotonic() >= self._fold_at and not self._in_memory:
            self._fold_at = time.monotonic() + _FOLDED_EVERY
            self._folder.submit(self._fold)

    def _fold(self) -> None:
        """Fold into the file what can be folded without anyone waiting."""
        with self._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").all()

    async def run(self, work: Callable[[Connection], _T]) -> _T:
        """Do something with a connection, such as a migration."""

        def visit() -> _T:
            with self._engine.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._writer, visit)

    async def stop(self) -> None:
        """Finish what is under way and close the file."""
        for threads in (self._readers, self._writer, self._folder):
            await asyncio.to_thread(threads.shutdown)
        self._engine.dispose()


def _of_file(url: str) -> Engine:
    # Errors name no values: they end in logs, and what people write does not.
    return create_engine(url, pool_size=_READERS + 2, hide_parameters=True, pool_reset_on_return=None)


def _in_memory() -> Engine:
    return create_engine(
        "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}, hide_parameters=True
    )


def _set_up(connection: sqlite3.Connection, _: object) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def backup(source: Path, target: Path) -> None:
    """Copy a SQLite database while it is in use."""
    with (
        contextlib.closing(sqlite3.connect(source)) as live,
        contextlib.closing(sqlite3.connect(target)) as copy,
    ):
        live.backup(copy)
