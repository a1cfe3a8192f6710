"""Compiling what environments step with, and the heuristics as Python asks them, before they are needed."""

from __future__ import annotations

from parapegma.core.compiled.jit import COMPILED
from parapegma.core.game import Game
from parapegma.core.heuristics import policy_of, value_of
from parapegma.core.warmup import first_run, prepare
from parapegma.envs.batch import Batch

PART = "environments"


def prepare_environments(game: Game) -> None:
    """Have rules and environments of a game ready; the first run of a version compiles and says so."""
    if not COMPILED:
        return
    prepare(game)
    with first_run(game, PART):
        batch = Batch(game, games=1)
        position, weights = batch.position(0), game.weights.array()
        policy_of(position, weights)
        value_of(position, weights)
        batch.step(batch.sample())
