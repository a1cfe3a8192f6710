"""A bot answers at a time that says nothing about its cards, however busy the server is."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import pytest
from server_worlds import two_tables, two_worlds

from parapegma.bots import BotRunner, Evaluation, Limits
from parapegma.core.game import find_game
from parapegma.core.match import Match
from parapegma.server.bots import driver
from parapegma.server.bots import pool as pools
from parapegma.server.bots.pool import BotPool, Question
from parapegma.server.protocol.table_settings import NoClock
from parapegma.server.tables.bot_speed import bot_pause, choose_bot_speed
from parapegma.server.tables.state import Seat, TableState


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


async def answer_of(pool, match, level, answer_at, limits):
    """What a bot that sits in a seat of its own decides."""
    runner = BotRunner(match.game)
    return await pool.evaluate_until(runner, level, Question.of(match), answer_at, limits, lambda: None)


@pytest.mark.parametrize("busy", [False, True], ids=["idle", "busy"])
def test_a_forced_decision_takes_as_long_as_a_free_one(busy):
    async def answer(pool, match):
        began = time.monotonic()
        evaluation = await answer_of(pool, match, "adept", began + 0.8, Limits(seconds=0.2))
        assert evaluation.action in match.position.legal()
        return time.monotonic() - began

    async def main():
        pool = BotPool(1)
        pool.prepare([Match("ulysses").game])
        await pool.run(time.sleep, 0)
        if busy:
            # Someone else's long evaluation holds the only thread.
            free = threading.Event()
            hog = asyncio.create_task(pool.run(free.wait))
            await asyncio.sleep(0)
        took = [await answer(pool, match) for match in positions()]
        assert all(seconds >= 0.8 for seconds in took), took
        if busy:
            assert pool.hurried == 2
            free.set()
            await hog
        pool.stop()

    asyncio.run(main())


def test_a_late_thought_does_not_keep_its_place_in_the_queue():
    async def main():
        pool = BotPool(1)
        pool.prepare([Match("ulysses").game])
        await pool.run(time.sleep, 0)
        free = threading.Event()
        hog = asyncio.create_task(pool.run(free.wait))
        await asyncio.sleep(0)
        _, match = positions()
        asked = []
        runner: Any = SimpleNamespace(ask=lambda *_: asked.append("it was evaluated"))
        done = asyncio.Event()
        question = Question.of(match)
        soon = time.monotonic() + 0.1
        evaluation = await pool.evaluate_until(runner, "master", question, soon, Limits(), done.set)
        assert evaluation.action in match.position.legal()
        await asyncio.wait_for(done.wait(), 60)
        free.set()
        await hog
        await pool.run(time.sleep, 0)
        assert asked == [], "the thread still thinks what nobody waits for"
        assert pool.busy == 0
        pool.stop()

    asyncio.run(main())


def test_the_quick_bot_is_not_asked_where_the_other_has_decided(monkeypatch):
    async def main():
        pool = BotPool(1)
        pool.prepare([Match("ulysses").game])
        await pool.run(time.sleep, 0)
        _, match = positions()

        async def until(_):
            while pool.busy:
                await asyncio.sleep(0.001)

        def quick(_):
            raise AssertionError("nobody needs it")

        monkeypatch.setattr(pools, "_until", until)
        monkeypatch.setattr(pools, "_quick", quick)
        evaluation = await answer_of(pool, match, "light", time.monotonic(), Limits())
        assert evaluation.action in match.position.legal()
        assert pool.hurried == 0
        pool.stop()

    asyncio.run(main())


def test_the_bot_of_a_table_is_free_again_before_its_decision_goes_on(monkeypatch):
    """The next decision would think with a new one, which remembers nothing."""

    async def main():
        pool = BotPool(1)
        happened: list[str] = []
        futures: list[Future[Evaluation]] = []
        watched, held = threading.Event(), threading.Event()
        submit = pool._submit

        def submit_held(*asked):
            futures.append(submit(*asked))
            # Runs in the thread that thinks, when its future is done already and before others hear of it.
            futures[0].add_done_callback(lambda _: held.wait(60))
            watched.set()
            return futures[0]

        async def until_thought(_):
            while not futures[0].done():
                await asyncio.sleep(0.001)
            asyncio.get_running_loop().call_later(0.05, held.set)

        def ask(*_):
            watched.wait(60)
            return Evaluation(3)

        monkeypatch.setattr(pool, "_submit", submit_held)
        monkeypatch.setattr(pools, "_until", until_thought)
        runner: Any = SimpleNamespace(ask=ask)
        question = Question.of(positions()[1])
        evaluation = await pool.evaluate_until(
            runner, "light", question, 0.0, Limits(), lambda: happened.append("free")
        )
        happened.append("decided")
        assert evaluation.action == 3
        assert happened == ["free", "decided"]
        pool.stop()

    asyncio.run(main())


def test_whoever_waits_in_a_queue_thinks_less_and_answers_later_and_still_thinks():
    async def main():
        pool = BotPool(1)
        game = Match("ulysses").game
        pool.prepare([game])
        await pool.run(time.sleep, 0)
        _, free = positions()
        promises = [pool.promise("adept", game) for _ in range(4)]
        assert [round(promise.limits.seconds, 3) for promise in promises] == [0.5, 0.25, 0.167, 0.125]
        ready = [promise.ready_at for promise in promises]
        assert ready == sorted(ready)
        evaluations = await asyncio.gather(
            *(
                pool.evaluate(BotRunner(game), "adept", Question.of(free), promise.limits)
                for promise in promises
            )
        )
        assert all(evaluation.iterations > 0 for evaluation in evaluations)
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

    async def evaluate_until(runner, level, question, answer_at, limits, done, whose):
        given.append((len(question.position.legal()), level, answer_at, limits))
        await asyncio.sleep(60)

    async def play(worlds, _):
        for module in (driver, pools):
            monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: 1000.0))
        for world, match in zip(worlds, pair, strict=True):
            monkeypatch.setattr(world.services.pool, "evaluate_until", evaluate_until)
            monkeypatch.setattr(driver, "random", random.Random(7))
            await world.table("haste", match, seats=("me", *["master"] * (match.players - 1)))
            world.services.bots.wake(await world.services.registry.open("haste"))
            await asyncio.sleep(0.05)

    asyncio.run(two_worlds(tmp_path, monkeypatch, play))
    (few, *one), (many, *other) = given
    assert few != many
    assert one == other


def test_who_plays_alone_with_bots_says_how_fast_they_answer():
    table: Any = SimpleNamespace(bot_pause=1.0, state=TableState.new(3, NoClock()))
    table.state.seats = [Seat("ada", "Ada"), Seat("bob", "Bob"), Seat(bot="novice")]
    choose_bot_speed(table, "ada", "slow")
    choose_bot_speed(table, "eve", "at once")
    assert bot_pause(table) == 1
    # Once a bot plays for the other person, nobody else waits.
    table.state.seats[1].bot = "novice"
    slow = bot_pause(table)
    choose_bot_speed(table, "ada", "at once")
    assert bot_pause(table) < 1 < slow
