"""Compiling what balance counts with before it is needed.

``python -m parapegma.lab.warmup [GAME...]`` compiles rules, bots, environments and counting of several games
at once, one process per core.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable

from parapegma.bots import warmup as bots
from parapegma.core.compiled.jit import COMPILED
from parapegma.core.game import Game, find_game
from parapegma.core.warmup import first_run, prepare, run
from parapegma.envs import warmup as envs
from parapegma.lab.game_setup import GameSetup
from parapegma.lab.totals import Totals

PART = "counting"


def prepare_counting(game: Game) -> None:
    """Have the rules and the counting of a game ready; the first run of a version compiles and says so."""
    if not COMPILED:
        return
    prepare(game)
    with first_run(game, PART):
        setup = GameSetup.of(game.name)
        counted = setup.counted_games(1)
        counted.play(0, 0, *setup.policies())
        Totals.empty(game, setup.players).count(counted, 0)


def prepare_all_parts(game: Game) -> None:
    """Have all that is compiled of a game ready."""
    bots.prepare_bots(game)
    envs.prepare_environments(game)
    prepare_counting(game)


def counting_ready(name: str) -> Callable[[], None]:
    """What ``run_parallel`` calls on every machine before the first task."""
    return functools.partial(_prepare_named, name)


def _prepare_named(name: str) -> None:
    prepare_counting(find_game(name))


if __name__ == "__main__":
    run(sys.argv[1:], "parapegma.lab.warmup", prepare_all_parts, bots.PART, envs.PART, PART)
