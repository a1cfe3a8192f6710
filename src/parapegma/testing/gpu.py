"""``python -m parapegma.testing.gpu``: whether a GPU computes what the processor computes, and how fast.

For every game, number of players and value of every option the same games are played on both, a million
decisions a game and more, and every byte of every state is compared; then games by a network, and all that
environments write.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from parapegma.core.compiled import entry_points, heuristics
from parapegma.core.compiled.arrays import as_argument
from parapegma.core.cuda.driver import device_named
from parapegma.core.cuda.kernels import kernels_of
from parapegma.core.cuda.memory import DeviceArray
from parapegma.core.game import Game, all_games, find_game
from parapegma.envs.autoplay import Autoplay
from parapegma.envs.batch import Batch
from parapegma.errors import OptionError
from parapegma.lab.bench_gpu import bench_gpu
from parapegma.lab.bench_network import network_of_chance

ROWS = 64
GAMES_OF_BATCHES = 48
"""Games at a time in what is compared."""
_MOST_VALUES = 12
_BATCHES: list[dict[str, Any]] = [
    {"illegal": "random"},
    {"reset": "next step", "reward": "gains", "limit": 90},
    {"seat": "any", "opponents": "light", "reward": "margin", "limit": 30},
    {"seat": 0, "reset": "never", "illegal": "lose", "reward": "wins"},
]


class Different(AssertionError):
    """The GPU has computed something else than the processor."""


def settings(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every number of players, with the defaults and with every other value of each option."""
    for players in game.players:
        yield players, {}
        for option in game.options:
            for value in list(option.values or [])[:_MOST_VALUES]:
                if value == option.default:
                    continue
                try:
                    game.check(players, {option.name: value})
                except OptionError:
                    continue  # not for so many players
                yield players, {option.name: value}


def compare_games(game: Game, device: str, decisions: int) -> int:
    """Play every setting on both, by chance and by the light policy; how many decisions were compared."""
    tried = list(itertools.product(settings(game), ("random", "light")))
    steps = -(-decisions // (ROWS * len(tried)))
    for (players, options), policy in tried:
        how: dict[str, Any] = {"policy": policy, **options}
        cpu, gpu = (Autoplay(game, ROWS, players, 7, device=each, **how) for each in ("cpu", device))
        for part in (steps // 2, steps - steps // 2):
            cpu.play(part)
            gpu.play(part)
        what = f"{game.name}, {players} players, {how}"
        same(what, cpu.states, gpu.states)
        same(what, cpu.dealt, gpu.dealt)
        compare_rules(what, cpu, device)
    return ROWS * steps * len(tried)


def compare_networks(game: Game, device: str, decisions: int) -> int:
    """Games by a network of chance, its best decisions and drawn ones; how many were compared."""
    policy = network_of_chance(game)
    tried = list(itertools.product(game.players, (False, True)))
    steps = -(-decisions // (ROWS * len(tried)))
    for players, drawn in tried:
        cpu, gpu = (
            Autoplay(game, ROWS, players, 11, policy=policy, drawn=drawn, device=each)
            for each in ("cpu", device)
        )
        for part in (steps // 2, steps - steps // 2):
            cpu.play(part)
            gpu.play(part)
        what = f"{game.name}, {players} players, by a network, drawn: {drawn}"
        same(what, cpu.states, gpu.states)
        same(what, cpu.dealt, gpu.dealt)
    return ROWS * steps * len(tried)


def compare_rules(what: str, played: Autoplay, device: str) -> None:
    """The rules that no game is played with: guesses of what is hidden, invariants, values."""
    game, card, states = played.game, device_named(device), played.states.copy()
    kernels, rows, weights = kernels_of(game.name, card), len(states), game.weights.array()
    there = DeviceArray.of(card, np.frombuffer(states.tobytes(), np.uint8).reshape(rows, -1))
    values, broken = np.zeros((rows, played.players), np.int64), np.zeros(rows, np.int64)
    seats, keys = np.arange(rows) % played.players, np.arange(2 * rows, dtype=np.uint64).reshape(rows, 2)
    values_there, broken_there = DeviceArray.of(card, values), DeviceArray.of(card, broken)
    kernels.run("value_at", rows, there, values_there, DeviceArray.of(card, weights))
    kernels.run("determinize", rows, there, DeviceArray.of(card, seats), DeviceArray.of(card, keys))
    kernels.run("broken", rows, there, broken_there)
    for row in range(rows):
        state = as_argument(states[row : row + 1])
        heuristics.value_at(state, as_argument(values[row]), as_argument(weights))
        entry_points.determinize(state, int(seats[row]), as_argument(keys[row]))
        broken[row] = entry_points.broken(state)
    same(f"{what}: values", values, values_there.numpy())
    same(f"{what}: guesses", np.frombuffer(states.tobytes(), np.uint8), there.numpy().reshape(-1))
    same(f"{what}: broken invariants", broken, broken_there.numpy())


def compare_batches(game: Game, device: str, steps: int = 120, games: int | None = None) -> int:
    """Step environments of several kinds on both and compare all they write after every step."""
    games = games or GAMES_OF_BATCHES
    for players, how in itertools.product(game.players, _BATCHES):
        cpu, gpu = (Batch(game, games, players, 5, device=each, **how) for each in ("cpu", device))
        what = f"{game.name}, batch of {players} players, {how}"
        for step in range(steps):
            for batch in (cpu, gpu):
                # An illegal action now and then; and actions that come from the processor's memory.
                actions = batch.sample()
                if step % 7 == 3 and "illegal" in how:
                    actions = np.where(np.arange(games) % 5 == 0, -9, np.array(actions.tolist()))
                batch.step(actions)
            for one, two in zip(cpu.arrays.all(), gpu.arrays.all(), strict=True):
                same(f"{what}, step {step}", one, two.numpy())  # type: ignore[attr-defined]
            if how.get("reset") == "never" and step % 40 == 39:
                over = cpu.arrays.actors < 0
                for batch in (cpu, gpu):
                    batch.redeal(over)
        same(what, cpu.states, gpu.states)
        assert cpu.seed_of(3) == gpu.seed_of(3)
    return steps * games * len(_BATCHES) * len(game.players)


def same(what: str, one: Any, two: Any) -> None:
    """Refuse arrays that differ."""
    if one.tobytes() != two.tobytes():
        raise Different(f"{what}: the GPU has computed something else than the processor")


def main() -> None:
    """Compare and measure; one line of JSON for each game."""
    parser = argparse.ArgumentParser(prog="python -m parapegma.testing.gpu", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all if none is named")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="to compare in each game")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each rate; 0 to measure none")
    given = parser.parse_args()
    for game in [find_game(name) for name in given.games] or all_games():
        began = time.perf_counter()
        found: dict[str, Any] = {
            "game": game.name,
            "decisions_compared": compare_games(game, given.device, given.decisions),
            "network_decisions_compared": compare_networks(game, given.device, given.decisions // 4),
            "batched_decisions_compared": compare_batches(game, given.device),
        }
        found["seconds"] = round(time.perf_counter() - began, 1)
        if given.seconds > 0:
            found |= bench_gpu(game, given.device, given.seconds)
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
