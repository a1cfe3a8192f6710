"""A newcomer who knows only what the page says goes through the guided first game of every game."""

from __future__ import annotations

import re

import pytest
from page_browser import at_one_size
from page_check import serious_faults
from page_newcomer import Newcomer
from page_player import press

TITLES = {
    "ophiuchus": "Ophiuchus", "pacal": "Pacal’s Rocket", "ptolemaeus": "Ptolemaeus", "ulysses": "Ulysses",
}  # fmt: skip
MOST_WRONG = 3
"""So often a newcomer may decide wrongly before the words have led to what is right."""


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_newcomer_finishes_every_lesson_by_its_words(visit, size):
    page = visit("/", size, reduced_motion="reduce")
    first, *others = [game for game, at in at_one_size(list(TITLES)) if at == size]
    # The lesson is offered before the first game.
    page.get_by_role("button", name=f"Play now: {TITLES[first]}").click()
    page.get_by_role("button", name=re.compile("Learn it in \\d+ minutes")).click()
    for game in (first, *others):
        if game != first:
            page.goto(f"/learn/{game}")
        page.wait_for_selector("[data-task]")
        assert serious_faults(page) == [], game
        newcomer = Newcomer(page)
        newcomer.finish()
        assert all(count <= MOST_WRONG for count in newcomer.wrong.values()), newcomer.wrong
        assert serious_faults(page) == [], game
        done = page.get_by_role("navigation", name="Steps").get_by_role("button", name=re.compile(", done$"))
        assert done.count() == page.locator(".lesson-bar ol button").count(), game


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_lesson_is_resumed_explains_what_is_wrong_shows_what_is_right_and_leads_to_a_game(visit, size):
    page = visit("/learn/pacal", size, reduced_motion="reduce")
    page.wait_for_selector("[data-task]")
    # A step is skipped, and the lesson goes on there.
    page.get_by_role("button", name="Step 2: Higher than the others").click()
    page.wait_for_selector("[data-step='majority'][data-verdict='open']")
    page.goto("/")
    page.get_by_role("link", name=re.compile("Go on with the lesson.*Pacal")).click()
    page.wait_for_selector("[data-step='majority'][data-verdict='open']")
    page.get_by_role("button", name="Step 1: A pyramid wins a district").click()
    page.wait_for_selector("[data-step='build'][data-verdict='open']")
    # On a phone what can be pressed makes room for what is read first.
    if page.locator("[data-read]").count():
        page.locator("[data-read]").click()
    page.get_by_role("button", name="Build nothing").click()
    # Where a finger chooses, it is asked once more.
    page.wait_for_selector("[data-confirm]:enabled, [data-wrong]")
    if page.locator("[data-confirm]").count():
        press(page.locator("[data-confirm]").first)
    page.wait_for_selector("[data-wrong]")
    said = page.locator("[data-wrong]").inner_text()
    assert "was free for the taking" in said
    assert "brought you 0 points; the move we are looking for brings 5" in said
    assert serious_faults(page) == []
    page.locator("[data-again]").click()
    page.wait_for_selector("[data-task]")
    # The last step leads into a real game; whoever asks is shown what is right.
    page.locator(".lesson-bar ol button").last.click()
    page.wait_for_selector("[data-step='end'][data-verdict='open']")
    if page.locator("[data-read]").count():
        page.locator("[data-read]").click()
    page.locator("[data-show]").click()
    page.wait_for_selector("[data-shown]:visible")
    assert serious_faults(page) == []
    while not page.locator("[data-play]").count():
        press(page.locator("[data-confirm]:visible:enabled, [data-shown]:visible").first)
        page.wait_for_selector("[data-play], [data-confirm]:enabled, [data-shown]")
    page.locator("[data-play]").click()
    page.wait_for_url("**/tables/*")
    page.get_by_role("complementary", name="For your first games").wait_for()


def test_in_a_lesson_numbers_take_up_a_tile_and_escape_puts_it_back(visit):
    page = visit("/learn/ophiuchus", reduced_motion="reduce")
    page.wait_for_selector("[data-step='constellation'][data-verdict='open'] [data-choice^='take ']")
    lit = page.locator("svg.over [data-choice]")
    take_up = {
        "by its number": lambda: page.keyboard.press("1"),
        "with the mouse": lambda: page.locator("[data-choice^='take ']").first.click(),
    }
    for way, take in take_up.items():
        assert lit.count() == 0, way
        take()
        lit.first.wait_for()
        page.keyboard.press("Escape")
        lit.first.wait_for(state="detached")


LIT = "() => [...document.querySelectorAll('[data-choice]')].map((node) => node.dataset.choice).sort().join()"


def test_in_a_lesson_the_first_of_two_steps_is_put_back(visit):
    page = visit("/learn/ulysses", reduced_motion="reduce")
    page.wait_for_selector("[data-step='arrive'][data-verdict='open']")
    change = page.locator("[data-choice='change 1']")
    change.wait_for()
    before = page.evaluate(LIT)
    change.click()
    # Only what the objective may be changed for is left to choose.
    page.locator("[data-choice^='change 1 ']").first.wait_for()
    page.keyboard.press("Escape")
    page.wait_for_function(f"(before) => ({LIT})() === before", arg=before)


def test_in_a_lesson_a_decision_that_is_only_begun_is_put_back(visit):
    page = visit("/learn/pacal", reduced_motion="reduce")
    page.get_by_role("button", name="Step 2: Higher than the others").click()
    page.wait_for_selector("[data-step='majority'][data-verdict='open']")
    button = page.get_by_role("button", name="Put it back")
    for put_back in (lambda: page.keyboard.press("Escape"), lambda: button.click()):
        page.locator("main.board [data-choice='build A8']").first.click()
        page.locator("[data-choice='with A8 B8 C8']").first.wait_for()
        button.wait_for()
        put_back()
        page.locator("main.board [data-choice='build A8']").first.wait_for()
        assert button.count() == 0
    # It goes on as if nothing had been begun.
    page.locator("main.board [data-choice='build A8']").first.click()
    page.locator("[data-choice='with A8 B8 C8']").first.click()
    page.wait_for_selector("[data-done='1']")
