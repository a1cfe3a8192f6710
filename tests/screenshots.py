"""Pictures of every page in both sizes and themes, for people to look at: ``make screenshots [FOLDER]``."""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from page_browser import SIZES, browser_path
from page_player import END, LIT, click_something, open_table, play_to_the_end
from parapegma.testing.survival.process import ServerProcess

PAGES = {
    "home": "/",
    "new-ptolemaeus": "/new/ptolemaeus",
    "new-ulysses": "/new/ulysses",
    "rules": "/rules/ulysses",
    "account": "/account",
    "about": "/about",
    "nowhere": "/nowhere",
}
GAMES = ("ophiuchus", "pacal", "ptolemaeus", "ulysses")
CLICKS = 14


def photograph(browser: Browser, url: str, folder: Path) -> None:
    """Every page, in both sizes and themes."""
    for size, viewport in SIZES.items():
        for theme in ("night", "papyrus"):
            phone = size == "phone"
            context = browser.new_context(
                viewport=viewport, base_url=url, locale="en-GB", has_touch=phone, is_mobile=phone
            )
            context.add_init_script(f"""localStorage["parapegma.taste"] ??= '{{"theme": "{theme}"}}'""")
            page = context.new_page()
            ending = f"{size}-{theme}.png"
            for name, path in PAGES.items():
                page.goto(path)
                page.wait_for_selector("main h1")
                _take(page, folder / f"{name}-{ending}")
            _waiting_room(page, folder / f"waiting-{ending}")
            for game in GAMES:
                _table(page, game, folder, ending)
            _afterwards(page, folder, ending)
            context.close()


def _take(page: Page, file: Path) -> None:
    # What moves comes to rest first.
    page.wait_for_timeout(900)
    page.screenshot(path=file)
    print(file)


def _waiting_room(page: Page, file: Path) -> None:
    page.goto("/new/ophiuchus")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("heading", name="Invite").wait_for()
    _take(page, file)


def _table(page: Page, game: str, folder: Path, ending: str) -> None:
    open_table(page, game)
    chance = random.Random(game)
    for _ in range(CLICKS):
        page.wait_for_selector(f"{LIT}, {END}")
        click_something(page, chance)
    page.wait_for_selector(f"{LIT}, {END}")
    _take(page, folder / f"table-{game}-{ending}")


def _afterwards(page: Page, folder: Path, ending: str) -> None:
    table = open_table(page, "ophiuchus")
    play_to_the_end(page, random.Random(9))
    page.get_by_text("Where the points came from").wait_for()
    _take(page, folder / f"result-{ending}")
    page.goto(f"/tables/{table}/replay?at=12")
    _take(page, folder / f"replay-{ending}")
    page.goto(f"/tables/{table}/analysis")
    page.get_by_role("button", name="Begin the analysis").click()
    page.get_by_role("heading", name="Outlook").wait_for()
    _take(page, folder / f"analysis-{ending}")
    page.goto(f"/tables/{table}")
    page.wait_for_selector(END)


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = ServerProcess(Path(place))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=browser_path(), args=["--no-sandbox", "--disable-background-networking"]
        )
        try:
            photograph(browser, server.url, folder)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
