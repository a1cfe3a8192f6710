"""The site of files alone keeps nobody out: its start, its pages, what is kept, its questions."""

from __future__ import annotations

import threading

import pytest
from page_check import check_page
from page_player import CHOOSABLE

_READY = 120_000
_OTHERS = [
    "/account", "/about", "/rules", "/rules/ulysses", "/new/ptolemaeus", "/daily", "/puzzles/pacal",
    "/nowhere",
]  # fmt: skip


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_site_keeps_nobody_out(visit, site, size, tmp_path):
    phone = size == "phone"
    # Half of the rules is sent: the start stands still until it was looked at.
    site.held["rules.pack"] = threading.Event()
    page = visit("", size, url=site.url, reduced_motion="reduce")
    page.get_by_role("button", name="Play now: Ophiuchus").click()
    page.locator(".starting progress").wait_for()
    try:
        check_page(page, phone)
    finally:
        site.held["rules.pack"].set()
    page.locator("[data-just-play]").click(timeout=_READY)
    page.wait_for_selector(CHOOSABLE, timeout=_READY)
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog").get_by_role("button", name="Save the record").wait_for()
    check_page(page, phone)

    # The first page with a game that is kept, the question before it is deleted, a file that is no record.
    page.evaluate("location.hash = '#/'")
    delete = page.get_by_role("button", name="Delete this game: Ophiuchus")
    delete.click()
    page.get_by_role("button", name="Delete for good").wait_for()
    check_page(page, phone)
    file = tmp_path / "shopping.txt"
    file.write_text("milk and honey\n")
    page.get_by_label("Open a record …").set_input_files(file)
    page.get_by_role("alert").wait_for()
    check_page(page, phone)
    for path in _OTHERS:
        page.evaluate("(path) => { location.hash = `#${path}`; }", path)
        page.wait_for_function(
            "(path) => location.hash === `#${path}` && document.querySelector('main h1')", arg=path
        )
        page.wait_for_load_state("networkidle")
        check_page(page, phone)


def test_a_lesson_and_a_screen_that_is_handed_on_keep_nobody_out(visit, site):
    page = visit("", "phone", url=site.url, reduced_motion="reduce")
    page.goto(f"{site.url}#/learn/ulysses")
    page.wait_for_selector("[data-task]", timeout=_READY)
    page.locator("[data-read]").click()
    page.locator("[data-read]").wait_for(state="detached")
    check_page(page, phone=True)
    page.goto(f"{site.url}#/new/ptolemaeus")
    page.get_by_role("button", name="2 players").click(timeout=_READY)
    page.get_by_label("Seat 2", exact=True).select_option("me")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("[data-uncover]", timeout=_READY)
    check_page(page, phone=True)
