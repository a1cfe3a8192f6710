"""How fast the page is, in a real browser on this machine: script, first board, answers, long tasks.

    python benchmarks/page.py [--rounds N] [--json FILE] [GAME ...]

A server of its own on 127.0.0.1, Chromium as it is packaged. For each game: the bytes of script that a table
needs, compressed; the time from asking for a table's address to its first board; the time from a click to the
changed screen; the longest task while moves are shown. Where other programs run, times by the clock say
little; so the own time of tasks on the processor is told as well, from the browser's trace.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "helpers"))

from page_browser import DESK, browser_path  # noqa: E402
from page_player import CHOOSABLE, CONFIRM, END, click_something, open_table  # noqa: E402

from parapegma.core.game import all_games  # noqa: E402
from parapegma.testing.survival.process import ServerProcess  # noqa: E402

DECISIONS = 12
TIMEOUT = 90_000
BOARD = "[data-number] .board"

TRACED = ["toplevel", "disabled-by-default-devtools.timeline", "__metadata"]
# From the event of the click to the second frame after the page has changed: what a person sees.
_WATCH_ANSWERS = """() => {
  window.answers = [];
  addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-choice], [data-confirm]")) return;
    const began = performance.now();
    const watch = new MutationObserver(() => {
      watch.disconnect();
      const seen = () => window.answers.push(performance.now() - began);
      requestAnimationFrame(() => requestAnimationFrame(seen));
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  }, true);
}"""


def scripts(page: Page) -> int:
    """The bytes of all script that the page has loaded, as small as it would be sent."""
    names = "performance.getEntriesByType('resource').map((found) => found.name)"
    loaded = {name for name in page.evaluate(names) if name.endswith(".js")}
    return sum(len(gzip.compress(page.request.get(name).body(), 9)) for name in loaded)


class Tasks:
    """The longest tasks of a page's main thread, from the browser's trace, in milliseconds."""

    def __init__(self, trace: bytes) -> None:
        events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
        main = {
            (event["pid"], event["tid"])
            for event in events
            if event.get("name") == "thread_name" and event["args"]["name"] == "CrRendererMain"
        }
        tasks = [
            event
            for event in events
            if event.get("name") == "RunTask"
            and event.get("ph") == "X"
            and (event["pid"], event["tid"]) in main
        ]
        self.longest = max((task["dur"] / 1000 for task in tasks), default=0.0)
        self.own = max((task.get("tdur", task["dur"]) / 1000 for task in tasks), default=0.0)


def measure(browser: Browser, page: Page, game: str, chance: random.Random) -> dict[str, float]:
    """The figures of one table."""
    page.set_default_timeout(TIMEOUT)
    page.goto("/about")
    table = open_table(page, game)
    page.wait_for_selector(BOARD)
    page.goto("/about")
    browser.start_tracing(page=page, categories=TRACED)
    page.goto(f"/tables/{table}")
    page.wait_for_selector(BOARD)
    page.wait_for_function("performance.getEntriesByName('first-board').length")
    board = page.evaluate("performance.getEntriesByName('first-board')[0].startTime")
    opening = Tasks(browser.stop_tracing())
    page.evaluate(_WATCH_ANSWERS)
    page.wait_for_selector(CHOOSABLE)
    browser.start_tracing(page=page, categories=TRACED)
    for _ in range(DECISIONS):
        page.wait_for_selector(f"{CHOOSABLE}, {CONFIRM}, {END}")
        if page.locator(END).count():
            break
        click_something(page, chance)
        page.wait_for_timeout(600)
    playing = Tasks(browser.stop_tracing())
    answers = page.evaluate("window.answers")
    return {
        "script kB": round(scripts(page) / 1000, 1),
        "first board ms": round(board),
        "longest task of opening, ms (own)": round(opening.own),
        "answer ms (median)": round(statistics.median(answers)) if answers else float("nan"),
        "answer ms (most)": round(max(answers)) if answers else float("nan"),
        "longest task of playing, ms": round(playing.longest),
        "longest task of playing, ms (own)": round(playing.own),
    }


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games; all if none is named")
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
            names = asked.games or [game.name for game in all_games()]
            for game in names:
                rounds: list[dict[str, float]] = []
                for n in range(asked.rounds):
                    context = browser.new_context(viewport=DESK, base_url=server.url, service_workers="block")
                    rounds.append(measure(browser, context.new_page(), game, random.Random(n)))
                    context.close()
                found[game] = {name: statistics.median(r[name] for r in rounds) for name in rounds[0]}
        finally:
            browser.close()
            server.stop()
    _show(found)
    if asked.json:
        asked.json.write_text(json.dumps({"load": os.getloadavg(), "games": found}, indent=1) + "\n")
    return 0


def _show(found: dict[str, dict[str, Any]]) -> None:
    table = Table("", *found, title=f"The page (load {os.getloadavg()[0]:.1f})")
    for name in next(iter(found.values())):
        table.add_row(name, *(f"{found[game][name]:g}" for game in found))
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
