"""A table as one reader sees it now, with what he missed."""

from __future__ import annotations

import asyncio
import itertools

from parapegma.server.messages import Happened
from parapegma.server.store import tables as stored
from parapegma.server.tables import events as ev
from parapegma.server.tables import history, viewing
from parapegma.server.tables.events import Event
from parapegma.server.tables.history import Retelling
from parapegma.server.tables.record import LiveTable
from parapegma.server.tables.rooms import Rooms
from parapegma.server.tables.state import TableState
from parapegma.server.tables.viewing import Prints, Reader

_AT_ONCE = 100
"""Events that are told again without a pause: about two milliseconds."""
_PATIENT = 3
"""How often telling begins anew because the reader has other eyes after a pause; then it makes none."""


async def read_update(rooms: Rooms, table: LiveTable, reader: Reader, since: int | None) -> bytes:
    """The message that brings a reader up to date who has seen everything up to ``since``."""
    message, _ = await read_with_prints(rooms, table, reader, since)
    return message


async def read_with_prints(
    rooms: Rooms, table: LiveTable, reader: Reader, since: int | None
) -> tuple[bytes, Prints]:
    """The same, with the prints of the view. Nothing is waited for after the table was last looked at."""
    if since is not None and not table.behind:
        await rooms.catch_up(table, since)
    start = table.number if since is None else min(since, table.number)
    told = [] if start == table.number else await _missed(rooms, table, reader, start)
    return viewing.update(table, reader, start, told, here=rooms.present(table.id))


async def _missed(rooms: Rooms, table: LiveTable, reader: Reader, start: int) -> list[Happened]:
    """All events after one, through the reader's eyes as they are when the last of them has been told."""
    recent = [event for event in table.recent if event.number > start]
    if recent and recent[0].number == start + 1:
        told = history.fresh(table, recent, viewing.eyes(table, reader))
        if told is not None:
            return told
    return await _retold(rooms, table, reader, start)


async def _retold(rooms: Rooms, table: LiveTable, reader: Reader, start: int) -> list[Happened]:
    """The same by playing the game again."""
    events: list[Event] = []
    for tries in itertools.count():
        while len(events) < table.number - start:
            events += await stored.load_events(rooms.database, table.id, start + len(events))
        retelling = await _retelling(rooms, table, reader, start, events[: table.number - start])
        told: list[Happened] = []
        while len(told) < table.number - start:
            if len(told) == len(events):
                # More has happened in the meantime.
                events += await stored.load_events(rooms.database, table.id, start + len(events))
                continue
            told.append(retelling.tell(events[len(told)]))
            if len(told) % _AT_ONCE == 0 and tries < _PATIENT:
                # Nobody else waits while someone who was away for long is told everything.
                await asyncio.sleep(0)
        if (retelling.seat, retelling.over) == (viewing.eyes(table, reader), table.over):
            return told
    raise AssertionError


async def _retelling(
    rooms: Rooms, table: LiveTable, reader: Reader, start: int, missed: list[Event]
) -> Retelling:
    """Ready to tell what came after an event, through the reader's eyes."""
    state, standing = table.state, table.standing
    if any(isinstance(event.what, ev.Undone) for event in missed):
        # What was taken back stands no longer among the decisions, but it is told.
        before = await stored.load_events(rooms.database, table.id)
        state = TableState.new(table.row["players"], table.settings.pace).after(before[:start])
        actions, started, standing = state.actions, state.moved > 0, None
    else:
        played = sum(len(event.what.actions) for event in missed if isinstance(event.what, ev.Acted))
        actions = state.actions[: len(state.actions) - played]
        started = state.moved > 0 and not any(isinstance(event.what, ev.Started) for event in missed)
    deal = table.deal if table.difference is None else None
    return Retelling(deal, actions, started, viewing.eyes(table, reader), table.over, standing)
