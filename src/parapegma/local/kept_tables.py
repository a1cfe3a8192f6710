"""Tables kept in the browser: rows of all of them in memory, events of those that were opened."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parapegma.core.match import Match
from parapegma.local.keeper import Keeper, NotKept
from parapegma.server.problems import no_table
from parapegma.server.protocol.messages import SeatSummary, TableSummary
from parapegma.server.tables.events import TableEvent, decode, encode
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.messages.info import table_summary
from parapegma.server.tables.state import TableState
from parapegma.server.tables.summary import summary_of
from parapegma.server.tables.table_store import Ready

Row = dict[str, Any]


class KeptTables:
    """A :class:`~parapegma.server.tables.table_store.TableStore` in a browser.

    Where the browser refuses to keep something, the game goes on in memory: ``not_kept`` is told why, and
    what is missing is tried again with the next event.
    """

    # No id of a server has this letter.
    id_prefix = "l"

    def __init__(self, keeper: Keeper, not_kept: Callable[[str], None]) -> None:
        self._keeper, self._not_kept = keeper, not_kept
        self._rows: dict[str, Row] = {}
        self._events: dict[str, list[TableEvent]] = {}
        self._owed: dict[str, list[TableEvent]] = {}
        """Events that could not be kept yet."""

    async def read_rows(self) -> None:
        """Learn which tables are kept."""
        try:
            for row in json.loads(await self._keeper.rows()):
                self._rows[row["id"]] = row
        except NotKept as problem:
            self._not_kept(str(problem))

    # --- what open tables ask -----------------------------------------------------------------

    async def has(self, table_id: str) -> bool:
        return table_id in self._rows

    async def load(self, table_id: str, ready: Ready) -> LiveTable:
        row = self._rows.get(table_id)
        if row is None:
            raise no_table()
        await ready(row["game"])
        return LiveTable(row, await self.events(table_id))

    async def events(self, table_id: str, after: int = 0) -> list[TableEvent]:
        if table_id not in self._events:
            kept = json.loads(await self._keeper.events(table_id))
            self._events[table_id] = [
                TableEvent(number, at, decode(body), person, key) for number, at, body, person, key in kept
            ]
        return self._events[table_id][after:]

    async def create(self, row: Mapping[str, Any], state: TableState, events: Sequence[TableEvent]) -> None:
        self._rows[row["id"]] = dict(row)
        self._events[row["id"]] = []
        await self._keep(row["id"], state, events)

    async def write(
        self, table: LiveTable, after: TableState, events: Sequence[TableEvent], match: Match | None
    ) -> None:
        await self.events(table.id)
        await self._keep(table.id, after, events)

    async def answer_to(self, table_id: str, person: str, key: str) -> int | None:
        found = [e for e in await self.events(table_id) if (e.person, e.request_key) == (person, key)]
        return found[-1].number if found else None

    async def opened_by(self, person: str, key: str) -> str | None:
        rows = self._rows.values()
        return next((row["id"] for row in rows if row["request_key"] == key), None)

    def opened(self, table: LiveTable) -> None:
        """There are no checkpoints here: no game is so long that it needs one."""

    async def _keep(self, table_id: str, state: TableState, events: Sequence[TableEvent]) -> None:
        owed = [*self._owed.get(table_id, []), *events]
        row = {**self._rows[table_id], **summary_of(state), "seats": _seats(state)}
        written = [[e.number, e.at, encode(e.body), e.person, e.request_key] for e in owed]
        try:
            await self._keeper.put(json.dumps(row), json.dumps(written))
            self._owed.pop(table_id, None)
        except NotKept as problem:
            self._owed[table_id] = owed
            self._not_kept(str(problem))
        self._rows[table_id] = row
        self._events[table_id] += events

    # --- what the page asks besides -----------------------------------------------------------

    def listed(self, which: str, person: str) -> list[TableSummary]:
        """The tables of a list: those that are played, or those that are over."""
        wanted = ("over",) if which == "past" else ("waiting", "running")
        rows = [row for row in self._rows.values() if row["status"] in wanted]
        rows.sort(key=lambda row: (row["waits_for"] == person, row["changed_at"]), reverse=True)
        return [table_summary(row, _summaries(row, person), person) for row in rows]

    def forget(self, table_id: str) -> None:
        """Read the events of a table again when they are next asked for: another tab has written some."""
        if table_id not in self._owed:
            self._events.pop(table_id, None)

    async def refresh(self, table_id: str) -> None:
        """Another tab has changed a table, opened one or removed one."""
        self.forget(table_id)
        self._rows = {}
        await self.read_rows()

    async def remove(self, table_id: str) -> None:
        """Forget a table for good."""
        if self._rows.pop(table_id, None) is None:
            raise no_table()
        self._events.pop(table_id, None)
        self._owed.pop(table_id, None)
        await self._keeper.remove(table_id)

    async def note(self, table_id: str, text: str | None = None) -> str | None:
        """The note about a table, after it was replaced by a text if there is one."""
        try:
            return await self._keeper.note(table_id, text)
        except NotKept as problem:
            self._not_kept(str(problem))
            return None


def _seats(state: TableState) -> list[dict[str, Any]]:
    return [
        {"kind": seat.kind, "name": seat.name, "bot": seat.bot, "person": seat.person} for seat in state.seats
    ]


def _summaries(row: Row, person: str) -> list[SeatSummary]:
    return [
        SeatSummary(seat["kind"], seat["name"], seat["bot"], mine=seat["person"] == person)
        for seat in row["seats"]
    ]
