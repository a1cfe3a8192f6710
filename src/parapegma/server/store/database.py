"""A database: opened, brought up to date, read from; everything is written through its writer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from sqlalchemy import Connection, inspect, text
from sqlalchemy.sql import Executable

from parapegma.errors import OptionError
from parapegma.server.settings import Settings
from parapegma.server.store.postgres import PostgresEngine
from parapegma.server.store.schema import Row
from parapegma.server.store.sqlite import SqliteEngine
from parapegma.server.store.writer import Writer

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0003a"
"""The newest migration; a test compares it with the folder of migrations."""


class Database:
    """One way to read and one writer, on SQLite or PostgreSQL."""

    def __init__(self, settings: Settings) -> None:
        self.on_sqlite = settings.on_sqlite
        make = SqliteEngine if self.on_sqlite else PostgresEngine
        self.engine: SqliteEngine | PostgresEngine = make(settings.database_url)
        self.writer = Writer(self.engine.write, self.engine.lanes)

    async def __aenter__(self) -> Self:
        try:
            current = await self.engine.run(_revision)
        except OSError as error:
            raise OptionError(f"the database cannot be reached: {error}") from None
        if current != HEAD:
            await self.engine.run(self._migrate)
        self.writer.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.writer.stop()
        await self.engine.stop()

    async def rows(self, statement: Executable, values: Mapping[str, Any] | None = None) -> Sequence[Row]:
        """What a query finds."""
        return await self.engine.rows(statement, values)

    async def row(self, statement: Executable, values: Mapping[str, Any] | None = None) -> Row | None:
        """The one row a query finds, or nothing."""
        found = await self.engine.rows(statement, values)
        return found[0] if found else None

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
