"""Tables in a browser are the server's tables: the same games, views, words, log and records."""

from __future__ import annotations

import pytest
from browser_python import run_there

from parapegma.browser.walkthrough import walkthrough

GAMES = [
    ("ophiuchus", ["me", "light"]),
    ("pacal", ["me", "light", "me"]),
    ("ptolemaeus", ["light", "me"]),
    ("ulysses", ["me", "light", "light"]),
]
DECISIONS = 8


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_python_without_numpy_and_msgspec_tells_the_same(game, seats):
    told = run_there("parapegma.browser.walkthrough", "walkthrough", game, seats, DECISIONS)
    assert told == walkthrough(game, seats, DECISIONS)


def test_a_table_in_a_browser_has_hints_undo_rematches_analysis_and_records():
    told = walkthrough("ophiuchus", ["me", "light"], 6, help_too=True)
    assert told["same hint"]
    assert told["longer"]
    assert told["undone"] == "accepted"
    assert told["again"]
    assert told["brought"]
    assert told["analysis"] > 0
    assert told["listed"] == 3
