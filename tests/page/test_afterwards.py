"""After the end: the result, the replay, going on from a moment, the analysis, the shuffles."""

from __future__ import annotations

import random
import re

import pytest
from page_check import serious_faults
from page_player import CHOOSABLE, END, open_table
from page_positions import ended_game, open_record

GAMES = ("ophiuchus", "pacal", "ptolemaeus", "ulysses")
MARKED = """() => [...document.querySelectorAll("[data-marked]")]
  .filter((node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .map((node) => node.dataset.marked)"""


@pytest.fixture
def finished(visit, server):
    """A page at a table whose game is over; it was played past the page, which saw all of it."""
    page = visit("/about", reduced_motion="reduce")
    table = open_table(page, "ophiuchus")
    page.wait_for_selector(CHOOSABLE)
    ada, chance = server.client(None), random.Random(9)
    ada.http.cookies.update({cookie["name"]: cookie["value"] for cookie in page.context.cookies()})
    with ada.live(table) as live:
        while live.actor is not None:
            if live.choices:
                live.act_at_random(chance)
            else:
                live.next()
    page.wait_for_selector(END)
    return page


def test_the_result_tells_who_won_and_why_and_can_be_checked(finished):
    finished.get_by_role("heading", name="Ranking").wait_for()
    assert serious_faults(finished) == []
    finished.get_by_text("Check the shuffles").click()
    finished.get_by_role("button", name="Check in my browser").click()
    finished.get_by_text("Everything is as it was promised").wait_for()


def test_the_scoring_is_told_on_the_board_and_adds_up_to_the_result(finished):
    dialog = finished.get_by_role("dialog")
    dialog.get_by_text("The scoring, step by step").click()
    steps = dialog.get_by_role("listitem").filter(has_text=":").all_inner_texts()
    totals = finished.locator(".rows .total").all_inner_texts()
    dialog.get_by_role("button", name="Show it on the board").click()
    scoring = finished.get_by_role("region", name="Scoring")
    scoring.get_by_text("step 1 of").wait_for()
    assert serious_faults(finished) == []
    while scoring.get_by_role("button", name="Next", exact=True).count():
        scoring.get_by_role("button", name="Next", exact=True).click()
    told = [text.split("\n")[-1] for text in scoring.locator("li").all_inner_texts()]
    assert sorted(told) == sorted(totals)
    assert len(steps) > len(totals)
    # Escape goes on to the result, and then closes it.
    finished.keyboard.press("Escape")
    dialog.get_by_role("heading", name="Ranking").wait_for()
    finished.keyboard.press("Escape")
    dialog.wait_for(state="hidden")


@pytest.mark.parametrize("game", GAMES)
def test_result_and_ceremony_tell_all_of_it_and_light_every_step_on_the_board(visit, game):
    match = ended_game(game)
    page = visit("/about", reduced_motion="reduce")
    open_record(page, match)
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("heading", name="Ranking").wait_for()
    assert dialog.locator(".rows .total").count() == match.players
    # In Pacal's Rocket nothing is hidden from anyone.
    if game != "pacal":
        dialog.get_by_role("heading", name="What was hidden").wait_for()
    assert serious_faults(page) == []
    dialog.get_by_text("The scoring, step by step").click()
    dialog.get_by_role("button", name="Show it on the board").click()
    scoring = page.get_by_role("region", name="Scoring")
    steps = match.scoring_steps()
    for n, step in enumerate(steps, start=1):
        scoring.get_by_text(f"step {n} of {len(steps)}").wait_for()
        assert set(page.evaluate(MARKED)) == set(step.places), step
        if n < len(steps):
            scoring.get_by_role("button", name="Next", exact=True).click()
    assert serious_faults(page) == []
    totals = [text.split("\n")[-1] for text in scoring.locator("li").all_inner_texts()]
    assert totals == [str(score).replace("-", "−") for score in match.scores]
    scoring.get_by_role("button", name="To the result").last.click()
    dialog.get_by_role("heading", name="Ranking").wait_for()


def test_a_scoring_begins_by_itself_where_the_reader_saw_the_end(visit, server):
    page = visit("/about", reduced_motion="no-preference")
    table = open_table(page, "ophiuchus", players=1)
    page.wait_for_selector(CHOOSABLE)
    ada, chance = server.client(None), random.Random(3)
    ada.http.cookies.update({cookie["name"]: cookie["value"] for cookie in page.context.cookies()})
    with ada.live(table) as live:
        while live.actor is not None:
            live.act_at_random(chance) if live.choices else live.next()
    # All moves of the game are seen first.
    page.get_by_role("region", name="Scoring").wait_for(timeout=120_000)
    page.get_by_role("button", name="To the result").first.click()
    page.get_by_role("heading", name="Ranking").wait_for()
    # Whoever comes back later is shown the result at once.
    page.reload()
    page.get_by_role("heading", name="Ranking").wait_for()


def test_who_gave_up_is_not_told_to_have_won(visit):
    page = visit("/about", reduced_motion="reduce")
    open_table(page, "ophiuchus", players=2)
    page.wait_for_selector(CHOOSABLE)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    page.get_by_role("dialog", name="won").wait_for()
    page.get_by_text("You: gave up").wait_for()
    # Nobody plays on, for nobody.
    assert page.locator("[data-seat='0'] .note").text_content() == "gave up"
    page.get_by_role("dialog", name="won").get_by_text("too few are left to play on").wait_for()
    page.get_by_role("heading", name="What was hidden").wait_for()
    assert page.get_by_text("You won!").count() == 0
    assert serious_faults(page) == []


def test_a_game_is_replayed_and_goes_on_from_a_moment(finished):
    finished.get_by_role("heading", name="Ranking").wait_for()
    finished.get_by_role("dialog").get_by_role("button", name="Replay").click()
    finished.get_by_role("button", name="One step forward").wait_for()
    for _ in range(5):
        finished.get_by_role("button", name="One step forward").click()
    assert serious_faults(finished) == []
    finished.get_by_label("Through the eyes of").select_option("1")
    finished.get_by_role("button", name="Go on from here").click()
    finished.get_by_role("button", name="Open the table").click()
    finished.wait_for_url("**/tables/*")
    finished.wait_for_selector(f"{CHOOSABLE}, {END}")


def test_an_analysis_shows_outlook_and_mistakes(finished):
    finished.get_by_role("heading", name="Ranking").wait_for()
    finished.get_by_role("dialog").get_by_role("button", name="Analysis").click()
    finished.get_by_role("button", name="Begin the analysis").click()
    finished.get_by_role("heading", name="Outlook").wait_for()
    assert serious_faults(finished) == []
    # One's own decisions come before everything else, and can be tried again.
    headings = finished.get_by_role("heading", level=2).all_inner_texts()
    assert headings[0] == "Your decisions"
    assert headings[-1] == "The others’ most costly decisions"
    again = finished.get_by_role("button", name="Try again").first
    again.wait_for(timeout=90_000)
    # What was decided is said in the language of the page, also when that changes.
    english = re.compile(r"\b([Tt]ile|First half)\b")
    finished.locator("[data-decision] dd", has_text=english).first.wait_for()
    finished.get_by_label("Language").select_option("it")
    finished.locator("[data-decision] dd", has_text=re.compile("[Tt]essera|Prima metà")).first.wait_for()
    assert finished.locator("[data-decision] dd", has_text=english).count() == 0
    finished.get_by_role("button", name="Riprova").first.click()
    finished.wait_for_url("**/tables/*")
    finished.wait_for_selector(CHOOSABLE)


def test_a_rematch_is_one_click(finished):
    before = finished.url
    finished.get_by_role("heading", name="Ranking").wait_for()
    finished.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    finished.wait_for_url(lambda url: url != before)
    finished.wait_for_selector(CHOOSABLE)
