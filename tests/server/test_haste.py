"""A bot answers at a time that says nothing about its cards, however busy the server is."""

from __future__ import annotations

import asyncio
import random
import time
from types import SimpleNamespace

import pytest

from parapegma.core.game import find_game
from parapegma.core.match import Match
from parapegma.server.bots import pool as pools
from parapegma.server.bots import seats
from parapegma.server.bots.pool import BotPool
from server_worlds import two_tables, two_worlds


def positions():
    """A decision that is forced and one that is not, of one game."""
    match = Match("ulysses", seed=5)
    forced = free = None
    while forced is None or free is None:
        if len(match.position.legal()) == 1:
            forced = forced or match.copy()
        else:
            free = free or match.copy()
        match.act(match.position.legal()[-1])
    return forced, free


@pytest.mark.parametrize("busy", [False, True], ids=["idle", "busy"])
def test_a_forced_decision_takes_as_long_as_a_free_one(busy):
    async def answer(pool, match):
        began = time.monotonic()
        thought = await pool.think_until(match, "adept", began + 0.8, 0.2)
        assert thought.action in match.position.legal()
        return time.monotonic() - began

    async def main():
        pool = BotPool(1)
        pool.prepare([Match("ulysses").game])
        await pool.run(time.sleep, 0)
        if busy:
            # Someone else's long thought holds the only thread.
            hog = asyncio.create_task(pool.run(time.sleep, 5))
            await asyncio.sleep(0.05)
        took = [await answer(pool, match) for match in positions()]
        assert all(0.8 <= seconds < 2.4 for seconds in took), took
        assert pool.hurried == (2 if busy else 0)
        if busy:
            await hog
        pool.stop()

    asyncio.run(main())


def test_a_late_thought_does_not_keep_its_place_in_the_queue():
    async def main():
        pool = BotPool(1)
        pool.prepare([Match("ulysses").game])
        hog = asyncio.create_task(pool.run(time.sleep, 1.0))
        await asyncio.sleep(0)
        _, free = positions()
        await pool.think_until(free, "master", time.monotonic() + 0.1, None)
        await hog
        began = time.monotonic()
        await pool.run(time.sleep, 0)
        assert time.monotonic() - began < 1.0, "the thread still thinks what nobody waits for"
        assert pool.busy == 0
        pool.stop()

    asyncio.run(main())


def test_whoever_waits_in_a_queue_thinks_less_and_answers_later_and_still_thinks():
    async def main():
        pool = BotPool(1)
        game = Match("ulysses").game
        pool.prepare([game])
        await pool.run(time.sleep, 0)
        _, free = positions()
        began = time.monotonic()
        promises = [pool.promise("adept", game) for _ in range(4)]
        assert [round(promise.seconds, 3) for promise in promises] == [0.5, 0.25, 0.167, 0.125]
        ready = [promise.ready_at for promise in promises]
        assert ready == sorted(ready)
        thoughts = await asyncio.gather(
            *(
                pool.think_until(free, "adept", promise.ready_at + 1.0, promise.seconds)
                for promise in promises
            )
        )
        assert pool.hurried == 0
        assert all(thought.iterations > 0 for thought in thoughts)
        assert time.monotonic() - began < 5
        pool.stop()

    asyncio.run(main())


def test_a_bot_that_must_agree_is_given_as_long_as_one_that_need_not(tmp_path, monkeypatch):
    """Two tables that seat 0 cannot tell apart: at one the bot has a single choice, at the other several."""
    chance = random.Random(3)
    while True:
        pair, _ = two_tables(find_game("ulysses"), chance, 0)
        choices = sorted(len(match.position.legal()) for match in pair)
        if pair[0].actor != 0 and choices[0] == 1 < choices[1]:
            break
    given = []

    async def think_until(match, level, answer_at, seconds):
        given.append((len(match.position.legal()), level, answer_at, seconds))
        await asyncio.sleep(60)

    async def play(worlds, _):
        for module in (seats, pools):
            monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: 1000.0))
        for world, match in zip(worlds, pair, strict=True):
            monkeypatch.setattr(world.house.pool, "think_until", think_until)
            monkeypatch.setattr(seats, "random", random.Random(7))
            await world.table("haste", match, seats=("me", *["master"] * (match.players - 1)))
            world.house.bots.wake(await world.house.rooms.open("haste"))
            await asyncio.sleep(0.05)

    asyncio.run(two_worlds(tmp_path, monkeypatch, play))
    (few, *one), (many, *other) = given
    assert few != many
    assert one == other
