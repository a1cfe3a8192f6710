"""The site of files alone, in a real browser: whole games, then without a net, and when things fail."""

from __future__ import annotations

import random

import pytest
from page_player import play_to_the_end, wait_for_something
from site_server import POLICY, SiteServer

# Each game at one size; the page of a server is played at both (test_whole_games.py).
GAMES = {"ophiuchus": "phone", "pacal": "phone", "ptolemaeus": "desk", "ulysses": "desk"}
# Who clicks at random hardly ever brings these two to their own end: their options end them.
SHORT = {"pacal": ("Most rounds", "6"), "ulysses": ("Limit of turns", "4")}
_READY = 120_000


@pytest.fixture
def site():
    with SiteServer(path="/some/folder/").running() as running:
        yield running


def _play_now(page, title):
    page.get_by_role("button", name=f"Play now: {title}, against bots").click()
    page.wait_for_selector("[data-choice]", timeout=_READY)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_bots_is_played_and_kept(visit, site, game):
    page = visit("", GAMES[game], url=site.url, reduced_motion="reduce")
    page.goto(f"{site.url}#/new/{game}")
    page.get_by_role("button", name="Begin").wait_for(timeout=_READY)
    if game in SHORT:
        label, most = SHORT[game]
        page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        page.get_by_label(label).fill(most)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("[data-choice]", timeout=_READY)
    play_to_the_end(page, random.Random(7))
    page.goto(site.url)
    page.get_by_role("heading", name="Finished in this browser").wait_for(timeout=_READY)


def test_games_go_on_without_a_net(visit, site):
    page = visit("", "phone", url=site.url)
    _play_now(page, "Ophiuchus")
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function(
        "async () => !!(await (await caches.open('parapegma-files')).match('files.json'))", timeout=_READY
    )
    before = page.locator("[data-number]").get_attribute("data-number")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("[data-choice]", timeout=_READY)
    assert page.locator("[data-number]").get_attribute("data-number") == before
    play_to_the_end(page, random.Random(3))


def test_a_strict_policy_is_enough_and_nothing_is_asked_of_other_places(visit, site):
    # What the policy forbids is an error in the console, and fails the test.
    assert "unsafe-eval'" not in POLICY.replace("'wasm-unsafe-eval'", "")
    page = visit("", url=site.url)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    _play_now(page, "Pacal’s Rocket")
    assert all(url.startswith(site.url) for url in asked if not url.startswith("blob:"))


def test_a_record_is_saved_opened_and_deleted(visit, site, tmp_path):
    page = visit("", url=site.url)
    _play_now(page, "Ophiuchus")
    page.goto(site.url)
    with page.expect_download(timeout=_READY) as saved:
        page.get_by_role("button", name="Save the record of this game: Ophiuchus").click(timeout=_READY)
    file = tmp_path / "game.parapegma"
    saved.value.save_as(file)
    assert file.read_text().startswith("parapegma record 1\ngame: ophiuchus\n")
    page.get_by_label("Open a record …").set_input_files(file)
    page.wait_for_selector("[data-number]", timeout=_READY)
    page.goto(site.url)
    page.get_by_role("button", name="Delete this game: Ophiuchus").first.click(timeout=_READY)
    page.get_by_role("button", name="Delete for good").click()
    page.wait_for_function("document.querySelectorAll('#mine li').length === 1")


@pytest.mark.parametrize(
    ("part", "sentence"), [("rules.pack", "could not be fetched"), ("pyodide.asm.wasm", "could not be")]
)
def test_a_missing_file_is_said_and_nothing_is_lost(browser, site, part, sentence):
    page = browser.new_page()
    site.missing.add(part)
    page.goto(site.url)
    page.get_by_role("alert").filter(has_text=sentence).first.wait_for(timeout=_READY)
    site.missing.clear()
    page.reload()
    _play_now(page, "Ophiuchus")
    page.close()


def test_a_broken_library_is_said(browser, site):
    page = browser.new_page()
    site.broken.add("rules.pack")
    page.goto(site.url)
    page.get_by_role("alert").filter(has_text="could not be").first.wait_for(timeout=_READY)
    page.close()


def test_an_old_browser_is_told_so(browser, site):
    page = browser.new_page()
    page.route("**/tableWorker-*.js", lambda route: route.fulfill(
        body="WebAssembly.validate = () => false;" + route.fetch().text(), content_type="text/javascript"
    ))  # fmt: skip
    page.goto(site.url)
    page.get_by_role("alert").filter(has_text="too old for the games").first.wait_for(timeout=_READY)
    page.close()


@pytest.mark.parametrize(
    ("error", "sentence"), [("QuotaExceededError", "has no room left"), ("SecurityError", "keeps nothing")]
)
def test_a_browser_that_keeps_nothing_is_told_of_and_the_game_goes_on(browser, site, error, sentence):
    page = browser.new_page()
    refuse = f"IDBFactory.prototype.open = () => {{ throw new DOMException('no', '{error}') }};"
    page.route("**/tableWorker-*.js", lambda route: route.fulfill(
        body=refuse + route.fetch().text(), content_type="text/javascript"
    ))  # fmt: skip
    page.goto(site.url)
    _play_now(page, "Ophiuchus")
    page.get_by_role("alert").filter(has_text=sentence).wait_for()
    for _ in range(3):
        wait_for_something(page)
        page.locator("[data-choice]:visible").first.click(force=True)
    page.close()
