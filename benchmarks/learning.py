"""How soon a newcomer plays and is answered, in a real browser on this machine.

    python benchmarks/learning.py [--rounds N] [--json FILE] [GAME ...]

A server of its own on 127.0.0.1, Chromium as it is packaged, each round a browser that was never here. For
each game: the time from a stranger's first "Play now" to the lesson that is offered, and on, when it is
declined, to the first decision; the time until the guided first game shows its first position, until each
next one is there, and from a click to what is said of the move. The reader goes through the lesson as the
tests do, by its words alone.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "helpers"))

from page_browser import SIZES, browser_path  # noqa: E402
from page_newcomer import LIT, Newcomer  # noqa: E402

from parapegma.core.game import find_game  # noqa: E402
from parapegma.server.lessons.lesson import lessons  # noqa: E402
from parapegma.testing.survival.process import ServerProcess  # noqa: E402

TIMEOUT = 90_000

# From the event of the click to the second frame in which something has appeared: what a person sees.
_CLOCK = """() => {
  window.clock = { answers: [], steps: [], began: {} };
  const seen = (then) => requestAnimationFrame(() => requestAnimationFrame(() => then(performance.now())));
  let clicked = 0;
  addEventListener("click", (event) => {
    clicked = performance.now();
    const next = event.target.closest?.("[data-next]");
    if (!next && !event.target.closest?.("[data-choice], [data-confirm], button.lay")) return;
    const began = clicked;
    const said = () => {
      const lesson = document.querySelector("[data-step]");
      const { step, done, verdict } = lesson?.dataset ?? {};
      return next ? verdict !== "loading" && step : `${step} ${done} ${verdict}`;
    };
    const before = said();
    const watch = new MutationObserver(() => {
      // Another click, or nothing to judge yet: this one only began something.
      if (clicked !== began) return watch.disconnect();
      const now = said();
      if (!now || now === before || now.endsWith(" loading")) return;
      watch.disconnect();
      seen((at) => window.clock[next ? "steps" : "answers"].push(at - began));
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  }, true);
}"""
# From a click to the second frame in which something can be seen.
_UNTIL = """(button, wanted) => new Promise((resolve) => {
  let began = 0;
  button.addEventListener("click", () => (began = performance.now()), { once: true, capture: true });
  const look = () => {
    const there = [...document.querySelectorAll(wanted)].some((node) => node.checkVisibility());
    if (!began || !there) return requestAnimationFrame(look);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)));
  };
  look();
  button.click();
})"""


def first_game(browser: Browser, url: str, game: str, where: str) -> dict[str, float]:
    """From a stranger's first click to the offered lesson, and to the first decision."""
    context = browser.new_context(viewport=SIZES["desk"], base_url=url, locale="en-GB")
    context.add_init_script(f"localStorage.setItem('parapegma.where', '{where}')")
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    page.goto("/")
    # The page has a curved apostrophe where the game has a straight one.
    play = page.get_by_role("button", name=re.compile("Play now: " + find_game(game).title.replace("'", ".")))
    offered: float = play.evaluate(_UNTIL, "[data-just-play]")
    decision: float = page.locator("[data-just-play]").evaluate(_UNTIL, "[data-number] [data-choice]")
    context.close()
    return {
        "lesson offered ms": offered,
        f"first decision ms, games in the {where}": offered + decision,
    }


def lesson(browser: Browser, url: str, game: str, size: str) -> dict[str, float]:
    """How soon the guided first game answers."""
    phone = size == "phone"
    context = browser.new_context(
        viewport=SIZES[size], base_url=url, locale="en-GB", has_touch=phone, is_mobile=phone
    )
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    page.goto("/about")
    began = page.evaluate("performance.timeOrigin")
    page.goto(f"/learn/{game}")
    # On a phone the idea is read first.
    page.wait_for_selector(f"{LIT}, [data-read]")
    opened: float = page.evaluate("performance.now()")
    assert page.evaluate("performance.timeOrigin") > began
    page.evaluate(_CLOCK)
    Newcomer(page).finish()
    answers, steps = page.evaluate("[window.clock.answers, window.clock.steps]")
    context.close()
    return {
        "lesson opened ms": opened,
        "next step ms (median)": statistics.median(steps),
        "next step ms (most)": max(steps),
        f"a step's answer ms on a {size} (median)": statistics.median(answers),
        f"a step's answer ms on a {size} (most)": max(answers),
        f"answers on a {size}": len(answers),
    }


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help="which games; all with a lesson if none is named"
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    found: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=browser_path(), args=["--no-sandbox", "--disable-background-networking"]
        )
        try:
            for game in asked.games or lessons():
                rounds: dict[str, list[float]] = {}
                for _ in range(asked.rounds):
                    for measured in (
                        first_game(browser, server.url, game, "browser"),
                        first_game(browser, server.url, game, "server"),
                        lesson(browser, server.url, game, "desk"),
                        lesson(browser, server.url, game, "phone"),
                    ):
                        for name, value in measured.items():
                            rounds.setdefault(name, []).append(value)
                found[game] = {
                    name: max(values) if "most" in name else statistics.median(values)
                    for name, values in rounds.items()
                }
        finally:
            browser.close()
            server.stop()
    table = Table("", *found, title=f"Learning by playing (load {os.getloadavg()[0]:.1f})")
    for name in next(iter(found.values())):
        table.add_row(name, *(f"{found[game][name]:.0f}" for game in found))
    Console().print(table)
    if asked.json:
        asked.json.write_text(json.dumps({"load": os.getloadavg(), "games": found}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
