"""Where bots think: a few threads beside the event loop. The more of them wait, the less each thinks."""

from __future__ import annotations

import asyncio
import functools
import heapq
import logging
import os
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from parapegma.bots import Evaluation, bot_named
from parapegma.bots.bot import ask
from parapegma.bots.simple import Light
from parapegma.core.game import Game
from parapegma.core.match import Match

_T = TypeVar("_T")
log = logging.getLogger(__name__)

_LEAST = 0.05
"""However many wait, a bot may think for this part of its time."""
_SLACK = 1.1
"""A thought looks at the clock only now and then; it may take this much longer than its time."""
_WITHOUT_CLOCK = 0.03
"""Seconds that a thought takes which is not measured by a clock."""


@dataclass(frozen=True)
class Promise:
    """A place in the queue."""

    seconds: float | None
    """How long the bot may think; none if it counts something else than time."""
    ready_at: float
    """When it will have thought, on the monotonic clock."""


class BotPool:
    """A bounded number of thoughts at a time."""

    def __init__(self, threads: int) -> None:
        self.threads = threads if threads > 0 else max(1, (os.cpu_count() or 1) - 1)
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="bot")
        self.busy = 0
        """Thoughts under way or waiting."""
        self.thoughts = 0
        """Thoughts so far."""
        self.hurried = 0
        """Decisions made without a thought, because none was ready in time."""
        self._free = [0.0] * self.threads
        """When each thread will be free by what has been promised, on the monotonic clock."""
        self._promised: list[float] = []
        """When the thoughts that were promised will be done."""
        self._ready: set[str] = set()
        """Games whose quick policy has been compiled and loaded; before that it would hold up everyone."""

    def prepare(self, games: Sequence[Game]) -> None:
        """Load the bots of games in one of the threads, so that the first thought need not wait for it."""
        self._pool.submit(self._prepare, games)

    def _prepare(self, games: Sequence[Game]) -> None:
        for game in games:
            try:
                _quick(Match(game, seed=1))
                self._ready.add(game.name)
            except Exception:
                log.exception("the bots of a game could not be made ready")

    def stop(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _share(self, now: float) -> float:
        """The part of its usual time that one more bot may use now."""
        self._promised = [ready_at for ready_at in self._promised if ready_at > now]
        return max(_LEAST, min(1.0, self.threads / (len(self._promised) + 1)))

    def promise(self, level: str, game: Game, most: float | None = None) -> Promise:
        """How long a bot may think now, and when that will be done at the latest.

        It depends on how many others think and what they were promised, not on anyone's cards: who turns
        out to have no choice keeps his place all the same.
        """
        usual = _usual_seconds(level, game)
        now = time.monotonic()
        seconds = None if usual is None else min(usual * self._share(now), most or usual)
        begins = max(now, heapq.heappop(self._free))
        ready_at = begins + (_WITHOUT_CLOCK if seconds is None else seconds * _SLACK)
        heapq.heappush(self._free, ready_at)
        self._promised.append(ready_at)
        return Promise(seconds, ready_at)

    async def think(self, match: Match, level: str, seconds: float | None = None) -> Evaluation:
        """Let a bot decide for whoever is to decide in a match that nobody else touches.

        With ``seconds`` it thinks no longer, also where it usually counts iterations.
        """
        self.busy += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, _think, match, level, seconds)
        finally:
            self.busy -= 1
            self.thoughts += 1

    async def run(self, work: Callable[..., _T], *values: object) -> _T:
        """Let other work of the same kind wait its turn in the same threads."""
        self.busy += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *values)
        finally:
            self.busy -= 1

    async def think_until(
        self, match: Match, level: str, answer_at: float, seconds: float | None
    ) -> Evaluation:
        """A decision at a time of the monotonic clock: never sooner, and never later because of a thought.

        How long a thought takes depends on what the seat holds. So nobody waits for one that is late: the
        quick policy decides then, and what comes later is thrown away.
        """
        thinking = asyncio.ensure_future(self.think(match.copy(), level, seconds))
        ready = match.game.name in self._ready
        # Made in any case and beforehand: it takes no time when the time has come.
        quick = _quick(match) if ready else None
        try:
            await asyncio.sleep(max(0.0, answer_at - time.monotonic()))
            if quick is None or thinking.done():
                return await thinking
            self.hurried += 1
            return quick
        finally:
            # A thought that waits for a thread is dropped; one under way ends by itself.
            thinking.cancel()


def _think(match: Match, level: str, seconds: float | None) -> Evaluation:
    bot = bot_named(level, match.game)
    if seconds is not None and hasattr(bot, "seconds"):
        bot.seconds = seconds
    return ask(bot, match)


def _quick(match: Match) -> Evaluation:
    """What the policy of quick playouts does: for those who have no time to think."""
    return ask(Light(match.game, secrets.randbits(63)), match)


@functools.cache
def _usual_seconds(level: str, game: Game) -> float | None:
    """How long a bot may think at most; none if it counts something else than time."""
    seconds: float | None = getattr(bot_named(level, game), "seconds", None)
    return seconds
