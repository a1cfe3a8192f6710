"""The layout of an observation: which numbers mean what, read from the constants that the rules write by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Literal

from parapegma.errors import DataError

_PREFIX = "SEE_"

Sort = Literal["flag", "count", "kind", "set"]


@dataclass(frozen=True)
class Range:
    """What a number of an observation may be, and how to read it.

    A ``flag`` is 0 or 1. A ``count`` says how many or how far, so numbers near each other mean nearly the
    same. A ``kind`` is one of several things that have no order, 0 for none of them. A ``set`` has a bit for
    each of its things.
    """

    sort: Sort
    low: int
    high: int

    @property
    def features(self) -> int:
        """Into how many numbers a learner's view takes it apart: one for each kind, one for each bit."""
        if self.sort == "kind":
            return self.high
        return self.high.bit_length() if self.sort == "set" else 1

    def __str__(self) -> str:
        return f"{self.sort}, {self.low} to {self.high}"


FLAG = Range("flag", 0, 1)


def count(high: int, low: int = 0) -> Range:
    """A number that says how many or how far.

    >>> str(count(12))
    'count, 0 to 12'
    """
    return Range("count", low, high)


def kind(highest: int) -> Range:
    """One of so many things, counted from 1; 0 is none of them.

    >>> kind(37).features
    37
    """
    return Range("kind", 0, highest)


def set_of(things: int) -> Range:
    """A set of up to so many things, a bit for each.

    >>> set_of(6).high, set_of(6).features
    (63, 6)
    """
    return Range("set", 0, (1 << things) - 1)


@dataclass(frozen=True)
class Part:
    """Some numbers of an observation that belong together."""

    name: str
    at: int
    length: int
    range: Range
    """What each of them may be."""
    meaning: str

    @property
    def slice(self) -> slice:
        """Where the part is in an observation."""
        return slice(self.at, self.at + self.length)


def layout(observation: ModuleType, meanings: Mapping[str, tuple[Range, str]]) -> tuple[Part, ...]:
    """The parts of a game's observation, in order.

    Where they begin is said once, by the SEE_ constants of ``rules/observation.py``; ``meanings`` says what
    they may be and what they are, by the same names in small letters.
    """
    found = {
        name.removeprefix(_PREFIX).lower(): value
        for name, value in vars(observation).items()
        if name.startswith(_PREFIX)
    }
    if found.keys() != meanings.keys():
        wrong = ", ".join(sorted(found.keys() ^ meanings.keys()))
        raise DataError(f"{observation.__name__}: parts and their meanings do not fit together: {wrong}")
    names = sorted(found, key=lambda name: found[name])
    ends = [*(found[name] for name in names[1:]), observation.OBSERVATION_LENGTH]
    return tuple(
        Part(name, found[name], end - found[name], *meanings[name])
        for name, end in zip(names, ends, strict=True)
    )
