"""Pictures of every page in both sizes and themes, for people to look at: ``make screenshots``.

One visitor opens the tables and plays; then the same tables are looked at in every size and theme, with the
same cookie. Nothing waits for ever: each step has a limit, and so has the whole.
"""

from __future__ import annotations

import contextlib
import random
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, StorageState, sync_playwright

from parapegma.testing.survival.process import ServerProcess

sys.path.insert(0, str(Path(__file__).resolve().parent / "helpers"))

from page_browser import SIZES, browser_path
from page_player import click_something, open_table, play_to_the_end, wait_for_something

THEMES = ("night", "papyrus")
PAGES = {
    "home-stranger": "/",
    "account-stranger": "/account",
    "new-ophiuchus": "/new/ophiuchus",
    "new-pacal": "/new/pacal",
    "new-ptolemaeus": "/new/ptolemaeus",
    "new-ulysses": "/new/ulysses",
    "rules": "/rules",
    "rules-ophiuchus": "/rules/ophiuchus",
    "rules-pacal": "/rules/pacal#step-3-build",
    "rules-ptolemaeus": "/rules/ptolemaeus#observing-a-configuration",
    "rules-ulysses": "/rules/ulysses#the-discussion-of-the-gods",
    "summary-ulysses": "/rules/ulysses/summary",
    "reference-ulysses": "/rules/ulysses/reference#UL-7.10",
    "about": "/about",
    "nowhere": "/nowhere",
}
GAMES = ("ophiuchus", "pacal", "ptolemaeus", "ulysses")
CLICKS = 14
STEP_MS = 120_000
"""The first table of a server loads its bots, which takes a while on a busy machine."""
WHOLE_S = 30 * 60


def play(browser: Browser, url: str) -> tuple[dict[str, str], StorageState]:
    """Open everything that pictures are taken of; the addresses by name, and who the visitor is."""
    context = browser.new_context(
        viewport=SIZES["desk"], base_url=url, locale="en-GB", reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(STEP_MS)
    page.goto("/")
    # The server begins to load what bots need while the rest is opened.
    finished = open_table(page, "ophiuchus")
    play_to_the_end(page, random.Random(9))
    page.goto(f"/tables/{finished}/analysis")
    page.get_by_role("button", name="Begin the analysis").click()
    page.get_by_role("heading", name="Outlook").wait_for()
    paths = {"home": "/", "account": "/account", "waiting": _waiting_room(page)}
    for game in GAMES:
        paths[f"table-{game}"] = _table(page, game)
    paths["result"] = f"/tables/{finished}"
    paths["replay"] = f"/tables/{finished}/replay?at=12"
    paths["analysis"] = f"/tables/{finished}/analysis"
    state = context.storage_state()
    context.close()
    return paths, state


def _waiting_room(page: Page) -> str:
    page.goto("/new/ophiuchus")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("heading", name="Invite").wait_for()
    return page.evaluate("location.pathname")


def _table(page: Page, game: str) -> str:
    table = open_table(page, game)
    chance = random.Random(game)
    for _ in range(CLICKS):
        wait_for_something(page, STEP_MS)
        click_something(page, chance)
    wait_for_something(page, STEP_MS)
    return f"/tables/{table}"


def photograph(browser: Browser, url: str, folder: Path, paths: dict[str, str], state: StorageState) -> None:
    """Every page in both sizes and themes: as a stranger sees it, then as the visitor who played."""
    for size, viewport in SIZES.items():
        for theme in THEMES:
            for known, addresses in ((None, PAGES), (state, paths)):
                phone = size == "phone"
                context = browser.new_context(
                    viewport=viewport,
                    base_url=url,
                    locale="en-GB",
                    has_touch=phone,
                    is_mobile=phone,
                    storage_state=known,
                )
                context.add_init_script(f"""localStorage["parapegma.taste"] = '{{"theme": "{theme}"}}'""")
                page = context.new_page()
                page.set_default_timeout(STEP_MS)
                for name, path in addresses.items():
                    page.goto(path)
                    _take(page, folder / f"{name}-{size}-{theme}.png")
                context.close()


def _take(page: Page, file: Path) -> None:
    page.wait_for_selector("main h1, [data-number]", state="attached")
    page.wait_for_load_state("networkidle")
    # What moves comes to rest.
    page.wait_for_timeout(700)
    page.screenshot(path=file)
    print(file, flush=True)


@contextlib.contextmanager
def _at_most(seconds: int) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TimeoutError(f"the pictures were not ready after {seconds} seconds")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright, _at_most(WHOLE_S):
        server = ServerProcess(Path(place))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=browser_path(), args=["--no-sandbox", "--disable-background-networking"]
        )
        try:
            paths, state = play(browser, server.url)
            photograph(browser, server.url, folder, paths, state)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
