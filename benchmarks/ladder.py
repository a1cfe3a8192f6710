"""How strong every level is: the table in docs/bots.md, played and written from one commit.

    python benchmarks/ladder.py --list                                   # the cells, by name
    python benchmarks/ladder.py --games 400                              # all of them, for hours
    python benchmarks/ladder.py --cells 'ophiuchus-*,*-adept-greedy' --minutes 30
    python benchmarks/ladder.py --write                                  # the table of what has been played

A cell is a game, a number of players and two bots: the first in one seat, the second in all others, every
deal in every rotation of seats. Levels play without their clocks, so that nothing depends on the machine.
Each cell has a file of results in the folder ``--results``: stopped or out of time, the same command goes on
where it was, and files of several machines may be put into one folder. Results are refused where anything has
changed since that a game of the cell depends on, so all that the table says is true of the commit it names.
It needs no Numba where the libraries are built.
"""

from __future__ import annotations

import argparse
import fnmatch
import subprocess
import sys
import time
from pathlib import Path

from ladder_cells import Cell, all_cells
from ladder_results import Played, TimeUp, play, read
from ladder_table import into_page

from parapegma.errors import OptionError, ParapegmaError
from parapegma.lab.workers import all_cores

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "bots.md"
RESULTS = ROOT / ".cache" / "ladder"
GAMES = 400
SEED = "ladder"


def chosen(patterns: str | None) -> list[Cell]:
    """The cells whose names fit one of some patterns; a pattern that fits none is refused."""
    cells = all_cells()
    if not patterns:
        return cells
    found: list[Cell] = []
    for pattern in patterns.split(","):
        fitting = [cell for cell in cells if fnmatch.fnmatchcase(cell.name, pattern)]
        if not fitting:
            raise OptionError(f"no cell is named {pattern!r}; --list tells their names")
        found += [cell for cell in fitting if cell not in found]
    return found


def commit_here(given: str | None) -> str:
    """The commit that is measured; with changes that are not committed there is none."""
    if given:
        return given
    try:
        told = subprocess.run(
            ["git", "status", "--porcelain", "--untracked-files=no"],
            cwd=ROOT, check=True, capture_output=True, text=True,
        )  # fmt: skip
        head = subprocess.run(
            ["git", "rev-parse", "--short=12", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True
        )
    except (OSError, subprocess.CalledProcessError):
        raise OptionError("this is no checkout of git: name its commit with --commit") from None
    if told.stdout.strip():
        raise OptionError("there are changes that are not committed: commit them, or name it with --commit")
    return head.stdout.strip()


def told(cell: Cell, played: Played) -> str:
    share = played.share
    return (
        f"{cell.name}: {share.games} games, {share.share:.1%} ({share.low:.1%} to {share.high:.1%}), "
        f"{share.times_fair:.2f} times the fair share"
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--list", action="store_true", help="tell the names of the cells, and play nothing")
    parser.add_argument("--cells", metavar="NAMES", help="only these, such as 'pacal-*,*-master-adept'")
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each cell (default {GAMES})")
    parser.add_argument("--seed", default=SEED, help=f"of all deals and bots (default {SEED})")
    parser.add_argument("--cores", type=int, default=all_cores(), help="games at a time (default: all cores)")
    parser.add_argument("--minutes", type=float, help="stop after so long, to go on another time")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FOLDER", help="where they are kept")
    parser.add_argument("--commit", metavar="NAME", help="of a tree that git does not know")
    parser.add_argument("--write", action="store_true", help="write the table; play nothing")
    given = parser.parse_args(arguments)
    try:
        cells = chosen(given.cells)
        if given.list:
            print("\n".join(cell.name for cell in cells))
            return 0
        if given.games < 1:
            raise OptionError(f"the number of games must be at least 1, not {given.games}")
        given.results.mkdir(parents=True, exist_ok=True)
        if given.write:
            return write(given.results, commit_here(given.commit), given.games, given.seed)
        until = None if given.minutes is None else time.monotonic() + 60 * given.minutes
        for cell in cells:
            played = play(cell, given.results, given.games, given.seed, given.cores, until)
            print(told(cell, played), flush=True)
    except TimeUp as stopped:
        print(f"time is up during {stopped}; the same command goes on there", flush=True)
        return 3
    except ParapegmaError as error:
        print(f"ladder: {error}", file=sys.stderr)
        return 2
    return 0


def write(results: Path, commit: str, games: int, seed: str) -> int:
    """Put the table of what was played into the page."""
    played = {cell: found for cell in all_cells() if (found := read(cell, results, games, seed))}
    if not played:
        raise OptionError(f"no cell in {results} has been played to its end")
    PAGE.write_text(into_page(PAGE.read_text("utf-8"), played, commit, games, seed), "utf-8")
    left = len(all_cells()) - len(played)
    print(f"{len(played)} cells written to {PAGE.name}" + (f", {left} not played yet" if left else ""))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
