"""What a page is told of the games of the day."""

from __future__ import annotations

from typing import Literal

import msgspec

DailyStatus = Literal["new", "running", "over"]
Outcome = Literal["playing", "finished", "given up"]


class DailyPuzzle(msgspec.Struct):
    """The puzzle of the day."""

    game: str
    name: str
    difficulty: int


class DailyGame(msgspec.Struct):
    """The deal of the day of one game."""

    game: str
    players: int
    bots: str | None
    """The level of those in the other seats; none where it is played alone."""
    status: DailyStatus
    """How far the reader has come."""
    table: str | None
    """Where the reader plays it, or has played it."""


class Daily(msgspec.Struct):
    """What everyone may play today."""

    day: str
    """The date, in UTC: ``2026-11-18``."""
    games: list[DailyGame]
    puzzle: DailyPuzzle | None


class DailyResult(msgspec.Struct):
    """How one person did."""

    name: str
    mine: bool
    outcome: Outcome
    """``given up``: the person resigned, left, or let a bot play on."""
    points: int | None
    """Once it is finished."""
    place: int | None
    """At the table; always the first where it is played alone."""


class DailyResults(msgspec.Struct):
    """How everyone did with one deal, the best first."""

    day: str
    game: str
    players: int
    people: int
    """How many have begun it."""
    results: list[DailyResult]


def in_order(results: list[DailyResult]) -> list[DailyResult]:
    """The best first: by place, then by points; those who have not finished come last."""
    return sorted(results, key=lambda each: (each.place or 99, -(each.points or 0), each.name))
