"""``parapegma train``: a network for a game, by games that it plays against itself."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from parapegma.core.game import Game
from parapegma.errors import OptionError

_WHOLE = (
    ("decisions", "N", "decisions to learn from in all; rates fall towards their end"),
    ("games", "N", "games at a time"),
    ("steps", "N", "decisions of each between two updates"),
    ("limit", "N", "games are cut after so many decisions and paid by place as they stand"),
    ("wide", "N", "numbers in the first layer"),
    ("narrow", "N", "numbers in the second layer"),
    ("minibatch", "N", "decisions of one step of learning"),
    ("seed", "N", "another seed, other games"),
)
"""Settings that are whole numbers; what they are by default stands in TrainingSettings."""


def add(commands: Any) -> None:
    command = commands.add_parser(
        "train",
        help="train a network that plays a game",
        description="Train a network by games against itself (docs/training.md). It is kept in a folder; the "
        "same command goes on where it stopped. The bot look:FOLDER/network.bin plays by the result.",
    )
    command.add_argument("game", metavar="GAME", help="which game")
    command.add_argument(
        "--folder", type=Path, required=True, metavar="FOLDER", help="where all of it is kept"
    )
    command.add_argument("--device", default="cpu", metavar="cuda", help="train on a GPU (docs/gpu.md)")
    command.add_argument(
        "--minutes", type=float, metavar="M", help="stop after so many minutes, to go on later"
    )
    command.add_argument("--players", metavar="2,3", help="numbers of players (default: all from 2 on)")
    command.add_argument("--variants", action="store_true", help="half of the games with other options")
    command.add_argument("--reward", metavar="wins", help="what is learnt for: wins, places or both")
    for name, metavar, told in _WHOLE:
        command.add_argument(f"--{name}", type=int, metavar=metavar, help=told)
    command.add_argument("--rate", type=float, metavar="R", help="rate of learning")
    command.add_argument("--entropy", type=float, metavar="E", help="how much is given for keeping to chance")
    command.add_argument(
        "--begin", type=Path, metavar="FILE", help="begin with a network, such as one of another machine"
    )
    command.add_argument("--imitate", metavar="BOT", help="begin with the games of a bot, such as search:300")
    command.add_argument("--imitate-games", type=int, default=500, metavar="N", help="how many (default 500)")
    command.add_argument(
        "--improve", metavar="SEARCH",
        help="learn from games of searches with the best network inside, such as search:200",
    )  # fmt: skip
    command.add_argument(
        "--improve-games", type=int, default=100, metavar="N", help="of each round of it (default 100)"
    )
    command.add_argument(
        "--judge-every",
        type=float,
        default=5.0,
        metavar="M",
        help="play the arena every M minutes (default 5)",
    )
    command.add_argument(
        "--judge-games",
        type=int,
        default=400,
        metavar="N",
        help="games against each other player (default 400)",
    )
    command.add_argument(
        "--against", default="light", metavar="A,B", help="bots to compare with (default light)"
    )
    command.add_argument(
        "--cores", type=int, metavar="N", help="processes that play the arena (default: one per core)"
    )
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from parapegma.bots import bot_named
    from parapegma.cli.files import write_text
    from parapegma.cli.options import bot_list
    from parapegma.lab.report.strength import strength_page
    from parapegma.lab.training import run as training_run
    from parapegma.lab.training.settings import TrainingSettings

    given = {
        name: getattr(asked, name) for name in ("reward", "rate", "entropy", *(name for name, *_ in _WHOLE))
    }
    given = {name: value for name, value in given.items() if value is not None}
    settings = TrainingSettings(
        asked.game, players=_players(asked.players), variants=asked.variants, **given
    ).checked()
    for name, least in (
        ("minutes", 0),
        ("judge_every", 0),
        ("judge_games", 1),
        ("imitate_games", 10),
        ("improve_games", 1),
    ):
        value = getattr(asked, name)
        if value is not None and value < least:
            raise OptionError(f"--{name.replace('_', '-')} must be at least {least}, not {value:g}")
    against = tuple(bot_list(asked.against))
    for bot in (*against, *([asked.imitate] if asked.imitate else [])):
        bot_named(bot, settings.the_game, 0)
    if asked.improve:
        _check_search(asked.improve, settings.the_game)
    training = training_run.Training(settings, asked.folder, asked.device)
    try:
        if asked.begin:
            training.begin_with(asked.begin)
        if asked.imitate:
            training.start_from(asked.imitate, asked.imitate_games, asked.cores, _tell)
        how = {
            "minutes": asked.minutes, "every": asked.judge_every, "games": asked.judge_games,
            "against": against, "cores": asked.cores, "tell": _tell,
        }  # fmt: skip
        if asked.improve:
            training_run.run_improvement(
                training, lambda file: f"{asked.improve}@{file}", round_games=asked.improve_games, **how
            )
        else:
            training_run.run(training, **how)
    finally:
        training.close()
        if log := training.log():
            page = asked.folder / "strength.html"
            write_text(page, strength_page(settings.the_game.title, settings.as_data(), log))
            print(f"Written to {page}.")
    return 0


def _check_search(name: str, game: Game) -> None:
    from parapegma.bots import bot_named

    bot_named(name, game, 0)
    if not name.startswith("search:") or "@" in name or "[" in name:
        raise OptionError(f"--improve {name!r}: name a search and its budget, as in search:200")


def _tell(line: str) -> None:
    """At once, also where it is written to a file."""
    print(line, flush=True)


def _players(text: str | None) -> tuple[int, ...]:
    if text is None:
        return ()
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise OptionError(f"--players {text!r}: name numbers of players, such as 2,3") from None
