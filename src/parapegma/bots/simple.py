"""Players that do not think ahead: chance, and a game's light policy."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from parapegma.bots.bot import Thought
from parapegma.bots.playout import CHOICES, ROWS, choose
from parapegma.core import calls, engine
from parapegma.core.engine import MOST_CHOICES
from parapegma.core.game import Game
from parapegma.core.jit import rule, word
from parapegma.core.states import States, handed


class Random:
    """Any legal action, each as likely as the others."""

    def __init__(self, seed: int | None = None) -> None:
        self._choose = random.Random(seed)

    def think(self, states: States, seat: int) -> Thought:
        return Thought(self._choose.choice(engine.legal(states)))


class Light:
    """The policy of quick playouts: what a game's heuristic weighs more is more likely."""

    def __init__(self, game: Game, seed: int = 0, changes: dict[str, int] | None = None) -> None:
        self.knobs = game.knobs.array(changes)
        self._seed: Any = word(seed)

    def think(self, states: States, seat: int) -> Thought:
        work = np.zeros((ROWS, MOST_CHOICES), np.int64)
        n = calls.legal(handed(states), handed(work[CHOICES]))
        action, seed = choose_in(handed(states), handed(work), n, handed(self.knobs), self._seed)
        self._seed = word(int(seed))
        return Thought(int(action))


@rule
def choose_in(states, work, n, knobs, seed):
    return choose(states[0], work, n, knobs, seed)
