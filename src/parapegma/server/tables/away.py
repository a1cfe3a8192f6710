"""How long someone is waited for who is away and has not stood up."""

from __future__ import annotations

from parapegma.server.protocol.table_settings import NoClock
from parapegma.server.tables.live_table import LiveTable

_AWAY = 10 * 60 * 1000
"""Milliseconds for which a person without a clock must have been waited for, where several agree ..."""
_LONG_AWAY = 24 * 3600 * 1000
"""... and where one alone decides."""


def away_limit(table: LiveTable, person: str) -> int:
    """For how many milliseconds a person must wait for another who is to decide before asking for a bot."""
    actor = table.state.actor
    away = None if actor is None else table.state.seats[actor].person
    others = table.state.people() - {person, away}
    return _AWAY if others else _LONG_AWAY


def bot_from(table: LiveTable, person: str | None) -> int | None:
    """From when a person may ask for a bot in the seat that is to decide; nothing if never."""
    state = table.state
    if state.status != "running" or state.paused or state.actor is None or person not in state.people():
        return None
    seat = state.seats[state.actor]
    if seat.person in (None, person) or seat.bot is not None:
        return None
    if person is None or not isinstance(table.settings.pace, NoClock):
        return None
    return state.moved_at + away_limit(table, person)
