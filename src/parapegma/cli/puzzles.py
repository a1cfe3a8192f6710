"""``parapegma puzzles``: find positions in which one turn is clearly better than every other."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from parapegma.cli.files import read_text, write_text
from parapegma.core.game import find_game, game_names
from parapegma.errors import OptionError
from parapegma.lab.parallel import run_parallel
from parapegma.lab.puzzles.again import Task, long_enough, prove_again, sample
from parapegma.lab.puzzles.finish import chosen, with_reasons
from parapegma.lab.puzzles.make import make
from parapegma.puzzles.puzzle import FOLDER, read_puzzles, write_puzzles


def add(commands: Any) -> None:
    command = commands.add_parser("puzzles", help="find puzzles in games of bots")
    actions = command.add_subparsers(title="what to do", metavar="ACTION", dest="action", required=True)
    maker = actions.add_parser("make", help="play games of bots, search them for puzzles and prove them")
    maker.add_argument("games", metavar="GAME", nargs="*", help="which games (default: all)")
    maker.add_argument(
        "--journal",
        type=Path,
        required=True,
        metavar="FILE",
        help="where all that is found is kept; the same command goes on from there",
    )
    maker.add_argument("--want", type=int, default=40, metavar="N", help="puzzles of each game (default 40)")
    maker.add_argument(
        "--seconds", type=float, default=600.0, metavar="S", help="stop after so long (default 600)"
    )
    maker.add_argument(
        "--seed", type=int, default=1, metavar="N", help="number of the first bot game (default 1)"
    )
    maker.add_argument("--cores", type=int, metavar="N", help="searches at a time (default: one per core)")
    maker.add_argument(
        "--data", type=Path, metavar="FOLDER", help="write the puzzles there, a file for each game"
    )
    maker.set_defaults(run=run)
    explainer = actions.add_parser("reasons", help="find anew why answers are best, without searching again")
    explainer.add_argument(
        "data", type=Path, metavar="FILE", nargs="+", help="files of puzzles, written anew"
    )
    explainer.add_argument(
        "--only",
        default="",
        metavar="CODE",
        help="only puzzles that know no reason but this, such as outlook",
    )
    explainer.set_defaults(run=tell_reasons)
    proving = actions.add_parser(
        "prove", help="prove written puzzles again with the searches of this version"
    )
    proving.add_argument(
        "data",
        type=Path,
        metavar="FILE",
        nargs="*",
        help="files of puzzles (default: those that come with it)",
    )
    proving.add_argument("--sample", type=int, metavar="N", help="only so many of each file, drawn at random")
    proving.add_argument("--seed", type=int, default=1, metavar="N", help="which ones are drawn (default 1)")
    proving.add_argument(
        "--iterations", type=int, metavar="N", help="of each search (default: ten times a master's limit)"
    )
    proving.add_argument("--cores", type=int, metavar="N", help="puzzles at a time (default: one per core)")
    proving.set_defaults(run=prove)


def run(asked: argparse.Namespace) -> int:
    games = [find_game(name).name for name in asked.games or game_names()]
    if asked.want < 1 or asked.seconds < 0:
        raise OptionError("--want must be at least 1, and --seconds not below 0")
    workshops = make(
        games,
        asked.journal,
        seconds=asked.seconds,
        want=asked.want,
        seed=asked.seed,
        cores=asked.cores,
        tell=lambda words: print(words, file=sys.stderr, flush=True),
    )
    for game, workshop in workshops.items():
        if asked.data is not None:
            write_text(asked.data / f"{game}.jsonl", write_puzzles(chosen(workshop, asked.want)))
        print(f"{game}: {len(workshop.proven)} puzzles proven, {len(workshop.candidates)} candidates")
    return 0


def prove(asked: argparse.Namespace) -> int:
    """Prove puzzles again; the status says whether all of them hold."""
    if (asked.sample is not None and asked.sample < 1) or (
        asked.iterations is not None and asked.iterations < 1
    ):
        raise OptionError("--sample and --iterations must be at least 1")
    tasks = []
    for file in asked.data or sorted(FOLDER.glob("*.jsonl")):
        puzzles = list(read_puzzles(read_text(str(file)), str(file)))
        for puzzle in puzzles if asked.sample is None else sample(puzzles, asked.sample, asked.seed):
            tasks.append(Task(puzzle, asked.iterations or long_enough(puzzle.game)))
    fallen = 0
    for _, result in run_parallel(prove_again, tasks, cores=asked.cores, ahead=1):
        fallen += not result.holds
        print(f"{result.name}: {'holds' if result.holds else 'does not hold'}: {result.words}", flush=True)
    print(f"{len(tasks) - fallen} of {len(tasks)} puzzles hold")
    return 1 if fallen else 0


def tell_reasons(asked: argparse.Namespace) -> int:
    """Work out the reasons of puzzles that are written already."""
    for file in asked.data:
        puzzles = []
        for puzzle in read_puzzles(read_text(str(file)), str(file)):
            puzzles.append(with_reasons(puzzle))
            told = ", ".join(reason.code for reason in puzzles[-1].reasons)
            print(f"{puzzle.name}: {told}", file=sys.stderr, flush=True)
        write_text(file, write_puzzles(puzzles))
    return 0
