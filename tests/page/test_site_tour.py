"""One visit to the site of files alone with everything in it, from a hint to games that are still there."""

from __future__ import annotations

import random

from page_player import CHOOSABLE, END, click_something, play_now, wait_for_something

_READY = 120_000


def test_a_visit_in_which_everything_is_tried(visit, site, come_again):
    page = visit("about:blank", url=site.url)
    come_again(page, site)
    play_now(page, "Ophiuchus", _READY)
    chance = random.Random(11)

    # A hint names a move that can be made.
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator(".hint .why").wait_for(timeout=_READY)

    # What was decided is taken back.
    before = _number(page)
    while _number(page) == before:
        wait_for_something(page)
        click_something(page, chance)
    wait_for_something(page)
    decided = _number(page)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function(
        "(number) => Number(document.querySelector('[data-number]').dataset.number) > number", arg=decided
    )

    # The text view plays on; the game ends.
    page.keyboard.press("t")
    page.get_by_role("heading", name="Now", exact=True).wait_for()
    for _ in range(1_000):
        if wait_for_something(page) == "end":
            break
        click_something(page, chance)
    page.wait_for_selector(END)
    table = page.url
    page.get_by_role("heading", name="Ranking").wait_for(timeout=_READY)

    # The game is seen again through the eyes of another, and goes on from a moment.
    page.get_by_role("dialog").get_by_role("button", name="Replay").click()
    forward = page.get_by_role("button", name="One step forward")
    for _ in range(5):
        forward.click()
    page.get_by_label("Through the eyes of").select_option("1")
    page.get_by_role("button", name="Go on from here").click()
    page.get_by_role("button", name="Open the table").click()
    # The page may be there already.
    page.wait_for_function(
        "(table) => /#\\/tables\\/\\w+$/.test(location.href) && location.href !== table", arg=table
    )
    page.wait_for_selector(f"{CHOOSABLE}, {END}", timeout=_READY)

    # The analysis comes to its end.
    page.goto(table)
    page.get_by_role("dialog").get_by_role("button", name="Analysis").click(timeout=_READY)
    page.get_by_role("button", name="Begin the analysis").click()
    page.get_by_role("heading", name="Outlook").wait_for(timeout=_READY)
    page.locator("progress").wait_for(state="detached", timeout=2 * _READY)

    # The rulebook, in another language.
    page.evaluate("location.hash = '#/rules/ophiuchus'")
    page.get_by_role("navigation", name="Contents").get_by_role("link").last.wait_for()
    page.get_by_label("Language").select_option("it")
    page.wait_for_function("() => document.documentElement.lang === 'it'")

    # All is still there.
    page.goto(site.url)
    page.reload()
    page.get_by_text("Gioca subito").first.wait_for()
    page.locator("#mine li").nth(1).wait_for(timeout=_READY)
    page.goto(table)
    page.wait_for_selector(END, timeout=_READY)


def _number(page):
    """Of the last event that the page shows."""
    return int(page.locator("[data-number]").get_attribute("data-number"))
