"""Who watches which table in this process, and how news of a commit in any process reaches them.

After a commit a *nudge* (which table, which event) goes through the channels to every process. A process in
which somebody watches that table brings its copy up to that event and sends each reader his own update. A
nudge holds nothing but numbers: what a reader may see is decided where he is connected.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator

import msgspec
from litestar.channels import ChannelsPlugin
from sqlalchemy import bindparam, select

from parapegma.server.background import Background
from parapegma.server.live.connection import GOING_AWAY, Connection
from parapegma.server.problems import Problem
from parapegma.server.store import schema
from parapegma.server.tables import events as ev
from parapegma.server.tables import history, viewing
from parapegma.server.tables.events import Event
from parapegma.server.tables.lateness import lags, next_due
from parapegma.server.tables.reading import read_with_prints
from parapegma.server.tables.record import LiveTable
from parapegma.server.tables.rooms import Rooms
from parapegma.server.tables.viewing import Reader

CHANNEL = "tables"
TABLE = "table"
_MOMENT = 0.02
LOOK_EVERY = 5.0
"""Seconds after which a process finds out by itself what it should have been told."""
_AT_ONCE = 500
_LAST_EVENTS = select(schema.tables.c.id, schema.tables.c.last_event).where(
    schema.tables.c.id.in_(bindparam("tables", expanding=True))
)

log = logging.getLogger(__name__)


class Nudge(msgspec.Struct, array_like=True):
    """News of a table: what kind of news, and up to which number."""

    kind: str
    table: str
    number: int


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Nudge)

_News = tuple[bytes, viewing.Prints, int | None]
"""A message, the prints of the view its readers then have, and whose eyes it is."""

OnNudge = Callable[[Nudge], Awaitable[None]]


class Hub:
    """The open connections of a process, by table. ``alone``: there are no other processes."""

    def __init__(
        self, rooms: Rooms, channels: ChannelsPlugin, alone: bool = False, look_every: float = LOOK_EVERY
    ) -> None:
        self._rooms = rooms
        self._channels = channels
        self._alone, self._look_every = alone, look_every
        self._watching: dict[str, set[Connection]] = {}
        self._background = Background("news was not delivered")
        self.on: dict[str, OnNudge] = {TABLE: self._on_table}
        """What to do with each kind of nudge."""
        self.on_coming: Callable[[str, bool], None] = lambda table, came: None
        """Called when a connection to a table was opened or closed."""
        self.on_look: list[Callable[[], Awaitable[None]]] = []
        """What else is looked up in the database now and then, in case another process's nudge was lost."""
        rooms.listeners.append(self._committed)

    # --- connections --------------------------------------------------------------------------

    @property
    def connections(self) -> int:
        return sum(len(found) for found in self._watching.values())

    def watching(self, table_id: str) -> frozenset[Connection]:
        """The open connections to a table."""
        return frozenset(self._watching.get(table_id, ()))

    def people_at(self, table_id: str) -> frozenset[str]:
        """Who is connected to a table, in this process."""
        return frozenset(c.reader.person for c in self.watching(table_id) if c.reader.person is not None)

    def add(self, table_id: str, connection: Connection) -> None:
        self._watching.setdefault(table_id, set()).add(connection)
        self.on_coming(table_id, True)

    def watched(self) -> list[str]:
        """The tables that someone watches in this process."""
        return list(self._watching)

    def looked_at(self, person: str) -> set[str]:
        """Where a person is connected in this process and looks at it."""
        return {
            place
            for place, found in self._watching.items()
            if any(c.reader.person == person and c.looking and c.closed is None for c in found)
        }

    def people(self) -> set[str]:
        """Everyone who is connected to this process."""
        everywhere = (connection for found in self._watching.values() for connection in found)
        return {c.reader.person for c in everywhere if c.reader.person is not None}

    def part_from(self, person: str, code: str, detail: str, before: int | None = None) -> None:
        """End all connections of a person in this process, or those that were opened before a time."""
        for found in self._watching.values():
            for connection in found:
                if connection.reader.person == person and (before is None or connection.opened < before):
                    connection.drop(code, detail)

    def remove(self, table_id: str, connection: Connection) -> None:
        found = self._watching.get(table_id)
        if found is not None:
            found.discard(connection)
            if not found:
                del self._watching[table_id]
            self.on_coming(table_id, False)

    # --- news ---------------------------------------------------------------------------------

    async def start(self) -> None:
        subscriber = await self._channels.subscribe(CHANNEL)

        async def listen() -> None:
            async for payload in subscriber.iter_events():
                await self._hear(payload)

        self._background.spawn(listen())
        self._background.every(self._look_every, self._look)

    async def _look(self) -> None:
        """Find what no nudge told of: it was lost, or an administrator changed a table from outside."""
        for some in in_parts({*self._rooms.ids(), *self._watching}):
            for row in await self._rooms.database.rows(_LAST_EVENTS, {"tables": some}):
                if self._known(row["id"]) < row["last_event"]:
                    await self._on_table(Nudge(TABLE, row["id"], row["last_event"]))
        if not self._alone:
            for look in self.on_look:
                await look()

    def _known(self, table_id: str) -> int:
        """The last event that this process and everyone who watches the table in it know of."""
        known = [c.number for c in self._watching.get(table_id, ()) if not c.syncing]
        table = self._rooms.peek(table_id)
        if table is not None:
            known.append(table.number)
        return min(known, default=0)

    async def stop(self) -> None:
        """Part from everyone."""
        await self._background.stop()
        everyone = [connection for found in self._watching.values() for connection in found]
        for connection in everyone:
            connection.drop("restart", "The server stops; connect again.", GOING_AWAY)

    def nudge(self, kind: str, table_id: str, number: int) -> None:
        """Tell all processes, this one included."""
        self._channels.publish(_encoder.encode(Nudge(kind, table_id, number)), CHANNEL)

    def _committed(self, table: LiveTable, events: list[Event]) -> None:
        if table.id in self._watching:
            # Whoever watches here need not wait until the channels have come round.
            asyncio.get_running_loop().call_soon(self._deliver_here, table)
        if not self._alone:
            self.nudge(TABLE, table.id, events[-1].number)

    def _deliver_here(self, table: LiveTable) -> None:
        try:
            self.deliver(table)
        except Exception:
            log.exception("news was not delivered", extra={"table": table.id})

    async def _hear(self, payload: bytes) -> None:
        try:
            nudge = _decoder.decode(payload)
            handler = self.on.get(nudge.kind)
            if handler is not None:
                await handler(nudge)
        except Exception:
            log.exception("a nudge was not delivered")

    async def _on_table(self, nudge: Nudge) -> None:
        if nudge.table not in self._watching:
            # Nobody waits for it; whoever asks next finds it up to date.
            known = self._rooms.peek(nudge.table)
            if known is not None:
                known.heard = max(known.heard, nudge.number)
            return
        table = await self._rooms.open(nudge.table)
        if table.number >= nudge.number:
            self.deliver(table)
        else:
            self._background.spawn(self._catch_up(table, nudge.number))

    async def _catch_up(self, table: LiveTable, number: int) -> None:
        await self._rooms.catch_up(table, number)
        self.deliver(table)

    # --- delivering ---------------------------------------------------------------------------

    def deliver(self, table: LiveTable) -> None:
        """Send everyone at a table what he has not been sent yet."""
        everyone = self.watching(table.id)
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
            table = await self._rooms.open(table_id)
            late = await self._rooms.late_copy(table)
            readers = {c for c in self.watching(table_id) if lags(table, c.reader.person)}
            self._send(late, frozenset(readers))
            due = next_due(table, late)
            if due is None or not readers:
                return
            await asyncio.sleep(max(_MOMENT, (due - self._rooms.clock()) / 1000))

    def _send(self, table: LiveTable, connections: frozenset[Connection]) -> None:
        made: dict[tuple[Reader, int, int | None, bool], _News] = {}
        for connection in connections:
            if connection.syncing or connection.number >= table.number:
                continue
            reader = canonical(table, connection.reader)
            # Those who have seen the same through the same eyes are sent the same bytes.
            group = (reader, connection.number, connection.seat, connection.prints is None)
            if group not in made:
                news = self._news(table, reader, connection)
                if news is None:
                    connection.syncing = True
                    self._background.spawn(self.bring(table, connection, connection.number))
                    continue
                made[group] = news
            message, connection.prints, connection.seat = made[group]
            connection.number = table.number
            connection.put(message)

    def _news(self, table: LiveTable, reader: Reader, connection: Connection) -> _News | None:
        since = connection.number
        recent = [event for event in table.recent if event.number > since]
        if not recent or recent[0].number != since + 1:
            return None
        seat = viewing.eyes(table, reader)
        told = history.fresh(table, recent, seat)
        if told is None:
            return None
        same_eyes = seat == connection.seat
        with_table = not all(isinstance(event.what, ev.Acted) for event in recent)
        message, prints = viewing.update(
            table,
            reader,
            since,
            told,
            prints=connection.prints if same_eyes else None,
            with_table=with_table,
            here=self._rooms.present(table.id) if with_table else frozenset(),
        )
        return message, prints, seat

    async def bring(self, table: LiveTable, connection: Connection, since: int | None) -> None:
        """Send a reader everything after an event, read from the database, and how the table stands."""
        table = await self._rooms.open(table.id)
        reader = canonical(table, connection.reader)
        late = lags(table, connection.reader.person)
        if late:
            table = await self._rooms.late_copy(table)
        message, connection.prints = await read_with_prints(self._rooms, table, reader, since)
        connection.seat = viewing.eyes(table, reader)
        connection.number, connection.syncing = table.number, False
        connection.put(message)
        if late:
            self._deliver_late(table.id)


def in_parts(names: Collection[str]) -> Iterator[list[str]]:
    """Names in lists that are short enough for one query."""
    every = list(names)
    for start in range(0, len(every), _AT_ONCE):
        yield every[start : start + _AT_ONCE]


def canonical(table: LiveTable, reader: Reader) -> Reader:
    """A reader as far as it matters at a table: all spectators are alike."""
    if reader.person is None or reader.person == table.row["created_by"]:
        return reader
    return reader if table.state.seats_of(reader.person) else Reader(None)
