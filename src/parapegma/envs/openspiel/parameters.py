"""A game as OpenSpiel names it: the number of players, the options and what OpenSpiel needs besides.

OpenSpiel writes a game and its parameters in one line, ``parapegma_ulysses(players=3,max_turns=20)``, and
reads that line back. Two spellings make every option fit into it: a semicolon stands for a comma, and a text
that looks like a number or a truth value stands in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parapegma.core.compiled.rng import Key
from parapegma.core.game import Game, find_game
from parapegma.core.options import Value
from parapegma.core.position import Position
from parapegma.errors import OptionError

PREFIX = "parapegma_"
MAX_GAME_LENGTH = 20_000
CHANCE_OUTCOMES = 16
FRESH = -1
"""The seed that stands for a new one each time."""

_OWN: dict[str, int] = {
    "chance_outcomes": CHANCE_OUTCOMES,
    "max_game_length": MAX_GAME_LENGTH,
    "rng_seed": FRESH,
}
_LOOKS_LIKE_ANOTHER_KIND = re.compile(r"[-+.0-9]*|true|false", re.IGNORECASE)


@dataclass(frozen=True)
class SpielParameters:
    """What is fixed before the deal."""

    name: str
    players: int
    options: tuple[tuple[str, Value], ...]
    chance_outcomes: int
    max_game_length: int
    rng_seed: int

    @property
    def game(self) -> Game:
        return find_game(self.name)

    @property
    def sampled(self) -> bool:
        """Whether chance is decided out of OpenSpiel's sight (its sampled stochastic mode)."""
        return self.chance_outcomes == 1

    def deal(self, key: Key) -> Position:
        """A new game with these players and options."""
        return Position.deal_key(self.game, self.players, dict(self.options), key)

    def written(self) -> dict[str, Value]:
        """What differs from the defaults, as OpenSpiel writes it."""
        usual = defaults(self.game)
        told: dict[str, Value] = {"players": self.players, **{name: getattr(self, name) for name in _OWN}}
        told |= {name: spell(value) for name, value in self.options}
        return {name: value for name, value in told.items() if value != usual[name]}


def defaults(game: Game) -> dict[str, Value]:
    """Every parameter of a game and its default: what OpenSpiel calls the parameter specification."""
    options: dict[str, Value] = {option.name: spell(option.default) for option in game.options}
    return {"players": game.default_players, **_OWN, **options}


def read_parameters(game: Game, parameters: Mapping[str, Any]) -> SpielParameters:
    """What OpenSpiel's parameters describe, checked.

    >>> from parapegma import find_game
    >>> read_parameters(find_game("ulysses"), {"players": 3, "max_turns": 20}).written()
    {'players': 3, 'max_turns': 20}
    """
    usual = defaults(game)
    given = {name: value for name, value in parameters.items() if value != usual.get(name)}
    own = {name: given.pop(name, usual[name]) for name in _OWN}
    for name, least, most in (("chance_outcomes", 1, 256), ("max_game_length", 1, 10**7)):
        if not least <= own[name] <= most:
            raise OptionError(
                f"{name} cannot be {own[name]}; it must be a whole number from {least} to {most}"
            )
    players = given.pop("players", game.default_players)
    players, options = game.check(players, {name: plain(value) for name, value in given.items()})
    return SpielParameters(game.name, players, tuple(options.items()), **own)


def spell(value: Value) -> Value:
    """A value as it stands in a line of parameters.

    >>> spell("5,6,7"), spell("2"), spell(True)
    ('5;6;7', "'2'", True)
    """
    if not isinstance(value, str):
        return value
    text = value.replace(",", ";")
    return f"'{text}'" if _LOOKS_LIKE_ANOTHER_KIND.fullmatch(text) else text


def plain(value: Any) -> Any:
    """A value read from a line of parameters.

    >>> plain("5;6;7"), plain("'2'"), plain(True)
    ('5,6,7', '2', True)
    """
    if not isinstance(value, str):
        return value
    quoted = len(value) >= 2 and value[0] == value[-1] == "'"
    return (value[1:-1] if quoted else value).replace(";", ",")
