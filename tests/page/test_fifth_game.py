"""A game from another package that brings nothing for the page is found and played on the plain board."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from installed import install
from page_check import check_page
from page_player import CHOOSABLE, open_table, play_to_the_end
from server_running import Running

PROJECT = Path(__file__).resolve().parents[2] / "examples" / "fifth_game"
NAME = "fifth_game"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server beside which the example is installed. Its rules are interpreted: a game of it is short."""
    place = install(PROJECT, tmp_path_factory.mktemp("site"))
    folder = tmp_path_factory.mktemp("server")
    with Running(folder, PYTHONPATH=str(place), PARAPEGMA_MODE="interpreted") as running:
        yield running
        assert '"level": "error"' not in running.log, running.log


def test_it_stands_on_the_first_page_and_a_table_of_it_can_be_opened(visit, server):
    page = visit("/", url=server.url)
    card = page.locator("article", has=page.get_by_role("heading", name="Fifth game"))
    assert card.get_by_role("link", name="How to play").count() == 0
    card.get_by_role("link", name="Set up a table").click()
    page.get_by_role("heading", name="Fifth game").wait_for()
    page.get_by_role("button", name="Open the table").wait_for()


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_whole_game_is_played_on_the_plain_board(visit, server, size):
    page = visit("/about", size, url=server.url, reduced_motion="reduce")
    table = open_table(page, NAME, bot="greedy")
    page.wait_for_selector(CHOOSABLE)
    check_page(page, phone=size == "phone")
    play_to_the_end(page, random.Random(4))
    assert server.client(None).look(table)["table"]["status"] == "over"


def test_it_can_be_read_as_text(visit, server):
    page = visit("/about", url=server.url)
    open_table(page, NAME, bot="greedy")
    page.wait_for_selector(CHOOSABLE)
    page.get_by_role("button", name="As text").click()
    page.get_by_role("heading", name="leader").wait_for()
