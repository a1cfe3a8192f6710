"""Where bots think: a few at a time, in processes or threads. The more of them wait, the less each thinks."""

from __future__ import annotations

import asyncio
import functools
import logging
import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import TypeVar

from parapegma.bots import BotRunner, Evaluation, Limits, bot_named
from parapegma.core.game import Game
from parapegma.core.match import Match
from parapegma.core.position import Position
from parapegma.server.bots.awaited_libraries import AwaitedLibraries
from parapegma.server.bots.elsewhere import BotService, Runner, RunnerElsewhere
from parapegma.server.bots.processes import how_many
from parapegma.server.fair_queue import FairQueue
from parapegma.server.settings import Settings

_T = TypeVar("_T")
log = logging.getLogger(__name__)

_LEAST = 0.05
"""However many wait, a bot may think for this part of its time."""
_SLACK = 1.1
"""A bot looks at the clock only now and then; it may take this much longer than its time."""
_WITHOUT_CLOCK = 0.03
"""Seconds that an evaluation takes which is not measured by a clock."""
NOBODY = ""
"""Whose line it is where nobody in particular waits."""
_QUICK = "light"
"""The bot that decides for those who have no time to think: the policy of quick playouts."""
_BEFOREHAND = 0.02
"""Seconds before an answer is due in which that bot is asked, if the other has not decided by then."""


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
    """A bounded number of evaluations at a time: as many threads, which think or wait for a bot process."""

    def __init__(self, at_once: int, service: BotService | None = None) -> None:
        self.at_once = at_once if at_once > 0 else max(1, (os.cpu_count() or 1) - 1)
        self._queue = FairQueue(self.at_once)
        self._service = service
        self.busy = 0
        """Evaluations under way or waiting."""
        self.evaluations = 0
        """Evaluations so far."""
        self.hurried = 0
        """Decisions made without an evaluation, because none was ready in time."""
        self._spare: deque[asyncio.Future[None]] = deque()
        """Those who wait until a bot could think at once."""
        self._promised: dict[str, list[float]] = {}
        """When the evaluations that were promised will be done, in each person's line; monotonic."""
        self.libraries = AwaitedLibraries()
        self._ready: set[str] = set()
        """Games whose quick policy has been compiled and loaded; before that it would hold up everyone."""

    def prepare(self, games: Sequence[Game]) -> None:
        """Load the bots of games in one of the threads, so that the first evaluation need not wait for it."""
        self._queue.submit(NOBODY, lambda: self._prepare(games))

    def _prepare(self, games: Sequence[Game]) -> None:
        for game in games:
            try:
                _quick(Question.of(Match(game, seed=1)))
                self._ready.add(game.name)
            except Exception:
                log.exception("the bots of a game could not be made ready")

    @property
    def waiting(self) -> int:
        """Evaluations that wait for a thread."""
        return self._queue.waiting

    def stop(self) -> None:
        if self._service is not None:
            self._service.stop()
        self._queue.stop()

    def runner(self, game: Game, seed: int | str) -> Runner:
        """The bots of a table, thinking wherever those of this pool think."""
        return BotRunner(game, seed) if self._service is None else RunnerElsewhere(self._service, game, seed)

    def _line(self, whose: str, now: float) -> list[float]:
        """What was promised to a person and is not done yet; the lines of others are tidied too."""
        self._promised = {
            each: left for each, line in self._promised.items() if (left := [at for at in line if at > now])
        }
        return self._promised.setdefault(whose, [])

    def promise(self, level: str, game: Game, most: float | None = None, whose: str = NOBODY) -> Promise:
        """How long a bot may think now at someone's table, and when that will be done at the latest.

        The threads are shared by all for whom bots think now, each with a line of their own: the longer
        one's own line, the less each of its bots thinks. It depends on what was promised, not on anyone's
        cards: who turns out to have no choice keeps his place all the same.
        """
        usual = _usual_seconds(level, game)
        now = time.monotonic()
        line = self._line(whose, now)
        crowd = max(1.0, len(self._promised) / self.at_once)
        at_once = max(1.0, self.at_once / len(self._promised))
        share = max(_LEAST, min(1.0, at_once / (len(line) + 1)) / crowd)
        seconds = None if usual is None else min(usual * share, most or usual)
        # A person's line is as fast as its part of the threads.
        lanes = max(1, int(at_once))
        begins = now if len(line) < lanes else sorted(line)[-lanes]
        ready_at = begins + (_WITHOUT_CLOCK if seconds is None else seconds * _SLACK) * crowd
        line.append(ready_at)
        return Promise(Limits(seconds=seconds), ready_at)

    async def evaluate(
        self,
        runner: Runner,
        level: str,
        question: Question,
        limits: Limits | None = None,
        whose: str = NOBODY,
    ) -> Evaluation:
        """Let a bot decide for whoever is to decide, in someone's line."""
        await self.libraries.ready(question.position.game.name)
        return await asyncio.wrap_future(self._submit(runner, level, question, limits, whose))

    def _submit(
        self, runner: Runner, level: str, question: Question, limits: Limits | None, whose: str
    ) -> Future[Evaluation]:
        loop = asyncio.get_running_loop()
        self.busy += 1
        self.evaluations += 1
        ask = functools.partial(runner.ask, level, question.position, question.decisions, limits)
        future = self._queue.submit(whose, ask)
        future.add_done_callback(lambda _: loop.call_soon_threadsafe(self._ended))
        return future

    def _ended(self) -> None:
        self.busy -= 1
        while self._spare and self.busy < self.at_once:
            waits = self._spare.popleft()
            if not waits.done():
                waits.set_result(None)
                return

    @property
    def awaited(self) -> bool:
        """Whether someone waits until a bot could think at once."""
        return bool(self._spare)

    async def spare(self) -> None:
        """Wait until a bot could think at once, because nobody who plays keeps them all busy."""
        while self.busy >= self.at_once:
            waits = asyncio.get_running_loop().create_future()
            self._spare.append(waits)
            await waits

    async def run(self, work: Callable[..., _T], *values: object, whose: str = NOBODY) -> _T:
        """Let other work of the same kind wait its turn in someone's line, and be done where bots think."""
        self.busy += 1
        try:
            there = work if self._service is None else functools.partial(self._service.call, work)
            done: _T = await asyncio.wrap_future(self._queue.submit(whose, functools.partial(there, *values)))
            return done
        finally:
            self._ended()

    async def evaluate_until(
        self,
        runner: Runner,
        level: str,
        question: Question,
        answer_at: float,
        limits: Limits,
        done: Callable[[], None],
        whose: str = NOBODY,
    ) -> Evaluation:
        """A decision at a time of the monotonic clock: never sooner, and never later because of a bot.

        How long a bot thinks depends on what the seat holds. So nobody waits for one that is late: the
        quick policy decides then, and what comes later is thrown away. ``done`` is called once the runner is
        free again, which may be later.
        """
        loop = asyncio.get_running_loop()
        evaluating = self._submit(runner, level, question, limits, whose)
        free = asyncio.Event()

        def ended() -> None:
            done()
            free.set()

        evaluating.add_done_callback(lambda _: loop.call_soon_threadsafe(ended))
        ready = question.position.game.name in self._ready
        try:
            await _until(answer_at - _BEFOREHAND)
            # Made beforehand, so that it takes no time when the time has come.
            quick = _quick(question) if ready and not evaluating.done() else None
            await _until(answer_at)
            if quick is None or evaluating.done():
                # A future is done a moment before its callbacks run; the next decision needs the runner.
                await free.wait()
                return await asyncio.wrap_future(evaluating)
            self.hurried += 1
            return replace(quick, hurried=True)
        finally:
            # One that waits for a thread is dropped; one under way ends by itself.
            evaluating.cancel()


def bot_pool(settings: Settings) -> BotPool:
    """The pool of a server: over bot processes, its own or others, or over threads."""
    if not settings.bots:
        return BotPool(settings.bot_threads)
    return BotPool(how_many(settings), BotService(settings.bots, settings.bot_key))


async def _until(at: float) -> None:
    """Wait for a time of the monotonic clock."""
    await asyncio.sleep(max(0.0, at - time.monotonic()))


def _quick(question: Question) -> Evaluation:
    return BotRunner(question.position.game).ask(_QUICK, question.position, question.decisions)


@functools.cache
def _usual_seconds(level: str, game: Game) -> float | None:
    """How long a bot may think at most; none if it counts something else than time."""
    return bot_named(level, game).limits.seconds
