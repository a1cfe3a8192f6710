"""A page whose server has begun before the rules were compiled: it says so where a bot is waited for."""

from __future__ import annotations

import random

from page_player import click_something, open_table


def test_the_page_says_that_bots_are_getting_ready_until_they_decide(visit, server_with, tmp_path):
    chance = random.Random(4)
    failed = tmp_path / "failed"
    own = server_with(PARAPEGMA_LIBRARIES=str(tmp_path / "none"), PARAPEGMA_AWAIT_LIBRARIES=str(failed))
    page = visit("/about", url=own.url, reduced_motion="reduce")
    open_table(page, "ophiuchus", players=2)
    preparing = page.get_by_text("The bots are getting ready").first
    for _ in range(100):
        if preparing.count():
            break
        click_something(page, chance)
        page.wait_for_timeout(50)
    preparing.wait_for()
    # They are not compiled after all: interpreted, bots decide, too.
    failed.touch()
    page.wait_for_selector("[data-choice]", timeout=60_000)
    assert preparing.count() == 0
