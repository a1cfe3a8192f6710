"""Every state keeps nobody out, as every page does: lessons, puzzles, the day, what opens at a table."""

from __future__ import annotations

import random

import pytest
from page_browser import at_one_size
from page_check import check_page, serious_faults
from page_player import CHOOSABLE, click_something, open_table, press, sit_down_together, wait_for_something
from page_positions import ended_game, open_record

from parapegma.puzzles.puzzle import puzzles_of

SIZES = ["desk", "phone"]
GAMES = ["ophiuchus", "pacal", "ptolemaeus", "ulysses"]
CONFIRM = "[data-confirm]:visible:enabled"


@pytest.mark.parametrize("size", SIZES)
def test_the_offered_lesson_its_steps_and_what_is_said_of_a_move(visit, size):
    phone = size == "phone"
    page = visit("/", size, reduced_motion="reduce")
    page.get_by_role("button", name="Play now: Pacal’s Rocket").click()
    page.wait_for_selector("[data-just-play]")
    check_page(page, phone)
    for game in GAMES:
        page.goto(f"/learn/{game}")
        page.wait_for_selector("[data-task]")
        if phone:
            # While a phone shows the idea, the board is there as a whole, too small for its words.
            assert serious_faults(page) == []
            page.locator("[data-read]").click()
            page.locator("[data-read]").wait_for(state="detached")
        check_page(page, phone)
    page.goto("/learn/pacal")
    page.wait_for_selector("[data-task]")
    for decision, said in (("pass", "[data-wrong]"), ("build F9", "[data-well]")):
        if page.locator("[data-read]").count():
            page.locator("[data-read]").click()
        press(page.locator(f"[data-choice='{decision}']:visible").first)
        if page.wait_for_selector(f"[data-confirm], {said}").get_attribute("data-confirm") is not None:
            press(page.locator(CONFIRM).first)
        page.wait_for_selector(said)
        check_page(page, phone)
        if said == "[data-wrong]":
            page.locator("[data-again]").click()
            page.wait_for_selector("[data-task]")


@pytest.mark.parametrize("size", SIZES)
def test_puzzles_and_the_day(visit, size):
    phone = size == "phone"
    puzzle = next(
        each
        for each in puzzles_of("ptolemaeus")
        if len(each.answers[0]) == 1 and any(len(other.actions) == 1 for other in each.others)
    )
    wrong = next(other.actions[0] for other in puzzle.others if len(other.actions) == 1)
    page = visit("/daily", size, reduced_motion="reduce")
    page.locator("[data-daily]").first.wait_for()
    check_page(page, phone)
    page.goto("/puzzles/ptolemaeus")
    page.locator("[data-begin]").wait_for()
    check_page(page, phone)
    page.goto(f"/puzzles/ptolemaeus/{puzzle.name}")
    for decision, verdict in ((wrong, "[data-wrong]"), (puzzle.answers[0][0], "[data-solution]")):
        page.locator("[data-verdict='open']").wait_for()
        check_page(page, phone)
        press(page.locator(f'[data-choice="{decision}"]:visible').first)
        if page.wait_for_selector(f"[data-confirm], {verdict}").get_attribute("data-confirm") is not None:
            press(page.locator(CONFIRM).first)
        page.locator(verdict).wait_for()
        check_page(page, phone)
        if verdict == "[data-wrong]":
            page.get_by_role("button", name="Try again").click()


@pytest.mark.parametrize("size", SIZES)
def test_what_opens_beside_a_table_and_what_is_half_made(visit, size):
    phone = size == "phone"
    page = visit("/about", size, reduced_motion="reduce")
    open_table(page, "ptolemaeus", players=1)
    page.wait_for_selector(CHOOSABLE)
    for name, label in (("Rules", "Rules"), ("Icons and pieces", "Icons and pieces")):
        page.get_by_role("button", name="More").click()
        page.get_by_role("dialog").get_by_role("button", name=name).click()
        page.get_by_role("complementary", name=label).wait_for()
        # Nothing is explained under the pointer, which Escape would close first.
        page.mouse.move(0, 0)
        page.locator("[data-bubble]").wait_for(state="detached")
        check_page(page, phone)
        page.keyboard.press("Escape")
        page.get_by_role("complementary", name=label).wait_for(state="hidden")
    if phone:
        page.get_by_role("button", name="What happened").click()
    page.get_by_role("complementary", name="What happened").wait_for()
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("region", name="Hint").locator(".best").wait_for()
    check_page(page, phone)
    page.get_by_role("region", name="Hint").get_by_role("button", name="Close").click()
    if phone:
        page.keyboard.press("Escape")
        page.get_by_role("complementary", name="What happened").wait_for(state="hidden")
    # A payment that is put together, or on a phone what a first tap shows.
    observe = page.locator("[data-choice^='observe ']:visible")
    draw = page.locator("[data-choice='draw']:visible")
    press((observe if observe.count() else draw).first)
    if observe.count() or phone:
        page.locator(CONFIRM).first.wait_for()
    check_page(page, phone)
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.get_by_role("heading", name="Now", exact=True).wait_for()
    check_page(page, phone)
    # The first page, of someone who has a game to go on with.
    page.goto("/")
    page.get_by_role("button", name="Play now: Ulysses").wait_for()
    check_page(page, phone)


@pytest.mark.parametrize(("game", "size"), at_one_size(GAMES))
def test_what_comes_after_a_game(visit, game, size):
    phone = size == "phone"
    page = visit("/about", size, reduced_motion="reduce")
    table = open_record(page, ended_game(game))
    page.get_by_role("heading", name="Ranking").wait_for()
    check_page(page, phone)
    page.get_by_role("dialog").get_by_text("The scoring, step by step").click()
    page.get_by_role("dialog").get_by_role("button", name="Show it on the board").click()
    page.get_by_role("region", name="Scoring").wait_for()
    check_page(page, phone)
    page.keyboard.press("Escape")
    page.get_by_role("heading", name="Ranking").wait_for()
    page.get_by_role("dialog").get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="One step forward").click()
    check_page(page, phone)
    page.get_by_role("button", name="Go on from here").click()
    page.get_by_role("dialog").wait_for()
    check_page(page, phone)
    page.goto(f"/tables/{table}/analysis")
    page.get_by_role("button", name="Begin the analysis").click()
    page.get_by_role("heading", name="Outlook").wait_for()
    check_page(page, phone)


@pytest.mark.parametrize(("game", "size"), at_one_size(GAMES, "phone"))
def test_a_table_as_text_and_a_puzzle_of_every_game(visit, game, size):
    phone = size == "phone"
    page = visit("/about", size, reduced_motion="reduce")
    open_table(page, game)
    page.wait_for_selector(CHOOSABLE)
    page.keyboard.press("t")
    page.get_by_role("heading", name="Now", exact=True).wait_for()
    check_page(page, phone)
    page.goto(f"/puzzles/{game}/{puzzles_of(game)[0].name}")
    page.locator("[data-verdict='open']").wait_for()
    check_page(page, phone)


@pytest.mark.parametrize("size", SIZES)
def test_what_people_ask_each_other_and_what_happens_meanwhile(visit, size):
    phone = size == "phone"
    ada, bob = sit_down_together(visit, size, reduced_motion="reduce")
    for name in ("Leave the seat for a while", "Offer to end"):
        bob.get_by_role("button", name="More").click()
        bob.get_by_role("dialog").get_by_role("button", name=name).click()
        bob.get_by_role("dialog").get_by_role("button", name="Cancel").wait_for()
        check_page(bob, phone)
        bob.keyboard.press("Escape")
        bob.get_by_role("dialog").wait_for(state="hidden")
    bob.keyboard.press("?")
    bob.get_by_role("dialog").wait_for()
    check_page(bob, phone)
    bob.keyboard.press("Escape")
    ada.get_by_role("button", name="More").click()
    ada.get_by_role("button", name="Pause", exact=True).click()
    agree = bob.get_by_role("button", name="Agree", exact=True)
    agree.wait_for()
    check_page(bob, phone)
    agree.click()
    bob.get_by_role("button", name="Go on", exact=True).wait_for()
    check_page(bob, phone)
    bob.context.set_offline(True)
    bob.locator(".offline").wait_for()
    check_page(bob, phone)


@pytest.mark.parametrize("size", SIZES)
def test_the_end_of_a_turn_that_is_to_be_confirmed_and_the_past_of_a_table(visit, size):
    phone = size == "phone"
    page = visit("/about", size, reduced_motion="reduce")
    page.evaluate("""localStorage["parapegma.preferences"] = '{"confirmEnd": true, "oneTap": true}'""")
    open_table(page, "ptolemaeus", players=2)
    page.wait_for_selector(CHOOSABLE)
    # Two cards are drawn, and the turn goes on to its end.
    ends = page.get_by_text("This ends your turn.")
    chance = random.Random(4)
    for _ in range(40):
        wait_for_something(page)
        if ends.count():
            break
        click_something(page, chance)
    ends.first.wait_for()
    check_page(page, phone)
    page.get_by_role("button", name="Not yet").click()
    page.keyboard.press("ArrowLeft")
    page.get_by_text("You are looking at the table as it was.").first.wait_for()
    check_page(page, phone)
