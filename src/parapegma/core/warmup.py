"""Compiling a game's rules before they are needed, with something to look at while it takes time.

``python -m parapegma.core.warmup [GAME...]`` compiles several games at once, one process per core.
"""

from __future__ import annotations

import contextlib
import functools
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from parapegma.core import calls
from parapegma.core.game import Game, all_games, find_game
from parapegma.core.jit import CACHE, COMPILED


def prepare(game: Game, quiet: bool = False) -> float:
    """Have every door of a game ready; return the seconds it took.

    The first run of a version compiles and says so; later runs load from the disk cache.
    """
    if not COMPILED:
        return 0.0
    began = time.perf_counter()
    types = calls.argument_types(game.state)
    steps = types.items() if is_compiled(game) or quiet else _with_progress(game, types)
    for door, arguments in steps:
        door.compile(arguments)
    if CACHE is not None:
        with contextlib.suppress(OSError):
            _marker(CACHE, game).touch()
    return time.perf_counter() - began


def is_compiled(game: Game) -> bool:
    """Whether the disk cache has this game's rules."""
    return CACHE is not None and _marker(CACHE, game).exists()


def _marker(folder: Path, game: Game) -> Path:
    """The file that says a game has been compiled into the cache."""
    return folder / f"{game.name}.ready"


@functools.cache
def prepare_once(game: Game) -> None:
    """Before a game's first match in a process: compile with a progress bar, not in silence."""
    if CACHE is not None and not is_compiled(game):
        prepare(game)


def prepare_all(games: list[Game], module: str = "parapegma.core.warmup") -> None:
    """Run a module for each game, as many at a time as there are cores, and once more for all of them.

    Games share compiled functions and the index of what is kept of each. Two processes that write it at
    the same time may lose an entry: the second run finds out and compiles what is missing.
    """
    if not COMPILED:
        return
    waiting = [game.name for game in games]
    again = [[sys.executable, "-m", module, name] for name in waiting]
    running: list[subprocess.Popen[bytes]] = []
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            running.append(subprocess.Popen([sys.executable, "-m", module, waiting.pop(0)]))
        if running.pop(0).wait() != 0:
            raise RuntimeError("a game could not be compiled; the reason stands above")
    for command in again:
        subprocess.run(command, check=True)


def _with_progress(game: Game, types: dict[Any, Any]) -> Iterator[tuple[Any, Any]]:
    from rich.console import Console
    from rich.progress import track

    console = Console(file=sys.stderr)
    title = f"Compiling the rules of {game.title} (first run only)"
    if not console.is_terminal:
        console.print(title)
    yield from track(types.items(), title, console=console, transient=True, disable=not console.is_terminal)


if __name__ == "__main__":
    if len(sys.argv) == 2:
        prepare(find_game(sys.argv[1]))
    else:
        chosen = [find_game(name) for name in sys.argv[1:]] or all_games()
        prepare_all([game for game in chosen if not is_compiled(game)])
