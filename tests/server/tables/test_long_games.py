"""Long games: opened from the database, and told again to who was away, exactly as they were told before."""

from __future__ import annotations

import asyncio
import json
import random

import msgspec
import pytest

from parapegma.server.people.identity import Identities
from parapegma.server.settings import Settings
from parapegma.server.store import tables as stored
from parapegma.server.store.database import Database
from parapegma.server.store.secrets import Secrets
from parapegma.server.tables import events as ev
from parapegma.server.tables.commands.acting import act
from parapegma.server.tables.commands.consent import answer, ask
from parapegma.server.tables.commands.seats import join
from parapegma.server.tables.commands.undo import undo
from parapegma.server.tables.lifecycle.opening import TableSetup, open_table
from parapegma.server.tables.lifecycle.replay import gone_through, replay
from parapegma.server.tables.messages import updates
from parapegma.server.tables.messages.teller import tell_noted
from parapegma.server.tables.messages.updates import TableMessages
from parapegma.server.tables.messages.viewpoint import Reader
from parapegma.server.tables.open_tables import Caller
from parapegma.server.tables.registry import TableRegistry
from parapegma.server.tables.state import TableState
from parapegma.server.tables.storage.rows import event_of, load_events


class Long:
    """A table of two people who have decided many times, and took back once."""

    def __init__(self, database):
        self.database = database
        self.registry = TableRegistry(database, 10)
        self.messages = TableMessages(self.registry, lambda _: frozenset())
        self.told_then = {seat: {} for seat in (None, 0, 1)}
        """What each decision was told as when it was made, by seat and event."""

    async def play(self, decisions):
        people = Identities(self.database, Secrets(self.database, "secret"))
        self.people = [(await people.new_guest(name))[0].id for name in ("Ada", "Bob")]
        ada, bob = self.people
        self.id = await open_table(self.registry.store, TableSetup("pacal", 2, key="11" * 16), ada, "Ada")
        await self.command(bob, join(bob, "Bob"))
        chance = random.Random(3)
        for n in range(decisions):
            await self.decide(chance)
            if n == decisions // 2:
                await self.take_back()
        return self

    async def command(self, person, decide, key=None):
        return await self.registry.execute(self.id, Caller(person, key), decide)

    async def decide(self, chance):
        table = await self.registry.open(self.id)
        person = table.state.seats[table.actor].person
        number = chance.choice(table.match.position.legal())
        key = f"key-{table.number},"
        outcome = await self.command(person, act(person, table.number, [number]), key)
        for seat, told in self.told_then.items():
            for message in tell_noted(table, outcome.events, seat):
                told[message.number] = msgspec.to_builtins(message)

    async def take_back(self):
        """Ask for the last decision back; the other one agrees."""
        table = await self.registry.open(self.id)
        last = [e for e in table.recent if isinstance(e.body, ev.Acted)][-1].body.seat
        person = table.state.seats[last].person
        await self.command(person, undo(person, table.number, len(table.state.actions) - 1))
        table = await self.registry.open(self.id)
        if table.state.requests:
            (request,) = table.state.requests
            other = next(p for p in self.people if p != person)
            await self.command(other, answer(other, request, True))

    async def told(self, person, since):
        table = await self.registry.open(self.id)
        return json.loads(await self.messages.read(table, Reader(person), since))


def with_long_game(tmp_path, decisions, check):
    async def main():
        async with Database(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}")) as database:
            await check(await Long(database).play(decisions))

    asyncio.run(main())


def test_who_was_away_is_told_the_same_as_who_was_there(tmp_path):
    async def check(long):
        table = await long.registry.open(long.id)
        for person, seat in ((long.people[0], 0), (long.people[1], 1), (None, None)):
            whole = (await long.told(person, 0))["events"]
            assert [event["number"] for event in whole] == list(range(1, table.number + 1))
            assert "undone" in {event["kind"] for event in whole}
            acted = {event["number"]: event for event in whole if event["kind"] == "acted"}
            assert acted == long.told_then[seat]
            for since in (1, 3, table.number // 2, table.number - 3, table.number):
                assert (await long.told(person, since))["events"] == whole[since:]

    with_long_game(tmp_path, 150, check)


def test_what_was_decided_is_written_only_for_ones_own_seat(tmp_path):
    async def check(long):
        acted = [e for e in (await long.told(long.people[0], 0))["events"] if e["kind"] == "acted"]
        assert {event["seat"] for event in acted} == {0, 1}
        assert all(("notation" in event) == (event["seat"] == 0) for event in acted)
        assert not any("notation" in event for event in (await long.told(None, 0))["events"])

    with_long_game(tmp_path, 40, check)


def test_whoever_looks_back_goes_on_from_where_someone_has_looked(tmp_path):
    """However long the game is, an answer takes what it tells, and what it says that it goes through."""

    async def check(long):
        table = await long.registry.open(long.id)
        loaded = []
        load = long.registry.store.events

        async def counted(table_id, after=0, until=None):
            found = await load(table_id, after, until)
            loaded.append(len(found))
            return found

        long.registry.store.events = counted
        whole = []
        for first in range(1, table.number + 1, 10):
            assert gone_through(long.registry, table, first) == 0
            whole += (await replay(long.registry, table, 0, first, 10)).steps
        assert sum(loaded) == table.number
        # One of them alone is the same as in its turn.
        for first in (1, 5, table.number // 2, table.number):
            loaded.clear()
            far = gone_through(long.registry, table, first)
            (step,) = (await replay(long.registry, table, 0, first, 1)).steps
            assert step == whole[first - 1]
            assert sum(loaded) == far + 1

    with_long_game(tmp_path, 60, check)


def test_telling_what_was_taken_back_costs_what_is_gone_through_for_it(tmp_path):
    async def check(long):
        table = await long.registry.open(long.id)
        whole = await long.messages.retold(table, Reader(None), 0)
        undone = next(event.number for event in whole if event.kind == "undone")
        paid = []
        await long.messages.read(table, Reader(None), undone - 1, paid.append)
        assert paid == [undone - 1]
        await long.messages.read(table, Reader(None), undone - 1, paid.append)
        assert paid == [undone - 1, 0], "it is kept for a while"
        await long.messages.read(table, Reader(None), undone, paid.append)
        assert len(paid) == 2, "nothing was taken back since"

    with_long_game(tmp_path, 120, check)


def test_others_are_served_while_someone_is_told_a_long_game(tmp_path, monkeypatch):
    monkeypatch.setattr(updates, "_AT_ONCE", 20)

    async def check(long):
        turns = 0

        async def others():
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        task = asyncio.create_task(others())
        table = await long.registry.open(long.id)
        await load_events(long.database, long.id)
        before = turns
        retold = await long.messages.retold(table, Reader(None), 0)
        task.cancel()
        assert len(retold) == table.number
        assert turns - before >= table.number // 20

    with_long_game(tmp_path, 120, check)


def test_what_happens_while_someone_is_told_is_told_too(tmp_path, monkeypatch):
    monkeypatch.setattr(updates, "_AT_ONCE", 10)

    async def check(long):
        number = (await long.registry.open(long.id)).number
        telling = asyncio.create_task(long.told(long.people[0], 0))
        await long.decide(random.Random(9))
        message = await telling
        assert (await long.registry.open(long.id)).number > number
        assert [event["number"] for event in message["events"]] == list(range(1, message["number"] + 1))
        assert message["view"] is not None

    with_long_game(tmp_path, 100, check)


def test_events_are_read_as_they_were_written(tmp_path):
    async def check(long):
        at_once = await load_events(long.database, long.id)
        rows = await stored.event_rows(long.database, long.id, 0, 1_000_000)
        assert at_once == [event_of(row) for row in rows]
        assert any(event.request_key and event.request_key.endswith(",") for event in at_once)
        assert await load_events(long.database, long.id, 7) == at_once[7:]
        assert await load_events(long.database, long.id, 7, 12) == at_once[7:12]
        assert await load_events(long.database, long.id, at_once[-1].number) == []

    with_long_game(tmp_path, 20, check)


@pytest.mark.parametrize("kept", [0, 5, 30])
def test_a_table_opened_again_is_the_one_that_was_played(tmp_path, kept):
    async def check(long):
        ada = long.people[0]
        await long.command(ada, ask(ada, "pause"))
        played = await long.registry.open(long.id)
        long.registry.forget(long.id)
        opened = await long.registry.open(long.id)
        assert opened is not played
        assert opened.state == played.state
        assert list(opened.recent) == list(played.recent)
        assert opened.match.position == played.match.position

    with_long_game(tmp_path, 10 + kept, check)


def test_what_would_be_after_some_events_leaves_a_state_as_it_is(tmp_path):
    async def check(long):
        events = await load_events(long.database, long.id)
        start = TableState.new(2, (await long.registry.open(long.id)).settings.pace)
        for event in events[:-5]:
            start.add(event)
        untouched, later = start.after([]), start.after(events[-5:])
        assert start == untouched != later
        assert later == (await long.registry.open(long.id)).state

    with_long_game(tmp_path, 30, check)
