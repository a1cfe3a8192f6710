"""Bots at tables: whenever a bot is to decide, it thinks in the pool and then decides like anyone else.

A bot answers after a time that is drawn before it looks at its cards, neither sooner nor later: nobody can
tell from its haste that it had no choice, nor from its slowness that it had one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time

from sqlalchemy import bindparam, select

from parapegma.server.background import Background
from parapegma.server.bots.pool import BotPool
from parapegma.server.ids import now
from parapegma.server.problems import Problem
from parapegma.server.store import schema
from parapegma.server.tables.acting import bot_act
from parapegma.server.tables.events import Acted, Event
from parapegma.server.tables.record import LiveTable
from parapegma.server.tables.rooms import Caller, Rooms
from parapegma.server.tables.state import BOT

_SWEEP = 5.0
_OVERDUE = 10_000
_T = schema.tables.c
_FORGOTTEN = (
    select(_T.id)
    .where(_T.waits_for == BOT, _T.status == "running", _T.changed_at < bindparam("before"))
    .order_by(_T.changed_at)
    .limit(200)
)
log = logging.getLogger(__name__)


class BotSeats:
    """Drives the bots of all tables that this process changes, and those that no process drives."""

    def __init__(self, rooms: Rooms, pool: BotPool, pause: tuple[float, float]) -> None:
        self._rooms, self._pool, self._pause = rooms, pool, pause
        self._background = Background("bots were not driven")
        self._overdue = 0
        rooms.listeners.append(self._committed)

    def start(self) -> None:
        self._background.every(_SWEEP, self._sweep)

    async def stop(self) -> None:
        await self._background.stop()

    def _committed(self, table: LiveTable, events: list[Event]) -> None:
        last = events[-1].what
        again = isinstance(last, Acted) and last.seat == table.actor
        self.wake(table, again)

    def wake(self, table: LiveTable, again: bool = False) -> None:
        """Let a bot think if one is to decide; ``again`` if the same seat has just decided."""
        state = table.state
        if state.waits_for != BOT or state.paused or not table.dealt:
            return
        place = (table.id, state.moved)
        if place not in self._background:
            self._background.spawn(self._decide(table, again), place)

    async def _decide(self, table: LiveTable, again: bool) -> None:
        state = table.state
        seat, moved = state.actor, state.moved
        level = None if seat is None else state.seats[seat].bot
        if seat is None or level is None:
            return
        low, high = self._pause
        if again:
            # The further steps of one turn: a person would not wait either.
            low, high = low / 4, high / 4
        promise = self._pool.promise(level, table.deal.game, low if again else None)
        answer_at = max(time.monotonic() + low, promise.ready_at) + random.uniform(0, high - low)
        try:
            match = table.play.match.copy()
            thought = await self._pool.think_until(match, level, answer_at, promise.seconds)
            await self._rooms.command(table.id, Caller(None), bot_act(seat, level, moved, thought.action))
        except asyncio.CancelledError:
            raise
        except Problem:
            # The table is gone: whoever played there alone has left for good.
            return
        except Exception:
            # The sweep will try again.
            log.exception("a bot could not decide", extra={"table": table.id})

    async def _sweep(self) -> None:
        """Find bots that nobody drives: their process was stopped, or their thought failed."""
        # At the start nobody drives any of them.
        before, self._overdue = now() - self._overdue, _OVERDUE
        for row in await self._rooms.database.rows(_FORGOTTEN, {"before": before}):
            with contextlib.suppress(Problem):
                table = await self._rooms.open(row["id"])
                await self._rooms.catch_up(table, table.number + 1)
                self.wake(table)
