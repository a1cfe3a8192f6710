"""A game of another package has no drawings of its own on the page: it is played on a plain board."""

from __future__ import annotations

import random

import pytest
from installed import install
from page_player import open_table, play_to_the_end
from server_running import Running

from conftest import ROOT


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server on which the example of CONTRIBUTING is installed; its rules are interpreted."""
    place = install(ROOT / "examples" / "fifth_game", tmp_path_factory.mktemp("site"))
    with Running(tmp_path_factory.mktemp("server"), PYTHONPATH=str(place), PARAPEGMA_JIT="0") as running:
        yield running
        assert '"level": "error"' not in running.log, running.log


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_fifth_game_is_played_through_the_page(visit, server, size):
    page = visit("/about", size, url=server.url)
    table = open_table(page, "fifth_game")
    clicks = play_to_the_end(page, random.Random(7))
    assert clicks >= 10, "each of the ten tricks of a game for two takes a card of one's own"
    assert server.client(None).look(table)["table"]["status"] == "over"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
