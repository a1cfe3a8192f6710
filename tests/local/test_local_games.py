"""Tables in a browser are the server's tables: the same games, views, words, log and records."""

from __future__ import annotations

import pytest
from browser_python import run_there
from local_games import play

GAMES = [
    ("ophiuchus", ["me", "light"]),
    ("pacal", ["me", "light", "me"]),
    ("ptolemaeus", ["light", "me"]),
    ("ulysses", ["me", "light", "light"]),
]
DECISIONS = 40


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_python_without_numpy_and_msgspec_tells_the_same(game, seats, monkeypatch):
    assert run_there("local_games", "play", game, seats, DECISIONS) == play(game, seats, DECISIONS)
