"""Bots at tables: kept with what they remember, within a budget; they decide there as in the arena."""

from __future__ import annotations

import asyncio
import gc
from dataclasses import replace
from typing import Any

import pytest
from server_places import on_a_database

from parapegma.bots.levels import LEVELS
from parapegma.core.game import find_game
from parapegma.core.match import Match
from parapegma.lab.bot_games import play_bots
from parapegma.server.bots.driver import BotDriver
from parapegma.server.bots.pool import BotPool
from parapegma.server.bots.runners import TableRunners
from parapegma.server.tables import events as ev
from parapegma.server.tables.commands.seats import with_start
from parapegma.server.tables.deal import Deal
from parapegma.server.tables.lifecycle.opening import TableSetup, open_table
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.open_tables import Caller

KEY = "0123456789abcdef" * 2


async def bots_only(place, person, game, bot):
    """A table at which only bots of one name sit, also one that people cannot choose."""
    players = find_game(game).players[0]
    setup = TableSetup(game, players, seats=("open",) * players, key=KEY)
    table_id = await open_table(place.registry.store, setup, person, "Ada")

    def seated(table):
        return with_start(table, [ev.BotSat(seat=seat, bot=bot) for seat in range(players)])

    return (await place.registry.execute(table_id, Caller(person), seated)).table


def short_master(game, seed):
    """The master as people choose it, without its clock and with a whole game that is short."""
    bot = LEVELS["master"](game, seed, {})
    bot.limits = replace(bot.limits, iterations=40, seconds=None)
    return bot


@pytest.mark.parametrize(
    ("game", "bot"),
    [
        ("ophiuchus", f"{__name__}:short_master"),
        ("ophiuchus", "search:40"),
        ("pacal", "search:6"),
    ],
)
def test_a_bot_at_a_table_decides_as_in_the_arena(tmp_path, game, bot):
    async def play(watch, places, ada, bob):
        pool = BotPool(1)
        made: list[str] = []

        def seed_of(table):
            made.append(table.id)
            return "seed"

        runners = TableRunners(1 << 28, seed_of=seed_of)
        driver = BotDriver(places[0].registry, pool, runners, (0.0, 0.0))
        table = await bots_only(places[0], ada, game, bot)
        async with asyncio.timeout(600):
            while not table.over:
                await asyncio.sleep(0.01)
        await driver.stop()
        pool.stop()
        assert made == [table.id], "the bots were kept through the whole game"

        position = Match(game, len(table.state.seats), f"key:{KEY}").position
        decided = [asked.action for asked in play_bots(position, [bot] * position.players, "seed")]
        assert decided == table.state.actions
        assert position.scores == table.state.ended.scores

    on_a_database(tmp_path, play)


class Remembers:
    """Stands in for a runner that remembers so many bytes."""

    def __init__(self, memory):
        self.memory = memory

    def forget(self):
        self.memory = 0


def some_table(n):
    game = find_game("ophiuchus")
    deal = Deal(game, 2, game.check(2, {})[1], KEY)
    row = {
        "id": f"table{n}", "game": game.name, "players": 2, "options": "{}", "key": deal.key,
        "position": None, "continues": None,
        "settings": "{}", "rules_version": game.version, "components": game.components, "created_by": "ada",
    }  # fmt: skip
    return LiveTable(row, [])


def test_beyond_the_budget_the_tables_longest_without_a_decision_forget():
    runners = TableRunners(100)
    tables = [some_table(n) for n in range(4)]
    kept: list[Any] = [Remembers(40) for _ in tables]
    another: Any = Remembers(40)
    for table, runner in zip(tables, kept, strict=True):
        runners.give_back(table, runner)
    assert [runner.memory for runner in kept] == [0, 0, 40, 40]
    assert runners.memory == 80
    # Who decides again is no longer the longest without a decision.
    assert runners.take(tables[2]) is kept[2]
    runners.give_back(tables[2], kept[2])
    runners.give_back(tables[0], another)
    assert [runner.memory for runner in kept] == [0, 0, 40, 0]


def test_a_runner_stays_with_its_table_and_goes_with_it():
    runners = TableRunners(1000)
    table = some_table(1)
    first = runners.take(table)
    assert runners.take(table) is not first, "two decisions share no bot"
    runners.give_back(table, first)
    assert runners.take(table) is first
    another: Any = Remembers(40)
    runners.give_back(table, another)
    assert runners.memory == 40
    del table
    gc.collect()
    assert runners.memory == 0


def test_seeds_of_tables_are_random():
    runners = TableRunners(1000)
    seeds = {runners.take(some_table(n)).seed for n in range(20)}
    assert len(seeds) == 20
    assert all(len(str(seed)) == 32 for seed in seeds)


def test_a_command_that_only_bots_follow_is_written_once(tmp_path):
    """What a bot decided for a position that is no longer there is not played."""

    async def play(watch, places, ada, bob):
        registry = places[0].registry
        table = await bots_only(places[0], ada, "ophiuchus", "random")
        from parapegma.server.tables.commands.acting import bot_act

        action, moved = table.match.position.legal()[0], table.state.moved
        command = bot_act(table.actor, "random", moved, action)
        first = await registry.execute(table.id, Caller(None), command)
        again = await registry.execute(table.id, Caller(None), command)
        assert (len(first.events), again.events) == (1, [])

    on_a_database(tmp_path, play)
