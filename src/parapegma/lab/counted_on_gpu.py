"""Games of a study played and counted on a GPU, a thread for each, and fetched for the sums."""

from __future__ import annotations

from typing import Any

import numpy as np

from parapegma.core.compiled.arrays import states_of_bytes
from parapegma.core.cuda.driver import device_named
from parapegma.core.cuda.kernels import kernels_of
from parapegma.core.cuda.memory import DeviceArray
from parapegma.lab.count_plan import Integers
from parapegma.lab.counted_games import CountedGames

_RESULTS = ("used", "facts", "points", "places", "parts")


class CountedOnGpu(CountedGames):
    """The same games as :class:`CountedGames`, and the same counts."""

    def __init__(self, *room: Any, device: str) -> None:
        super().__init__(*room)
        self._card = device_named(device)
        self._kernels = kernels_of(self.game.name, self._card)
        plan = (self.plan.starts, self.plan.rows, self.plan.which)
        self._plan = [self._upload(array) for array in plan]
        self._settings = [self._upload(array) for array in (self.options, self.base)]
        self._states = DeviceArray(self._card, (self.room, self.game.state.itemsize), np.uint8)
        self._there = [self._upload(getattr(self, name)) for name in _RESULTS]

    def _upload(self, array: np.ndarray[Any, Any]) -> DeviceArray:
        return DeviceArray.of(self._card, array)

    def play(
        self,
        first: int,
        games: int,
        policies: Integers,
        weights: Integers,
        log: Integers | None = None,
        observations: Any = None,
    ) -> int:
        """Play games from number ``first`` on; there is no log of them."""
        assert log is None, "what is played on a GPU is not logged"
        assert observations is None
        self._kernels.run(
            "play_games", games, self._states, *self._settings, first, self._upload(policies),
            self._upload(weights), *self._plan, *self._there,
        )  # fmt: skip
        self.states = states_of_bytes(self._states.numpy().tobytes(), self.game.state)
        for name, there in zip(_RESULTS, self._there, strict=True):
            setattr(self, name, there.numpy())
        self._finish(games)
        return 0
