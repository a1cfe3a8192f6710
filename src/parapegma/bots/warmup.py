"""Compiling the thinking players of a game before they are needed.

``python -m parapegma.bots.warmup [GAME...]`` compiles rules and players of several games at once, one process
per core.
"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

from parapegma.bots.bot import ask
from parapegma.bots.levels import bot_named
from parapegma.core.cache import cache_folder
from parapegma.core.game import Game, all_games, find_game
from parapegma.core.jit import COMPILED
from parapegma.core.match import Match
from parapegma.core.warmup import prepare, prepare_all


def prepare_bots(game: Game) -> None:
    """Have rules and players of a game ready; the first run of a version compiles and says so."""
    if not COMPILED:
        return
    prepare(game)
    if not _is_ready(game):
        print(f"Compiling the bots of {game.title} (first run only)", file=sys.stderr)
    match = Match(game, seed=1)
    for name in ("light", "greedy", "search:2"):
        ask(bot_named(name, game, 1), match, 1)
    if (marker := _marker(game)) is not None:
        with contextlib.suppress(OSError):
            marker.touch()


def _marker(game: Game) -> Path | None:
    """The file that says a game's players have been compiled into the cache."""
    folder = cache_folder("thought")
    return None if folder is None else folder / f"{game.name}.ready"


def _is_ready(game: Game) -> bool:
    marker = _marker(game)
    return marker is not None and marker.exists()


if __name__ == "__main__":
    if len(sys.argv) == 2:
        prepare_bots(find_game(sys.argv[1]))
    else:
        chosen = [find_game(name) for name in sys.argv[1:]] or all_games()
        prepare_all([game for game in chosen if not _is_ready(game)], "parapegma.bots.warmup")
