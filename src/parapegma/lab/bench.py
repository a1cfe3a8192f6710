"""How fast a game runs on this machine.

Rates are per second of one core. What is compared is best compared within one run: machines differ,
and a shared one differs from minute to minute.
"""

from __future__ import annotations

import importlib.util
import os
import random
import subprocess
import sys
import tempfile
import time

import numpy as np

from parapegma.bots.bot import Limits
from parapegma.bots.network import Network
from parapegma.bots.search import Search
from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import MOST_CHOICES, as_argument, new_states
from parapegma.core.compiled.mode import MODE
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.game import Game
from parapegma.core.position import Position
from parapegma.lab.bench_network import microseconds, network_of_chance
from parapegma.lab.rate import rate

FIGURES = {
    "mode": "how the rules run: loaded from a library, or compiled by Numba (docs/libraries.md)",
    "random_steps_per_s": "decisions per second in whole random games, compiled, largest number of players",
    "python_steps_per_s": "legal and apply called from Python, one decision at a time",
    "search_iterations_per_s": "search from the opening, whole playouts, fewest players that are not alone",
    "network_search_iterations_per_s": "the same with a network of the usual size in place of playouts",
    "network_us": "microseconds to evaluate a network of the usual size once (docs/training.md)",
    "batched_steps_per_s": "decisions per second of 1024 games at once, with observations and masks",
    "step_ns": "one such decision without its observation",
    "observe_ns": "writing one observation",
    "pettingzoo_steps_per_s": "last and step of the PettingZoo environment, random actions by the mask",
    "copies_per_s": "copies of a state",
    "state_bytes": "size of a state",
    "cold_compile_s": "first use of the rules on a machine",
    "warm_start_s": "a new process that plays one whole game",
}

_PLAY_ONE = """
import sys, random
from parapegma import Match, find_game
from parapegma.core.warmup import prepare
game = find_game(sys.argv[1])
if sys.argv[2] == "compile":
    prepare(game, quiet=True)
match = Match(game, seed=1)
choose = random.Random(1)
while not match.over:
    match.act(choose.choice(match.position.legal()))
"""


def bench(game: Game, seconds: float = 2.0, cold: bool = True) -> dict[str, float | str]:
    """All figures of one game; ``seconds`` is spent on each of the rates.

    Without ``cold`` the rules are not compiled anew, which takes longer than all else.
    """
    return {
        "mode": MODE,
        "random_steps_per_s": round(random_steps(game, seconds)),
        "python_steps_per_s": round(python_steps(game, seconds)),
        "search_iterations_per_s": round(search_iterations(game, seconds)),
        **(networks(game, seconds) if game.layout else {}),
        **environments(game, seconds),
        "copies_per_s": round(copies(game, seconds)),
        "state_bytes": game.state.itemsize,
        **starts(game, cold and MODE == "compiled"),
    }


def starts(game: Game, cold: bool) -> dict[str, float]:
    """Seconds until a new process has played a game, before and after the rules are compiled."""
    with tempfile.TemporaryDirectory(prefix="parapegma-bench-") as folder:
        # The first run of a machine has an empty folder; without it, the folder in use serves.
        first = {"cold_compile_s": round(_process(game, folder, "compile"), 2)} if cold else {}
        warm = min(_process(game, folder if cold else None, "play") for _ in range(3))
    return {**first, "warm_start_s": round(warm, 2)}


def random_steps(game: Game, seconds: float) -> float:
    """Whole random games in one compiled call."""
    states, options, key = new_states(game.state), largest(game), key_of_seed(1)
    out = np.zeros(MOST_CHOICES, np.int64)

    def play(games: int) -> int:
        arguments = (as_argument(states), as_argument(options), as_argument(key), as_argument(out))
        return int(entry_points.random_games(*arguments, np.uint64(7), games, False))

    return rate(play, seconds)


def python_steps(game: Game, seconds: float) -> float:
    """``legal`` and ``apply`` from Python, decision by decision."""
    choose, out = random.Random(1), np.zeros(MOST_CHOICES, np.int64)
    # Handed over as a position does it: arrays are wrapped once where that is quicker.
    states, options, choices = map(as_argument, (new_states(game.state), largest(game), out))
    legal, apply, actor = entry_points.legal, entry_points.apply, entry_points.actor

    def play(games: int) -> int:
        steps = 0
        for n in range(games):
            entry_points.setup(states, options, as_argument(key_of_seed(n)))
            while actor(states) >= 0:
                apply(states, int(out[int(choose.random() * legal(states, choices))]))
                steps += 1
        return steps

    return rate(play, seconds)


def environments(game: Game, seconds: float) -> dict[str, float]:
    """The environments; PettingZoo's only where it is installed."""
    from parapegma.lab import bench_environments as measured

    batched, observing = measured.batched(game, seconds)
    found: dict[str, float] = {
        "batched_steps_per_s": round(batched),
        "step_ns": round(1e9 / batched - observing),
        "observe_ns": round(observing),
    }
    if importlib.util.find_spec("pettingzoo") is not None:
        found["pettingzoo_steps_per_s"] = round(measured.pettingzoo(game, seconds))
    return found


def networks(game: Game, seconds: float) -> dict[str, float]:
    """A network of the usual size with weights by chance: in a search, and asked alone."""
    network = network_of_chance(game)
    return {
        "network_search_iterations_per_s": round(search_iterations(game, seconds, network)),
        "network_us": round(microseconds(game, seconds), 2),
    }


def search_iterations(game: Game, seconds: float, network: Network | None = None) -> float:
    """Iterations of a search that plays every game it imagines to the end, or asks a network of it."""
    players = next(seats for seats in game.players if seats > 1)
    position = Position.deal(game, players, seed=1)
    seat = position.actor
    assert seat is not None
    known = position.guess(seat, key_of_seed(1))

    def think(iterations: int) -> int:
        limits = Limits(iterations, thorough=True)
        bot = Search(game, limits, seed=1, changes={"search_horizon": 0}, network=network)
        return bot.think(known, seat).iterations

    return rate(think, seconds)


def copies(game: Game, seconds: float) -> float:
    """Copies of a state in compiled code."""
    states = new_states(game.state, 2)
    states[0] = Position.deal(game, game.players[-1], seed=1).states[0]
    return rate(lambda n: 2 * int(entry_points.copies(states, n)), seconds)


def largest(game: Game) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    players, options = game.check(game.players[-1], {})
    return np.array(game.encode(players, options), np.int64)


def _process(game: Game, cache: str | None, what: str) -> float:
    """Seconds a new process needs, with its own cache folder or the one in use."""
    began = time.perf_counter()
    environment = os.environ if cache is None else {**os.environ, "PARAPEGMA_CACHE": cache}
    subprocess.run([sys.executable, "-c", _PLAY_ONE, game.name, what], env=environment, check=True)
    return time.perf_counter() - began
