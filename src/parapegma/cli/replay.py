"""``parapegma replay``: a recorded game told again, up to any decision."""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console

from parapegma.cli.account import account, result
from parapegma.cli.files import read_text
from parapegma.core.match import Match
from parapegma.core.records import Record
from parapegma.core.shuffle_key import commitment


def add(commands: Any) -> None:
    command = commands.add_parser("replay", help="replay a recorded game")
    command.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    command.add_argument("--decision", type=int, metavar="N", help="stop after N decisions")
    command.add_argument("--seat", type=int, metavar="S", help="show what seat S may see")
    command.set_defaults(run=run)


def _shuffles(record: Record) -> list[str]:
    """Who added what to the shuffles; that the key is made of it was checked when the record was read."""
    if not record.shuffle:
        return []
    lines = ["", "The key of the shuffles is made of these parts; their SHA-256 was shown before the deal:"]
    return [*lines, *(f"  {who}: {part}, {commitment(part)}" for who, part in record.shuffle.items())]


def run(asked: argparse.Namespace) -> int:
    text = read_text(asked.file)
    match = Match.replay(text, asked.decision)
    view = match.view(asked.seat)
    console = Console(highlight=False)
    for line in account(match, asked.seat):
        console.print(line)
    console.print()
    console.print(match.game.drawings.text(view))
    console.print(result(match))
    for line in _shuffles(Record.from_text(text)):
        console.print(line)
    return 0
