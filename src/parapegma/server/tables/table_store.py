"""Where tables are kept: what open tables ask of a database, or of whatever stands in for one.

A server keeps them in a database (:mod:`parapegma.server.tables.storage.database_store`), a browser in its
own storage (:mod:`parapegma.local.kept_tables`). What changes tables and tells of them does not know which.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol

from parapegma.core.match import Match
from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.state import TableState

Ready = Callable[[str], Awaitable[None]]
"""Waits until the game of that name can be played."""


class TableStore(Protocol):
    """Keeps tables and their events. What is written is durable when the call returns."""

    id_prefix: str
    """What the ids of its tables begin with: by it a page knows whom to ask for a table."""

    async def has(self, table_id: str) -> bool:
        """Whether there is such a table."""

    async def load(self, table_id: str, ready: Ready) -> LiveTable:
        """A table as it stands, once its game is ready to be played; a Problem if there is none."""

    async def events(self, table_id: str, after: int = 0, until: int | None = None) -> list[TableEvent]:
        """The events of a table after a number, up to another if there is one."""

    async def create(self, row: Mapping[str, Any], state: TableState, events: Sequence[TableEvent]) -> None:
        """Keep a new table. A Collision says that its id or its request is known already."""

    async def write(
        self, table: LiveTable, after: TableState, events: Sequence[TableEvent], match: Match | None
    ) -> None:
        """Keep events by which a table then stands so. A Collision says that someone else was faster."""

    async def answer_to(self, table_id: str, person: str, key: str) -> int | None:
        """The event that a request led to, however long ago."""

    async def opened_by(self, person: str, key: str) -> str | None:
        """The table that a request to open one led to."""

    def opened(self, table: LiveTable) -> None:
        """A table was loaded and is open now."""
