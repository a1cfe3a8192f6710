"""A server's page: games against bots run in the visitor's browser if the host allows, or on the server."""

from __future__ import annotations

import random

import msgspec
import pytest
from page_player import CHOOSABLE, click_something, play_now, press, wait_for_something

from parapegma import Match

_READY = 120_000


@pytest.fixture
def own(server_with):
    """A server that lets games against bots run in browsers."""
    return server_with(PARAPEGMA_LOCAL_GAMES="1")


def _play_now(page):
    play_now(page, "Ophiuchus", _READY)
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
    match = _record(page)
    _move(page, here)
    there = page.url.rpartition("/")[2]
    assert not there.startswith("l")
    ada = _whoever_is_there(page, own)
    assert ada.look(there, seat=0)["view"] == _view(match, 0)
    table = own.client(None).look(there)["table"]
    assert table["known_deal"] is True
    assert [seat["bot"] for seat in table["seats"]] == [None, "novice", "novice"][: len(table["seats"])]
    for _ in range(3):
        wait_for_something(page)
        click_something(page, chance)
    wait_for_something(page)


def _record(page):
    """The game as it stands, from the record that the page saves."""
    page.get_by_role("button", name="More", exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    page.keyboard.press("Escape")
    return Match.replay(saved.value.path().read_text("utf-8"))


def _move(page, here):
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Go on on the server").click()
    page.wait_for_function("(here) => !location.pathname.endsWith(here)", arg=here)
    page.wait_for_selector("[data-choice], [data-uncover]", timeout=_READY)


def _whoever_is_there(page, server):
    """The visitor of a page, past it."""
    client = server.client(None)
    client.http.cookies.update({cookie["name"]: cookie["value"] for cookie in page.context.cookies()})
    return client


def _view(match, seat):
    return msgspec.json.decode(msgspec.json.encode(match.view(seat=seat)))


def test_people_at_one_screen_keep_names_and_position_when_their_game_is_moved(visit, own):
    page = visit("/new/ophiuchus", url=own.url, reduced_motion="reduce")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="3 players").click()
    for label, name in (("Seat 2", "Bea"), ("Seat 3", "Cid")):
        page.get_by_label(label, exact=True).select_option("me")
        page.get_by_label(f"Name of whoever plays on {label.lower()}").fill(name)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("[data-uncover]", timeout=_READY)
    here = page.url.rpartition("/")[2]
    assert here.startswith("l")
    for _ in range(40):
        if page.locator("[data-uncover]").count():
            page.locator("[data-uncover]").click()
        elif page.locator(CHOOSABLE).count():
            press(page.locator(CHOOSABLE).first)
        if int(page.locator("[data-number]").get_attribute("data-number")) > 9:
            break
        page.wait_for_timeout(50)
    match = _record(page)
    assert len(match) > 1
    _move(page, here)
    there = page.url.rpartition("/")[2]
    ada = _whoever_is_there(page, own)
    assert [seat["name"] for seat in ada.look(there)["table"]["seats"]] == ["Ada", "Bea", "Cid"]
    for number in range(3):
        assert ada.look(there, seat=number)["view"] == _view(match, number)


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
