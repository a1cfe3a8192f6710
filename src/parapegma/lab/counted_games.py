"""Some games and all that is counted in them: played in compiled code, or played again from their actions."""

from __future__ import annotations

from typing import Any

import numpy as np

from parapegma.bots.compiled.playout import ROWS
from parapegma.core.compiled.arrays import MOST_CHOICES, States, as_argument, new_states
from parapegma.core.compiled.rng import Key, key_of_seed, numbered_key
from parapegma.core.game import Game
from parapegma.lab.compiled import counting
from parapegma.lab.count_plan import CountPlan, Integers


class CountedGames:
    """Room for some games and all that is counted in them, and the two ways to fill it.

    Games are played by compiled code from the seed (:meth:`play`), or again from their actions
    (:meth:`replay`), if somebody else has played them.
    """

    def __init__(self, game: Game, players: int, options: list[int], seed: int | str, room: int) -> None:
        self.game, self.players, self.room = game, players, room
        self.plan = CountPlan.of(game)
        self.options = np.array(options, np.int64)
        self.base: Key = key_of_seed(f"balance {seed}")
        self.states: States = new_states(game.state, room)
        self.used = np.zeros((room, players, self.plan.countables), np.int64)
        self.facts = np.zeros((room, counting.FACTS), np.int64)
        self.points = np.zeros((room, players), np.int64)
        self.places = np.zeros((room, players), np.int64)
        self.parts = np.zeros((room, players, len(game.statistics.sources)), np.int64)
        self.games = 0
        """How many games are here now."""
        self._key = np.zeros(2, np.uint64)
        self._work = np.zeros((ROWS, MOST_CHOICES), np.int64)

    def key_of(self, number: int) -> Key:
        """The key of game number ``number``."""
        key = np.zeros(2, np.uint64)
        numbered_key(as_argument(self.base), number, as_argument(key))
        return key

    def play(
        self,
        first: int,
        games: int,
        policies: Integers,
        weights: Integers,
        log: Integers | None = None,
        observations: Any = None,
    ) -> int:
        """Play games from number ``first`` on; returns how many rows of the log belong to complete ones."""
        log = np.zeros((0, counting.LOG), np.int64) if log is None else log
        observations = np.zeros((0, 1), np.int16) if observations is None else observations
        done, written = counting.play_games(
            *map(as_argument, (self.states, self.options, self.base, self._key)), first, games,
            *map(as_argument, (self._work, policies, weights)), *self.plan.arrays(), *self._results(),
            as_argument(log), as_argument(observations),
        )  # fmt: skip
        self._finish(int(done))
        return int(written)

    def replay(self, key: Key, actions: list[int]) -> None:
        """One game that was played elsewhere; it must have come to its end."""
        played = np.array([*actions, 0], np.int64)
        left = counting.replay_game(
            *map(as_argument, (self.states, self.options, key.copy(), played)), len(actions),
            *self.plan.arrays(), *self._results(),
        )  # fmt: skip
        if left >= 0:
            raise ValueError("the game has not come to its end")
        self._finish(1)

    def _results(self) -> list[Any]:
        return [as_argument(each) for each in (self.used, self.facts, self.points, self.places, self.parts)]

    def _finish(self, games: int) -> None:
        """Count what is seen in the position at the end; every game has begun its first turn."""
        self.games = games
        self.facts[:games, counting.LENGTH] += self.game.statistics.length_start
        base = 0
        for countables in self.game.statistics.countables:
            if countables.field:
                held = self.states[countables.field][:games, : self.players]
                held = held.reshape(*held.shape[:2], *held.shape[2:] or (1,))
                for countable in range(len(countables.names)):
                    self.used[:games, :, base + countable] = (held == countable).sum(axis=2)
            base += len(countables.names)
