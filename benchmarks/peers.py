"""Ours against peers, side by side: ``python benchmarks/peers.py``.

Installs OpenSpiel, PettingZoo, RLCard and Catanatron from PyPI into a virtual environment that is thrown
away afterwards, measures them and us in turn on one core of this machine, and prints one table of ratios.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path

from comparison import GROUPS, PEERS, Figure, Figures, as_markdown, order_of, problems, rows
from worker import Failed, Worker

NOTES = """\
Rates are per second of processor time on one core, medians of {rounds} rounds of {seconds:g} s in which
theirs and ours take turns; warm-ups are not counted. Spread is the distance between the fastest and the
slowest round. A number with x says how many times as fast Parapegma is. Different games are different amounts
of work, so the ratios are yardsticks, not races. Ours are played by as many as they allow, through OpenSpiel
by the usual number, in searches by the fewest that are not alone."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit code is 1 if nothing of theirs could be measured."""
    asked = parse(arguments)
    games = our_games()
    figures: Figures = {}
    for name in asked.groups:
        for key in order_of(GROUPS[name], games, asked.peers):
            figures.setdefault(key, Figure())
    with environment(asked.keep) as python, contextlib.ExitStack() as stack:
        workers, versions = start(python, asked.peers, figures, stack)
        try:
            for name in asked.groups:
                order = order_of(GROUPS[name], games, asked.peers)
                for turn in range(asked.rounds):
                    say(f"{name}: round {turn + 1} of {asked.rounds}")
                    measure(order, workers, figures, asked.seconds, turn)
        except KeyboardInterrupt:
            say("interrupted; what has been measured so far:")
    report(asked, games, figures, versions)
    return 0 if any(each.rates for (who, _), each in figures.items() if who != "ours") else 1


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line; wrong values end the program with a line that says what would be right."""
    parser = argparse.ArgumentParser(prog="peers.py", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time of one measurement (1)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured (3)")
    parser.add_argument("--only", default="", metavar="NAME,...", help=f"of {', '.join([*PEERS, *GROUPS])}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every figure there, too")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="make or use the environment there, and keep it"
    )
    asked = parser.parse_args(arguments)
    if not 0 < asked.seconds <= 60:
        parser.error(f"--seconds must be more than 0 and at most 60, not {asked.seconds:g}")
    if not 1 <= asked.rounds <= 100:
        parser.error(f"--rounds must be from 1 to 100, not {asked.rounds}")
    names = [name.strip() for name in asked.only.split(",") if name.strip()]
    for name in names:
        if name not in PEERS and name not in GROUPS:
            parser.error(f"--only does not know {name!r}; names are {', '.join([*PEERS, *GROUPS])}")
    asked.peers = [name for name in PEERS if name in names] or list(PEERS)
    asked.groups = [name for name in GROUPS if name in names] or list(GROUPS)
    if asked.json is not None and not asked.json.resolve().parent.is_dir():
        parser.error(f"--json: there is no folder {asked.json.resolve().parent}")
    return asked


def our_games() -> list[str]:
    from parapegma import all_games

    return [game.name for game in all_games()]


@contextlib.contextmanager
def environment(keep: Path | None) -> Iterator[Path]:
    """The Python of a virtual environment for the peers, removed in the end unless it is to be kept."""
    folder = Path(tempfile.mkdtemp(prefix="parapegma-peers-")) if keep is None else keep.resolve()
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    try:
        if not python.exists():
            say(f"making an environment in {folder}")
            venv.create(folder, with_pip=True)
        yield python
    finally:
        if keep is None:
            shutil.rmtree(folder, ignore_errors=True)


def start(
    python: Path, peers: list[str], figures: Figures, stack: contextlib.ExitStack
) -> tuple[dict[str, Worker], dict[str, str]]:
    """Install and start every measuring program; whatever fails is written down and left out."""
    workers: dict[str, Worker] = {}
    for peer in peers:
        _, package, program = PEERS[peer]
        try:
            say(f"installing {package}")
            install(python, package)
            workers[peer] = Worker(python, program)
        except Failed as error:
            say(f"{peer} is left out: {error}")
            for (who, _), figure in figures.items():
                if who == peer:
                    figure.error = str(error)
    workers["ours"] = Worker(Path(sys.executable), "ours.py", timeout=600)
    for worker in workers.values():
        stack.callback(worker.close)
    return workers, {name: worker.version for name, worker in workers.items()}


def install(python: Path, package: str) -> None:
    """Install a package into the environment, if it is not there yet."""
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        raise Failed(f"not installed: {lines[-1] if lines else 'pip failed'}")


def measure(
    order: list[tuple[str, str]], workers: dict[str, Worker], figures: Figures, seconds: float, turn: int
) -> None:
    """One round; what was measured in this turn for another comparison is not measured again."""
    for who, name in order:
        figure = figures[(who, name)]
        if figure.error or len(figure.rates) > turn:
            continue
        try:
            figure.rates.append(workers[who].rate(name, seconds))
        except Failed as error:
            figure.error = str(error)


def report(asked: argparse.Namespace, games: list[str], figures: Figures, versions: dict[str, str]) -> None:
    """Print the table and the notes, and write the figures to a file."""
    print(as_markdown(rows(asked.groups, games, asked.peers, figures)))
    print()
    print(NOTES.format(rounds=asked.rounds, seconds=asked.seconds))
    told = ", ".join(
        f"{PEERS[name][0] if name in PEERS else 'Parapegma'} {v}" for name, v in versions.items()
    )
    print(
        f"Versions: {told}; Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores."
    )
    for problem in problems(figures):
        print(f"Not measured: {problem}")
    if asked.json is not None:
        data = {
            "versions": versions,
            "seconds": asked.seconds,
            "figures": {
                f"{who} {name}": {"median": each.median, "rates": each.rates, "error": each.error}
                for (who, name), each in figures.items()
            },
        }
        asked.json.write_text(json.dumps(data, indent=2) + "\n", "utf-8")


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
