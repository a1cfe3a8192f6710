"""Pictures for people to look at, in both sizes and themes, in every language: ``make screenshots``.

    python tests/screenshots.py [FOLDER] [--languages en,it,es] [--only WORD]

Every page, every step of every lesson, every rulebook as a whole, and what a table can show. One visitor
opens the tables and plays; then they are looked at in every size, theme and language, with the same cookie.
``--only`` takes what has a word in its name, such as ``lesson`` or ``table-pacal``. Nothing waits for ever:
each step has a limit, and so has the whole. What cannot be taken is told at the end.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, StorageState, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from parapegma.puzzles.puzzle import puzzles_of
from parapegma.server.ids import new_id
from parapegma.server.lessons.lesson import find_lesson
from parapegma.testing.survival.process import ServerProcess

sys.path.insert(0, str(Path(__file__).resolve().parent / "helpers"))

from page_browser import SIZES, browser_path
from page_messages import AREAS
from page_player import CHOOSABLE, click_something, open_table, play_to_the_end, press, wait_for_something
from page_positions import ended_game, open_record

THEMES = ("night", "papyrus")
PAGES = {
    "home-stranger": "/",
    "account-stranger": "/account",
    "new-ophiuchus": "/new/ophiuchus",
    "new-pacal": "/new/pacal",
    "new-ptolemaeus": "/new/ptolemaeus",
    "new-ulysses": "/new/ulysses",
    "rules": "/rules",
    "daily": "/daily",
    "about": "/about",
    "nowhere": "/nowhere",
}
GAMES = ("ophiuchus", "pacal", "ptolemaeus", "ulysses")
CLICKS = 14
STEP_MS = 120_000
"""The first table of a server loads its bots, which takes a while on a busy machine."""
PICTURE_MS = 30_000
WHOLE_S = 60 * 60
SETTLED = """() => document.getAnimations().every(
  (each) => each.playState !== "running" || each.effect.getComputedTiming().iterations === Infinity
)"""
DRAWN = """() => [...document.querySelectorAll("[data-figure]")].every((each) => each.querySelector("svg"))"""

CHOOSE = """(kept) => Object.entries(kept).forEach(([key, newValue]) => {
  localStorage.setItem(key, newValue);
  dispatchEvent(new StorageEvent("storage", { key, newValue }));
})"""


@dataclass
class Picture:
    """One thing to be looked at: where it is, and what has to be done there first."""

    path: str
    act: Callable[[Page], None] | None = None
    whole: bool = False
    """The page from its beginning to its end, not only what fits the window."""
    sizes: tuple[str, ...] = tuple(SIZES)


def strangers() -> dict[str, Picture]:
    """What anybody sees who has never played."""
    found = {name: Picture(path) for name, path in PAGES.items()}
    found["first-time"] = Picture("/", offered_lesson)
    for game in GAMES:
        for part in ("", "/summary", "/reference"):
            name = f"rules-{game}{part.replace('/', '-')}"
            found[name] = Picture(f"/rules/{game}{part}", whole_book, whole=True)
        for n, step in enumerate(find_lesson(game).step, 1):
            found[f"lesson-{game}-{n}-{step.name}"] = Picture(f"/learn/{game}", lesson_step(n))
            name = f"lesson-{game}-{n}-{step.name}-read"
            found[name] = Picture(f"/learn/{game}", read_step(n), sizes=("phone",))
        found[f"lesson-{game}-wrong"] = Picture(f"/learn/{game}", wrong_move)
        puzzle = puzzles_of(game)[0]
        found[f"puzzles-{game}"] = Picture(f"/puzzles/{game}")
        found[f"puzzle-{game}"] = Picture(f"/puzzles/{game}/{puzzle.name}")
        found[f"puzzle-{game}-tried"] = Picture(f"/puzzles/{game}/{puzzle.name}", solve(puzzle.answers[0]))
    return found


def table_states(game: str, path: str) -> dict[str, Picture]:
    """What a table can show besides itself."""
    found = {
        "": Picture(path),
        "-hint": Picture(path, keys("h", "section.hint .best")),
        "-text": Picture(path, keys("t", ".now")),
        "-rules": Picture(path, rules),
        "-keys": Picture(path, keys("?", "dialog[open]")),
        "-settings": Picture(path, menu("settings")),
        "-legend": Picture(path, menu("legend")),
        "-summary": Picture(path, menu("summary")),
        "-give-up": Picture(path, menu("resign")),
        "-begun": Picture(path, begin_something),
        "-bubble": Picture(path, ask_about_something),
    }
    return {f"table-{game}{name}": picture for name, picture in found.items()}


def words_of(page: Page, key: str) -> str:
    language: str = page.evaluate("document.documentElement.lang")
    return AREAS["frame"][key][language]


def offered_lesson(page: Page) -> None:
    page.locator(".ways button.primary").first.click()
    page.wait_for_selector("[data-just-play]")


def whole_book(page: Page) -> None:
    """Figures are drawn when they come near the window, or before paper is printed."""
    page.evaluate("dispatchEvent(new Event('beforeprint')); dispatchEvent(new Event('afterprint'))")
    page.wait_for_function(DRAWN)


def lesson_step(number: int) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.wait_for_selector("[data-task]")
        page.locator(f".lesson-bar li:nth-child({number}) button").click()
        page.wait_for_selector(f".lesson-bar li:nth-child({number}) [aria-current]")
        page.wait_for_selector("[data-verdict='open']")

    return go


def read_step(number: int) -> Callable[[Page], None]:
    """A phone first folds what can be chosen away, so that the idea is read."""

    def go(page: Page) -> None:
        lesson_step(number)(page)
        if page.locator("[data-read]").count():
            page.locator("[data-read]").click()
            page.locator("[data-read]").wait_for(state="detached")

    return go


def wrong_move(page: Page) -> None:
    """Whatever is not what the task wants: the last thing that is lit on the board, or else elsewhere."""
    page.wait_for_selector("[data-task]")
    if page.locator("[data-read]").count():
        page.locator("[data-read]").click()
    for _ in range(8):
        confirm = page.locator("[data-confirm]:visible:enabled, button.lay:visible")
        board = page.locator(f"main {CHOOSABLE}")
        lit = board if board.count() else page.locator(CHOOSABLE)
        press(confirm.first if confirm.count() else lit.last)
        page.wait_for_selector(f"[data-wrong], [data-well], [data-confirm]:enabled, {CHOOSABLE}")
        if page.locator("[data-wrong], [data-well]").count():
            return


def solve(answer: list[str]) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.wait_for_selector("[data-verdict='open']")
        for notation in answer:
            choice = page.locator(f'[data-choice="{notation}"]:visible')
            # Where it needs more than a click, the picture shows how far that went.
            if not choice.count():
                return
            press(choice.first)
            page.wait_for_timeout(500)
            confirm = page.locator("[data-confirm]:visible:enabled, button.lay:visible")
            if confirm.count():
                press(confirm.first)

    return go


def keys(key: str, wanted: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.wait_for_selector(CHOOSABLE)
        page.keyboard.press(key)
        page.locator(wanted).first.wait_for()

    return go


def rules(page: Page) -> None:
    page.wait_for_selector(CHOOSABLE)
    page.keyboard.press("b")
    page.get_by_role("complementary", name=words_of(page, "rules")).wait_for()


def menu(item: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.wait_for_selector(CHOOSABLE)
        page.get_by_role("button", name=words_of(page, "more"), exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name=words_of(page, item), exact=True).click()

    return go


def begin_something(page: Page) -> None:
    """What a first click or tap shows: a payment, a preview, a tile held over the sky."""
    page.wait_for_selector(CHOOSABLE)
    press(page.locator(CHOOSABLE).first)


def ask_about_something(page: Page) -> None:
    """A bubble, as the keyboard opens it: a phone has no pointer that rests."""
    page.wait_for_selector(CHOOSABLE)
    page.locator("[data-explained='quiet']:visible").first.evaluate(
        "node => node.focus({ focusVisible: true })"
    )
    page.wait_for_selector("[data-bubble]")


def scoring(page: Page) -> None:
    page.locator("dialog[open]").wait_for()
    page.locator("dialog[open] summary").first.click()
    page.locator("dialog[open] details[open] button").first.click()


def play(browser: Browser, url: str) -> tuple[dict[str, Picture], StorageState]:
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
    found = {"home": Picture("/"), "account": Picture("/account"), "waiting": Picture(_waiting_room(page))}
    for game in GAMES:
        found |= table_states(game, _table(page, game))
    for game in GAMES:
        ended = open_record(page, ended_game(game))
        found[f"result-{game}"] = Picture(f"/tables/{ended}")
        found[f"result-{game}-scoring"] = Picture(f"/tables/{ended}", scoring)
        page.goto(f"/tables/{ended}/analysis")
        page.get_by_role("button", name="Begin the analysis").click()
        page.get_by_role("heading", name="Outlook").wait_for()
        found[f"analysis-{game}"] = Picture(f"/tables/{ended}/analysis")
    found |= _with_another(browser, page, url)
    found["replay"] = Picture(f"/tables/{finished}/replay?moment=12")
    found["handed-on"] = Picture(f"/tables/{open_table(page, 'ptolemaeus', bot='me', players=2)}")
    state = context.storage_state()
    context.close()
    return found, state


def _with_another(browser: Browser, page: Page, url: str) -> dict[str, Picture]:
    """Tables at which another person sits: who asks for a pause, who was given it, who is to decide."""
    other = browser.new_context(base_url=url)
    origin = {"Origin": url}
    assert other.request.post("/api/v1/guest", data={"name": "Bob"}, headers=origin).ok

    def command(who: BrowserContext, table: str, **what: object) -> dict[str, object]:
        answer = who.request.post(
            f"/api/v1/tables/{table}/commands", data={"key": new_id(), **what}, headers=origin
        )
        assert answer.ok, answer.text()
        found: dict[str, object] = answer.json()
        return found

    found = {}
    for name in ("request", "paused"):
        table = open_table(page, "pacal", bot="open", players=2)
        joined = other.request.post(f"/api/v1/tables/{table}/join", data={}, headers=origin)
        assert joined.ok, joined.text()
        asked = command(other, table, type="ask", what="pause")
        if name == "paused":
            command(page.context, table, type="answer", request=asked["number"], agreed=True)
        found[name] = Picture(f"/tables/{table}")
    while True:
        table = open_table(page, "pacal", bot="open", players=2)
        other.request.post(f"/api/v1/tables/{table}/join", data={}, headers=origin)
        if not page.request.get(f"/api/v1/tables/{table}").json().get("choices"):
            found["waiting-for-another"] = Picture(f"/tables/{table}")
            break
    other.close()
    return found


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


def photograph(
    browser: Browser,
    url: str,
    folder: Path,
    groups: list[tuple[StorageState | None, dict[str, Picture]]],
    languages: list[str],
) -> tuple[int, list[str]]:
    """Every picture in every size, theme and language, seen by a stranger or by the visitor who played.

    How many there are, and which could not be taken: one that fails is no reason to have none of the others.
    """
    taken, failed = 0, []
    for size, viewport in SIZES.items():
        phone = size == "phone"
        for known, pictures in groups:
            context = browser.new_context(
                viewport=viewport,
                base_url=url,
                locale="en-GB",
                has_touch=phone,
                is_mobile=phone,
                reduced_motion="reduce",
                storage_state=known,
            )
            page = context.new_page()
            page.set_default_timeout(PICTURE_MS)
            for name, picture in pictures.items():
                if size not in picture.sizes:
                    continue
                try:
                    for looks in _take(page, picture, languages):
                        page.screenshot(path=folder / f"{name}-{size}-{looks}.png", full_page=picture.whole)
                        taken += 1
                except PlaywrightError as error:
                    failed.append(f"{name}-{size}: {str(error).splitlines()[0]}")
                    print(failed[-1], file=sys.stderr, flush=True)
                else:
                    print(f"{name}-{size}", flush=True)
            context.close()
    return taken, failed


def _take(page: Page, picture: Picture, languages: list[str]) -> Iterator[str]:
    """Go there once; then the page changes its language and theme as if another window had chosen them."""
    page.goto(picture.path)
    _choose(page, "en", THEMES[0])
    page.wait_for_selector("main h1, h1, [data-number]", state="attached")
    page.wait_for_load_state("networkidle")
    if picture.act:
        picture.act(page)
    for language in languages:
        for theme in THEMES:
            _choose(page, language, theme)
            if picture.whole:
                page.wait_for_function(DRAWN)
            page.evaluate("document.fonts.ready")
            # What moves comes to rest.
            page.wait_for_function(SETTLED)
            yield f"{theme}-{language}"


def _choose(page: Page, language: str, theme: str) -> None:
    page.evaluate(
        CHOOSE, {"parapegma.preferences": json.dumps({"theme": theme}), "parapegma.language": language}
    )
    page.wait_for_function(
        "([language, theme]) => { const { lang, dataset } = document.documentElement;"
        " return lang === language && dataset.theme === theme; }",
        arg=[language, theme],
    )


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
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=Path("screenshots"))
    parser.add_argument("--languages", default="en,it,es")
    parser.add_argument("--only", default="", metavar="WORD")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright, _at_most(WHOLE_S):
        server = ServerProcess(Path(place))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=browser_path(), args=["--no-sandbox", "--disable-background-networking"]
        )
        try:
            groups: list[tuple[StorageState | None, dict[str, Picture]]] = [(None, strangers())]
            # Whoever wants to see no table need not wait until one is played.
            if not any(asked.only in name for name in groups[0][1]) or not asked.only:
                pictures, state = play(browser, server.url)
                groups.append((state, pictures))
            wanted = [
                (known, {name: picture for name, picture in found.items() if asked.only in name})
                for known, found in groups
            ]
            taken, failed = photograph(browser, server.url, asked.folder, wanted, asked.languages.split(","))
            print(f"{taken} pictures in {asked.folder}")
            if failed:
                sys.exit("\n".join(["These could not be taken:", *failed]))
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
