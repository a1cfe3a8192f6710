"""A server that is killed under load comes back with everything it acknowledged, and nothing twice."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from parapegma.testing.survival.command_log import compare
from parapegma.testing.survival.kills import survive

KILLS = 5


@pytest.fixture(scope="module")
def survived(tmp_path_factory):
    """Five kills; the database as it was left is in the folder."""
    folder = tmp_path_factory.mktemp("killed")
    came_of_it: Any = asyncio.run(survive(folder, KILLS, "test", lambda: None))
    came_of_it.file = folder / "tables.db"
    return came_of_it


def test_nothing_is_lost_or_played_twice_when_the_server_is_killed(survived):
    assert survived.wrong == []
    commands = survived.clients.commands
    assert len(commands.acknowledged) > 50
    assert commands.unanswered > 0
    assert commands.repeated > 0
    assert all(someone.resumed > 1 for someone in survived.clients.people)


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        ("DELETE FROM events WHERE (table_id, number) = (:table, :number)", "its row says"),
        ("UPDATE events SET request_key = 'x' WHERE (table_id, number) = (:table, :number)", "is not there"),
        ("UPDATE events SET request_key = 'x' WHERE (table_id, number) = (:table, :number)", "nobody sent"),
        (
            'UPDATE events SET data = replace(data, \'"digest":"\', \'"digest":"f\') '
            "WHERE (table_id, number) = (:table, :number)",
            "the position after it is another",
        ),
    ],
)
def test_what_is_lost_or_wrong_would_be_found(survived, tmp_path, harm, words):
    copy = tmp_path / "copy.db"
    shutil.copy(survived.file, copy)
    played = next(sent for sent in survived.clients.commands.acknowledged if sent.message["type"] == "act")
    with closing(sqlite3.connect(copy)) as database, database:
        database.execute(harm, {"table": played.table, "number": played.number})
    found = asyncio.run(compare(survived.clients.commands, f"sqlite:///{copy}"))
    assert any(words in line for line in found), found


def test_a_decision_that_stands_there_twice_would_be_found(survived, tmp_path):
    commands = survived.clients.commands
    played = next(sent for sent in commands.acknowledged if sent.message["type"] == "act")
    copy = tmp_path / "copy.db"
    shutil.copy(survived.file, copy)
    with closing(sqlite3.connect(copy)) as database, database:
        database.execute("DROP INDEX ix_events_table_id_person_id_request_key")
        database.execute("UPDATE tables SET last_event = last_event + 1 WHERE id = ?", (played.table,))
        database.execute(
            "INSERT INTO events (table_id, number, at, person_id, request_key, data) "
            "SELECT table_id, last_event, at, person_id, events.request_key, data "
            "FROM events JOIN tables ON id = table_id WHERE (table_id, number) = (?, ?)",
            (played.table, played.number),
        )
    found = asyncio.run(compare(commands, f"sqlite:///{copy}"))
    assert any("was played twice" in line for line in found), found
