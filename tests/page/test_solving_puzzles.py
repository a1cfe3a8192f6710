"""Puzzles and the day on the page: find it in three tries, as text too; a deal that is played once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from page_check import serious_faults
from page_player import press, wait_for_something

from parapegma.puzzles.puzzle import puzzles_of


def turn_of_one_step(game):
    """A puzzle whose answer and some other turns are single decisions."""
    for puzzle in puzzles_of(game):
        others = [other.actions[0] for other in puzzle.others if len(other.actions) == 1]
        if len(puzzle.answers[0]) == 1 and len(others) >= 3:
            return puzzle, others
    raise AssertionError(f"there is no such puzzle of {game}")


def decide(page, notation):
    """Choose something, and wait until it was judged."""
    choice = page.locator(f'[data-choice="{notation}"]:visible').first
    choice.wait_for()
    number = page.locator(".puzzle").get_attribute("data-number")
    press(choice)
    page.wait_for_function(
        "(number) => document.querySelector('.puzzle').dataset.number !== number", arg=number
    )


def test_an_address_of_no_puzzle_is_told_as_any_other_that_leads_nowhere(visit):
    page = visit("/puzzles/ptolemaeus/none-of-them")
    page.get_by_role("link", name="To the games").wait_for()
    assert not serious_faults(page)


def test_a_puzzle_is_found_on_the_board_and_explained(visit):
    puzzle, others = turn_of_one_step("ptolemaeus")
    page = visit("/puzzles/ptolemaeus")
    page.locator("[data-begin]").wait_for()
    assert not serious_faults(page)
    number = list(puzzles_of("ptolemaeus")).index(puzzle) + 1
    page.get_by_role("link", name=f"Puzzle {number}, new").click()
    page.locator("[data-verdict='open']").wait_for()
    decide(page, others[0])
    page.locator("[data-verdict='wrong']").wait_for()
    # It is compared, and the answer is not told.
    said = page.locator("[data-wrong]").inner_text()
    numbers = [int(each) for each in re.findall(r"\d+", said)]
    assert str(round(100 * puzzle.value)) in said
    assert numbers[0] < round(100 * puzzle.value)
    assert page.locator("[data-solution]").count() == 0
    assert page.locator("[data-choice]:visible").count() == 0
    assert not serious_faults(page)
    page.get_by_role("button", name="Try again").click()
    page.locator("[data-verdict='open']").wait_for()
    page.locator("[data-left='2']").wait_for()
    decide(page, puzzle.answers[0][0])
    page.get_by_role("heading", name="Found in 2 tries!").wait_for()
    page.locator("[data-solution]").wait_for()
    assert not serious_faults(page)
    shown = int(page.locator(".puzzle").get_attribute("data-number"))
    page.get_by_role("button", name="Show it").nth(1).click()
    page.wait_for_function(
        "(number) => Number(document.querySelector('.puzzle').dataset.number) >= number", arg=shown + 2
    )
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_function("(name) => !location.pathname.endsWith(name)", arg=puzzle.name)
    page.locator("[data-verdict='open']").wait_for()
    page.get_by_role("link", name="Leave the puzzle").click()
    page.get_by_role("link", name=f"Puzzle {number}, solved").wait_for()
    page.get_by_text(f"1 of {len(puzzles_of('ptolemaeus'))} solved").wait_for()


def test_after_three_wrong_tries_as_text_on_a_phone_the_answer_is_shown(visit):
    puzzle, others = turn_of_one_step("ptolemaeus")
    page = visit(f"/puzzles/ptolemaeus/{puzzle.name}", "phone", reduced_motion="reduce")
    page.locator("[data-verdict='open']").wait_for()
    page.get_by_role("button", name="As text").click()
    for place, other in enumerate(others[:3]):
        choice = page.locator(f'main [data-choice="{other}"]').first
        choice.focus()
        page.keyboard.press("Enter")
        if place < 2:
            page.locator("[data-verdict='wrong']").wait_for()
            page.get_by_role("button", name="Try again").click()
            page.locator("[data-verdict='open']").wait_for()
    page.get_by_role("heading", name="This was the best turn").wait_for()
    page.locator("[data-solution]").wait_for()
    assert not serious_faults(page)
    page.goto("/puzzles/ptolemaeus")
    page.get_by_role("link", name=re.compile(r"not solved")).wait_for()


SEVERAL_STEPS = {
    "ophiuchus": ("take", "at", "token"),
    "pacal": ("move", "own", "build", "with"),
    "ptolemaeus": ("square", "study", "spend"),
    "ulysses": ("support", "add", "stop"),
}
"""Of each game one kind of answer that takes several steps."""
CONFIRM = "[data-confirm]:visible:enabled"
SOLVED = "[data-verdict='found']"


def click_through(page: Any, answer: list[str]) -> None:
    """Play an answer as someone would who has found it: click what is lit, send what is put together."""
    words = [notation.split()[0] for notation in answer]
    if words[0] == "take":
        tile, square = answer[0].split()[1], answer[1].split()[1]
        page.locator(f"[data-choice='{answer[0]}']").first.click()
        lit = page.locator(f"svg.over [data-choice^='lay {tile} {square} ']")
        for _ in range(4):
            if lit.count():
                break
            page.locator("button.turn:visible").click()
        press(lit.first)
        answer = answer[2:]
    if words[0] == "support":
        # The fewest cards that are enough are taken by themselves.
        page.locator(f"button[data-choice='{answer[0]}']").first.click()
        answer = []
    for notation in answer:
        # What can be paid in one way only is put together by itself, and needs a yes.
        page.wait_for_selector(f"[data-choice='{notation}']:visible, {CONFIRM}, {SOLVED}")
        choice = page.locator(f"[data-choice='{notation}']:visible")
        if not choice.count() and page.locator(CONFIRM).count():
            page.locator(CONFIRM).first.click()
            page.wait_for_selector(f"[data-choice='{notation}']:visible, {SOLVED}")
        if choice.count():
            press(choice.first)
    page.wait_for_selector(f"{CONFIRM}, {SOLVED}")
    if page.locator(CONFIRM).count():
        page.locator(CONFIRM).first.click()


@pytest.mark.parametrize("game", sorted(SEVERAL_STEPS))
def test_an_answer_of_several_steps_is_found_by_clicks(visit, game):
    puzzle = next(
        puzzle
        for puzzle in puzzles_of(game)
        if tuple(step.split()[0] for step in puzzle.answers[0]) == SEVERAL_STEPS[game]
    )
    page = visit(f"/puzzles/{game}/{puzzle.name}", reduced_motion="reduce")
    page.locator("[data-verdict='open']").wait_for()
    click_through(page, puzzle.answers[0])
    page.wait_for_selector(SOLVED)
    page.get_by_role("heading", name="Found").wait_for()
    page.locator("[data-solution]").wait_for()
    assert not serious_faults(page)


def test_the_day_has_a_puzzle_and_deals_that_are_played_once(visit):
    page = visit("/")
    page.locator("[data-puzzle-of-the-day]").wait_for()
    page.get_by_role("button", name="Ophiuchus: play the deal of the day").click()
    wait_for_something(page)
    table = page.url
    page.get_by_text("Deal of the day", exact=True).wait_for()
    assert page.get_by_role("button", name="Hint").count() == 0
    page.goto("/")
    page.get_by_role("button", name="Ophiuchus: go on with the deal of the day").click()
    wait_for_something(page)
    assert page.url == table
    origin = {"Origin": page.evaluate("location.origin")}
    command = {"type": "resign", "key": "k1"}
    path = table.replace("/tables/", "/api/v1/tables/")
    assert page.request.post(f"{path}/commands", data=command, headers=origin).ok
    page.goto("/daily")
    page.locator("[data-daily='ophiuchus'][data-status='over']").get_by_text("gave up").first.wait_for()
    assert not serious_faults(page)
    page.goto("/")
    page.locator("[data-puzzle-of-the-day]").click()
    page.get_by_text("Puzzle of the day").wait_for()
    page.locator("[data-verdict='open']").wait_for()
