"""A player that grows several trees about one decision, at once where there are cores, and takes them as one.

How many trees there are belongs to the player, not to the machine: each has a seed and a share of the
iterations, so what comes out is the same whether they grow side by side or one after the other.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from parapegma.bots.bot import NO_LIMITS, Bot, Evaluation, Limits
from parapegma.bots.combine import combined, shared
from parapegma.bots.network import Network
from parapegma.bots.search import Search, conclude
from parapegma.bots.search_tree import Tree
from parapegma.core.compiled.mode import MODE
from parapegma.core.game import Game
from parapegma.core.position import Position
from parapegma.core.seed import derived_seed

_ONE_BY_ONE = MODE == "interpreted" or sys.platform == "emscripten"
"""Whether threads would not help or are not there, as in a browser: each tree then has a part of the time."""


class Grove(Bot):
    """Several searches that share their limits of iterations; each has all of the time.

    >>> from parapegma import find_game
    >>> bot = Grove(find_game("ophiuchus"), 2, Limits(iterations=60), seed=1)
    >>> bot.think(Position.deal("ophiuchus", players=2, seed=7), 1).iterations
    60
    """

    def __init__(
        self,
        game: Game,
        trees: int,
        limits: Limits = NO_LIMITS,
        seed: int = 0,
        changes: Mapping[str, int] | None = None,
        network: Network | None = None,
    ) -> None:
        self.limits = limits
        self.trees = trees
        self._searches = [
            Search(game, seed=derived_seed("tree", seed, n), changes=changes, network=network)
            for n in range(trees)
        ]

    @property
    def memory(self) -> int:  # type: ignore[override]
        """How many bytes its trees take."""
        return sum(search.memory for search in self._searches)

    def forget(self) -> None:
        """Drop all trees."""
        for search in self._searches:
            search.forget()

    def think(self, position: Position, seat: int, limits: Limits | None = None) -> Evaluation:
        """Decide for a seat; the position must already hide what it cannot know."""
        legal = position.legal()
        if len(legal) == 1:
            for search in self._searches:
                search.step_over(position, seat, legal[0])
            return Evaluation(legal[0], visits={legal[0]: 0})
        each = shared(self.limits.within(limits), len(self._searches))
        grown = self._grow(position, seat, each)
        found = combined([conclude(tree, done) for tree, done in grown])
        evaluation = replace(found, hurried=any(search.hurried for search in self._searches))
        for search, (tree, _) in zip(self._searches, grown, strict=True):
            search.keep(tree, position, seat, evaluation.action)
        return evaluation

    def one_tree(self, number: int) -> OneTree:
        """One of its trees alone, where the others grow elsewhere."""
        return OneTree(self._searches[number], self.limits, self.trees)

    def _grow(self, position: Position, seat: int, limits: Limits) -> list[tuple[Tree, int]]:
        def grow(search: Search) -> tuple[Tree, int]:
            return search.grow_tree(position.copy(), seat, limits)

        if _ONE_BY_ONE:
            seconds = None if limits.seconds is None else limits.seconds / len(self._searches)
            limits = replace(limits, seconds=seconds)
            return [grow(search) for search in self._searches]
        with ThreadPoolExecutor(len(self._searches)) as threads:
            return list(threads.map(grow, self._searches))


class OneTree(Bot):
    """One tree of a grove whose others grow elsewhere, as in the workers of a browser.

    It is told what all of them together decided (:meth:`settle`); then it remembers what the grove would.
    """

    def __init__(self, search: Search, limits: Limits, trees: int) -> None:
        self.limits = limits
        self._search, self._share = search, trees
        self._grown: tuple[Tree, Position, int] | None = None

    @property
    def memory(self) -> int:  # type: ignore[override]
        """How many bytes its tree takes."""
        return self._search.memory + (0 if self._grown is None else self._grown[0].size)

    def forget(self) -> None:
        """Drop the tree."""
        self._grown = None
        self._search.forget()

    def think(self, position: Position, seat: int, limits: Limits | None = None) -> Evaluation:
        """What this tree finds; the position must already hide what the seat cannot know."""
        self._grown = None
        legal = position.legal()
        if len(legal) == 1:
            self._search.step_over(position, seat, legal[0])
            return Evaluation(legal[0], visits={legal[0]: 0})
        each = shared(self.limits.within(limits), self._share)
        tree, done = self._search.grow_tree(position.copy(), seat, each)
        self._grown = tree, position.copy(), seat
        return replace(conclude(tree, done), hurried=self._search.hurried)

    def settle(self, action: int) -> None:
        """All trees together chose this action where it was asked last."""
        if self._grown is not None:
            tree, position, seat = self._grown
            self._search.keep(tree, position, seat, action)
            self._grown = None
