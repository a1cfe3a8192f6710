"""The rules called from Python, for a state of any game: arrays are made and handed over here."""

from __future__ import annotations

from typing import Any

import numpy as np

from parapegma.core import calls, events
from parapegma.core.rng import Key
from parapegma.core.states import States, copy_of, handed, new_states


def deal(state: np.dtype[Any], options: list[int], key: Key) -> States:
    """A new game with the options as whole numbers, the number of players first."""
    states = new_states(state)
    calls.setup(handed(states), handed(np.array(options, np.int64)), handed(key.copy()))
    return states


def actor(states: States) -> int:
    """The seat that decides now, or -1."""
    return int(calls.actor(handed(states)))


def legal(states: States) -> list[int]:
    """The numbers of the legal actions, in rising order."""
    # Room of its own for each call: several threads may ask at once.
    numbers = np.empty(MOST_CHOICES, np.int64)
    n = calls.legal(handed(states), handed(numbers))
    found: list[int] = sorted(numbers[:n].tolist())
    return found


def apply(states: States, number: int) -> tuple[tuple[int, int, int, int], ...]:
    """Play a legal action; what happened."""
    calls.apply(handed(states), number)
    return tuple(events.rows(states[0]))


def scores(states: States) -> list[int]:
    """Every seat's points."""
    out = np.zeros(int(states[0]["players"]), np.int64)
    calls.scores(handed(states), handed(out))
    return out.tolist()


def ranks(states: States) -> list[int]:
    """Every seat's place."""
    out = np.zeros(int(states[0]["players"]), np.int64)
    calls.ranks(handed(states), handed(out))
    return out.tolist()


def sources(states: States, n: int) -> list[list[int]]:
    """Every seat's points by their n sources."""
    found = []
    for seat in range(int(states[0]["players"])):
        out = np.zeros(n, np.int64)
        calls.sources(handed(states), seat, handed(out))
        found.append([int(points) for points in out])
    return found


def determinize(states: States, seat: int, key: Key) -> States:
    """A copy in which all that ``seat`` cannot know is dealt anew."""
    copy = copy_of(states)
    calls.determinize(handed(copy), seat, handed(key.copy()))
    return copy


def observe(states: States, seat: int, length: int) -> np.ndarray[Any, np.dtype[np.int16]]:
    """What ``seat`` knows, as numbers."""
    out = np.zeros(length, np.int16)
    calls.observe(handed(states), seat, handed(out))
    return out


def broken(states: States) -> int:
    """The number of the first invariant that does not hold, or 0."""
    return int(calls.broken(handed(states)))


MOST_CHOICES = 1024
"""The longest list of legal actions a game may write; a conformance test holds games to it."""
