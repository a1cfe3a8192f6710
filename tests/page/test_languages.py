"""The table in Italian and Spanish: log, hints and reasons; nothing as programs write it, no key missing."""

from __future__ import annotations

import random
import re

import pytest
from page_browser import LONG
from page_messages import AREAS
from page_player import CHOOSABLE, click_something, open_table, wait_for_something

_EVERYTHING = """() => [...document.querySelectorAll("body *")].flatMap((node) => [
  ...["title", "aria-label", "placeholder"].map((name) => node.getAttribute(name) ?? ""),
  node.matches("script, style") ? "" : [...node.childNodes].filter((part) => part.nodeType === 3)
    .map((part) => part.textContent).join(" "),
]).map((text) => text.trim()).filter(Boolean)"""
_LONG = 120_000
HINT = {"it-IT": "Suggerimento", "es-ES": "Pista"}
# Each game in one of them, in a soak in both.
USUAL = {"ophiuchus": "it-IT", "pacal": "es-ES", "ptolemaeus": "es-ES", "ulysses": "it-IT"}
GAMES_AND_LOCALES = [(game, locale) for game in USUAL for locale in HINT if LONG or locale == USUAL[game]]
_KEY = re.compile(rf"\b(?:{'|'.join(AREAS)})\.[a-z][\w.]*\b")


@pytest.mark.parametrize(("game", "locale"), GAMES_AND_LOCALES)
def test_a_table_speaks_one_language(visit, game, locale):
    hint = HINT[locale]
    page = visit("/about", locale=locale, reduced_motion="reduce")
    open_table(page, game)
    chance = random.Random(3)
    clicks = 0
    # A decision that is put together is sent first: a hint is about the next one.
    while wait_for_something(page, _LONG) == "confirm" or clicks < 8:
        click_something(page, chance)
        clicks += 1
    with page.expect_response(lambda answer: answer.url.endswith("/hint")) as asked:
        page.get_by_role("button", name=hint).click()
    found = asked.value.json()
    page.locator(f"section[aria-label='{hint}']").wait_for()
    words = page.evaluate(_EVERYTHING)
    assert [text for text in words if _KEY.search(text) and "parapegma" not in text] == []
    told = {each["action"]["notation"] for each in [found, *found["considered"], *found["line"]]}
    assert told & set(words) == set(), "a decision is shown as programs write it"
    people = [f"bot_{number}" for number in range(5)] + ["you"]
    names = {AREAS["frame"][key][locale[:2]] for key in people}
    bold = set(page.locator(".log b").all_inner_texts())
    assert bold, "somebody has done something"
    assert bold <= names, "names stand out, and nothing else does"


def test_a_cell_that_cannot_be_chosen_says_why_in_the_language_of_the_page(visit):
    page = visit("/about", locale="es-ES", reduced_motion="reduce")
    open_table(page, "pacal")
    page.wait_for_selector(CHOOSABLE, timeout=_LONG)
    board = page.locator("svg[aria-label='La ciudad']")
    box = board.bounding_box()
    # The middle of the city is the Sacred district, where ships are placed; its edge is not.
    board.click(position={"x": box["width"] / 2, "y": box["height"] * 0.88})
    page.get_by_text("Las naves se colocan").wait_for()


def test_what_is_chosen_in_one_window_holds_in_the_others(visit):
    page = visit("/about")
    other = page.context.new_page()
    other.goto("/about")
    page.evaluate("""() => {
      localStorage.setItem("parapegma.preferences", JSON.stringify({ theme: "papyrus" }));
      localStorage.setItem("parapegma.language", "it");
    }""")
    other.wait_for_selector("html[lang='it'][data-theme='papyrus']")
    other.get_by_role("link", name=AREAS["pages"]["rules"]["it"]).first.wait_for()
