"""Tables kept in the browser: rows of all of them in memory, events of those that were opened."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parapegma.core.match import Match
from parapegma.local.keeper import Keeper, NotKept
from parapegma.server.problems import Problem, no_table
from parapegma.server.protocol.messages import SeatSummary, TableSummary
from parapegma.server.store.collision import Collision
from parapegma.server.tables.events import TableEvent, decode, encode
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.messages.info import seat_summary, table_summary
from parapegma.server.tables.state import TableState
from parapegma.server.tables.table_store import Ready

Row = dict[str, Any]


class KeptTables:
    """A :class:`~parapegma.server.tables.table_store.TableStore` in a browser.

    Where the browser refuses to keep something, the game goes on in memory: ``not_kept`` is told why, and
    what is missing is tried again with the next event, or when a game was deleted; an empty word says that
    all is kept now.
    """

    # No id of a server has this letter.
    id_prefix = "l"

    def __init__(self, keeper: Keeper, not_kept: Callable[[str], None]) -> None:
        self._keeper, self._not_kept = keeper, not_kept
        self._rows: dict[str, Row] = {}
        self._events: dict[str, list[TableEvent]] = {}
        self._owed: dict[str, list[TableEvent]] = {}
        """Events that could not be kept yet."""
        self._writing = asyncio.Lock()

    async def read_rows(self) -> None:
        """Learn which tables are kept."""
        self._rows |= await self._kept_rows() or {}

    async def _kept_rows(self) -> dict[str, Row] | None:
        """The rows of all tables that are kept; nothing if the browser does not tell."""
        try:
            return {row["id"]: row for row in json.loads(await self._keeper.rows())}
        except NotKept as problem:
            self._not_kept(str(problem))
            return None

    # --- what open tables ask -----------------------------------------------------------------

    async def has(self, table_id: str) -> bool:
        return table_id in self._rows

    async def load(self, table_id: str, ready: Ready) -> LiveTable:
        row = self._rows.get(table_id)
        if row is None:
            raise no_table()
        await ready(row["game"])
        return LiveTable(row, await self.events(table_id))

    async def events(self, table_id: str, after: int = 0, until: int | None = None) -> list[TableEvent]:
        if table_id not in self._events:
            try:
                kept = json.loads(await self._keeper.events(table_id))
            except NotKept:
                raise Problem(503, "not-read", "The browser did not hand out this game.") from None
            self._events[table_id] = [
                TableEvent(number, at, decode(body), person, key) for number, at, body, person, key in kept
            ]
        return self._events[table_id][after:until]

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
        async with self._writing:
            if table_id not in self._rows:
                # It was deleted, here or in another tab.
                raise no_table()
            row = {**self._rows[table_id], **state.summary(), "seats": _seats(state)}
            await self._put(row, [*self._owed.get(table_id, []), *events])
            self._rows[table_id] = row
            self._events[table_id] += events

    async def _put(self, row: Row, events: list[TableEvent]) -> None:
        written = [[e.number, e.at, encode(e.body), e.person, e.request_key] for e in events]
        try:
            await self._keeper.put(json.dumps(row), json.dumps(written))
        except NotKept as problem:
            self._owed[row["id"]] = events
            self._not_kept(str(problem))
        else:
            if self._owed.pop(row["id"], None) and not self._owed:
                self._not_kept("")

    async def _put_what_is_owed(self) -> None:
        """Try again to keep what could not be kept; a table that another tab has written to goes on there."""
        for table_id, events in list(self._owed.items()):
            with contextlib.suppress(Collision):
                await self._put(self._rows[table_id], events)

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
        """Another tab has changed this table, opened it or removed it; of all others nothing is known."""
        rows = await self._kept_rows()
        if rows is None:
            return
        self.forget(table_id)
        if table_id not in rows:
            self._drop(table_id)
        elif table_id not in self._owed:
            self._rows[table_id] = rows[table_id]

    async def remove(self, table_id: str) -> None:
        """Forget a table for good."""
        async with self._writing:
            if table_id not in self._rows:
                raise no_table()
            if not self._never_kept(table_id):
                try:
                    await self._keeper.remove(table_id)
                except NotKept:
                    raise Problem(503, "not-deleted", "The browser did not delete this game.") from None
            self._drop(table_id)
            await self._put_what_is_owed()

    def _never_kept(self, table_id: str) -> bool:
        """Whether the browser refused the very first events of a table."""
        return any(event.number == 1 for event in self._owed.get(table_id, []))

    def _drop(self, table_id: str) -> None:
        for known in (self._rows, self._events, self._owed):
            known.pop(table_id, None)

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
        seat_summary(seat["kind"], seat["name"], seat["bot"], mine=seat["person"] == person)
        for seat in row["seats"]
    ]
