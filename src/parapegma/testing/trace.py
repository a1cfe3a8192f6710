"""A random game as a list of digests, one per position: to compare two ways of running the rules.

Run as a program it traces settings given as JSON on standard input, in whatever mode
``PARAPEGMA_JIT`` asks for, and prints the digests as JSON.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from typing import Any

from parapegma.core import engine
from parapegma.core.game import Game, find_game
from parapegma.core.heuristics import weights_of, worth_of
from parapegma.core.rng import key_of_seed
from parapegma.core.states import state_bytes

Settings = list[tuple[int, dict[str, Any], int]]
"""Number of players, options and seed of each game to trace."""


def trace(game: Game, players: int, options: dict[str, Any], seed: int) -> list[str]:
    """Play one random game; at each step the digest of the state and of all that the rules say of it."""
    players, checked = game.check(players, options)
    states = engine.deal(game.state, game.encode(players, checked), key_of_seed(seed))
    choose = random.Random(seed)
    knobs = game.knobs.array()
    digests = []
    while True:
        digest = hashlib.sha256(state_bytes(states))
        seat = choose.randrange(players)
        digest.update(engine.observe(states, seat, game.observation_length).tobytes())
        guess = engine.determinize(states, seat, key_of_seed(choose.getrandbits(64)))
        digest.update(state_bytes(guess))
        digest.update(str((engine.scores(states), engine.ranks(states), worth_of(states, knobs))).encode())
        if engine.actor(states) >= 0:
            digest.update(str(weights_of(guess, knobs)).encode())
        digests.append(digest.hexdigest()[:16])
        if engine.actor(states) < 0:
            return [*digests, f"broken: {engine.broken(states)}"]
        engine.apply(states, choose.choice(engine.legal(states)))


def trace_interpreted(game: Game, settings: Settings) -> list[list[str]]:
    """The same traces from another process that runs the rules in the interpreter."""
    done = subprocess.run(
        [sys.executable, "-m", "parapegma.testing.trace", game.name],
        input=json.dumps(settings),
        env={**os.environ, "PARAPEGMA_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise AssertionError(f"{game.name}: the rules fail in the interpreter:\n{done.stderr}")
    found: list[list[str]] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    asked = find_game(sys.argv[1])
    wanted: Settings = json.load(sys.stdin)
    json.dump([trace(asked, *setting) for setting in wanted], sys.stdout)
