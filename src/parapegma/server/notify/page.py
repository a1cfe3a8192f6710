"""In the page: a person's own channel always tells which tables wait for that person."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
from sqlalchemy import bindparam, select

from parapegma.server.live.connection import Connection
from parapegma.server.live.hub import Hub, Nudge
from parapegma.server.messages import Waiting, WaitingTable
from parapegma.server.notify.attention import PAGE
from parapegma.server.notify.notice import title_of
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.tables.events import Event
from parapegma.server.tables.record import LiveTable
from parapegma.server.tables.rooms import Rooms
from parapegma.server.tables.state import BOT

TURN = "turn"
_T = schema.tables.c
_WAITING = (
    select(_T.id, _T.game, _T.turn, _T.deadline_at)
    .where(_T.waits_for == bindparam("person"), _T.status == "running")
    .order_by(_T.changed_at)
    .limit(200)
)
_encoder = msgspec.json.Encoder()


class Pages:
    """The pages of all people who are connected to this process."""

    def __init__(self, database: Database, rooms: Rooms, hub: Hub, alone: bool) -> None:
        self._database, self._hub, self._alone = database, hub, alone
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        hub.on[TURN] = self._on_turn
        rooms.listeners.append(self._committed)

    async def stop(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def begin(self, person: str, connection: Connection) -> None:
        """Tell a new page what waits."""
        connection.put(_encoder.encode(Waiting(await self.waiting(person))))

    async def waiting(self, person: str) -> list[WaitingTable]:
        """The tables that wait for a person, the longest waiting first."""
        rows = await self._database.rows(_WAITING, {"person": person})
        return [
            WaitingTable(row["id"], row["game"], title_of(row["game"]), row["turn"], row["deadline_at"])
            for row in rows
        ]

    def _committed(self, table: LiveTable, events: list[Event]) -> None:
        state = table.state
        if state.turn >= events[0].number:
            people = [p for p in (state.waited_for, state.waits_for) if p is not None and p != BOT]
            if self._alone:
                # No other process needs to know, and most people have no page open besides the table's.
                people = [person for person in people if self._hub.watching(PAGE + person)]
            if people:
                self._hub.nudge(TURN, " ".join(people), table.number)

    async def _on_turn(self, nudge: Nudge) -> None:
        for person in nudge.table.split(" "):
            if not self._hub.watching(PAGE + person):
                continue
            if person in self._tasks:
                self._again.add(person)
            else:
                self._tasks[person] = asyncio.create_task(self._tell(person))

    async def _tell(self, person: str) -> None:
        try:
            again = True
            while again:
                self._again.discard(person)
                message = _encoder.encode(Waiting(await self.waiting(person)))
                for connection in self._hub.watching(PAGE + person):
                    connection.put(message)
                again = person in self._again
        finally:
            self._again.discard(person)
            self._tasks.pop(person, None)
