"""Presence: the seats whose people are connected, in whichever process.

Each process tells the others which seats of a table are connected to it. What a process said is forgotten
after a minute, and said again before.
"""

from __future__ import annotations

import asyncio
import secrets
import time

import msgspec

from parapegma.server.background import Background
from parapegma.server.bus.bus import Bus
from parapegma.server.bus.notifications import SeatsConnected
from parapegma.server.live.connection import Connection
from parapegma.server.live.connections import Connections
from parapegma.server.live.presence_history import PresenceHistory
from parapegma.server.protocol import messages as ms
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.registry import TableRegistry
from parapegma.server.tables.spectator_delay import lags

_AGAIN = 20.0
_FORGOTTEN = 60.0
_RELOAD_SECONDS = 1.0
"""Seconds for which someone who reloads a page is still here."""
_encoder = msgspec.json.Encoder()


class Presence:
    """Knows whose connections are open."""

    def __init__(self, connections: Connections, registry: TableRegistry, bus: Bus) -> None:
        self._connections, self._registry, self._bus = connections, registry, bus
        self._process = secrets.randbits(40)
        self._elsewhere: dict[str, dict[int, tuple[frozenset[int], float]]] = {}
        """For each table what each other process said last: seats, and when."""
        self._history = PresenceHistory()
        self._told: dict[str, frozenset[int]] = {}
        """The seats that readers of a table in this process know to be connected."""
        self._background = Background("presence was not told")
        bus.subscribe(SeatsConnected, self._on_seats)
        connections.subscribe(self._changed)

    def start(self) -> None:
        if not self._bus.alone:
            self._background.every(_AGAIN, self._say_again)

    async def stop(self) -> None:
        await self._background.stop()

    def people(self, table_id: str) -> frozenset[str]:
        """The people who are connected to a table and hold a seat there, if it is open in this process."""
        table = self._registry.peek(table_id)
        here = self._connections.people_at(table_id)
        if table is None:
            return here
        elsewhere = self._seats_elsewhere(table_id)
        seats = enumerate(table.state.seats)
        return here | {s.person for n, s in seats if n in elsewhere and s.person is not None}

    def seen(self, table: LiveTable) -> frozenset[str]:
        """The same as it is told with a table: with a copy that lags behind, who was connected then."""
        if not table.behind:
            return self.people(table.id)
        return self._history.people(table.id, self._registry.clock() - table.behind)

    # --- this process -------------------------------------------------------------------------

    def _changed(self, table_id: str, opened: bool) -> None:
        """A connection was opened or closed."""
        if opened:
            self._say(table_id)
        else:
            self._background.spawn(self._say_later(table_id))

    async def _say_later(self, table_id: str) -> None:
        await asyncio.sleep(_RELOAD_SECONDS)
        self._say(table_id)

    def _say(self, table_id: str) -> None:
        table = self._registry.peek(table_id)
        if table is None:
            return
        if not self._bus.alone:
            self._bus.publish(SeatsConnected(table_id, self._process, sorted(self._seats_here(table))))
        self._tell(table)

    async def _say_again(self) -> None:
        limit = time.monotonic() - _FORGOTTEN
        for table_id in list(self._elsewhere):
            said = self._elsewhere[table_id]
            self._elsewhere[table_id] = {p: s for p, s in said.items() if s[1] > limit}
            if not self._elsewhere[table_id]:
                del self._elsewhere[table_id]
        for table_id in self._connections.places():
            self._say(table_id)
            await asyncio.sleep(0)

    def _seats_here(self, table: LiveTable) -> frozenset[int]:
        here = self._connections.people_at(table.id)
        return frozenset(n for n, seat in enumerate(table.state.seats) if seat.person in here)

    # --- other processes ----------------------------------------------------------------------

    async def _on_seats(self, said: SeatsConnected) -> None:
        if said.process == self._process:
            return
        known = self._elsewhere.setdefault(said.table, {})
        if said.seats:
            known[said.process] = (frozenset(said.seats), time.monotonic())
        else:
            known.pop(said.process, None)
        if not known:
            del self._elsewhere[said.table]
        table = self._registry.peek(said.table)
        if table is not None:
            self._tell(table)

    def _seats_elsewhere(self, table_id: str) -> frozenset[int]:
        limit = time.monotonic() - _FORGOTTEN
        said = self._elsewhere.get(table_id, {}).values()
        return frozenset(seat for seats, at in said if at > limit for seat in seats)

    # --- telling ------------------------------------------------------------------------------

    def _tell(self, table: LiveTable) -> None:
        """Tell the readers of a table in this process, if it changed."""
        readers = self._connections.at(table.id)
        if table.settings.delay:
            self._history.note(table.id, self.people(table.id), self._registry.clock())
            late = {c for c in readers if lags(table, c.reader.person)}
            readers -= late
            if late and ("late", table.id) not in self._background:
                self._background.spawn(self._tell_late(table.id), ("late", table.id))
        if not readers:
            self._told.pop(table.id, None)
            return
        seats = self._seats_here(table) | self._seats_elsewhere(table.id)
        before, self._told[table.id] = self._told.get(table.id), seats
        if before == seats:
            return
        _send(readers, seats)

    async def _tell_late(self, table_id: str) -> None:
        """Tell spectators who lag behind, as late as they see everything else."""
        told: frozenset[int] | None = None
        while (table := self._registry.peek(table_id)) is not None:
            late = await self._registry.delayed(table)
            readers = frozenset(c for c in self._connections.at(table_id) if lags(table, c.reader.person))
            at = self._registry.clock() - table.settings.delay * 1000
            people = self._history.people(table_id, at)
            seats = frozenset(n for n, seat in enumerate(late.state.seats) if seat.person in people)
            if seats != told:
                told = seats
                _send(readers, seats)
            due = self._history.next_change(table_id, at)
            if due is None or not readers:
                return
            await asyncio.sleep((due - at) / 1000)


def _send(readers: frozenset[Connection], seats: frozenset[int]) -> None:
    message = _encoder.encode(ms.Presence(sorted(seats)))
    for connection in readers:
        # Those who are just coming in are told with the whole table.
        if not connection.syncing:
            connection.put(message)
