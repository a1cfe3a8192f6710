"""``parapegma rules``: which numbered rules are held by a passing scenario or test."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rich.console import Console

from parapegma.testing.coverage import as_markdown, rules_coverage


def add(commands: Any) -> None:
    command = commands.add_parser("rules", help="how many numbered rules are held by scenarios and tests")
    command.add_argument("--coverage", action="store_true", required=True, help="count them, game by game")
    command.add_argument("--json", action="store_true", help="as data, for programs")
    command.add_argument("--markdown", action="store_true", help="as the table in docs/coverage.md")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    found = rules_coverage()
    if asked.json:
        print(json.dumps({game: covered.as_data() for game, covered in found.items()}, indent=2))
    elif asked.markdown:
        print(as_markdown(found), end="")
    else:
        console = Console(highlight=False)
        for game, covered in found.items():
            missing = ", ".join(covered.missing) or "none"
            console.print(f"{game}: {covered.total} rules, {covered.held} held, missing: {missing}")
    return 1 if any(covered.missing for covered in found.values()) else 0
