"""A player that searches: information-set Monte Carlo tree search (see :mod:`parapegma.bots.tree`)."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from parapegma.bots.bot import Thought
from parapegma.bots.playout import ROWS
from parapegma.bots.tree import ACTION, CHILD, COLUMNS, DEEPEST, SIBLING, VISITS, grow, transplant
from parapegma.core import calls, engine
from parapegma.core.engine import MOST_CHOICES
from parapegma.core.game import Game
from parapegma.core.jit import word
from parapegma.core.states import States, copy_of, handed, new_states

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
        self.worth = np.zeros((room, players))
        self.used = 1

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
        arrays = (other.numbers, other.worth), (self.numbers, self.worth, queue)
        self.used = int(transplant(*map(handed, arrays[0]), node, *map(handed, arrays[1])))

    def keep_only(self, legal: set[int]) -> None:
        """Forget what was thought of actions that cannot be chosen now: chance might have allowed them."""
        kept = [child for child in self.children(0) if int(self.numbers[child, ACTION]) in legal]
        for child, sibling in zip([0, *kept], [*kept, 0], strict=True):
            self.numbers[child, SIBLING if child else CHILD] = sibling
        self.numbers[0, VISITS] = sum(map(self.visits, kept))
        self.worth[0] = self.worth[kept].sum(axis=0)


@dataclass
class _Kept:
    """A tree that serves again if the seat's next decision is the one foreseen here."""

    tree: _Tree
    node: int
    seen: bytes
    """What the seat would see then."""


class Search:
    """Searches for a number of iterations or a time, whichever ends first.

    Between two decisions of its own in a row it keeps its tree: what it thought about the second counts.
    It stops early when more thought would not change its mind, unless it is told to be thorough. On a whim it
    takes any action, as likely as it was thought of, instead of the one thought of most: so beginners play.
    """

    def __init__(
        self,
        game: Game,
        iterations: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        changes: Mapping[str, int] | None = None,
        thorough: bool = False,
        whim: bool = False,
    ) -> None:
        changes = dict(changes or {})
        settings = SETTINGS | dict(zip(game.knobs.names, game.knobs.values, strict=True))
        settings |= {name: changes.pop(name) for name in list(changes) if name in SETTINGS}
        *hundredths, horizon = (settings[name] for name in SETTINGS)
        self.settings = np.array([*(each / 100 for each in hundredths), horizon], np.float64)
        self.knobs = game.knobs.array(changes)
        self.iterations = iterations if iterations is not None else 1_000_000_000
        self.seconds = seconds
        self.thorough = thorough
        self.whim = whim
        self._game = game
        self._seed: Any = word(seed)
        self._kept: _Kept | None = None

    def think(self, states: States, seat: int) -> Thought:
        """Decide for a seat; ``states`` must already hide what it cannot know."""
        numbers = np.zeros(MOST_CHOICES, np.int64)
        n = int(calls.legal(handed(states), handed(numbers)))
        if n == 1:
            # The tree is kept: the one answer may lie on the way to a decision it knows.
            self._step_over(states, seat, int(numbers[0]))
            return Thought(int(numbers[0]), visits={int(numbers[0]): 0})
        tree = self._planted(states, seat)
        tree.keep_only(set(numbers[:n].tolist()))
        done = self._grow(tree, states, seat)
        thought = _conclude(tree, done)
        if self.whim:
            thought = self._wander(thought)
        self._keep(tree, states, seat, thought.action)
        return thought

    def _wander(self, thought: Thought) -> Thought:
        """The same thought with an action that is as likely as it was thought of."""
        left, seed = calls.pick(self._seed, sum(thought.visits.values()))
        self._seed = word(int(seed))
        thought_of = iter(thought.visits.items())
        action, visits = next(thought_of)
        while left >= visits:
            left -= visits
            action, visits = next(thought_of)
        line = thought.line if thought.action == action else [action]
        return replace(thought, action=action, line=line)

    def _planted(self, states: States, seat: int) -> _Tree:
        """A tree to begin with: what is left of the last one if it foresaw this decision."""
        tree = _Tree(min(self.iterations, _MOST_NODES) + 2, int(states[0]["players"]))
        kept, self._kept = self._kept, None
        if kept is not None and kept.seen == self._seen(states, seat):
            tree.take_over(kept.tree, kept.node)
        return tree

    def _keep(self, tree: _Tree, states: States, seat: int, action: int) -> None:
        following = copy_of(states)
        calls.apply(handed(following), action)
        self._kept = None
        if calls.actor(handed(following)) == seat:
            for child in tree.children(0):
                if tree.numbers[child, ACTION] == action:
                    self._kept = _Kept(tree, child, self._seen(following, seat))

    def _step_over(self, states: States, seat: int, action: int) -> None:
        kept = self._kept
        if kept is not None and kept.seen == self._seen(states, seat):
            tree = _Tree(len(kept.tree.numbers), kept.tree.worth.shape[1])
            tree.take_over(kept.tree, kept.node)
            self._keep(tree, states, seat, action)

    def _seen(self, states: States, seat: int) -> bytes:
        return engine.observe(states, seat, self._game.observation_length).tobytes()

    def _grow(self, tree: _Tree, states: States, seat: int) -> int:
        """Think; return how often the position was looked at, in this thought or an earlier one."""
        players = tree.worth.shape[1]
        _, key_word = calls.pick(self._seed, 2)
        key = np.array([key_word, seat + 1], np.uint64)
        table = new_states(states.dtype)
        before = (states, table, tree.numbers, tree.worth, self.knobs, self.settings)
        after = (np.zeros((ROWS, MOST_CHOICES), np.int64), np.zeros(DEEPEST, np.int64), np.zeros(players))
        inherited = done = tree.visits(0)
        piece, began = _FIRST_PIECE, time.perf_counter()
        while done < self.iterations or not tree.children(0):
            step = max(1, min(piece, self.iterations - done))
            tree.used, seed = grow(
                *map(handed, before), seat, handed(key), self._seed, *map(handed, after), tree.used, step
            )
            self._seed = word(int(seed))
            done += step
            if self._enough(tree, done, done - inherited, time.perf_counter() - began):
                break
            piece = _PIECE
        return done

    def _enough(self, tree: _Tree, done: int, now: int, spent: float) -> bool:
        """Whether time is up, or one action is clearly best, or no other can catch up in what is left."""
        left = self.iterations - done
        if self.seconds is not None:
            if spent >= self.seconds:
                return True
            left = min(left, int(now * (self.seconds - spent) / max(spent, 1e-6)))
        if self.thorough:
            return False
        first, second, *_ = sorted((*map(tree.visits, tree.children(0)), 0, 0), reverse=True)
        return first - second > left or (first > _CLEARLY_BEST * done and done > left / 3)


def _conclude(tree: _Tree, done: int) -> Thought:
    """The action tried most often, and the line of those."""
    line: list[int] = []
    node = 0
    while following := tree.children(node):
        node = max(following, key=tree.visits)
        if tree.visits(node) < _WORTH_TELLING and line:
            break
        line.append(int(tree.numbers[node, ACTION]))
    values = [float(value) / max(tree.visits(0), 1) for value in tree.worth[0]]
    visits = {int(tree.numbers[child, ACTION]): tree.visits(child) for child in tree.children(0)}
    return Thought(line[0], values, visits, line, done)
