"""The sums over games that every figure of a balance report is made of.

All are whole numbers, so they are the same in whatever order the games are added up, on however many
machines.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from parapegma.core.compiled.arrays import as_argument
from parapegma.core.game import Game
from parapegma.lab.compiled import counting
from parapegma.lab.compiled.counting import COUNTABLE_SUMS, DECISIONS, ENDING, FIRST, LENGTH, SHARE
from parapegma.lab.count_plan import CountPlan, Integers
from parapegma.lab.counted_games import CountedGames
from parapegma.lab.estimates import Sums


def _zeros(*shape: int) -> Integers:
    return np.zeros(shape, np.int64)


@dataclass
class Totals:
    """Sums over games of one setup."""

    players: int
    wins: Integers
    """Shares of wins by seat, in units of SHARE; the same by place in the order of play, and by player."""
    points: Integers
    points2: Integers
    order_wins: Integers
    order_points: Integers
    order_points2: Integers
    order_places: Integers
    """How often the seat that decides first, second and so on came first, second and so on."""
    bot_wins: Integers
    bot_points: Integers
    bot_points2: Integers
    sources: Integers
    """By source: the sums of ``Sums`` from n to nt, where n seats have won."""
    order_sources: Integers
    countables: Integers
    games: int = 0
    table_points: int = 0
    table_points2: int = 0
    decisions: Counter[int] = field(default_factory=Counter)
    length: Counter[int] = field(default_factory=Counter)
    endings: Counter[int] = field(default_factory=Counter)
    best: Counter[int] = field(default_factory=Counter)
    """The winner's points."""
    ahead: Counter[int] = field(default_factory=Counter)
    """By how many points the best is ahead of the next."""
    winners: Counter[int] = field(default_factory=Counter)

    @classmethod
    def empty(cls, game: Game, players: int) -> Totals:
        sources = len(game.statistics.sources)
        by_seat = (
            "wins", "points", "points2", "order_wins", "order_points", "order_points2", "bot_wins",
            "bot_points", "bot_points2",
        )  # fmt: skip
        rows: dict[str, Any] = {name: _zeros(players) for name in by_seat}
        return cls(
            players=players,
            **rows,
            order_places=_zeros(players, players),
            sources=_zeros(sources, len(SOURCE_SUMS)),
            order_sources=_zeros(players, sources),
            countables=_zeros(CountPlan.of(game).countables, COUNTABLE_SUMS),
        )

    def add(self, other: Totals) -> None:
        """Add the games of other totals of the same setup."""
        for name, value in vars(other).items():
            if name != "players":
                mine = getattr(self, name)
                if isinstance(value, Counter):
                    mine.update(value)
                else:
                    setattr(self, name, mine + value)

    def count(self, games: CountedGames, first: int) -> None:
        """Add some games, the first of which has the number ``first``."""
        n, players = games.games, self.players
        facts, points, places = games.facts[:n], games.points[:n], games.places[:n]
        seats = np.arange(players)
        won = places == 1
        winners = won.sum(axis=1)
        shares = np.where(won, SHARE // np.maximum(winners, 1)[:, None], 0)
        table = points.sum(axis=1)
        leads = points * players - table[:, None] if players > 1 else points
        self.games += n
        self.table_points += int(table.sum())
        self.table_points2 += int((table * table).sum())
        self._by_seat(shares, points, (self.wins, self.points, self.points2))
        # Who sits where: in the order of play from the seat that decides first, and which player it is.
        order = (facts[:, FIRST][:, None] + seats) % players
        self._by_seat(
            np.take_along_axis(shares, order, 1), np.take_along_axis(points, order, 1),
            (self.order_wins, self.order_points, self.order_points2),
        )  # fmt: skip
        ordered = np.take_along_axis(places, order, 1)
        for place in range(players):
            self.order_places[:, place] += (ordered == place + 1).sum(axis=0)
        bots = (seats - (first + np.arange(n))[:, None]) % players
        self._by_seat(
            np.take_along_axis(shares, bots, 1), np.take_along_axis(points, bots, 1),
            (self.bot_wins, self.bot_points, self.bot_points2),
        )  # fmt: skip
        self._count_sources(games.parts[:n], won, winners, order)
        counting.sum_countables(
            as_argument(games.used),
            as_argument(shares),
            as_argument(leads),
            n,
            players,
            as_argument(self.countables),
        )
        for counter, values in (
            (self.decisions, facts[:, DECISIONS]), (self.length, facts[:, LENGTH]),
            (self.endings, facts[:, ENDING]), (self.winners, winners),
        ):  # fmt: skip
            _count(counter, values)
        best_first = np.sort(points, axis=1)[:, ::-1]
        _count(self.best, best_first[:, 0])
        if players > 1:
            _count(self.ahead, best_first[:, 0] - best_first[:, 1])

    @staticmethod
    def _by_seat(shares: Any, points: Any, sums: tuple[Integers, Integers, Integers]) -> None:
        for total, added in zip(sums, (shares, points, points * points), strict=True):
            total += added.sum(axis=0)

    def _count_sources(self, parts: Any, won: Any, winners: Any, order: Any) -> None:
        a = (parts * won[:, :, None]).sum(axis=1)
        t = parts.sum(axis=1)
        n = winners[:, None]
        columns = (n + 0 * a, n * n + 0 * a, a, a * a, a * n, t, t * t, a * t, n * t)
        for column, values in enumerate(columns):
            self.sources[:, column] += values.sum(axis=0)
        self.order_sources += np.take_along_axis(parts, order[:, :, None], 1).sum(axis=0)

    def source_sums(self, source: int) -> Sums:
        """What winners and others had from a source."""
        return Sums(self.games, self.players, *(int(value) for value in self.sources[source]))

    def countable_sums(self, countable: int, measure: str) -> Sums:
        """What seats that used a countable reached: ``wins`` in units of SHARE, or the ``lead``.

        The lead is the points above the table's mean, times the number of seats; alone, the points.
        """
        row = {name: int(self.countables[countable, getattr(counting, name)]) for name in _COLUMNS}
        n, n2 = row["SEATS"], row["SEATS2"]
        if measure == "wins":
            total = SHARE
            a, a2, an = row["WINS"], row["WINS2"], row["WINS_SEATS"]
        else:
            total = 0
            a, a2, an = row["LEAD"], row["LEAD2"], row["LEAD_SEATS"]
        if self.players == 1 and measure == "lead":
            # One seat: what the table has is what the seat has.
            return Sums(
                self.games, 1, n, n2, a, a2, an, self.table_points, self.table_points2, a2, an
            )  # fmt: skip
        t, t2 = total * self.games, total * total * self.games
        return Sums(self.games, self.players, n, n2, a, a2, an, t, t2, a * total, n * total)


SOURCE_SUMS = ("n", "n2", "a", "a2", "an", "t", "t2", "at", "nt")
_COLUMNS = ("SEATS", "SEATS2", "WINS", "WINS2", "WINS_SEATS", "LEAD", "LEAD2", "LEAD_SEATS")


def _count(counter: Counter[int], values: Any) -> None:
    found, times = np.unique(values, return_counts=True)
    counter.update(dict(zip(found.tolist(), times.tolist(), strict=True)))
