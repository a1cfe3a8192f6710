"""Ptolemaeus: how many rounds a game will last.

The sky and the order of the event cards alone decide when the Comet comes round; players cannot
change it. Which planets have moved depends only on the set of cards used so far, not on their order.
So it is enough to count, for every set of cards, in how many orders the Comet is how far: exact over
all orders, instead of a sample of shuffles.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from parapegma.core.compiled.arrays import as_argument
from parapegma.games.ptolemaeus.components import ECLIPSIS, EVENT_PLANETS, LUNA, N_SIGNS
from parapegma.games.ptolemaeus.rules.steps.sky import count_orders, free_sign


@dataclass(frozen=True)
class Rounds:
    """How many rounds are still to be played: on average, at least, at most."""

    mean: float
    least: int
    most: int

    def __str__(self) -> str:
        if self.least == self.most:
            return str(self.least)
        return f"{self.mean:.1f} ({self.least}-{self.most})"


def _mask(signs: Iterable[int]) -> int:
    return functools.reduce(lambda bits, sign: bits | 1 << int(sign), signs, 0)


def comet_place(signs: tuple[int, ...]) -> int:
    """Where the setup puts the Comet (PT-2.2).

    >>> comet_place((7, 9, 8, 9, 10, 0, 1))
    2
    """
    return int(free_sign(_mask(signs), (signs[LUNA] + 6) % N_SIGNS))


def expected_rounds(signs: tuple[int, ...]) -> Rounds:
    """The length of a whole game that starts from a sky.

    >>> str(expected_rounds((6, 3, 2, 3, 8, 6, 1)))
    '6.1 (5-10)'
    """
    return rounds_left(signs, comet_place(signs), 0, -1, tuple(range(ECLIPSIS)))


@functools.lru_cache(maxsize=256)
def rounds_left(
    signs: tuple[int, ...], comet: int, steps: int, face_up: int, unseen: tuple[int, ...]
) -> Rounds:
    """Rounds until the Comet has come round, this one included.

    ``face_up`` is the event card that moves the planets next, or -1 if it is unknown too; ``unseen``
    are the cards that may follow, in any order.
    """
    before = 0
    if face_up >= 0:
        signs = _moved(signs, int(EVENT_PLANETS[face_up]))
        went = int(_comet_goes(comet, _mask(signs)))
        comet, steps, before = (comet + went) % N_SIGNS, steps + went, 1
        if steps >= N_SIGNS:
            return Rounds(1.0, 1, 1)
    cards = [int(EVENT_PLANETS[card]) for card in unseen if card != ECLIPSIS]
    return _count(signs, (comet - steps) % N_SIGNS, steps, cards, before)


def _moved(signs: tuple[int, ...], planets: int) -> tuple[int, ...]:
    return tuple((sign + (planets >> planet & 1)) % N_SIGNS for planet, sign in enumerate(signs))


def _comet_goes(comet: int, planets: int) -> int:
    """How many signs the Comet goes on; ``planets`` are the signs with planets, a bit each."""
    return int(free_sign(planets, (comet + 1) % N_SIGNS) - comet) % N_SIGNS


def _count(signs: tuple[int, ...], start: int, steps: int, cards: list[int], before: int) -> Rounds:
    """Follow all orders of the cards at once, one more card in each round."""
    orders = np.zeros((1 << len(cards), N_SIGNS), np.int64)
    counted = np.zeros(len(cards) + 1, np.int64)
    arrays = np.array(signs, np.int64), np.array(cards, np.int64), orders, counted
    planets, moving, table, out = map(as_argument, arrays)
    count_orders(planets, moving, start, steps, table, out)
    # Each order of so many cards stands for all orders of the cards that follow.
    ended = {
        size: ways * math.factorial(len(cards) - size) for size, ways in enumerate(counted.tolist()) if ways
    }
    # With other data files cards may run out: then only the Comet moves (PT-14.11).
    for far, ways in enumerate(orders[-1].tolist()):
        size, steps = len(cards), far
        while ways and steps < N_SIGNS:
            steps += _comet_goes((start + steps) % N_SIGNS, _mask(_all_moved(signs, cards)))
            size += 1
        if ways:
            ended[size] = ended.get(size, 0) + ways
    lengths = [size + before for size in ended]
    mean = sum((size + before) * ways for size, ways in ended.items()) / sum(ended.values())
    return Rounds(mean, min(lengths), max(lengths))


def _all_moved(signs: tuple[int, ...], cards: list[int]) -> tuple[int, ...]:
    return functools.reduce(_moved, cards, signs)
