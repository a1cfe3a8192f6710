"""Who plays whom: line-ups, and the games in which each of them sits in every rotation of seats."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parapegma.core.seed import Seed, derived_seed
from parapegma.errors import OptionError


@dataclass(frozen=True)
class Lineup:
    """The bots at one table, in the order in which they sit."""

    bots: tuple[str, ...]
    reordered: bool = False
    """Whether each deal seats them in another order, so that nobody always plays after the same bot."""

    def seats_of(self, bot: str) -> int:
        return self.bots.count(bot)

    def __str__(self) -> str:
        """The line-up in words.

        >>> str(Lineup(("greedy", "random", "random")))
        'greedy : 2 random'
        """
        counts = ((name, self.seats_of(name)) for name in dict.fromkeys(self.bots))
        return " : ".join(name if n == 1 else f"{n} {name}" for name, n in counts)


@dataclass(frozen=True)
class Fixture:
    """One game that is to be played: which line-up, which deal, and how far the seats are turned."""

    lineup: int
    deal: int
    rotation: int
    seats: tuple[str, ...]
    """The bot of every seat."""


def round_robin(bots: Sequence[str], players: int) -> list[Lineup]:
    """Every bot once against a table of every other, and every table of bots that are all different.

    >>> [str(lineup) for lineup in round_robin(["a", "b"], 2)]
    ['a : b']
    >>> [str(lineup) for lineup in round_robin(["a", "b"], 3)]
    ['a : 2 b', 'b : 2 a']
    >>> [str(lineup) for lineup in round_robin(["a", "b", "c"], 3)][-1]
    'a : b : c'
    """
    doubled = [bot for bot in dict.fromkeys(bots) if bots.count(bot) > 1]
    if doubled:
        raise OptionError(f"{doubled[0]} is named twice; with --lineup a bot may take several seats")
    if players == 1:
        return [Lineup((bot,)) for bot in bots]
    if len(bots) < 2:
        raise OptionError("name at least two bots to compare, such as --bots greedy,random")
    if players == 2:
        return [Lineup(pair) for pair in itertools.combinations(bots, 2)]
    against = [Lineup((one, *[other] * (players - 1))) for one, other in itertools.permutations(bots, 2)]
    mixed = [Lineup(table, reordered=True) for table in itertools.combinations(bots, players)]
    return against + mixed


def fixtures(lineups: Sequence[Lineup], players: int, games: int, seed: Seed) -> Iterator[Fixture]:
    """All games, deal by deal: each deal is played by every line-up in every rotation.

    ``games`` is how many each line-up plays; begun deals are finished.
    """
    for deal in range(deals(games, players)):
        for number, lineup in enumerate(lineups):
            for rotation in range(players):
                yield Fixture(number, deal, rotation, seated(lineup, deal, rotation, seed))


def deals(games: int, players: int) -> int:
    """How many deals are needed for at least so many games of a line-up."""
    return math.ceil(games / players)


def seated(lineup: Lineup, deal: int, rotation: int, seed: Seed) -> tuple[str, ...]:
    """The bot of every seat in one game."""
    around = lineup.bots
    n = len(around)
    if lineup.reordered:
        order = sorted(range(n), key=lambda place: derived_seed("order", seed, deal, place))
        around = tuple(around[place] for place in order)
    return tuple(around[(seat - rotation) % n] for seat in range(n))
