"""What it costs to ask a network: what ``parapegma bench`` says of it."""

from __future__ import annotations

import numpy as np

from parapegma.bots.network import Network, Shape, features_of
from parapegma.core.compiled.arrays import MOST_CHOICES
from parapegma.core.game import Game
from parapegma.envs.batch import Batch
from parapegma.lab.rate import rate
from parapegma.lab.training.settings import TrainingSettings

_GAMES = 256
_DECISIONS = 60
"""How far the games are when the network is asked: their observations are then neither bare nor full."""


def network_of_chance(game: Game) -> Network:
    """A network of the usual size with weights by chance."""
    usual = TrainingSettings(game.name)
    shape = Shape(features_of(game), game.action_count, game.players[-1], usual.wide, usual.narrow)
    draw = np.random.default_rng(1)
    return Network(game, {name: draw.normal(0, 300, size).astype(kind) for name, kind, size in shape.arrays})


def microseconds(game: Game, seconds: float) -> float:
    """One evaluation in compiled code, the observation not counted; the largest number of players plays."""
    network = network_of_chance(game)
    batch = Batch(game, _GAMES, game.players[-1], seed=1)
    for _ in range(_DECISIONS):
        batch.step(batch.sample())
    masks = batch.arrays.masks
    choices, counts = np.zeros((_GAMES, MOST_CHOICES), np.int64), masks.sum(1, dtype=np.int64)
    for row in range(_GAMES):
        choices[row, : counts[row]] = np.flatnonzero(masks[row])

    def ask(rounds: int) -> int:
        for _ in range(rounds):
            network.judge(batch.arrays.observations, choices, counts, batch.players)
        return rounds * _GAMES

    return 1e6 / rate(ask, seconds)
