"""The rules called from Python, for a state of any game: arrays are made and handed over here."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

import numpy as np

from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import MOST_CHOICES, States, as_argument, copy_of, new_states
from parapegma.core.compiled.events import rows
from parapegma.core.compiled.rng import Key


class _Room(threading.local):
    """Arrays that rules write into, kept for the next call: several threads may ask at once."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, str], tuple[np.ndarray[Any, Any], Any]] = {}

    def get(self, length: int, kind: str = "int64") -> tuple[np.ndarray[Any, Any], Any]:
        """An array, and as an argument; it holds what was written last."""
        try:
            return self._kept[length, kind]
        except KeyError:
            array = np.zeros(length, kind)
            self._kept[length, kind] = found = array, as_argument(array)
            return found

    def get_zeros(self, length: int, kind: str = "int64") -> tuple[np.ndarray[Any, Any], Any]:
        """An array of zeros, and as an argument."""
        found = self.get(length, kind)
        found[0].fill(0)
        return found


_ROOM = _Room()


def deal(state: np.dtype[Any], options: list[int], key: Key) -> States:
    """A new game with the options as whole numbers, the number of players first."""
    states = new_states(state)
    entry_points.setup(as_argument(states), as_argument(np.array(options, np.int64)), as_argument(key.copy()))
    return states


def actor(states: States) -> int:
    """The seat that decides now, or -1."""
    return int(entry_points.actor(as_argument(states)))


def legal(states: States) -> list[int]:
    """The numbers of the legal actions, in rising order."""
    numbers, argument = _ROOM.get(MOST_CHOICES)
    n = entry_points.legal(as_argument(states), argument)
    found: list[int] = sorted(numbers[:n].tolist())
    return found


def apply(states: States, number: int) -> tuple[tuple[int, int, int, int], ...]:
    """Play a legal action; what happened."""
    entry_points.apply(as_argument(states), number)
    return events_of(states)


def apply_all(states: States, numbers: Iterable[int]) -> None:
    """Play legal actions one after the other; nobody asks what happened."""
    argument = as_argument(states)
    for number in numbers:
        entry_points.apply(argument, number)


def events_of(states: States) -> tuple[tuple[int, int, int, int], ...]:
    """What the last action brought about."""
    return tuple(rows(states[0]))


def scores(states: States) -> list[int]:
    """Every seat's points."""
    out, argument = _ROOM.get_zeros(int(states[0]["players"]))
    entry_points.scores(as_argument(states), argument)
    points: list[int] = out.tolist()
    return points


def ranks(states: States) -> list[int]:
    """Every seat's place."""
    out, argument = _ROOM.get_zeros(int(states[0]["players"]))
    entry_points.ranks(as_argument(states), argument)
    places: list[int] = out.tolist()
    return places


def solo_result(states: States) -> int:
    """What a finished game for one came to, in hundredths."""
    return int(entry_points.solo_result(as_argument(states)))


def sources(states: States, n: int) -> list[list[int]]:
    """Every seat's points by their n sources."""
    found = []
    for seat in range(int(states[0]["players"])):
        out, argument = _ROOM.get_zeros(n)
        entry_points.sources(as_argument(states), seat, argument)
        found.append([int(points) for points in out])
    return found


def determinize(states: States, seat: int, key: Key) -> States:
    """A copy in which all that ``seat`` cannot know is dealt anew."""
    copy = copy_of(states)
    entry_points.determinize(as_argument(copy), seat, as_argument(key.copy()))
    return copy


def observe(states: States, seat: int, length: int) -> np.ndarray[Any, np.dtype[np.int16]]:
    """What ``seat`` knows, as numbers."""
    out, argument = _ROOM.get_zeros(length, "int16")
    entry_points.observe(as_argument(states), seat, argument)
    return out.copy()


def broken(states: States) -> int:
    """The number of the first invariant that does not hold, or 0."""
    return int(entry_points.broken(as_argument(states)))
