"""Which games there are, what can be chosen about them, and which bots can sit down: as data."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from parapegma.bots import LEVELS
from parapegma.core.game import Game, all_games, find_game, game_names
from parapegma.core.options import Option, UnfitOption, Value
from parapegma.core.position import Position
from parapegma.core.view import View
from parapegma.errors import OptionError, ParapegmaError
from parapegma.server.lessons.lesson import find_lesson, lessons
from parapegma.server.problems import Problem


class OptionInfo(msgspec.Struct):
    """One choice a table makes before it deals."""

    name: str
    kind: str
    default: bool | int | str
    values: list[bool | int | str] | None
    """What may be chosen; none for text, and for whole numbers (see ``low`` and ``high``)."""
    low: int | None
    high: int | None
    help: str
    expert: bool
    unfit: dict[int, list[bool | int | str]] = {}
    """By number of players, what cannot be chosen then, if all else is left as it is."""


class RulesInfo(msgspec.Struct):
    """Numbers of rules, so that a page can open the rulebook where they stand; empty if a game has none."""

    phases: dict[str, str]
    """The rule to read first, by what is asked: the ``phase`` of a view."""
    reasons: dict[str, list[str]]
    """The rules that refuse, by the code of the reason."""


class GameInfo(msgspec.Struct):
    """A game that can be played here."""

    name: str
    title: str
    version: int
    fewest: int
    most: int
    default_players: int
    hidden_information: bool
    chance: bool
    options: list[OptionInfo]
    rules: RulesInfo
    lesson: int | None
    """About how many minutes the guided first game takes; none if there is none."""


class GamesInfo(msgspec.Struct):
    """All games and bots."""

    games: list[GameInfo]
    bots: list[str]
    in_browser: bool = True
    """Whether games against bots may be played in the visitor's own browser, if that can."""
    preparing: list[str] = []
    """Games whose bots cannot think yet: their rules are still being compiled."""


class DealPreview(msgspec.Struct):
    """A table as it might be dealt: nobody sits at it, and its shuffles are forgotten."""

    game: str
    players: int
    options: dict[str, bool | int | str]
    """All of them, also those that were not named."""
    view: View
    """What a spectator would see."""


def games_info(in_browser: bool = True, preparing: Sequence[str] = ()) -> GamesInfo:
    """What can be played, and with which bots."""
    return GamesInfo([_game(game) for game in all_games()], list(LEVELS), in_browser, list(preparing))


def deal_preview(game: str, players: int | None, given: Mapping[str, str]) -> DealPreview:
    """What a fresh deal would show to a spectator."""
    if game not in game_names():
        raise Problem(404, "no-game", "There is no such game; GET /api/v1/games names them all.")
    found = find_game(game)
    try:
        seats, options = found.check(players, given)
        chosen: dict[str, Any] = dict(options)
        view = Position.deal(found, seats, **chosen).view(None)
    except UnfitOption as error:
        raise Problem(422, "no-deal", str(error), case="option", option=error.option, game=game) from None
    except ParapegmaError as error:
        raise Problem(422, "no-deal", str(error)) from None
    return DealPreview(found.name, seats, options, view)


def _game(game: Game) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=game.title,
        version=game.version,
        fewest=game.players[0],
        most=game.players[-1],
        default_players=game.default_players,
        hidden_information=game.nature.hidden_information,
        chance=game.nature.chance,
        options=[_option(game, option) for option in game.options],
        rules=RulesInfo(
            dict(game.phase_rules), {code: list(rules) for code, rules in game.reason_rules.items()}
        ),
        lesson=find_lesson(game.name).minutes if game.name in lessons() else None,
    )


_MOST_TRIED = 16
"""An option with more values than this is not tried value by value."""


@functools.cache
def _unfit(game: Game, option: Option) -> dict[int, list[Value]]:
    """What a game refuses with so many players: it is asked, value by value."""
    values = option.values or ()
    if len(values) > _MOST_TRIED:
        return {}
    refused = {
        players: [v for v in values if not _fits(game, players, option, v)] for players in game.players
    }
    return {players: found for players, found in refused.items() if found}


def _fits(game: Game, players: int, option: Option, value: Value) -> bool:
    try:
        game.check(players, {option.name: value})
    except OptionError:
        return False
    return True


def _option(game: Game, option: Option) -> OptionInfo:
    numbers = option.values if isinstance(option.values, range) else None
    values: list[Value] | None = None if numbers is not None or option.values is None else list(option.values)
    return OptionInfo(
        name=option.name,
        kind=option.kind,
        default=option.default,
        values=values,
        low=None if numbers is None else numbers[0],
        high=None if numbers is None else numbers[-1],
        help=option.help,
        expert=option.expert,
        unfit=_unfit(game, option),
    )
