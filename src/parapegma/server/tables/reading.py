"""A table as one reader sees it now, with what he missed."""

from __future__ import annotations

from parapegma.server.store import tables as stored
from parapegma.server.tables import history, viewing
from parapegma.server.tables.events import Event
from parapegma.server.tables.record import LiveTable
from parapegma.server.tables.rooms import Rooms
from parapegma.server.tables.viewing import Prints, Reader


async def read_update(rooms: Rooms, table: LiveTable, reader: Reader, since: int | None) -> bytes:
    """The message that brings a reader up to date who has seen everything up to ``since``."""
    message, _ = await read_with_prints(rooms, table, reader, since)
    return message


async def read_with_prints(
    rooms: Rooms, table: LiveTable, reader: Reader, since: int | None
) -> tuple[bytes, Prints]:
    """The same, with the prints of the view. Nothing is waited for after the table was looked at."""
    events: list[Event] = []
    if since is not None:
        if not table.behind:
            await rooms.catch_up(table, since)
        while since < table.number and (not events or events[-1].number < table.number):
            events = await stored.load_events(rooms.database, table.id)
    start = table.number if since is None else min(since, table.number)
    before = [event for event in events if event.number <= start]
    missed = [event for event in events if start < event.number <= table.number]
    seat = viewing.eyes(table, reader)
    told = history.replayed(table.deal, before, missed, seat, table.over) if missed else []
    return viewing.update(table, reader, start, told, here=rooms.present(table.id))
