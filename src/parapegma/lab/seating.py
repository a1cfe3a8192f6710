"""Who sits at the tables of a study, and how one game of theirs is played.

``random`` and ``light`` decide in compiled code, a whole batch of games in one call. Every other bot is asked
decision by decision, and what it has played is then counted by the same code.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

import numpy as np

from parapegma.bots.bot import Bot
from parapegma.bots.compiled.playout import BY_LOT, LIGHT
from parapegma.bots.levels import bot_named
from parapegma.bots.simple import Light, Random
from parapegma.core import engine
from parapegma.core.compiled.arrays import States
from parapegma.core.compiled.rng import Key, key_of_seed
from parapegma.core.game import Game, find_game
from parapegma.core.options import Value
from parapegma.core.seed import derived_seed
from parapegma.errors import OptionError
from parapegma.lab.plan import Batch, Integers


@dataclass(frozen=True)
class Setting:
    """A game, the number of players, options and bots: what all games of a study have in common."""

    game: str
    players: int
    options: dict[str, Value] = field(hash=False)
    bots: tuple[str, ...]
    """One for each player; with every game they move on by one seat."""
    seed: int | str

    @property
    def quick(self) -> bool:
        """Whether compiled code plays these games by itself."""
        return _policies(self.game, self.bots) is not None

    def seated(self, number: int) -> list[Bot]:
        """The players of a game, each with a seed of its own; who sits where, says ``player_at``."""
        game = find_game(self.game)
        return [
            bot_named(name, game, derived_seed("balance", self.seed, number, n))
            for n, name in enumerate(self.bots)
        ]

    def player_at(self, seat: int, number: int) -> int:
        """Which player sits at a seat in game number ``number``."""
        return (seat + number) % self.players

    def batch(self, room: int) -> Batch:
        """Room for games of this setting."""
        return _batch(self.game, self.players, tuple(self.encoded()), self.seed, room)

    def encoded(self) -> list[int]:
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
def _batch(game: str, players: int, options: tuple[int, ...], seed: int | str, room: int) -> Batch:
    return Batch(find_game(game), players, list(options), seed, room)


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


def play_slowly(setting: Setting, number: int) -> tuple[Key, list[int]]:
    """One game by bots that are asked for every decision: its key and its actions."""
    game = find_game(setting.game)
    key = setting.batch(1).key_of(number)
    states: States = engine.deal(game.state, setting.encoded(), key)
    bots = setting.seated(number)
    actions: list[int] = []
    while (seat := engine.actor(states)) >= 0:
        legal = engine.legal(states)
        action = legal[0]
        if len(legal) > 1:
            # A bot is handed only what its seat can know.
            sight = key_of_seed(f"balance {setting.seed} {number} {len(actions)}")
            known = engine.determinize(states, seat, sight)
            action = bots[setting.player_at(seat, number)].think(known, seat).action
        engine.apply(states, action)
        actions.append(action)
    return key, actions
