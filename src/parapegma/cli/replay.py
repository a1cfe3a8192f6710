"""``parapegma replay``: a recorded game told again, up to any decision."""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console

from parapegma.cli.account import account, result
from parapegma.cli.files import read_text
from parapegma.core.match import Match


def add(commands: Any) -> None:
    command = commands.add_parser("replay", help="replay a recorded game")
    command.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    command.add_argument("--decision", type=int, metavar="N", help="stop after N decisions")
    command.add_argument("--seat", type=int, metavar="S", help="show what seat S may see")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    match = Match.replay(read_text(asked.file), asked.decision)
    view = match.view(asked.seat)
    console = Console(highlight=False)
    for line in account(match, asked.seat):
        console.print(line)
    console.print()
    console.print(match.game.drawings.text(view))
    console.print(result(match))
    return 0
