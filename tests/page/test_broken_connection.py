"""The line breaks: the page says so, sends once what was decided, and catches up without a reload."""

from __future__ import annotations

import random

from page_player import (
    CHOOSABLE,
    END,
    click_something,
    open_table,
    play_to_the_end,
    wait_for_event,
)
from server_running import Running

BELOW = """([above, below]) => {
  const bottom = document.querySelector(above).getBoundingClientRect().bottom;
  return document.querySelector(below).getBoundingClientRect().top >= bottom;
}"""


def test_the_server_is_restarted_in_mid_game(visit, tmp_path):
    with Running(tmp_path) as running:
        page = visit("/about", url=running.url, reduced_motion="reduce")
        table = open_table(page, "ophiuchus")
        chance = random.Random(4)
        for _ in range(6):
            page.wait_for_selector(CHOOSABLE)
            click_something(page, chance)
        page.evaluate("window.same = true")
        before = running.client(None).look(table)["number"]
        running.kill()
        page.get_by_text("No connection").wait_for()
        running.start()
        page.get_by_text("No connection").wait_for(state="hidden")
        play_to_the_end(page, chance)
        after = running.client(None).look(table)
        assert after["number"] > before
        assert after["table"]["status"] == "over"
        assert page.evaluate("window.same"), "the page was loaded anew"


def test_what_is_decided_without_a_net_is_sent_once_when_it_is_back(visit, server):
    page = visit("/about")
    table = open_table(page, "ptolemaeus", players=1)
    page.wait_for_selector(CHOOSABLE)
    stranger = server.client(None)
    page.context.set_offline(True)
    number = stranger.look(table)["number"]
    page.get_by_text("No connection").wait_for()
    # The log makes room for the message.
    page.wait_for_function(BELOW, arg=["[role='alert']", "aside.side h2"])
    page.locator("[data-choice='draw']").click()
    assert stranger.look(table)["number"] == number
    page.context.set_offline(False)
    page.get_by_text("No connection").wait_for(state="hidden")
    page.wait_for_selector(f"{CHOOSABLE}, {END}")
    wait_for_event(page, number + 1)
    assert stranger.look(table)["number"] == number + 1
