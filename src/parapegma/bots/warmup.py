"""Compiling the thinking players of a game before they are needed.

``python -m parapegma.bots.warmup [GAME...]`` compiles rules and players of several games at once, one process
per core.
"""

from __future__ import annotations

import sys

from parapegma.bots.runner import BotRunner
from parapegma.core.compiled.jit import COMPILED
from parapegma.core.game import Game
from parapegma.core.match import Match
from parapegma.core.warmup import first_run, prepare, run

PART = "bots"
_MODULE = "parapegma.bots.warmup"


def prepare_bots(game: Game) -> None:
    """Have rules and players of a game ready; the first run of a version compiles and says so."""
    if not COMPILED:
        return
    prepare(game)
    with first_run(game, PART):
        match = Match(game, seed=1)
        for name in ("light", "greedy", "search:2"):
            BotRunner(game, 1).ask(name, match.position, 0)


def prepare_all_bots() -> None:
    """Have rules and players of every game in the disk cache."""
    run([], _MODULE, prepare_bots, PART)


if __name__ == "__main__":
    run(sys.argv[1:], _MODULE, prepare_bots, PART)
