"""Bots at tables in a browser: other workers think for them, then they decide like anyone else."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable

from parapegma.bots import Evaluation, Limits, bot_named
from parapegma.bots.combine import combined, shared
from parapegma.core.match import Match
from parapegma.local.thinking import question, thought
from parapegma.server.problems import Problem
from parapegma.server.tables.commands.acting import bot_act
from parapegma.server.tables.events import Acted, TableEvent
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.open_tables import Caller, OpenTables
from parapegma.server.tables.state import BOT

Think = Callable[[list[str], bool], Awaitable[list[str]]]
"""Has questions answered, all at once if there is room for it; and whether several could share the work."""
Failed = Callable[[str, Problem], None]
"""Told which table's bot has failed, and how: it is asked again."""
_WORTH_SHARING = 1_000
"""Iterations of a search from which several share it."""
_AGAIN, _LATEST = 1.0, 30.0
"""Seconds after which a bot that failed is asked again: twice as many each time, up to a limit."""
_OVERDUE = 5.0
"""Seconds after which bots are driven here that another tab does not drive any more."""
log = logging.getLogger(__name__)


class LocalBots:
    """Drives the bots of all tables that are open. ``searchers``: how many may share a search."""

    def __init__(self, tables: OpenTables, think: Think, failed: Failed, pause: float = 0.5) -> None:
        self._tables, self._think, self._failed, self._pause = tables, think, failed, pause
        self.searchers = 1
        self._seeds: dict[str, str] = {}
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
        pause = self._pause / 4 if again else self._pause
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
            log.error("a bot could not decide at table %s", table.id, exc_info=error)
            self._failed(table.id, Problem(500, "bot-failed", f"A bot could not decide: {error}"))
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LATEST)

    async def _decide_once(self, table: LiveTable, seat: int, moved: int, pause: float) -> None:
        began, level = time.monotonic(), table.state.seats[seat].bot
        if level is None:
            return
        found = await self.evaluate(table.match, level, self._seed(table.id))
        await asyncio.sleep(max(0.0, began + pause - time.monotonic()))
        await self._tables.execute(table.id, Caller(None), bot_act(seat, level, moved, found.action))

    def _seed(self, table_id: str) -> str:
        return self._seeds.setdefault(table_id, secrets.token_hex(16))

    async def evaluate(self, match: Match, bot: str, seed: str, limits: Limits | None = None) -> Evaluation:
        """What a bot thinks about the decision that is to be made; a long search is shared."""
        usual = bot_named(bot, match.game, 0).limits.within(limits)
        choices = len(match.position.legal())
        long = choices > 1 and (usual.iterations or 0) >= _WORTH_SHARING
        helpers = self.searchers if long else 1
        each = shared(usual, helpers)
        seeds = [seed, *(f"{seed} {n}" for n in range(1, helpers))]
        asked = [question(match.position, len(match), bot, one, each) for one in seeds]
        return combined([thought(answer) for answer in await self._think(asked, long)])
