"""Whether a change made anything slower: the benchmarks of two checkouts in turn, and the ratios.

    git worktree add ../before COMMIT
    python benchmarks/two_commits.py ../before .
    make -C ../before page; python benchmarks/two_commits.py ../before . --parts server,page

``bench`` is ``parapegma bench``, ``server`` and ``page`` are the programs of that name. One checkout after
the other in every round: what else the machine does meets both. Each runs with the sources of its own
checkout, and with its own packages where it has an environment ``.venv``. A checkout that compiles its rules
does so before the rounds: its server is started once, which can take many minutes, and said so.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

FIRST_START = 3600
"""Seconds that the first start of a server may take: some commits compile all games before it answers."""

RATES = {
    "random_steps_per_s": "random play, steps/s",
    "python_steps_per_s": "steps from Python/s",
    "batched_steps_per_s": "batched with observations, steps/s",
    "search_iterations_per_s": "search, iterations/s",
    "pettingzoo_steps_per_s": "PettingZoo, steps/s",
    "copies_per_s": "copies of a state/s",
}
"""What both sides measure: more is better."""

Measured = dict[str, dict[str, float]]


def python_of(checkout: Path) -> str:
    """That of a checkout's own environment, or the one this runs in."""
    own = checkout / ".venv" / "bin" / "python"
    return str(own) if own.exists() else sys.executable


def environment_of(checkout: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(checkout / "src")}


def measured(checkout: Path, seconds: float) -> Measured:
    """What ``parapegma bench`` of a checkout says."""
    command = [python_of(checkout), "-m", "parapegma", "bench", "--warm", "--seconds", str(seconds), "--json"]
    done = subprocess.run(
        command, cwd=checkout, env=environment_of(checkout), check=False, stdout=subprocess.PIPE, text=True
    )
    if done.returncode != 0:
        raise SystemExit(f"'parapegma bench' failed in {checkout}; the reason stands above")
    figures: Measured = json.loads(done.stdout)
    return figures


Figures = dict[str, float]


def told_by(checkout: Path, *command: str) -> list[dict[str, Any]] | dict[str, Any]:
    """What a program of the folder ``benchmarks`` writes with ``--json``; it may have missed its targets."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figures.json"
        whole = [python_of(checkout), *command, "--json", str(file)]
        subprocess.run(
            whole, cwd=checkout, env=environment_of(checkout), check=False, stdout=subprocess.DEVNULL
        )
        if not file.exists():
            raise SystemExit(f"{command[0]} failed in {checkout}; the reason stands above")
        found: list[dict[str, Any]] | dict[str, Any] = json.loads(file.read_text("utf-8"))
        return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def answers(port: int) -> bool:
    """Whether a server says that it is ready."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as told:
            return bool(told.status == 200)
    except OSError:
        return False


def start_once(checkout: Path) -> None:
    """Start a checkout's server and stop it again, so that all it compiles is kept for the rounds."""
    began, port = time.monotonic(), free_port()
    print(f"waiting for the first start of the server in {checkout}; it may compile", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "server.log"
        command = [python_of(checkout), "-m", "parapegma", "serve", "--port", str(port)]
        database = {"PARAPEGMA_DATABASE": f"sqlite:///{folder}/tables.db"}
        with log.open("wb") as told:
            server = subprocess.Popen(
                command, cwd=folder, env=environment_of(checkout) | database, stdout=told, stderr=told
            )
        try:
            while not answers(port):
                if server.poll() is not None:
                    raise SystemExit(f"the server in {checkout} stopped:\n{log.read_text('utf-8')}")
                if time.monotonic() - began > FIRST_START:
                    raise SystemExit(
                        f"the server in {checkout} did not answer within {FIRST_START} s:"
                        f"\n{log.read_text('utf-8')}"
                    )
                time.sleep(0.2)
        finally:
            server.terminate()
            server.wait(120)
    print(f"it answered after {time.monotonic() - began:.0f} s", file=sys.stderr)


def server_figures(checkout: Path, parts: str) -> Figures:
    """What the server bears; not beside other projects."""
    found = told_by(checkout, "benchmarks/server.py", "--only", parts, "--rounds", "1")
    assert isinstance(found, list)
    return {f"{figure['what']}, {figure['unit']}": figure["value"] for figure in found}


def page_figures(checkout: Path, games: list[str]) -> Figures:
    """How long the page lets people wait."""
    found = told_by(checkout, "benchmarks/page.py", *games, "--rounds", "1")
    assert isinstance(found, dict)
    return {
        f"{game}: {name}": value for game, rates in found["games"].items() for name, value in rates.items()
    }


PARTS = ("bench", "server", "page")
SERVER_PARTS = "start,opening,memory,steady"


def figures_table(before: list[Figures], after: list[Figures]) -> str:
    """Old, new, and new by old: the medians of the rounds, of what both sides measure.

    >>> print(figures_table([{"start, s": 2.0}], [{"start, s": 1.0}]).splitlines()[-1])
    | start, s | 2 | 1 | 0.50 (0.50 to 0.50) |
    """
    lines = ["| | old | new | new / old, median (least to greatest) |", "| --- | ---: | ---: | ---: |"]
    for name in (name for name in after[0] if all(name in each and each[name] for each in before)):
        old, new = ([each[name] for each in side] for side in (before, after))
        ratios = sorted(late / early for early, late in zip(old, new, strict=True))
        spread = f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        lines.append(f"| {name} | {statistics.median(old):.4g} | {statistics.median(new):.4g} | {spread} |")
    return "\n".join(lines)


def name_entry_points(checkout: Path) -> None:
    """Have Python find what a checkout registers: older commits find their games by entry points."""
    if not list(checkout.glob("src/parapegma.egg-info")):
        command = [sys.executable, "-c", "import setuptools; setuptools.setup()", "--quiet", "egg_info"]
        subprocess.run(command, cwd=checkout, check=True)


def table(before: list[Measured], after: list[Measured]) -> str:
    """New by old, the median of the rounds with the least and the greatest."""
    games = [game for game in after[0] if game in before[0]]
    lines = [
        "| new / old, median (least to greatest) | " + " | ".join(games) + " |",
        "| --- |" + " ---: |" * len(games),
    ]
    for rate, name in RATES.items():
        cells = []
        for game in games:
            pairs = zip(before, after, strict=True)
            ratios = sorted(float(new[game][rate]) / float(old[game][rate]) for old, new in pairs)
            cells.append(f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("before", type=Path, help="the checkout of the older commit")
    parser.add_argument("after", type=Path, help="the checkout of the newer one")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each rate in each round")
    parser.add_argument("--parts", default="bench", help=f"of {', '.join(PARTS)}, with commas (bench)")
    parser.add_argument(
        "--server", default=SERVER_PARTS, metavar="PART,...", help=f"what 'server' measures ({SERVER_PARTS})"
    )
    parser.add_argument("--games", default="", metavar="GAME,...", help="whose tables 'page' measures (all)")
    asked = parser.parse_args()
    parts = asked.parts.split(",")
    for part in parts:
        if part not in PARTS:
            parser.error(f"--parts does not know {part!r}; parts are {', '.join(PARTS)}")
    sides = [asked.before.resolve(), asked.after.resolve()]
    for side in sides:
        if not (side / "src" / "parapegma").is_dir():
            raise SystemExit(f"{side} is no checkout of Parapegma: it has no folder src/parapegma")
        name_entry_points(side)
    if "bench" in parts:
        for side in sides:
            measured(side, 0.05)
        print(table(*in_turn(asked.rounds, sides, lambda side: measured(side, asked.seconds))))
    games = [game for game in asked.games.split(",") if game]
    programs: dict[str, Callable[[Path], Figures]] = {
        "server": lambda side: server_figures(side, asked.server),
        "page": lambda side: page_figures(side, games),
    }
    wanted = [part for part in parts if part in programs]
    if wanted:
        for side in sides:
            start_once(side)
    for part in wanted:
        print(f"\n{figures_table(*in_turn(asked.rounds, sides, programs[part]))}", flush=True)


def in_turn(rounds: int, sides: list[Path], measure: Callable[[Path], T]) -> tuple[list[T], list[T]]:
    """What both sides measure, turn and turn about, so that neither is always the first."""
    results: tuple[list[T], list[T]] = ([], [])
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
        for which in (0, 1) if number % 2 == 0 else (1, 0):
            results[which].append(measure(sides[which]))
    return results


if __name__ == "__main__":
    main()
