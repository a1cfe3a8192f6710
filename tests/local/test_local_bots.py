"""Bots at tables in a browser: one that fails is told of and asked again, and no table waits for ever."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from parapegma import Match
from parapegma.bots import BotRunner, Limits, bot_named
from parapegma.bots import runner as bot_runner
from parapegma.browser.walkthrough import Page
from parapegma.core.position import Position
from parapegma.local import bots as local_bots
from parapegma.local.thinking import Thinker, questions, read_answer


class _Failing(Page):
    """A page whose bots fail so many times."""

    def __init__(self, failures, keeper=None):
        super().__init__(keeper)
        think = self.host.bots._think
        self.failures = failures

        async def or_fail(questions):
            if self.failures:
                self.failures -= 1
                raise RuntimeError("out of memory")
            return await think(questions)

        self.host.bots._think = or_fail

    @property
    def problems(self):
        return [each["problem"]["code"] for each in self.told if each["type"] == "refused"]


async def _begun(page, **wish):
    await page.host.start()
    table = await page.ask("POST", "/tables", {"game": "ophiuchus", "seats": ["light", "me"], **wish})
    await page.host.open_line(1, table["id"], 0, None)
    return table["id"]


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    monkeypatch.setattr(local_bots, "_AGAIN", 0.01)
    monkeypatch.setattr(local_bots, "_OVERDUE", 0.05)


def test_a_bot_that_fails_is_told_of_and_asked_again():
    async def main():
        page = _Failing(3)
        await _begun(page)
        # Whoever begins, a bot has decided by then.
        assert await asyncio.wait_for(page.play(8), 20) == 8
        await asyncio.wait_for(page.turn(), 20)
        assert page.problems == ["bot-failed"] * 3

    asyncio.run(main())


def test_a_bot_of_a_table_that_is_gone_is_not_asked_again():
    async def main():
        page = _Failing(1_000)
        table = await _begun(page)
        with contextlib.suppress(TimeoutError):
            # It comes to a bot's turn at some time, and no further.
            await asyncio.wait_for(page.play(100), 0.5)
        assert page.problems
        await page.ask("DELETE", "/tables/{table_id}", table_id=table)
        async with asyncio.timeout(20):
            while page.host.bots._under_way:
                await asyncio.sleep(0.01)

    asyncio.run(main())


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("ophiuchus", ["me", "light"], {}),
        ("pacal", ["light", "me", "light"], {"max_rounds": 4}),
        ("ptolemaeus", ["light", "me"], {}),
        ("ulysses", ["light", "me", "light"], {"max_turns": 4}),
    ],
)
def test_a_whole_game_waits_for_nobody(game, seats, options):
    # Bots decide several times in a row, out of turn, and first and last.
    async def main():
        page = Page()
        table = await _begun(page, game=game, seats=seats, players=len(seats), options=options)
        await asyncio.wait_for(page.play(3_000), 120)
        assert page.host.tables.peek(table).over

    asyncio.run(main())


def test_a_table_left_by_another_tab_goes_on_here():
    async def main():
        here = _Failing(0)
        table = await _begun(here, seats=["me", "light"])
        await here.turn()
        there = _Failing(0, here.keeper)
        await there.host.start()
        await there.host.open_line(1, table, 0, None)
        # The other tab is closed before its bot decides.
        here.failures = 1_000_000
        await here.play(1)
        await there.host.changed_elsewhere(table)
        assert (await asyncio.wait_for(there.turn(), 20))["choices"]
        for task in here.host.bots._under_way.values():
            task.cancel()

    asyncio.run(main())


def _with_workers(count):
    """A page whose bots think in so many workers; and how many questions each of those was asked."""
    page, thinkers, asked = Page(), [Thinker() for _ in range(count)], [0] * count

    async def think(questions):
        for place in range(len(questions)):
            asked[place] += 1
        return [thinkers[place].answer(each) for place, each in enumerate(questions)]

    page.host.bots._think = think
    page.host.bots.workers = count
    return page, asked


@pytest.mark.parametrize("game", ["ophiuchus", "ulysses"])
@pytest.mark.parametrize(("bot", "workers"), [("search:90x2", 1), ("search:90x2", 2), ("search:90", 2)])
def test_a_bot_decides_the_same_in_as_many_workers_as_there_are(game, bot, workers):
    async def main():
        page, asked = _with_workers(workers)
        match, runner = Match(game, seed=3), BotRunner(Match(game, seed=3).game, "seed")
        for number in range(12):
            usual = runner.ask(bot, match.position, number)
            found = await page.host.bots.evaluate(match, bot, "seed")
            assert (found.action, found.visits) == (usual.action, usual.visits), number
            assert found.values == pytest.approx(usual.values)
            match.act(found.action)
        # A worker for each tree, if there are so many.
        assert [count > 0 for count in asked] == [True, bot.endswith("x2")][:workers]

    asyncio.run(main())


def test_a_tree_that_was_asked_anew_after_a_failure_does_not_believe_what_others_chose():
    async def main():
        page, _ = _with_workers(2)
        match, think = Match("ophiuchus", seed=3), page.host.bots._think
        await page.host.bots.evaluate(match, "search:90x2", "seed")

        async def one_of_two(questions):
            await think(questions[:1])
            raise RuntimeError("out of memory")

        for _ in range(3):
            match.act((await page.host.bots.evaluate(match, "search:90x2", "seed")).action)
            page.host.bots._think = one_of_two
            with pytest.raises(RuntimeError):
                await page.host.bots.evaluate(match, "search:90x2", "seed")
            page.host.bots._think = think
        assert match.position.legal()

    asyncio.run(main())


def test_what_another_worker_thought_says_whether_it_had_too_little_time():
    position = Position.deal("ophiuchus", 2, seed=1)
    asked = [questions(position, 0, "adept", "seed", Limits(seconds=seconds))[0] for seconds in (0.0, 600.0)]
    assert [read_answer(Thinker().answer(each)).hurried for each in asked] == [True, False]


def test_a_bot_with_too_little_time_is_told_of_at_its_table(monkeypatch):
    def without_time(name, game, seed):
        bot = bot_named(name, game, seed)
        bot.limits = Limits(bot.limits.iterations, 0.0)
        return bot

    monkeypatch.setattr(bot_runner, "bot_named", without_time)

    async def main():
        page = Page()
        table = await _begun(page, seats=["adept", "me"])
        await asyncio.wait_for(page.play(20), 60)
        await page.turn()
        whole = await page.ask("GET", "/tables/{table_id}", table_id=table, since=0)
        (told,) = [event for event in whole["events"] if event["kind"] == "short-of-time"]
        assert (told["seat"], told["data"]) == (0, {"bot": "adept"})
        assert [seat["short_of_time"] for seat in whole["table"]["seats"]] == [True, False]
        shown = [each["table"]["seats"][0] for each in page.told if each.get("table")]
        assert shown[-1]["short_of_time"], "who watches hears of it at once"

    asyncio.run(main())
