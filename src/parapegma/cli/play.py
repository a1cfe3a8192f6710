"""``parapegma play``: a game at the terminal, for one person or several in turn."""

from __future__ import annotations

import argparse
import datetime
import sys
from pathlib import Path
from typing import Any

from parapegma.bots import BOTS, bot_named
from parapegma.bots.warmup import prepare_bots
from parapegma.cli.files import read_text
from parapegma.cli.options import bot_list, given_options
from parapegma.cli.table import Table
from parapegma.core.game import Game, all_games, find_game
from parapegma.core.match import Match
from parapegma.core.warmup import prepare
from parapegma.errors import OptionError

PERSON = "person"
KINDS = (PERSON, *BOTS)


def add(commands: Any) -> None:
    command = commands.add_parser(
        "play",
        help="play a game in the terminal",
        description="Play a game in the terminal. Type ? at the prompt to see what can be done.",
    )
    command.add_argument(
        "game", metavar="GAME", nargs="?", help="which game; without one you are asked, or the record says"
    )
    command.add_argument("--players", type=int, metavar="N", help="number of seats")
    command.add_argument(
        "--seats",
        metavar="KINDS",
        help=f"who sits where, such as person,adept,search:1s; of {', '.join(KINDS)} and more",
    )
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game (repeatable)",
    )
    command.add_argument("--seed", metavar="SEED", help="deal by this number or word; otherwise at random")
    command.add_argument("--daily", action="store_true", help="today's deal, the same for everyone")
    command.add_argument("--resume", metavar="FILE", help="go on with a recorded game")
    command.add_argument("--record", type=Path, metavar="FILE", help="save the record here when leaving")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    if asked.resume is not None:
        match = Match.replay(read_text(asked.resume))
        if asked.game not in (None, match.game.name):
            raise OptionError(f"{asked.resume} is a game of {match.game.name}, not of {asked.game}")
        seats = _seats(asked.seats, match.players)
    else:
        game = find_game(asked.game or _ask_which())
        prepare(game)
        kinds = None if asked.seats is None else bot_list(asked.seats)
        players = asked.players if asked.players is not None or kinds is None else len(kinds)
        if asked.daily and asked.seed is not None:
            raise OptionError("--daily and --seed exclude each other: the daily deal has its own seed")
        seed = f"daily {datetime.date.today().isoformat()}" if asked.daily else asked.seed
        options: dict[str, Any] = given_options(asked.option)
        match = Match(game, players, seed, **options)
        seats = _seats(asked.seats, match.players)
    bots = {seat: _checked(kind, match.game) for seat, kind in enumerate(seats) if kind != PERSON}
    if bots:
        prepare_bots(match.game)
    return Table(match, bots, asked.record).play()


def _ask_which() -> str:
    """Let a person at a terminal choose a game."""
    games = all_games()
    if not sys.stdin.isatty():
        raise OptionError(f"which game? say parapegma play GAME; games: {', '.join(g.name for g in games)}")
    for n, game in enumerate(games, start=1):
        print(f"  {n}  {game.title}, {game.players[0]} to {game.players[-1]} players")
    while True:
        answer = input(f"Which game? [1-{len(games)}] ").strip().lower()
        for n, game in enumerate(games, start=1):
            if answer in (str(n), game.name):
                return game.name


def _checked(kind: str, game: Game) -> str:
    try:
        bot_named(kind, game)
        return kind
    except OptionError as error:
        raise OptionError(f"--seats: {error}; or person") from None


def _seats(text: str | None, players: int) -> list[str]:
    """Who sits where; without a word, a person at seat 0 and adept bots around."""
    if text is None:
        return [PERSON] + ["adept"] * (players - 1)
    seats = bot_list(text)
    if len(seats) != players:
        raise OptionError(f"--seats names {len(seats)} seats, but there are {players} players")
    return seats
