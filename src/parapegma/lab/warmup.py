"""Compiling what balance counts with before it is needed.

``python -m parapegma.lab.warmup [GAME...]`` compiles the rules and the counting of several games at once, one
process per core.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable

from parapegma.core.compiled.jit import COMPILED
from parapegma.core.game import Game, find_game
from parapegma.core.warmup import first_run, prepare, run
from parapegma.lab.seating import Setting
from parapegma.lab.tally import Tally

PART = "counting"


def prepare_counting(game: Game) -> None:
    """Have the rules and the counting of a game ready; the first run of a version compiles and says so."""
    if not COMPILED:
        return
    prepare(game)
    with first_run(game, PART):
        players, options = game.check(None, {})
        setting = Setting(game.name, players, options, ("light",) * players, 1)
        batch = setting.batch(1)
        batch.play(0, 0, *setting.policies())
        Tally.empty(game, players).count(batch, 0)


def counting_ready(name: str) -> Callable[[], None]:
    """What ``spread`` calls on every machine before the first job."""
    return functools.partial(_prepare_named, name)


def _prepare_named(name: str) -> None:
    prepare_counting(find_game(name))


if __name__ == "__main__":
    run(sys.argv[1:], "parapegma.lab.warmup", PART, prepare_counting)
