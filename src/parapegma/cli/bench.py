"""``parapegma bench``: how fast the games run on this machine."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rich.console import Console
from rich.table import Table

from parapegma.core.compiled.mode import MODE
from parapegma.core.game import all_games, find_game
from parapegma.core.warmup import prepare
from parapegma.errors import OptionError
from parapegma.lab.bench import FIGURES, bench


def add(commands: Any) -> None:
    command = commands.add_parser("bench", help="measure how fast the games run here")
    command.add_argument("games", metavar="GAME", nargs="*", help="which games; all if none is named")
    command.add_argument(
        "--seconds", type=float, default=2.0, metavar="S", help="time for each rate (default 2)"
    )
    command.add_argument(
        "--warm", action="store_true", help="leave out the first compilation, half a minute for each game"
    )
    command.add_argument("--json", action="store_true", help="as data, for programs")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    if MODE == "interpreted":
        raise OptionError(
            "bench measures rules that are loaded or compiled, not interpreted ones (PARAPEGMA_MODE)"
        )
    if not 0.05 <= asked.seconds <= 600:
        raise OptionError(f"--seconds must be from 0.05 to 600, not {asked.seconds:g}")
    games = [find_game(name) for name in asked.games] or all_games()
    measured = {}
    for game in games:
        prepare(game)
        measured[game.name] = bench(game, asked.seconds, cold=not asked.warm)
    if asked.json:
        print(json.dumps(measured, indent=2))
        return 0
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("figure")
    for game in games:
        table.add_column(game.name, justify="right")
    for figure in FIGURES:
        if any(figure in measured[game.name] for game in games):
            table.add_row(figure, *(f"{measured[game.name].get(figure, '-'):,}" for game in games))
    Console(highlight=False).print(table)
    return 0
