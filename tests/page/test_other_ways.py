"""Other ways to play: by keyboard alone, as text, in another language."""

from __future__ import annotations

import random

from page_check import serious_faults
from page_player import END, LIT, click_something, open_table, play_to_the_end


def test_a_whole_game_of_ophiuchus_is_played_by_keyboard_alone(visit, house):
    page = visit("/about", reduced_motion="reduce")
    table = open_table(page, "ophiuchus", players=1)
    chance = random.Random(6)
    for _ in range(4_000):
        page.wait_for_selector(f"{LIT}, {END}")
        if page.locator(END).count():
            break
        for _ in range(chance.randrange(1, 12)):
            page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement?.matches('[data-choice], [data-confirm]') ?? false")
        if focused:
            page.keyboard.press("Enter")
    assert house.client(None).look(table)["table"]["status"] == "over"


def test_the_text_view_plays_a_whole_game_and_keeps_nobody_out(visit, house):
    page = visit("/about")
    table = open_table(page, "ophiuchus", players=1)
    page.wait_for_selector(LIT)
    page.get_by_role("button", name="As text").click()
    page.get_by_role("heading", name="Now").wait_for()
    assert serious_faults(page) == []
    assert page.locator("svg [data-choice]").count() == 0
    play_to_the_end(page, random.Random(5))
    assert house.client(None).look(table)["table"]["status"] == "over"


def test_the_language_is_changed_at_the_table(visit):
    page = visit("/about")
    open_table(page, "ptolemaeus")
    page.wait_for_selector(LIT)
    click_something(page, random.Random(1))
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("es")
    page.get_by_role("heading", name="Lo que ha pasado").or_(
        page.get_by_text("Qué ha pasado")
    ).first.wait_for()
    assert page.evaluate("document.documentElement.lang") == "es"


def test_a_hint_lights_what_a_master_would_do(visit):
    page = visit("/about")
    open_table(page, "ophiuchus")
    page.wait_for_selector(LIT)
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("A master would").wait_for()


def test_a_decision_is_taken_back(visit, house):
    page = visit("/about")
    table = open_table(page, "ophiuchus", players=1)
    page.wait_for_selector(LIT)
    click_something(page, random.Random(1))
    page.wait_for_function("Number(document.querySelector('[data-number]').dataset.number) > 2")
    before = house.client(None).look(table)["number"]
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function(f"Number(document.querySelector('[data-number]').dataset.number) > {before}")
    events = house.client(None).look(table, since=before)["events"]
    assert events[-1]["kind"] == "undone"
