"""How fast the environments run on this machine: what ``parapegma bench`` says of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from parapegma.core.compiled.arrays import as_argument
from parapegma.core.game import Game
from parapegma.envs.batch import Batch
from parapegma.envs.compiled.observing import observe_all
from parapegma.lab.rate import rate

GAMES = 1024
"""Games in the batch that is measured."""


def batched(game: Game, seconds: float) -> tuple[float, float]:
    """Decisions per second with everything written, and the nanoseconds that one observation takes.

    Actions are chosen at random by compiled code, and that is counted. The largest number of players plays.
    """
    batch = Batch(game, GAMES, game.players[-1], seed=1)

    def play(rounds: int) -> int:
        for _ in range(rounds):
            batch.step(batch.sample())
        return rounds * GAMES

    play(50)
    return rate(play, seconds), observing(batch, seconds)


def observing(batch: Batch, seconds: float) -> float:
    """Nanoseconds to write an observation, each of another game than the one before."""
    out = np.zeros(batch.game.observation_length, np.int16)
    seats = np.maximum(batch.arrays.actors, 0).astype(np.int64)

    def write(rounds: int) -> int:
        for _ in range(rounds):
            observe_all(as_argument(batch.states), as_argument(seats), as_argument(out))
        return rounds * batch.games

    return 1e9 / rate(write, seconds)


def pettingzoo(game: Game, seconds: float) -> float:
    """Decisions per second through ``last`` and ``step``, actions sampled from the space by the mask."""
    from parapegma.envs import pettingzoo as zoo

    env = zoo.env(game, game.players[-1])
    env.reset(seed=1)

    def play(decisions: int) -> int:
        made = 0
        while made < decisions:
            for agent in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                action: Any = None
                if not (ended or cut):
                    action = env.action_space(agent).sample(seen["action_mask"])
                env.step(action)
                made += 1
            env.reset()
        return made

    return rate(play, seconds)
