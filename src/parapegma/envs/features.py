"""Observations as a learner wants them: numbers from -1 to 1, kinds and sets taken apart.

>>> from parapegma import Match, find_game
>>> features = Features(find_game("ulysses"))
>>> seen = Match("ulysses", seed=7).position.observe(0)
>>> seen.shape, features(seen).shape, float(features(seen).max())
((499,), (1189,), 1.0)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parapegma.core.game import Game
from parapegma.errors import OptionError

Array = np.ndarray[Any, Any]


class Features:
    """Takes observations of a game apart, by the ranges of its layout.

    A flag stays as it is, a count is divided by its highest value, a kind becomes a flag for each of its
    things, a set a flag for each of its bits. The features of a number stand one after the other, in the
    order of the observation.
    """

    def __init__(self, game: Game) -> None:
        if not game.layout:
            raise OptionError(f"{game.name} says nothing about the ranges of its observation")
        scaled: list[tuple[int, int, float]] = []
        equal: list[tuple[int, int, int]] = []
        bits: list[tuple[int, int, int]] = []
        at = 0
        for part in game.layout:
            found, sort = part.range, part.range.sort
            for number in range(part.at, part.at + part.length):
                for n in range(found.features):
                    if sort == "kind":
                        equal.append((at, number, n + 1))
                    elif sort == "set":
                        bits.append((at, number, n))
                    else:
                        scaled.append((at, number, 1 / max(found.high, -found.low)))
                    at += 1
        self.length = at
        """How many features there are."""
        self.scaled = _columns(scaled, np.float32)
        """Of numbers that are divided: the feature, the number, by what it is multiplied."""
        self.equal = _columns(equal, np.int16)
        """Of kinds: the feature, the number, the value that it stands for."""
        self.bits = _columns(bits, np.int16)
        """Of sets: the feature, the number, the bit."""

    def __call__(self, seen: Array) -> Array:
        """Features (float32) of one observation, or of many in rows."""
        out = np.empty((*seen.shape[:-1], self.length), np.float32)
        to, number, factor = self.scaled
        out[..., to] = seen[..., number] * factor
        to, number, value = self.equal
        out[..., to] = seen[..., number] == value
        to, number, bit = self.bits
        out[..., to] = seen[..., number] >> bit & 1
        return out


def _columns(rows: list[tuple[int, int, Any]], kind: Any) -> tuple[Array, Array, Array]:
    to, number, last = zip(*rows, strict=True) if rows else ((), (), ())
    return np.array(to, np.int64), np.array(number, np.int64), np.array(last, kind)
