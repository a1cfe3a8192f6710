"""What all games of a study have in common: the game, its options, and who plays.

``random`` and ``light`` decide in compiled code, a whole batch of games in one call. Every other bot is asked
decision by decision, and what it has played is then counted by the same code.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from parapegma.bots.compiled.playout import BY_LOT, LIGHT
from parapegma.bots.levels import bot_named
from parapegma.bots.simple import Light, Random
from parapegma.core.compiled.rng import Key
from parapegma.core.game import Game, find_game
from parapegma.core.options import Value
from parapegma.core.position import Position
from parapegma.core.seed import derived_seed
from parapegma.errors import OptionError
from parapegma.lab.bot_games import play_bots
from parapegma.lab.count_plan import Integers
from parapegma.lab.counted_games import CountedGames


@dataclass(frozen=True)
class GameSetup:
    """A game, the number of players, options, bots and a seed."""

    game: str
    players: int
    options: dict[str, Value] = field(hash=False)
    bots: tuple[str, ...]
    """One for each player; with every game they move on by one seat."""
    seed: int | str

    @classmethod
    def of(
        cls,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        bots: Sequence[str] = ("light",),
        seed: int | str = 1,
    ) -> GameSetup:
        """A setup that has been checked: options completed, bots for all seats.

        >>> GameSetup.of("ophiuchus", 2, bots=["greedy"]).bots
        ('greedy', 'greedy')
        """
        found = find_game(game)
        seats, fitted = found.check(players, options or {})
        return cls(game, seats, fitted, line_up(found, list(bots), seats), seed)

    @property
    def quick(self) -> bool:
        """Whether compiled code plays these games by itself."""
        return _policies(self.game, self.bots) is not None

    def seated(self, number: int) -> list[str]:
        """The bot of every seat in game number ``number``."""
        return [self.bots[(seat + number) % self.players] for seat in range(self.players)]

    def counted_games(self, room: int) -> CountedGames:
        """Room for so many games of this setup."""
        return _counted_games(self.game, self.players, tuple(self.encoded()), self.seed, room)

    def key_of(self, number: int) -> Key:
        """The key of game number ``number``."""
        return self.counted_games(1).key_of(number)

    def deal(self, number: int) -> Position:
        """Game number ``number`` before its first decision."""
        return Position.deal_key(find_game(self.game), self.players, self.options, self.key_of(number))

    def play(self, number: int) -> list[int]:
        """The actions of game number ``number``, by bots that are asked for every decision."""
        seed = derived_seed("balance", self.seed, number)
        return [asked.action for asked in play_bots(self.deal(number), self.seated(number), seed)]

    def encoded(self) -> list[int]:
        """The players and options as the rules read them."""
        return find_game(self.game).encode(self.players, self.options)

    def policies(self) -> tuple[Integers, Integers]:
        """How each player decides, and with which weights; only for quick games."""
        found = _policies(self.game, self.bots)
        if found is None:
            raise ValueError("these bots are asked decision by decision")
        return found


@functools.lru_cache(maxsize=8)
def _policies(name: str, bots: tuple[str, ...]) -> tuple[Integers, Integers] | None:
    game = find_game(name)
    kinds, weights = [], []
    for bot in (bot_named(each, game, 0) for each in bots):
        if not isinstance(bot, Light | Random):
            return None
        kinds.append(LIGHT if isinstance(bot, Light) else BY_LOT)
        weights.append(bot.weights if isinstance(bot, Light) else game.weights.array())
    return np.array(kinds, np.int64), np.array(weights, np.int64)


@functools.lru_cache(maxsize=2)
def _counted_games(
    game: str, players: int, options: tuple[int, ...], seed: int | str, room: int
) -> CountedGames:
    return CountedGames(find_game(game), players, list(options), seed, room)


def line_up(game: Game, bots: list[str], players: int) -> tuple[str, ...]:
    """A bot for each player: one name is for all, several are repeated in turn."""
    if len(bots) > players:
        raise OptionError(f"there are {len(bots)} bots, but only {players} players")
    if not bots:
        raise OptionError("there must be at least one bot, such as random or light")
    names = tuple(bots[n % len(bots)] for n in range(players))
    for name in names:
        bot_named(name, game, 0)
    return names
