"""Estimates with 95 % intervals, from exact sums over games.

Seats at one table are not independent: where one wins, the others lose. So games, not seats, are what is
counted as drawn by lot, and the spread of a difference between seats is that of whole games.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from statistics import NormalDist

from parapegma.lab.intervals import wilson

Z = NormalDist().inv_cdf(0.975)
_NOTHING = 1e-9
"""A difference this small is one of rounding."""
ENOUGH = 30
"""Fewer cases than this, with or without, and no difference is given."""


@dataclass(frozen=True)
class Estimate:
    """A figure, and the interval that covers the true one in 95 of 100 such studies."""

    value: float
    low: float
    high: float

    def data(self) -> dict[str, float]:
        """As plain data, rounded to what can be meant."""
        return {name: round(number, 6) for name, number in asdict(self).items()}


@dataclass(frozen=True)
class Difference:
    """What seats with something reach, what those without it reach, and how much more that is."""

    with_it: float
    without: float
    more: Estimate
    error: float
    """The standard error of the difference."""

    def clear(self, comparisons: int) -> bool:
        """Whether it is more than chance would bring forth in one of so many comparisons (Bonferroni)."""
        if abs(self.more.value) < _NOTHING:
            return False
        if self.error == 0:
            return True
        return abs(self.more.value) / self.error > NormalDist().inv_cdf(1 - 0.025 / max(comparisons, 1))


def share(part: float, whole: float) -> Estimate:
    """A share, such as games won of games played, with Wilson's interval; shared wins count in part.

    >>> share(50, 100).data()
    {'value': 0.5, 'low': 0.403832, 'high': 0.596168}
    """
    return Estimate(part / whole if whole else 0.0, *wilson(part, whole))


def mean(total: int, squares: int, n: int) -> Estimate:
    """A mean from the sum and the sum of squares.

    >>> mean(10, 30, 4).data()
    {'value': 2.5, 'low': 1.234849, 'high': 3.765151}
    """
    if n == 0:
        return Estimate(0.0, 0.0, 0.0)
    value = total / n
    # Whole numbers as long as they can be: the difference of two large sums must not be lost.
    variance = max(squares * n - total * total, 0) / n / max(n - 1, 1)
    half = Z * math.sqrt(variance / n)
    return Estimate(value, value - half, value + half)


@dataclass(frozen=True)
class Sums:
    """Sums over games: n seats of a game have something, with a in sum; t is the sum of all seats."""

    games: int
    seats: int
    """In each game."""
    n: int
    n2: int
    a: int
    a2: int
    an: int
    t: int
    t2: int
    at: int
    nt: int


def difference(sums: Sums, unit: float = 1.0) -> Difference | None:
    """The mean of a over seats with something, less that over seats without; ``unit`` is what 1 is called.

    Both means are ratios of sums over games; the error is the usual first-order one for the difference of two
    ratios, with the games as the sample.
    """
    with_n, without_n = sums.n, sums.games * sums.seats - sums.n
    if with_n < ENOUGH or without_n < ENOUGH or sums.games < 2:
        return None
    with_it, without = sums.a / with_n, (sums.t - sums.a) / without_n
    # What one game adds: (a - with_it n) / with_n - ((t - a) - without (seats - n)) / without_n, that is
    # p a + q n + r t + c; its square is summed over games.
    p = 1 / with_n + 1 / without_n
    q = -with_it / with_n - without / without_n
    r = -1 / without_n
    c = without * sums.seats / without_n
    squared = (
        p * p * sums.a2 + q * q * sums.n2 + r * r * sums.t2 + c * c * sums.games
        + 2 * (p * q * sums.an + p * r * sums.at + q * r * sums.nt)
        + 2 * c * (p * sums.a + q * sums.n + r * sums.t)
    )  # fmt: skip
    error = math.sqrt(max(squared, 0.0) * sums.games / (sums.games - 1)) * unit
    more = (with_it - without) * unit
    return Difference(
        with_it * unit, without * unit, Estimate(more, more - Z * error, more + Z * error), error
    )


def between(one: Estimate, other: Estimate) -> tuple[Estimate, float]:
    """How much more one estimate is than another one from other games, and the standard error of that."""
    error = math.hypot(one.high - one.low, other.high - other.low) / (2 * Z)
    more = one.value - other.value
    return Estimate(more, more - Z * error, more + Z * error), error
