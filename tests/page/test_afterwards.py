"""After the end: the result, the replay, going on from a moment, the analysis, the shuffles."""

from __future__ import annotations

import random

import pytest
from page_check import serious_faults
from page_player import CHOOSABLE, END, open_table


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
    finished.get_by_text("Where the points came from").wait_for()
    assert serious_faults(finished) == []
    finished.get_by_text("Check the shuffles").click()
    finished.get_by_role("button", name="Check in my browser").click()
    finished.get_by_text("The key is the one that was promised.").wait_for()


def test_a_game_is_replayed_and_goes_on_from_a_moment(finished):
    finished.get_by_text("Where the points came from").wait_for()
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
    finished.get_by_text("Where the points came from").wait_for()
    finished.get_by_role("dialog").get_by_role("button", name="Analysis").click()
    finished.get_by_role("button", name="Begin the analysis").click()
    finished.get_by_role("heading", name="Outlook").wait_for()
    assert serious_faults(finished) == []


def test_a_rematch_is_one_click(finished):
    before = finished.url
    finished.get_by_text("Where the points came from").wait_for()
    finished.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    finished.wait_for_url(lambda url: url != before)
    finished.wait_for_selector(CHOOSABLE)
