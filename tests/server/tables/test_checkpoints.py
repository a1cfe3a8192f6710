"""Checkpoints: a game opened from one is the game that its events tell; a wrong one is never believed."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

import pytest
from server_places import Place, a_table, on_a_database
from sqlalchemy import delete, false, select, update

from parapegma.server.admin import check_games
from parapegma.server.names import GONE
from parapegma.server.people.delete_account import delete_account
from parapegma.server.protocol.table_settings import Correspondence, Live
from parapegma.server.store import schema
from parapegma.server.store import tables as stored
from parapegma.server.store.writer import Change
from parapegma.server.tables.commands.acting import act
from parapegma.server.tables.commands.consent import answer, ask
from parapegma.server.tables.commands.seats import join, leave
from parapegma.server.tables.commands.undo import decided_after, undo
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.messages.viewpoint import Reader
from parapegma.server.tables.open_tables import Caller
from parapegma.server.tables.storage import checkpoints, loading
from parapegma.server.tables.storage.rows import load_events

EVERY = 20
K, E, T = schema.checkpoints.c, schema.events.c, schema.tables.c
_ROW = select(schema.checkpoints)


@pytest.fixture(autouse=True)
def often(monkeypatch):
    """Checkpoints after few events, and few events remembered from before them."""
    monkeypatch.setattr(checkpoints, "EVERY", EVERY)
    monkeypatch.setattr(loading, "RECENT_KEYS", 5)


async def play_on(place, table_id, decisions, chance):
    for _ in range(decisions):
        table = await place.registry.open(table_id)
        person = table.state.waits_for
        action = chance.choice(table.match.position.legal())
        await place.registry.execute(table_id, Caller(person), act(person, table.number, [action]))


async def a_long_game(place, ada, bob, decisions=3 * EVERY, game="pacal", **settings):
    table = await a_table(place, ada, bob, game, **settings)
    await play_on(place, table.id, decisions, random.Random(decisions))
    return await place.registry.open(table.id)


async def rows(place, table_id=None):
    """The checkpoints of a table, or of all, once everything that was posted is written."""
    await place.registry.database.writer.written()
    found = [dict(row) for row in await place.registry.database.rows(_ROW)]
    return [row for row in found if table_id in (None, row["table_id"])]


async def from_its_events(place, table_id):
    row = await stored.load_row(place.registry.database, table_id)
    return LiveTable(row, await load_events(place.registry.database, table_id))


async def write(place, statement):
    change = Change()
    change.add(statement)
    await place.registry.database.writer.commit(change)


async def opened_as_told(watch, place, table_id):
    """Open a table as a process would that has just started, and compare it with what its events tell."""
    today = Place(place.registry.database, watch)
    opened, told = await today.registry.open(table_id), await from_its_events(today, table_id)
    assert opened.state == told.state
    assert opened.match.position == told.match.position
    assert len(opened.match) == len(told.match)
    return opened


@pytest.mark.on_postgres_too
def test_checkpoints_are_written_replaced_and_read_on_every_kind_of_database(tmp_path, database_settings):
    async def play(watch, places, ada, bob):
        table = await a_long_game(places[0], ada, bob, EVERY + 3)
        (first,) = await rows(places[0], table.id)
        await opened_as_told(watch, places[0], table.id)
        await play_on(places[0], table.id, EVERY, random.Random(6))
        (second,) = await rows(places[0], table.id)
        assert second["number"] > first["number"]
        opened = await opened_as_told(watch, places[0], table.id)
        assert opened.checkpoint_number == second["number"]
        await write(places[0], update(schema.checkpoints).values(data=b"broken"))
        assert (await opened_as_told(watch, places[0], table.id)).snapshot is not None
        (third,) = await rows(places[0], table.id)
        assert third["number"] >= second["number"]
        assert third["data"] != b"broken"

    on_a_database(tmp_path, play, database=database_settings.get("PARAPEGMA_DATABASE"))


@pytest.mark.parametrize("game", ["ophiuchus", "pacal", "ptolemaeus"])
@pytest.mark.parametrize("more", [0, 1, 7])
def test_a_game_opened_from_a_checkpoint_is_the_one_that_its_events_tell(tmp_path, game, more):
    async def play(watch, places, ada, bob):
        table = await a_long_game(places[0], ada, bob, EVERY + more, game)
        (row,) = await rows(places[0])
        assert row["number"] >= EVERY
        opened = await opened_as_told(watch, places[0], table.id)
        assert opened.checkpoint_number == row["number"] > 0
        assert opened.recent[0].number > 1, "it was read from the start"
        assert opened.snapshot is not None

    on_a_database(tmp_path, play)


@pytest.mark.parametrize("pace", [Live(bank=600, increment=5), Correspondence(days=2)])
def test_clocks_requests_pauses_and_empty_seats_are_kept(tmp_path, pace):
    async def play(watch, places, ada, bob):
        place = places[0]
        table = await a_table(place, ada, bob, "pacal", pace=pace)
        chance = random.Random(4)
        for _ in range(3):
            watch.at += 1234
            await play_on(place, table.id, 1, chance)
        await place.registry.execute(table.id, Caller(ada), ask(ada, "pause"))
        *_, request = (await place.registry.open(table.id)).state.requests
        await place.registry.execute(table.id, Caller(bob), answer(bob, request, True))
        await place.registry.execute(table.id, Caller(bob), ask(bob, "resume"))
        *_, request = (await place.registry.open(table.id)).state.requests
        await place.registry.execute(table.id, Caller(ada), answer(ada, request, True))
        await place.registry.execute(table.id, Caller(bob), leave(bob))
        await place.registry.execute(table.id, Caller(bob), join(bob, "Bob again"))
        await place.registry.execute(table.id, Caller(ada), ask(ada, "end"))
        while not await rows(place):
            watch.at += 999
            await play_on(place, table.id, 1, chance)
        opened = await opened_as_told(watch, place, table.id)
        assert opened.checkpoint_number == opened.number
        assert "end" in {request.what for request in opened.state.requests.values()}
        assert opened.state.seats[1].name == "Bob again"

    on_a_database(tmp_path, play)


def test_who_comes_back_is_told_the_same_as_before(tmp_path):
    async def play(watch, places, ada, bob):
        table = await a_long_game(places[0], ada, bob)
        for since in (0, 3, EVERY + 5, table.number - 4, table.number):
            today = Place(places[0].registry.database, watch)
            opened = await today.registry.open(table.id)
            assert opened.snapshot is not None
            for reader in (Reader(ada), Reader(None)):
                there = json.loads(await places[0].messages.read(table, reader, since))
                here = json.loads(await today.messages.read(opened, reader, since))
                assert here == there

    on_a_database(tmp_path, play)


def test_taking_back_reaches_behind_a_checkpoint(tmp_path):
    async def play(watch, places, ada, bob):
        place = places[0]
        table = await a_long_game(place, ada, bob, 2 * EVERY, undo="free")
        (row,) = await rows(place)
        today = Place(place.registry.database, watch)
        table = await today.registry.open(table.id)
        early = 5
        asker = table.state.seats[decided_after(table, 0)[early]].person
        other = ada if asker == bob else bob
        await today.registry.execute(table.id, Caller(asker), undo(asker, table.number, early))
        if table.state.requests:
            (request,) = table.state.requests
            await today.registry.execute(table.id, Caller(other), answer(other, request, True))
        assert len(table.state.actions) == early < row["number"]
        assert table.snapshot is None
        # The old checkpoint is of the past; what came after it is added to it.
        await opened_as_told(watch, today, table.id)
        await play_on(today, table.id, EVERY, random.Random(8))
        assert (await rows(today))[0]["number"] > row["number"]
        await opened_as_told(watch, today, table.id)

    on_a_database(tmp_path, play)


def _print(body):
    return hashlib.blake2b(body, digest_size=16).digest() + body


def _other_position(data):
    body = checkpoints._decoder.decode(data[16:])
    record = bytearray(body.record)
    record[len(record) // 2] ^= 1
    body.record = bytes(record)
    return _print(checkpoints._encoder.encode(body))


def _other_person(data):
    body = checkpoints._decoder.decode(data[16:])
    body.seats[0].person = body.seats[1].person
    return _print(checkpoints._encoder.encode(body))


BROKEN = {
    "a byte is another": lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:],
    "cut off": lambda data: data[:-7],
    "empty": lambda data: b"",
    "something else": lambda data: _print(b"\x93\x01\x02\x03"),
    "no position": lambda data: _print(data[16:].replace(checkpoints._decoder.decode(data[16:]).record, b"")),
    "another position": _other_position,
    "another person": _other_person,
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_checkpoint_is_not_believed_and_replaced(tmp_path, how):
    async def play(watch, places, ada, bob):
        place = places[0]
        table = await a_long_game(place, ada, bob, EVERY + 4)
        (row,) = await rows(place)
        await write(place, update(schema.checkpoints).values(data=BROKEN[how](row["data"])))
        opened = await opened_as_told(watch, place, table.id)
        assert opened.recent[0].number == 1, "it was believed"
        (new,) = await rows(place)
        assert new["number"] == table.number > row["number"]
        assert (await opened_as_told(watch, place, table.id)).checkpoint_number == table.number

    on_a_database(tmp_path, play)


@pytest.mark.parametrize(
    "change",
    [
        update(schema.checkpoints).values(made_by="0" * 20),
        update(schema.events).values(data=E.data).where(false()),
        delete(schema.checkpoints),
    ],
    ids=["made by other rules or code", "as it should be", "missing"],
)
def test_a_checkpoint_of_other_rules_or_none_means_all_events(tmp_path, change):
    async def play(watch, places, ada, bob):
        place = places[0]
        table = await a_long_game(place, ada, bob, EVERY + 4)
        (row,) = await rows(place)
        await write(place, change)
        fits = [dict(found) for found in await place.registry.database.rows(_ROW)] == [row]
        opened = await opened_as_told(watch, place, table.id)
        assert (opened.recent[0].number > 1) == fits
        (new,) = await rows(place)
        assert new["number"] == (row["number"] if fits else table.number)
        assert new["made_by"] == checkpoints.maker()

    on_a_database(tmp_path, play)


def test_a_log_that_says_another_position_is_believed_not_the_checkpoint(tmp_path):
    async def play(watch, places, ada, bob):
        place = places[0]
        table = await a_long_game(place, ada, bob, EVERY + 4)
        (row,) = await rows(place)
        (event,) = [each for each in table.recent if each.number == row["number"]]
        data = json.dumps({"kind": "acted", "seat": event.body.seat, "actions": event.body.actions,
                           "digest": "0" * 16, "next": event.body.next})  # fmt: skip
        here = (E.table_id == table.id) & (E.number == row["number"])
        await write(place, update(schema.events).values(data=data).where(here))
        opened = await opened_as_told(watch, place, table.id)
        assert opened.recent[0].number == 1
        # And whoever runs the server still hears of it.
        (found,) = [one async for one in check_games(place.registry.database) if one.difference is not None]
        assert found.difference.number == row["number"]

    on_a_database(tmp_path, play)


def test_a_game_that_began_under_older_rules_is_checked_from_its_start(tmp_path):
    async def play(watch, places, ada, bob):
        place = places[0]
        table = await a_long_game(place, ada, bob, EVERY + 4)
        assert await rows(place)
        version = table.row["rules_version"] - 1
        await write(place, update(schema.tables).values(rules_version=version).where(T.id == table.id))
        early = (E.table_id == table.id) & (E.number == 6)
        (event,) = [e for e in await load_events(place.registry.database, table.id) if e.number == 6]
        data = json.dumps({"kind": "acted", "seat": event.body.seat, "actions": event.body.actions,
                           "digest": "0" * 16, "next": event.body.next})  # fmt: skip
        await write(place, update(schema.events).values(data=data).where(early))
        today = Place(place.registry.database, watch)
        opened = await today.registry.open(table.id)
        assert opened.difference.number == 6
        await rows(place)

    on_a_database(tmp_path, play)


def test_the_name_of_someone_who_left_for_good_is_in_no_checkpoint(tmp_path):
    class Nobody:
        def __init__(self, registry):
            self.table = registry.forget

        def person(self, person):
            pass

    async def play(watch, places, ada, bob):
        place = places[0]
        nobody: Any = Nobody(place.registry)
        table = await a_long_game(place, ada, bob, EVERY + 4)
        (row,) = await rows(place)
        assert b"Ada" not in row["data"]
        assert b"Bob" not in row["data"]
        await delete_account(place.registry.database, place.registry, nobody, bob)
        opened = await opened_as_told(watch, place, table.id)
        assert opened.checkpoint_number == row["number"], "it was opened from all events"
        assert [seat.name for seat in opened.state.seats] == ["Ada", GONE]
        # Whoever was alone at a table takes it along, with its checkpoint.
        await delete_account(place.registry.database, place.registry, nobody, ada)
        assert await rows(place) == []

    on_a_database(tmp_path, play)
