"""The arrays a batch of games writes into: made here, or brought by the caller and checked here."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from parapegma.core.game import Game
from parapegma.errors import OptionError

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Arrays:
    """A row for every game. Between two steps they belong to the batch: read, do not write."""

    observations: Array
    """What the seat that decides sees (int16); docs/observations says what each number is."""
    masks: Array
    """1 for every action that is legal, 0 for all others (int8)."""
    rewards: Array
    """What the last step brought each seat (float32)."""
    ended: Array
    """1 where the last step ended the game (int8)."""
    cut: Array
    """1 where the last step reached the limit of decisions (int8)."""
    actors: Array
    """The seat that decides now, -1 where the game is over (int8)."""
    finals: Array
    """Where a new game was dealt at once: the last observation of the one before (int16)."""

    @classmethod
    def allocate(cls, game: Game, games: int, players: int) -> Arrays:
        """New arrays of the right kinds and sizes."""
        return cls(
            **{name: np.zeros(shape, kind) for name, (shape, kind) in array_kinds(game, games, players)}
        )

    def check(self, game: Game, games: int, players: int) -> None:
        """Refuse arrays that compiled code could not write into."""
        for name, (shape, kind) in array_kinds(game, games, players):
            array = getattr(self, name)
            if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != kind:
                found = (
                    f"{array.shape} {array.dtype}" if isinstance(array, np.ndarray) else type(array).__name__
                )
                raise OptionError(f"{name} must be an array of shape {shape} and kind {kind}, not {found}")
            if not array.flags.c_contiguous or not array.flags.writeable:
                raise OptionError(f"{name} must be one piece of memory that can be written")

    def all(self) -> tuple[Array, ...]:
        """The arrays in the order of their names above."""
        return tuple(getattr(self, each.name) for each in fields(self))


def array_kinds(
    game: Game, games: int, players: int
) -> list[tuple[str, tuple[tuple[int, ...], np.dtype[Any]]]]:
    """The arrays by name, each with its shape and its kind of numbers."""
    seen = (games, game.observation_length)
    return [
        ("observations", (seen, np.dtype(np.int16))),
        ("masks", ((games, game.action_count), np.dtype(np.int8))),
        ("rewards", ((games, players), np.dtype(np.float32))),
        ("ended", ((games,), np.dtype(np.int8))),
        ("cut", ((games,), np.dtype(np.int8))),
        ("actors", ((games,), np.dtype(np.int8))),
        ("finals", (seen, np.dtype(np.int16))),
    ]
