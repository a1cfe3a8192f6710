"""``parapegma scenario``: run scenario files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from parapegma.core.scenario import read_scenarios
from parapegma.core.scenario_runner import run_scenario


def add(commands: Any) -> None:
    command = commands.add_parser("scenario", help="run scenario files: given, do, then")
    command.add_argument("files", metavar="FILE", nargs="+", type=Path, help="YAML files, or folders of them")
    command.add_argument("--verbose", action="store_true", help="name the cases that pass, too")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    console = Console(highlight=False, soft_wrap=True)
    # Read all files before running any: a broken file is an error, not half a result.
    cases = [case for file in _files(asked.files) for case in read_scenarios(file)]
    failed = 0
    for case in cases:
        problem = run_scenario(case)
        if problem is not None:
            failed += 1
            console.print(f"[red]failed[/red]  {escape(str(case))}: {escape(problem)}")
        elif asked.verbose:
            console.print(f"[green]passed[/green]  {escape(str(case))}")
    console.print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


def _files(named: list[Path]) -> list[Path]:
    return [file for name in named for file in (sorted(name.rglob("*.yaml")) if name.is_dir() else [name])]
