"""What people do at a table besides playing: hand on the screen, ask each other, mute, be asked again."""

from __future__ import annotations

import pytest
from page_check import serious_faults
from page_player import CHOOSABLE, open_table, sit_down_together

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
        page.locator("[data-choice='draw'], [data-choice='end']").first.press("Enter")
        page.wait_for_timeout(300)
    assert page.locator(UNCOVER).inner_text() != first
    assert {first, page.locator(UNCOVER).inner_text()} == {"I am Ada 1", "I am Ada 2"}
    page.locator(UNCOVER).click()
    if size == "phone":
        page.get_by_role("button", name="What happened").click()
    # Which card it was is for the first one alone.
    page.get_by_text(f"{first.removeprefix('I am ')} draws a card from the deck.").first.wait_for()


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
    page.evaluate("""localStorage["parapegma.taste"] = '{"confirm": true}'""")
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
