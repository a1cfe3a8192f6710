"""Thousands of games of one kind, stepped in one compiled call.

>>> batch = Batch("ophiuchus", games=4, players=2, seed=7)
>>> batch.arrays.masks.shape
(4, 335)
>>> batch.step(batch.sample())
>>> batch.arrays.rewards.tolist()
[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from parapegma.core.compiled.arrays import States, as_argument
from parapegma.core.compiled.rng import key_of_seed, numbered_key
from parapegma.core.game import Game, find_game
from parapegma.core.position import Position
from parapegma.core.seed import Seed
from parapegma.core.warmup import prepare_once
from parapegma.envs.arrays import Array, Arrays
from parapegma.envs.compiled import stepping
from parapegma.envs.on_cpu import OnCpu
from parapegma.envs.step_settings import step_settings
from parapegma.errors import IllegalAction, OptionError


class Batch:
    """Games that are stepped together; everything is written into ``arrays``.

    ``seat`` makes it an environment for one learner: only that seat is asked (``"any"``: another one in
    every deal), the others are played inside the step by ``opponents``, ``"random"`` or ``"light"``. Without
    it every decision of every seat comes from outside.

    Game number 3 of seed 7 is first dealt as ``Match(game, seed="7 3")`` would be; with ``seeds`` every game
    has its own. The deals that follow come from the same seed.

    ``pay_cut`` pays a game that reached the ``limit`` of decisions as it stands.

    With ``device="cuda"`` the games are played on a GPU, and the arrays lie there (docs/gpu.md).
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
        pay_cut: bool = False,
        threads: int = 1,
        device: str = "cpu",
        arrays: Arrays | None = None,
        **options: Any,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.games = _whole("games", games)
        self.players, self.options = self.game.check(players, options)
        self.seat = self._checked_seat(seat)
        self.settings = step_settings(reset, illegal, reward, opponents, limit, self.seat == "any", pay_cut)
        self._checked_before = illegal == "refuse"
        encoded = self.game.encode(self.players, self.options)
        threads = _whole("threads", threads)
        self._place: Any
        if device == "cpu":
            self._place = OnCpu(self.game, self.games, self.players, encoded, threads, arrays)
        else:
            if threads != 1 or arrays is not None:
                raise OptionError("threads and arrays are for games on the processor, not on a GPU")
            from parapegma.envs.on_gpu import OnGpu

            self._place = OnGpu(self.game, self.games, self.players, encoded, device)
        prepare_once(self.game)
        self.reset(seed, seeds=seeds)

    @property
    def arrays(self) -> Arrays:
        """What every step writes: arrays of NumPy, or of a GPU."""
        return self._place.arrays  # type: ignore[no-any-return]

    @property
    def states(self) -> States:
        """The states of all games; a copy of them where they lie on a GPU."""
        return self._place.states  # type: ignore[no-any-return]

    @property
    def episodes(self) -> Array:
        """What is remembered of all games beside their states; a copy of it where it lies on a GPU."""
        return self._place.episodes  # type: ignore[no-any-return]

    def reset(self, seed: Seed = 0, *, seeds: Sequence[Seed] | None = None) -> None:
        """Deal all games from the beginning of a seed."""
        given = [f"{seed} {n}" for n in range(self.games)] if seeds is None else list(seeds)
        if len(given) != self.games:
            raise OptionError(f"there are {self.games} games but {len(given)} seeds")
        bases = np.array([key_of_seed(each) for each in given], np.uint64)
        self._place.begin_seeds(bases)
        self.redeal()

    def redeal(self, which: Any = None) -> None:
        """Deal the next game everywhere, or where an array of truths is marked."""
        chosen = np.ones(self.games, np.bool_) if which is None else np.asarray(which, np.bool_)
        if chosen.shape != (self.games,):
            raise OptionError(f"there are {self.games} games but {chosen.shape} marks")
        alone = isinstance(self.seat, int)
        asked, learner = (1 << self.seat, self.seat) if alone else (-1, -1)  # type: ignore[operator]
        self._place.call_off(chosen.astype(np.int8), asked, learner)
        now = self.settings.copy()
        now[stepping.RESET] = stepping.NEXT_STEP
        self._place.step(now)

    def sample(self) -> Any:
        """A random legal action for every game, the same ones for the same seed."""
        self._place.choose()
        return self._place.actions

    def step(self, actions: Any) -> None:
        """Play one action in every game. If one is not legal, none is played (unless told otherwise)."""
        if actions is not self._place.actions:
            self._place.take(actions)
        if self._checked_before:
            wrong = self._place.first_illegal()
            if wrong >= 0:
                self._refuse(wrong)
        self._place.step(self.settings)

    def seed_of(self, game: int) -> str:
        """The seed of the game that is played in a row now, as a match takes it."""
        episode, key = self._place.episode(game), np.zeros(2, np.uint64)
        key[:] = episode["base"]
        if episode["deals"] > 1:
            numbered_key(as_argument(key.copy()), int(episode["deals"]) - 1, as_argument(key))
        return f"key:{np.asarray(key, '<u8').tobytes().hex()}"

    def position(self, game: int) -> Position:
        """A copy of the position in a row."""
        return Position(self.game, self._place.state(game)).copy()

    def close(self) -> None:
        """Let the threads go, if there are any."""
        self._place.close()

    def _refuse(self, game: int) -> None:
        try:
            self.position(game).check(self._place.action_of(game))
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
