"""Networks for tests: with weights by chance, or rigged to say what a test wants."""

from __future__ import annotations

import numpy as np

from parapegma.bots.compiled.network import SUM_BITS
from parapegma.bots.network import Network, Shape, features_of
from parapegma.core.game import find_game


def network_of_chance(
    name: str, wide: int = 24, narrow: int = 12, seed: int = 1, large: float = 1.0
) -> Network:
    """A network of random weights."""
    game, draw = find_game(name), np.random.default_rng(seed)
    shape = Shape(features_of(game), game.action_count, game.players[-1], wide, narrow)
    spread = {"rows": 900, "hidden": 400, "policy": 500, "value": 500, "biases": 40_000}
    arrays = {
        each: np.rint(draw.normal(0, large * spread[each], size)).clip(-30_000, 30_000).astype(kind)
        for each, kind, size in shape.arrays
    }
    return Network(game, arrays, {"by": "chance"})


def rigged(name: str, likely: int | None = None, winner: int | None = None, **trained: object) -> Network:
    """A network that always finds one action certain, or one seat counted from who sees; else all alike."""
    game = find_game(name)
    shape = Shape(features_of(game), game.action_count, game.players[-1], 4, 4)
    arrays = {each: np.zeros(size, kind) for each, kind, size in shape.arrays}
    certain = 25 << SUM_BITS
    if likely is not None:
        arrays["biases"][8 + likely] = certain
    if winner is not None:
        arrays["biases"][8 + game.action_count + winner] = certain
    return Network(game, arrays, dict(trained))
