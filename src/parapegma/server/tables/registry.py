"""The tables that a process of the server has open: kept in its database, their games loaded in a thread."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from parapegma.server.game_loader import GameLoader
from parapegma.server.ids import now
from parapegma.server.store.database import Database
from parapegma.server.store.not_owner import NotOwner
from parapegma.server.store.ownership import Elsewhere, Ownership
from parapegma.server.tables.live_table import LiveTable, TableCommand
from parapegma.server.tables.open_tables import Caller, OpenTables, Outcome
from parapegma.server.tables.storage.database_store import DatabaseStore

_T = TypeVar("_T")
_COPIES = 64
"""Copies that are kept of tables which live elsewhere, for a few seconds: they are read on, not read anew."""
_COPY_SECONDS = 10.0


class TableRegistry(OpenTables):
    """Open tables of a database. ``loader`` makes games ready before a table of theirs is opened.

    Where there are several processes, only those are kept open that live in this one (``ownership``). Of
    others there are copies for a while, read on each time; they are changed where they live.
    """

    def __init__(
        self,
        database: Database,
        kept: int,
        loader: GameLoader | None = None,
        clock: Callable[[], int] = now,
        ownership: Ownership | None = None,
    ) -> None:
        self.ownership = ownership or Ownership(database, alone=True)
        owner = None if self.ownership.alone else self.ownership.process
        super().__init__(DatabaseStore(database, owner), kept, clock)
        self.database = database
        self._loader = loader
        self._taken: list[Callable[[str], None]] = []
        self._lost: list[Callable[[str], None]] = []
        self._copies: OrderedDict[str, tuple[LiveTable, float]] = OrderedDict()

    async def ready(self, game: str) -> None:
        """Wait until a game can be played without holding up everyone."""
        if self._loader is not None:
            await self._loader.ready(game)

    async def work(self, function: Callable[..., _T], *arguments: Any) -> _T:
        """In a thread, so that nobody else waits."""
        return await asyncio.to_thread(function, *arguments)

    # --- where tables live ----------------------------------------------------------------------

    def when_taken(self, listener: Callable[[str], None]) -> None:
        """Call a listener with each table that this process took from another one that lives."""
        self._taken.append(listener)

    def when_lost(self, listener: Callable[[str], None]) -> None:
        """Call a listener with each table that lives elsewhere from now on."""
        self._lost.append(listener)

    def is_here(self, table_id: str) -> bool:
        """Whether a table is known to live in this process, without asking anyone."""
        return self.ownership.alone or self.peek(table_id) is not None

    def lose(self, table_id: str) -> None:
        """Another process has taken a table."""
        self.forget(table_id)
        for listener in self._lost:
            listener(table_id)

    async def open(self, table_id: str) -> LiveTable:
        """A table: the one that lives here, or a copy of one that lives elsewhere, as it stands now."""
        if self.is_here(table_id):
            return await super().open(table_id)
        epoch = await self.ownership.claim(table_id)
        if isinstance(epoch, Elsewhere):
            return await self._copy(table_id)
        self._copies.pop(table_id, None)
        return await self._open_own(table_id, epoch)

    async def _copy(self, table_id: str) -> LiveTable:
        """A table that lives elsewhere, as it stands now."""
        table, until = self._copies.get(table_id, (None, 0.0))
        if table is None or time.monotonic() > until:
            table = await self.store.load(table_id, self.ready)
            self._copies[table_id] = table, time.monotonic() + _COPY_SECONDS
            while len(self._copies) > _COPIES:
                self._copies.popitem(last=False)
            return table
        async with table.lock:
            await self._read_on(table)
        return table

    async def open_here(self, table_id: str) -> LiveTable:
        """A table that lives here, or a refusal: whoever follows a table must follow it where it lives."""
        table = await self.open(table_id)
        if not self.is_here(table_id):
            raise NotOwner([table_id])
        return table

    async def execute(self, table_id: str, caller: Caller, command: TableCommand) -> Outcome:
        """Change a table that lives here. One that lives elsewhere is taken only for a caller who may."""
        try:
            if not self.is_here(table_id) and isinstance(await self.ownership.claim(table_id), Elsewhere):
                if not caller.takes:
                    raise NotOwner([table_id])
                await self._open_own(table_id, await self.ownership.seize(table_id))
                for listener in self._taken:
                    listener(table_id)
            return await super().execute(table_id, caller, command)
        except NotOwner:
            self.lose(table_id)
            raise

    async def _open_own(self, table_id: str, epoch: int | None) -> LiveTable:
        """What is read now is all that was written under earlier epochs: under those nobody can write."""
        table = await super().open(table_id)
        if table.epoch is None:
            table.epoch = epoch
        return table
