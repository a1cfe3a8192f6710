"""The pictures of the README and of the page about the page, from the running page: ``make pictures``.

    python tests/pictures.py [NAME ...]

Bots play games as far as there is something to see, which are brought to a server as records; what a visitor
points at there is shown as it would be. Each picture comes from the same game each time.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from parapegma import Match
from parapegma.bots import BotRunner
from parapegma.testing.survival.process import ServerProcess

sys.path.insert(0, str(Path(__file__).resolve().parent / "helpers"))

from page_browser import SIZES, browser_path
from page_player import CHOOSABLE
from page_positions import open_record

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
BETWEEN = 20
"""Pixels between two phones."""
QUALITY = 82
STEP_MS = 120_000


def hovers(page: Page) -> bool:
    """Whether there is a pointer, and not only fingers."""
    found: bool = page.evaluate("matchMedia('(hover: hover)').matches")
    return found


def lift_a_tile(page: Page) -> None:
    """Hold a tile over the sky: its rows show their sums."""
    page.locator("[data-choice^='take']:visible").nth(1).click()
    squares = page.locator("main svg [data-choice]:visible")
    squares.first.wait_for()
    # One well within the window, also on a phone.
    middle = squares.nth(squares.count() // 2)
    if hovers(page):
        middle.hover()
    else:
        middle.tap()


def point_at(prefix: str) -> Callable[[Page], None]:
    """Point at a choice that begins so, or tap it: what it would do is shown."""

    def point(page: Page) -> None:
        there = page.locator(f"main [data-choice^='{prefix}']:visible").last
        if hovers(page):
            there.hover()
        else:
            there.tap()

    return point


@dataclass(frozen=True)
class Game:
    """A game to show: how it was dealt, what must be possible, and what the visitor points at."""

    players: int
    seed: int
    decisions: int
    wanted: str
    theme: str
    look: Callable[[Page], None]


GAMES = {
    "ophiuchus": Game(4, 4, 22, "take", "night", lift_a_tile),
    "pacal": Game(5, 11, 130, "move", "night", point_at("move E8")),
    "ptolemaeus": Game(3, 8, 30, "opposition", "night", point_at("opposition")),
    "ulysses": Game(4, 4, 40, "oppose", "papyrus", point_at("oppose")),
}
ON_PHONES = {"ophiuchus": "papyrus", "pacal": "night", "ptolemaeus": "papyrus", "ulysses": "night"}


def position_of(name: str) -> Match:
    """The game as bots play it, from when seat 0 may do what is wanted."""
    game = GAMES[name]
    match = Match(name, players=game.players, seed=game.seed)
    runner = BotRunner(match.game, game.seed)
    while not match.over:
        ready = match.actor == 0 and len(match) >= game.decisions and not match.position.half_made
        if ready and any(each.startswith(game.wanted) for each in match.legal()):
            return match
        match.act(runner.ask("greedy", match.position, len(match)).action)
    raise AssertionError(f"{name}: the game was over before")


def seen(browser: Browser, url: str, path: str, size: str, theme: str) -> Page:
    """A page of a visitor of its own."""
    phone = size == "phone"
    context = browser.new_context(
        viewport=SIZES[size],
        base_url=url,
        locale="en-GB",
        reduced_motion="reduce",
        has_touch=phone,
        is_mobile=phone,
    )
    # Whoever looks at a picture needs no tips for a first game.
    preferences = json.dumps({"theme": theme, "tips": False})
    context.add_init_script(f"localStorage['parapegma.preferences'] = {json.dumps(preferences)}")
    page = context.new_page()
    page.set_default_timeout(STEP_MS)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    return page


def taken(page: Page) -> Image.Image:
    """What is to be seen, once nothing moves any more."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(1_500)
    # What a thing is, is said over what it would do.
    if page.locator("[data-bubble]").count():
        page.keyboard.press("Escape")
        page.locator("[data-bubble]").wait_for(state="detached")
    image = Image.open(BytesIO(page.screenshot())).convert("RGB")
    page.context.close()
    return image


def at_table(browser: Browser, url: str, name: str, size: str, theme: str) -> Image.Image:
    page = seen(browser, url, "/about", size, theme)
    open_record(page, position_of(name))
    page.wait_for_selector(CHOOSABLE)
    page.wait_for_load_state("networkidle")
    GAMES[name].look(page)
    return taken(page)


def on_phones(browser: Browser, url: str) -> Image.Image:
    images = [at_table(browser, url, name, "phone", theme) for name, theme in ON_PHONES.items()]
    wide, high = images[0].size
    together = Image.new("RGB", ((wide + BETWEEN) * len(images) - BETWEEN, high), "white")
    for n, image in enumerate(images):
        together.paste(image, (n * (wide + BETWEEN), 0))
    return together


def main(names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = ServerProcess(Path(place))
        server.start()
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        try:
            for name in names:
                if name == "phones":
                    image = on_phones(browser, server.url)
                elif name == "home":
                    image = taken(seen(browser, server.url, "/", "desk", "night"))
                else:
                    image = at_table(browser, server.url, name, "desk", GAMES[name].theme)
                image.save(FOLDER / f"{name}.webp", quality=QUALITY, method=6)
                print(f"{name}: {image.width} by {image.height}", flush=True)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main(sys.argv[1:] or ["home", *GAMES, "phones"])
