"""Ratings from games of any number of seats (openskill, the Plackett-Luce model)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from parapegma.extras import load_extra


@dataclass(frozen=True)
class Rating:
    """Strength, and how unsure it still is (a standard deviation)."""

    mu: float
    sigma: float


def rate(games: Iterable[tuple[Sequence[str], Sequence[int]]]) -> dict[str, Rating]:
    """Rate bots by games in the order given; each is the bot and the rank of every seat.

    A bot in several seats of a game plays each of them with the same strength: what its seats gain and lose
    is added up, and its doubt shrinks by the mean of theirs, for its seats tell nothing about each other.

    >>> ratings = rate([(["a", "b"], [1, 2])] * 9)
    >>> ratings["a"].mu > 25 > ratings["b"].mu
    True
    """
    models = load_extra("openskill.models", "arena", "rating bots")
    # Bots do not change from game to game, so doubt never grows again (tau).
    model: Any = models.PlackettLuce(tau=0.0)
    start = model.rating()
    ratings: dict[str, Rating] = {}
    for seats, ranks in games:
        before = [ratings.get(bot, Rating(start.mu, start.sigma)) for bot in seats]
        teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
        after = [team[0] for team in model.rate(teams, ranks=[float(rank) for rank in ranks])]
        for bot in dict.fromkeys(seats):
            own = [seat for seat, other in enumerate(seats) if other == bot]
            mu = before[own[0]].mu + sum(after[seat].mu - before[seat].mu for seat in own)
            ratings[bot] = Rating(mu, sum(after[seat].sigma for seat in own) / len(own))
    return ratings
