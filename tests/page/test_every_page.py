"""Every page can be read by everyone in both themes: axe, text sizes, touch targets, no way sideways."""

from __future__ import annotations

import pytest
from page_browser import at_one_size
from page_check import check_page, check_words
from page_player import CHOOSABLE, open_table

from parapegma.server.ids import new_id

GAMES = ["ophiuchus", "pacal", "ptolemaeus", "ulysses"]
PAGES = ["/", "/rules", "/rules/pacal", "/account", "/about", "/nowhere"]
OF_EVERY_GAME = (("/new", ""), ("/rules", "/summary"), ("/rules", "/reference"))
PAGES_AND_SIZES = [
    *((path, size) for path in PAGES for size in ("desk", "phone")),
    *((f"{before}/{game}{after}", size)
      for n, (before, after) in enumerate(OF_EVERY_GAME)
      for game, size in at_one_size(GAMES, ("desk", "phone")[n % 2])),
]  # fmt: skip
# Where most is said in few places: longer words may need more room than there is.
WORDY = [
    "/", "/account", "/about", "/daily", "/puzzles", "/new/pacal", "/new/ulysses",
    "/rules/ptolemaeus/summary", "/rules/ulysses/reference", "/learn/ptolemaeus",
]  # fmt: skip


@pytest.mark.parametrize(("path", "size"), PAGES_AND_SIZES)
def test_a_page_keeps_nobody_out(visit, path, size):
    page = visit(path, size, reduced_motion="reduce")
    page.wait_for_selector("main h1")
    check_page(page, size == "phone")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_account_of_a_guest_and_of_who_has_one_keeps_nobody_out(visit, size):
    page = visit("/about", size, reduced_motion="reduce")
    api, origin = page.request, {"Origin": page.evaluate("location.origin")}
    assert api.post("/api/v1/guest", data={"name": "Ada"}, headers=origin).ok
    page.evaluate("localStorage.setItem('parapegma.came-in', 'yes')")
    name, passphrase = f"ada-{size}-{new_id()[:8].lower()}", "a long walk by the sea"
    for account in (False, True):
        if account:
            wish = {"login": name, "passphrase": passphrase}
            answer = api.post("/api/v1/account", data=wish, headers=origin)
            assert answer.ok, answer.text()
        page.goto("/account")
        page.wait_for_selector("main h1")
        page.wait_for_load_state("networkidle")
        check_page(page, size == "phone")
    # A program of one's own, whose token is shown once, and the last question before one leaves.
    page.get_by_label("What it is for").fill("my bot")
    page.get_by_role("button", name="Make a token").click()
    page.get_by_text("Copy it now").wait_for()
    page.get_by_role("button", name="Leave for good").first.click()
    page.get_by_role("dialog").wait_for()
    check_page(page, size == "phone")


@pytest.mark.parametrize("locale", ["it-IT", "es-ES"])
def test_pages_in_other_languages_keep_nobody_out(visit, locale):
    page = visit("/", "phone", locale=locale, reduced_motion="reduce")
    for path in WORDY:
        page.goto(path)
        page.wait_for_selector("main h1, [data-task]")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.lang") == locale[:2]
        # Colours are the same in all languages.
        check_words(page, phone=True)


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_keeps_nobody_out(visit, game, size):
    page = visit("/about", size, reduced_motion="reduce")
    open_table(page, game)
    page.wait_for_selector(CHOOSABLE)
    check_page(page, size == "phone")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_waiting_room_keeps_nobody_out(visit, size):
    page = visit("/new/ophiuchus", size)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("heading", name="Invite").wait_for()
    check_page(page, size == "phone")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_what_opens_at_a_table_keeps_nobody_out(visit, size):
    page = visit("/about", size, reduced_motion="reduce")
    open_table(page, "ptolemaeus")
    page.wait_for_selector(CHOOSABLE)
    for name in ["Settings", "Give up"]:
        page.get_by_role("button", name="More").click()
        check_page(page, size == "phone")
        page.get_by_role("dialog").get_by_role("button", name=name).click()
        check_page(page, size == "phone")
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="hidden")
    page.get_by_role("button", name="Summary").click()
    page.get_by_role("complementary", name="Summary").wait_for()
    check_page(page, size == "phone")
    page.keyboard.press("Escape")
    page.get_by_role("complementary", name="Summary").wait_for(state="hidden")
