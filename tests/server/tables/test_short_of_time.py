"""A bot that had too little time is told of at its table: once, and not with the decision it was about."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest
from server_places import on_a_database

from parapegma.core.game import find_game
from parapegma.server.bots.driver import BotDriver
from parapegma.server.bots.pool import BotPool
from parapegma.server.bots.runners import TableRunners
from parapegma.server.tables import events as ev
from parapegma.server.tables.commands.seats import with_start
from parapegma.server.tables.lifecycle.opening import TableSetup, open_table
from parapegma.server.tables.messages.info import table_info
from parapegma.server.tables.messages.viewpoint import Reader
from parapegma.server.tables.open_tables import Caller
from parapegma.server.tables.short_of_time import ShortOfTime
from parapegma.server.tables.state import Seat, TableState


def table(decisions: int, seat: Seat) -> Any:
    return SimpleNamespace(id="one", match=range(decisions), state=SimpleNamespace(seats=[seat]))


@pytest.mark.parametrize("late", [[2], [4], [2, 4, 6, 8], [8]])
def test_nobody_learns_which_decision_had_too_little_time(late):
    noted, seat = ShortOfTime(), Seat(bot="master")
    told = [n for n in range(0, 30, 2) if noted.to_tell(table(n, seat), 0, n in late)]
    assert told[0] == 10, "the first of the next stretch, whichever it was"


def test_it_is_told_once_and_of_no_bot_that_had_its_time():
    noted, seat = ShortOfTime(), Seat(bot="master")
    assert not any(noted.to_tell(table(n, seat), 0, False) for n in range(40))
    assert not noted.to_tell(table(40, seat), 0, True)
    assert noted.to_tell(table(50, seat), 0, True)
    seat.short_of_time = True
    assert not any(noted.to_tell(table(n, seat), 0, True) for n in range(51, 90))


def test_the_table_hears_of_it_once_for_each_bot(tmp_path):
    """Searches that are given hardly any time: the quick policy decides for them."""
    bot = "search:5000"

    async def play(watch, places, ada, bob):
        place, pool = places[0], BotPool(1)
        pool.prepare([find_game("ophiuchus")])
        await pool.run(time.sleep, 0)
        driver = BotDriver(place.registry, pool, TableRunners(1 << 28), (0.0, 0.0))
        setup = TableSetup("ophiuchus", 2, seats=("open", "open"))
        table_id = await open_table(place.registry.store, setup, ada, "Ada")

        def seated(table):
            return with_start(table, [ev.BotSat(seat=seat, bot=bot) for seat in (0, 1)])

        table = (await place.registry.execute(table_id, Caller(ada), seated)).table
        assert not any(seat.short_of_time for seat in table_info(table, Reader(ada), frozenset()).seats)
        async with asyncio.timeout(120):
            while not table.over:
                await asyncio.sleep(0.01)
        await driver.stop()
        pool.stop()
        events = await place.registry.store.events(table_id, 0)
        told = [event.body for event in events if isinstance(event.body, ev.ShortOfTime)]
        assert sorted((body.seat, body.bot) for body in told) == [(0, bot), (1, bot)]
        assert all(seat.short_of_time for seat in table_info(table, Reader(ada), frozenset()).seats)
        after = TableState.new(2, table.settings.pace).after(events)
        assert all(seat.short_of_time for seat in after.seats), "whoever loads the table knows it too"

    on_a_database(tmp_path, play)
