"""Someone comes for the first time: one click to a game, in the language of the browser."""

from __future__ import annotations

import pytest
from page_player import CHOOSABLE, play_now, wait_for_service_worker


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_play_now_leads_from_the_first_page_to_the_first_decision(visit, size):
    page = visit("/", size, reduced_motion="no-preference")
    play_now(page, "Ophiuchus", 10_000)
    assert "/tables/" in page.url
    # The lesson is offered once.
    page.goto("/")
    page.get_by_role("button", name="Play now: Ophiuchus").click()
    page.wait_for_selector(CHOOSABLE, timeout=10_000)


def test_friends_get_a_link_and_a_code(visit):
    page = visit("/")
    page.get_by_role("link", name="Set up a table: Ulysses").click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("img", name="QR code").wait_for()
    link = page.get_by_label("Link to the table").input_value()
    assert link == page.url
    friend = visit(link)
    friend.get_by_label("Your name").fill("Bob")
    friend.get_by_role("button", name="Sit here").first.click()
    page.get_by_text("Bob").wait_for()
    friend.get_by_text("Bob (You)").wait_for()


@pytest.mark.parametrize(
    ("locale", "words"),
    [("it-IT", "Gioca subito"), ("es-ES", "Jugar ya"), ("fr-FR", "Play now")],
)
def test_the_page_speaks_the_language_of_the_browser(visit, locale, words):
    page = visit("/", locale=locale)
    page.get_by_text(words, exact=True).nth(3).wait_for()


def test_the_language_can_be_changed_and_is_kept(visit):
    page = visit("/")
    page.get_by_label("Language").select_option("it")
    page.get_by_text("Gioca subito").first.wait_for()
    page.reload()
    page.get_by_text("Gioca subito").first.wait_for()
    assert page.evaluate("document.documentElement.lang") == "it"


def test_light_and_dark_can_be_changed_and_are_kept(visit):
    page = visit("/")
    page.get_by_role("button", name="Light page").click()
    page.reload()
    page.get_by_role("button", name="Dark page").wait_for()


def test_the_page_can_be_installed_and_opens_without_a_net(visit):
    page = visit("/", service_workers="allow")
    wait_for_service_worker(page)
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.reload()
    page.get_by_text("Play now").first.wait_for()
    page.context.set_offline(True)
    page.reload()
    page.get_by_text("Play now").first.wait_for()
    manifest = page.locator("link[rel=manifest]").evaluate("(link) => new URL(link.href).pathname")
    assert manifest == "/manifest.webmanifest"


def test_a_link_to_a_place_on_the_same_page_goes_there(visit):
    page = visit("/rules/ulysses")
    last = page.get_by_role("navigation", name="Contents").get_by_role("link").last
    last.click()
    page.wait_for_function("() => scrollY > 500")
    assert page.url.endswith(last.get_attribute("href"))
