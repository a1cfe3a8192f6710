"""``parapegma arena``: bots against each other, with ratings and intervals."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from parapegma.cli.files import write_text
from parapegma.cli.options import bot_list, given_options, seed_given
from parapegma.core.warmup import prepare
from parapegma.errors import OptionError, ParapegmaError
from parapegma.lab.arena import Arena, ArenaResult
from parapegma.lab.arena_data import as_data
from parapegma.lab.arena_results import Share
from parapegma.lab.report.arena import arena_page, rating_words, shown_shares
from parapegma.lab.report.formats import milliseconds, number, percent, percent_range

_MARKS = {"above": "[green]▲[/green]", "below": "[red]▼[/red]", "open": "[dim]=[/dim]"}


def add(commands: Any) -> None:
    command = commands.add_parser(
        "arena",
        help="let bots play each other and rate them",
        description="Let bots play each other in every rotation of seats, and rate them. An interrupted "
        "arena goes on where it stopped when the same command is given again.",
    )
    command.add_argument("game", metavar="GAME", help="which game")
    command.add_argument(
        "--bots",
        required=True,
        metavar="A,B,...",
        help="who plays, such as greedy,random or search:800,master",
    )
    command.add_argument(
        "--lineup", action="store_true", help="exactly these bots at one table, in this order, rotated"
    )
    command.add_argument(
        "--games", type=int, default=100, metavar="N", help="games of each line-up (default 100)"
    )
    command.add_argument("--players", type=int, metavar="N", help="number of seats")
    command.add_argument(
        "--option",
        "--options",
        dest="option",
        action="extend",
        nargs="+",
        default=[],
        metavar="NAME=VALUE",
        help="options of the game",
    )
    command.add_argument(
        "--seed", default="1", metavar="SEED", help="deal by this number or word (default 1)"
    )
    command.add_argument("--json", type=Path, metavar="FILE", help="write the result as data; - prints it")
    command.add_argument("--html", type=Path, metavar="FILE", help="write the result as a page with pictures")
    command.add_argument(
        "--journal",
        type=Path,
        metavar="FILE",
        help="where finished games are kept (default: beside the file of --json or --html)",
    )
    command.add_argument("--fresh", action="store_true", help="forget what the journal has and begin anew")
    command.add_argument("--cores", type=int, metavar="N", help="games at a time (default: one per core)")
    command.add_argument(
        "--cluster",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="play on a Ray cluster; without an address, the one this machine belongs to",
    )
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    # A bot of one's own may be a file in this folder; whatever is installed goes before it.
    sys.path.append(os.getcwd())
    arena = Arena(
        asked.game,
        bot_list(asked.bots),
        players=asked.players,
        options=given_options(asked.option),
        games=asked.games,
        seed=seed_given(asked.seed),
        exact=asked.lineup,
    )
    if asked.cores is not None and asked.cores < 1:
        raise OptionError(f"--cores must be at least 1, not {asked.cores}")
    for file in (asked.json, asked.html):
        _check_target(file)
    journal = _journal(asked)
    result = _play(asked, arena, journal)
    if asked.html is not None:
        write_text(asked.html, arena_page(result, _command(asked, arena)))
    text = json.dumps(as_data(result), indent=2) + "\n"
    if asked.json == Path("-"):
        print(text, end="")
        return 0
    if asked.json is not None:
        write_text(asked.json, text)
    show(result)
    for file in (asked.json, asked.html):
        if file is not None:
            print(f"Written to {file}.")
    return 0


def _play(asked: argparse.Namespace, arena: Arena, journal: Path | None) -> ArenaResult:
    prepare(arena.game)
    finished = 0
    with _progress(arena) as show_progress:

        def progress(count: int) -> None:
            nonlocal finished
            finished = count
            show_progress(count)

        try:
            return arena.run(
                cores=asked.cores,
                cluster=asked.cluster,
                journal=journal,
                fresh=asked.fresh,
                progress=progress,
            )
        except KeyboardInterrupt:
            if journal is not None:
                told = f"{finished:,} of {len(arena.fixtures):,} games are kept in {journal}; "
                told += "the same command goes on from there"
            else:
                told = "nothing was kept; with --journal FILE it could go on later"
            raise _Stopped(told) from None


class _Stopped(KeyboardInterrupt):
    """An interrupt, with a word on what is kept."""


@contextmanager
def _progress(arena: Arena) -> Iterator[Callable[[int], None]]:
    """A bar with the time left, where somebody can see it."""
    console = Console(file=sys.stderr, highlight=False)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games,"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    bar = Progress(
        *columns,
        console=console,
        transient=True,
        disable=not console.is_terminal,
        speed_estimate_period=120,
    )
    try:
        with bar:
            task = bar.add_task("Getting ready", total=len(arena.fixtures))
            begun = None

            def show_progress(count: int) -> None:
                nonlocal begun
                begun = count if begun is None else begun
                said = arena.game.title if count > begun else "Getting ready"
                bar.update(task, completed=count, description=said)

            yield show_progress
    except _Stopped as stopped:
        print(f"\nparapegma: {stopped}", file=sys.stderr)
        raise


def show(result: ArenaResult) -> None:
    """The result on the terminal."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, 200)
    arena = result.arena
    seats = f"{arena.players} player{'' if arena.players == 1 else 's'}"
    played = f"{result.games:,} game{'' if result.games == 1 else 's'}"
    console.print(f"[bold]{arena.game.title}[/bold]  {seats}, {played}, seed {escape(str(arena.seed))}")
    console.print(_bot_table(result))
    if arena.players > 1:
        console.print(_lineup_table(result))
    if result.resumed:
        console.print(f"[dim]{result.resumed:,} of the games were in the journal already.[/dim]")
    if arena.by_the_clock:
        console.print(
            "[dim]Some bots think by the clock: another run of the same seed may play other games.[/dim]"
        )
    for each in result.bots:
        if each.hurried > 0:
            console.print(
                f"[yellow]{escape(each.bot)} had too little time in {percent(each.hurried)} of its "
                "decisions: here it plays weaker than it should.[/yellow]"
            )


def _bot_table(result: ArenaResult) -> Table:
    table = _table("bot", "rating", "wins", "95 % interval", "× fair", "place", "points", "choices", "ms")
    for each in result.bots:
        table.add_row(
            escape(each.bot),
            rating_words(each.rating),
            percent(each.wins.share),
            _interval(each.wins),
            f"{each.wins.times_fair:.2f} {_MARKS[each.wins.verdict]}",
            f"{each.place:.2f}",
            number(each.points, 2),
            f"{each.decisions:.1f}",
            milliseconds(each.seconds),
        )
    return table


def _lineup_table(result: ArenaResult) -> Table:
    table = _table("line-up", "bot", "games", "wins", "95 % interval", "fair", "× fair")
    table.columns[1].justify = "left"
    for each, bot, share in shown_shares(result.lineups):
        table.add_row(
            escape(str(each.lineup)),
            escape(bot),
            f"{share.games:,}",
            percent(share.share),
            _interval(share),
            percent(share.fair),
            f"{share.times_fair:.2f} {_MARKS[share.verdict]}",
        )
    return table


def _interval(share: Share) -> str:
    return percent_range(share.low, share.high)


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right")
    return table


def _journal(asked: argparse.Namespace) -> Path | None:
    """Where finished games are kept: where the user says, or beside the result."""
    if asked.journal is not None:
        return Path(asked.journal)
    for file in (asked.json, asked.html):
        if file is not None and file != Path("-"):
            return Path(file).with_suffix(".journal.jsonl")
    if asked.fresh:
        raise OptionError("--fresh begins a journal anew, but there is none; name one with --journal FILE")
    return None


def _check_target(file: Path | None) -> None:
    """Better now than after an hour of games."""
    if file is None or file == Path("-"):
        return
    if file.is_dir():
        raise ParapegmaError(f"{file}: cannot be written: it is a folder")
    if not os.access(file.parent, os.W_OK):
        raise ParapegmaError(f"{file}: cannot be written: no such folder, or it is read-only")


def _command(asked: argparse.Namespace, arena: Arena) -> str:
    """The command that plays the same games again."""
    bots = bot_list(asked.bots)
    words = ["parapegma", "arena", arena.game.name, "--bots", ",".join(bots)]
    words += ["--lineup"] if asked.lineup else ["--players", str(arena.players)]
    words += ["--games", str(asked.games), "--seed", str(arena.seed)]
    for option in asked.option:
        words += ["--option", option]
    return shlex.join(words)
