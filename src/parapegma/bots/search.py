"""A player that searches: information-set Monte Carlo tree search (see :mod:`parapegma.bots.tree`)."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from parapegma.bots.bot import Thought
from parapegma.bots.playout import ROWS
from parapegma.bots.tree import ACTION, CHILD, COLUMNS, DEEPEST, SIBLING, VISITS, grow
from parapegma.core import calls
from parapegma.core.engine import MOST_CHOICES
from parapegma.core.heuristics import Knobs
from parapegma.core.jit import word
from parapegma.core.states import States, handed, new_states

_MOST_NODES = 400_000
_FIRST_PIECE, _PIECE = 64, 256
"""Iterations between two looks at the clock."""

SETTINGS = {
    "search_curiosity": 100,
    "search_trust": 80,
    "search_win_weight": 70,
    "search_margin": 600,
    "search_horizon": 0,
}
"""What a game may set for searches among the weights of its heuristics, all in hundredths but the last.

Curiosity: how much is tried that has not proved good so far. Trust: how much the light policy decides what
is tried first. Win weight: winning against winning by how much. Margin: how many points ahead are half of a
clear lead. Horizon: decisions of a playout before the position is judged; 0 plays to the end.
"""


@dataclass
class _Tree:
    """What has been thought about one position."""

    numbers: np.ndarray[Any, np.dtype[np.int32]]
    worth: np.ndarray[Any, np.dtype[np.float64]]
    used: int = 1

    def children(self, node: int) -> list[int]:
        found, child = [], int(self.numbers[node, CHILD])
        while child:
            found.append(child)
            child = int(self.numbers[child, SIBLING])
        return found

    def visits(self, node: int) -> int:
        return int(self.numbers[node, VISITS])


class Search:
    """Searches for a number of iterations or a time, whichever ends first."""

    def __init__(
        self,
        knobs: Knobs,
        iterations: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        changes: Mapping[str, int] | None = None,
    ) -> None:
        changes = dict(changes or {})
        own = {**SETTINGS, **dict(zip(knobs.names, knobs.values, strict=True))}
        own |= {name: changes.pop(name) for name in list(changes) if name in SETTINGS}
        *hundredths, horizon = (own[name] for name in SETTINGS)
        self.settings = np.array([*(each / 100 for each in hundredths), horizon], np.float64)
        self.knobs = knobs.array(changes)
        self.iterations = iterations if iterations is not None else 1_000_000_000
        self.seconds = seconds
        self._seed: Any = word(seed)

    def think(self, states: States, seat: int) -> Thought:
        """Decide for a seat; ``states`` must already hide what it cannot know."""
        numbers = np.zeros(MOST_CHOICES, np.int64)
        n = int(calls.legal(handed(states), handed(numbers)))
        if n == 1:
            return Thought(int(numbers[0]), visits={int(numbers[0]): 0})
        players = int(states[0]["players"])
        room = min(self.iterations, _MOST_NODES) + 2
        tree = _Tree(np.zeros((room, COLUMNS), np.int32), np.zeros((room, players)))
        table = new_states(states.dtype)
        _, key_word = calls.pick(self._seed, 2)
        key = np.array([key_word, seat + 1], np.uint64)
        before = (states, table, tree.numbers, tree.worth, self.knobs, self.settings)
        after = (np.zeros((ROWS, MOST_CHOICES), np.int64), np.zeros(DEEPEST, np.int64), np.zeros(players))
        done, piece, began = 0, _FIRST_PIECE, time.perf_counter()
        while done < self.iterations:
            step = min(piece, self.iterations - done)
            tree.used, self._seed = grow(
                *map(handed, before), seat, handed(key), self._seed, *map(handed, after), tree.used, step
            )
            self._seed = word(int(self._seed))
            done += step
            spent = time.perf_counter() - began
            if self.seconds is not None and spent >= self.seconds:
                break
            if self._decided(tree, done, spent):
                break
            piece = _PIECE
        return _conclude(tree, done)

    def _decided(self, tree: _Tree, done: int, spent: float) -> bool:
        """Whether the second best action cannot catch up in what is left."""
        visits = sorted(map(tree.visits, tree.children(0)), reverse=True)
        if len(visits) < 2:
            return False
        left = self.iterations - done
        if self.seconds is not None:
            left = min(left, int(done * (self.seconds - spent) / max(spent, 1e-6)))
        return visits[0] - visits[1] > left


def _conclude(tree: _Tree, done: int) -> Thought:
    """The action tried most often, and the line of those."""
    line: list[int] = []
    node = 0
    while following := tree.children(node):
        node = max(following, key=tree.visits)
        if tree.visits(node) < 8 and line:
            break
        line.append(int(tree.numbers[node, ACTION]))
    values = [float(value) / max(done, 1) for value in tree.worth[0]]
    visits = {int(tree.numbers[child, ACTION]): tree.visits(child) for child in tree.children(0)}
    return Thought(line[0], values, visits, line, done)
