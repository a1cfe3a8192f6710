"""A player that searches: information-set Monte Carlo tree search (the tree is in ``compiled/tree.py``)."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from parapegma.bots.bot import NO_LIMITS, Bot, Evaluation, Limits
from parapegma.bots.compiled.foresight import foresee
from parapegma.bots.compiled.playout import ROWS
from parapegma.bots.compiled.tree import (
    ACTION,
    CURIOSITY,
    DEEPEST,
    FORESIGHT,
    HORIZON,
    NETWORK,
    VISITS,
    grow,
)
from parapegma.bots.network import NO_NETWORK, Network, network_of
from parapegma.bots.search_settings import SETTINGS, as_columns
from parapegma.bots.search_tree import Tree, node_after_others
from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import MOST_CHOICES, as_argument, new_states
from parapegma.core.compiled.jit import word
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.game import Game
from parapegma.core.position import Position

_MOST_NODES = 400_000
_LIKELY = 24
"""Nodes for an iteration with a network, which makes one of every likely action."""
_FIRST_PIECE, _PIECE = 64, 256
"""Iterations between two looks at the clock."""
_UNLIMITED = 1_000_000_000
_CLEARLY_BEST = 0.9
"""An action tried so often, as a share, after a quarter of the budget needs no more thought."""
_WORTH_TELLING = 8
"""Visits below which the main line is mere chance."""

_LOOKED_THROUGH = 1000
"""Positions that may be judged to see what one's own turn promises."""
_TURN = 6
"""Decisions of a turn that are looked through at most."""


@dataclass
class _Kept:
    """A tree that serves again if the seat's next decision is foreseen in it."""

    tree: Tree
    node: int
    seen: bytes
    """What the seat would see then; nothing if others decide first."""
    table: Position
    """The table of thought, after the seat's decision."""

    def node_of(self, position: Position, seat: int, deals: int) -> int:
        """The node that stands for a position; 0 if there is none."""
        seen = position.observe(seat).tobytes()
        if self.seen:
            return self.node if self.seen == seen else 0
        for n in range(deals):
            table = self.table.guess(seat, key_of_seed(n)) if n else self.table
            if node := node_after_others(self.tree, self.node, table, seat, seen):
                return node
        return 0


class Search(Bot):
    """Searches within its limits of iterations and time.

    Between two decisions of its own in a row it keeps its tree: what it thought about the second counts.
    It stops early when more thought would not change its mind, unless its limits are thorough. With
    ``sample`` it takes any action, as likely as it was tried, instead of the one tried most, as beginners do.

    With a ``network`` that says what is likely and what may be expected; the game's own is used where
    ``changes`` give ``search_network`` a share.
    """

    def __init__(
        self,
        game: Game,
        limits: Limits = NO_LIMITS,
        seed: int = 0,
        changes: Mapping[str, int] | None = None,
        sample: bool = False,
        network: Network | None = None,
    ) -> None:
        changes = dict(changes or {})
        settings = SETTINGS | dict(zip(game.weights.names, game.weights.values, strict=True))
        changed = {name: changes.pop(name) for name in list(changes) if name in SETTINGS}
        settings |= changed
        if network is None and changed.get("search_network", 0) > 0:
            network = network_of(game)
        self.network = network if settings["search_network"] > 0 else None
        self.settings = as_columns(settings, self.network is not None)
        self._deals = settings["search_answers"]
        self._step = max(settings["search_step"], 1)
        self._solo_curiosity = settings["search_solo_curiosity"] / 100
        self.weights = game.weights.array(changes)
        self.limits = limits
        self.sample = sample
        self.hurried = False
        """Whether the clock ended its last thought before half of its iterations were done."""
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
            self.step_over(position, seat, legal[0])
            return Evaluation(legal[0], visits={legal[0]: 0})
        tree, done = self.grow_tree(position, seat, limits)
        evaluation = replace(conclude(tree, done), hurried=self.hurried)
        if self.sample:
            evaluation = self._sampled(evaluation)
        self.keep(tree, position, seat, evaluation.action)
        return evaluation

    def grow_tree(
        self,
        position: Position,
        seat: int,
        limits: Limits | None = None,
        without: Sequence[Sequence[int]] = (),
    ) -> tuple[Tree, int]:
        """All that it thinks about a decision, in how many iterations; :meth:`think` is the short of it.

        What begins with one of the sequences of actions in ``without`` is left out of its thoughts.
        """
        budget = _Budget(self.limits.within(limits))
        tree = self._planted(position, seat, budget)
        if self._network_for(position.players) is not None:
            # It was asked in some deal: now more is known.
            tree.ask_again()
        elif self.settings[FORESIGHT] > 0 and not tree.foreseen:
            self._foresee(tree, position, seat)
        tree.keep_only(set(position.legal()))
        forbidden = [tree.forbid(actions) for actions in without]
        done = self._grow(tree, position, seat, budget)
        self.hurried = budget.hurried
        # One by one: the Python of a browser knows no list of indexes.
        for node in forbidden:
            tree.numbers[node, VISITS] = 0
        return tree, done

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

    def _planted(self, position: Position, seat: int, budget: _Budget) -> Tree:
        """A tree to begin with: what is left of the last one if it foresaw this decision."""
        foreseen = _LOOKED_THROUGH + MOST_CHOICES if self.settings[FORESIGHT] > 0 else 0
        several = 1 if self._network_for(position.players) is None else _LIKELY
        tree = Tree(min(several * budget.iterations, _MOST_NODES) + 2 + foreseen, position.players)
        kept, self._kept = self._kept, None
        if kept is not None and (node := kept.node_of(position, seat, self._deals)):
            tree.take_over(kept.tree, node)
        return tree

    def _foresee(self, tree: Tree, position: Position, seat: int) -> None:
        states = position.states
        room = new_states(states.dtype, _TURN + 1)
        choices = np.zeros((_TURN + 1, MOST_CHOICES), np.int64)
        counts, nodes = np.zeros(_TURN + 1, np.int64), np.zeros(_TURN + 1, np.int64)
        best, points = np.zeros(MOST_CHOICES, np.int64), np.zeros(position.players, np.int64)
        arrays = (states, room, choices, counts, nodes, best, points, tree.numbers, self.weights)
        handed = map(as_argument, (*arrays, self._key(seat)))
        limits = (seat, tree.used, _TURN, _LOOKED_THROUGH, self._step)
        tree.used = int(foresee(*handed, *limits))

    def _key(self, seat: int) -> Any:
        """What deals anew all that the seat cannot know."""
        _, key_word = entry_points.pick(self._seed, 2)
        return np.array([key_word, seat + 1], np.uint64)

    def keep(self, tree: Tree, position: Position, seat: int, action: int) -> None:
        """Keep what was thought about the seat's next decision, if this one of its actions leads to it."""
        following = position.copy()
        following.apply(action)
        self._kept = None
        if following.actor == seat or (self._deals and not following.over):
            for child in tree.children(0):
                if tree.numbers[child, ACTION] == action:
                    tree.shrink()
                    seen = following.observe(seat).tobytes() if following.actor == seat else b""
                    self._kept = _Kept(tree, child, seen, following)

    def step_over(self, position: Position, seat: int, action: int) -> None:
        """Keep the tree across a decision that has only one answer."""
        kept = self._kept
        if kept is not None and (node := kept.node_of(position, seat, self._deals)):
            tree = Tree(len(kept.tree.numbers), position.players)
            tree.take_over(kept.tree, node)
            self.keep(tree, position, seat, action)

    def _grow(self, tree: Tree, position: Position, seat: int, budget: _Budget) -> int:
        """Think; return how often the position was looked at, in this thought or an earlier one."""
        key = self._key(seat)
        table = new_states(position.states.dtype)
        settings = self._settings_for(position.players)
        before = (position.states, table, tree.numbers, tree.values, self.weights, settings)
        work, path = np.zeros((ROWS, MOST_CHOICES), np.int64), np.zeros(DEEPEST, np.int64)
        after = (work, path, np.zeros(2 * position.players))
        network = (self._network_for(position.players) or NO_NETWORK).arguments()
        inherited = done = tree.visits(0)
        piece = _FIRST_PIECE
        while done < budget.iterations or not tree.children(0):
            step = max(1, min(piece, budget.iterations - done))
            first, last = map(as_argument, before), map(as_argument, after)
            given = (*first, seat, as_argument(key), self._seed, *last, *network)
            tree.used, seed = grow(*given, tree.used, step)
            self._seed = word(int(seed))
            done += step
            if budget.enough(tree, done, done - inherited):
                break
            piece = _PIECE
        return done

    def _network_for(self, players: int) -> Network | None:
        """Its network, but alone at the table only one that was trained for that."""
        network = self.network
        return network if network is not None and (players > 1 or 1 in network.players) else None

    def _settings_for(self, players: int) -> Any:
        if players > 1:
            return self.settings
        settings = self.settings.copy()
        if self._network_for(players) is None:
            settings[NETWORK] = 0
        settings[CURIOSITY] *= self._solo_curiosity
        settings[HORIZON] = 0
        return settings


class _Budget:
    """How much thought is left for one decision."""

    def __init__(self, limits: Limits) -> None:
        self.iterations = _UNLIMITED if limits.iterations is None else limits.iterations
        self._seconds, self._thorough = limits.seconds, limits.thorough
        self._began = time.perf_counter()
        self.hurried = False
        """Whether time was up before half of the iterations were done."""

    def enough(self, tree: Tree, done: int, now: int) -> bool:
        """Whether time is up, or one action is clearly best, or no other can catch up in what is left."""
        left = self.iterations - done
        if self._seconds is not None:
            spent = time.perf_counter() - self._began
            if spent >= self._seconds:
                self.hurried = self.iterations < _UNLIMITED and 2 * done < self.iterations
                return True
            left = min(left, int(now * (self._seconds - spent) / max(spent, 1e-6)))
        if self._thorough:
            return False
        first, second, *_ = sorted((*map(tree.visits, tree.children(0)), 0, 0), reverse=True)
        return first - second > left or (first > _CLEARLY_BEST * done and done > left / 3)


def conclude(tree: Tree, done: int) -> Evaluation:
    """The action tried most often, and the line of those."""
    line: list[int] = []
    node = 0
    while following := tree.children(node):
        node = max(following, key=tree.visits)
        if tree.visits(node) < _WORTH_TELLING and line:
            break
        line.append(int(tree.numbers[node, ACTION]))
    values = [float(value) / max(tree.visits(0), 1) for value in tree.values[0]]
    visits = {tree.action(child): tree.visits(child) for child in tree.children(0) if tree.visits(child)}
    return Evaluation(line[0], values, visits, line, done)
