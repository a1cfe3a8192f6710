"""What every page must be: readable by everyone, and never wider than the window."""

from __future__ import annotations

import functools
from pathlib import Path

from playwright.sync_api import Page

_AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"
THEMES = ("night", "papyrus")
# Colours that change by and by are waited for.
_DRESS = """async (theme) => {
  document.documentElement.dataset.theme = theme;
  const changing = document.getAnimations().filter((each) => each instanceof CSSTransition);
  await Promise.allSettled(changing.map((each) => each.finished));
}"""
_SMALL_TEXT = """() => [...document.querySelectorAll("body *")]
  .filter((node) => [...node.childNodes].some((part) => part.nodeType === 3 && part.textContent.trim()))
  .filter((node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .filter((node) => !node.closest("[aria-hidden='true'], title, desc, option"))
  .map((node) => {
    const size = parseFloat(getComputedStyle(node).fontSize);
    // Text in a drawing grows and shrinks with it.
    const scale = node.getScreenCTM ? node.getScreenCTM().a ** 2 + node.getScreenCTM().b ** 2 : 1;
    return [node.textContent.trim().slice(0, 30), Math.round(size * Math.sqrt(scale) * 10) / 10];
  })
  .filter(([, size]) => size < 12)"""
_SMALL_TARGETS = """() => [...document.querySelectorAll("a, button, select, input, [role=button]")]
  .filter((node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .filter((node) => !node.closest("p, .skip, .rules") && node.type !== "checkbox" && node.type !== "radio")
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 39.5 || box.width < 39.5) && box.bottom > 0)
  .map(([node, box]) => [node.outerHTML.slice(0, 80), Math.round(box.width), Math.round(box.height)])"""


@functools.cache
def _axe() -> str:
    return _AXE.read_text("utf-8")


def serious_faults(page: Page) -> list[str]:
    """What axe finds that would keep someone out."""
    # Evaluated from outside: the page itself runs no script but its own.
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(_axe())
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def small_text(page: Page) -> list[list[object]]:
    """Words smaller than 12 pixels."""
    found: list[list[object]] = page.evaluate(_SMALL_TEXT)
    return found


def small_targets(page: Page) -> list[list[object]]:
    """What a finger would miss: anything to press under 40 pixels."""
    found: list[list[object]] = page.evaluate(_SMALL_TARGETS)
    return found


def check_page(page: Page, phone: bool) -> None:
    """All of it, in both themes."""
    for theme in THEMES:
        page.evaluate(_DRESS, theme)
        assert serious_faults(page) == [], theme
        assert small_text(page) == [], theme
        if phone:
            assert small_targets(page) == [], theme
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
            "the page scrolls sideways"
        )
