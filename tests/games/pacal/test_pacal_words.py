"""Notation, options, views and drawings: what people write and read."""

from __future__ import annotations

import random

import pytest
from rich.console import Console

from parapegma import Match, find_game
from parapegma.core import engine
from parapegma.core.compiled.rng import key_of_seed
from parapegma.errors import IllegalAction, OptionError
from parapegma.games.pacal import actions
from parapegma.games.pacal.components import CELL_NAMES, CELLS
from parapegma.games.pacal.rules import observation, steps

GAME = find_game("pacal")
STONES = {"phase": "build", "die": 2, "start": 0, "to_move": 0, "stones": {0: ["F9", "G9", "H9"]}}


def drawn_at(match, width):
    """The lines of the terminal drawing, as the seat to move sees it."""
    view = match.view(match.actor)
    console = Console(width=width, color_system=None)
    with console.capture() as captured:
        console.print(GAME.drawings.text(view, match.legal_actions()))
    return captured.get().splitlines()


def test_there_are_233_actions():
    """Section 7.2, without the roll: chance rolls by itself."""
    assert GAME.action_count == 233
    assert (steps.SACRED_ACTION, steps.OWN_ACTION, steps.OTHER_ACTION, steps.PASS_ACTION) == (
        121,
        124,
        125,
        129,
    )
    assert (steps.PATTERN_ACTION, steps.HEIGHT_ACTION) == (130, 229)


def test_pattern_numbers_are_those_of_the_page():
    """Section 7.2: 130 + 5 + (orientation * 3 + position) * 5 + (spacing - 1), and the squares."""
    match = Match("pacal", 5, 1, position={**STONES, "stones": {0: ["F9", "G9", "H9", "F7", "H7"]}})
    match.act("build G9")
    assert actions.parse(match.position.states, "with F9 G9 H9") == 130 + 5 + (0 * 3 + 1) * 5 + 0
    match = Match("pacal", 5, 1, position={**STONES, "stones": {0: ["F9", "G9", "H9", "F7", "H7"]}})
    match.act("build H9")
    assert actions.parse(match.position.states, "with F7 H7 F9 H9") == 130 + 59 + 3 * 10 + 1
    assert actions.parse(match.position.states, "with F9 G9 H9") == 130 + 5 + (0 * 3 + 2) * 5 + 0


def test_every_number_has_a_notation_that_reads_back_where_it_is_asked():
    match = Match("pacal", 4, 5)
    choose = random.Random(5)
    for _ in range(200):
        for number in match.position.legal():
            notation = actions.describe(match.position.states, number).notation
            assert actions.parse(match.position.states, notation) == number
        match.act(choose.choice(match.position.legal()))
    for number in range(GAME.action_count):
        assert actions.describe(match.position.states, number).notation


def test_a_compound_is_played_whole_or_not_at_all():
    match = Match("pacal", 5, 1, position=STONES)
    with pytest.raises(IllegalAction):
        match.act("build 2 at F9 with F9 G9 H9")
    assert match.decisions == []
    match.act("build 3 at F9 with h9 g9 f9")
    assert match.position.to_data()["pyramids"][0] == ["3@F9"]
    assert "0: build 3 at F9 with F9 G9 H9" in match.record()


def test_an_unfinished_building_is_in_the_record():
    match = Match("pacal", 5, 1, position=STONES)
    match.act("build G9")
    again = Match.replay(match.record())
    assert again.legal() == match.legal()
    assert match.record().splitlines()[-2] == "0: build G9"


@pytest.mark.parametrize(
    ("notation", "why"),
    [
        ("build L9", "there is no cell 'L9'"),
        ("bild F9", "did you mean 'build F9'"),
        ("build A1", "NO_STONE"),
        ("sacred 3", "there is no sacred stone '3'"),
        ("height 9", "asked is a cell to build on"),
        ("own", "asked is a cell to build on"),
        ("other 7", "there is no other ship '7'"),
    ],
)
def test_what_cannot_be_is_explained(notation, why):
    match = Match("pacal", 5, 1, position=STONES)
    with pytest.raises(IllegalAction) as refused:
        match.act(notation)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("notation", "why"),
    [
        ("with F9 G9", "must contain H9"),
        ("with F9 H9", "is the pattern of no height"),
        ("with H9 I9", "NO_CONSTELLATION"),
    ],
)
def test_a_wrong_constellation_is_explained(notation, why):
    match = Match("pacal", 5, 1, position=STONES)
    match.act("build H9")
    with pytest.raises(IllegalAction) as refused:
        match.act(notation)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("players", "options", "why"),
    [
        (3, {"start_player": "seat4"}, "seats 0 to 2"),
        (3, {"start_player": 4}, "seats 0 to 2"),
        (3, {"start_player": 7}, "cannot be 'seat7'"),
        (3, {"start_player": True}, "cannot be True"),
        (3, {"die_faces": [2, 3]}, "has 2 faces"),
        (3, {"two_player_end": "finish_round"}, "for two players"),
        (3, {"duplicate_insert": "forbid", "ship_contents": "memory"}, "needs ship_contents = open"),
        (3, {"die_faces": "2 3"}, "has 2 faces"),
        (3, {"die_faces": "2 3 3 4 9 arrows"}, "shows '9'"),
        (3, {"max_rounds": 0}, "from 1 to 1000"),
        (6, {}, "2 to 5 players"),
    ],
)
def test_options_that_cannot_be_are_refused(players, options, why):
    with pytest.raises(OptionError) as refused:
        Match("pacal", players, 1, **options)
    assert why in str(refused.value)


def test_the_faces_of_the_die_have_one_spelling():
    assert Match("pacal", 3, 1, die_faces="1, 1,1 1 arrows  5").options["die_faces"] == "1 1 1 1 arrows 5"
    listed = Match("pacal", 3, 1, die_faces=[1, 1, 1, 1, "arrows", 5])
    assert listed.options["die_faces"] == "1 1 1 1 arrows 5"


@pytest.mark.parametrize("given", ["seat2", 2, "2"])
@pytest.mark.rules("PR-2.4")
def test_the_start_player_may_be_a_plain_number(given):
    match = Match("pacal", 3, 1, start_player=given)
    assert match.actor == 2
    assert match.options["start_player"] == "seat2"


@pytest.mark.rules("PR-5.5")
def test_open_tables_show_what_ships_hold_and_memory_tables_do_not():
    """R-17, PR-5.5: only until the ship is lifted, and only for people."""
    position = {"die": 2, "start": 0, "to_move": 0, "ships": {0: "F6", 1: "A1"}, "aboard": {1: {0: 1, 2: 2}}}
    shown = Match("pacal", 3, 1, position=position).view(0).seats[1].aboard
    assert shown == [1, 0, 2]
    match = Match("pacal", 3, 1, position=position, ship_contents="memory")
    for seat in (None, 0, 1, 2):
        assert [other.aboard for other in match.view(seat).seats] == [None] * 3
    assert "?" in str(match)
    match.act("move F8")
    match.act("pass")
    assert match.view(1).seats[0].stones == ["A1"]


def test_a_software_player_remembers_what_ships_hold():
    """Section 6: the observation has it in both kinds of table."""
    position = {"die": 2, "start": 0, "to_move": 0, "ships": {0: "F6", 1: "A1"}, "aboard": {1: {0: 1, 2: 2}}}
    seen = [
        Match("pacal", 3, 1, position=position, ship_contents=kind).position.observe(0)
        for kind in ("open", "memory")
    ]
    assert (seen[0] == seen[1]).all()


def test_a_guess_changes_nothing_but_the_coming_rolls():
    """Section 6: there is no private information."""
    match = Match("pacal", 4, 8)
    choose = random.Random(8)
    for _ in range(120):
        match.act(choose.choice(match.position.legal()))
    guess = engine.determinize(match.position.states, 2, key_of_seed("other"))
    for name in GAME.state.names:
        if name not in ("key", "counter", "event", "event_n"):
            assert (guess[name] == match.position.states[name]).all(), name


def test_the_log_tells_a_whole_turn():
    match = Match("pacal", 5, 1, position={"die": 2, "start": 0, "to_move": 0, "ships": {0: "F9"},
                                            "aboard": {0: {1: 2}}, "stones": {0: ["A8"]}})  # fmt: skip
    for notation in ("move F7", "own", "other 2", "build 1 at A8 with A8"):
        match.act(notation)
    told = [entry.words for entry in match.log()]
    assert told[:7] == [
        "gets 2 stones back from F9",
        "moves straight to F7",
        "puts a stone into the own ship",
        "puts a stone into the ship of seat 2",
        "uses the constellation A8",
        "builds a pyramid of height 1 on A8",
        "gets 1 stone back from A8",
    ]
    assert told[7] == "scores 6 for district h"


def test_the_table_fits_eighty_columns_and_lights_the_end_cells():
    match = Match("pacal", 5, 1, position={"die": 2, "start": 0, "to_move": 0, "ships": {0: "F9"}})
    drawn = "\n".join(drawn_at(match, 80))
    assert max(len(line) for line in drawn.splitlines()) <= 80
    assert drawn.count("▸2") == 4 + 1
    assert drawn.count("▸1") == 4 + 1
    assert "seat" in drawn


@pytest.mark.rules("PR-4.1", "PR-1.5")
def test_stones_under_a_lifted_ship_stay_on_their_cell():
    """PR-4.1, PR-1.5: five stones, and the ship above them."""
    match = Match("pacal", 5, 1, position={"start": 0, "to_move": 0, "die": 2, "ships": {0: "F9"},
                                            "aboard": {0: dict.fromkeys(range(5), 1)}})  # fmt: skip
    lines = drawn_at(match, 100)
    above = next(n for n, line in enumerate(lines) if line.startswith(" 9"))
    column = lines[0].index("F") - 3
    cells = [lines[above + n][column : column + 7] for n in (0, 1)]
    assert cells == ["│  ↑●m5", "│●■▲◆✚ "]
    assert lines[above + 1][column + 7 : column + 14].strip() == ""


def test_no_line_of_the_drawing_is_longer_than_eighty_columns_in_a_whole_game():
    """Nothing wraps, also with the legend of every phase and ships that hold many stones."""
    match = Match("pacal", 5, 6)
    choose = random.Random(6)
    for n in range(240):
        if n % 6 == 0:
            lines = drawn_at(match, 100)
            assert max(len(line) for line in lines) <= 80
            assert len(lines) == 44
        choices = [number for number in match.position.legal() if number != steps.PASS_ACTION]
        match.act(choose.choice(choices or match.position.legal()))
    held = {"aboard": {1: dict.fromkeys(range(5), 9)}}
    full = Match("pacal", 5, 1, position={"start": 0, "to_move": 0, "die": 2, "ships": {0: "F9"}, **held})
    assert max(len(line) for line in drawn_at(full, 100)) <= 80


def test_the_picture_shows_what_ships_hold_on_open_tables_only():
    """R-17."""
    position = {"die": 2, "start": 0, "to_move": 0, "ships": {0: "F6", 1: "A1"}, "aboard": {1: {0: 1, 2: 3}}}
    pictures = [
        GAME.drawings.svg(Match("pacal", 3, 1, position=position, ship_contents=kind).view(0))
        for kind in ("open", "memory")
    ]
    assert [picture.count("scale(4.4)") for picture in pictures] == [1, 0]
    assert [picture.count("textLength") for picture in pictures] == [1, 0]


@pytest.mark.rules("PR-6.13")
def test_the_chosen_constellation_is_seen_by_all():
    """Section 6: information is perfect, also while the height is asked (PR-6.13)."""
    match = Match("pacal", 5, 1, position={**STONES, "stones": {0: ["F9", "G9", "H9", "F7"]},
                                            "pyramids": {0: ["3@A1", "3@E1", "3@I1"]}})  # fmt: skip
    assert match.view(1).constellation == []
    match.act("build G9")
    assert match.view(1).constellation == []
    match.act("with F9 G9 H9")
    assert match.position.to_data()["phase"] == "height"
    for seat in (None, 0, 1):
        assert match.view(seat).constellation == ["F9", "G9", "H9"]
    for seat in range(5):
        seen = engine.observe(match.position.states, seat, GAME.observation_length)
        cells = seen[observation.SEE_PATTERN : observation.SEE_PATTERN + CELLS]
        assert [CELL_NAMES[cell] for cell in range(CELLS) if cells[cell]] == ["F9", "G9", "H9"]


def test_the_observation_has_the_options_that_change_what_may_be_done():
    plain = Match("pacal", 3, 1)
    other = Match("pacal", 3, 1, die_faces="1 1 1 5 arrows arrows", first_round_sacred=True,
                  auto_lowest_sacred=True)  # fmt: skip
    seen = [engine.observe(match.position.states, 0, GAME.observation_length) for match in (plain, other)]
    faces = [list(one[observation.SEE_FACES : observation.SEE_FACES + 6]) for one in seen]
    assert faces == [[0, 1, 2, 1, 1, 1], [3, 0, 0, 0, 1, 2]]
    options = [list(one[observation.SEE_OPTIONS : observation.SEE_FACES]) for one in seen]
    assert options == [[0] * 10 + [200], [0] * 8 + [1, 1, 200]]


@pytest.mark.parametrize(
    ("position", "asked"),
    [
        ({"ships": {0: "F6"}}, "Move your ship, or discard a sacred stone."),
        ({"ships": {0: "F6"}, "sacred": {0: []}}, "Move your ship."),
        ({"ships": {0: "E5"}, "round": 1}, "Move your ship."),
        (
            {"ships": {0: "F6"}, "pyramids": {1: ["2@F5", "2@G6", "2@F7", "3@E6"]}},
            "Your ship is enclosed: discard a sacred stone.",
        ),
    ],
)
@pytest.mark.rules("PR-4.21", "PR-4.25", "PR-4.28")
def test_a_sacred_stone_is_only_spoken_of_where_it_may_be_discarded(position, asked):
    match = Match("pacal", 5, 1, position={"die": 3, "start": 0, "to_move": 0, **position})
    assert match.view(0).asked == asked


def test_the_picture_shows_every_piece():
    match = Match("pacal", 5, 1, position={"die": 2, "start": 0, "to_move": 0, "pyramids": {1: ["5@A1"]}})
    picture = GAME.drawings.svg(match.view(None))
    assert picture.count('stroke-width="5"') == 5
    assert picture.count('height="7"') == 5
