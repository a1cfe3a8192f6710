"""How soon a newcomer plays and how quickly a lesson answers, in a real browser on this machine.

    python benchmarks/newcomer.py [--rounds N] [--size phone] [--json FILE] [GAME ...]

A server of its own on 127.0.0.1, Chromium as it is packaged. For each game, each time as somebody who has
never been here: from "Play now" to the offer of the lesson; from there, when it is declined, to the first own
decision, once with games on the server and once in the browser; the same when it is taken, to the first task.
Then a newcomer goes through the whole lesson by its words, and each answer is timed from the click to the
frame that shows it. The limits are those of the page: five seconds to the first own decision, without the
reader's own time, and 100 ms for an answer.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "helpers"))

from page_browser import SIZES, browser_path  # noqa: E402
from page_newcomer import Newcomer  # noqa: E402
from page_player import CHOOSABLE  # noqa: E402

from parapegma.core.game import all_games  # noqa: E402
from parapegma.testing.survival.process import ServerProcess  # noqa: E402

TIMEOUT = 120_000
ANSWER_MS = 100
DECISION_S = 5.0
# From the click that decides something to the frame in which the step is drawn as it is after it.
_WATCH = """() => {
  window.answers = [];
  let began = 0;
  addEventListener("click", (event) => {
    if (event.target.closest?.("[data-choice], [data-confirm], button.lay")) began = performance.now();
  }, true);
  new MutationObserver(() => {
    if (!began) return;
    const clicked = began;
    began = 0;
    const seen = () => window.answers.push(performance.now() - clicked);
    requestAnimationFrame(() => requestAnimationFrame(seen));
  }).observe(document.body, {
    subtree: true, attributes: true, attributeFilter: ["data-done", "data-verdict", "data-number"],
  });
}"""


@contextmanager
def newcomer(browser: Browser, url: str, size: str) -> Iterator[Page]:
    """A page of somebody who has never been here."""
    phone = size == "phone"
    context = browser.new_context(
        viewport=SIZES[size],
        base_url=url,
        locale="en-GB",
        has_touch=phone,
        is_mobile=phone,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    yield page
    context.close()


def first_decision(browser: Browser, url: str, size: str, title: str) -> dict[str, float]:
    """Seconds from "Play now" to the offer, and to the first own decision without the reader's own time."""
    with newcomer(browser, url, size) as page:
        page.goto("/")
        play = page.get_by_role("button", name=f"Play now: {title}")
        play.wait_for()
        began = time.perf_counter()
        play.click()
        page.locator("[data-just-play]").wait_for()
        offered = time.perf_counter() - began
        page.locator("[data-just-play]").click()
        page.wait_for_selector(CHOOSABLE)
        return {"offer s": offered, "decision s": time.perf_counter() - began}


def first_task(browser: Browser, url: str, size: str, title: str) -> float:
    """Seconds from "Play now" to the first task of the lesson, when it is taken."""
    with newcomer(browser, url, size) as page:
        page.goto("/")
        play = page.get_by_role("button", name=f"Play now: {title}")
        play.wait_for()
        began = time.perf_counter()
        play.click()
        page.get_by_role("button", name=re.compile(r"Learn it in \d+ minutes")).click()
        page.wait_for_selector("[data-verdict='open']")
        return time.perf_counter() - began


def answers(browser: Browser, url: str, size: str, game: str) -> list[float]:
    """Milliseconds of every answer along the whole lesson, wrong decisions and all."""
    with newcomer(browser, url, size) as page:
        page.goto(f"/learn/{game}")
        page.wait_for_selector("[data-task]")
        page.evaluate(_WATCH)
        Newcomer(page).finish()
        found: list[float] = page.evaluate("window.answers")
        return found


def measure(
    browser: Browser, servers: dict[str, str], game: str, title: str, size: str, rounds: int
) -> dict[str, Any]:
    """All figures of one game."""
    found: dict[str, Any] = {}
    for where, url in servers.items():
        times = [first_decision(browser, url, size, title) for _ in range(rounds)]
        for name in times[0]:
            found[f"{name}, {where}"] = [each[name] for each in times]
    url = servers["server"]
    found["first task s"] = [first_task(browser, url, size, title) for _ in range(rounds)]
    found["answers ms"] = [each for _ in range(rounds) for each in answers(browser, url, size, game)]
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games; all if none is named")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--size", choices=sorted(SIZES), default="desk")
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    titles = {game.name: game.title for game in all_games()}
    found = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        running = {}
        for where, local in (("server", "0"), ("browser", "1")):
            own = Path(folder) / where
            own.mkdir()
            running[where] = ServerProcess(own, PARAPEGMA_LOCAL_GAMES=local)
        browser = playwright.chromium.launch(
            executable_path=browser_path(), args=["--no-sandbox", "--disable-background-networking"]
        )
        try:
            for server in running.values():
                server.start()
            servers = {where: server.url for where, server in running.items()}
            for game in asked.games or titles:
                found[game] = measure(browser, servers, game, titles[game], asked.size, asked.rounds)
        finally:
            browser.close()
            for server in running.values():
                server.stop()
    _show(found)
    if asked.json:
        asked.json.write_text(json.dumps({"load": os.getloadavg(), "games": found}, indent=1) + "\n")
    return 0


def _show(found: dict[str, dict[str, list[float]]]) -> None:
    table = Table("", *found, title=f"A newcomer (load {os.getloadavg()[0]:.1f})")
    first = next(iter(found.values()))
    for name in first:
        if name == "answers ms":
            for share in (50, 95, 100):
                table.add_row(
                    f"answer of a step, ms, {share} % within",
                    *(f"{_within(found[game][name], share):.0f}" for game in found),
                )
            row = [
                f"{sum(ms <= ANSWER_MS for ms in each[name])} of {len(each[name])}" for each in found.values()
            ]
            table.add_row(f"answers within {ANSWER_MS} ms", *row)
            continue
        middle = [
            f"{statistics.median(found[game][name]):.2f} ({max(found[game][name]):.2f})" for game in found
        ]
        table.add_row(f"{name}: median (most)", *middle)
    Console().print(table)
    worst = max(max(each[name]) for each in found.values() for name in each if name.startswith("decision"))
    print(f"first own decision after at most {worst:.2f} s: {worst / DECISION_S:.0%} of what is allowed")


def _within(numbers: list[float], share: int) -> float:
    """So many of a hundred are not above this number."""
    return sorted(numbers)[max(0, -(-len(numbers) * share // 100) - 1)]


if __name__ == "__main__":
    sys.exit(main())
