"""What one person asks of the database does not read everyone's events."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from server_places import Place, Watch, a_table
from sqlalchemy import event

from parapegma.server.people.delete_account import delete_account
from parapegma.server.people.export import export
from parapegma.server.people.identity import Identities
from parapegma.server.settings import Settings
from parapegma.server.store.database import Database
from parapegma.server.store.secrets import Secrets
from parapegma.server.tables.commands.replace import replace_by_me
from parapegma.server.tables.commands.seats import join, resign
from parapegma.server.tables.lifecycle.opening import TableSetup, open_table
from parapegma.server.tables.open_tables import Caller


class NobodyIsTold:
    """Nobody else holds these tables open."""

    def __init__(self, registry):
        self._registry = registry

    def person(self, person):
        pass

    def table(self, table_id):
        self._registry.forget(table_id)


@pytest.mark.parametrize("what", ["export", "delete"])
def test_export_and_leaving_read_only_what_is_ones_own(tmp_path, what):
    file = tmp_path / "tables.db"
    ran: list[tuple[str, Any]] = []

    async def main():
        async with Database(Settings(database=f"sqlite:///{file}")) as database:
            place = Place(database, Watch())
            people = Identities(database, Secrets(database, "secret"))
            ada, bob, cleo, eve = [
                (await people.new_guest(name))[0].id for name in ("Ada", "Bob", "Cleo", "Eve")
            ]
            tables = [(await a_table(place, ada, bob)).id for _ in range(2)]
            wish = TableSetup("ophiuchus", 3)
            tables.append(await open_table(place.registry.store, wish, ada, "Ada", at=place.registry.clock()))
            for person, command in (
                (bob, join(bob, "Bob")),
                (cleo, join(cleo, "Cleo")),
                (bob, resign(bob)),
                # Eve has never sat anywhere: she only asked for a seat.
                (eve, replace_by_me(eve, "Eve", 1)),
            ):
                await place.registry.execute(tables[-1], Caller(person), command)

            @event.listens_for(database.engine._engine, "before_cursor_execute")
            def note(connection, cursor, statement, parameters, context, many):
                ran.append((statement, parameters[0] if many else parameters))

            if what == "export":
                told = await export(database, eve)
                assert [table["id"] for table in told.tables] == [tables[-1]]
                told = await export(database, bob)
                assert {table["id"] for table in told.tables} == set(tables)
            else:
                nobody: Any = NobodyIsTold(place.registry)
                await delete_account(database, place.registry, nobody, eve)
                await delete_account(database, place.registry, nobody, bob)

    asyncio.run(main())
    with closing(sqlite3.connect(file)) as connection:
        plans = {}
        for statement, parameters in ran:
            if statement.startswith(("SELECT", "UPDATE", "DELETE")):
                rows = connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
                plans[statement] = [row[3] for row in rows]
        scans = {s: p for s, p in plans.items() if any(step.startswith("SCAN events") for step in p)}
        assert plans
        assert not scans
        if what == "delete":
            left = connection.execute("SELECT data FROM events").fetchall()
            assert not [data for (data,) in left if "Bob" in data or "Eve" in data]
            assert [data for (data,) in left if "Ada" in data]
