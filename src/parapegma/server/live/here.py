"""Who is here: the seats whose people are connected, in whichever process.

Each process tells the others which seats of a table are connected to it, as a nudge: a number for the
process and one bit for each seat. What a process said is forgotten after a minute, and said again before.
"""

from __future__ import annotations

import asyncio
import secrets
import time

import msgspec

from parapegma.server.background import Background
from parapegma.server.live.hub import Hub, Nudge
from parapegma.server.messages import Here
from parapegma.server.tables.record import LiveTable
from parapegma.server.tables.rooms import Rooms

HERE = "here"
_BITS = 16
_AGAIN = 20.0
_FORGOTTEN = 60.0
_PATIENCE = 1.0
"""Seconds for which someone who reloads a page is still here."""
_encoder = msgspec.json.Encoder()


class Presence:
    """Knows whose connections are open. ``alone``: there are no other processes."""

    def __init__(self, hub: Hub, rooms: Rooms, alone: bool) -> None:
        self._hub, self._rooms, self._alone = hub, rooms, alone
        self._process = secrets.randbits(40)
        self._elsewhere: dict[str, dict[int, tuple[int, float]]] = {}
        """For each table what each other process said last: bits of seats, and when."""
        self._told: dict[str, int] = {}
        """The seats that readers of a table in this process know to be here."""
        self._background = Background("who is here was not told")
        hub.on[HERE] = self._hear
        hub.on_coming = self._changed
        rooms.present = self.people

    def start(self) -> None:
        if not self._alone:
            self._background.every(_AGAIN, self._say_again)

    async def stop(self) -> None:
        await self._background.stop()

    def people(self, table_id: str) -> frozenset[str]:
        """The people who are connected to a table and hold a seat there, if it is open in this process."""
        table = self._rooms.peek(table_id)
        if table is None:
            return self._hub.people_at(table_id)
        bits = self._bits_elsewhere(table_id)
        there = {s.person for n, s in enumerate(table.state.seats) if bits >> n & 1 and s.person is not None}
        return self._hub.people_at(table_id) | there

    # --- here ---------------------------------------------------------------------------------

    def _changed(self, table_id: str, came: bool) -> None:
        """A connection was opened or closed."""
        if came:
            self._say(table_id)
        else:
            self._background.spawn(self._say_later(table_id))

    async def _say_later(self, table_id: str) -> None:
        await asyncio.sleep(_PATIENCE)
        self._say(table_id)

    def _say(self, table_id: str) -> None:
        table = self._rooms.peek(table_id)
        if table is None:
            return
        if not self._alone:
            self._hub.nudge(HERE, table_id, self._process << _BITS | self._bits_here(table))
        self._tell(table)

    async def _say_again(self) -> None:
        limit = time.monotonic() - _FORGOTTEN
        for table_id in list(self._elsewhere):
            said = self._elsewhere[table_id]
            self._elsewhere[table_id] = {p: s for p, s in said.items() if s[1] > limit}
            if not self._elsewhere[table_id]:
                del self._elsewhere[table_id]
        for table_id in self._hub.watched():
            self._say(table_id)
            await asyncio.sleep(0)

    def _bits_here(self, table: LiveTable) -> int:
        here = self._hub.people_at(table.id)
        return sum(1 << n for n, seat in enumerate(table.state.seats) if seat.person in here)

    # --- elsewhere ----------------------------------------------------------------------------

    async def _hear(self, nudge: Nudge) -> None:
        process, bits = nudge.number >> _BITS, nudge.number & (1 << _BITS) - 1
        if process == self._process:
            return
        said = self._elsewhere.setdefault(nudge.table, {})
        if bits:
            said[process] = (bits, time.monotonic())
        else:
            said.pop(process, None)
        if not said:
            del self._elsewhere[nudge.table]
        table = self._rooms.peek(nudge.table)
        if table is not None:
            self._tell(table)

    def _bits_elsewhere(self, table_id: str) -> int:
        limit, bits = time.monotonic() - _FORGOTTEN, 0
        for said, at in self._elsewhere.get(table_id, {}).values():
            bits |= said if at > limit else 0
        return bits

    # --- telling ------------------------------------------------------------------------------

    def _tell(self, table: LiveTable) -> None:
        """Tell the readers of a table in this process, if it changed."""
        readers = self._hub.watching(table.id)
        bits = self._bits_here(table) | self._bits_elsewhere(table.id)
        before = self._told.get(table.id)
        if not readers:
            self._told.pop(table.id, None)
            return
        self._told[table.id] = bits
        if before == bits:
            return
        seats = [n for n in range(len(table.state.seats)) if bits >> n & 1]
        message = _encoder.encode(Here(seats))
        for connection in readers:
            # Those who are just coming in are told with the whole table.
            if not connection.syncing:
                connection.put(message)
