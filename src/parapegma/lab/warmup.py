"""Compiling what balance counts with before it is needed.

``python -m parapegma.lab.warmup [GAME...]`` compiles the rules and the counting of several games at once, one
process per core.
"""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Callable
from pathlib import Path

from parapegma.core.cache import cache_folder
from parapegma.core.game import Game, all_games, find_game
from parapegma.core.jit import COMPILED
from parapegma.core.warmup import prepare, prepare_all
from parapegma.lab.seating import Setting
from parapegma.lab.tally import Tally


def prepare_counting(game: Game) -> None:
    """Have the rules and the counting of a game ready; the first run of a version compiles and says so."""
    if not COMPILED:
        return
    prepare(game)
    marker = _marker(game)
    if marker is None or not marker.exists():
        print(f"Compiling the counting of {game.title} (first run only)", file=sys.stderr)
    players, options = game.check(None, {})
    setting = Setting(game.name, players, options, ("light",) * players, 1)
    batch = setting.batch(1)
    batch.play(0, 0, *setting.policies())
    Tally.empty(game, players).count(batch, 0)
    if marker is not None:
        with contextlib.suppress(OSError):
            marker.touch()


def counting_ready(name: str) -> Callable[[], None]:
    """What ``spread`` calls on every machine before the first job."""
    return functools.partial(_prepare_named, name)


def _prepare_named(name: str) -> None:
    prepare_counting(find_game(name))


def _marker(game: Game) -> Path | None:
    """The file that says a game's counting has been compiled into the cache."""
    folder = cache_folder("thought")
    return None if folder is None else folder / f"{game.name}.counting.ready"


if __name__ == "__main__":
    if len(sys.argv) == 2:
        prepare_counting(find_game(sys.argv[1]))
    else:
        chosen = [find_game(name) for name in sys.argv[1:]] or all_games()
        prepare_all(chosen, "parapegma.lab.warmup")
