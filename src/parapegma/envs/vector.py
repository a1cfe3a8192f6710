"""Gymnasium's vector interface over a batch: one learner in each of many games, all in one compiled call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from parapegma.core.game import Game
from parapegma.envs.arrays import Array
from parapegma.envs.batch import Batch
from parapegma.errors import OptionError
from parapegma.extras import MissingExtra

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from parapegma.envs.spaces import Actions, seeing
except ModuleNotFoundError as error:
    raise MissingExtra("a Gymnasium environment", "envs") from error

_RESETS = {
    AutoresetMode.NEXT_STEP: "next step",
    AutoresetMode.SAME_STEP: "same step",
    AutoresetMode.DISABLED: "never",
}


class Learners(VectorEnv[Array, Any, Array]):
    """Many games with one learner in each; the others, ``"random"`` or ``"light"``, play inside the step.

    ``infos["action_mask"]`` and ``action_masks()`` say what is legal; ``max_episode_steps`` cuts games short.
    """

    def __init__(
        self, game: str | Game, num_envs: int = 1, players: int | None = None, seat: int | None = None,
        opponents: str = "random", reward: str = "places", illegal: str = "lose",
        max_episode_steps: int | None = None, threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, render_mode: str | None = None,
        observation: str = "int16", **options: Any,
    ) -> None:  # fmt: skip
        if render_mode is not None:
            raise OptionError("many games at once are not drawn; make one with gymnasium.make to see it")
        self.mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.mode}
        self.num_envs = num_envs
        self.batch = Batch(
            game, num_envs, players, seat="any" if seat is None else seat, opponents=opponents, reward=reward,
            illegal=illegal, reset=_RESETS[self.mode], limit=max_episode_steps or 0, threads=threads,
            **options,
        )  # fmt: skip
        self.single_observation_space, self._shown = seeing(self.batch.game, observation)
        self.single_action_space = Actions(self.batch.game.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._dealt = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal all games; ``options={"reset_mask": truths}`` deals only those that are marked."""
        given = seed if seed is None or isinstance(seed, int) else None
        super().reset(seed=given)
        if isinstance(seed, int):
            self.batch.reset(seeds=[seed + n for n in range(self.num_envs)])
        elif seed is not None:
            drawn = self.np_random.integers(2**62, size=self.num_envs).tolist()
            self.batch.reset(seeds=[d if s is None else s for s, d in zip(seed, drawn, strict=True)])
        elif not self._dealt:
            self.batch.reset(seeds=self.np_random.integers(2**62, size=self.num_envs).tolist())
        else:
            self.batch.redeal((options or {}).get("reset_mask"))
        self._dealt = True
        return self._shown(self.batch.arrays.observations), self._infos()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play an action in every game, and all the others do until the learner is asked again."""
        if not self._dealt:
            raise OptionError("call reset() first")
        self.batch.step(actions)
        arrays = self.batch.arrays
        ended, cut = arrays.ended.astype(np.bool_), arrays.cut.astype(np.bool_)
        rewards = self.batch.episodes["reward"].copy()
        return self._shown(arrays.observations), rewards, ended, cut, self._infos(ended | cut)

    def action_masks(self) -> Array:
        """The legal actions of every game as truths."""
        return self.batch.arrays.masks.astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        self.batch.close()

    def _infos(self, over: Array | None = None) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        infos: dict[str, Any] = {"action_mask": self.batch.arrays.masks.copy(), "_action_mask": every}
        if self.mode == AutoresetMode.SAME_STEP and over is not None and over.any():
            finals = np.full(self.num_envs, None, object)
            for game in np.flatnonzero(over):
                finals[game] = self._shown(self.batch.arrays.finals[game])
            infos["final_obs"], infos["_final_obs"] = finals, over.copy()
            infos["final_info"], infos["_final_info"] = {}, over.copy()
        return infos
