"""A table as it stood at any event, through the eyes of a seat: how a game is watched again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from parapegma.server.messages import Choice, Happened
from parapegma.server.problems import Problem
from parapegma.server.store import tables as stored
from parapegma.server.tables import events as ev
from parapegma.server.tables import history, viewing
from parapegma.server.tables.acting import check_playable
from parapegma.server.tables.events import Event
from parapegma.server.tables.play import Play
from parapegma.server.tables.record import LiveTable
from parapegma.server.tables.rooms import Rooms
from parapegma.server.tables.state import TableState

MOST = 50
"""Moments in one answer."""


class Moment(msgspec.Struct):
    """How the table stood after an event."""

    number: int
    decisions: int
    """How many decisions stood."""
    actor: int | None
    happened: Happened
    view: dict[str, Any] | None
    """None before the deal."""
    choices: list[Choice] | None = None
    """What could be decided, where the seat that watches was to decide."""


class Replay(msgspec.Struct):
    """A part of a game, as a seat saw it."""

    table: str
    seat: int | None
    last: int
    """The number of the last event there is."""
    moments: list[Moment]


def check_eyes(table: LiveTable, person: str | None, seat: int | None) -> None:
    """After the end everyone may look through every seat's eyes; before, only through one's own."""
    if seat is not None and not 0 <= seat < len(table.state.seats):
        raise Problem(422, "no-seat", f"There is no seat {seat}.", seat=seat)
    if seat is None or table.over:
        return
    if seat not in table.state.seats_of(person):
        raise Problem(403, "not-your-seat", "While the game goes on you see only what your own seat saw.")


async def replay(rooms: Rooms, table: LiveTable, seat: int | None, first: int, count: int) -> Replay:
    """Moments from an event on."""
    check_playable(table)
    events = await stored.load_events(rooms.database, table.id)
    events = [event for event in events if event.number <= table.number]
    if not 1 <= first <= table.number:
        raise Problem(
            422,
            "no-event",
            f"There is no event {first}; events are 1 to {table.number}.",
            event=first,
            last=table.number,
        )
    chosen = events[first - 1 : first - 1 + min(count, MOST)]
    moments = await asyncio.to_thread(_moments, table, events[: first - 1], chosen, seat)
    return Replay(table.id, seat, table.number, moments)


def _moments(
    table: LiveTable, before: Sequence[Event], events: Sequence[Event], seat: int | None
) -> list[Moment]:
    state = TableState.new(table.row["players"], table.settings.pace).after(before)
    told = history.replayed(table.deal, before, events, seat, table.over)
    play: Play | None = None
    moments: list[Moment] = []
    for event, happened in zip(events, told, strict=True):
        moved = isinstance(event.what, ev.Started | ev.Acted | ev.Undone)
        state.add(event)
        dealt = state.moved > 0 and state.status != "waiting"
        if play is not None and isinstance(event.what, ev.Acted):
            play.act(event.what.seat, event.what.actions)
        elif dealt and (moved or play is None):
            play = Play(table.deal, state.actions)
        moments.append(_moment(event, happened, state, play if dealt else None, seat))
    return moments


def _moment(
    event: Event, happened: Happened, state: TableState, play: Play | None, seat: int | None
) -> Moment:
    moment = Moment(event.number, len(state.actions), state.actor, happened, None)
    if play is not None:
        moment.view = play.view(seat)
        if state.actor is not None and state.actor == seat:
            moment.choices = viewing.choices(play)
    return moment
