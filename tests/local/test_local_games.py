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


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_python_without_numpy_and_msgspec_tells_the_same(game, seats):
    assert run_there("local_games", "play", game, seats, 20) == run_there_natively(game, seats)


def run_there_natively(game, seats):
    return play(game, seats, 20)
