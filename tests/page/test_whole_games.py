"""Whole games against bots, played through the page of a server by clicking only what is lit."""

from __future__ import annotations

import random
from typing import Any

import pytest
from page_browser import LONG
from page_player import open_table, play_to_the_end

# Who clicks at random hardly ever brings these two to their own end: their options end them, later in a soak.
SHORT: dict[str, dict[str, Any]] = {
    "pacal": {"max_rounds": 60 if LONG else 4},
    "ulysses": {"max_turns": 60 if LONG else 3},
}
# Each at one size; test_site.py plays it at the other, in the browser itself. A soak plays all at both.
SIZES = {"ophiuchus": "desk", "pacal": "desk", "ptolemaeus": "phone", "ulysses": "phone"}
PLAYED = [(game, size) for game in SIZES for size in ("desk", "phone") if LONG or size == SIZES[game]]


@pytest.mark.parametrize(("game", "size"), PLAYED)
def test_a_whole_game_is_played_by_clicking_lit_things(visit, server, game, size):
    page = visit("/about", size, reduced_motion="reduce" if size == "phone" else "no-preference")
    table = open_table(page, game, **SHORT.get(game, {}))
    clicks = play_to_the_end(page, random.Random(7))
    assert clicks > 5
    assert server.client(None).look(table)["table"]["status"] == "over"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
