"""How many games of n decisions there are from fixed seeds: a contract of numbers, as in chess.

A change of these counts is a change of the rules, and of the game's version.
"""

from __future__ import annotations

import numpy as np

from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import MOST_CHOICES, as_argument, new_states
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.game import Game, find_game
from parapegma.core.position import Position


def perft(
    game: str | Game, depth: int, players: int | None = None, seed: int | str = 1, **options: object
) -> int:
    """The number of sequences of ``depth`` decisions from the deal of a seed.

    Chance follows the seed too, so the number is exact. A game that ends earlier counts once.

    >>> perft("ophiuchus", 1)
    3
    """
    found = find_game(game) if isinstance(game, str) else game
    seats, checked = found.check(players, options)
    if not 0 <= depth < MOST_CHOICES:
        raise ValueError(f"depth must be from 0 to {MOST_CHOICES - 1}, not {depth}")
    if depth == 0:
        return 1
    states = new_states(found.state, depth + 1)
    states[0] = Position.deal_key(found, seats, checked, key_of_seed(seed)).states[0]
    choices = np.zeros((depth + 1, MOST_CHOICES), np.int64)
    return int(entry_points.perft(as_argument(states), as_argument(choices), depth))
