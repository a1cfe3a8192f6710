"""Bots at tables in a browser: other workers think for them, then they decide like anyone else."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable

from parapegma.bots import Evaluation, Limits, bot_named
from parapegma.bots.combine import combined
from parapegma.core.match import Match
from parapegma.local.thinking import questions, read_answer
from parapegma.server.problems import Problem
from parapegma.server.tables.bot_speed import bot_pause
from parapegma.server.tables.commands.acting import bot_act
from parapegma.server.tables.events import Acted, TableEvent
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.open_tables import Caller, OpenTables
from parapegma.server.tables.short_of_time import ShortOfTime
from parapegma.server.tables.state import BOT

Think = Callable[[list[str]], Awaitable[list[str]]]
"""Has questions answered, all at once; the first of a list is always asked of the same worker, and so on."""
Failed = Callable[[str, Problem], None]
"""Told which table's bot has failed, and how: it is asked again."""
_AGAIN, _LATEST = 1.0, 30.0
"""Seconds after which a bot that failed is asked again: twice as many each time, up to a limit."""
_OVERDUE = 5.0
"""Seconds after which bots are driven here that another tab does not drive any more."""
log = logging.getLogger(__name__)


class LocalBots:
    """Drives the bots of all tables that are open. ``workers``: how many can think at once."""

    def __init__(self, tables: OpenTables, think: Think, failed: Failed, pause: float = 0.5) -> None:
        self._tables, self._think, self._failed, self._pause = tables, think, failed, pause
        self.workers = 1
        self._short_of_time = ShortOfTime()
        self._seeds: dict[str, str] = {}
        self._settled: dict[tuple[str, int, str], tuple[int, int]] = {}
        """What the trees of a bot that think apart chose last: the number of the decision, and the action."""
        self._under_way: dict[tuple[str, int], asyncio.Task[None]] = {}
        tables.subscribe(self._committed)

    def _committed(self, table: LiveTable, events: list[TableEvent]) -> None:
        last = events[-1].body
        self.wake(table, again=isinstance(last, Acted) and last.seat == table.actor)

    def wake(self, table: LiveTable, again: bool = False, elsewhere: bool = False) -> None:
        """Let a bot think if one is to decide; ``again`` if the same seat has just decided.

        ``elsewhere``: another tab drives the bots, unless it was closed meanwhile.
        """
        state = table.state
        place = (table.id, state.moved)
        if state.waits_for != BOT or state.paused or not table.dealt or place in self._under_way:
            return
        pause = self._pause * bot_pause(table) / (4 if again else 1)
        task = asyncio.ensure_future(self._decide(table, pause, _OVERDUE if elsewhere else 0.0))
        self._under_way[place] = task
        task.add_done_callback(lambda _: self._under_way.pop(place, None))

    async def _decide(self, table: LiveTable, pause: float, delay: float) -> None:
        """Decide for a bot. One that fails is asked again until it decides or the table has moved on."""
        seat, moved, wait = table.state.actor, table.state.moved, _AGAIN
        await asyncio.sleep(delay)
        while seat is not None:
            try:
                # It may have been closed in memory meanwhile, and opened again.
                table = await self._tables.open(table.id)
                state = table.state
                if state.moved == moved and state.waits_for == BOT and not state.paused:
                    await self._decide_once(table, seat, moved, pause)
                return
            except Problem as problem:
                if problem.body.status == 404:
                    # The table is gone.
                    return
                error: Exception = problem
            except Exception as failure:
                error = failure
            self._failed(table.id, Problem(500, "bot-failed", f"A bot could not decide: {error}"))
            log.error("a bot could not decide at table %s", table.id, exc_info=error)
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LATEST)

    async def _decide_once(self, table: LiveTable, seat: int, moved: int, pause: float) -> None:
        began, level = time.monotonic(), table.state.seats[seat].bot
        if level is None:
            return
        found = await self.evaluate(table.match, level, self._seed(table))
        await asyncio.sleep(max(0.0, began + pause - time.monotonic()))
        late = self._short_of_time.to_tell(table, seat, found.hurried)
        await self._tables.execute(table.id, Caller(None), bot_act(seat, level, moved, found.action, late))

    def _seed(self, table: LiveTable) -> str:
        usual = secrets.token_hex(16) if table.deal.daily is None else table.deal.key
        return self._seeds.setdefault(table.id, usual)

    async def evaluate(self, match: Match, bot: str, seed: str, limits: Limits | None = None) -> Evaluation:
        """What a bot thinks about the decision that is to be made; each of its trees has a worker of its own.

        Where there are fewer workers than trees, all of them grow in one, one after the other.
        """
        asked_bot = bot_named(bot, match.game, 0)
        trees, limits = asked_bot.trees, asked_bot.limits.within(limits)
        if trees > self.workers:
            trees = 1
        position, decisions = match.position, len(match)
        place = seed, match.actor or 0, bot
        asked = questions(position, decisions, bot, seed, limits, trees, self._settled.get(place))
        found = combined([read_answer(answer) for answer in await self._think(asked)])
        if trees > 1:
            self._settled[place] = decisions, found.action
        return found
