"""In the page: a person's own channel always tells which tables wait for that person."""

from __future__ import annotations

import msgspec
from sqlalchemy import bindparam, select

from parapegma.server.background import Background
from parapegma.server.live.connection import Connection
from parapegma.server.live.hub import Hub, Nudge, in_parts
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
_TURNS = select(_T.id, _T.turn, _T.waits_for).where(
    _T.waits_for.in_(bindparam("people", expanding=True)), _T.status == "running"
)
_encoder = msgspec.json.Encoder()


class Pages:
    """The pages of all people who are connected to this process."""

    def __init__(self, database: Database, rooms: Rooms, hub: Hub, alone: bool) -> None:
        self._database, self._hub, self._alone = database, hub, alone
        self._background = Background("a page was not told what waits")
        self._again: set[str] = set()
        self._told: dict[str, set[tuple[str, int]]] = {}
        """For each person with a page here: the tables and turns that the page was told of last."""
        hub.on[TURN] = self._on_turn
        hub.on_look.append(self._look)
        rooms.listeners.append(self._committed)

    async def stop(self) -> None:
        await self._background.stop()

    async def begin(self, person: str, connection: Connection) -> None:
        """Tell a new page what waits."""
        connection.put(_encoder.encode(Waiting(await self.waiting(person))))

    async def waiting(self, person: str) -> list[WaitingTable]:
        """The tables that wait for a person, the longest waiting first."""
        rows = await self._database.rows(_WAITING, {"person": person})
        self._told[person] = {(row["id"], row["turn"]) for row in rows}
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
            if person in self._background:
                self._again.add(person)
            else:
                self._background.spawn(self._tell(person), person)

    async def _look(self) -> None:
        """Find turns that began or ended without this process being told."""
        people = {place.removeprefix(PAGE) for place in self._hub.watched() if place.startswith(PAGE)}
        self._told = {person: told for person, told in self._told.items() if person in people}
        for some in in_parts(people):
            turns: dict[str, set[tuple[str, int]]] = {person: set() for person in some}
            for row in await self._database.rows(_TURNS, {"people": some}):
                turns[row["waits_for"]].add((row["id"], row["turn"]))
            for person, found in turns.items():
                if found != self._told.get(person):
                    await self._on_turn(Nudge(TURN, person, 0))

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
