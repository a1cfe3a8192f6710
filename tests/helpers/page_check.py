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

# Fields have labels, everything else a name of its own or words inside.
_NAMELESS_STOPS = """() => [
    ...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]"),
  ]
  .filter((node) => node.tabIndex >= 0 && !node.disabled)
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .filter((node) => !node.closest("[inert]"))
  .filter((node) => {
    const labelled = (node.getAttribute("aria-labelledby") ?? "").split(" ");
    const names = [
      node.getAttribute("aria-label"), node.title, node.querySelector("title")?.textContent,
      ...labelled.map((id) => document.getElementById(id)?.textContent),
      ...[...(node.labels ?? [])].map((label) => label.textContent),
      node.matches("input, select, textarea, [role=group], [role=application]") ? "" : node.textContent,
    ];
    return !names.some((name) => name?.trim());
  })
  .map((node) => node.outerHTML.slice(0, 160))"""


@functools.cache
def _axe() -> str:
    return _AXE.read_text("utf-8")


def serious_faults(page: Page, rule: str = "") -> list[str]:
    """What axe finds, however slight: it makes the page harder for someone. By one rule, if it is named."""
    # Evaluated from outside: the page itself runs no script but its own.
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(_axe())
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if rule:
        options["runOnly"] = [rule]
    found = page.evaluate("(options) => axe.run(document, options)", options)
    return [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


def nameless_stops(page: Page) -> list[str]:
    """Where the Tab key stops without saying what is there."""
    found: list[str] = page.evaluate(_NAMELESS_STOPS)
    return found


def small_text(page: Page) -> list[list[object]]:
    """Words smaller than 12 pixels."""
    found: list[list[object]] = page.evaluate(_SMALL_TEXT)
    return found


def small_targets(page: Page) -> list[list[object]]:
    """What a finger would miss: anything to press under 40 pixels."""
    found: list[list[object]] = page.evaluate(_SMALL_TARGETS)
    return found


def check_words(page: Page, phone: bool) -> None:
    """What can be seen in one theme: names, roles, sizes of words and targets, no way sideways."""
    # Each is found before it is asserted: what a helper asserts is told without its parts.
    faults, small, nameless = serious_faults(page), small_text(page), nameless_stops(page)
    assert faults == [], faults
    assert small == [], small
    assert nameless == [], nameless
    if phone:
        missed = small_targets(page)
        assert missed == [], missed
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"


def check_page(page: Page, phone: bool) -> None:
    """All of it; themes are colours alone, so that in the second there is nothing but contrast to look at."""
    first, *others = THEMES
    page.evaluate(_DRESS, first)
    check_words(page, phone)
    for theme in others:
        page.evaluate(_DRESS, theme)
        faults = serious_faults(page, "color-contrast")
        assert faults == [], f"{theme}: {faults}"
