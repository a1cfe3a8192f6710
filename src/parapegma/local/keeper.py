"""What keeps tables between two visits: the browser's storage, or nothing."""

from __future__ import annotations

import json
from typing import Protocol


class NotKept(Exception):
    """The browser did not keep something: ``full`` or ``forbidden``."""


class Keeper(Protocol):
    """Keeps tables. All data are texts of JSON, because they cross from Python to the browser and back.

    What cannot be kept raises :class:`NotKept`; what someone else has written first, a Collision.
    """

    async def rows(self) -> str:
        """All tables: a list of rows."""

    async def events(self, table_id: str) -> str:
        """The events of a table: a list of number, time, event, person and request key each."""

    async def put(self, row: str, events: str) -> None:
        """Keep a table's row, and events that it did not have before."""

    async def note(self, table_id: str, text: str | None) -> str | None:
        """Keep a note about a table, its analysis, if there is a text; and the note that is kept."""

    async def remove(self, table_id: str) -> None:
        """Forget a table."""


class MemoryKeeper:
    """Keeps tables as long as the page is open, for tests and where the browser keeps nothing."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[str, list[str]]] = {}
        self.notes: dict[str, str] = {}

    async def rows(self) -> str:
        return f"[{','.join(row for row, _ in self.kept.values())}]"

    async def events(self, table_id: str) -> str:
        parts = [events[1:-1] for events in self.kept[table_id][1]]
        return f"[{','.join(parts)}]"

    async def put(self, row: str, events: str) -> None:
        table_id = json.loads(row)["id"]
        before = self.kept.get(table_id, (row, []))[1]
        self.kept[table_id] = row, [*before, events]

    async def note(self, table_id: str, text: str | None) -> str | None:
        if text is not None:
            self.notes[table_id] = text
        return self.notes.get(table_id)

    async def remove(self, table_id: str) -> None:
        self.kept.pop(table_id, None)
        self.notes.pop(table_id, None)
