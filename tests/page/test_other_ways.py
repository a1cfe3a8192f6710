"""Other ways to play: by keyboard alone, as text, in another language."""

from __future__ import annotations

import random

import pytest
from page_check import serious_faults
from page_messages import AREAS
from page_player import CHOOSABLE, END, click_something, open_table, play_to_the_end, wait_for_event


def test_a_whole_game_of_ophiuchus_is_played_by_keyboard_alone(visit, server):
    page = visit("/about", reduced_motion="reduce")
    table = open_table(page, "ophiuchus", players=1)
    page.wait_for_selector(CHOOSABLE)
    chance = random.Random(6)
    for _ in range(3_000):
        if page.locator(END).count():
            break
        if not page.evaluate("document.activeElement?.matches('[role=application], [data-choice]') ?? false"):
            page.keyboard.press("Tab")
            continue
        # A number takes up a tile, N goes to the next place where it fits, Enter lays it.
        page.keyboard.press(chance.choice(["1", "2", "3", "n", "n", "Enter", "Enter"]))
    assert server.client(None).look(table)["table"]["status"] == "over"


def test_the_text_view_plays_a_whole_game_and_keeps_nobody_out(visit, server):
    page = visit("/about")
    table = open_table(page, "ophiuchus", players=1)
    page.wait_for_selector(CHOOSABLE)
    page.get_by_role("button", name="As text").click()
    page.get_by_role("heading", name="Now").wait_for()
    assert serious_faults(page) == []
    assert page.locator("svg [data-choice]").count() == 0
    play_to_the_end(page, random.Random(5))
    assert server.client(None).look(table)["table"]["status"] == "over"


def test_the_language_is_changed_at_the_table(visit):
    page = visit("/about")
    open_table(page, "ptolemaeus")
    page.wait_for_selector(CHOOSABLE)
    click_something(page, random.Random(1))
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Español").click()
    page.get_by_role("heading", name=AREAS["frame"]["settings"]["es"]).wait_for()
    assert page.evaluate("document.documentElement.lang") == "es"


def test_a_hint_says_what_a_bot_would_do(visit):
    page = visit("/about")
    open_table(page, "ophiuchus")
    page.wait_for_selector(CHOOSABLE)
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("A bot’s advice").wait_for()


def test_a_decision_is_taken_back(visit, server):
    page = visit("/about")
    table = open_table(page, "ptolemaeus", players=1)
    page.wait_for_selector(CHOOSABLE)
    stranger = server.client(None)
    dealt = stranger.look(table)["number"]
    page.locator("[data-choice='draw']").click()
    wait_for_event(page, dealt + 1)
    page.get_by_role("button", name="Undo").click()
    wait_for_event(page, dealt + 2)
    assert stranger.look(table, since=dealt + 1)["events"][-1]["kind"] == "undone"


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_rulebook_lies_beside_the_table_and_can_be_searched(visit, size):
    page = visit("/about", size)
    open_table(page, "ulysses")
    page.wait_for_selector(CHOOSABLE)
    if size == "phone":
        page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Rules").click()
    book = page.get_by_role("complementary", name="Rules")
    chapters = book.get_by_role("heading", level=2)
    book.get_by_label("Search the rules").fill("plague")
    book.get_by_text("plague").first.wait_for()
    found = chapters.count()
    book.get_by_label("Search the rules").fill("no such word anywhere")
    book.get_by_text("No chapter has all these words.").wait_for()
    assert found > 1
    assert page.locator("[data-game]").count() == 1, "the table is still there"


def test_on_a_phone_what_is_asked_follows_the_tile_in_hand(visit):
    page = visit("/", size="phone")
    open_table(page, "ophiuchus")
    page.get_by_text("Take one of your tiles").wait_for()
    page.locator("button[data-choice^='take ']").first.tap()
    page.get_by_text("Lay it on a lit square").wait_for()
