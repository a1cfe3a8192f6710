"""Compiling what a game needs before it is needed, with something to look at while it takes time.

What is built on the rules has warm-ups of its own that are made of these pieces and can be run as programs:
``python -m parapegma.bots.warmup [GAME...]`` compiles rules and bots of several games, one process per core.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from parapegma.core.compiled import entry_points
from parapegma.core.compiled.jit import CACHE, COMPILED
from parapegma.core.game import Game, all_games, find_game

RULES = "rules"


def prepare(game: Game, quiet: bool = False) -> float:
    """Have every entry point of a game ready; return the seconds it took.

    The first run of a version compiles and says so; later runs load from the disk cache.
    """
    if not COMPILED:
        return 0.0
    began = time.perf_counter()
    types = entry_points.argument_types(game.state) | entry_points.game_entry_points(game.state, game.rules)
    for entry_point, arguments in types.items() if is_ready(game) or quiet else _with_progress(game, types):
        entry_point.compile(arguments)
    _mark(game, RULES)
    return time.perf_counter() - began


@functools.cache
def prepare_once(game: Game) -> None:
    """Before a game's first match in a process: compile with a progress bar, not in silence."""
    if CACHE is not None and not is_ready(game):
        prepare(game)


@contextlib.contextmanager
def first_run(game: Game, part: str) -> Iterator[None]:
    """Say so if a part of a game is compiled for the first time, and remember that it has been."""
    if not is_ready(game, part):
        print(f"Compiling the {part} of {game.title} (first run only)", file=sys.stderr)
    yield
    _mark(game, part)


def is_ready(game: Game, part: str = RULES) -> bool:
    """Whether the disk cache has a part of a game: its rules, its bots and so on."""
    marker = _marker(game, part)
    return marker is not None and marker.exists()


def prepare_all(games: list[Game], module: str, part: str) -> None:
    """Run the module that prepares a part of a game for each that needs it, one process per core.

    Games share compiled functions and the index of what is kept of each. Two processes that write it at
    the same time may lose an entry: a second run, one game after the other, compiles what is missing.
    """
    if not COMPILED:
        return
    import subprocess

    commands = [[sys.executable, "-m", module, game.name] for game in games if not is_ready(game, part)]
    waiting = list(commands)
    running: list[subprocess.Popen[bytes]] = []
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            running.append(subprocess.Popen(waiting.pop(0)))
        if running.pop(0).wait() != 0:
            raise RuntimeError("a game could not be compiled; the reason stands above")
    for command in commands:
        subprocess.run(command, check=True)


def run(arguments: list[str], module: str, part: str, prepare_one: Callable[[Game], object]) -> None:
    """What a warm-up does when it is run as a program: one game here, several in processes of their own."""
    if len(arguments) == 1:
        prepare_one(find_game(arguments[0]))
    else:
        prepare_all([find_game(name) for name in arguments] or all_games(), module, part)


def _marker(game: Game, part: str) -> Path | None:
    """The file that says that a part of a game has been compiled into the cache."""
    # Whoever plays with a library needs no cache.
    from parapegma.core.compiled.cache import cache_folder

    folder = CACHE if part == RULES else cache_folder("bots")
    return None if folder is None else folder / f"{game.name}.{part}.ready"


def _mark(game: Game, part: str) -> None:
    if (marker := _marker(game, part)) is not None:
        with contextlib.suppress(OSError):
            marker.touch()


def _with_progress(game: Game, types: dict[Any, Any]) -> Iterator[tuple[Any, Any]]:
    from rich.console import Console
    from rich.progress import track

    console = Console(file=sys.stderr)
    title = f"Compiling the rules of {game.title} (first run only)"
    if not console.is_terminal:
        console.print(title)
    yield from track(types.items(), title, console=console, transient=True, disable=not console.is_terminal)
