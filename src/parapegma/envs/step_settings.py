"""How an environment pays, deals anew and answers illegal actions: words, and numbers for compiled code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from parapegma.bots.compiled.playout import BY_LOT, LIGHT
from parapegma.envs.compiled import stepping
from parapegma.errors import OptionError, near

RESETS = {"same step": stepping.SAME_STEP, "next step": stepping.NEXT_STEP, "never": stepping.STAY}
ILLEGAL = {"refuse": stepping.REFUSE, "lose": stepping.LOSE, "random": stepping.REPLACE}
REWARDS = {
    "places": stepping.PLACES,
    "wins": stepping.WINS,
    "points": stepping.POINTS,
    "margin": stepping.MARGIN,
    "gains": stepping.GAINS,
}
OPPONENTS = {"random": BY_LOT, "light": LIGHT}


def step_settings(
    reset: str = "same step",
    illegal: str = "refuse",
    reward: str = "places",
    opponents: str = "random",
    limit: int = 0,
    turning: bool = False,
    pay_cut: bool = False,
) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The settings of a step, checked.

    >>> step_settings(reward="wins", limit=100).tolist()
    [1, 0, 1, 0, 100, 0, 0]
    """
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
        raise OptionError(f"the limit of decisions is a whole number from 0 (no limit), not {limit!r}")
    values = np.zeros(stepping.SETTINGS, np.int64)
    values[stepping.RESET] = choice("reset", reset, RESETS)
    values[stepping.ILLEGAL] = choice("illegal", illegal, ILLEGAL)
    values[stepping.PAY] = choice("reward", reward, REWARDS)
    values[stepping.POLICY] = choice("opponents", opponents, OPPONENTS)
    values[stepping.LIMIT] = limit
    values[stepping.TURNING] = turning
    values[stepping.PAY_CUT] = pay_cut
    return values


def choice(name: str, value: Any, known: Mapping[str, int]) -> int:
    """The number of a word, or an error with the words there are."""
    if not isinstance(value, str) or value not in known:
        hint = near(value, known) if isinstance(value, str) else ""
        raise OptionError(f"{name} cannot be {value!r}{hint}; it must be {' or '.join(map(repr, known))}")
    return known[value]
