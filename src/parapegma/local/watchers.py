"""The pages that watch a table: each is told what is new, in the messages of a server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.messages.parts import SentParts
from parapegma.server.tables.messages.updates import SentUpdate, TableMessages
from parapegma.server.tables.messages.viewpoint import Reader

Tell = Callable[[int, str], None]
"""Sends a text over a line, which has a number."""


@dataclass
class Watcher:
    """Someone who watches a table over a line."""

    table_id: str
    reader: Reader
    number: int = 0
    """The last event that was told."""
    seat: int | None = None
    sent: SentParts | None = None


class Watchers:
    """Who watches what."""

    def __init__(self, messages: TableMessages, tell: Tell) -> None:
        self._messages, self._tell = messages, tell
        self._lines: dict[int, Watcher] = {}
        self._reading: set[asyncio.Task[None]] = set()

    def __getitem__(self, line: int) -> Watcher:
        return self._lines[line]

    def present(self, table_id: str, person: str) -> frozenset[str]:
        """Who is connected to a table."""
        watched = any(watcher.table_id == table_id for watcher in self._lines.values())
        return frozenset([person] if watched else [])

    def lines(self, table_id: str) -> list[int]:
        """The lines over which a table is watched."""
        return [line for line, watcher in self._lines.items() if watcher.table_id == table_id]

    async def begin(self, line: int, table: LiveTable, watcher: Watcher, since: int) -> None:
        """Watch from now on; everything after an event is told at once."""
        self._lines[line] = watcher
        self._send(line, table, await self._messages.read_update(table, watcher.reader, since))

    def end(self, line: int) -> None:
        self._lines.pop(line, None)

    def committed(self, table: LiveTable, events: list[TableEvent]) -> None:
        """Something has happened at a table."""
        for line, watcher in list(self._lines.items()):
            if watcher.table_id != table.id or watcher.number >= table.number:
                continue
            update = self._messages.live_update(
                table, watcher.reader, watcher.number, watcher.seat, watcher.sent
            )
            if update is None:
                task = asyncio.ensure_future(self._again(line, table, watcher))
                self._reading.add(task)
                task.add_done_callback(self._reading.discard)
            else:
                self._send(line, table, update)

    async def _again(self, line: int, table: LiveTable, watcher: Watcher) -> None:
        self._send(line, table, await self._messages.read_update(table, watcher.reader, watcher.number))

    def _send(self, line: int, table: LiveTable, update: SentUpdate) -> None:
        watcher = self._lines.get(line)
        if watcher is None:
            return
        watcher.number, watcher.seat, watcher.sent = table.number, update.seat, update.parts
        self._tell(line, update.message.decode())
