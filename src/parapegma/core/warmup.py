"""Compiling a game's rules before they are needed, with something to look at while it takes time."""

from __future__ import annotations

import contextlib
import sys
import time

from parapegma.core import calls
from parapegma.core.cache import cache_folder
from parapegma.core.game import Game
from parapegma.core.jit import COMPILED


def prepare(game: Game, quiet: bool = False) -> float:
    """Have every door of a game ready; return the seconds it took.

    The first run of a version compiles and says so; later runs load from the disk cache.
    """
    if not COMPILED:
        return 0.0
    began = time.perf_counter()
    marker = cache_folder() / f"{game.name}.ready"
    types = calls.argument_types(game.state)
    if marker.exists() or quiet:
        for door, arguments in types.items():
            door.compile(arguments)
    else:
        _compile_with_progress(game, types)
    with contextlib.suppress(OSError):
        marker.touch()
    return time.perf_counter() - began


def _compile_with_progress(game: Game, types: dict[object, tuple[object, ...]]) -> None:
    from rich.console import Console
    from rich.progress import track

    console = Console(file=sys.stderr)
    title = f"Compiling the rules of {game.title} (first run only)"
    if not console.is_terminal:
        console.print(title)
    doors = track(types.items(), title, console=console, transient=True, disable=not console.is_terminal)
    for door, arguments in doors:
        door.compile(arguments)  # type: ignore[attr-defined]
