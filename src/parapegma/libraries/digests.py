"""Digests of all that compiled code computes for a game: to compare the ways in which rules can run.

``python -m parapegma.libraries.digests GAME`` prints them as JSON, in the mode that ``PARAPEGMA_MODE``
asks for.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from parapegma.bots.bot import Limits
from parapegma.bots.compiled.playout import LIGHT, ROWS
from parapegma.bots.network import Network, Shape, features_of
from parapegma.bots.runner import BotRunner
from parapegma.bots.search import Search
from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import MOST_CHOICES, as_argument, new_states, state_bytes
from parapegma.core.compiled.rng import key_of_seed, numbered_key
from parapegma.core.game import Game, find_game
from parapegma.core.position import Position
from parapegma.envs.batch import Batch
from parapegma.lab.compiled import counting
from parapegma.testing.fuzz import Setting, covering, every_setting
from parapegma.testing.trace import trace

_GAMES = 4
"""Random games of every setting."""
_BOTS = ("light", "greedy", "search:60")


def digests_of_rules(game: Game) -> dict[str, str]:
    """Random games of every setting, by the name of the setting; as digests."""
    return {f"games, {setting}": _games(game, setting) for setting in every_setting(game)}


def digests(game: Game) -> dict[str, str]:
    """Everything that was computed, by a name that says what it is; as digests."""
    found = digests_of_rules(game)
    few = covering(every_setting(game))
    for n, setting in enumerate(few):
        found[f"trace, {setting}"] = _digest(*trace(game, setting.players, dict(setting.options), n))
        found[f"bots, {setting}"] = _digest(*_decisions(game, setting))
        found[f"batch, {setting}"] = _digest(*_batch(game, setting))
        found[f"network, {setting}"] = _digest(*_judged(game, setting))
        found[f"search with a network, {setting}"] = _digest(*_searched(game, setting))
    players, options = game.check(None, {})
    found["counting"] = _digest(*_counting(game, players, options))
    found["perft"] = _digest(_perft(game))
    return found


def digests_in(mode: str, game: str) -> dict[str, str]:
    """The same from another process, in another mode."""
    environment = {**os.environ, "PARAPEGMA_MODE": mode}
    command = [sys.executable, "-m", "parapegma.libraries.digests", game]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{game}: rules that are {mode} fail:\n{done.stderr}")
    found: dict[str, str] = json.loads(done.stdout)
    return found


def _digest(*parts: object) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part if isinstance(part, bytes) else str(part).encode())
    return digest.hexdigest()[:16]


def _games(game: Game, setting: Setting) -> str:
    """Whole random games in one call, every invariant checked after every decision."""
    states, out = new_states(game.state), np.zeros(MOST_CHOICES, np.int64)
    options, key = np.array(game.encode(setting.players, setting.options), np.int64), key_of_seed("modes")
    arguments = tuple(map(as_argument, (states, options, key, out)))
    steps = entry_points.random_games(*arguments, 7, _GAMES, True)
    return _digest(int(steps), state_bytes(states), Position(game, states).sources)


def _decisions(game: Game, setting: Setting) -> Iterator[object]:
    """What bots decide, and why, in the middle of a game."""
    position = Position.deal_key(game, setting.players, setting.options, key_of_seed("bots"))
    runner = BotRunner(game, 3)
    for decision in range(40):
        if position.over:
            break
        evaluation = runner.ask(_BOTS[decision % 3], position, decision)
        yield evaluation
        position.apply(evaluation.action)
    yield state_bytes(position.states)


def _batch(game: Game, setting: Setting) -> Iterator[bytes]:
    """Games stepped together: everything that an environment shows."""
    options: dict[str, Any] = dict(setting.options)
    for extra in ({"illegal": "lose"}, {"seat": 0, "opponents": "light", "reward": "points"}):
        batch = Batch(game, 8, setting.players, 5, **extra, **options)
        for _ in range(60):
            batch.step(batch.sample())
            yield from (array.tobytes() for array in batch.arrays.all())


def network_of_chance(game: Game) -> Network:
    """A small network with weights by chance."""
    shape = Shape(features_of(game), game.action_count, game.players[-1], 16, 8)
    draw, arrays = np.random.default_rng(11), {}
    for name, kind, size in shape.arrays:
        spread = 40_000 if kind is np.int32 else 700
        arrays[name] = draw.integers(-spread, spread, size).astype(kind)
    return Network(game, arrays)


def _searched(game: Game, setting: Setting) -> Iterator[object]:
    """What searches with such a network decide, and why."""
    network = network_of_chance(game)
    position = Position.deal_key(game, setting.players, setting.options, key_of_seed("searches"))
    choose = random.Random(3)
    changes: list[dict[str, int]] = [{}, {"search_network": 40, "search_network_horizon": 3}]
    for decision in range(24):
        if (seat := position.actor) is None:
            break
        if decision % 4 == 0:
            search = Search(game, Limits(60), decision, changes[decision % 8 // 4], network=network)
            tree, done = search.grow_tree(position.guess(seat, key_of_seed(decision)), seat)
            yield done, tree.used, tree.numbers[: tree.used].tobytes(), tree.values[: tree.used].tobytes()
        position.apply(choose.choice(position.legal()))


def _judged(game: Game, setting: Setting) -> Iterator[bytes]:
    """What such a network says of the positions of some games."""
    network = network_of_chance(game)
    options: dict[str, Any] = dict(setting.options)
    batch = Batch(game, 4, setting.players, 9, **options)
    for _ in range(25):
        batch.step(batch.sample())
        masks = batch.arrays.masks
        choices, counts = np.zeros((4, MOST_CHOICES), np.int64), masks.sum(1, dtype=np.int64)
        for row in range(4):
            choices[row, : counts[row]] = np.flatnonzero(masks[row])
        judged = network.judge(batch.arrays.observations, choices, counts, setting.players)
        yield from (array.tobytes() for array in judged)


def _counting(game: Game, players: int, options: dict[str, Any]) -> Iterator[bytes]:
    """Games that are counted: here every kind of event counts, by its first number."""
    games, kinds, countables = 10, 64, 16
    counted = [
        np.zeros(shape, np.int64)
        for shape in (
            (games, players, countables),
            (games, counting.FACTS),
            (games, players),
            (games, players),
            (games, players, len(game.statistics.sources)),
        )
    ]
    meanings = (
        np.arange(kinds + 1, dtype=np.int64),
        np.tile(np.array([0, 0, countables, 0], np.int64), (kinds, 1)),
        np.arange(countables, dtype=np.int64),
    )
    states, encoded = new_states(game.state, games), np.array(game.encode(players, options), np.int64)
    log, observations = np.zeros((20_000, counting.LOG), np.int64), np.zeros((0, 1), np.int16)
    work, policies = np.zeros((ROWS, MOST_CHOICES), np.int64), np.full(players, LIGHT, np.int64)
    weights = np.tile(game.weights.array(), (players, 1))
    key = np.zeros(2, np.uint64)
    dealt = map(as_argument, (states, encoded, key_of_seed("counting"), key))
    arrays = (work, policies, weights, *meanings, *counted, log, observations)
    done, written = counting.play_games(*dealt, 3, games, *map(as_argument, arrays))
    yield from (array.tobytes() for array in (*counted, log[: int(written)]))
    sums, shares = np.zeros((countables, counting.COUNTABLE_SUMS), np.int64), counted[3] % 2
    summed = map(as_argument, (counted[0], shares, counted[2]))
    counting.sum_countables(*summed, int(done), players, as_argument(sums))
    yield sums.tobytes()
    numbered_key(as_argument(key.copy()), 5, as_argument(key))
    yield key.tobytes()


def _perft(game: Game) -> int:
    """How many sequences of two decisions there are from a deal."""
    states, out = new_states(game.state, 3), np.zeros((3, MOST_CHOICES), np.int64)
    states[0] = Position.deal(game, seed=1).states[0]
    return int(entry_points.perft(as_argument(states), as_argument(out), 2))


if __name__ == "__main__":
    json.dump(digests(find_game(sys.argv[1])), sys.stdout)
