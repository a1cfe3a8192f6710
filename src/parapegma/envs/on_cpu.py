"""Where the games of a batch are: in the processor's memory, stepped by one thread or several."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from parapegma.bots.compiled.playout import ROWS
from parapegma.core.compiled.arrays import MOST_CHOICES, States, as_argument, new_states
from parapegma.core.game import Game
from parapegma.envs.arrays import Array, Arrays
from parapegma.envs.compiled import stepping
from parapegma.errors import IllegalAction

_BOUND = ("_pool", "_fixed", "_weights", "_moving", "_room")
"""What only makes sense together with the arrays of this very object."""


class OnCpu:
    """States, episodes and arrays of some games, and the compiled calls that work on them."""

    def __init__(
        self, game: Game, games: int, players: int, encoded: list[int], threads: int, arrays: Arrays | None
    ) -> None:
        self.game, self.games, self.players, self._encoded = game, games, players, encoded
        self.arrays = arrays or Arrays.allocate(game, games, players)
        self.arrays.check(game, games, players)
        self.states: States = new_states(game.state, games)
        self.episodes: Array = np.zeros(games, stepping.EPISODE)
        self.actions: Array = np.zeros(games, np.int64)
        self._shares = _shares(games, threads)
        self._bind()

    def _bind(self) -> None:
        """Make what compiled code is handed with every step; all of it is this object's own memory."""
        options = np.array(self._encoded, np.int64)
        self._pool = ThreadPoolExecutor(len(self._shares)) if len(self._shares) > 1 else None
        self._fixed = tuple(map(as_argument, (self.states, self.episodes, options)))
        self._weights = as_argument(self.game.weights.array())
        self._moving = tuple(map(as_argument, (self.actions, *self.arrays.all())))
        self._room = [_room(self.players) for _ in self._shares]

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in vars(self).items() if name not in _BOUND}
        return {**kept, "states": self.states.tobytes()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.states = np.frombuffer(bytearray(kept["states"]), self.game.state)
        self._bind()

    def begin_seeds(self, bases: Array) -> None:
        """Let the next deal of every game be the first of its seed."""
        stepping.begin_seeds(self._fixed[1], as_argument(bases), 0, self.games)

    def call_off(self, marks: Array, asked: int, learner: int) -> None:
        """Make marked games ones that the next step deals anew, and have it leave all others alone."""
        stepping.call_off(self._fixed[1], self._moving[0], as_argument(marks), asked, learner, 0, self.games)

    def choose(self) -> None:
        """A random legal action for every game that waits for one."""
        stepping.choose(self._fixed[1], self._moving[0], 0, self.games)

    def take(self, given: Any) -> None:
        """Take over actions from outside."""
        self.actions[:] = checked_actions(given, self.games)
        # What is below -1 would mean something to compiled code.
        np.maximum(self.actions, -1, out=self.actions)

    def first_illegal(self) -> int:
        """The first game whose action is not legal, or -1."""
        return int(stepping.first_illegal(self._fixed[1], self._moving[0], 0, self.games))

    def action_of(self, game: int) -> int:
        """The action of one game."""
        return int(self.actions[game])

    def step(self, settings: Array) -> None:
        """Play the actions."""
        if self._pool is None:
            self._step_share(0, settings)
        else:
            list(self._pool.map(self._step_share, range(len(self._shares)), [settings] * len(self._shares)))

    def _step_share(self, share: int, settings: Array) -> None:
        first, last = self._shares[share]
        stepping.step(
            *self._fixed, as_argument(settings), self._weights, *self._room[share], *self._moving, first, last
        )

    def state(self, game: int) -> States:
        """The state of one game."""
        return self.states[game : game + 1]

    def episode(self, game: int) -> Any:
        """What is remembered of one game beside its state."""
        return self.episodes[game]

    def close(self) -> None:
        """Let the threads go, if there are any."""
        if self._pool is not None:
            self._pool.shutdown()


def checked_actions(given: Any, games: int) -> Array:
    """Actions from outside as an array with a whole number for each game."""
    array = np.asarray(given)
    if array.shape != (games,) or array.dtype.kind not in "iu":
        raise IllegalAction(wrong_actions(games, array.shape, array.dtype))
    return array


def wrong_actions(games: int, shape: Any, dtype: Any) -> str:
    """What is wrong with actions."""
    return (
        f"a step takes {games} whole numbers, one action for each game, "
        f"not an array of shape {shape} and kind {dtype}"
    )


def _shares(games: int, threads: int) -> list[tuple[int, int]]:
    """The games of each thread."""
    edges = [games * n // threads for n in range(threads + 1)]
    return [(one, two) for one, two in itertools.pairwise(edges) if one < two]


def _room(players: int) -> tuple[Any, ...]:
    """Scratch arrays: a key, lists of choices, points."""
    arrays = (np.zeros(2, np.uint64), np.zeros((ROWS, MOST_CHOICES), np.int64), np.zeros(players, np.int64))
    return tuple(map(as_argument, arrays))
