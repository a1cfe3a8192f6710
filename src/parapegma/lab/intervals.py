"""How sure a share is: 95 % intervals; and places with shared ones at their middle."""

from __future__ import annotations

import math
from collections.abc import Sequence

NORMAL_95 = 1.959963984540054
"""95 % of a normal distribution lie within so many standard deviations."""


def wilson(successes: float, trials: float, z: float = NORMAL_95) -> tuple[float, float]:
    """The interval of Wilson (1927) for a share; it never leaves 0 to 1 and holds for few trials, too.

    Successes need not be whole: half a win is what a seat gets of a shared one. Such shares vary less than
    wins and losses with the same mean, so the interval is then rather too wide than too narrow.

    >>> [round(bound, 4) for bound in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    centre = share + z * z / (2 * trials)
    reach = z * math.sqrt(max(0.0, share * (1 - share)) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    # Rounding must not push a bound past the share itself.
    return max(0.0, min(share, (centre - reach) / scale)), min(1.0, max(share, (centre + reach) / scale))


def middle_ranks(ranks: Sequence[int]) -> list[float]:
    """Places with shared ones at their middle, so that a table's places always have the same mean.

    >>> middle_ranks([1, 3, 1])
    [1.5, 3.0, 1.5]
    """
    return [rank + (ranks.count(rank) - 1) / 2 for rank in ranks]
