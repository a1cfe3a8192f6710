"""Chat at tables: who may write, and how a line reaches everyone who may read it.

A line is on the disk before anyone is told. Like a move it is told over the bus without its
text; each process reads it from the database for those who are connected there. No line is ever logged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import msgspec

from parapegma.server.background import Background
from parapegma.server.bus.bus import Bus
from parapegma.server.bus.notifications import ChatWritten
from parapegma.server.chat import store
from parapegma.server.chat.words import plain
from parapegma.server.ids import now
from parapegma.server.live.broadcast import LOOK_EVERY
from parapegma.server.live.connection import Connection
from parapegma.server.live.connections import Connections, in_parts
from parapegma.server.people.identity import Person
from parapegma.server.problems import Problem
from parapegma.server.protocol.messages import Chat, ChatLine
from parapegma.server.rate_limit import RateLimit
from parapegma.server.store.schema import Row
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.registry import TableRegistry
from parapegma.server.tables.spectator_delay import lags

_HISTORY = 50
_MOST_REMEMBERED = 10_000
_encoder = msgspec.json.Encoder()


class TableChat:
    """The chat of all tables."""

    def __init__(
        self,
        registry: TableRegistry,
        connections: Connections,
        bus: Bus,
        limits: RateLimit,
        look_every: float = LOOK_EVERY,
    ) -> None:
        self._registry, self._connections, self._bus, self._limits = registry, connections, bus, limits
        self._database = registry.database
        self._look_every = look_every
        self._heard: dict[str, int] = {}
        """The last line this process heard of, by table."""
        self._background = Background("chat was not delivered")
        bus.subscribe(ChatWritten, self._on_line)

    def start(self) -> None:
        if not self._bus.alone:
            self._background.every(self._look_every, self._look)

    async def stop(self) -> None:
        await self._background.stop()

    # --- writing ------------------------------------------------------------------------------

    async def say(self, table_id: str, person: Person, text: str, key: str) -> int:
        """Write a line at a table; its number, or 0 to whoever may not know yet how many there are."""
        person.check("chat")
        table = await self._registry.open_for(table_id, person.id)
        _check_may_write(table, person.id)
        line = plain(text)
        self._limits.take(person.id)
        number = await store.write(self._database, table_id, person.id, line, key)
        self._bus.publish(ChatWritten(table_id, number))
        return 0 if lags(table, person.id) else number

    # --- reading ------------------------------------------------------------------------------

    async def lines(self, table: LiveTable, reader: str | None, after: int = 0) -> list[ChatLine]:
        """The latest lines, as far as a reader may know them by now."""
        until = now() - _delay(table, reader)
        rows = await store.latest(self._database, table.id, reader, after, until, _HISTORY)
        seen = await self._registry.delayed(table) if lags(table, reader) else table
        return [_line(seen, row, reader) for row in rows]

    async def writer(self, table: LiveTable, reader: str, line: int) -> str:
        """Who wrote a line, if a reader may know it by now."""
        found = await store.writer_of(self._database, table.id, line, now() - _delay(table, reader))
        if found is None:
            raise Problem(404, "no-line", "There is no such line.")
        return found

    async def begin(self, table: LiveTable, connection: Connection, after: int) -> None:
        """Send a new reader the latest lines; from then on he is sent what is written."""
        lines = await self.lines(table, connection.reader.person, after)
        connection.chatted = lines[-1].number if lines else after
        if lines:
            connection.put(_encoder.encode(Chat(lines)))
        if _delay(table, connection.reader.person):
            self._background.spawn(self._deliver(table.id))
        elif self._heard.get(table.id, 0) > connection.chatted:
            await self._deliver(table.id)

    async def _on_line(self, written: ChatWritten) -> None:
        if len(self._heard) > _MOST_REMEMBERED:
            self._heard.clear()
        self._heard[written.table] = max(written.line, self._heard.get(written.table, 0))
        if written.table in self._connections:
            self._background.spawn(self._deliver(written.table))

    async def _look(self) -> None:
        """Find lines that this process was not told of."""
        for some in in_parts(self._connections.places()):
            for table_id, number in (await store.last_lines(self._database, some)).items():
                if number > self._heard.get(table_id, 0):
                    await self._on_line(ChatWritten(table_id, number))

    async def _deliver(self, table_id: str) -> None:
        """Send everyone at a table the lines he has not been sent yet; spectators may have to wait."""
        table = await self._registry.open(table_id)
        readers = [c for c in self._connections.at(table_id) if c.chatted is not None]
        if not readers:
            return
        rows = await store.lines_after(self._database, table_id, min(c.chatted or 0 for c in readers))
        muted = await store.who_muted(self._database, {row["person_id"] for row in rows}) if rows else set()
        late = await self._registry.delayed(table) if table.settings.delay else table
        waits: list[int] = []
        for connection in readers:
            wait = _send(table, late, connection, rows, muted)
            if wait is not None:
                waits.append(wait)
        if waits:
            self._background.spawn(self._deliver_later(table_id, min(waits) / 1000))

    async def _deliver_later(self, table_id: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self._deliver(table_id)


def _send(
    table: LiveTable,
    late: LiveTable,
    connection: Connection,
    rows: Iterable[Row],
    muted: set[tuple[str, str]],
) -> int | None:
    """Send a reader his lines; the milliseconds after which the next may be sent, if one may not yet.

    ``late`` is the table as those see it who lag behind.
    """
    reader = connection.reader.person
    seen = late if lags(table, reader) else table
    delay, at = _delay(table, reader), now()
    lines: list[ChatLine] = []
    wait: int | None = None
    for row in rows:
        if row["number"] <= (connection.chatted or 0):
            continue
        if row["at"] + delay > at:
            wait = row["at"] + delay - at
            break
        connection.chatted = row["number"]
        if (reader, row["person_id"]) not in muted:
            lines.append(_line(seen, row, reader))
    if lines:
        connection.put(_encoder.encode(Chat(lines)))
    return wait


def _delay(table: LiveTable, reader: str | None) -> int:
    """Milliseconds by which a reader lags behind: what is said tells of what is played, and of the end."""
    return table.settings.delay * 1000 if lags(table, reader) else 0


def _takes_part(table: LiveTable, person: str | None) -> bool:
    if person is None:
        return False
    return bool(table.state.seats_of(person)) or person == table.row["created_by"]


def _check_may_write(table: LiveTable, person: str) -> None:
    if table.settings.chat == "off":
        raise Problem(403, "no-chat", "There is no chat at this table.")
    if table.settings.chat == "players" and not _takes_part(table, person):
        raise Problem(403, "players-only", "Only those who play at this table may write.")


def _line(table: LiveTable, row: Row, reader: str | None) -> ChatLine:
    return ChatLine(
        number=row["number"],
        at=row["at"],
        name=row["name"],
        seats=table.state.seats_of(row["person_id"]),
        mine=row["person_id"] == reader,
        text=row["text"],
    )
