"""What people do at a table besides playing: hand on the screen, ask each other, mute, be asked again."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from page_check import nameless_stops, serious_faults
from page_player import CHOOSABLE, open_table, press, sit_down_together

UNCOVER = "[data-uncover]"


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_screen_that_is_handed_on_is_covered_until_the_next_one_has_it(visit, size):
    page = visit("/about", size)
    open_table(page, "ptolemaeus", bot="me", players=2)
    page.wait_for_selector(UNCOVER)
    assert page.locator(CHOOSABLE).count() == 0, "something of the table can be seen under the curtain"
    assert serious_faults(page) == []
    first = page.locator(UNCOVER).inner_text()
    page.locator(UNCOVER).click()
    for _ in range(12):
        page.wait_for_selector(f"{CHOOSABLE}, {UNCOVER}")
        if page.locator(UNCOVER).count():
            break
        press(page.locator("[data-choice='draw'], [data-choice='end']").first)
        page.wait_for_timeout(300)
    assert page.locator(UNCOVER).inner_text() != first
    assert {first, page.locator(UNCOVER).inner_text()} == {"I am Ada 1", "I am Ada 2"}
    page.locator(UNCOVER).click()
    if size == "phone":
        page.get_by_role("button", name="What happened").click()
    # Which card it was is for the first one alone.
    page.get_by_text(f"{first.removeprefix('I am ')} draws a card from the deck.").first.wait_for()


def test_people_at_one_screen_go_by_their_own_names(visit):
    page = visit("/new/ptolemaeus")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="2 players").click()
    page.get_by_label("Seat 2", exact=True).select_option("me")
    page.get_by_label("Name of whoever plays on seat 2").fill("Bea")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(UNCOVER)
    assert page.locator(UNCOVER).inner_text() in {"I am Ada", "I am Bea"}


def test_options_that_are_lists_and_limits_are_chosen_by_fields_and_said_in_words(visit):
    page = visit("/new/ulysses", reduced_motion="reduce")
    page.get_by_role("button", name="3 players").click()
    hands = page.get_by_role("group", name="Opening hands").get_by_role("spinbutton")
    assert [field.input_value() for field in hands.all()] == ["5", "6", "7"]
    assert page.get_by_text("0 means").count() == 0
    page.get_by_label("Player 2 in turn").fill("9")
    page.get_by_label("No limit").uncheck()
    page.get_by_role("spinbutton", name="Limit of turns").fill("12")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_text("Opening hands: 5,9,7").first.wait_for()
    page.get_by_text("Limit of turns: 12").first.wait_for()
    page.goto("/new/pacal")
    page.get_by_label("Face 1").select_option("arrows")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_text("Faces of the die: arrows 3").first.wait_for()
    page.goto("/new/ptolemaeus")
    page.get_by_role("combobox", name="Bonus cards").select_option(label="Choose each")
    page.get_by_role("spinbutton", name="New Constellation").fill("1")
    page.get_by_role("spinbutton", name="New Moon").fill("4")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_text("Bonus cards: 4,2,2").first.wait_for()


def test_a_waiting_room_tells_what_is_played_lets_people_talk_and_can_be_closed(visit):
    ada = visit("/new/ulysses", reduced_motion="reduce")
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="3 players").click()
    # Only seats that are there can begin.
    assert ada.get_by_role("combobox", name="First player").locator("option").all_inner_texts() == [
        "Drawn by lot", "Seat 1", "Seat 2", "Seat 3",
    ]  # fmt: skip
    ada.get_by_role("combobox", name="First player").select_option(label="Seat 3")
    ada.get_by_label("Over days").check()
    ada.get_by_role("button", name="Open the table").click()
    ada.get_by_role("heading", name="What you play").wait_for()
    bob = visit(ada.url, "phone", reduced_motion="reduce")
    for page in (ada, bob):
        page.get_by_text("First player: Seat 3").first.wait_for()
        page.get_by_text("3 days for each decision").first.wait_for()
    name = bob.get_by_label("Your name").bounding_box()
    seat = bob.get_by_role("button", name="Sit here").first.bounding_box()
    assert name is not None
    assert seat is not None
    assert name["y"] < seat["y"], "the name is asked for after the seat"
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit here").first.click()
    bob.get_by_label("Write to the table").fill("who else comes?")
    bob.get_by_label("Write to the table").press("Enter")
    ada.get_by_text("who else comes?").wait_for()
    assert serious_faults(ada) == serious_faults(bob) == []
    assert nameless_stops(ada) == nameless_stops(bob) == []
    ada.get_by_role("button", name="Close this table").click()
    ada.get_by_role("button", name="Close this table").click()
    bob.get_by_role("heading", name="This table was closed").wait_for()


def test_what_leaving_means_is_said_and_both_browsers_are_in_the_shuffles(visit):
    ada, bob = sit_down_together(visit, "phone", reduced_motion="reduce")
    ada.get_by_role("button", name="More").click()
    ada.get_by_role("button", name="Leave the seat for a while").click()
    ada.get_by_text("Come back within 1 day").wait_for()
    ada.get_by_role("button", name="Leave", exact=True).click()
    # A tip lies over the seats in one's first game; a tap goes through its words.
    bob.get_by_title("Show the seats").click()
    bob.get_by_text("plays for Ada, who may come back for").wait_for()
    assert serious_faults(bob) == []
    bob.keyboard.press("Escape")
    ada.get_by_role("button", name="Take my seat back").click()
    ada.get_by_role("button", name="More").click()
    ada.get_by_role("button", name="Give up").click()
    ada.get_by_role("dialog").get_by_role("button", name="Give up").click()
    for page in (ada, bob):
        page.get_by_text("Check the shuffles").click()
        page.get_by_role("button", name="Check in my browser").click()
        page.get_by_text("The part of your own browser is in it.").wait_for()
        page.get_by_text("Promise and part: ").nth(1).wait_for()


def test_where_nothing_is_hidden_no_curtain_comes_down(visit):
    page = visit("/about")
    open_table(page, "pacal", bot="me", players=2)
    page.wait_for_selector(CHOOSABLE)
    assert page.locator(UNCOVER).count() == 0


def test_what_all_agreed_to_is_asked_no_more(visit):
    ada, bob = sit_down_together(visit)
    for _ in range(2):
        ada.get_by_role("button", name="More").click()
        ada.get_by_role("button", name="Pause", exact=True).click()
        bob.get_by_role("button", name="Agree", exact=True).click()
        ada.get_by_role("button", name="Go on", exact=True).click()
        bob.get_by_role("button", name="Agree", exact=True).click()
        for page in (ada, bob):
            page.get_by_role("button", name="Go on", exact=True).wait_for(state="hidden")
            page.locator(".request").wait_for(state="hidden")


def test_on_a_phone_what_is_told_comes_one_after_the_other_and_never_over_the_board(visit):
    ada, bob = sit_down_together(visit, "phone")
    lines: list[Any] = []

    def between(line: Any) -> None:
        lines.append(line)
        line.connect_to_server()

    bob.route_web_socket(re.compile("/live"), between)
    bob.reload()
    bob.wait_for_selector("[data-status='running']")
    ada.get_by_role("button", name="More").click()
    ada.get_by_role("button", name="Pause", exact=True).click()
    agree = bob.get_by_role("button", name="Agree", exact=True)
    agree.wait_for()
    board = bob.locator("main.board").bounding_box()
    told = bob.locator(".notices > :visible")
    for _ in range(2):
        box = told.bounding_box()
        assert box["y"] + box["height"] <= board["y"], "it lies over the board"
        if not agree.count():
            break
        # A refusal is more urgent than a request, which waits behind it.
        problem = {"code": "stale", "detail": "The table has moved on.", "status": 409}
        lines[-1].send(json.dumps({"type": "refused", "problem": problem}))
        agree.wait_for(state="hidden")
    bob.locator(".notices").get_by_role("button", name="Close").click()
    agree.click()
    ada.get_by_role("button", name="Go on", exact=True).wait_for()


def test_who_was_muted_can_be_heard_again(visit):
    ada, bob = sit_down_together(visit)
    for page in (ada, bob):
        page.get_by_role("tab", name="Chat").click()
    bob.get_by_label("Write to the table").fill("well met")
    bob.get_by_label("Write to the table").press("Enter")
    ada.get_by_text("well met").wait_for()
    ada.get_by_role("button", name="Mute", exact=True).click()
    ada.get_by_text("well met").wait_for(state="hidden")
    ada.get_by_text("1 person is muted").click()
    ada.get_by_role("button", name="Hear again").click()
    ada.get_by_text("well met").wait_for()
    ada.get_by_text("1 person is muted").wait_for(state="hidden")
    bob.get_by_label("Write to the table").fill("still here")
    bob.get_by_label("Write to the table").press("Enter")
    ada.get_by_text("still here").wait_for()


def test_who_wants_to_be_asked_again_is_asked_beside_the_prompt(visit, server):
    page = visit("/about")
    page.evaluate("""localStorage["parapegma.preferences"] = '{"confirm": true}'""")
    table = open_table(page, "ptolemaeus", players=1)
    page.wait_for_selector(CHOOSABLE)
    dealt = server.client(None).look(table)["number"]
    page.locator("[data-choice='draw']").click()
    page.locator(".below [data-confirm]").wait_for()
    assert server.client(None).look(table)["number"] == dealt, "it was sent without being asked again"
    page.get_by_role("button", name="Cancel").click()
    page.locator(".below [data-confirm]").wait_for(state="hidden")
    page.locator("[data-choice='draw']").click()
    page.locator(".below [data-confirm]").click()
    page.wait_for_function(
        "(n) => Number(document.querySelector('[data-number]').dataset.number) > n", arg=dealt
    )
