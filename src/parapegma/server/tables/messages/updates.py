"""Updates: the message that brings one reader of a table up to date."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from parapegma.server.protocol.messages import EventMessage, TableInfo, Update
from parapegma.server.tables import events as ev
from parapegma.server.tables.away import bot_from
from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.messages.choices import encoded_choices
from parapegma.server.tables.messages.info import clock_info, table_info
from parapegma.server.tables.messages.parts import SentParts, changes, changing_parts
from parapegma.server.tables.messages.teller import EventTeller, ReplayedDecisions, tell_noted
from parapegma.server.tables.messages.viewpoint import Reader, viewpoint
from parapegma.server.tables.open_tables import OpenTables

_AT_ONCE = 100
"""Events that are told again without a pause: about two milliseconds."""
_PATIENT = 3
"""How often telling begins anew because the reader has another view after a pause; then it makes none."""

Pay = Callable[[int], None]
"""Charges a reader for so many events that are gone through, or refuses."""
_encoder = msgspec.json.Encoder()


@dataclass(frozen=True)
class SentUpdate:
    """An update as bytes, and what its reader then has."""

    message: bytes
    parts: SentParts
    """The view, to know later which parts of it changed."""
    seat: int | None
    """Whose view it is."""


class TableMessages:
    """Makes the messages about tables. ``present``: who is connected to a table, or was when it stood so."""

    def __init__(self, tables: OpenTables, present: Callable[[LiveTable], frozenset[str]]) -> None:
        self._tables, self._present = tables, present

    def info(self, table: LiveTable, reader: Reader) -> TableInfo:
        """A table as a reader may know it."""
        return table_info(table, reader, self._present(table))

    async def read(
        self, table: LiveTable, reader: Reader, since: int | None, pay: Pay | None = None
    ) -> bytes:
        """The message that brings a reader up to date who has seen everything up to ``since``."""
        return (await self.read_update(table, reader, since, pay)).message

    async def read_update(
        self, table: LiveTable, reader: Reader, since: int | None, pay: Pay | None = None
    ) -> SentUpdate:
        """The same, with what the reader then has. Nothing is awaited after the table was last looked at."""
        if since is not None and not table.behind:
            await self._tables.catch_up(table, since)
        start = table.number if since is None else min(since, table.number)
        events = [] if start == table.number else await self._missed(table, reader, start, pay)
        return self._update(table, reader, start, events, None, with_table=True)

    def live_update(
        self, table: LiveTable, reader: Reader, since: int, seat: int | None, parts: SentParts | None
    ) -> SentUpdate | None:
        """News for a reader who has seen everything up to ``since``; nothing if it must be read again.

        ``seat`` and ``parts`` are whose view the reader has, and the view.
        """
        recent = [event for event in table.recent if event.number > since]
        if not recent or recent[0].number != since + 1:
            return None
        now_seat = viewpoint(table, reader)
        events = tell_noted(table, recent, now_seat)
        if events is None:
            return None
        with_table = not all(isinstance(event.body, ev.Acted) for event in recent)
        return self._update(table, reader, since, events, parts if now_seat == seat else None, with_table)

    def _update(
        self,
        table: LiveTable,
        reader: Reader,
        since: int,
        events: Sequence[EventMessage],
        sent: SentParts | None,
        with_table: bool,
    ) -> SentUpdate:
        """An update; ``sent`` are the parts of the view the reader has: without them all of it is sent."""
        seat = viewpoint(table, reader)
        message = Update(number=table.number, since=since, events=list(events), seat=seat, actor=table.actor)
        parts: SentParts = {}
        if table.dealt:
            position = table.match.position
            view = position.view(seat)
            # Of what lasts, whoever has a view has all there is.
            parts = changing_parts(view, table.deal.game.lasting)
            if sent:
                message.changes = changes(parts, sent)
            else:
                message.view = view
            if table.actor is not None and table.actor == seat and table.state.seats[seat].bot is None:
                message.choices = encoded_choices(position)
                message.half_made = table.state.half_made
        if table.state.status == "running":
            message.clock = clock_info(table, self._tables.clock())
            message.bot_from = bot_from(table, reader.person)
        if with_table:
            message.table = self.info(table, reader)
        return SentUpdate(_encoder.encode(message), parts, seat)

    # --- what was missed ----------------------------------------------------------------------

    async def _missed(
        self, table: LiveTable, reader: Reader, start: int, pay: Pay | None
    ) -> list[EventMessage]:
        """All events after one, told to the seat that the reader has when the last of them has been told."""
        recent = [event for event in table.recent if event.number > start]
        if recent and recent[0].number == start + 1:
            noted = tell_noted(table, recent, viewpoint(table, reader))
            if noted is not None:
                return noted
        return await self.retold(table, reader, start, pay)

    async def retold(
        self, table: LiveTable, reader: Reader, start: int, pay: Pay | None = None
    ) -> list[EventMessage]:
        """The same by playing the game again."""
        events: list[TableEvent] = []
        for tries in itertools.count():
            while len(events) < table.number - start:
                events += await self._load(table, start + len(events))
            teller = await self._teller(table, reader, start, events[: table.number - start], pay)
            told: list[EventMessage] = []
            while len(told) < table.number - start:
                if len(told) == len(events):
                    # More has happened in the meantime.
                    events += await self._load(table, start + len(events))
                    continue
                told.append(teller.tell(events[len(told)]))
                if len(told) % _AT_ONCE == 0 and tries < _PATIENT:
                    # Nobody else waits while someone who was away for long is told everything.
                    await asyncio.sleep(0)
            if (teller.seat, teller.over) == (viewpoint(table, reader), table.over):
                return told
        raise AssertionError

    async def _load(self, table: LiveTable, after: int = 0) -> list[TableEvent]:
        return await self._tables.store.events(table.id, after)

    async def _teller(
        self, table: LiveTable, reader: Reader, start: int, missed: list[TableEvent], pay: Pay | None
    ) -> EventTeller:
        """Ready to tell what came after an event, to the reader's seat."""
        state, snapshot = table.state, table.snapshot
        if any(isinstance(event.body, ev.Undone) for event in missed):
            # What was taken back stands no longer among the decisions, but it is told.
            if pay is not None:
                pay(self._tables.earlier.distance(table, start))
            state = await self._tables.earlier.state(table, start)
            actions, started, snapshot = state.actions, state.moved > 0, None
        else:
            played = sum(len(event.body.actions) for event in missed if isinstance(event.body, ev.Acted))
            actions = state.actions[: len(state.actions) - played]
            started = state.moved > 0 and not any(isinstance(event.body, ev.Started) for event in missed)
        decisions = None
        if table.difference is None:
            decisions = ReplayedDecisions(table.deal, actions, started, snapshot)
        return EventTeller(decisions, viewpoint(table, reader), table.over)
