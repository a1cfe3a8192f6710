"""How news of a commit reaches those who watch the table.

A table lives in one process, and whoever watches it is connected there (docs/owners.md). So nothing passes
between processes: each reader is sent an update of their own at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from sqlalchemy import bindparam, select

from parapegma.server.background import Background
from parapegma.server.bus.bus import Bus
from parapegma.server.bus.notifications import TableTaken
from parapegma.server.live.connection import GOING_AWAY, Connection
from parapegma.server.live.connections import Connections, in_parts
from parapegma.server.problems import Problem
from parapegma.server.store import schema
from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.messages.updates import Pay, SentUpdate, TableMessages
from parapegma.server.tables.messages.viewpoint import Reader, canonical
from parapegma.server.tables.registry import TableRegistry
from parapegma.server.tables.spectator_delay import lags, next_due

LOOK_EVERY = 5.0
"""Seconds after which a process finds out by itself what it should have been told."""
_MOMENT = 0.02
_T = schema.tables.c
_STANDS = select(_T.id, _T.last_event, _T.owner, _T.epoch).where(
    _T.id.in_(bindparam("tables", expanding=True))
)

log = logging.getLogger(__name__)


class Broadcast:
    """Sends everyone who watches a table in this process what happens there."""

    def __init__(
        self,
        registry: TableRegistry,
        connections: Connections,
        messages: TableMessages,
        bus: Bus,
        look_every: float = LOOK_EVERY,
    ) -> None:
        self._registry, self._connections = registry, connections
        self._messages, self._bus = messages, bus
        self._look_every = look_every
        self._background = Background("news was not delivered")
        registry.subscribe(self._committed)
        registry.when_taken(lambda table_id: bus.publish(TableTaken(table_id, registry.ownership.process)))
        registry.when_lost(self._part_from)
        bus.subscribe(TableTaken, self._on_taken)

    def start(self) -> None:
        self._background.every(self._look_every, self._look)

    async def stop(self) -> None:
        """Part from everyone."""
        await self._background.stop()
        self._connections.drop_all()

    # --- news ---------------------------------------------------------------------------------

    async def _look(self) -> None:
        """Find what nobody told of: an administrator changed a table from outside, or it lives elsewhere."""
        for some in in_parts({*self._registry.ids(), *self._connections.places()}):
            for row in await self._registry.database.rows(_STANDS, {"tables": some}):
                if self._lives_elsewhere(row):
                    self._registry.lose(row["id"])
                elif self._known(row["id"]) < row["last_event"]:
                    await self._catch_up(row["id"], row["last_event"])

    def _lives_elsewhere(self, row: schema.Row) -> bool:
        ownership, table = self._registry.ownership, self._registry.peek(row["id"])
        if ownership.alone:
            return False
        return row["owner"] != ownership.process or (table is not None and table.epoch != row["epoch"])

    def _known(self, table_id: str) -> int:
        """The last event that this process and everyone who watches the table in it know of."""
        known = [c.number for c in self._connections.at(table_id) if not c.syncing]
        table = self._registry.peek(table_id)
        if table is not None:
            known.append(table.number)
        return min(known, default=0)

    def _committed(self, table: LiveTable, events: list[TableEvent]) -> None:
        if table.id in self._connections:
            asyncio.get_running_loop().call_soon(self._deliver_here, table)

    def _deliver_here(self, table: LiveTable) -> None:
        try:
            self.deliver(table)
        except Exception:
            log.exception("news was not delivered", extra={"table": table.id})

    async def _catch_up(self, table_id: str, number: int) -> None:
        with contextlib.suppress(Problem):  # it is gone
            table = await self._registry.open(table_id)
            await self._registry.catch_up(table, number)
            self.deliver(table)

    # --- tables that live elsewhere ---------------------------------------------------------------

    async def _on_taken(self, taken: TableTaken) -> None:
        if taken.process != self._registry.ownership.process and (
            self._registry.peek(taken.table) is not None or taken.table in self._connections
        ):
            self._registry.lose(taken.table)

    def _part_from(self, table_id: str) -> None:
        """Whoever watches a table that has moved connects again, and is led to where it lives."""
        for connection in self._connections.at(table_id):
            connection.drop("restart", "This table has moved to another process; connect again.", GOING_AWAY)

    # --- delivering ---------------------------------------------------------------------------

    def deliver(self, table: LiveTable) -> None:
        """Send everyone at a table what they have not been sent yet."""
        everyone = self._connections.at(table.id)
        if table.settings.delay == 0:
            self._send(table, everyone)
            return
        late = {c for c in everyone if lags(table, c.reader.person)}
        self._send(table, everyone - late)
        if late:
            self._deliver_late(table.id)

    def _deliver_late(self, table_id: str) -> None:
        """Begin to send spectators who lag behind what they may see by and by."""
        if table_id not in self._background:
            self._background.spawn(self._run_late(table_id), table_id)

    async def _run_late(self, table_id: str) -> None:
        with contextlib.suppress(Problem):  # the table that someone watches is gone
            await self._send_late(table_id)

    async def _send_late(self, table_id: str) -> None:
        while True:
            table = await self._registry.open(table_id)
            late = await self._registry.delayed(table)
            readers = {c for c in self._connections.at(table_id) if lags(table, c.reader.person)}
            self._send(late, frozenset(readers))
            due = next_due(table, late)
            if due is None or not readers:
                return
            await asyncio.sleep(max(_MOMENT, (due - self._registry.clock()) / 1000))

    def _send(self, table: LiveTable, connections: frozenset[Connection]) -> None:
        made: dict[tuple[Reader, int, int | None, bool], SentUpdate] = {}
        for connection in connections:
            if connection.syncing or connection.number >= table.number:
                continue
            reader = canonical(table, connection.reader)
            # Those who have seen the same from the same seat are sent the same bytes.
            group = (reader, connection.number, connection.seat, connection.sent is None)
            if group not in made:
                update = self._messages.live_update(
                    table, reader, connection.number, connection.seat, connection.sent
                )
                if update is None:
                    connection.syncing = True
                    self._background.spawn(self.bring_up_to_date(table, connection, connection.number))
                    continue
                made[group] = update
            connection.put_update(made[group], table.number)

    async def bring_up_to_date(
        self, table: LiveTable, connection: Connection, since: int | None, pay: Pay | None = None
    ) -> None:
        """Send a reader everything after an event, read from the database, and how the table stands."""
        table = await self._registry.open(table.id)
        reader = canonical(table, connection.reader)
        late = lags(table, connection.reader.person)
        if late:
            table = await self._registry.delayed(table)
        update = await self._messages.read_update(table, reader, since, pay)
        connection.syncing = False
        connection.put_update(update, table.number)
        if late:
            self._deliver_late(table.id)
