"""The site of files alone, in a real browser: whole games, at one screen, without a net, with its records."""

from __future__ import annotations

import random

import pytest
from firefox import in_firefox
from page_browser import LONG
from page_player import (
    CHOOSABLE,
    click_something,
    play_now,
    play_to_the_end,
    wait_for_something,
    wait_until,
)
from site_server import POLICY

# Each game at one size, in a soak at both; on a server it is played at the other (test_whole_games.py).
USUAL = {"ophiuchus": "phone", "pacal": "phone", "ptolemaeus": "desk", "ulysses": "desk"}
GAMES = [(game, size) for game, usual in USUAL.items() for size in (("desk", "phone") if LONG else (usual,))]
# Who clicks at random hardly ever brings these two to their own end: their options end them.
SHORT = {
    "pacal": ("Most rounds", "60" if LONG else "3"),
    "ulysses": ("Limit of turns", "60" if LONG else "2"),
}
_READY = 120_000


def _play_now(page, title):
    play_now(page, title, _READY)


@pytest.mark.parametrize(("game", "size"), GAMES)
def test_a_whole_game_against_bots_is_played_and_kept(visit, site, come_again, game, size):
    page = visit("about:blank", size, url=site.url)
    come_again(page, site, f"#/new/{game}")
    page.get_by_role("button", name="Begin").wait_for(timeout=_READY)
    if game in SHORT:
        label, most = SHORT[game]
        page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        if page.get_by_label("No limit").count():
            page.get_by_label("No limit").uncheck()
        page.get_by_label(label).fill(most)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("[data-choice]", timeout=_READY)
    play_to_the_end(page, random.Random(7))
    page.goto(site.url)
    page.get_by_role("heading", name="Finished in this browser").wait_for(timeout=_READY)


def test_two_people_play_at_one_screen_without_a_server(visit, site, come_again):
    page = visit("about:blank", url=site.url)
    come_again(page, site, "#/new/ptolemaeus")
    page.get_by_role("button", name="2 players").click(timeout=_READY)
    page.get_by_label("Seat 2", exact=True).select_option("me")
    page.get_by_label("Name of whoever plays on seat 2").fill("Bea")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("[data-uncover]", timeout=_READY)
    assert page.locator(CHOOSABLE).count() == 0, "something of the table can be seen under the curtain"
    first = page.locator("[data-uncover]").inner_text()
    page.locator("[data-uncover]").click()
    chance = random.Random(5)
    for _ in range(100):
        page.wait_for_selector(f"{CHOOSABLE}, [data-uncover]", timeout=_READY)
        if page.locator("[data-uncover]").count():
            break
        click_something(page, chance)
    # The other one is a guest with a number.
    (guest,) = {first, page.locator("[data-uncover]").inner_text()} - {"I am Bea"}
    assert guest.startswith("I am Guest")


_ALL_FILES_ARE_KEPT = """async () => {
  const worker = await navigator.serviceWorker.getRegistration();
  return !!worker?.active && !!(await (await caches.open("parapegma-files")).match("files.json"));
}"""


def test_games_go_on_without_a_net(visit, site):
    page = visit("", "phone", url=site.url, service_workers="allow")
    _play_now(page, "Ophiuchus")
    wait_until(page, _ALL_FILES_ARE_KEPT)
    before = _number(page)
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("[data-choice]", timeout=_READY)
    assert _number(page) == before
    # Until the bot has answered more than once; whole games are played above.
    chance = random.Random(3)
    for _ in range(300):
        assert wait_for_something(page, _READY) != "end"
        if _number(page) > before + 5:
            return
        click_something(page, chance)
    raise AssertionError(f"the game stands still after event {_number(page)}")


def _number(page):
    """Of the last event that the page shows."""
    return int(page.locator("[data-number]").get_attribute("data-number"))


def test_a_strict_policy_is_enough_and_nothing_is_asked_of_other_places(visit, site):
    # What the policy forbids is an error in the console, and fails the test.
    assert "unsafe-eval'" not in POLICY.replace("'wasm-unsafe-eval'", "")
    page = visit("", url=site.url)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    _play_now(page, "Pacal’s Rocket")
    assert all(url.startswith(site.url) for url in asked if not url.startswith("blob:"))


def test_a_record_is_saved_opened_and_deleted(visit, site, come_again, tmp_path):
    page = visit("about:blank", url=site.url)
    come_again(page, site)
    _play_now(page, "Ophiuchus")
    page.evaluate("location.hash = '#/'")
    with page.expect_download(timeout=_READY) as saved:
        page.get_by_role("button", name="Save the record of this game: Ophiuchus").click(timeout=_READY)
    file = tmp_path / "game.parapegma"
    saved.value.save_as(file)
    assert file.read_text().startswith("parapegma record 1\ngame: ophiuchus\n")
    page.get_by_label("Open a record …").set_input_files(file)
    page.wait_for_selector("[data-number]", timeout=_READY)
    page.evaluate("location.hash = '#/'")
    page.get_by_role("button", name="Delete this game: Ophiuchus").first.click(timeout=_READY)
    page.get_by_role("button", name="Delete for good").click()
    page.wait_for_function("() => document.querySelectorAll('#mine li').length === 1")


_IN_FIREFOX = {"button": "Play now: Ophiuchus, against bots", "most": 2_000}


def test_a_whole_game_in_firefox(site):
    (clicks,) = in_firefox(site.url, {"play": _IN_FIREFOX}, size="phone")
    assert clicks > 10


def test_games_go_on_without_a_net_in_firefox(site):
    number = {"call": "() => document.querySelector('[data-number]').dataset.number"}
    told = in_firefox(
        site.url,
        {"play": {**_IN_FIREFOX, "events": 1}},
        {"until": _ALL_FILES_ARE_KEPT},
        number,
        {"here": "the host is gone"},
        {"reload": True},
        {"until": "() => document.querySelector('[data-choice]') !== null"},
        number,
        # Until the bot has answered more than once.
        {"play": {"most": 300, "events": 6}},
        here={"the host is gone": site.leave},
    )
    before, after, clicks = told[2], told[6], told[7]
    assert int(after) == int(before) > 0
    assert clicks > 0
