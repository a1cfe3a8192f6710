"""Bots that think in other processes.

What they remember comes back with each answer. So any process can go on with it,
and one that ends loses nothing.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import pickle
import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from parapegma.bots import BotRunner, Evaluation, Limits
from parapegma.core.game import Game
from parapegma.core.position import Position
from parapegma.errors import BotError
from parapegma.server.bots.processes import place_of
from parapegma.server.bots.sealed import NotSealed, receive, send

_T = TypeVar("_T")
_TRIES = 3
"""Processes that may end over one question."""
_SAY_EVERY = 60.0
log = logging.getLogger(__name__)


class Runner(Protocol):
    """The bots of one table, wherever they think."""

    @property
    def seed(self) -> int | str:
        """What their decisions follow from."""
        ...

    @property
    def memory(self) -> int:
        """How many bytes they keep between decisions."""
        ...

    def ask(self, name: str, position: Position, decision: int, limits: Limits | None = None) -> Evaluation:
        """Let a bot decide."""
        ...

    def forget(self) -> None:
        """Drop what they keep."""
        ...


class BotService:
    """The processes that answer at some addresses; each question goes to the next address."""

    def __init__(self, addresses: Sequence[str], key: str) -> None:
        self._places = [place_of(address) for address in addresses]
        self._key = key.encode()
        self._turn = itertools.count()
        self._lock = threading.Lock()
        self._asking: set[socket.socket] = set()
        self._stopped = False
        self._said_at = -_SAY_EVERY

    def stop(self) -> None:
        """Wait for no answer any more."""
        with self._lock:
            self._stopped = True
            for connection in self._asking:
                # Whoever waits for it wakes up.
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)

    def call(self, work: Callable[..., _T], *values: Any) -> _T:
        """Have a function called in a bot process; here, if none is there. The calling thread waits."""
        question = pickle.dumps((work, values))
        for _ in range(_TRIES):
            if self._stopped:
                break
            connection = self._connected()
            if connection is None:
                return work(*values)
            try:
                answer, problem = pickle.loads(self._ask(connection, question))
            except (OSError, NotSealed) as error:
                if not self._stopped:
                    log.warning(
                        "a bot process did not answer (%s); another one is asked", type(error).__name__
                    )
                continue
            if problem:
                raise BotError(problem)
            return answer  # type: ignore[no-any-return]
        raise BotError("the bot processes ended while they thought about this")

    def _ask(self, connection: socket.socket, question: bytes) -> bytes:
        with self._lock:
            stopped = self._stopped
            self._asking.add(connection)
        try:
            with connection:
                if stopped:
                    # Nobody would wake up whoever waits from now on.
                    raise ConnectionAbortedError("the bots are stopped")
                seal = send(connection, self._key, question)
                return receive(connection, self._key, seal)[0]
        finally:
            with self._lock:
                self._asking.discard(connection)

    def _connected(self) -> socket.socket | None:
        """A connection to processes that are there."""
        first = next(self._turn)
        for n in range(len(self._places)):
            place = self._places[(first + n) % len(self._places)]
            connection = socket.socket(socket.AF_UNIX if isinstance(place, str) else socket.AF_INET)
            try:
                connection.connect(place)
                return connection
            except OSError:
                connection.close()
        if time.monotonic() - self._said_at > _SAY_EVERY:
            self._said_at = time.monotonic()
            log.warning("no bot process can be reached; bots think in threads of this process")
        return None


@dataclass(frozen=True)
class _Memory:
    """What the bots of a table remember, as bytes that only bot processes read."""

    bare: bytes
    """What follows from decisions so far, such as the state of their chance."""
    whole: bytes | None
    """The same with what they thought, if they keep any of it."""
    size: int
    """How many bytes of that are thoughts."""


class RunnerElsewhere:
    """The bots of one table, asked in a bot process; the same decisions as those of a :class:`BotRunner`."""

    def __init__(self, service: BotService, game: Game, seed: int | str | None) -> None:
        self._service, self._game = service, game
        self._fresh = BotRunner(game, seed)
        """Has the seed; asked itself only where its bots cannot be sent."""
        self._memory: _Memory | None = None
        self._stays = False

    @property
    def seed(self) -> int | str:
        return self._fresh.seed

    @property
    def memory(self) -> int:
        """How many bytes the bots of this table keep between decisions."""
        if self._stays:
            return self._fresh.memory
        return 0 if self._memory is None or self._memory.whole is None else self._memory.size

    def forget(self) -> None:
        """Drop what the bots remember: they only have to think again."""
        self._fresh.forget()
        if self._memory is not None:
            self._memory = _Memory(self._memory.bare, None, 0)

    def ask(self, name: str, position: Position, decision: int, limits: Limits | None = None) -> Evaluation:
        """Let a bot decide for the seat to move."""
        if not self._stays:
            kept = None if self._memory is None else self._memory.whole or self._memory.bare
            answer = self._service.call(_ask, self._game, self.seed, kept, name, position, decision, limits)
            if answer is not None:
                evaluation, self._memory = answer
                return evaluation
            self._stays = True
        return self._fresh.ask(name, position, decision, limits)


def _ask(
    game: Game,
    seed: int | str,
    kept: bytes | None,
    name: str,
    position: Position,
    decision: int,
    limits: Limits | None,
) -> tuple[Evaluation, _Memory] | None:
    """In a bot process: a decision, and what its bots remember now; nothing if they cannot be sent."""
    runner: BotRunner = BotRunner(game, seed) if kept is None else pickle.loads(kept)
    seat = position.actor
    if seat is not None and not _can_be_sent(runner.bot(name, seat)):
        return None
    evaluation = runner.ask(name, position, decision, limits)
    size = runner.memory
    whole = pickle.dumps(runner) if size else None
    runner.forget()
    return evaluation, _Memory(pickle.dumps(runner), whole, size)


def _can_be_sent(bot: object) -> bool:
    try:
        pickle.dumps(bot)
    except Exception:
        return False
    return True
