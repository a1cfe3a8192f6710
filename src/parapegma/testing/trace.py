"""A random game as a list of digests, one per position: to compare two ways of running the rules.

Run as a program it traces settings given as JSON on standard input, in whatever mode
``PARAPEGMA_MODE`` asks for, and prints the digests as JSON.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from typing import Any

from parapegma.core.compiled.arrays import state_bytes
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.game import Game, find_game
from parapegma.core.heuristics import policy_of, value_of
from parapegma.core.position import Position

Settings = list[tuple[int, dict[str, Any], int]]
"""Number of players, options and seed of each game to trace."""


def trace(game: Game, players: int, options: dict[str, Any], seed: int) -> list[str]:
    """Play one random game; at each step the digest of the state and of all that the rules say of it."""
    players, checked = game.check(players, options)
    position = Position.deal_key(game, players, checked, key_of_seed(seed))
    choose = random.Random(seed)
    weights = game.weights.array()
    digests = []
    while True:
        digest = hashlib.sha256(state_bytes(position.states))
        seat = choose.randrange(players)
        digest.update(position.observe(seat).tobytes())
        guess = position.guess(seat, key_of_seed(choose.getrandbits(64)))
        digest.update(state_bytes(guess.states))
        digest.update(str((position.scores, position.ranks, value_of(position, weights))).encode())
        if not position.over:
            digest.update(str(policy_of(guess, weights)).encode())
        digests.append(digest.hexdigest()[:16])
        if position.over:
            return [*digests, f"broken: {position.broken()}"]
        position.apply(choose.choice(position.legal()))


def trace_interpreted(game: Game, settings: Settings) -> list[list[str]]:
    """The same traces from another process that runs the rules in the interpreter."""
    done = subprocess.run(
        [sys.executable, "-m", "parapegma.testing.trace", game.name],
        input=json.dumps(settings),
        env={**os.environ, "PARAPEGMA_MODE": "interpreted"},
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
