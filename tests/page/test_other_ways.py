"""Other ways to play: by keyboard alone, as text, in another language."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from page_check import nameless_stops, serious_faults
from page_messages import AREAS
from page_player import (
    CHOOSABLE,
    END,
    click_something,
    open_table,
    play_by_keyboard,
    wait_for_event,
    wait_for_something,
)
from page_positions import before_it_is_half_made, open_record

from parapegma import Match
from parapegma.server.ids import new_id

SHORT: dict[str, dict[str, Any]] = {
    "ophiuchus": {"players": 1},
    "pacal": {"players": 2, "max_rounds": 3},
    "ptolemaeus": {"players": 1},
    "ulysses": {"players": 3, "max_turns": 3},
}
"""Games that are over soon."""


def test_a_whole_game_of_ophiuchus_is_played_by_keyboard_alone(visit, server):
    page = visit("/about", reduced_motion="reduce")
    table = open_table(page, "ophiuchus", players=1)
    page.wait_for_selector(CHOOSABLE)
    chance = random.Random(6)
    for _ in range(3_000):
        if page.locator(END).count():
            break
        if not page.evaluate("document.activeElement?.matches('[role=application], [data-choice]') ?? false"):
            page.keyboard.press("Tab")
            continue
        # A number takes up a tile, N goes to the next place where it fits, Enter lays it.
        page.keyboard.press(chance.choice(["1", "2", "3", "n", "n", "Enter", "Enter"]))
    assert server.client(None).look(table)["table"]["status"] == "over"


@pytest.mark.parametrize("game", ["pacal", "ptolemaeus", "ulysses"])
def test_a_whole_game_is_played_with_the_tab_key_and_enter(visit, server, game):
    page = visit("/about", reduced_motion="reduce")
    table = open_table(page, game, **SHORT[game])
    page.wait_for_selector(CHOOSABLE)
    assert play_by_keyboard(page, random.Random(4)) > 5
    assert server.client(None).look(table)["table"]["status"] == "over"


@pytest.mark.parametrize("game", ["ophiuchus", "pacal", "ptolemaeus", "ulysses"])
def test_the_text_view_plays_a_whole_game_and_never_loses_the_focus(visit, server, game):
    page = visit("/about", reduced_motion="reduce")
    table = open_table(page, game, **SHORT[game])
    page.wait_for_selector(CHOOSABLE)
    page.keyboard.press("t")
    page.get_by_role("heading", name="Now", exact=True).wait_for()
    assert serious_faults(page) == []
    assert nameless_stops(page) == []
    assert page.locator("svg [data-choice]").count() == 0
    chance = random.Random(5)
    for _ in range(1_000):
        if wait_for_something(page) == "end":
            break
        click_something(page, chance)
        page.wait_for_function("() => document.activeElement?.closest('.now') !== null")
    assert server.client(None).look(table)["table"]["status"] == "over"


def test_in_the_text_view_what_a_choice_would_do_moves_no_choice(visit):
    match, building = before_it_is_half_made("pacal", "pattern")
    page = visit("/about", reduced_motion="reduce")
    open_record(page, match)
    page.wait_for_selector(CHOOSABLE)
    page.keyboard.press("t")
    choices = page.locator(".now [data-choice]")
    choices.first.wait_for()
    before = [each.bounding_box() for each in choices.all()]
    page.locator(f".now [data-choice='{building}']").hover()
    page.locator(".now [role=status] li").first.wait_for()
    assert [each.bounding_box() for each in choices.all()] == before


def test_the_text_view_tells_what_a_placement_wins_and_lets_a_tile_be_put_back(visit):
    page = visit("/about", reduced_motion="reduce")
    open_table(page, "ophiuchus", players=2)
    page.wait_for_selector(CHOOSABLE)
    page.keyboard.press("t")
    page.locator(".now [data-choice^='take ']").first.click()
    page.locator(".now [data-choice^='lay ']").first.wait_for()
    assert "Rows:" in page.locator(".now [data-choice^='lay ']").first.inner_text()
    assert page.get_by_text("It fits nowhere.").count() == 0
    page.get_by_role("button", name="Put this tile back").click()
    page.locator(".now [data-choice^='take ']").first.wait_for()


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_what_is_read_beside_a_table_opens_beside_its_text_too(visit, size):
    page = visit("/about", size, reduced_motion="reduce")
    open_table(page, "pacal")
    page.wait_for_selector(CHOOSABLE)
    page.keyboard.press("t")
    page.get_by_role("heading", name="Now", exact=True).wait_for()
    ways = [
        ("Rules", lambda: page.keyboard.press("b")),
        ("Chat", lambda: page.keyboard.press("c")),
        ("Summary", lambda: page.get_by_role("button", name="Summary").click()),
        ("Rules", lambda: page.get_by_role("button", name="The rule about this step").click()),
    ]
    for name, open_it in ways:
        open_it()
        beside = page.get_by_role("complementary", name=name)
        beside.wait_for()
        assert serious_faults(page) == [], name
        # On a desk it lies beside the text, on a phone over it.
        if size == "desk":
            text = page.locator("main.text").bounding_box()
            assert text["x"] + text["width"] <= beside.bounding_box()["x"] + 1
        page.keyboard.press("Escape")
        beside.wait_for(state="detached")
    # A rule that refuses something is a link, here as beside the board.
    page.goto("/learn/ophiuchus")
    page.wait_for_selector("[data-task]")
    page.keyboard.press("t")
    page.get_by_role("heading", name="Now", exact=True).wait_for()
    page.keyboard.press("b")
    page.get_by_role("complementary", name="Rules").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("complementary", name="Rules").wait_for(state="detached")


def hand_of(match: Match) -> list[str]:
    view: Any = match.view(0)
    hand: list[str] = view.seats[0].hand
    return hand


def hands_of_ophiuchus() -> list[Match]:
    """Games of Ophiuchus, seat 0 to lay a tile: early, where all tiles fit, and late, where one does not."""
    found: dict[bool, list[Match]] = {True: [], False: []}
    for seed in range(60):
        match, chance = Match("ophiuchus", players=2, seed=seed), random.Random(seed)
        while not match.over:
            takes = [each for each in match.legal() if each.startswith("take ")]
            if match.actor == 0 and len(match) > 12 and takes:
                all_fit = len(takes) == len(hand_of(match))
                if len(found[all_fit]) < 2:
                    found[all_fit].append(match.copy())
                    break
            match.act(chance.choice(match.legal()))
        if all(len(matches) == 2 for matches in found.values()):
            break
    return found[True] + found[False]


def test_the_text_view_says_where_tiles_lie_without_coordinates_and_which_fit_nowhere(visit):
    matches = hands_of_ophiuchus()
    assert len(matches) == 4
    for match in matches:
        page = visit("/about", reduced_motion="reduce")
        open_record(page, match)
        page.wait_for_selector(CHOOSABLE)
        page.keyboard.press("t")
        page.get_by_role("heading", name="Now", exact=True).wait_for()
        view: Any = match.view(0)
        fits = {each.removeprefix("take ") for each in match.legal() if each.startswith("take ")}
        for tile in view.seats[0].hand:
            name = "|".join(str(len(half)) for half in view.tiles[tile])
            line = page.get_by_role("listitem").filter(has_text=re.compile(rf"^{re.escape(name)}: ")).first
            assert ("fits nowhere" in line.inner_text()) == (tile not in fits), tile
        # Columns and rows are counted from the edge of the sky, never below nought.
        text = page.locator("main.text").inner_text()
        assert re.search(r"in columns \d+ and \d+ of row \d+|in rows \d+ and \d+ of column \d+", text)
        assert not re.search(r"[-−]\d+, ?[-−]?\d+", text)
        if len(fits) > 1:
            page.locator(".now [data-choice^='take ']").first.click()
        way = page.locator(".now [data-choice^='lay ']").first.inner_text()
        assert re.match(r"First half: (column \d+ of|\d+ (left|right) of) the sky, ", way)


def test_number_keys_escape_and_the_log_work_wherever_the_focus_is(visit):
    page = visit("/about", reduced_motion="reduce")
    open_table(page, "ophiuchus")
    page.wait_for_selector(CHOOSABLE)
    page.get_by_role("button", name="Summary").focus()
    page.keyboard.press("1")
    page.get_by_text("Lay it on a lit square").wait_for()
    page.keyboard.press("Escape")
    page.get_by_text("Take one of your tiles").wait_for()
    page.locator("svg.over [data-choice]").wait_for(state="detached")
    page.locator("[data-choice^='take ']").first.click()
    page.locator("svg.over [data-choice]").first.click()
    page.locator(".log button").nth(2).wait_for()
    assert page.locator(".log button[tabindex='0']").count() == 1
    page.locator(".log button[tabindex='0']").focus()
    page.keyboard.press("ArrowUp")
    assert page.locator(".log button[tabindex='0']:focus").count() == 1
    page.get_by_role("button", name="Rules").click()
    page.get_by_role("complementary", name="Rules").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("complementary", name="What happened").wait_for()


def test_the_wheel_says_what_is_on_every_sign(visit):
    page = visit("/about", reduced_motion="reduce")
    open_table(page, "ptolemaeus")
    page.wait_for_selector(CHOOSABLE)
    signs = page.get_by_role("list", name="The wheel of the zodiac").get_by_role("listitem").all_inner_texts()
    assert len(signs) == 12
    assert sum("Sun" in sign for sign in signs) == 1


def test_the_language_is_changed_at_the_table(visit):
    page = visit("/about")
    open_table(page, "ptolemaeus")
    page.wait_for_selector(CHOOSABLE)
    click_something(page, random.Random(1))
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Español").click()
    page.get_by_role("heading", name=AREAS["frame"]["settings"]["es"]).wait_for()
    assert page.evaluate("document.documentElement.lang") == "es"


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_hint_is_a_whole_move_on_the_board_with_a_reason_and_is_played_as_one(visit, server, size):
    page = visit("/about", size)
    table = open_table(page, "ophiuchus")
    page.wait_for_selector(CHOOSABLE)
    if size == "phone":
        # What lies over the board makes room for it.
        page.get_by_role("button", name="What happened").click()
        page.get_by_role("complementary", name="What happened").wait_for()
    page.get_by_role("button", name="Hint").click()
    box = page.get_by_role("region", name="Hint")
    move = box.locator(".best").inner_text()
    assert re.fullmatch(r"Lay the tile \d\|\d where it is shown\.", move), move
    assert re.search(r"at once|soon|anything else", box.locator(".why").inner_text())
    # Held over the sky, ready to be laid, and nothing lies over it.
    held = page.get_by_role("button", name="Lay it here")
    held.click(trial=True)
    assert serious_faults(page) == []
    box.get_by_role("button", name="Close").click()
    held.wait_for(state="detached")
    page.get_by_role("button", name="Hint").click()
    box.get_by_text("The same advice as before").wait_for()
    assert box.locator(".best").inner_text() == move
    box.get_by_role("button", name="Think longer").click()
    box.get_by_text("After more thought").wait_for()
    before = server.client(None).look(table)["number"]
    box.get_by_role("button", name="Do it").click()
    wait_for_event(page, before + 1)
    first, *_ = server.client(None).look(table, since=before)["events"]
    assert {entry["kind"] for entry in first["log"]} >= {"laid"}


def test_what_is_half_made_is_put_back_and_what_was_done_is_taken_back_and_looked_at(visit, server):
    page = visit("/about")
    table = open_table(page, "ptolemaeus", players=1)
    page.wait_for_selector(CHOOSABLE)
    stranger = server.client(None)
    dealt = stranger.look(table)["number"]
    page.locator("[data-choice='draw']").click()
    wait_for_event(page, dealt + 1)
    page.get_by_role("button", name="Undo").click()
    wait_for_event(page, dealt + 2)
    assert stranger.look(table, since=dealt + 1)["events"][-1]["kind"] == "undone"
    log = page.get_by_role("list", name="What happened")
    log.get_by_text("taken back", exact=True).first.wait_for()
    # Arrows lead into the past and out of it; slider, log and address count alike.
    page.keyboard.press("ArrowLeft")
    page.get_by_text("You are looking at the table as it was.").wait_for()
    assert page.get_by_role("slider", name="Moment").input_value() == "1"
    assert log.locator(".shown .moment").inner_text() == "1"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.locator("[data-choice='draw']").wait_for()
    page.goto(f"/tables/{table}/replay?moment=1")
    page.get_by_text("1 / 2").wait_for()
    # A program may decide step by step: what it has begun can be put back as long as it is not whole.
    table = open_table(page, "ophiuchus", players=1)
    page.wait_for_selector(CHOOSABLE)
    back = page.get_by_role("button", name="Put it back")
    for put_back in (lambda: page.keyboard.press("Escape"), lambda: back.click()):
        stand = page.request.get(f"/api/v1/tables/{table}").json()
        step = {
            "type": "act",
            "key": new_id(),
            "seen": stand["number"],
            "actions": [stand["choices"][0]["notation"]],
        }
        origin = {"Origin": page.evaluate("location.origin")}
        assert page.request.post(f"/api/v1/tables/{table}/commands", data=step, headers=origin).ok
        back.wait_for()
        put_back()
        back.wait_for(state="detached")
        wait_for_event(page, stand["number"] + 2)
    assert page.get_by_text("took back").count() == 0


def test_the_end_of_a_turn_is_confirmed_where_one_wants_that(visit, server):
    page = visit("/about")
    page.evaluate("localStorage.setItem('parapegma.preferences', JSON.stringify({ confirmEnd: true }))")
    table = open_table(page, "pacal", players=2)
    page.wait_for_selector(CHOOSABLE)
    stranger = server.client(None)
    for _ in range(30):
        if wait_for_something(page) == "confirm":
            break
        click_something(page, random.Random(4))
    page.get_by_text("This ends your turn.").wait_for()
    before = stranger.look(table)["number"]
    page.get_by_role("button", name="Not yet").click()
    page.wait_for_selector(CHOOSABLE)
    assert stranger.look(table)["number"] == before
    click_something(page, random.Random(4))
    page.get_by_role("button", name="End my turn").click()
    wait_for_event(page, before + 1)


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_rulebook_lies_beside_the_table_and_can_be_searched(visit, size):
    page = visit("/about", size)
    open_table(page, "ulysses")
    page.wait_for_selector(CHOOSABLE)
    if size == "phone":
        page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Rules").click()
    book = page.get_by_role("complementary", name="Rules")
    chapters = book.get_by_role("heading", level=2)
    book.get_by_label("Search the rules").fill("plague")
    book.get_by_text("plague").first.wait_for()
    found = chapters.count()
    book.get_by_label("Search the rules").fill("no such word anywhere")
    book.get_by_text("No chapter has all these words.").wait_for()
    assert found > 1
    assert page.locator("[data-game]").count() == 1, "the table is still there"


def test_on_a_phone_what_is_asked_follows_the_tile_in_hand(visit):
    page = visit("/", size="phone")
    open_table(page, "ophiuchus")
    page.get_by_text("Take one of your tiles").wait_for()
    page.locator("button[data-choice^='take ']").first.tap()
    page.get_by_text("Lay it on a lit square").wait_for()
