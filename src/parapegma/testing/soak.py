"""``make soak``: random games over every setting of every game, each position checked.

    python -m parapegma.testing.soak [--games N] [GAME...]

The work is spread over all cores; the first broken invariant stops it with the seed of the game.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time

from rich.console import Console
from rich.progress import Progress, TimeElapsedColumn, TimeRemainingColumn

from parapegma.core.game import all_games, find_game
from parapegma.core.warmup import prepare
from parapegma.testing.fuzz import every_setting, random_games

SHARE = 500
"""Games in one piece of work."""


def main() -> int:
    """Soak the games that are asked for."""
    asked = argparse.ArgumentParser(prog="python -m parapegma.testing.soak", description=__doc__)
    asked.add_argument("game", nargs="*", help="which games; all if none is named")
    asked.add_argument(
        "--games", type=int, default=1_000_000, help="random games of each (default a million)"
    )
    asked.add_argument("--seed", default="soak", help="another word, other games")
    given = asked.parse_args()
    names = given.game or [game.name for game in all_games()]
    for name in names:
        soak(name, given.games, given.seed)
    return 0


def soak(name: str, games: int, seed: str) -> None:
    """Play ``games`` random games of one game on all cores."""
    game = find_game(name)
    prepare(game)
    settings = len(every_setting(game))
    pieces = [(name, piece % settings, min(SHARE, games - piece * SHARE), f"{seed} {piece}")
              for piece in range(-(-games // SHARE))]  # fmt: skip
    began, decisions = time.perf_counter(), 0
    console = Console(file=sys.stderr)
    columns = (*Progress.get_default_columns()[:3], TimeElapsedColumn(), TimeRemainingColumn())
    context = multiprocessing.get_context("spawn")
    with context.Pool(os.cpu_count()) as pool, Progress(*columns, console=console) as progress:
        task = progress.add_task(f"{name}: {games:,} games", total=games)
        for played, steps in pool.imap_unordered(_play, pieces):
            progress.advance(task, played)
            decisions += steps
    seconds = time.perf_counter() - began
    counted = f"{games:,} games over {settings} settings, {decisions:,} decisions"
    print(f"{name}: {counted}, 0 broken ({seconds:.0f} s)")


def _play(piece: tuple[str, int, int, str]) -> tuple[int, int]:
    name, setting, games, seed = piece
    game = find_game(name)
    return games, random_games(game, every_setting(game)[setting], games, seed, check=True)


if __name__ == "__main__":
    raise SystemExit(main())
