"""A server's page: games against bots run in the visitor's browser if the host allows, or on the server."""

from __future__ import annotations

import random

import pytest
from page_player import click_something, wait_for_something

_READY = 120_000


@pytest.fixture
def own(server_with):
    """A server that lets games against bots run in browsers."""
    return server_with(PARAPEGMA_LOCAL_GAMES="1")


def _play_now(page):
    page.get_by_role("button", name="Play now: Ophiuchus").click()
    page.wait_for_selector("[data-choice]", timeout=_READY)
    table: str = page.url.rpartition("/")[2]
    return table


def test_play_now_runs_in_the_browser_and_goes_on_on_the_server(visit, own):
    page = visit("/", url=own.url, reduced_motion="reduce")
    page.get_by_text("Games against bots are played in this browser.").wait_for()
    here = _play_now(page)
    assert here.startswith("l")
    assert own.client(None).get(f"/tables/{here}").status_code == 404
    chance = random.Random(1)
    for _ in range(6):
        wait_for_something(page)
        click_something(page, chance)
    wait_for_something(page)
    before = page.locator("[data-number]").get_attribute("data-number")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Go on on the server").click()
    page.wait_for_function("(here) => !location.pathname.endsWith(here)", arg=here)
    page.wait_for_selector("[data-choice]", timeout=_READY)
    there = page.url.rpartition("/")[2]
    assert not there.startswith("l")
    table = own.client(None).look(there)["table"]
    assert table["known_deal"] is True
    assert [seat["bot"] for seat in table["seats"]] == [None, "novice", "novice"][: len(table["seats"])]
    assert before is not None
    for _ in range(3):
        wait_for_something(page)
        click_something(page, chance)
    wait_for_something(page)


def test_whoever_wants_the_server_says_so_once(visit, own):
    page = visit("/", url=own.url)
    page.get_by_role("button", name="Play them on the server").click()
    page.get_by_text("Games against bots are played on the server.").wait_for()
    page.reload()
    page.get_by_text("Games against bots are played on the server.").wait_for()
    assert own.client(None).look(_play_now(page))["table"]["status"] == "running"


def test_a_host_can_switch_it_off(visit, server):
    page = visit("/")
    table = _play_now(page)
    assert server.client(None).look(table)["table"]["status"] == "running"
    page.goto("/")
    page.get_by_role("button", name="Play now: Ophiuchus").wait_for()
    assert page.get_by_text("Games against bots are played").count() == 0
