"""The rulebooks: every figure, icon and deck is drawn, rules are found, a summary is one sheet."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from page_browser import LONG, SIZES
from page_check import check_page
from page_player import CHOOSABLE, open_table
from pdf_text import sheets
from playwright.sync_api import Page

from conftest import ROOT
from print_rulebooks import LANGUAGES, PAPERS, write

GAMES = ["ophiuchus", "pacal", "ptolemaeus", "ulysses"]
# In all languages on the paper with less room, on the other in that of the longest words; a soak prints all.
SUMMARIES = [
    (language, paper)
    for language in LANGUAGES
    for paper in PAPERS
    if LONG or paper == "Letter" or language == "es"
]
_DRAWN = """(figures) => figures.map((figure) => {
  const wide = (drawing) => drawing.getBoundingClientRect().width > 20;
  const drawings = [...figure.querySelectorAll("svg")].filter(wide);
  const shapes = drawings.reduce((sum, each) => sum + each.querySelectorAll("path, circle, rect").length, 0);
  const { width, height } = figure.querySelector(".drawn").getBoundingClientRect();
  return [figure.dataset.figure, shapes, Math.round(width), Math.round(height)];
})"""

# What holds a whole table was moved; only a panel within it may be.
_SCROLLED = """() => [document.documentElement, ...document.querySelectorAll("body, .layout, .layout > *")]
  .filter((each) => each.scrollTop && !each.matches("aside, .side, [role=complementary]"))
  .map((each) => each.outerHTML.slice(0, 80))"""


def figures(game: str) -> list[str]:
    found: dict[str, Any] = json.loads((ROOT / "web" / "figures.json").read_text("utf-8"))
    return sorted(found[game])


def draw_all(page: Page) -> None:
    """Figures are drawn when they come near the window; all of them before paper is printed."""
    page.wait_for_selector("[data-figure]")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.wait_for_function(
        "() => [...document.querySelectorAll('[data-figure]')].every((each) => each.querySelector('svg'))"
    )
    page.wait_for_timeout(400)


# Where there is least room for them; where there is most, in a soak, and here those of one game.
@pytest.mark.parametrize(
    ("game", "size"),
    [(game, size) for game in GAMES for size in SIZES if LONG or size == "phone" or game == "pacal"],
)
def test_every_figure_is_drawn(visit, game, size):
    page = visit(f"/rules/{game}", size, reduced_motion="reduce")
    draw_all(page)
    found = page.locator("[data-figure]").evaluate_all(_DRAWN)
    assert sorted(name for name, *_ in found) == figures(game)
    assert [each for each in found if each[1] < 5 or each[2] < 250 or each[3] < 60] == []
    icons = page.locator(".legend .icon")
    assert icons.count() > 15
    assert icons.evaluate_all("(all) => all.filter((each) => !each.querySelector('svg')).length") == 0
    assert (
        page.locator(".deck").evaluate_all("(all) => all.filter((each) => !each.children.length).length") == 0
    )
    check_page(page, size == "phone")


def test_nothing_in_a_figure_can_be_reached(visit):
    page = visit("/rules/ulysses", reduced_motion="reduce")
    draw_all(page)
    assert page.locator("[data-figure] [data-choosable]").count() > 0
    assert page.locator("[data-figure] .drawn:not([inert])").count() == 0


def test_a_search_highlights_what_it_finds(visit):
    page = visit("/rules/ulysses")
    page.get_by_label("Search the rules").fill("becalmed")
    page.get_by_text("Found in").wait_for()
    marks = page.locator("mark")
    assert marks.count() > 0
    assert {text.lower() for text in marks.all_inner_texts()} == {"becalmed"}


def test_a_number_leads_to_the_rule(visit):
    page = visit("/rules/ptolemaeus", locale="es-ES")
    page.get_by_role("link", name="PT-4.1 a PT-4.7").click()
    page.wait_for_url("**/rules/ptolemaeus/reference#PT-4.1")
    page.locator(".found", has_text="PT-4.1").wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_a_summary_is_one_sheet_on_every_paper_in_every_language(browser, server, tmp_path, game):
    found = {
        (language, paper): write(
            browser, server.url, f"/rules/{game}/summary", language, paper, tmp_path / "summary.pdf"
        )
        for language, paper in SUMMARIES
    }
    assert found == dict.fromkeys(found, 1)


def test_a_whole_book_says_at_the_foot_of_every_sheet_what_is_reconstructed(browser, visit, server, tmp_path):
    page = visit("/rules/ophiuchus")
    ours = page.locator(".ours-note span:not(.ours)").first.inner_text()
    file = tmp_path / "book.pdf"
    count = write(browser, server.url, "/rules/ophiuchus", "en", "A4", file)
    printed = sheets(file.read_bytes())
    assert len(printed) == count > 1
    foot = "◊" + re.sub(r"\s", "", ours)
    assert len(foot) > 10
    assert [number for number, words in enumerate(printed, start=1) if foot not in words] == []


def test_rules_at_a_table_open_at_the_current_step(visit):
    page = visit("/about", reduced_motion="reduce")
    open_table(page, "ophiuchus")
    page.wait_for_selector(CHOOSABLE)
    page.get_by_role("button", name="The rule about this step").click()
    found = page.locator(".book .found")
    found.wait_for()
    assert "OP-3.2" in found.inner_text()
    assert found.evaluate("(each) => each.getBoundingClientRect().top < innerHeight")
    page.get_by_role("button", name="Summary", exact=True).click()
    page.get_by_role("complementary", name="Summary").get_by_role("heading", name="Your turn").wait_for()
    # The table stays where it is, also where it holds much that is only read out.
    open_table(page, "ptolemaeus")
    page.wait_for_selector(CHOOSABLE)
    page.keyboard.press("b")
    found.wait_for()
    assert page.get_by_role("button", name="More").bounding_box()["y"] > 0
    assert page.evaluate(_SCROLLED) == []
