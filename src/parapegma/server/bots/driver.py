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

from sqlalchemy import bindparam, or_, select

from parapegma.server.background import Background
from parapegma.server.bots.pool import BotPool, Question
from parapegma.server.bots.runners import TableRunners
from parapegma.server.ids import now
from parapegma.server.problems import Problem
from parapegma.server.store import schema
from parapegma.server.tables.bot_speed import bot_pause
from parapegma.server.tables.commands.acting import bot_act
from parapegma.server.tables.events import Acted, TableEvent
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.open_tables import Caller
from parapegma.server.tables.registry import TableRegistry
from parapegma.server.tables.short_of_time import ShortOfTime
from parapegma.server.tables.state import BOT

_SWEEP = 5.0
_OVERDUE = 10_000
_T = schema.tables.c
_FORGOTTEN = (
    select(_T.id).where(_T.waits_for == BOT, _T.status == "running").order_by(_T.changed_at).limit(200)
)
log = logging.getLogger(__name__)


class BotDriver:
    """Drives the bots of all tables that this process changes, and those that no process drives."""

    def __init__(
        self, registry: TableRegistry, pool: BotPool, runners: TableRunners, pause: tuple[float, float]
    ) -> None:
        self._registry, self._pool, self._runners, self._pause = registry, pool, runners, pause
        self._background = Background("bots were not driven")
        self._short_of_time = ShortOfTime()
        self._overdue = 0
        overdue = _T.changed_at < bindparam("before")
        if not registry.ownership.alone:
            # Nobody drives those of a process that has died.
            overdue = or_(overdue, _T.owner.is_(None), _T.owner != registry.ownership.process)
        self._forgotten = _FORGOTTEN.where(registry.ownership.here, overdue)
        registry.subscribe(self._committed)

    def start(self) -> None:
        self._background.every(_SWEEP, self._sweep)

    async def stop(self) -> None:
        await self._background.stop()

    def _committed(self, table: LiveTable, events: list[TableEvent]) -> None:
        last = events[-1].body
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
        await self._pool.libraries.ready(table.deal.game.name)
        # The further steps of one turn: a person would not wait either.
        low, high = (seconds / 4 for seconds in self._pause) if again else self._pause
        promise = self._pool.promise(level, table.deal.game, low if again else None, table.line)
        low, high = low * bot_pause(table), high * bot_pause(table)
        answer_at = max(time.monotonic() + low, promise.ready_at) + random.uniform(0, high - low)
        try:
            runner = self._runners.take(table)
            evaluation = await self._pool.evaluate_until(
                runner,
                level,
                Question.of(table.match),
                answer_at,
                promise.limits,
                lambda: self._runners.give_back(table, runner),
                table.line,
            )
            # The further steps of one turn have little time of their own: they go on from the thought before.
            late = self._short_of_time.to_tell(table, seat, evaluation.hurried and not again)
            command = bot_act(seat, level, moved, evaluation.action, late)
            await self._registry.execute(table.id, Caller(None), command)
        except asyncio.CancelledError:
            raise
        except Problem:
            # The table is gone: whoever played there alone has left for good.
            return
        except Exception:
            # The sweep will try again.
            log.exception("a bot could not decide", extra={"table": table.id})

    async def _sweep(self) -> None:
        """Find bots that nobody drives: their process was stopped, or their bot failed."""
        # At the start nobody drives any of them.
        before, self._overdue = now() - self._overdue, _OVERDUE
        for row in await self._registry.database.rows(self._forgotten, {"before": before}):
            with contextlib.suppress(Problem):
                table = await self._registry.open(row["id"])
                await self._registry.catch_up(table, table.number + 1)
                self.wake(table)
