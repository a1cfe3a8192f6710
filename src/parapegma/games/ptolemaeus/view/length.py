"""Ptolemaeus: how many rounds a game will last.

The sky and the order of the event cards alone decide when the Comet comes round; players cannot
change it. Which planets have moved depends only on the set of cards used so far, not on their order.
So it is enough to count, for every set of cards, in how many orders the Comet is how far: exact over
all orders, instead of a sample of shuffles.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from parapegma.core.compiled.arrays import as_argument
from parapegma.games.ptolemaeus.components import ECLIPSIS, EVENT_PLANETS, LUNA, N_PLANETS, N_SIGNS
from parapegma.games.ptolemaeus.rules.steps.sky import write_free_signs


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


@functools.cache
def _free_signs() -> np.ndarray[Any, np.dtype[np.int64]]:
    """Where the Comet stops, by the rule itself: for every set of signs with planets and every sign."""
    found = np.zeros((1 << N_SIGNS, N_SIGNS), np.int64)
    write_free_signs(as_argument(found))
    return found


def _mask(signs: Iterable[int]) -> int:
    return functools.reduce(lambda bits, sign: bits | 1 << int(sign), signs, 0)


def comet_place(signs: tuple[int, ...]) -> int:
    """Where the setup puts the Comet (PT-2.2).

    >>> comet_place((7, 9, 8, 9, 10, 0, 1))
    2
    """
    return int(_free_signs()[_mask(signs), (signs[LUNA] + 6) % N_SIGNS])


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


def _comet_goes(comet: Any, planets: Any) -> Any:
    """How many signs the Comet goes on, for one sky or many: the signs with planets, a bit each."""
    return (_free_signs()[planets, (comet + 1) % N_SIGNS] - comet) % N_SIGNS


@functools.cache
def _reached(start: int) -> Any:
    """How far from its start the Comet comes: for every set of signs with planets, and how far it was."""
    far = np.arange(N_SIGNS)
    sets = np.arange(1 << N_SIGNS)[:, None]
    return (far + _comet_goes((start + far) % N_SIGNS, sets)).astype(np.int16)


@functools.cache
def _sets(n: int) -> tuple[Any, list[tuple[Any, Any]]]:
    """All sets of n cards: which cards each holds; and by size, the sets and those with one card less."""
    sets = np.arange(1 << n)
    holds = sets[:, None] >> np.arange(n) & 1
    sizes = holds.sum(axis=1)
    levels = []
    for size in range(1, n + 1):
        level = sets[sizes == size]
        cards = np.nonzero(holds[level])[1].reshape(len(level), size)
        levels.append((level, np.ascontiguousarray((level[:, None] ^ 1 << cards).T)))
    return holds.astype(np.float64), levels


def _count(signs: tuple[int, ...], start: int, steps: int, cards: list[int], before: int) -> Rounds:
    """Follow all orders of the cards at once, one more card in each round."""
    holds, levels = _sets(len(cards))
    moving = np.array([[card >> planet & 1 for planet in range(N_PLANETS)] for card in cards], np.float64)
    # Whole numbers all along; as floats they are multiplied faster.
    moves = (holds @ moving.reshape(len(cards), N_PLANETS)).astype(np.int64)
    occupied = np.bitwise_or.reduce(1 << (np.array(signs) + moves) % N_SIGNS, axis=1)
    # How far the Comet comes, by the cards used and how far it was; beyond a round it is at the end.
    reached = _reached(start).take(occupied, axis=0)
    orders: np.ndarray[Any, np.dtype[np.float64]] = np.zeros((len(occupied), N_SIGNS))
    orders[0, steps] = 1
    ended: dict[int, float] = {}
    for size, (level, one_less) in enumerate(levels, start=1):
        coming = orders.take(one_less, axis=0).sum(axis=0)
        places = reached.take(level, axis=0) + 2 * N_SIGNS * np.arange(len(level))[:, None]
        there = np.bincount(places.ravel(), coming.ravel(), 2 * N_SIGNS * len(level))
        there = there.reshape(len(level), 2 * N_SIGNS)
        orders[level] = there[:, :N_SIGNS]
        # Each order of so many cards stands for all orders of the cards that follow.
        ended[size] = float(there[:, N_SIGNS:].sum()) * _factorial(len(cards) - size)
    # With other data files cards may run out: then only the Comet moves (PT-14.11).
    for place in np.nonzero(orders[-1])[0].tolist():
        size, steps = len(cards), place
        while steps < N_SIGNS:
            steps += int(_comet_goes((start + steps) % N_SIGNS, int(occupied[-1])))
            size += 1
        ended[size] = ended.get(size, 0.0) + float(orders[-1, place])
    total = sum(ended.values())
    lengths = [size + before for size, ways in ended.items() if ways > 0]
    mean = sum((size + before) * ways for size, ways in ended.items()) / total
    return Rounds(mean, min(lengths), max(lengths))


def _factorial(n: int) -> float:
    return float(np.prod(np.arange(1, n + 1, dtype=np.float64)))
