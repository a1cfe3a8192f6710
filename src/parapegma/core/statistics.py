"""What there is to count in a game: declared by the game, counted by whoever studies it.

Rules write down what happens as event rows (see :mod:`parapegma.core.compiled.events`). A game's
``statistics.py`` says which rows mean that a seat has used a thing: a card, a district, a place. So no rule
knows that it is counted, and whoever counts knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from parapegma.core.compiled.arrays import States
from parapegma.core.scoring_steps import ScoringStep

Steps = Callable[[States, Sequence[tuple[int, int, int, int]]], list[ScoringStep]]
"""From the last position and everything that happened to the steps of its scoring."""


def no_steps(states: States, events: Sequence[tuple[int, int, int, int]]) -> list[ScoringStep]:
    """The ``steps`` of a game whose sources are told as wholes."""
    return []


@dataclass(frozen=True)
class Count:
    """Events of a kind; the number in a column of each says which thing was used.

    ``which`` gives the thing for each number from 0 on, or -1 if it does not count. Without it the
    number is the thing's own.
    """

    event: int
    column: Literal["a", "b"] = "a"
    which: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Countables:
    """Countables of one kind, such as the cards that can be claimed, and how their use is seen.

    Either through events, or in the position at the end: ``field`` then names a field of the state that
    holds, for each seat, the numbers of the things it has.
    """

    name: str
    """As a heading: ``tiles laid``."""
    names: tuple[str, ...]
    counts: tuple[Count, ...] = ()
    field: str = ""

    def __post_init__(self) -> None:
        if bool(self.counts) == bool(self.field):
            raise TypeError(f"{self.name}: things are counted by events or by a field, one of them")
        for count in self.counts:
            if max(count.which or (0,)) >= len(self.names):
                raise TypeError(f"{self.name}: an event counts for a thing that has no name")


@dataclass(frozen=True)
class Statistics:
    """All there is to count in a game."""

    sources: tuple[str, ...] = ("points",)
    """Where points come from, in the order in which the rules' ``sources`` writes them."""
    countables: tuple[Countables, ...] = ()
    length: str = "turns"
    """What a long game has more of, besides decisions."""
    length_count: Count | None = None
    """The events of which there is one for each of these; ``which`` says which of them count (0)."""
    length_start: int = 0
    """How many have begun before the first such event."""
    steps: Steps = no_steps
    """How the sources come about, thing by thing; what it leaves out is told source by source."""
    ending: Count | None = None
    """The event of the end; its number is that of the ending, counted from 1 (``Game.endings``)."""
