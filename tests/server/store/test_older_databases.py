"""A database of an earlier version is brought up to date, and is then what the code expects."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from server_running import Running
from sqlalchemy import create_engine

import parapegma.server.store.database as store
from parapegma.server.settings import Settings
from parapegma.server.store.schema import metadata


def test_the_newest_migration_is_the_one_the_server_expects():
    assert ScriptDirectory.from_config(store.migrations()).get_current_head() == store.HEAD


@pytest.fixture
def first_schema(tmp_path):
    """A database as the first version made it."""
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.db'}")
    with engine.begin() as connection:
        command.upgrade(store.migrations(connection), "0001")
    engine.dispose()
    return tmp_path


@pytest.mark.on_postgres_too
def test_processes_that_start_at_once_lead_an_older_database_to_the_schema_of_the_code(
    tmp_path, database_settings
):
    url = database_settings.get("PARAPEGMA_DATABASE", f"sqlite:///{tmp_path / 'tables.db'}")
    settings = Settings(database=url)

    async def main():
        outside = store.Database(settings).engine
        await outside.run(_made_long_ago)
        databases = [store.Database(settings) for _ in range(3)]
        await asyncio.gather(*(database.__aenter__() for database in databases))
        for database in databases:
            await database.__aexit__()
        assert await outside.run(_differences) == []
        await outside.stop()

    asyncio.run(main())


def _made_long_ago(connection):
    command.upgrade(store.migrations(connection), "0001")
    connection.commit()


def _differences(connection):
    return compare_metadata(MigrationContext.configure(connection), metadata)


def test_people_of_an_older_database_are_still_known(first_schema):
    database = sqlite3.connect(first_schema / "tables.db")
    database.execute("INSERT INTO people (id, name, created_at) VALUES ('abc', 'Old Ada', 1)")
    database.commit()
    database.close()
    with Running(first_schema) as server:
        server.client("Ada").open("ophiuchus", seats=["me", "me"])
    database = sqlite3.connect(first_schema / "tables.db")
    names = [name for (name,) in database.execute("SELECT name FROM people ORDER BY created_at")]
    assert names == ["Old Ada", "Ada"]
    assert [status for (status,) in database.execute("SELECT status FROM tables")] == ["running"]
    database.close()
