"""Loading games: what tables need of each is loaded in a thread, one game after the other.

Compiled code comes from the disk quickly, but a game has dozens of functions, and only one thread can load at
a time. Were they loaded when a table first asks for them, everyone else at the server would wait.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence

from parapegma.core.compiled import entry_points
from parapegma.core.compiled.jit import COMPILED
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.game import Game
from parapegma.core.match import Match

log = logging.getLogger(__name__)


class GameLoader:
    """Knows which games are loaded; those that someone waits for come first."""

    def __init__(self, games: Sequence[Game], then: Callable[[Sequence[Game]], None]) -> None:
        self._games = games
        self._then = then
        """Called when all are loaded."""
        self._left = list(games)
        self._lock = threading.Lock()
        self._loaded = {game.name: asyncio.Event() for game in games}
        self._thread: threading.Thread | None = None
        self._stopped = False

    def load(self) -> None:
        """Begin, unless it has begun."""
        if self._thread is None and not self._stopped:
            loop = asyncio.get_running_loop()
            self._thread = threading.Thread(target=self._run, args=(loop,), name="game-loader", daemon=True)
            self._thread.start()

    async def ready(self, name: str) -> None:
        """Wait until a game is loaded; nobody else waits for it."""
        loaded = self._loaded.get(name)
        if loaded is None or loaded.is_set():
            return
        self.load()
        with self._lock:
            # The one that is wanted comes next, if it is not being loaded already.
            self._left.sort(key=lambda game: game.name == name)
        await loaded.wait()

    async def stop(self) -> None:
        """Load no more."""
        self._stopped = True
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        while not self._stopped and (game := self._next()) is not None:
            try:
                warm_up(game)
            except Exception:
                # Whoever needs it tries again, and is told what is wrong.
                log.exception("a game could not be loaded")
            loop.call_soon_threadsafe(self._loaded[game.name].set)
        if not self._stopped:
            loop.call_soon_threadsafe(self._then, self._games)

    def _next(self) -> Game | None:
        with self._lock:
            return self._left.pop() if self._left else None


def warm_up(game: Game) -> None:
    """Ask once for all that a table asks for, refusals included."""
    match = Match(game, seed=1)
    for seat in (None, 0):
        match.view(seat)
        match.log_of(0, seat)
    twin = match.copy()
    twin.act(match.legal_actions()[0].number)
    twin.view(0)
    _ = twin.scores, twin.ranks
    twin.position.guess(0, key_of_seed("warm up"))
    if COMPILED:
        for entry_point, arguments in entry_points.game_entry_points(game.state, game.rules).items():
            entry_point.compile(arguments)
