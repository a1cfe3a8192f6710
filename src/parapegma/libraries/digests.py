"""Digests of all that compiled code computes for a game: to compare the ways in which rules can run.

``python -m parapegma.libraries.digests GAME`` prints them as JSON, in the mode that ``PARAPEGMA_MODE``
asks for.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from parapegma.bots.compiled.playout import LIGHT, ROWS
from parapegma.bots.runner import BotRunner
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


def digests(game: Game) -> dict[str, str]:
    """What was computed, by a name that says what it is; as digests."""
    settings = every_setting(game)
    few = covering(settings)
    found = {f"games, {setting}": _games(game, setting) for setting in settings}
    for n, setting in enumerate(few):
        found[f"trace, {setting}"] = _digest(*trace(game, setting.players, dict(setting.options), n))
        found[f"bots, {setting}"] = _digest(*_decisions(game, setting))
        found[f"batch, {setting}"] = _digest(*_batch(game, setting))
    players, options = game.check(None, {})
    found["counting"] = _digest(*_counting(game, players, options))
    found["perft"] = _digest(_perft(game))
    return found


def digests_in(mode: str, game: str) -> dict[str, str]:
    """The same from another process, in another mode."""
    environment = {**os.environ, "PARAPEGMA_MODE": mode}
    environment.pop("PARAPEGMA_JIT", None)
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


def _counting(game: Game, players: int, options: dict[str, Any]) -> Iterator[bytes]:
    """Games that are counted: here every kind of event counts, by its first number."""
    games, kinds, things = 10, 64, 16
    counted = [
        np.zeros(shape, np.int64)
        for shape in (
            (games, players, things),
            (games, counting.FACTS),
            (games, players),
            (games, players),
            (games, players, len(game.statistics.sources)),
        )
    ]
    meanings = (
        np.arange(kinds + 1, dtype=np.int64),
        np.tile(np.array([0, 0, things, 0], np.int64), (kinds, 1)),
        np.arange(things, dtype=np.int64),
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
    sums, shares = np.zeros((things, counting.THING_SUMS), np.int64), counted[3] % 2
    summed = map(as_argument, (counted[0], shares, counted[2]))
    counting.sum_things(*summed, int(done), players, as_argument(sums))
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
