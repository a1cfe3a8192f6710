"""Where bots think: a few threads beside the event loop. The more of them wait, the less each thinks."""

from __future__ import annotations

import asyncio
import functools
import heapq
import logging
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from parapegma.bots import BotRunner, Evaluation, Limits, bot_named
from parapegma.core.game import Game
from parapegma.core.match import Match
from parapegma.core.position import Position
from parapegma.server.bots.awaited_libraries import AwaitedLibraries

_T = TypeVar("_T")
log = logging.getLogger(__name__)

_LEAST = 0.05
"""However many wait, a bot may think for this part of its time."""
_SLACK = 1.1
"""A bot looks at the clock only now and then; it may take this much longer than its time."""
_WITHOUT_CLOCK = 0.03
"""Seconds that an evaluation takes which is not measured by a clock."""
_QUICK = "light"
"""The bot that decides for those who have no time to think: the policy of quick playouts."""


@dataclass(frozen=True)
class Promise:
    """A place in the queue."""

    limits: Limits
    """How long the bot may think; no seconds if it counts something else than time."""
    ready_at: float
    """When it will have thought, on the monotonic clock."""


@dataclass(frozen=True)
class Question:
    """What a bot is asked: to decide in a position after so many decisions, which nobody else touches."""

    position: Position
    decisions: int

    @classmethod
    def of(cls, match: Match) -> Question:
        """The decision that is to be made in a match."""
        return cls(match.position.copy(), len(match))


class BotPool:
    """A bounded number of evaluations at a time."""

    def __init__(self, threads: int) -> None:
        self.threads = threads if threads > 0 else max(1, (os.cpu_count() or 1) - 1)
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="bot")
        self.busy = 0
        """Evaluations under way or waiting."""
        self.evaluations = 0
        """Evaluations so far."""
        self.hurried = 0
        """Decisions made without an evaluation, because none was ready in time."""
        self._free = [0.0] * self.threads
        """When each thread will be free by what has been promised, on the monotonic clock."""
        self._promised: list[float] = []
        """When the evaluations that were promised will be done."""
        self.libraries = AwaitedLibraries()
        self._ready: set[str] = set()
        """Games whose quick policy has been compiled and loaded; before that it would hold up everyone."""

    def prepare(self, games: Sequence[Game]) -> None:
        """Load the bots of games in one of the threads, so that the first evaluation need not wait for it."""
        self._pool.submit(self._prepare, games)

    def _prepare(self, games: Sequence[Game]) -> None:
        for game in games:
            try:
                _quick(Question.of(Match(game, seed=1)))
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
        return Promise(Limits(seconds=seconds), ready_at)

    async def evaluate(
        self, runner: BotRunner, level: str, question: Question, limits: Limits | None = None
    ) -> Evaluation:
        """Let a bot decide for whoever is to decide."""
        await self.libraries.ready(question.position.game.name)
        return await asyncio.wrap_future(self._submit(runner, level, question, limits))

    def _submit(
        self, runner: BotRunner, level: str, question: Question, limits: Limits | None
    ) -> Future[Evaluation]:
        loop = asyncio.get_running_loop()
        self.busy += 1
        self.evaluations += 1
        future = self._pool.submit(runner.ask, level, question.position, question.decisions, limits)
        future.add_done_callback(lambda _: loop.call_soon_threadsafe(self._ended))
        return future

    def _ended(self) -> None:
        self.busy -= 1

    async def run(self, work: Callable[..., _T], *values: object) -> _T:
        """Let other work of the same kind wait its turn in the same threads."""
        self.busy += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *values)
        finally:
            self.busy -= 1

    async def evaluate_until(
        self,
        runner: BotRunner,
        level: str,
        question: Question,
        answer_at: float,
        limits: Limits,
        done: Callable[[], None],
    ) -> Evaluation:
        """A decision at a time of the monotonic clock: never sooner, and never later because of a bot.

        How long a bot thinks depends on what the seat holds. So nobody waits for one that is late: the
        quick policy decides then, and what comes later is thrown away. ``done`` is called once the runner is
        free again, which may be later.
        """
        loop = asyncio.get_running_loop()
        evaluating = self._submit(runner, level, question, limits)
        evaluating.add_done_callback(lambda _: loop.call_soon_threadsafe(done))
        ready = question.position.game.name in self._ready
        # Made in any case and beforehand: it takes no time when the time has come.
        quick = _quick(question) if ready else None
        try:
            await asyncio.sleep(max(0.0, answer_at - time.monotonic()))
            if quick is None or evaluating.done():
                return await asyncio.wrap_future(evaluating)
            self.hurried += 1
            return quick
        finally:
            # One that waits for a thread is dropped; one under way ends by itself.
            evaluating.cancel()


def _quick(question: Question) -> Evaluation:
    return BotRunner(question.position.game).ask(_QUICK, question.position, question.decisions)


@functools.cache
def _usual_seconds(level: str, game: Game) -> float | None:
    """How long a bot may think at most; none if it counts something else than time."""
    return bot_named(level, game).limits.seconds
