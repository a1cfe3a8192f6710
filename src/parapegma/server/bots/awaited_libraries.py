"""Libraries that are built beside a server that has begun without them (docs/libraries.md).

Tables of their games are interpreted meanwhile, which is quick enough for people; bots wait.
"""

from __future__ import annotations

import asyncio

from parapegma.core.compiled.mode import AWAITED
from parapegma.server.background import Background

_PAUSE = 0.5


class AwaitedLibraries:
    """Opens libraries as they are built, and lets bots wait for them."""

    def __init__(self) -> None:
        self._opened = {game: asyncio.Event() for game in AWAITED}
        self._background = Background("libraries could not be opened")

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
        from parapegma.core.compiled.library import open_awaited

        while self.games:
            left = await asyncio.to_thread(open_awaited)
            for game, opened in self._opened.items():
                if game not in left:
                    opened.set()
            await asyncio.sleep(_PAUSE)
