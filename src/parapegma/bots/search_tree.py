"""The tree of a search in Python's hands: what was thought, what is left out, what is taken over."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from parapegma.bots.compiled.tree import ACTION, CHILD, COLUMNS, PROMISE, SIBLING, VISITS, transplant
from parapegma.core.compiled.arrays import as_argument
from parapegma.core.position import Position

_BEYOND_MEASURE = 1_000_000_000
_LEAST_VISITS = 4
"""Answers of others that were thought of less often are not looked for."""
_MOST_ANSWERS = 400
"""Answers that are looked through on one table."""


class Tree:
    """What has been thought about one position; node 0 is the position itself."""

    def __init__(self, room: int, players: int) -> None:
        self.numbers = np.zeros((room, COLUMNS), np.int32)
        self.values = np.zeros((room, players))
        self.used = 1

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return self.numbers.nbytes + self.values.nbytes

    def shrink(self) -> None:
        """Give back the room that is not used."""
        self.numbers, self.values = self.numbers[: self.used].copy(), self.values[: self.used].copy()

    def children(self, node: int) -> list[int]:
        found, child = [], int(self.numbers[node, CHILD])
        while child:
            found.append(child)
            child = int(self.numbers[child, SIBLING])
        return found

    def visits(self, node: int) -> int:
        return int(self.numbers[node, VISITS])

    def action(self, node: int) -> int:
        """The action that leads to a node."""
        return int(self.numbers[node, ACTION])

    def value(self, node: int, seat: int) -> float:
        """What a seat can expect there, from 0 to 1."""
        return float(self.values[node, seat]) / max(self.visits(node), 1)

    def take_over(self, other: Tree, node: int) -> None:
        """Begin with what another tree knows of one of its nodes."""
        queue = np.zeros(len(self.numbers), np.int64)
        arrays = (other.numbers, other.values), (self.numbers, self.values, queue)
        self.used = int(transplant(*map(as_argument, arrays[0]), node, *map(as_argument, arrays[1])))

    def forbid(self, actions: Sequence[int]) -> int:
        """Have no thought go to what begins with these actions; return the node that stands for it."""
        node = 0
        for action in actions:
            following = next((each for each in self.children(node) if self.action(each) == action), 0)
            if not following:
                following, self.used = self.used, self.used + 1
                # Promised a little where others are promised something: what those are promised is not lost.
                promised = int(any(int(self.numbers[child, PROMISE]) for child in self.children(node)))
                self.numbers[following] = action, 1, 1, 0, self.numbers[node, CHILD], promised
                self.numbers[node, CHILD] = following
                self.values[following] = 0.5
            node = following
        # It has been tried beyond all measure, and always in vain.
        self.numbers[node, VISITS] = _BEYOND_MEASURE
        self.values[node] = 0.0
        return node

    @property
    def foreseen(self) -> bool:
        """Whether it is known what the decisions at its root promise."""
        return any(int(self.numbers[child, PROMISE]) for child in self.children(0))

    def ask_again(self) -> None:
        """Forget what the decisions at its root promise."""
        for child in self.children(0):
            self.numbers[child, PROMISE] = 0

    def keep_only(self, legal: set[int]) -> None:
        """Forget what was thought of actions that cannot be chosen now: chance might have allowed them."""
        kept = [child for child in self.children(0) if int(self.numbers[child, ACTION]) in legal]
        for child, sibling in zip([0, *kept], [*kept, 0], strict=True):
            self.numbers[child, SIBLING if child else CHILD] = sibling
        self.numbers[0, VISITS] = sum(map(self.visits, kept))
        self.values[0] = self.values[kept].sum(axis=0)


def node_after_others(tree: Tree, node: int, table: Position, seat: int, seen: bytes) -> int:
    """The node below another at which a seat decides and sees just that; 0 if there is none.

    What others may have done is played on a table on which the seat has made its decision.
    """
    waiting, left = [(node, table)], _MOST_ANSWERS
    while waiting and left > 0:
        node, table = waiting.pop()
        if table.actor == seat:
            if table.observe(seat).tobytes() == seen:
                return node
            continue
        legal = set(table.legal()) if table.actor is not None else set()
        answers = [
            child
            for child in tree.children(node)
            if tree.visits(child) >= _LEAST_VISITS and tree.action(child) in legal
        ]
        for child in sorted(answers, key=tree.visits):
            following = table.copy()
            following.apply(tree.action(child))
            waiting.append((child, following))
            left -= 1
    return 0
