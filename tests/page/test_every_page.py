"""Every page can be read by everyone in both themes: axe, text sizes, touch targets, no way sideways."""

from __future__ import annotations

import pytest
from page_check import check_page
from page_player import CHOOSABLE, open_table

PAGES = [
    "/", "/new/ptolemaeus", "/new/ulysses", "/rules", "/rules/pacal", "/rules/pacal/summary",
    "/rules/ptolemaeus/reference", "/account", "/about", "/nowhere",
]  # fmt: skip
GAMES = ["ophiuchus", "pacal", "ptolemaeus", "ulysses"]


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_keeps_nobody_out(visit, path, size):
    page = visit(path, size, reduced_motion="reduce")
    page.wait_for_selector("main h1")
    check_page(page, size == "phone")


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_keeps_nobody_out(visit, game, size):
    page = visit("/about", size, reduced_motion="reduce")
    open_table(page, game)
    page.wait_for_selector(CHOOSABLE)
    check_page(page, size == "phone")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_waiting_room_keeps_nobody_out(visit, size):
    page = visit("/new/ophiuchus", size)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("heading", name="Invite").wait_for()
    check_page(page, size == "phone")
