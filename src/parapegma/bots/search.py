"""A player that searches: information-set Monte Carlo tree search (the tree is in ``compiled/tree.py``)."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from parapegma.bots.bot import NO_LIMITS, Bot, Evaluation, Limits
from parapegma.bots.compiled.playout import ROWS
from parapegma.bots.compiled.tree import ACTION, CHILD, COLUMNS, DEEPEST, SIBLING, VISITS, grow, transplant
from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import MOST_CHOICES, as_argument, new_states
from parapegma.core.compiled.jit import word
from parapegma.core.game import Game
from parapegma.core.position import Position

_MOST_NODES = 400_000
_FIRST_PIECE, _PIECE = 64, 256
"""Iterations between two looks at the clock."""
_CLEARLY_BEST = 0.9
"""An action tried so often, as a share, after a quarter of the budget needs no more thought."""
_WORTH_TELLING = 8
"""Visits below which the main line is mere chance."""

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


class _Tree:
    """What has been thought about one position."""

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

    def take_over(self, other: _Tree, node: int) -> None:
        """Begin with what another tree knows of one of its nodes."""
        queue = np.zeros(len(self.numbers), np.int64)
        arrays = (other.numbers, other.values), (self.numbers, self.values, queue)
        self.used = int(transplant(*map(as_argument, arrays[0]), node, *map(as_argument, arrays[1])))

    def keep_only(self, legal: set[int]) -> None:
        """Forget what was thought of actions that cannot be chosen now: chance might have allowed them."""
        kept = [child for child in self.children(0) if int(self.numbers[child, ACTION]) in legal]
        for child, sibling in zip([0, *kept], [*kept, 0], strict=True):
            self.numbers[child, SIBLING if child else CHILD] = sibling
        self.numbers[0, VISITS] = sum(map(self.visits, kept))
        self.values[0] = self.values[kept].sum(axis=0)


@dataclass
class _Kept:
    """A tree that serves again if the seat's next decision is the one foreseen here."""

    tree: _Tree
    node: int
    seen: bytes
    """What the seat would see then."""


class Search(Bot):
    """Searches within its limits of iterations and time.

    Between two decisions of its own in a row it keeps its tree: what it thought about the second counts.
    It stops early when more thought would not change its mind, unless its limits are thorough. With
    ``sample`` it takes any action, as likely as it was tried, instead of the one tried most, as beginners do.
    """

    def __init__(
        self,
        game: Game,
        limits: Limits = NO_LIMITS,
        seed: int = 0,
        changes: Mapping[str, int] | None = None,
        sample: bool = False,
    ) -> None:
        changes = dict(changes or {})
        settings = SETTINGS | dict(zip(game.weights.names, game.weights.values, strict=True))
        settings |= {name: changes.pop(name) for name in list(changes) if name in SETTINGS}
        *hundredths, horizon = (settings[name] for name in SETTINGS)
        self.settings = np.array([*(each / 100 for each in hundredths), horizon], np.float64)
        self.weights = game.weights.array(changes)
        self.limits = limits
        self.sample = sample
        self._seed: Any = word(seed)
        self._kept: _Kept | None = None

    @property
    def memory(self) -> int:  # type: ignore[override]
        """How many bytes the tree takes that is kept for the next decision."""
        return 0 if self._kept is None else self._kept.tree.size

    def forget(self) -> None:
        """Drop the tree."""
        self._kept = None

    def think(self, position: Position, seat: int, limits: Limits | None = None) -> Evaluation:
        """Decide for a seat; the position must already hide what it cannot know."""
        legal = position.legal()
        if len(legal) == 1:
            # The tree is kept: the one answer may lie on the way to a decision it knows.
            self._step_over(position, seat, legal[0])
            return Evaluation(legal[0], visits={legal[0]: 0})
        budget = _Budget(self.limits.within(limits))
        tree = self._planted(position, seat, budget)
        tree.keep_only(set(legal))
        done = self._grow(tree, position, seat, budget)
        evaluation = _conclude(tree, done)
        if self.sample:
            evaluation = self._sampled(evaluation)
        self._keep(tree, position, seat, evaluation.action)
        return evaluation

    def _sampled(self, evaluation: Evaluation) -> Evaluation:
        """The same with an action that is as likely as it was tried."""
        left, seed = entry_points.pick(self._seed, sum(evaluation.visits.values()))
        self._seed = word(int(seed))
        tried = iter(evaluation.visits.items())
        action, visits = next(tried)
        while left >= visits:
            left -= visits
            action, visits = next(tried)
        line = evaluation.line if evaluation.action == action else [action]
        return replace(evaluation, action=action, line=line)

    def _planted(self, position: Position, seat: int, budget: _Budget) -> _Tree:
        """A tree to begin with: what is left of the last one if it foresaw this decision."""
        tree = _Tree(min(budget.iterations, _MOST_NODES) + 2, position.players)
        kept, self._kept = self._kept, None
        if kept is not None and kept.seen == position.observe(seat).tobytes():
            tree.take_over(kept.tree, kept.node)
        return tree

    def _keep(self, tree: _Tree, position: Position, seat: int, action: int) -> None:
        following = position.copy()
        following.apply(action)
        self._kept = None
        if following.actor == seat:
            for child in tree.children(0):
                if tree.numbers[child, ACTION] == action:
                    tree.shrink()
                    self._kept = _Kept(tree, child, following.observe(seat).tobytes())

    def _step_over(self, position: Position, seat: int, action: int) -> None:
        kept = self._kept
        if kept is not None and kept.seen == position.observe(seat).tobytes():
            tree = _Tree(len(kept.tree.numbers), position.players)
            tree.take_over(kept.tree, kept.node)
            self._keep(tree, position, seat, action)

    def _grow(self, tree: _Tree, position: Position, seat: int, budget: _Budget) -> int:
        """Think; return how often the position was looked at, in this thought or an earlier one."""
        _, key_word = entry_points.pick(self._seed, 2)
        key = np.array([key_word, seat + 1], np.uint64)
        table = new_states(position.states.dtype)
        before = (position.states, table, tree.numbers, tree.values, self.weights, self.settings)
        work, path = np.zeros((ROWS, MOST_CHOICES), np.int64), np.zeros(DEEPEST, np.int64)
        after = (work, path, np.zeros(position.players))
        inherited = done = tree.visits(0)
        piece = _FIRST_PIECE
        while done < budget.iterations or not tree.children(0):
            step = max(1, min(piece, budget.iterations - done))
            first, last = map(as_argument, before), map(as_argument, after)
            tree.used, seed = grow(*first, seat, as_argument(key), self._seed, *last, tree.used, step)
            self._seed = word(int(seed))
            done += step
            if budget.enough(tree, done, done - inherited):
                break
            piece = _PIECE
        return done


class _Budget:
    """How much thought is left for one decision."""

    def __init__(self, limits: Limits) -> None:
        self.iterations = 1_000_000_000 if limits.iterations is None else limits.iterations
        self._seconds, self._thorough = limits.seconds, limits.thorough
        self._began = time.perf_counter()

    def enough(self, tree: _Tree, done: int, now: int) -> bool:
        """Whether time is up, or one action is clearly best, or no other can catch up in what is left."""
        left = self.iterations - done
        if self._seconds is not None:
            spent = time.perf_counter() - self._began
            if spent >= self._seconds:
                return True
            left = min(left, int(now * (self._seconds - spent) / max(spent, 1e-6)))
        if self._thorough:
            return False
        first, second, *_ = sorted((*map(tree.visits, tree.children(0)), 0, 0), reverse=True)
        return first - second > left or (first > _CLEARLY_BEST * done and done > left / 3)


def _conclude(tree: _Tree, done: int) -> Evaluation:
    """The action tried most often, and the line of those."""
    line: list[int] = []
    node = 0
    while following := tree.children(node):
        node = max(following, key=tree.visits)
        if tree.visits(node) < _WORTH_TELLING and line:
            break
        line.append(int(tree.numbers[node, ACTION]))
    values = [float(value) / max(tree.visits(0), 1) for value in tree.values[0]]
    visits = {int(tree.numbers[child, ACTION]): tree.visits(child) for child in tree.children(0)}
    return Evaluation(line[0], values, visits, line, done)
