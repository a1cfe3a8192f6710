"""stable-baselines3: many games of one learner as its vector environment, with masks for MaskablePPO."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from parapegma.core.game import Game
from parapegma.envs.arrays import Array
from parapegma.envs.batch import Batch
from parapegma.extras import MissingExtra

try:
    from stable_baselines3.common.vec_env import VecEnv

    from parapegma.envs.spaces import Actions, seeing
except ModuleNotFoundError as error:
    raise MissingExtra("training with stable-baselines3", "train") from error


class LearnerVecEnv(VecEnv):  # type: ignore[misc]
    """Games that begin anew in the step in which they end, as stable-baselines3 wants it."""

    def __init__(self, game: str | Game, games: int, players: int | None = None, **how: Any) -> None:
        seat, observation = how.pop("seat", "any"), how.pop("observation", "int16")
        self.batch = Batch(game, games, players, seat=seat, reset="same step", **{"illegal": "lose", **how})
        self._returns = np.zeros(games)
        self._lengths = np.zeros(games, np.int64)
        space, self._shown = seeing(self.batch.game, observation)
        super().__init__(games, space, Actions(self.batch.game.action_count))

    def reset(self) -> Array:
        """Deal everything from the seed that was given last."""
        seeds = self._seeds
        if any(seed is not None for seed in seeds):
            self.batch.reset(seeds=[seed if seed is not None else n for n, seed in enumerate(seeds)])
        else:
            self.batch.redeal()
        self._returns[:], self._lengths[:] = 0, 0
        self._reset_seeds()
        return self._shown(self.batch.arrays.observations)

    def step_async(self, actions: Array) -> None:
        self._waiting = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        self.batch.step(self._waiting)
        arrays = self.batch.arrays
        rewards = self.batch.episodes["reward"].astype(np.float32)
        over = (arrays.ended | arrays.cut).astype(np.bool_)
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(over):
            infos[game] = {
                "terminal_observation": self._shown(arrays.finals[game]),
                "TimeLimit.truncated": bool(arrays.cut[game]),
                "episode": {"r": float(self._returns[game]), "l": int(self._lengths[game])},
            }
        self._returns[over], self._lengths[over] = 0, 0
        return self._shown(arrays.observations), rewards, over, infos

    def action_masks(self) -> Array:
        """The legal actions of every game as truths."""
        masks: Array = self.batch.arrays.masks.astype(np.bool_)
        return masks

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Only the masks can be asked of single games."""
        if method_name != "action_masks":
            raise AttributeError(f"games of a batch have no method {method_name!r}")
        return list(self.action_masks()[self._chosen(indices)])

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name)] * len(self._chosen(indices))

    def has_attr(self, attr_name: str) -> bool:
        return attr_name in ("action_masks", "render_mode")

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"games of a batch have no attribute {attr_name!r} of their own")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * len(self._chosen(indices))

    def close(self) -> None:
        self.batch.close()

    def _chosen(self, indices: Any) -> Sequence[int]:
        return list(self._get_indices(indices))

    @property
    def render_mode(self) -> None:
        """Many games at once are not drawn."""

    @render_mode.setter
    def render_mode(self, mode: Any) -> None: ...
