"""Libraries that are built beside a server that has begun without them (docs/libraries.md).

Tables of their games are interpreted meanwhile, which is quick enough for people; bots wait. Where building
fails, bots think in the interpreter, too.
"""

from __future__ import annotations

import asyncio
import logging
import os
from pathlib import Path

from parapegma.core.compiled.mode import AWAITED
from parapegma.server.background import Background

_PAUSE = 0.5
_TRIES = 5
"""So often in a row it may fail to open what was built."""
log = logging.getLogger(__name__)


class AwaitedLibraries:
    """Opens libraries as they are built, and lets bots wait for them."""

    def __init__(self) -> None:
        self._opened = {game: asyncio.Event() for game in AWAITED}
        self._background = Background("libraries could not be opened")
        self._given_up = Path(os.environ.get("PARAPEGMA_AWAIT_LIBRARIES") or os.devnull)

    @property
    def games(self) -> list[str]:
        """The games whose bots are not ready."""
        return [game for game, opened in self._opened.items() if not opened.is_set()]

    def start(self) -> None:
        if self._opened:
            self._background.spawn(self._open_all())

    async def stop(self) -> None:
        await self._background.stop()

    async def ready(self, game: str) -> None:
        """Wait until the bots of a game can think."""
        if (opened := self._opened.get(game)) is not None:
            await opened.wait()

    async def _open_all(self) -> None:
        failures = 0
        while self.games:
            # Looked at first: what was built before is opened all the same.
            given_up = self._given_up.is_file()
            try:
                left = await self._open_what_is_built()
                failures = 0
            except Exception:
                log.exception("libraries that were built could not be opened")
                failures += 1
                left, given_up = self.games, given_up or failures >= _TRIES
            for game, opened in self._opened.items():
                if game not in left:
                    opened.set()
            if given_up and self.games:
                self._do_without()
            await asyncio.sleep(_PAUSE)

    async def _open_what_is_built(self) -> list[str]:
        from parapegma.core.compiled.library import open_awaited

        return await asyncio.to_thread(open_awaited)

    def _do_without(self) -> None:
        """Nobody builds the libraries that are missing any more."""
        log.warning(
            "the rules of %s could not be compiled: they are interpreted, and their bots think slowly;"
            " make library tries again",
            ", ".join(self.games),
        )
        for opened in self._opened.values():
            opened.set()
