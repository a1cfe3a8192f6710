"""Two people in two browsers at one table, and someone who watches."""

from __future__ import annotations

import random

from page_player import CHOOSABLE, END, click_something, sit_down_together


def test_two_people_play_and_a_third_watches(visit, server):
    chance = random.Random(2)
    # Whoever plays does not wait for pieces to arrive; whoever watches sees them move.
    ada, bob = sit_down_together(visit, "phone", reduced_motion="reduce")
    eve = visit(ada.url, reduced_motion="no-preference")
    eve.get_by_text("You are watching").wait_for()
    table = ada.url.rsplit("/", 1)[1]
    clicks = {"ada": 0, "bob": 0}
    for _ in range(5_000):
        if ada.locator(END).count():
            break
        lit = {name: page for name, page in (("ada", ada), ("bob", bob)) if page.locator(CHOOSABLE).count()}
        for name, page in lit.items():
            click_something(page, chance)
            clicks[name] += 1
        if not lit:
            ada.wait_for_timeout(50)
        assert eve.locator(CHOOSABLE).count() == 0, "someone who watches is offered a decision"
    for page in (ada, bob, eve):
        page.wait_for_selector(END)
    assert min(clicks.values()) > 5
    assert server.client(None).look(table)["table"]["status"] == "over"


def test_what_one_writes_the_other_reads_as_plain_text(visit):
    ada, bob = sit_down_together(visit)
    for page in (ada, bob):
        page.get_by_role("tab", name="Chat").click()
    ada.get_by_label("Write to the table").fill("<b>well</b> met & hello")
    ada.get_by_label("Write to the table").press("Enter")
    bob.get_by_text("<b>well</b> met & hello").wait_for()
