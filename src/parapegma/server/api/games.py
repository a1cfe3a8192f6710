"""Which games there are, what can be chosen about them, and which bots can sit down."""

from __future__ import annotations

import msgspec
from litestar import Controller, get

from parapegma.bots import LEVELS
from parapegma.core.game import Game, all_games
from parapegma.core.options import Option, Value
from parapegma.server.api.errors import refusals


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


class GamesInfo(msgspec.Struct):
    """All games and bots."""

    games: list[GameInfo]
    bots: list[str]


class GamesApi(Controller):
    """Games."""

    path = "/api/v1/games"
    tags = ("games",)

    @get("/", responses=refusals())
    async def games(self) -> GamesInfo:
        """What can be played, and with which bots."""
        return GamesInfo([_game(game) for game in all_games()], list(LEVELS))


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
        options=[_option(option) for option in game.options],
    )


def _option(option: Option) -> OptionInfo:
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
    )
