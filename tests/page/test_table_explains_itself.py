"""The table explains itself: what is lit is in sight, nothing is covered or moves, all things have names."""

from __future__ import annotations

import contextlib
import itertools
import random
import re
from typing import Any

import pytest
from page_check import serious_faults
from page_player import CHOOSABLE, click_something, open_table, press, wait_for_event, wait_for_something
from page_positions import before_it_is_half_made, begun_by_the_reader, open_record, where_one_may
from playwright.sync_api import Error

from parapegma import Match
from parapegma.server.ids import new_id

GAMES = ("ophiuchus", "pacal", "ptolemaeus", "ulysses")
CLICKS = 24
# Of everything that can be chosen, how much of it is in sight: parts may be clipped by what scrolls.
# And where the board lies, with the height of what lies below it apart from buttons.
LOOK = """() => {
  const box = (node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const seen = {};
  for (const node of document.querySelectorAll("[data-choice]")) {
    if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const whole = box(node);
    const part = { ...whole };
    const clip = (by) => {
      part.left = Math.max(part.left, by.left);
      part.top = Math.max(part.top, by.top);
      part.right = Math.min(part.right, by.right);
      part.bottom = Math.min(part.bottom, by.bottom);
    };
    clip({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    for (let at = node.parentElement; at; at = at.parentElement)
      if (!(at instanceof SVGElement) && getComputedStyle(at).overflow !== "visible") clip(box(at));
    const size = Math.max(1, (whole.right - whole.left) * (whole.bottom - whole.top));
    const share = (Math.max(0, part.right - part.left) * Math.max(0, part.bottom - part.top)) / size;
    seen[node.dataset.choice] = Math.max(seen[node.dataset.choice] ?? 0, share);
  }
  const board = box(document.querySelector("main.board"));
  const below = document.querySelector("section.below, .floor > :last-child");
  const tray = below.matches(".floor > *") ? below.getBoundingClientRect().height : 0;
  return {
    hidden: Object.entries(seen).filter(([, share]) => share < 0.5).map(([name]) => name),
    board: [board.left, board.top, board.right, Math.round(board.bottom + tray)].map(Math.round),
  };
}"""
COVERED = """(node) => {
  const sheet = document.querySelector(".over-floor > *");
  const chosen = node.isConnected && document.querySelector("main.board").contains(node);
  if (!sheet || !chosen) return false;
  const [a, b] = [sheet.getBoundingClientRect(), node.getBoundingClientRect()];
  return a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1;
}"""


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_lit_things_are_in_sight_and_the_board_stays_where_it_is(visit, game, size):
    page = visit("/about", size, reduced_motion="reduce")
    # Coach marks come and go in one's first game; here it is not the first.
    page.evaluate("""localStorage["parapegma.preferences"] = '{"tips": false}'""")
    open_table(page, game)
    chance = random.Random(11)
    boards: dict[tuple[int, ...], int] = {}
    for click in range(CLICKS):
        if wait_for_something(page) == "end":
            break
        # The map of Ulysses asks what the second steps would be before it looks there.
        with contextlib.suppress(Error):
            page.wait_for_function(f"() => !({LOOK})().hidden.length", timeout=5_000)
        assert page.evaluate(LOOK)["hidden"] == [], page.locator("[data-asked]").inner_text()
        boards.setdefault(tuple(page.evaluate(LOOK)["board"]), click)
        tapped = page.locator(CHOOSABLE)
        node = tapped.nth(chance.randrange(count)).element_handle() if (count := tapped.count()) else None
        if node is not None and size == "phone" and not page.locator("[data-confirm]:visible").count():
            press(page.locator(f"[data-choice='{node.get_attribute('data-choice')}']:visible").first)
            assert not node.evaluate(COVERED), f"the sheet covers {node.get_attribute('data-choice')}"
        click_something(page, chance)
    # A pixel more or less is how heights are rounded.
    assert all(max(sides) - min(sides) <= 1 for sides in zip(*boards, strict=True)), (
        f"the board has moved: {boards}"
    )


def sky_as(far: str) -> Match:
    """A sky of Ophiuchus that is wide or tall as far as it may be, and seat 0 is to take up a tile."""
    for seed in itertools.count():
        match = Match("ophiuchus", players=2, seed=seed)

        def grown(match: Match = match) -> int:
            view: Any = match.view(0)
            box = view.box
            wide, tall = box.east - box.west, box.south - box.north
            return wide - tall if far == "wide" else tall - wide

        def after(action: str, match: Match = match) -> int:
            match.act(action)
            found = grown()
            match.undo()
            return found

        while not match.over:
            if match.actor == 0 and not match.position.half_made and grown() >= 6:
                return match
            match.act(max(match.legal(), key=after))
    raise AssertionError


@pytest.mark.parametrize("far", ["wide", "tall"])
def test_on_a_phone_all_lit_squares_of_the_farthest_sky_are_in_sight_however_the_tile_is_turned(visit, far):
    page = visit("/about", "phone", reduced_motion="reduce")
    page.evaluate("""localStorage["parapegma.preferences"] = '{"tips": false}'""")
    open_record(page, sky_as(far))
    wait_for_something(page)
    press(page.locator("[data-choice^='take']:visible").first)
    squares = page.locator("main [data-choice^='lay']")
    squares.first.wait_for()
    for _ in range(4):
        assert page.evaluate(LOOK)["hidden"] == []
        # Large enough for a finger, and no arrow is needed to come to any of them.
        assert min(squares.evaluate_all("all => all.map((each) => each.getBoundingClientRect().width)")) >= 32
        assert page.get_by_role("button", name="More squares").count() == 0
        page.get_by_role("button", name="Turn", exact=True).click()


def test_squares_beyond_the_edge_have_an_arrow_that_brings_them_into_sight(visit):
    page = visit("/about", "phone", reduced_motion="reduce")
    page.evaluate("""localStorage["parapegma.preferences"] = '{"tips": false}'""")
    open_record(page, sky_as("wide"))
    wait_for_something(page)
    press(page.locator("[data-choice^='take']:visible").first)
    for _ in range(3):
        page.get_by_role("button", name="Larger").click()
    hidden = set(page.evaluate(LOOK)["hidden"])
    assert hidden
    seen = set()
    for side in ("left", "right"):
        arrow = page.get_by_role("button", name=f"More squares to the {side}")
        while arrow.count():
            press(arrow)
            seen |= hidden - set(page.evaluate(LOOK)["hidden"])
    assert seen == hidden


def test_on_a_phone_all_cards_that_can_be_chosen_among_are_in_sight(visit):
    match = Match("ophiuchus", players=2, seed=0)
    match.act("lay T26 1,1 E")
    match.act("lay T19 2,0 N")
    assert sum(each.startswith("claim") for each in match.legal()) == 5
    page = visit("/about", "phone", reduced_motion="reduce")
    page.evaluate("""localStorage["parapegma.preferences"] = '{"tips": false}'""")
    open_record(page, match)
    wait_for_something(page)
    assert page.locator("[data-choice^='claim']").count() == 5
    assert page.evaluate(LOOK)["hidden"] == []


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_a_tip_lies_neither_over_seats_nor_over_what_can_be_chosen(visit, game):
    page = visit("/about", "phone", reduced_motion="reduce")
    open_record(page, begun_by_the_reader(game))
    tip = page.get_by_role("complementary", name="For your first games")
    tip.wait_for()
    wait_for_something(page)
    covered = tip.evaluate(
        """(tip) => {
          const a = tip.getBoundingClientRect();
          const nodes = [...document.querySelectorAll("button.strip, [data-asked], [data-choice]")];
          return nodes.filter((node) => {
            const b = node.getBoundingClientRect();
            return a.left < b.right && a.right > b.left && a.top < b.bottom - 1 && a.bottom > b.top + 1;
          }).map((node) => node.outerHTML.slice(0, 120));
        }"""
    )
    assert covered == []
    before = page.evaluate(LOOK)["board"]
    tip.get_by_role("button", name="Got it").click()
    tip.wait_for(state="detached")
    assert page.evaluate(LOOK)["board"] == before


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize(("game", "phase"), [("pacal", "pattern"), ("ptolemaeus", "pay"), ("ulysses", "pay")])
def test_what_is_half_made_can_be_put_back_and_the_board_stays_where_it_is(visit, game, phase, size):
    match, decision = before_it_is_half_made(game, phase)
    page = visit("/about", size, reduced_motion="reduce")
    page.evaluate("""localStorage["parapegma.preferences"] = '{"tips": false}'""")
    api, origin = page.request, {"Origin": page.evaluate("location.origin")}
    table = open_record(page, match)
    wait_for_something(page)
    before = page.evaluate(LOOK)["board"]
    back = page.get_by_role("button", name="Put it back")
    assert back.count() == 0
    # A program decides step by step, so that the decision stays half made.
    seen = api.get(f"/api/v1/tables/{table}").json()["number"]
    step = {"type": "act", "key": new_id(), "seen": seen, "actions": [decision]}
    assert api.post(f"/api/v1/tables/{table}/commands", data=step, headers=origin).ok
    back.wait_for()
    wait_for_something(page)
    assert page.evaluate(LOOK)["board"] == before
    back.click()
    back.wait_for(state="detached")
    wait_for_event(page, seen + 2)
    assert page.evaluate(LOOK)["board"] == before


def bubble(page: Any) -> Any:
    return page.locator("[data-bubble]")


def test_everything_says_what_it_is_to_pointer_and_keyboard_and_names_its_rules(visit):
    page = visit("/about")
    open_table(page, "ptolemaeus")
    wait_for_something(page)
    # The pointer rests on a count beside a name; the words come from the legend.
    page.locator(".facts [data-explained]").nth(1).hover()
    bubble(page).wait_for()
    assert "cards in hand" in bubble(page).inner_text().lower()
    page.keyboard.press("Escape")
    bubble(page).wait_for(state="detached")
    # All of a seat's counts are one stop of the keyboard, and arrows go from one to the next.
    stops = page.locator(".facts").first.locator("[tabindex='0']")
    assert stops.count() == 1
    stops.focus()
    page.keyboard.press("ArrowRight")
    bubble(page).wait_for()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert serious_faults(page) == []
    # A planet that cannot be studied says why, and the rule that says so opens beside the board.
    page.locator("g.planet[data-explained='quiet']").first.evaluate(
        "node => node.focus({focusVisible: true})"
    )
    rule = bubble(page).locator(".rules button").first
    rule.wait_for()
    number = rule.inner_text()
    assert number.startswith("PT-")
    rule.click()
    found = page.locator("aside .found")
    found.wait_for()
    named = found.evaluate("node => node.closest('section').innerHTML")
    assert number.split(".")[0] in named


ICONS = {
    "ophiuchus": ("card/ophiuchus", "prize/token", "tile/T15"),
    "pacal": (
        *("ship/loaded", "stone/0", "pyramid/3", "sacred/4", "die/3|die/arrows", "district/led"),
        *("water/river", "water/lake", "aboard", "outlook", "end/two|end/one"),
    ),
    "ptolemaeus": (
        *("element/fire", "element/earth", "element/air", "element/water", "planet/luna", "planet/saturnus"),
        *("coming/sol", "comet", "gate", "token/0", "asteroid", "nova", "hand", "astrolabe"),
        "conjunction|opposition|trine|square",
    ),
    "ulysses": (
        *("ship", "place/troia", "place/purple", "place/green", "place/red", "place/light_blue"),
        *("goal", "card/temple", "hand"),
    ),
}
"""What the legend explains, of that what is drawn at any table after a while; of some one is enough."""
UNCOVERED = """(icons) => {
  const nodes = icons.split("|").flatMap((icon) => [...document.querySelectorAll(`[data-icon="${icon}"]`)]);
  for (const node of nodes) {
    const { left, top, width, height } = node.getBoundingClientRect();
    for (const down of [0.5, 0.3, 0.7, 0.15, 0.85])
      for (const across of [0.5, 0.3, 0.7, 0.15, 0.85]) {
        const [x, y] = [left + width * across, top + height * down];
        const nearest = document.elementFromPoint(x, y)?.closest("[data-explained]");
        if (nearest === node) return { x, y };
      }
  }
  return null;
}"""


def at_rest(match: Match) -> bool:
    """Whether seat 0 is to begin something, in Ulysses as the active player.

    In Ptolemaeus no sign may be lit where the Comet is or began: a lit sign has the pointer to itself.
    """
    if match.actor != 0 or match.position.half_made:
        return False
    legal = match.legal()
    view: Any = match.view(0)
    if match.game.name == "ulysses":
        return any(each.startswith("change") for each in legal)
    if match.game.name == "ptolemaeus":
        return not {f"observe {view.bodies['comet']}", f"observe {view.comet.start}"} & set(legal)
    return True


def table_with_everything(page: Any, game: str) -> None:
    """A table after some turns, at which the reader is to decide and nothing is half made."""
    for seed in range(40):
        match, chance = Match(game, seed=seed), random.Random(seed)
        while not match.over and not (len(match) >= 40 and at_rest(match)):
            match.act(chance.choice(match.legal()))
        if not match.over:
            open_record(page, match)
            return
    raise AssertionError


@pytest.mark.parametrize("game", GAMES)
def test_every_icon_at_a_table_explains_itself_to_a_pointer_that_rests_on_it(visit, game):
    page = visit("/about", reduced_motion="reduce")
    page.evaluate("""localStorage["parapegma.preferences"] = '{"tips": false}'""")
    table_with_everything(page, game)
    wait_for_something(page)
    for icon in ICONS[game]:
        point = page.wait_for_function(UNCOVERED, arg=icon).json_value()
        page.mouse.move(point["x"] - 3, point["y"])
        page.mouse.move(point["x"], point["y"])
        bubble(page).wait_for()
        assert bubble(page).locator("p").count() >= 1, icon
        assert bubble(page).locator("p").first.inner_text(), icon
        page.keyboard.press("Escape")
        bubble(page).wait_for(state="detached")
        page.mouse.move(2, 2)


def rest_on(page: Any, thing: Any) -> None:
    """Let the pointer come to a thing and rest on it until that explains itself."""
    thing.wait_for()
    box = thing.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2 - 2, box["y"] + box["height"] / 2)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    bubble(page).wait_for()


def test_squares_that_win_tiles_that_lie_and_sums_of_rows_say_what_they_are(visit):
    page = visit("/learn/ophiuchus", reduced_motion="reduce")
    page.wait_for_selector("[data-step='constellation'][data-verdict='open']")
    rest_on(page, page.locator(".laid[data-icon]").first)
    assert bubble(page).inner_text().startswith("Tile ")
    page.keyboard.press("Escape")
    page.mouse.move(2, 2)
    page.locator("[data-choice='take T08']").click()
    winning = page.locator("[data-icon='wins/card']").first
    for _ in range(4):
        if winning.count():
            break
        page.keyboard.press("r")
    rest_on(page, winning)
    assert "Leo" in bubble(page).inner_text()
    page.keyboard.press("Escape")
    # With the keyboard the tile stays where it is, and the sums beside it.
    page.mouse.move(2, 2)
    page.keyboard.press("1")
    rest_on(page, page.locator(".pill").last)
    assert "in this row; at most 13" in bubble(page).inner_text()


@pytest.mark.parametrize("game", GAMES)
def test_every_icon_of_a_board_explains_itself_to_a_long_press_that_decides_nothing(visit, game):
    page = visit("/about", "phone", reduced_motion="reduce")
    page.evaluate("""localStorage["parapegma.preferences"] = '{"tips": false}'""")
    table_with_everything(page, game)
    wait_for_something(page)
    before = page.locator("[data-number]").get_attribute("data-number")
    session = page.context.new_cdp_session(page)
    pressed = 0
    for icon in ICONS[game]:
        # What belongs to a seat is behind the strip of seats on a phone.
        if (point := page.evaluate(UNCOVERED, icon)) is None:
            continue
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        bubble(page).wait_for()
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert page.locator("[data-choice].held, [aria-pressed='true'].held").count() == 0, icon
        page.keyboard.press("Escape")
        bubble(page).wait_for(state="detached")
        pressed += 1
    assert pressed >= 3
    assert page.locator("[data-number]").get_attribute("data-number") == before


def test_on_a_phone_a_long_press_explains_and_does_not_choose(visit):
    page = visit("/about", "phone", reduced_motion="reduce")
    page.evaluate("""localStorage["parapegma.preferences"] = '{"tips": false}'""")
    open_table(page, "pacal")
    wait_for_something(page)
    before = page.locator("[data-number]").get_attribute("data-number")
    lit = page.locator("main.board [data-choice]").first
    pile = page.locator(".tray .pile").first
    for thing in (pile, lit):
        box = thing.bounding_box()
        touch = {
            "x": box["x"] + box["width"] / 2,
            "y": box["y"] + box["height"] / 2,
        }
        session = page.context.new_cdp_session(page)
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touch]})
        if thing is pile:
            bubble(page).wait_for()
            assert "height" in bubble(page).inner_text().lower()
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.locator("[data-number]").get_attribute("data-number") == before
    # The legend is one step away.
    page.get_by_role("button", name="More").or_(page.locator(".top button").last).first.click()
    page.get_by_role("button", name="Icons and pieces").click()
    page.get_by_text("An hourglass").wait_for()
    assert serious_faults(page) == []


ONE_TAP = {
    "ophiuchus": "svg.over [data-choice]",
    "pacal": "main.board [data-choice]",
    "ptolemaeus": "[data-choice^='take ']",
    "ulysses": "main.board [data-choice^='sail ']",
}
"""What is lit at the beginning and is decided with it alone; in Ophiuchus once a tile is taken up."""


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_one_tap_is_enough_where_one_wants_that(visit, game):
    page = visit("/about", "phone", reduced_motion="reduce")
    page.evaluate("""localStorage["parapegma.preferences"] = '{"tips": false, "oneTap": true}'""")
    open_record(page, begun_by_the_reader(game))
    wait_for_something(page)
    if game == "ophiuchus":
        press(page.locator("[data-choice^='take ']:visible").first)
    lit = page.locator(ONE_TAP[game]).locator("visible=true").first
    lit.wait_for()
    before = int(page.locator("[data-number]").get_attribute("data-number"))
    press(lit)
    wait_for_event(page, before + 1)


def drag(page: Any, thing: Any, onto: Any) -> None:
    """Take something with the mouse, and drop it in the middle of something else."""
    one, other = thing.bounding_box(), onto.bounding_box()
    page.mouse.move(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    page.mouse.down()
    page.mouse.move(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2, steps=8)
    page.mouse.up()


def without_tips(visit: Any, match: Match) -> Any:
    """A table brought as a record, in the browser of someone who wants no coach marks."""
    page = visit("/about", reduced_motion="reduce")
    page.evaluate("""localStorage["parapegma.preferences"] = '{"tips": false}'""")
    open_record(page, match)
    wait_for_something(page)
    return page


def test_cards_of_ptolemaeus_are_dragged_into_the_hand_and_onto_a_sign(visit):
    page = without_tips(visit, where_one_may("ptolemaeus", "take ", "observe "))
    observe = page.locator("main.board [data-choice^='observe ']").first
    card = page.locator(".hand [data-draggable]").first
    # A sign is a piece of a ring: its middle is where its symbol is written.
    drag(page, card, observe.locator(".frame"))
    page.locator("[data-confirm], [data-choice^='pay ']").first.wait_for()
    page.keyboard.press("Escape")
    taken = page.locator(".display [data-choice^='take ']").first
    taken.wait_for()
    before = int(page.locator("[data-number]").get_attribute("data-number"))
    drag(page, taken, page.locator("[data-drop='hand']"))
    wait_for_event(page, before + 1)


def test_in_ulysses_a_side_is_supported_by_button_and_by_a_card_that_is_dropped_there(visit):
    page = without_tips(visit, where_one_may("ulysses", "support blue", "black"))
    confirm = page.locator("[data-confirm]:visible")
    support = page.get_by_role("button", name="Support blue").first
    support.click()
    confirm.wait_for()
    page.keyboard.press("Escape")
    confirm.wait_for(state="detached")
    drag(
        page,
        page.locator("section[aria-label='Your hand'] [data-draggable]").first,
        page.locator("main [data-choice='support blue']").first,
    )
    confirm.wait_for()
    page.keyboard.press("Escape")
    confirm.wait_for(state="detached")
    # The third way has its button, and its places on the map.
    page.get_by_role("button", name="Place the black disc").click()
    place = page.locator("main.board g[data-choice^='black ']").first
    place.wait_for()
    assert page.locator("main.board g[data-choice^='support']").count() == 0
    press(place)
    confirm.wait_for()


COORDINATES = {
    "ophiuchus": r"[-−]?\d+, ?[-−]?\d+",
    "pacal": r"\b[A-Z]\d{1,2}\b",
    "ptolemaeus": r"\b\d+, ?\d+\b",
    "ulysses": r"\b\d+, ?\d+\b",
}
DRAWN = ".pointed, .picked, .aimed, .begun, .held, .hovering, [data-confirm]"


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_of_every_game_is_drawn_has_no_coordinates_and_is_played_whole(visit, game):
    page = without_tips(visit, begun_by_the_reader(game))
    before = int(page.locator("[data-number]").get_attribute("data-number"))
    page.get_by_role("button", name="Hint").click()
    box = page.get_by_role("region", name="Hint")
    words = box.locator(".best").inner_text()
    assert not re.search(COORDINATES[game], f"{words} {box.locator('.why').inner_text()}"), words
    page.locator(DRAWN).first.wait_for()
    box.get_by_role("button", name="Do it").click()
    wait_for_event(page, before + 1)
    # All of it was done: nothing is left that could be put back.
    box.wait_for(state="detached")
    assert page.get_by_role("button", name="Put it back").count() == 0


def test_a_stone_is_put_in_by_button_by_click_and_by_dragging(visit):
    page = visit("/about", reduced_motion="reduce")
    page.evaluate("""localStorage["parapegma.preferences"] = '{"tips": false}'""")
    open_table(page, "pacal")
    chance = random.Random(2)
    put_in = page.locator("button[data-choice='own']", has_text="Put a stone in")
    ways = []
    for _ in range(60):
        wait_for_something(page)
        if not put_in.count():
            click_something(page, chance)
            continue
        number = int(page.locator("[data-number]").get_attribute("data-number"))
        supply = page.locator(".tray svg.all")
        if not ways:
            put_in.first.click()
        elif len(ways) == 1:
            supply.click()
        else:
            ship = page.locator("g.dock[data-choice='own']").bounding_box()
            from_box = supply.bounding_box()
            page.mouse.move(from_box["x"] + 16, from_box["y"] + 18)
            page.mouse.down()
            page.mouse.move(ship["x"] + ship["width"] / 2, ship["y"] + ship["height"] / 2, steps=6)
            page.mouse.up()
        page.wait_for_function(
            "(number) => Number(document.querySelector('[data-number]').dataset.number) > number", arg=number
        )
        ways.append(number)
        if len(ways) == 3:
            break
    assert len(ways) == 3
    stones = page.locator("aside").get_by_text("You put a stone into your ship.")
    assert stones.count() == 3
