"""In the page: a person's own channel always tells which tables wait for that person."""

from __future__ import annotations

import asyncio

import msgspec
from sqlalchemy import bindparam, select

from parapegma.server.background import Background
from parapegma.server.bus.bus import Bus
from parapegma.server.bus.notifications import TurnChanged
from parapegma.server.live.broadcast import LOOK_EVERY
from parapegma.server.live.connection import Connection
from parapegma.server.live.connections import Connections, in_parts, page_of, person_of
from parapegma.server.notify.notice import title_of
from parapegma.server.protocol.messages import Waiting, WaitingTable
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.registry import TableRegistry
from parapegma.server.tables.state import BOT

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
_TOGETHER = 0.25
"""Seconds in which turns are gathered before other processes are told."""
_AT_ONCE = 200
"""People in one notification: PostgreSQL takes no more than 8000 bytes."""
_encoder = msgspec.json.Encoder()


class Pages:
    """The pages of all people who are connected to this process."""

    def __init__(
        self,
        database: Database,
        registry: TableRegistry,
        connections: Connections,
        bus: Bus,
        look_every: float = LOOK_EVERY,
    ) -> None:
        self._database, self._connections, self._bus = database, connections, bus
        self._look_every = look_every
        self._background = Background("a page was not told what waits")
        self._again: set[str] = set()
        self._changed: set[str] = set()
        """Whose turns other processes have not been told of yet."""
        self._timer: asyncio.TimerHandle | None = None
        """When they will be."""
        self._told: dict[str, set[tuple[str, int]]] = {}
        """For each person with a page here: the tables and turns that the page was told of last."""
        bus.subscribe(TurnChanged, self._on_turn)
        registry.subscribe(self._committed)

    def start(self) -> None:
        if not self._bus.alone:
            self._background.every(self._look_every, self._look)

    async def stop(self) -> None:
        if self._timer is not None:
            # Other processes look now and again themselves.
            self._timer.cancel()
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

    def _committed(self, table: LiveTable, events: list[TableEvent]) -> None:
        state = table.state
        if state.turn >= events[0].number:
            people = [p for p in (state.waited_for, state.waits_for) if p is not None and p != BOT]
            self._turns_changed(people)
            if not self._bus.alone:
                self._tell_others(people)

    def _tell_others(self, people: list[str]) -> None:
        """Let other processes know, together with the turns of the next moment: not for each decision."""
        if people and not self._changed:
            self._timer = asyncio.get_running_loop().call_later(_TOGETHER, self._publish)
        self._changed.update(people)

    def _publish(self) -> None:
        people, self._changed = sorted(self._changed), set()
        for start in range(0, len(people), _AT_ONCE):
            self._bus.publish(TurnChanged(people[start : start + _AT_ONCE]))

    async def _on_turn(self, changed: TurnChanged) -> None:
        self._turns_changed(changed.people)

    def _turns_changed(self, people: list[str]) -> None:
        for person in people:
            if page_of(person) not in self._connections:
                # Most people have no page open besides the table's.
                continue
            if person in self._background:
                self._again.add(person)
            else:
                self._background.spawn(self._tell(person), person)

    async def _look(self) -> None:
        """Find turns that began or ended without this process being told."""
        people = {person for place in self._connections.places() if (person := person_of(place)) is not None}
        self._told = {person: told for person, told in self._told.items() if person in people}
        for some in in_parts(people):
            turns: dict[str, set[tuple[str, int]]] = {person: set() for person in some}
            for row in await self._database.rows(_TURNS, {"people": some}):
                turns[row["waits_for"]].add((row["id"], row["turn"]))
            for person, found in turns.items():
                if found != self._told.get(person):
                    self._turns_changed([person])

    async def _tell(self, person: str) -> None:
        try:
            again = True
            while again:
                self._again.discard(person)
                message = _encoder.encode(Waiting(await self.waiting(person)))
                for connection in self._connections.at(page_of(person)):
                    connection.put(message)
                again = person in self._again
        finally:
            self._again.discard(person)
