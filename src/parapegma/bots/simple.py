"""Players that do not think ahead: chance, and a game's light policy."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from parapegma.bots.bot import Bot, Evaluation, Limits
from parapegma.bots.compiled.playout import CHOICES, ROWS, choose_at
from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import MOST_CHOICES, as_argument
from parapegma.core.compiled.jit import word
from parapegma.core.game import Game
from parapegma.core.position import Position


class Random(Bot):
    """Any legal action, each as likely as the others."""

    def __init__(self, seed: int | None = None) -> None:
        self._choose = random.Random(seed)

    def think(self, position: Position, seat: int, limits: Limits | None = None) -> Evaluation:
        return Evaluation(self._choose.choice(position.legal()))


class Light(Bot):
    """The policy of quick playouts: what a game's heuristic weighs more is more likely."""

    def __init__(self, game: Game, seed: int = 0, changes: dict[str, int] | None = None) -> None:
        self.weights = game.weights.array(changes)
        self._seed: Any = word(seed)

    def think(self, position: Position, seat: int, limits: Limits | None = None) -> Evaluation:
        states = position.states
        work = np.zeros((ROWS, MOST_CHOICES), np.int64)
        n = entry_points.legal(as_argument(states), as_argument(work[CHOICES]))
        action, seed = choose_at(
            as_argument(states), as_argument(work), n, as_argument(self.weights), self._seed
        )
        self._seed = word(int(seed))
        return Evaluation(int(action))
