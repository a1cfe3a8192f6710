"""What is different on PostgreSQL: transactions that cross, and looking after it.

Tests marked ``on_postgres_too`` elsewhere run on both databases.
"""

from __future__ import annotations

import asyncio
import json

import pytest
from server_clients import played_out
from server_postgres import rows_of
from server_running import Running
from sqlalchemy import bindparam, text, update

from parapegma.server.people.identity import Identities
from parapegma.server.protocol.table_settings import NoClock
from parapegma.server.settings import Settings
from parapegma.server.store import schema
from parapegma.server.store import tables as stored
from parapegma.server.store.database import Database
from parapegma.server.store.not_owner import NotOwner
from parapegma.server.store.one_statement import values_at_once
from parapegma.server.store.secrets import Secrets
from parapegma.server.store.writer import Change, Collision, _together
from parapegma.server.tables.state import TableState


def test_transactions_that_wait_for_each_other_are_written_all_the_same(postgres):
    settings = Settings(database=postgres.new_database())
    rename = update(schema.people).where(schema.people.c.id == bindparam("who")).values(name=bindparam("to"))

    async def main():
        async with Database(settings) as one, Database(settings) as other:
            people = [
                (await Identities(one, Secrets(one, "secret")).new_guest(f"{n}"))[0].id for n in range(20)
            ]
            for n in range(10):
                changes = []
                for database, order in ((one, people), (other, people[::-1])):
                    for who in order:
                        change = Change()
                        change.add(rename, who=who, to=f"{n}")
                        changes.append(database.writer.commit(change))
                await asyncio.gather(*changes)
            assert {row["name"] for row in await one.rows(schema.people.select())} == {"9"}

    asyncio.run(main())


_DECIDED = {
    "status": "running", "last_event": 1, "actor": 0, "waits_for": "ada", "turn": 1, "deadline_at": 5,
    "warn_at": None, "due_at": None, "changed_at": 3,
}  # fmt: skip


def decided(table: str, epoch: int, number: int = 1) -> Change:
    """A decision at a table, as a process writes it that knows the table by an epoch."""
    change = Change(epochs={table: epoch})
    stored.add_event(change, table, number, 3, "{}", "ada", f"key {number}")
    stored.update_table(change, table, {**_DECIDED, "last_event": number})
    return change


async def at_tables(database: Database, count: int) -> list[str]:
    """Empty tables of the epoch 1."""
    person, _ = await Identities(database, Secrets(database, "secret")).new_guest("Ada")
    tables = [f"table{n}" for n in range(count)]
    for table in tables:
        change = Change()
        row = dict.fromkeys(("options", "key", "commitment", "settings"), "") | _DECIDED
        row |= {"id": table, "game": "pacal", "rules_version": 1, "components": "", "players": 2, "epoch": 1}
        stored.add_table(change, row | {"public": False, "created_by": person.id, "created_at": 1})
        await database.writer.commit(change)
    return tables


def test_a_decision_is_one_statement_that_writes_what_several_would(postgres):
    address = postgres.new_database()

    async def main():
        async with Database(Settings(database=address)) as database:
            one, other = await at_tables(database, 2)
            assert values_at_once(_together(decided(one, 1).steps), {one: 1}) is not None
            await database.writer.commit(decided(one, 1))
            several = decided(other, 1)
            # Whatever else is written with it: then it is a transaction of several statements.
            stored.add_named(several, other, 1, "ada")
            assert values_at_once(_together(several.steps), several.epochs) is None
            await database.writer.commit(several)
            events = await database.rows(schema.events.select().order_by(schema.events.c.table_id))
            tables = await database.rows(schema.tables.select().order_by(schema.tables.c.id))
            alike = [[{**row, "id": "", "table_id": ""} for row in rows] for rows in (events, tables)]
            assert [rows[0] == rows[1] for rows in alike] == [True, True]
            assert {name: tables[0][name] for name in _DECIDED} == _DECIDED

    asyncio.run(main())


def test_what_one_statement_writes_is_what_a_table_amounts_to():
    assert _DECIDED.keys() == TableState.new(2, NoClock()).summary().keys()
    assert values_at_once(_together(decided("a", 1).steps), {}) is not None


def test_one_statement_writes_nothing_at_a_table_that_lives_elsewhere(postgres):
    address = postgres.new_database()

    async def main():
        async with Database(Settings(database=address)) as database:
            here, elsewhere = await at_tables(database, 2)
            changes = [decided(here, 1), decided(elsewhere, 0)]
            done = await asyncio.gather(*map(database.writer.commit, changes), return_exceptions=True)
            assert [type(each) for each in done] == [type(None), NotOwner]
            assert [row["table_id"] for row in await database.rows(schema.events.select())] == [here]
            with pytest.raises(Collision):
                await database.writer.commit(decided(here, 1))

    asyncio.run(main())


def test_connections_that_the_database_ends_are_replaced_unnoticed(postgres):
    address = postgres.new_database()
    end = text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )

    async def main():
        async with (
            Database(Settings(database=address)) as database,
            Database(Settings(database=address)) as other,
        ):
            (table,) = await at_tables(database, 1)
            for number in range(1, 4):
                assert await other.rows(end)
                assert len(await database.rows(schema.tables.select())) == 1
                await database.writer.commit(decided(table, 1, number))
            assert len(await database.rows(schema.events.select())) == 3

    asyncio.run(main())


@pytest.fixture
def server(postgresql_server):
    return postgresql_server


def test_an_administrator_lists_closes_and_checks(parapegma, server):
    ada = server.client("Ada")
    going, closed = (ada.open("pacal", players=2, seats=["me", "me"])["id"] for _ in range(2))
    played_out(ada, going, most=6)
    place = ("--database", server.database)
    assert parapegma("admin", "close", closed, *place).returncode == 0
    listed = parapegma("admin", "tables", *place, "--game", "pacal").stdout.splitlines()
    status = {line.split()[0]: line.split()[4] for line in listed}
    assert (status[going], status[closed]) == ("running", "closed")
    checked = parapegma("admin", "check", *place)
    assert (checked.returncode, "0 would go otherwise" in checked.stdout) == (0, True), checked.stdout
    backup = parapegma("admin", "backup", "copy.db", *place)
    assert (backup.returncode, "pg_dump" in backup.stderr) == (2, True)


def test_a_game_that_today_would_go_otherwise_is_named(parapegma, postgres, server):
    ada = server.client("Ada")
    going = ada.open("ophiuchus", seats=["me", "me"])["id"]
    played_out(ada, going, most=4)
    acted = "SELECT number, data FROM events WHERE table_id = $1 AND data LIKE '%acted%' ORDER BY number"
    number, data = rows_of(server.database, acted, going)[2]
    change = "UPDATE events SET data = $1 WHERE table_id = $2 AND number = $3"
    rows_of(server.database, change, json.dumps({**json.loads(data), "digest": "0" * 16}), going, number)
    checked = parapegma("admin", "check", "--database", server.database)
    rows_of(server.database, change, data, going, number)
    assert checked.returncode == 1
    (line,) = [line for line in checked.stdout.splitlines() if line.startswith(going)]
    assert "the position after it is another" in line
    assert checked.stdout.splitlines()[-1].endswith("1 would go otherwise, 1 of them are running")


def test_two_servers_without_channels_do_not_serve_one_database(tmp_path, postgres):
    database = postgres.new_database()
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()
    with Running(folders[0], PARAPEGMA_DATABASE=database) as first:
        for channels in ("memory://", database):
            second = Running(folders[1], PARAPEGMA_DATABASE=database, PARAPEGMA_CHANNELS=channels)
            second.launch()
            assert second.process.wait(90) != 0
            assert "another server uses this database" in second.log
            assert "Traceback" not in second.log
        # The lock of one that was killed is soon free.
        first.kill()
        first.start()
        assert first.client("Ada").get("/me").status_code == 200
