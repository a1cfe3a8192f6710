"""How fast the games run on a GPU: what ``parapegma bench --device cuda`` says of them.

Rates are per second of a clock, for the whole card.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from parapegma.bots.network import Network
from parapegma.core.cuda.driver import device_named
from parapegma.core.cuda.kernels import kernels_of
from parapegma.core.game import Game
from parapegma.envs.autoplay import Autoplay
from parapegma.envs.batch import Batch
from parapegma.lab.bench_network import network_of_chance

FIGURES = {
    "device": "the GPU",
    "load_s": "having its driver compile the kernels; it remembers them for the next time",
    "random_steps_per_s": "decisions per second in random games, largest number of players",
    "light_steps_per_s": "the same, by the game's light policy",
    "network_steps_per_s": "the same, by a network of the usual size, which looks at every decision once",
    "batched_steps_per_s": "decisions per second of a batch, with observations and masks",
    "state_bytes": "size of a state",
}

GAMES = 1 << 18
"""Games at a time."""
_STEPS = 200
"""Decisions of each in one go."""
_LOOKS = 20
"""The same where a network decides."""


def bench_gpu(game: Game, device: str, seconds: float) -> dict[str, float | str]:
    """All figures of one game on a GPU; ``seconds`` is spent on each of the rates."""
    card = device_named(device)
    began = time.perf_counter()
    kernels_of(game.name, card)
    loaded, games = time.perf_counter() - began, GAMES
    return {
        "device": card.name,
        "load_s": round(loaded, 2),
        "random_steps_per_s": round(played(game, device, "random", seconds, games)),
        "light_steps_per_s": round(played(game, device, "light", seconds, games)),
        **networks(game, device, seconds, games),
        "batched_steps_per_s": round(batched(game, device, seconds, games)),
        "state_bytes": game.state.itemsize,
    }


def networks(game: Game, device: str, seconds: float, games: int) -> dict[str, float]:
    """Decisions per second by a network of chance, for games that say what their observation holds."""
    if not game.layout:
        return {}
    policy = network_of_chance(game)
    return {"network_steps_per_s": round(played(game, device, policy, seconds, games, _LOOKS))}


def played(
    game: Game, device: str, policy: str | Network, seconds: float, games: int, steps: int = _STEPS
) -> float:
    """Decisions per second of games that play themselves."""
    rows = Autoplay(game, games, game.players[-1], seed=1, policy=policy, device=device)

    def play() -> int:
        rows.play(steps)
        rows.wait()
        return games * steps

    return _rate(play, seconds)


def batched(game: Game, device: str, seconds: float, games: int) -> float:
    """Decisions per second of a batch in which all is written; chance replaces what would not be legal."""
    batch = Batch(game, games, game.players[-1], seed=1, illegal="random", device=device)

    def play() -> int:
        for _ in range(20):
            batch.step(batch.sample())
        batch.arrays.ended.tolist()
        return 20 * games

    return _rate(play, seconds)


def _rate(work: Callable[[], int], seconds: float) -> float:
    work()
    steps, began = 0, time.perf_counter()
    while (taken := time.perf_counter() - began) < seconds:
        steps += work()
    return steps / taken
