"""``parapegma balance``: what a designer asks of a game, over many games."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from parapegma.cli.files import write_text
from parapegma.cli.options import bot_list, given_options, seed_given
from parapegma.core.game import find_game
from parapegma.errors import OptionError
from parapegma.extras import require_extra
from parapegma.lab.balance import Study
from parapegma.lab.balance import run as play_studies
from parapegma.lab.dataset import check_file, write_dataset
from parapegma.lab.figures import Figures, figures
from parapegma.lab.game_setup import GameSetup
from parapegma.lab.report.balance import balance_page
from parapegma.lab.report.formats import ORDINALS, percent, percent_range, signed
from parapegma.lab.report.summary import disagreement, summary
from parapegma.lab.totals import Totals
from parapegma.lab.variants import ALL, find_variants
from parapegma.lab.warmup import prepare_counting

_MOST = 100_000_000
_QUICK, _SLOW = 10_000, 100
_BOTS = "light"
_STRONG, _STRONG_GAMES = "adept:untimed", 400
"""Who plays beside the bots that are quick, unless somebody else is asked for: minutes on two cores."""
_NOBODY = "none"
_SHARE_OF_VARIANTS = 5


def add(commands: Any) -> None:
    command = commands.add_parser(
        "balance",
        help="study a game: seats, length, points, use of every card, effect of every option",
        description="Play many games between bots and add up what a designer asks: the advantage of each"
        " seat, length, points by source, how often each thing is used and what goes with it, and the effect"
        " of every option. docs/balance.md tells how to read it. Ctrl-C ends it early, with a report.",
    )
    command.add_argument("game", metavar="GAME", help="which game")
    command.add_argument(
        "--games", type=int, metavar="N",
        help=f"how many games (default {_QUICK:,}; {_SLOW} with bots that think)",
    )  # fmt: skip
    command.add_argument(
        "--bots", metavar="A,B,...",
        help=f"who plays; one bot takes all seats (default {_BOTS}, and beside it --strong; random and light "
        "are the fast ones)",
    )  # fmt: skip
    command.add_argument(
        "--strong", metavar="BOT",
        help="who plays fewer games beside them and decides what is said of the order of play (default "
        f"{_STRONG}, {_NOBODY} with --bots; {_NOBODY} for nobody)",
    )  # fmt: skip
    command.add_argument(
        "--strong-games", type=int, metavar="N",
        help=f"games of --strong (default {_STRONG_GAMES}, or --games if that is less)",
    )  # fmt: skip
    command.add_argument("--players", type=int, metavar="N", help="number of seats")
    command.add_argument(
        "--option", "--options", dest="option", action="extend", nargs="+", default=[],
        metavar="NAME=VALUE", help="options of the game",
    )  # fmt: skip
    command.add_argument(
        "--compare", default=ALL, metavar="OPTION=VALUE,...",
        help="variants to set side by side; what is joined by + is changed together (default all: every"
        " option with a list of values, one at a time; none for none)",
    )  # fmt: skip
    command.add_argument(
        "--compare-games", type=int, metavar="N", help="games of each variant (default a fifth of --games)"
    )
    command.add_argument(
        "--seed", default="1", metavar="SEED", help="deal by this number or word (default 1)"
    )
    command.add_argument("--html", type=Path, metavar="FILE", help="write the report as a page with pictures")
    command.add_argument("--json", type=Path, metavar="FILE", help="write the figures as data; - prints them")
    command.add_argument(
        "--dataset", type=Path, metavar="FILE", help="also write every decision, to FILE.parquet or FILE.npz"
    )
    command.add_argument(
        "--observations", action="store_true", help="in the dataset, also what the deciding seat knew"
    )
    command.add_argument("--cores", type=int, metavar="N", help="games at a time (default: one per core)")
    command.add_argument(
        "--cluster", nargs="?", const="", metavar="ADDRESS",
        help="play on a Ray cluster; without an address, the one this machine belongs to",
    )  # fmt: skip
    command.add_argument(
        "--device", default="cpu", metavar="cuda",
        help="play on a GPU: a million games of random or light in seconds (docs/gpu.md)",
    )  # fmt: skip
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    game = find_game(asked.game)
    given = given_options(asked.option)
    bots = bot_list(asked.bots or _BOTS)
    setup = GameSetup.of(game.name, asked.players, given, bots, seed_given(asked.seed))
    games = _number("--games", asked.games, _QUICK if setup.quick else _SLOW)
    variants, skipped = find_variants(game, setup.players, given, asked.compare)
    fewer = _number("--compare-games", asked.compare_games, max(1, games // _SHARE_OF_VARIANTS))
    studies = [Study(setup, games)]
    studies += [Study(replace(setup, options=variant.options), fewer) for variant in variants]
    strong = _strong(asked, setup, games)
    _check(asked)
    prepare_counting(game)
    every = sum(study.games for study in studies) + (strong.games if strong else 0)
    with _progress(f"{game.title}, {every:,} games", every) as show_progress:
        totals = play_studies(
            studies, cores=asked.cores, cluster=asked.cluster, device=asked.device, progress=show_progress
        )
        beside = None
        if strong is not None and sum(each.games for each in totals) == every - strong.games:
            try:
                # Whoever thinks does so on processors.
                (beside,) = play_studies(
                    [strong], cores=asked.cores, cluster=asked.cluster, progress=show_progress
                )
            except KeyboardInterrupt:
                beside = Totals.empty(game, setup.players)
    found = figures(studies, totals, variants, skipped, strong, beside)
    if asked.html is not None:
        write_text(asked.html, balance_page(found))
    text = json.dumps(found, indent=2) + "\n"
    if asked.json == Path("-"):
        print(text, end="")
    else:
        if asked.json is not None:
            write_text(asked.json, text)
        show(found)
    written = [file for file in (asked.html, asked.json) if file not in (None, Path("-"))]
    if asked.dataset is not None and not found["stopped_early"]:
        _dataset(asked, setup, games)
        written.append(asked.dataset)
    for file in written if asked.json != Path("-") else ():
        print(f"Written to {file}.")
    return 130 if found["stopped_early"] else 0


def _dataset(asked: argparse.Namespace, setup: GameSetup, games: int) -> None:
    """The decisions of the same games, played once more."""
    with _progress(f"Dataset, {games:,} games", games) as show_progress:
        write_dataset(
            asked.dataset, setup, games, observations=asked.observations, cores=asked.cores,
            cluster=asked.cluster, progress=show_progress,
        )  # fmt: skip


def _strong(asked: argparse.Namespace, setup: GameSetup, games: int) -> Study | None:
    """The games of stronger players, for what is said of the order of play; alone there is no order."""
    bot = asked.strong or (_NOBODY if asked.bots else _STRONG)
    if bot == _NOBODY or setup.players == 1:
        if asked.strong_games is not None:
            raise OptionError("--strong-games belongs to --strong BOT, at a table of two or more")
        return None
    number = _number("--strong-games", asked.strong_games, min(games, _STRONG_GAMES))
    stronger = GameSetup.of(setup.game, setup.players, setup.options, bot_list(bot), setup.seed)
    return Study(stronger, number)


def _number(name: str, given: int | None, default: int) -> int:
    if given is None:
        return default
    if not 1 <= given <= _MOST:
        raise OptionError(f"{name} must be from 1 to {_MOST:,}, not {given}")
    return given


def _check(asked: argparse.Namespace) -> None:
    """Refuse what would fail only after all games have been played."""
    if asked.cores is not None and asked.cores < 1:
        raise OptionError(f"--cores must be at least 1, not {asked.cores}")
    if asked.device != "cpu" and (asked.cores is not None or asked.cluster is not None):
        raise OptionError("--cores and --cluster are for games on processors, not on a GPU")
    for file in (asked.html, asked.json):
        if file not in (None, Path("-")) and not file.parent.is_dir():
            raise OptionError(f"{file}: there is no folder {file.parent}")
    if asked.html is not None:
        require_extra("balance", "a report in HTML", "matplotlib", "jinja2")
    if asked.dataset is not None:
        check_file(asked.dataset)
    elif asked.observations:
        raise OptionError("--observations belongs to --dataset FILE")


@contextmanager
def _progress(title: str, games: int) -> Iterator[Callable[[int], object]]:
    console = Console(file=sys.stderr)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=console, transient=True, disable=not console.is_terminal,
    )  # fmt: skip
    with bar:
        task = bar.add_task(title, total=games)
        yield lambda n: bar.advance(task, n)


def show(found: Figures) -> None:
    """The report in the terminal: a few sentences and the tables that matter most."""
    console = Console(highlight=False)
    bots = ", ".join(dict.fromkeys(found["bots"]))
    console.print(
        f"[bold]{found['title']}[/bold]  {found['games']:,} games of {found['players']}, bots {bots},"
        f" seed {found['seed']}"
    )
    if found["strong"]:
        also = ", ".join(dict.fromkeys(found["strong"]["bots"]))
        console.print(f"and {found['strong']['games']:,} games of {also}", markup=False)
    if found["stopped_early"]:
        console.print("[yellow]Stopped early: this is what had been played by then.[/yellow]")
    for sentence in summary(found):
        style = "yellow" if sentence in disagreement(found) else None
        console.print(f"• {sentence}", markup=False, style=style)
    if found["players"] > 1:
        console.print(_order(found))
    console.print(_sources(found))
    if len(found["variants"]) > 1:
        console.print(_variants(found))
    for row in found["skipped"]:
        console.print(f"[dim]not compared: {row['variant']}: {row['why']}[/dim]")


def _table(*head: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), title_justify="left", show_edge=False)
    for n, name in enumerate(head):
        table.add_column(name, justify="right" if n else "left")
    return table


def _order(found: Figures) -> Table:
    strong = found["strong"]
    beside = ["with " + escape(", ".join(dict.fromkeys(strong["bots"]))), "95 % interval"] if strong else []
    table = _table("decides", "wins", "95 % interval", "points", *beside)
    for n, row in enumerate(found["order"]):
        points = f"{row['points']['value']:.2f}"
        more = _win(strong["order"][n]["win"]) if strong else []
        table.add_row(ORDINALS[row["decides"] - 1], *_win(row["win"]), points, *more)
    return table


def _win(found: dict[str, float]) -> list[str]:
    return [percent(found["value"]), percent_range(found["low"], found["high"])]


def _sources(found: Figures) -> Table:
    table = _table("points from", "mean", "winners", "others")
    for row in found["sources"]:
        compared = [f"{row[who]:.2f}" if row[who] is not None else "–" for who in ("winners", "others")]
        table.add_row(row["source"], f"{row['points']['value']:.2f}", *compared)
    return table


def _variants(found: Figures) -> Table:
    of = found["length"]["of"]
    table = _table("variant", *(["wins of the first"] if found["players"] > 1 else []), "points", of)
    for row in found["variants"]:
        cells = []
        for measure, scale, digits in (("first_win", 100, 1), ("points", 1, 2), ("length", 1, 2)):
            if measure not in row:
                continue
            told = f"{row[measure]['value'] * scale:.{digits}f}"
            if "more" in row:
                more = row["more"][measure]
                change = signed(more["value"] * scale, digits)
                told += f" [bold]({change})[/bold]" if more["clear"] else f" [dim]({change})[/dim]"
            cells.append(told)
        table.add_row(row["variant"], *cells)
    return table
