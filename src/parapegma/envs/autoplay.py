"""Games that play themselves, by chance or by some policy, on the processor or by the million on a GPU.

>>> games = Autoplay("ophiuchus", games=3, players=2, seed=1)
>>> games.play(100)
>>> len(games.states)
3
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from parapegma.bots.compiled.playout import ROWS
from parapegma.bots.network import Network, network_in, network_of
from parapegma.core.compiled.arrays import MOST_CHOICES, States, as_argument, new_states, states_of_bytes
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.cuda.driver import device_named
from parapegma.core.cuda.kernels import THREADS, kernels_of
from parapegma.core.cuda.memory import DeviceArray
from parapegma.core.game import Game, find_game
from parapegma.core.position import Position
from parapegma.core.seed import Seed
from parapegma.core.warmup import prepare_once
from parapegma.envs.compiled import looking, playing
from parapegma.envs.compiled.stepping import MOST_SEATS
from parapegma.envs.step_settings import OPPONENTS, choice
from parapegma.errors import OptionError

_LOOK = "look"
"""The policy of a game's network, as bots are called that play by it."""


class Autoplay:
    """Rows of games in which every seat decides by one policy; a new game is dealt after every end.

    Row 3 of 100 plays the games number 3, 103, 203 and so on of the seed: those that ``parapegma balance``
    plays under these numbers. So it does not matter where they are played.

    The policy is "random", "light", "look" (the network that comes with the game), "look:FILE", or a
    network. A network's decisions are those it finds best; ``drawn`` ones are as likely as it says.
    """

    def __init__(
        self,
        game: str | Game,
        games: int,
        players: int | None = None,
        seed: Seed = 0,
        *,
        policy: str | Network = "random",
        drawn: bool = False,
        device: str = "cpu",
        **options: Any,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        if isinstance(games, bool) or not isinstance(games, int) or games < 1:
            raise OptionError(f"games must be a whole number from 1, not {games!r}")
        self.games = games
        self.players, self.options = self.game.check(players, options)
        self.network = _network(self.game, policy)
        self._policy = 0 if self.network is not None else choice("policy", policy, OPPONENTS | {_LOOK: 0})
        if drawn and self.network is None:
            raise OptionError("drawn says how a network decides; the policy is none")
        self._drawn = bool(drawn)
        self._options = np.array(self.game.encode(self.players, self.options), np.int64)
        self._base = key_of_seed(f"balance {seed}")
        self._numbers, self._chances = np.arange(games, dtype=np.int64), np.zeros(games, np.uint64)
        self._states = new_states(self.game.state, games)
        prepare_once(self.game)
        self._gpu = None if device == "cpu" else _OnGpu(self, device)

    def play(self, steps: int) -> None:
        """Make so many decisions in every row. A GPU is not waited for."""
        if self._gpu is not None:
            self._gpu.play(steps)
            return
        key, work = np.zeros(2, np.uint64), np.zeros((ROWS, MOST_CHOICES), np.int64)
        fixed = tuple(map(as_argument, (self._options, self._base, key, work)))
        # How a seat decides, and the room that this takes.
        by: tuple[Any, ...]
        room: tuple[Any, ...]
        if self.network is None:
            play: Any = playing.play_steps
            by, room = (as_argument(self.game.weights.array()), self._policy), ()
        else:
            values = as_argument(np.zeros(MOST_SEATS, np.int64))
            play, by, room = looking.play_looks, (int(self._drawn),), (*self.network.arguments(), values)
        for row in range(self.games):
            self._numbers[row], self._chances[row] = play(
                as_argument(self._states[row : row + 1]), *fixed, *by,
                int(self._numbers[row]), self.games, int(self._chances[row]), steps, *room,
            )  # fmt: skip

    @property
    def states(self) -> States:
        """The states of all rows; a copy of them where they lie on a GPU."""
        return self._states if self._gpu is None else self._gpu.states()

    @property
    def dealt(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """How many games have been dealt in every row."""
        numbers = self._numbers if self._gpu is None else self._gpu.numbers.numpy()
        return (numbers - np.arange(self.games)) // self.games

    def position(self, row: int) -> Position:
        """A copy of the position in a row."""
        return Position(self.game, self.states[row : row + 1]).copy()

    def wait(self) -> None:
        """Until all that was asked for has been played."""
        if self._gpu is not None:
            self._gpu.device.wait()


def _network(game: Game, policy: str | Network) -> Network | None:
    """The network that a policy names, if it is one's."""
    if isinstance(policy, Network):
        if policy.game.name != game.name:
            raise OptionError(f"the policy is a network for {policy.game.name}, not for {game.name}")
        return policy
    if not isinstance(policy, str) or policy.partition(":")[0] != _LOOK:
        return None
    file = policy.partition(":")[2]
    return network_in(game, Path(file)) if file else network_of(game)


class _OnGpu:
    """What an :class:`Autoplay` holds on a GPU."""

    def __init__(self, whole: Autoplay, name: str) -> None:
        self._whole = whole
        self.device = device_named(name)
        self._kernels = kernels_of(whole.game.name, self.device)
        self._states = DeviceArray(self.device, (whole.games, whole.game.state.itemsize), np.uint8)
        self.numbers, self._chances, self._options, self._base = map(
            self._upload, (whole._numbers, whole._chances, whole._options, whole._base)
        )
        network = whole.network
        by = [whole.game.weights.array()] if network is None else network.weights()
        self._by = [*map(self._upload, by)]

    def _upload(self, array: np.ndarray[Any, Any]) -> DeviceArray:
        return DeviceArray.of(self.device, array)

    def play(self, steps: int, threads: int = THREADS) -> None:
        whole = self._whole
        before = (whole.games, self._states, self._options, self._base)
        count = (self.numbers, whole.games, self._chances, steps)
        if whole.network is None:
            self._kernels.run("play_steps", *before, *self._by, whole._policy, *count, threads=threads)
        else:
            self._kernels.run("play_looks", *before, int(whole._drawn), *count, *self._by, threads=threads)

    def states(self) -> States:
        return states_of_bytes(self._states.numpy().tobytes(), self._whole.game.state)
