"""Bots at tables in a browser: one that fails is told of and asked again, and no table waits for ever."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from parapegma.browser.tour import Page
from parapegma.local import bots as local_bots


class _Failing(Page):
    """A page whose bots fail so many times."""

    def __init__(self, failures, keeper=None):
        super().__init__(keeper)
        think = self.host.bots._think
        self.failures = failures

        async def or_fail(questions, long):
            if self.failures:
                self.failures -= 1
                raise RuntimeError("out of memory")
            return await think(questions, long)

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
        await asyncio.sleep(0.2)
        assert page.host.bots._under_way == {}

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
