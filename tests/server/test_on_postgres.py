"""What is different on PostgreSQL: transactions that cross, and looking after it.

Tests marked ``on_postgres_too`` elsewhere run on both databases.
"""

from __future__ import annotations

import asyncio
import json

import pytest
from server_clients import played_out
from server_postgres import rows_of
from sqlalchemy import bindparam, update

from parapegma.server.people.identity import Identities
from parapegma.server.settings import Settings
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.secrets import Secrets
from parapegma.server.store.writer import Change


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
