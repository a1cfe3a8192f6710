"""A game's heuristics asked from Python: for tests, and for whoever tunes weights."""

from __future__ import annotations

from typing import Any

import numpy as np

from parapegma.core.compiled.arrays import as_argument
from parapegma.core.compiled.heuristics import policy_at, value_at
from parapegma.core.position import Position

_UNTOUCHED = -(1 << 62)


def policy_of(position: Position, weights: np.ndarray[Any, np.dtype[np.int64]]) -> dict[int, int]:
    """How likely each legal action should be in a quick playout."""
    legal = position.legal()
    choices, priors = np.array(legal, np.int64), np.full(len(legal) + 1, _UNTOUCHED, np.int64)
    arrays = (as_argument(position.states), as_argument(choices))
    policy_at(*arrays, len(legal), as_argument(priors), as_argument(weights))
    if priors[-1] != _UNTOUCHED:
        raise TypeError("policy writes more priors than there are choices")
    return dict(zip(legal, priors[:-1].tolist(), strict=True))


def value_of(position: Position, weights: np.ndarray[Any, np.dtype[np.int64]]) -> list[int]:
    """What every seat may expect in the end, in hundredths of a point."""
    values = np.zeros(position.players, np.int64)
    value_at(as_argument(position.states), as_argument(values), as_argument(weights))
    found: list[int] = values.tolist()
    return found
