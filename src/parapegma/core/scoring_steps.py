"""The points of a game told one after the other: which district, which card, gave whom how much.

A game's ``statistics.py`` may take its sources apart (:attr:`parapegma.core.statistics.Statistics.steps`).
What it leaves untold, or tells only in part, is told as a whole: the steps always add up to the score.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class ScoringStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a scoring: something that gave points, and whom."""

    source: str
    """Which of the game's sources of points it belongs to."""
    points: list[int]
    """What it gives each seat."""
    what: str = ""
    """The thing itself, by its name in views: a district, a card, a place. Empty: the whole source."""
    seat: int | None = None
    """Whose it is, where it is about one seat alone."""
    counts: list[int] | None = None
    """What decided it, for each seat: storeys, planets, tiles."""
    places: list[str] = []
    """Where it lies on the board, by the names that boards mark."""


def complete_steps(
    told: Sequence[ScoringStep], names: Sequence[str], sources: Sequence[dict[str, int]]
) -> list[ScoringStep]:
    """Steps in the order of the sources, with one more for whatever is missing from a source.

    >>> told = [ScoringStep(source="cards", what="leo", points=[0, 3])]
    >>> sources = [{"cards": 1, "tokens": 2}, {"cards": 3, "tokens": 0}]
    >>> steps = complete_steps(told, ["cards", "tokens"], sources)
    >>> [(step.source, step.what, step.points) for step in steps]
    [('cards', '', [1, 0]), ('cards', 'leo', [0, 3]), ('tokens', '', [2, 0])]
    """
    steps: list[ScoringStep] = []
    for name in names:
        own = [step for step in told if step.source == name]
        rest = [
            of_seat[name] - sum(step.points[seat] for step in own) for seat, of_seat in enumerate(sources)
        ]
        if any(rest):
            steps.append(ScoringStep(source=name, points=rest))
        steps += own
    return steps
