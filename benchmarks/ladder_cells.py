"""The cells of the ladder: who plays whom, in which game and with how many players."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from parapegma import all_games
from parapegma.bots import LEVELS, bot_named
from parapegma.core.game import Game
from parapegma.errors import OptionError


@dataclass(frozen=True)
class Cell:
    """One bot against a table of another one; with one player, alone."""

    game: str
    players: int
    one: str
    others: str | None

    @property
    def name(self) -> str:
        """As in ``ophiuchus-2-adept-greedy``; what plays alone is ``ophiuchus-1-adept``."""
        return "-".join([self.game, str(self.players), self.one, *([self.others] if self.others else [])])

    @property
    def bots(self) -> list[str]:
        """Who sits at the table, by names that do without a clock."""
        return [untimed(self.one), *[untimed(self.others or "")] * (self.players - 1)]


def untimed(bot: str) -> str:
    return f"{bot}:untimed" if bot in LEVELS else bot


def steps() -> list[tuple[str, str]]:
    """Each level against the one below it."""
    return [(stronger, weaker) for weaker, stronger in pairwise(LEVELS)]


def across() -> list[tuple[str, str]]:
    """What else is compared, at the smallest and the full table of each game."""
    return [("greedy", "random"), ("adept", "greedy"), ("master", "greedy")]


def looking() -> tuple[str, str]:
    """A network without search against searches, in games that come with one."""
    return ("look", "search:1000")


def comes_with_network(game: Game) -> bool:
    try:
        bot_named("look", game, 0)
    except OptionError:
        return False
    return True


def alone() -> list[str]:
    """Who is compared in games for one."""
    return ["random", "greedy", *LEVELS]


def all_cells() -> list[Cell]:
    """The quick ones first within a game, all games in turn."""
    return [cell for game in all_games() for cell in _cells_of(game)]


def tables_of(game: Game) -> list[int]:
    """The numbers of players with somebody to play against."""
    return [players for players in game.players if players > 1]


def _cells_of(game: Game) -> list[Cell]:
    tables = tables_of(game)
    cells = [Cell(game.name, 1, bot, None) for bot in alone() if 1 in game.players]
    cells += [Cell(game.name, n, *pair) for pair in across() for n in dict.fromkeys((tables[0], tables[-1]))]
    cells += [Cell(game.name, n, *pair) for pair in steps() for n in tables]
    return cells + [Cell(game.name, n, *looking()) for n in tables if comes_with_network(game)]
