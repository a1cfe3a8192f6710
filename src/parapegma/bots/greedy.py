"""A player that looks no further than its own turn and takes what looks best by the game's heuristic.

A turn is often several small decisions in a row (take a tile, choose a square, turn it), so one decision
deep means: through the seat's own decisions until somebody else is asked, as far as a budget of positions
allows. What the seat cannot know is guessed a few times, and the guesses are averaged.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from parapegma.bots.bot import Bot, Evaluation, Limits
from parapegma.bots.compiled.lookahead import judge_choices
from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import MOST_CHOICES, as_argument, new_states
from parapegma.core.compiled.jit import word
from parapegma.core.game import Game
from parapegma.core.position import Position

SETTINGS = {"greedy_noise": 20}
"""How much chance sways a greedy player, in hundredths of a point: a game may set it among its weights."""


class Greedy(Bot):
    """Takes the best by the game's heuristic, with a little noise so that it varies."""

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        changes: Mapping[str, int] | None = None,
        guesses: int = 3,
        depth: int = 6,
        most: int = 3000,
    ) -> None:
        changes = dict(changes or {})
        settings = SETTINGS | dict(zip(game.weights.names, game.weights.values, strict=True))
        self.noise = changes.pop("greedy_noise", settings["greedy_noise"])
        self.weights = game.weights.array(changes)
        self.guesses = guesses
        self.depth = depth
        self.most = most
        self._seed: Any = word(seed)

    def think(self, position: Position, seat: int, limits: Limits | None = None) -> Evaluation:
        states = position.states
        table = new_states(states.dtype, self.depth + 1)
        choices = np.zeros((self.depth + 1, MOST_CHOICES), np.int64)
        counts = np.zeros(self.depth + 1, np.int64)
        totals = np.zeros(MOST_CHOICES, np.int64)
        best = np.zeros((2, MOST_CHOICES), np.int64)
        points = np.zeros(position.players, np.int64)
        key = np.array([self._seed, seat + 1], np.uint64)
        arrays = (states, table, choices, counts, totals, best, points, self.weights)
        n = int(
            judge_choices(
                *map(as_argument, arrays), seat, as_argument(key), self.guesses, self.depth, self.most
            )
        )
        found: list[tuple[float, int]] = []
        for i in range(n):
            noise, seed = entry_points.pick(self._seed, 2 * self.noise + 1)
            self._seed = word(int(seed))
            found.append((int(totals[i]) / self.guesses + int(noise) - self.noise, int(choices[0, i])))
        return Evaluation(max(found)[1])
