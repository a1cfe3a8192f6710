"""How quickly the site of files alone starts and answers, in a real browser on this machine.

    python benchmarks/site.py [--json FILE]

``make site`` builds what is measured. Told are the bytes that a first visit transfers, the time to the first
board without and with a kept start, the time from a click to the changed screen, and how fast one worker
searches beside the same rules on this machine (in Node, which has Chromium's engine). Where other programs
run, times by the clock say little: the load is told with them.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / "helpers"), str(ROOT / "benchmarks" / "measure")]

from page_browser import DESK, browser_path  # noqa: E402
from page_player import click_something, wait_for_something  # noqa: E402
from search_speed import speeds  # noqa: E402
from site_server import SITE, SiteServer  # noqa: E402

PATIENCE = 120_000
_GAME = "Play now: Ophiuchus, against bots"
_WATCH = """() => {
  window.answers = [];
  addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-choice], [data-confirm]")) return;
    const began = performance.now();
    const watch = new MutationObserver(() => {
      watch.disconnect();
      requestAnimationFrame(() => window.answers.push(performance.now() - began));
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  }, true);
}"""


def first_visit(browser: Browser, site: SiteServer) -> tuple[Page, dict[str, Any]]:
    """A visit without anything kept: bytes and seconds to the first board of a game that is begun at once."""
    page = browser.new_context(viewport=DESK, locale="en-GB").new_page()
    began = time.perf_counter()
    page.goto(site.url)
    page.get_by_role("button", name=_GAME).click()
    page.wait_for_selector("[data-choice]", timeout=PATIENCE)
    board = time.perf_counter() - began
    sent = site.sent
    page.wait_for_function(
        "async () => (await (await caches.open('parapegma-python')).keys()).length > 0", timeout=PATIENCE
    )
    return page, {"first board (s)": round(board, 2), "transferred to the first board (kB)": sent // 1000}


def later_starts(page: Page, times: int = 5) -> float:
    """Seconds from asking for a table again to its board, from a kept start."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        page.reload()
        page.wait_for_selector("[data-choice]", timeout=PATIENCE)
        found.append(time.perf_counter() - began)
    return round(statistics.median(found), 2)


def answers(page: Page, clicks: int = 20) -> float:
    """Milliseconds from a click to the changed screen."""
    import random

    chance = random.Random(1)
    page.evaluate(_WATCH)
    for _ in range(clicks):
        if wait_for_something(page) == "end":
            break
        click_something(page, chance)
    found: list[float] = page.evaluate("window.answers")
    return round(statistics.median(found), 1)


def searches() -> dict[str, float]:
    """For each game, the iterations a second of a search in a browser's Python, as a part of those here."""
    (folder,) = SITE.glob("python-*")
    node = Path(sys.executable).with_name("node")
    script, module = (
        ROOT / "tests" / "browser" / "call.mjs",
        ROOT / "benchmarks" / "measure" / "search_speed.py",
    )
    done = subprocess.run(
        [str(node), str(script), str(folder), str(module), "speeds"],
        capture_output=True,
        text=True,
        check=True,
    )
    there, here = json.loads(done.stdout.splitlines()[-1]), speeds()
    return {game: round(there[game] / here[game], 2) for game in here}


def main() -> None:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with SiteServer().running() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        page, found = first_visit(browser, site)
        page.wait_for_timeout(3_000)
        found["transferred in all, with what is kept for later (kB)"] = site.sent // 1000
        found["later start (s)"] = later_starts(page)
        found["a decision shown (ms)"] = answers(page)
        browser.close()
    for game, part in searches().items():
        found[f"search of {game}, part of native"] = part
    found["load of the machine meanwhile"] = round(os.getloadavg()[0], 1)
    for name, value in found.items():
        print(f"{name:52} {value}")
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
