"""Compiled code checks no bounds: so part of the fuzzing runs with checks, and part interpreted."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from parapegma import all_games

GAMES = [game.name for game in all_games()]
# Compiling with checks takes half a minute and more for each game: one here, all in a soak.
LONG = bool(os.environ.get("PARAPEGMA_LONG_GAMES"))
CHECKED = GAMES if LONG else ["ophiuchus"]
# About as many seconds for each: games of two of them are long.
INTERPRETED = {"ophiuchus": 80, "pacal": 20, "ptolemaeus": 80, "ulysses": 20}
FUZZ = """
import json, sys
from parapegma import find_game
from parapegma.libraries.digests import digests_of_rules
from parapegma.testing import fuzz
game, check = find_game(sys.argv[1]), sys.argv[3] == "check"
decisions = sum(steps for _, steps in fuzz(game, int(sys.argv[2]), seed=3, check=check))
print(json.dumps([decisions, digests_of_rules(game) if check else {}]))
"""


def fuzzed(name: str, games: int, check: str, **environment: str) -> tuple[int, dict[str, str]]:
    """How many decisions were played; where they are checked, also digests of games of every setting."""
    done = subprocess.run(
        [sys.executable, "-c", FUZZ, name, str(games), check],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    decisions, digests = json.loads(done.stdout)
    return decisions, digests


@pytest.mark.parametrize("name", CHECKED)
def test_no_index_leaves_its_array_when_compiled_with_checks(name):
    """And a library plays the same games as what Numba compiles."""
    decisions, digests = fuzzed(name, 3000, "check", NUMBA_BOUNDSCHECK="1", PARAPEGMA_MODE="compiled")
    assert decisions > 3000
    assert digests
    assert (decisions, digests) == fuzzed(name, 3000, "check", PARAPEGMA_MODE="loaded")


@pytest.mark.parametrize("name", GAMES)
def test_no_index_or_value_leaves_its_range_in_the_interpreter(name):
    """In random games of thousands of decisions; in ten times as many games in a soak."""
    games = INTERPRETED[name] * (10 if LONG else 1)
    decisions, _ = fuzzed(name, games, "no check", PARAPEGMA_MODE="interpreted")
    assert decisions > 40
    assert decisions == fuzzed(name, games, "no check", PARAPEGMA_MODE="loaded")[0]
