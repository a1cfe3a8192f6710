"""A database: opened, brought up to date, read from; everything is written through its writer."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

from sqlalchemy import Connection, event, inspect, make_url, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.sql import Executable

from parapegma.errors import OptionError
from parapegma.server.settings import Settings
from parapegma.server.store.schema import Row
from parapegma.server.store.threads import SqliteThreads
from parapegma.server.store.writer import Writer, transaction

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0003a"
"""The newest migration; a test compares it with the folder of migrations."""

_READERS = 4
_MIGRATION_LOCK = 8_017_001


class Database:
    """One way to read and one writer; a SQLite file is read and written in threads of its own."""

    def __init__(self, settings: Settings) -> None:
        self.url = settings.database_url
        self.on_sqlite = settings.on_sqlite
        self.engine = _engine(self.url, self.on_sqlite)
        self.threads = _threads(self.url) if self.on_sqlite else None
        write = partial(transaction, self.engine) if self.threads is None else self.threads.write
        self.writer = Writer(write, lanes=1 if self.on_sqlite else 4)

    async def __aenter__(self) -> Self:
        try:
            async with self.engine.connect() as connection:
                current = await connection.run_sync(_revision)
        except OSError as error:
            raise OptionError(f"the database cannot be reached: {error}") from None
        if current != HEAD:
            await self._migrate()
        self.writer.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.writer.stop()
        if self.threads is not None:
            await self.threads.stop()
        await self.engine.dispose()

    async def rows(self, statement: Executable, values: Mapping[str, Any] | None = None) -> Sequence[Row]:
        """What a query finds."""
        if self.threads is not None:
            return await self.threads.rows(statement, values)
        async with self.engine.connect() as connection:
            found = (await connection.execute(statement, values)).mappings().all()
            return cast(Sequence[Row], found)

    async def row(self, statement: Executable, values: Mapping[str, Any] | None = None) -> Row | None:
        """The one row a query finds, or nothing."""
        found = await self.rows(statement, values)
        return found[0] if found else None

    async def _migrate(self) -> None:
        async with self.engine.connect() as connection:
            # Several processes may start at once; one brings the database up to date, the others wait.
            lock = "BEGIN IMMEDIATE" if self.on_sqlite else f"SELECT pg_advisory_lock({_MIGRATION_LOCK})"
            await connection.execute(text(lock))
            try:
                await connection.run_sync(upgrade)
                await connection.commit()
            finally:
                if not self.on_sqlite:
                    await connection.execute(text(f"SELECT pg_advisory_unlock({_MIGRATION_LOCK})"))
                    await connection.commit()


def _engine(url: str, on_sqlite: bool) -> AsyncEngine:
    """An engine whose errors name no values: they end in logs, and what people write does not."""
    if not on_sqlite:
        return create_async_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True, hide_parameters=True)
    file = make_url(url).database
    if file and file != ":memory:" and not Path(file).absolute().parent.is_dir():
        raise OptionError(f"--database: there is no folder {Path(file).absolute().parent}")
    engine = create_async_engine(url, pool_size=_READERS, max_overflow=2, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    return engine


def _threads(url: str) -> SqliteThreads | None:
    """Threads for a file; a database in memory lives in one connection, which the engine has."""
    file = make_url(url).database
    return SqliteThreads(file, _set_up_sqlite) if file and file != ":memory:" else None


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Durable and concurrent: readers never wait, a commit is on the disk before it is answered."""
    cursor = connection.cursor()
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "busy_timeout = 10000",
        "cache_size = -4000",
        "wal_autocheckpoint = 4000",  # 16 MB: a thread of its own folds the log before that
        "secure_delete = ON",  # what people delete is overwritten, not only forgotten
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def upgrade(connection: Connection) -> None:
    """Bring a database up to the newest schema."""
    from alembic import command

    command.upgrade(migrations(connection), "head")


def migrations(connection: Connection | None = None) -> Config:
    """The migrations, to be carried out on a connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def backup(source: Path, target: Path) -> None:
    """Copy a SQLite database while it is in use."""
    with (
        contextlib.closing(sqlite3.connect(source)) as live,
        contextlib.closing(sqlite3.connect(target)) as copy,
    ):
        live.backup(copy)


async def wait_for(database: Database, seconds: float = 30) -> None:
    """Wait until a database answers; a server may start before its PostgreSQL does."""
    async with asyncio.timeout(seconds):
        while True:
            try:
                async with database.engine.connect():
                    return
            except OSError:
                await asyncio.sleep(0.2)
