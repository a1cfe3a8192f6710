"""How quickly the site of files alone starts and answers, in a real browser on this machine.

    python benchmarks/site.py [--json FILE]

``make site`` builds what is measured. Told are the bytes that a first visit transfers, the time to the first
board without and with a kept start, the time from a click to the table after it, and how fast one worker
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
sys.path.insert(0, str(ROOT / "tests" / "helpers"))

from page_browser import DESK, browser_path  # noqa: E402
from page_player import click_something, play_now, wait_for_something  # noqa: E402
from site_server import SITE, SiteServer  # noqa: E402

TIMEOUT = 120_000
_WATCH = """() => {
  window.answers = [];
  const shown = () => document.querySelector("[data-number]")?.dataset.number;
  let began = 0;
  let before;
  addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-choice], [data-confirm]")) return;
    [began, before] = [performance.now(), shown()];
  }, true);
  new MutationObserver(() => {
    if (!began || shown() === before) return;
    const clicked = began;
    began = 0;
    requestAnimationFrame(() => window.answers.push(performance.now() - clicked));
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""From the last click of a decision to the frame in which the table is drawn as it is after it."""


def first_visit(browser: Browser, site: SiteServer) -> tuple[Page, dict[str, Any]]:
    """A visit without anything kept: bytes and seconds to the first board of a game that is begun at once."""
    page = browser.new_context(viewport=DESK, locale="en-GB").new_page()
    began = time.perf_counter()
    page.goto(site.url)
    play_now(page, "Ophiuchus", TIMEOUT)
    board = time.perf_counter() - began
    sent = site.sent
    page.wait_for_function(
        "async () => (await (await caches.open('parapegma-python')).keys()).length > 0", timeout=TIMEOUT
    )
    return page, {"first board (s)": round(board, 2), "transferred to the first board (kB)": sent // 1000}


def later_starts(page: Page, times: int = 5) -> float:
    """Seconds from asking for a table again to its board, from a kept start."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        page.reload()
        page.wait_for_selector("[data-choice]", timeout=TIMEOUT)
        found.append(time.perf_counter() - began)
    return round(statistics.median(found), 2)


def answers(page: Page, clicks: int = 30) -> tuple[float, float]:
    """Milliseconds from a click to the table after the decision: the median, and the best quarter's."""
    import random

    chance = random.Random(1)
    page.evaluate(_WATCH)
    for _ in range(clicks):
        if wait_for_something(page) == "end":
            break
        click_something(page, chance)
    found: list[float] = page.evaluate("window.answers")
    quarter, median, _ = statistics.quantiles(found, n=4)
    return round(median, 1), round(quarter, 1)


def searches() -> dict[str, float]:
    """For each game, the iterations a second of a search in a browser's Python, as a part of those here.

    Here they are made by the library of this machine, and by what Numba compiles, which is slower.
    """
    (folder,) = SITE.glob("python-*")
    module = ROOT / "benchmarks" / "measure" / "search_speed.py"
    node = str(Path(sys.executable).with_name("node"))
    there = _told([node, str(ROOT / "tests" / "browser" / "call.mjs"), str(folder), str(module), "speeds"])
    asked = [sys.executable, "-c", "import json, search_speed; print(json.dumps(search_speed.speeds()))"]
    found = {}
    for mode, name in (("loaded", "the library"), ("compiled", "Numba")):
        here = _told(asked, PYTHONPATH=str(module.parent), PARAPEGMA_MODE=mode)
        for game in here:
            found[f"search of {game}, part of that by {name}"] = round(there[game] / here[game], 2)
    return found


def _told(command: list[str], **environment: str) -> dict[str, float]:
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


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
        median, quarter = answers(page)
        found["a decision shown (ms)"] = median
        found["the same, of the quickest quarter (ms)"] = quarter
        browser.close()
    found |= searches()
    found["load of the machine meanwhile"] = round(os.getloadavg()[0], 1)
    for name, value in found.items():
        print(f"{name:56} {value}")
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
