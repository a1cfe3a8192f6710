"""Parapegma: the same measurements as of the others, by the same loops where they have the same interface."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import spiel
import zoo
from rate import Measure, rate_of, serve

from parapegma import Game, all_games
from parapegma.lab import bench

BATCH = 1024


def inside(game: Game) -> Measure:
    """Whole games in compiled code."""
    return lambda seconds: bench.random_steps(game, seconds)


def from_python(game: Game) -> Measure:
    """``legal`` and ``apply`` called from Python."""
    return lambda seconds: bench.python_steps(game, seconds)


def hosted(game: Game) -> Measure:
    """Our game as one of OpenSpiel's, decision by decision from Python."""
    import pyspiel

    import parapegma.envs.openspiel  # noqa: F401

    return spiel.from_python(pyspiel.load_game(f"parapegma_{game.name}"))


def environment(game: Game) -> Measure:
    """Our PettingZoo environment with observations and masks."""
    from parapegma.envs.pettingzoo import env

    made, choose = env(game.name, players=game.players[-1]), random.Random(1)
    return rate_of(lambda: zoo.one_game(made, choose))


def batch(game: Game) -> Measure:
    """Many games stepped in one call, with observations, masks and rewards."""
    from parapegma.envs.batch import Batch

    made = Batch(game, games=BATCH, players=game.players[-1], seed=1)

    def step() -> int:
        made.step(made.sample())
        return BATCH

    return rate_of(step)


def search(game: Game) -> Measure:
    """Iterations of our search from the opening, every playout to the end."""
    return lambda seconds: bench.search_iterations(game, seconds)


KINDS: dict[str, Callable[[Game], Measure]] = {
    "inside": inside,
    "python": from_python,
    "hosted": hosted,
    "environment": environment,
    "batch": batch,
    "search": search,
}
MAKERS = {f"{kind}/{game.name}": partial(make, game) for kind, make in KINDS.items() for game in all_games()}

if __name__ == "__main__":
    serve(MAKERS, "parapegma")
