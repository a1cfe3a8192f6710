"""How fast the page is, in a real browser on this machine: script, first board, answers, long tasks.

    python benchmarks/page.py [--rounds N] [--json FILE]

A server of its own on 127.0.0.1, Chromium as it is packaged. For each game: the bytes of script that a table
needs, compressed; the time from asking for a table's address to its first board; the time from a click to the
changed screen; the longest task while the others' moves are shown.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Response, sync_playwright
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from page_browser import DESK, browser_path  # noqa: E402
from page_player import LIT, click_something, open_table  # noqa: E402
from parapegma.core.game import all_games  # noqa: E402
from parapegma.testing.survival.process import ServerProcess  # noqa: E402

DECISIONS = 12

_WATCH_TASKS = """() => {
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((task) => task.duration)))
    .observe({ type: "longtask", buffered: false });
}"""
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


class Scripts:
    """The script that a page asks for, as small as it would be sent."""

    def __init__(self, page: Page) -> None:
        self.bytes = 0
        page.on("response", self._add)

    def _add(self, response: Response) -> None:
        if response.request.resource_type == "script" and response.ok:
            self.bytes += len(zlib.compress(response.body(), 9))


def measure(page: Page, game: str, chance: random.Random) -> dict[str, float]:
    """The figures of one table."""
    page.goto("/about")
    table = open_table(page, game)
    page.wait_for_selector(LIT)
    scripts = Scripts(page)
    page.goto(f"/tables/{table}")
    page.wait_for_selector(LIT)
    board = page.evaluate("performance.getEntriesByName('first-board')[0]?.startTime ?? performance.now()")
    page.evaluate(_WATCH_TASKS)
    page.evaluate(_WATCH_ANSWERS)
    for _ in range(DECISIONS):
        page.wait_for_selector(LIT)
        click_something(page, chance)
        page.wait_for_timeout(600)
    answers, tasks = page.evaluate("window.answers"), page.evaluate("window.tasks")
    return {
        "script kB": round(scripts.bytes / 1000, 1),
        "first board ms": round(board),
        "answer ms (median)": round(statistics.median(answers)) if answers else float("nan"),
        "answer ms (most)": round(max(answers)) if answers else float("nan"),
        "longest task ms": round(max(tasks, default=0)),
    }


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
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
            for game in all_games():
                rounds: list[dict[str, float]] = []
                for n in range(asked.rounds):
                    context = browser.new_context(viewport=DESK, base_url=server.url, service_workers="block")
                    rounds.append(measure(context.new_page(), game.name, random.Random(n)))
                    context.close()
                found[game.name] = {name: statistics.median(r[name] for r in rounds) for name in rounds[0]}
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
