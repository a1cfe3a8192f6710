"""The spaces of the environments: what can be done and what is seen."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from parapegma.core.game import Game


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


def seen_space(game: Game) -> spaces.Box:
    """A game's observation."""
    limits = np.iinfo(np.int16)
    return spaces.Box(int(limits.min), int(limits.max), (game.observation_length,), np.int16)


def masked_space(game: Game) -> spaces.Dict:
    """A game's observation together with a mask of the legal actions."""
    mask = spaces.Box(0, 1, (game.action_count,), np.int8)
    return spaces.Dict({"observation": seen_space(game), "action_mask": mask})
