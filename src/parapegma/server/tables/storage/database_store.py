"""Tables kept in a database, with checkpoints so that long games are loaded quickly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parapegma.core.match import Match
from parapegma.server.problems import no_table
from parapegma.server.store import tables as stored
from parapegma.server.store.database import Database
from parapegma.server.store.writer import Change
from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.state import TableState
from parapegma.server.tables.storage.loading import add_checkpoint, load, missing_checkpoint
from parapegma.server.tables.storage.rows import add_table, add_to_table, load_events
from parapegma.server.tables.table_store import Ready


class DatabaseStore:
    """A :class:`~parapegma.server.tables.table_store.TableStore` in a database.

    ``owner``: the process in which new tables live, if there are several.
    """

    id_prefix = ""

    def __init__(self, database: Database, owner: str | None = None) -> None:
        self._database, self._owner = database, owner

    async def has(self, table_id: str) -> bool:
        return await stored.load_row(self._database, table_id) is not None

    async def load(self, table_id: str, ready: Ready) -> LiveTable:
        found = await stored.load_with_checkpoint(self._database, table_id)
        if found is None:
            raise no_table()
        await ready(found[0]["game"])
        return await load(self._database, *found)

    async def events(self, table_id: str, after: int = 0, until: int | None = None) -> list[TableEvent]:
        return await load_events(self._database, table_id, after, until)

    async def create(self, row: Mapping[str, Any], state: TableState, events: Sequence[TableEvent]) -> None:
        change = Change()
        # Whoever opens a table owns it.
        owned = {} if self._owner is None else {"owner": self._owner, "epoch": 1}
        add_table(change, {**row, **owned}, state, events)
        await self._database.writer.commit(change)

    async def write(
        self, table: LiveTable, after: TableState, events: Sequence[TableEvent], match: Match | None
    ) -> None:
        change = Change()
        if table.epoch is not None:
            change.epochs[table.id] = table.epoch
        add_to_table(change, table.id, table.state, after, events)
        snapshot = None if match is None else add_checkpoint(change, table, after, events, match)
        await self._database.writer.commit(change)
        if snapshot is not None:
            table.checkpoint_number, table.snapshot = after.number, snapshot

    async def answer_to(self, table_id: str, person: str, key: str) -> int | None:
        return await stored.answer_to(self._database, table_id, person, key)

    async def opened_by(self, person: str, key: str) -> str | None:
        return await stored.opened_by(self._database, person, key)

    def opened(self, table: LiveTable) -> None:
        if (change := missing_checkpoint(table)) is not None:
            self._database.writer.post(change)
