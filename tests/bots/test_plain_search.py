"""A search without a network stays the player it is: all that is said of strength is measured against it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from parapegma import Match, find_game
from parapegma.bots import BotRunner
from parapegma.bots.bot import Limits
from parapegma.bots.search import Search
from parapegma.core.compiled.rng import key_of_seed

KNOWN: dict[str, list[dict[str, Any]]] = json.loads(
    Path(__file__).with_name("plain_search.json").read_text("utf-8")
)
"""How often 400 iterations tried each action, by game: it changes only with the rules, or with a reason."""
CASES = [(game, case) for game, cases in KNOWN.items() for case in cases]


@pytest.mark.parametrize(
    ("name", "case"), CASES, ids=[f"{game}-{case['players']}-{case['decisions']}" for game, case in CASES]
)
def test_a_plain_search_tries_what_it_always_tried(name: str, case: dict[str, Any]) -> None:
    match = Match(find_game(name), case["players"], seed=case["decisions"] + case["players"])
    runner = BotRunner(match.game, 5)
    for _ in range(case["decisions"]):
        match.act(runner.ask("light", match.position, len(match)).action)
    seat = match.actor
    assert seat is not None
    search = Search(match.game, Limits(400, thorough=True), seed=9)
    tree, _ = search.grow_tree(match.position.guess(seat, key_of_seed("plain")), seat)
    visits = sorted([tree.action(child), tree.visits(child)] for child in tree.children(0))
    assert [each for each in visits if each[1]] == case["visits"]
    assert tree.used == case["nodes"]
    assert tree.value(0, seat) == pytest.approx(case["value"], abs=1e-8)
