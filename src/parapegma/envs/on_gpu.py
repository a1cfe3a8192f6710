"""Where the games of a batch are: on a GPU, a thread for each game; copied only when asked for."""

from __future__ import annotations

from typing import Any

import numpy as np

from parapegma.core.compiled.arrays import States, states_of_bytes
from parapegma.core.cuda.driver import Device, device_named
from parapegma.core.cuda.kernels import Kernels, kernels_of
from parapegma.core.cuda.memory import DeviceArray
from parapegma.core.game import Game
from parapegma.envs.arrays import Array, Arrays, array_kinds
from parapegma.envs.compiled import stepping
from parapegma.envs.on_cpu import checked_actions, wrong_actions
from parapegma.errors import IllegalAction

_NONE = 0xFF
"""A byte of which eight make the largest number: no game."""
_ON_DEVICE = ("_states", "_episodes", "actions")


class OnGpu:
    """The same as :class:`parapegma.envs.on_cpu.OnCpu`, on a GPU."""

    def __init__(self, game: Game, games: int, players: int, encoded: list[int], device: str) -> None:
        self.game, self.games, self.players = game, games, players
        self._encoded, self._name = encoded, device
        self._bind()
        bytes_ = np.dtype(np.uint8)
        self._states = DeviceArray(self._device, (games, game.state.itemsize), bytes_)
        self._episodes = DeviceArray(self._device, (games, stepping.EPISODE.itemsize), bytes_)
        self.actions = DeviceArray(self._device, (games,), np.int64)
        made = {
            name: DeviceArray(self._device, shape, kind)
            for name, (shape, kind) in array_kinds(game, games, players)
        }
        self.arrays: Any = Arrays(**made)  # type: ignore[arg-type]

    def _bind(self) -> None:
        self._device: Device = device_named(self._name)
        self._kernels: Kernels = kernels_of(self.game.name, self._device)
        self._options = self._upload(np.array(self._encoded, np.int64))
        self._weights = self._upload(self.game.weights.array())
        self._found = DeviceArray(self._device, (1,), np.int64)
        self._settings: dict[bytes, DeviceArray] = {}

    def _upload(self, array: Array) -> DeviceArray:
        return DeviceArray.of(self._device, array)

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: getattr(self, name) for name in ("game", "games", "players", "_encoded", "_name")}
        held = {name: getattr(self, name).numpy() for name in _ON_DEVICE}
        return {**kept, **held, "arrays": [each.numpy() for each in self.arrays.all()]}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._bind()
        for name in _ON_DEVICE:
            setattr(self, name, self._upload(kept[name]))
        self.arrays = Arrays(*map(self._upload, kept["arrays"]))  # type: ignore[arg-type]

    @property
    def states(self) -> States:
        """A copy of all states in the processor's memory."""
        return states_of_bytes(self._states.numpy().tobytes(), self.game.state)

    @property
    def episodes(self) -> Array:
        """A copy of what is remembered beside them."""
        return self._episodes.numpy().view(stepping.EPISODE)[:, 0]

    def begin_seeds(self, bases: Array) -> None:
        """Let the next deal of every game be the first of its seed."""
        self._kernels.run("begin_seeds", self.games, self._episodes, self._upload(bases))

    def call_off(self, marks: Array, asked: int, learner: int) -> None:
        """Make marked games ones that the next step deals anew, and have it leave all others alone."""
        given = self._upload(marks)
        self._kernels.run("call_off", self.games, self._episodes, self.actions, given, asked, learner)

    def choose(self) -> None:
        """A random legal action for every game that waits for one."""
        self._kernels.run("choose", self.games, self._episodes, self.actions)

    def take(self, given: Any) -> None:
        """Take over actions from outside: from the card as they are, from elsewhere by a copy."""
        there = getattr(given, "__cuda_array_interface__", None)
        if there is None:
            source: Any = self._upload(checked_actions(given, self.games).astype(np.int64))
        else:
            source = _Given(there, self.games)
            if there.get("stream") not in (None, 1):
                self._device.wait()
        bits = 32 if there is not None and source.dtype == np.int32 else 64
        self._kernels.run(f"take_int{bits}", self.games, source, self.actions)

    def first_illegal(self) -> int:
        """The first game whose action is not legal, or -1."""
        self._found.fill(_NONE)
        self._kernels.run("first_illegal", self.games, self._episodes, self.actions, self._found)
        return int(self._found.numpy()[0])

    def action_of(self, game: int) -> int:
        """The action of one game."""
        return int(self.actions.rows(game, game + 1)[0])

    def step(self, settings: Array) -> None:
        """Play the actions. It is not waited for: whoever reads the arrays waits by himself."""
        known = settings.tobytes()
        if known not in self._settings:
            self._settings[known] = self._upload(settings)
        self._kernels.run(
            "step", self.games, self._states, self._episodes, self._options, self._settings[known],
            self._weights, self.actions, *self.arrays.all(),
        )  # fmt: skip

    def state(self, game: int) -> States:
        """A copy of the state of one game."""
        return states_of_bytes(self._states.rows(game, game + 1).tobytes(), self.game.state)

    def episode(self, game: int) -> Any:
        """A copy of what is remembered of one game beside its state."""
        return self._episodes.rows(game, game + 1).view(stepping.EPISODE)[0, 0]

    def close(self) -> None:
        """Nothing is held that does not go by itself."""


class _Given:
    """Actions that somebody else keeps on the card."""

    def __init__(self, interface: dict[str, Any], games: int) -> None:
        self.shape, self.dtype = tuple(interface["shape"]), np.dtype(interface["typestr"])
        self.address = int(interface["data"][0])
        if self.shape != (games,) or self.dtype not in (np.int64, np.int32):
            raise IllegalAction(f"{wrong_actions(games, self.shape, self.dtype)} (int64 or int32)")
        strides = interface.get("strides")
        if strides is not None and tuple(strides) != (self.dtype.itemsize,):
            raise IllegalAction("actions on a GPU must lie in one piece of memory")
