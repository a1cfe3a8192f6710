"""``parapegma bench``: how fast the games run on this machine."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from typing import Any

from rich.console import Console
from rich.table import Table

from parapegma.core.compiled.mode import MODE
from parapegma.core.game import Game, all_games, find_game
from parapegma.core.warmup import prepare
from parapegma.errors import OptionError
from parapegma.lab import bench_gpu
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
    command.add_argument(
        "--modes",
        metavar="MODES",
        help="measure several ways to run rules beside each other, such as loaded,compiled",
    )
    command.add_argument(
        "--device", default="cpu", metavar="cuda", help="measure on a GPU instead (docs/gpu.md)"
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
    if asked.device != "cpu":
        measured = {each.name: bench_gpu.bench_gpu(each, asked.device, asked.seconds) for each in games}
    elif asked.modes is not None:
        measured = _in_modes(asked, games)
    else:
        measured = {}
        for game in games:
            prepare(game)
            measured[game.name] = bench(game, asked.seconds, cold=not asked.warm)
    if asked.json:
        print(json.dumps(measured, indent=2))
        return 0
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("figure")
    for column in measured:
        table.add_column(column.split(":")[0], justify="right")
    for figure in FIGURES if asked.device == "cpu" else bench_gpu.FIGURES:
        if any(figure in each for each in measured.values()):
            table.add_row(figure, *(_shown(each.get(figure, "-")) for each in measured.values()))
    Console(highlight=False).print(table)
    return 0


def _shown(figure: float | str) -> str:
    return figure if isinstance(figure, str) else f"{figure:,}"


def _in_modes(asked: argparse.Namespace, games: list[Game]) -> dict[str, dict[str, float | str]]:
    """The figures of each game in each mode, from processes of their own: a process has one mode."""
    found = {}
    for game in games:
        for mode in asked.modes.split(","):
            command = [sys.executable, "-m", "parapegma", "bench", game.name, "--json"]
            command += ["--seconds", str(asked.seconds), *(["--warm"] if asked.warm else [])]
            environment = {**os.environ, "PARAPEGMA_MODE": mode}
            done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=False)
            if done.returncode != 0:
                raise OptionError(f"rules that are {mode} could not be measured; the reason stands above")
            found[f"{game.name}:{mode}"] = json.loads(done.stdout)[game.name]
    return found
