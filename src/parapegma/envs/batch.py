"""Thousands of games of one kind, stepped in one compiled call.

>>> batch = Batch("ophiuchus", games=4, players=2, seed=7)
>>> batch.arrays.masks.shape
(4, 335)
>>> batch.step(batch.sample())
>>> batch.arrays.rewards.tolist()
[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from parapegma.bots.compiled.playout import ROWS
from parapegma.core.compiled.arrays import MOST_CHOICES, States, as_argument, new_states
from parapegma.core.compiled.rng import key_of_seed, numbered_key
from parapegma.core.game import Game, find_game
from parapegma.core.position import Position
from parapegma.core.seed import Seed
from parapegma.core.warmup import prepare_once
from parapegma.envs.arrays import Array, Arrays
from parapegma.envs.compiled import stepping
from parapegma.envs.step_settings import step_settings
from parapegma.errors import IllegalAction, OptionError

_BOUND = ("_pool", "_fixed", "_weights", "_moving", "_room")
"""What only makes sense together with the arrays of this very object."""


class Batch:
    """Games that are stepped together; everything is written into ``arrays``.

    ``seat`` makes it an environment for one learner: only that seat is asked (``"any"``: another one in
    every deal), the others are played inside the step by ``opponents``, ``"random"`` or ``"light"``. Without
    it every decision of every seat comes from outside.

    Game number 3 of seed 7 is first dealt as ``Match(game, seed="7 3")`` would be; with ``seeds`` every game
    has its own. The deals that follow come from the same seed.
    """

    def __init__(
        self,
        game: str | Game,
        games: int,
        players: int | None = None,
        seed: Seed = 0,
        *,
        seeds: Sequence[Seed] | None = None,
        seat: int | str | None = None,
        opponents: str = "random",
        reward: str = "places",
        illegal: str = "refuse",
        reset: str = "same step",
        limit: int = 0,
        threads: int = 1,
        arrays: Arrays | None = None,
        **options: Any,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.games = _whole("games", games)
        self.players, self.options = self.game.check(players, options)
        self.seat = self._checked_seat(seat)
        self.arrays = arrays or Arrays.allocate(self.game, games, self.players)
        self.arrays.check(self.game, games, self.players)
        self.states: States = new_states(self.game.state, games)
        self.episodes = np.zeros(games, stepping.EPISODE)
        self.settings = step_settings(reset, illegal, reward, opponents, limit, self.seat == "any")
        self._checked_before = illegal == "refuse"
        self._actions = np.zeros(games, np.int64)
        self._shares = _shares(games, _whole("threads", threads))
        self._bind()
        prepare_once(self.game)
        self.reset(seed, seeds=seeds)

    def _bind(self) -> None:
        """Make what compiled code is handed with every step; all of it is this object's own memory."""
        encoded = np.array(self.game.encode(self.players, self.options), np.int64)
        self._pool = ThreadPoolExecutor(len(self._shares)) if len(self._shares) > 1 else None
        self._fixed = tuple(map(as_argument, (self.states, self.episodes, encoded)))
        self._weights = as_argument(self.game.weights.array())
        self._moving = tuple(map(as_argument, (self._actions, *self.arrays.all())))
        self._room = [_room(self.players) for _ in self._shares]

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in vars(self).items() if name not in _BOUND}
        return {**kept, "states": self.states.tobytes()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.states = np.frombuffer(bytearray(kept["states"]), self.game.state)
        self._bind()

    def reset(self, seed: Seed = 0, *, seeds: Sequence[Seed] | None = None) -> None:
        """Deal all games from the beginning of a seed."""
        given = [f"{seed} {n}" for n in range(self.games)] if seeds is None else list(seeds)
        if len(given) != self.games:
            raise OptionError(f"there are {self.games} games but {len(given)} seeds")
        for episode, each in zip(self.episodes, given, strict=True):
            episode["base"] = key_of_seed(each)
        self.episodes["deals"] = 0
        self.redeal()

    def redeal(self, which: Array | None = None) -> None:
        """Deal the next game everywhere, or where an array of truths is marked."""
        chosen = np.ones(self.games, np.bool_) if which is None else np.asarray(which, np.bool_)
        if chosen.shape != (self.games,):
            raise OptionError(f"there are {self.games} games but {chosen.shape} marks")
        self.episodes["asked"][chosen] = -1 if not isinstance(self.seat, int) else 1 << self.seat
        self.episodes["learner"][chosen] = self.seat if isinstance(self.seat, int) else -1
        self.episodes["over"][chosen] = 1
        self._actions[:] = np.where(chosen, stepping.GO_ON, stepping.LEAVE)
        now = self.settings.copy()
        now[stepping.RESET] = stepping.NEXT_STEP
        self._step(now)

    def sample(self) -> Array:
        """A random legal action for every game, the same ones for the same seed."""
        stepping.choose(self._fixed[1], self._moving[0], 0, self.games)
        return self._actions

    def step(self, actions: Any) -> None:
        """Play one action in every game. If one is not legal, none is played (unless told otherwise)."""
        if actions is not self._actions:
            self._take(actions)
        if self._checked_before:
            wrong = int(stepping.first_illegal(self._fixed[1], self._moving[0], 0, self.games))
            if wrong >= 0:
                self._refuse(wrong)
        self._step(self.settings)

    def seed_of(self, game: int) -> str:
        """The seed of the game that is played in a row now, as a match takes it."""
        episode, key = self.episodes[game], np.zeros(2, np.uint64)
        key[:] = episode["base"]
        if episode["deals"] > 1:
            numbered_key(as_argument(key.copy()), int(episode["deals"]) - 1, as_argument(key))
        return f"key:{np.asarray(key, '<u8').tobytes().hex()}"

    def position(self, game: int) -> Position:
        """A copy of the position in a row."""
        return Position(self.game, self.states[game : game + 1]).copy()

    def close(self) -> None:
        """Let the threads go, if there are any."""
        if self._pool is not None:
            self._pool.shutdown()

    def _step(self, now: Array) -> None:
        if self._pool is None:
            self._step_share(0, now)
        else:
            list(self._pool.map(self._step_share, range(len(self._shares)), [now] * len(self._shares)))

    def _step_share(self, share: int, now: Array) -> None:
        first, last = self._shares[share]
        stepping.step(
            *self._fixed, as_argument(now), self._weights, *self._room[share], *self._moving, first, last
        )

    def _take(self, actions: Any) -> None:
        given = np.asarray(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise IllegalAction(
                f"a step takes {self.games} whole numbers, one action for each game, "
                f"not an array of shape {given.shape} and kind {given.dtype}"
            )
        self._actions[:] = given
        # What is below -1 would mean something to compiled code.
        np.maximum(self._actions, -1, out=self._actions)

    def _refuse(self, game: int) -> None:
        try:
            self.position(game).check(int(self._actions[game]))
        except IllegalAction as error:
            raise IllegalAction(f"game {game}: {error}", error.reason) from None

    def _checked_seat(self, seat: Any) -> int | str | None:
        if seat is None or seat == "any":
            return seat  # type: ignore[no-any-return]
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.players:
            raise OptionError(f"there is no seat {seat!r}; seats are 0 to {self.players - 1}, or 'any'")
        return seat


def _whole(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise OptionError(f"{name} must be a whole number from 1, not {value!r}")
    return value


def _shares(games: int, threads: int) -> list[tuple[int, int]]:
    """The games of each thread."""
    edges = [games * n // threads for n in range(threads + 1)]
    return [(one, two) for one, two in itertools.pairwise(edges) if one < two]


def _room(players: int) -> tuple[Any, ...]:
    """Scratch arrays: a key, lists of choices, points."""
    arrays = (np.zeros(2, np.uint64), np.zeros((ROWS, MOST_CHOICES), np.int64), np.zeros(players, np.int64))
    return tuple(map(as_argument, arrays))
