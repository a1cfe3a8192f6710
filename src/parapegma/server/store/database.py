"""A database: opened, brought up to date, read from; everything is written through its writer."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from sqlalchemy import Connection, bindparam, inspect, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql import Executable

from parapegma.errors import OptionError
from parapegma.server.ids import now
from parapegma.server.settings import Settings
from parapegma.server.store.faults import FAULTS, fault_of
from parapegma.server.store.postgres import PostgresEngine
from parapegma.server.store.schema import Row, secrets
from parapegma.server.store.sqlite import SqliteEngine
from parapegma.server.store.writer import Change, Writer

if TYPE_CHECKING:
    from alembic.config import Config

_TRIED_EVERY = 1.0
_TRIED_AT = update(secrets).where(secrets.c.name == "health").values(value=bindparam("at"))
HEAD = "0010a"
"""The newest migration; a test compares it with the folder of migrations."""


class Database:
    """One way to read and one writer, on SQLite or PostgreSQL.

    ``timed`` is told how many seconds each transaction took.
    """

    def __init__(self, settings: Settings, timed: Callable[[float], object] = lambda seconds: None) -> None:
        self.on_sqlite = settings.on_sqlite
        make = SqliteEngine if self.on_sqlite else PostgresEngine
        self.engine: SqliteEngine | PostgresEngine = make(settings.database_url)
        self._wrote_at = -_TRIED_EVERY
        self.writer = Writer(self.engine.write, self.engine.lanes, timed)

    async def __aenter__(self) -> Self:
        try:
            current = await self.engine.run(_revision)
            if current not in (None, HEAD) and current not in _known():
                raise OptionError(
                    "the database was made by a newer version of Parapegma; install that version, "
                    "or go back to a copy of the database from before"
                )
            if current != HEAD:
                await self.engine.run(self._migrate)
        except OSError as error:
            raise OptionError(f"the database cannot be reached: {error}") from None
        except DBAPIError as error:
            raise OptionError(f"the database cannot be used: {error.orig}") from None
        self.writer.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.writer.stop()
        await self.engine.stop()

    async def rows(self, statement: Executable, values: Mapping[str, Any] | None = None) -> Sequence[Row]:
        """What a query finds, or a refusal if the database cannot do its work."""
        try:
            return await self.engine.rows(statement, values)
        except FAULTS as error:
            raise fault_of(error) or error from None

    async def row(self, statement: Executable, values: Mapping[str, Any] | None = None) -> Row | None:
        """The one row a query finds, or nothing."""
        found = await self.rows(statement, values)
        return found[0] if found else None

    async def texts(self, statement: str, values: tuple[str | int, ...]) -> tuple[Any, ...] | None:
        """The one row that a query in SQLite's own words gives; nothing on other databases."""
        try:
            return await self.engine.texts(statement, values)
        except FAULTS as error:
            raise fault_of(error) or error from None

    async def try_to_write(self) -> None:
        """Write when this was last tried, or be refused; at most once a second."""
        if time.monotonic() - self._wrote_at < _TRIED_EVERY:
            return
        change = Change()
        change.add(_TRIED_AT, at=str(now()))
        await self.writer.commit(change)
        self._wrote_at = time.monotonic()

    def _migrate(self, connection: Connection) -> None:
        if self.engine.migration_lock is not None:
            connection.execute(text(self.engine.migration_lock))
        try:
            upgrade(connection)
            connection.commit()
        finally:
            if self.engine.migration_unlock is not None:
                connection.execute(text(self.engine.migration_unlock))
                connection.commit()


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _known() -> set[str]:
    """The migrations that this version knows."""
    from alembic.script import ScriptDirectory

    return {script.revision for script in ScriptDirectory.from_config(migrations()).walk_revisions()}


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
