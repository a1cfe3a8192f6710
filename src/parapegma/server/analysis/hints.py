"""Hints: what a bot would do in one's place, from what one's own seat may know."""

from __future__ import annotations

import secrets

import msgspec

from parapegma.bots import Evaluation, Limits
from parapegma.bots.advice import Advice, advice
from parapegma.core.action import Action
from parapegma.core.position import Position
from parapegma.server.problems import Problem
from parapegma.server.tables.commands.acting import check_running
from parapegma.server.tables.live_table import LiveTable

BUDGET = "search:400"
LIMITS = Limits(seconds=1.0)
_MOST_CONSIDERED = 6


class ConsideredAction(msgspec.Struct):
    """An action, and the share of the search that went into it."""

    action: Action
    share: float


class LineStep(msgspec.Struct):
    """A seat and what it may do."""

    seat: int
    action: Action


class Hint(msgspec.Struct):
    """What a bot would do."""

    number: int
    """The last event of the table it is about."""
    seat: int
    action: Action
    values: list[float]
    """What each seat can expect, from 0 to 1; none where there is no choice."""
    considered: list[ConsideredAction]
    line: list[LineStep]
    """How the game may go on, on a table where what the seat cannot know is a guess."""


def check_hints(table: LiveTable, person: str) -> int:
    """The seat to decide, if its person may have a hint: only where nobody else plays but bots."""
    check_running(table)
    people = {seat.person for seat in table.state.seats if seat.person is not None}
    if person not in people:
        raise Problem(403, "not-seated", "You have no seat at this table.")
    if people != {person}:
        raise Problem(403, "no-hints", "There are hints only where the other seats are all bots'.")
    actor = table.actor
    if actor is None or table.state.seats[actor].person != person or table.state.seats[actor].bot is not None:
        raise Problem(409, "not-your-turn", f"Seat {actor} decides now.", seat=actor)
    return actor


def hint_of(position: Position, evaluation: Evaluation, number: int, seat: int) -> Hint:
    """What a bot thought about the decision that a person is to make, after an event."""
    return _hint(advice(position, evaluation, secrets.token_hex(8)), number, seat)


def _hint(found: Advice, number: int, seat: int) -> Hint:
    return Hint(
        number,
        seat,
        found.action,
        [round(value, 4) for value in found.values],
        [ConsideredAction(each.action, round(each.share, 4)) for each in found.considered[:_MOST_CONSIDERED]],
        [LineStep(who, action) for who, action in found.line],
    )
