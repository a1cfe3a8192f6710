"""Two people in two browsers at one table, and someone who watches."""

from __future__ import annotations

import random

from page_player import END, LIT, click_something


def test_two_people_play_and_a_third_watches(visit, house):
    chance = random.Random(2)
    # Whoever plays does not wait for pieces to arrive; whoever watches sees them move.
    ada = visit("/new/ophiuchus", reduced_motion="reduce")
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="2 players").click()
    ada.get_by_role("button", name="Open the table").click()
    ada.get_by_role("heading", name="Invite").wait_for()
    bob = visit(ada.url, "phone", reduced_motion="reduce")
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit here").first.click()
    eve = visit(ada.url)
    eve.get_by_text("You are watching").wait_for()
    table = ada.url.rsplit("/", 1)[1]
    clicks = {"ada": 0, "bob": 0}
    for _ in range(5_000):
        if ada.locator(END).count():
            break
        lit = {name: page for name, page in (("ada", ada), ("bob", bob)) if page.locator(LIT).count()}
        for name, page in lit.items():
            click_something(page, chance)
            clicks[name] += 1
        if not lit:
            ada.wait_for_timeout(50)
        assert eve.locator(LIT).count() == 0, "someone who watches is offered a decision"
    for page in (ada, bob, eve):
        page.wait_for_selector(END)
    assert min(clicks.values()) > 5
    assert house.client(None).look(table)["table"]["status"] == "over"


def test_what_one_writes_the_other_reads_as_plain_text(visit):
    ada = visit("/new/ophiuchus")
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="2 players").click()
    ada.get_by_role("button", name="Open the table").click()
    ada.get_by_role("heading", name="Invite").wait_for()
    bob = visit(ada.url)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit here").first.click()
    for page in (ada, bob):
        page.get_by_role("tab", name="Chat").click()
    ada.get_by_label("Write to the table").fill("<b>well</b> met & hello")
    ada.get_by_label("Write to the table").press("Enter")
    bob.get_by_text("<b>well</b> met & hello").wait_for()
