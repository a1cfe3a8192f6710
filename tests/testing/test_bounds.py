"""Compiled code checks no bounds: so part of the fuzzing runs with checks, and part interpreted."""

from __future__ import annotations

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
import sys
from parapegma import find_game
from parapegma.testing import fuzz
check = sys.argv[3] == "check"
print(sum(steps for _, steps in fuzz(find_game(sys.argv[1]), int(sys.argv[2]), seed=3, check=check)))
"""


def fuzzed(name: str, games: int, check: str, **environment: str) -> int:
    done = subprocess.run(
        [sys.executable, "-c", FUZZ, name, str(games), check],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.mark.parametrize("name", CHECKED)
def test_no_index_leaves_its_array_when_compiled_with_checks(name):
    decisions = fuzzed(name, 3000, "check", NUMBA_BOUNDSCHECK="1")
    assert decisions > 3000
    assert decisions == fuzzed(name, 3000, "check", PARAPEGMA_MODE="loaded"), "a library plays other games"


@pytest.mark.parametrize("name", GAMES)
def test_no_index_or_value_leaves_its_range_in_the_interpreter(name):
    """In random games of thousands of decisions; in ten times as many games in a soak."""
    games = INTERPRETED[name] * (10 if LONG else 1)
    decisions = fuzzed(name, games, "no check", PARAPEGMA_MODE="interpreted")
    assert decisions > 40
    assert decisions == fuzzed(name, games, "no check", PARAPEGMA_MODE="loaded")
