"""A database of an earlier version is brought up to date, and is then what the code expects."""

from __future__ import annotations

import sqlite3

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

import parapegma.server.store.database as store
from parapegma.server.store.schema import metadata
from server_running import Running


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


def test_migrations_lead_to_the_schema_of_the_code(first_schema):
    engine = create_engine(f"sqlite:///{first_schema / 'tables.db'}")
    with engine.begin() as connection:
        store.upgrade(connection)
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_people_of_an_older_database_are_still_known(first_schema):
    database = sqlite3.connect(first_schema / "tables.db")
    database.execute("INSERT INTO people (id, name, created_at) VALUES ('abc', 'Old Ada', 1)")
    database.commit()
    database.close()
    with Running(first_schema) as house:
        house.client("Ada").open("ophiuchus", seats=["me", "me"])
    database = sqlite3.connect(first_schema / "tables.db")
    names = [name for (name,) in database.execute("SELECT name FROM people ORDER BY created_at")]
    assert names == ["Old Ada", "Ada"]
    assert [status for (status,) in database.execute("SELECT status FROM tables")] == ["running"]
    database.close()
