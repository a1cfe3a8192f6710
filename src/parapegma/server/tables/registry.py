"""The tables that a process of the server has open: kept in its database, their games loaded in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from parapegma.server.game_loader import GameLoader
from parapegma.server.ids import now
from parapegma.server.store.database import Database
from parapegma.server.tables.open_tables import OpenTables
from parapegma.server.tables.storage.database_store import DatabaseStore

_T = TypeVar("_T")


class TableRegistry(OpenTables):
    """Open tables of a database. ``loader`` makes games ready before a table of theirs is opened."""

    def __init__(
        self,
        database: Database,
        kept: int,
        loader: GameLoader | None = None,
        clock: Callable[[], int] = now,
    ) -> None:
        super().__init__(DatabaseStore(database), kept, clock)
        self.database = database
        self._loader = loader

    async def ready(self, game: str) -> None:
        """Wait until a game can be played without holding up everyone."""
        if self._loader is not None:
            await self._loader.ready(game)

    async def work(self, function: Callable[..., _T], *arguments: Any) -> _T:
        """In a thread, so that nobody else waits."""
        return await asyncio.to_thread(function, *arguments)
