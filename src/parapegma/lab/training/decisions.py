"""Decisions of a player, kept small: what it saw, what it might do, how much thought each choice was worth.

An observation of Pacal's Rocket has 2,394 numbers, of which some 180 are not 0: only those are kept. Rows
of all numbers are made for as many decisions at a time as are learnt from at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from parapegma.core.game import Game
from parapegma.errors import DataError

VERSION = 2
"""Of the file; 1 kept whole observations and nothing but the action chosen."""
WHOLE = 65_535
"""What stands for 1 in shares of choices."""

Array = np.ndarray[Any, Any]


class Rows(NamedTuple):
    """Some decisions as arrays with a row each."""

    observations: Array
    legal: Array
    wanted: Array
    """For each action, what share of the thought went to it."""
    actions: Array
    results: Array
    """The share of the win that each seat had in the end, from the observer on."""
    expected: Array
    """The same as the player expected it."""
    players: Array


@dataclass(frozen=True)
class Decisions:
    """Decisions of a player, one after the other."""

    seen_ends: Array
    """Where the numbers of each decision end in the next two."""
    seen_at: Array
    seen: Array
    choice_ends: Array
    """The same of the next two: the legal actions, and the share of thought that went to each."""
    choices: Array
    shares: Array
    actions: Array
    results: Array
    expected: Array
    players: Array
    games: Array
    """Which game each is from."""

    def __len__(self) -> int:
        return len(self.actions)

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return sum(getattr(self, field.name).nbytes for field in fields(self))

    def rows(self, game: Game, chosen: Array) -> Rows:
        """Some of the decisions, by their numbers."""
        count = len(chosen)
        observations = np.zeros((count, game.observation_length), np.int16)
        row, at = _parts(self.seen_ends, chosen)
        observations[row, self.seen_at[at]] = self.seen[at]
        legal = np.zeros((count, game.action_count), np.int8)
        wanted = np.zeros((count, game.action_count), np.float32)
        row, at = _parts(self.choice_ends, chosen)
        legal[row, self.choices[at]] = 1
        wanted[row, self.choices[at]] = self.shares[at]
        wanted /= wanted.sum(1, keepdims=True)
        return Rows(
            observations, legal, wanted, self.actions[chosen].astype(np.int64), self.results[chosen],
            self.expected[chosen], self.players[chosen].astype(np.int64),
        )  # fmt: skip

    @classmethod
    def joined(cls, parts: Sequence[Decisions]) -> Decisions:
        """Those of several, games counted on."""
        found: dict[str, Array] = {}
        for field in fields(cls):
            arrays = [getattr(part, field.name) for part in parts]
            if field.name.endswith("_ends") or field.name == "games":
                ends = [int(each[-1]) + (field.name == "games") for each in arrays]
                before = np.concatenate([[0], np.cumsum(ends[:-1])]).astype(np.int64)
                arrays = [each + more for each, more in zip(arrays, before, strict=True)]
            found[field.name] = np.concatenate(arrays)
        return cls(**found)

    def write(self, file: Path, bot: str, count: int) -> None:
        """Keep them in a file, which is whole or not there: so many games of a bot."""
        arrays = {field.name: getattr(self, field.name) for field in fields(self)}
        part = file.with_suffix(".part.npz")
        np.savez_compressed(
            part, version=np.array(VERSION), bot=np.array(bot), count=np.array(count), **arrays
        )
        part.replace(file)

    @classmethod
    def read(cls, file: Path, bot: str | None = None, count: int = 0) -> Decisions:
        """Those of a file, which must hold so many games of that bot, if one is named."""
        with np.load(file) as kept:
            version = int(kept["version"]) if "version" in kept else 1
            if version != VERSION:
                raise DataError(
                    f"{file}: keeps games as version {version} did, here is version {VERSION}; without the "
                    "file they are played anew"
                )
            if bot is not None and (str(kept["bot"]), int(kept["count"])) != (bot, count):
                raise DataError(
                    f"{file}: holds {int(kept['count'])} games of {kept['bot']}, not what is asked for"
                )
            return cls(**{field.name: kept[field.name] for field in fields(cls)})


class Written:
    """Writes down the decisions of one game."""

    def __init__(self) -> None:
        self._seen: list[Array] = []
        self._choices: list[Array] = []
        self._shares: list[Array] = []
        self._actions: list[int] = []
        self._expected: list[list[float] | None] = []
        self._seats: list[int] = []

    def add(
        self, observation: Array, legal: Sequence[int], visits: dict[int, int], action: int, seat: int,
        expected: Sequence[float],
    ) -> None:  # fmt: skip
        """A decision: without visits all thought went to the action; expected may be empty, or by seat."""
        tried = np.array([visits.get(choice, 0) for choice in legal], np.float64)
        if not tried.sum():
            tried = np.array([float(choice == action) for choice in legal])
        self._seen.append(np.array(observation, np.int16))
        self._choices.append(np.array(legal, np.uint16))
        self._shares.append(np.rint(tried / tried.sum() * WHOLE).astype(np.uint16))
        self._actions.append(action)
        self._seats.append(seat)
        total = sum(expected)
        self._expected.append([value / total for value in expected] if total > 0 else None)

    def over(self, shares: Sequence[float], seats: int) -> Decisions:
        """The game has ended with these shares of the win; ``seats`` is the most there are in any game."""
        count, players = len(self._actions), len(shares)
        results, expected = (np.zeros((count, seats), np.float32) for _ in range(2))
        for row, (seat, found) in enumerate(zip(self._seats, self._expected, strict=True)):
            around = [(seat + n) % players for n in range(players)]
            results[row, :players] = [shares[other] for other in around]
            expected[row, :players] = [(found or shares)[other] for other in around]
        at = [np.flatnonzero(each) for each in self._seen]
        return Decisions(
            seen_ends=np.cumsum([len(each) for each in at], dtype=np.int64),
            seen_at=_one(at, np.uint16),
            seen=_one([seen[where] for seen, where in zip(self._seen, at, strict=True)], np.int16),
            choice_ends=np.cumsum([len(each) for each in self._choices], dtype=np.int64),
            choices=_one(self._choices, np.uint16),
            shares=_one(self._shares, np.uint16),
            actions=np.array(self._actions, np.uint16),
            results=results,
            expected=expected,
            players=np.full(count, players, np.int8),
            games=np.zeros(count, np.int32),
        )


def _one(arrays: Sequence[Array], kind: Any) -> Array:
    return np.concatenate([np.zeros(0, kind), *arrays]).astype(kind)


def _parts(ends: Array, chosen: Array) -> tuple[Array, Array]:
    """Of decisions of different lengths: for each of their numbers the row, and where it is kept."""
    begins = np.where(chosen > 0, ends[chosen - 1], 0)
    lengths = ends[chosen] - begins
    row = np.repeat(np.arange(len(chosen)), lengths)
    within = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return row, np.repeat(begins, lengths) + within
