"""How news of a commit in any process reaches those who watch the table in this one.

After a commit a notification (which table, which event) goes over the bus to every process. A process in
which somebody watches that table brings its copy up to that event and sends each reader an update of their
own. What a reader may see is decided where the reader is connected.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from sqlalchemy import bindparam, select

from parapegma.server.background import Background
from parapegma.server.bus.bus import Bus
from parapegma.server.bus.notifications import TableChanged
from parapegma.server.live.connection import Connection
from parapegma.server.live.connections import Connections, in_parts
from parapegma.server.problems import Problem
from parapegma.server.store import schema
from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.messages.updates import SentUpdate, TableMessages
from parapegma.server.tables.messages.viewpoint import Reader, canonical
from parapegma.server.tables.registry import TableRegistry
from parapegma.server.tables.spectator_delay import lags, next_due

LOOK_EVERY = 5.0
"""Seconds after which a process finds out by itself what it should have been told."""
_MOMENT = 0.02
_LAST_EVENTS = select(schema.tables.c.id, schema.tables.c.last_event).where(
    schema.tables.c.id.in_(bindparam("tables", expanding=True))
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
        bus.subscribe(TableChanged, self._on_table)

    def start(self) -> None:
        self._background.every(self._look_every, self._look)

    async def stop(self) -> None:
        """Part from everyone."""
        await self._background.stop()
        self._connections.drop_all()

    # --- news ---------------------------------------------------------------------------------

    async def _look(self) -> None:
        """Find what nobody told of: it was lost, or an administrator changed a table from outside."""
        for some in in_parts({*self._registry.ids(), *self._connections.places()}):
            for row in await self._registry.database.rows(_LAST_EVENTS, {"tables": some}):
                if self._known(row["id"]) < row["last_event"]:
                    await self._on_table(TableChanged(row["id"], row["last_event"]))

    def _known(self, table_id: str) -> int:
        """The last event that this process and everyone who watches the table in it know of."""
        known = [c.number for c in self._connections.at(table_id) if not c.syncing]
        table = self._registry.peek(table_id)
        if table is not None:
            known.append(table.number)
        return min(known, default=0)

    def _committed(self, table: LiveTable, events: list[TableEvent]) -> None:
        if table.id in self._connections:
            # Whoever watches here need not wait until the bus has come round.
            asyncio.get_running_loop().call_soon(self._deliver_here, table)
        if not self._bus.alone:
            self._bus.publish(TableChanged(table.id, events[-1].number))

    def _deliver_here(self, table: LiveTable) -> None:
        try:
            self.deliver(table)
        except Exception:
            log.exception("news was not delivered", extra={"table": table.id})

    async def _on_table(self, changed: TableChanged) -> None:
        if changed.table not in self._connections:
            # Nobody waits for it; whoever asks next finds it up to date.
            known = self._registry.peek(changed.table)
            if known is not None:
                known.heard = max(known.heard, changed.number)
            return
        table = await self._registry.open(changed.table)
        if table.number >= changed.number:
            self.deliver(table)
        else:
            self._background.spawn(self._catch_up(table, changed.number))

    async def _catch_up(self, table: LiveTable, number: int) -> None:
        await self._registry.catch_up(table, number)
        self.deliver(table)

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

    async def bring_up_to_date(self, table: LiveTable, connection: Connection, since: int | None) -> None:
        """Send a reader everything after an event, read from the database, and how the table stands."""
        table = await self._registry.open(table.id)
        reader = canonical(table, connection.reader)
        late = lags(table, connection.reader.person)
        if late:
            table = await self._registry.delayed(table)
        update = await self._messages.read_update(table, reader, since)
        connection.syncing = False
        connection.put_update(update, table.number)
        if late:
            self._deliver_late(table.id)
