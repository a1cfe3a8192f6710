"""The spaces of the environments: what can be done and what is seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces

from parapegma.core.game import Game
from parapegma.envs.arrays import Array
from parapegma.envs.features import Features
from parapegma.errors import OptionError


class Actions(spaces.Discrete):
    """The numbers of a game's actions; sampling by a mask takes a fraction of what it takes otherwise."""

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """A random number, only of those that the mask allows if there is one."""
        quick = isinstance(mask, np.ndarray) and mask.dtype == np.int8 and mask.shape == (self.n,)
        if not quick or probability is not None:
            return super().sample(mask, probability)
        allowed = mask.nonzero()[0]
        if not len(allowed):
            return self.start
        return allowed[int(self.np_random.random() * len(allowed))]


def seeing(game: Game, observation: str) -> tuple[spaces.Box, Callable[[Array], Array]]:
    """The space of what is seen, and what makes it of an observation: a copy that outlives the next step.

    ``observation`` is ``"int16"``, the numbers as the rules write them, or ``"float32"``: between -1 and 1,
    taken apart by the ranges of the layout.
    """
    if observation == "float32":
        features = Features(game)
        return spaces.Box(-1.0, 1.0, (features.length,), np.float32), features
    if observation != "int16":
        raise OptionError(f"observation cannot be {observation!r}; it must be 'int16' or 'float32'")
    return spaces.Box(*_bounds(game), dtype=np.int16), np.ndarray.copy


def _bounds(game: Game) -> tuple[Array, Array]:
    """The lowest and the highest value of each number, where the game says them."""
    limits = np.iinfo(np.int16)
    low = np.full(game.observation_length, limits.min, np.int16)
    high = np.full(game.observation_length, limits.max, np.int16)
    for part in game.layout:
        low[part.slice], high[part.slice] = part.range.low, part.range.high
    return low, high


def masked_space(game: Game, seen: spaces.Box) -> spaces.Dict:
    """A game's observation together with a mask of the legal actions."""
    mask = spaces.Box(0, 1, (game.action_count,), np.int8)
    return spaces.Dict({"observation": seen, "action_mask": mask})
