"""When rules change, a running game goes on if today's rules play it alike, or stands still and says why."""

from __future__ import annotations

import asyncio
import json
import random

import pytest
from server_places import Place, a_table, kinds, on_a_database
from sqlalchemy import update

from parapegma.server.admin import check_games
from parapegma.server.bots.driver import BotDriver
from parapegma.server.bots.pool import BotPool
from parapegma.server.bots.runners import TableRunners
from parapegma.server.problems import Problem
from parapegma.server.protocol.table_settings import Live
from parapegma.server.store import schema
from parapegma.server.store.tables import load_row
from parapegma.server.store.writer import Change
from parapegma.server.tables.commands.acting import act
from parapegma.server.tables.commands.seats import leave, resign
from parapegma.server.tables.commands.undo import undo
from parapegma.server.tables.messages.viewpoint import Reader
from parapegma.server.tables.open_tables import Caller

T, E = schema.tables.c, schema.events.c


async def begun(place, ada, bob, decisions=8, **settings):
    """A running game in which a few things were decided."""
    chance = random.Random(1)
    table = await a_table(place, ada, bob, **settings)
    for _ in range(decisions):
        await decide(place, table.id, chance)
    return table


async def decide(place, table_id, chance):
    table = await place.registry.open(table_id)
    person = table.state.waits_for
    action = chance.choice(table.match.position.legal())
    return await place.registry.execute(table_id, Caller(person), act(person, table.number, [action]))


async def older(place, table, differs_at=None):
    """As if the game had begun under an older version of the rules, which led elsewhere at an event."""
    change = Change()
    version = table.row["rules_version"] - 1
    change.add(update(schema.tables).where(T.id == table.id).values(rules_version=version))
    if differs_at is not None:
        (event,) = [event for event in table.recent if event.number == differs_at]
        data = json.dumps({"kind": "acted", "seat": event.body.seat, "actions": event.body.actions,
                           "digest": "0" * 16, "next": event.body.next})  # fmt: skip
        here = (E.table_id == table.id) & (E.number == differs_at)
        change.add(update(schema.events).where(here).values(data=data))
    await place.registry.database.writer.commit(change)


async def differences(place):
    return [found async for found in check_games(place.registry.database) if found.difference is not None]


def test_a_game_that_today_goes_the_same_way_goes_on_and_keeps_its_version(tmp_path):
    async def play(watch, places, ada, bob):
        table = await begun(places[0], ada, bob)
        await older(places[0], table)
        today = Place(places[0].registry.database, watch)
        outcome = await decide(today, table.id, random.Random(2))
        assert outcome.number == table.number + 1
        row = await load_row(today.registry.database, table.id)
        assert row["rules_version"] == table.row["rules_version"] - 1
        assert await differences(today) == []

    on_a_database(tmp_path, play)


def test_a_game_that_today_would_go_otherwise_stands_still_and_says_where(tmp_path):
    async def play(watch, places, ada, bob):
        table = await begun(places[0], ada, bob, pace=Live(bank=60, increment=0))
        number = table.number - 3
        await older(places[0], table, differs_at=number)
        today = Place(places[0].registry.database, watch)
        stood = await kinds(today, table)
        person = table.state.waits_for
        for attempt in (act(person, table.number, [0]), undo(person, table.number)):
            with pytest.raises(Problem) as refused:
                await today.registry.execute(table.id, Caller(person), attempt)
            assert refused.value.body.code == "rules-changed"
            assert f"at event {number}" in refused.value.body.detail
        # Whoever looks is told too, and shown no position that never was.
        opened = await today.registry.open(table.id)
        told = json.loads(await today.messages.read(opened, Reader(person), None))
        assert told["table"]["differs_at"] == number
        assert "view" not in told
        assert "choices" not in told
        # No clock runs out.
        watch.at += 10_000_000
        await today.timeouts.look()
        assert await kinds(today, table) == stood
        # And it is named to whoever runs the server.
        (found,) = await differences(today)
        assert (found.table, found.status, found.difference.number) == (table.id, "running", number)

    on_a_database(tmp_path, play)


def test_no_bot_plays_on_in_such_a_game_and_people_may_end_it(tmp_path):
    async def play(watch, places, ada, bob):
        table = await begun(places[0], ada, bob, stand_in="random")
        await older(places[0], table, differs_at=table.number - 1)
        today = Place(places[0].registry.database, watch)
        pool = BotPool(1)
        bots = BotDriver(today.registry, pool, TableRunners(0), (0, 0.01))
        person = table.state.waits_for
        await today.registry.execute(table.id, Caller(person), leave(person))
        await asyncio.sleep(0.5)
        await bots.stop()
        pool.stop()
        assert (await kinds(today, table))[-1] == "left"
        await today.registry.execute(table.id, Caller(ada), resign(ada))
        assert (await kinds(today, table))[-2:] == ["resigned", "ended"]

    on_a_database(tmp_path, play)
