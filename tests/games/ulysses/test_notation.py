"""Notation, records and messages of Ulysses."""

from __future__ import annotations

from pathlib import Path

import pytest

from parapegma import Match, find_game
from parapegma.errors import IllegalAction, OptionError, PositionError
from parapegma.games.ulysses.actions import compact, expand
from parapegma.games.ulysses.position.cards import from_short
from parapegma.games.ulysses.state import ENDINGS

RECORDS = sorted((Path(__file__).parents[2] / "records" / "ulysses").glob("*.txt"))


def at(players: int = 3, /, **position: object) -> Match:
    return Match("ulysses", players, seed=1, position={"active": 0, **position})


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("sail dido", ("end", "propose dido")),
        ("plague dido", ("plague", "at dido")),
        ("plague zeus", ("plague zeus",)),
        ("plague zeus dido", ("plague zeus", "at dido")),
        ("remove dido", ("remove", "clear dido")),
        ("change 2 green", ("change", "give 2", "take green")),
        ("oppose dido", ("oppose", "disc dido")),
        ("black dido", ("black", "disc dido")),
        ("pay wind plague", ("pay wind", "pay plague")),
        ("add challenge zeus stop", ("add challenge", "add zeus", "stop")),
        ("no wind", ("no wind",)),
    ],
)
def test_compound_notation_expands(text, parts):
    assert expand(text) == parts


def test_decisions_that_belong_together_become_one_line():
    match = at(hands={0: "C2 P1 W3", 1: "C3", 2: "W1"}, ship="lybien", plague=["kirke"], temples={0: 2})
    for line in (
        "plague",
        "at olymp",
        "remove",
        "clear kirke",
        "pay challenge",
        "pay wind",
        "end",
        "propose dido",
    ):
        match.act(line)
    for line in ("oppose", "disc melita", "add challenge", "add challenge", "stop"):
        match.act(line, 1)
    assert [text for _, text in compact(list(match.decisions))] == [
        "plague olymp",
        "remove kirke",
        "pay challenge wind",
        "sail dido",
        "oppose melita",
        "add challenge challenge stop",
    ]
    assert Match.replay(match.record()).position.to_data() == match.position.to_data()


def test_a_part_that_was_settled_by_itself_may_be_written_all_the_same():
    match = at(hands={0: "C1", 1: "C1", 2: "W1"}, ship="lybien", plague=["kirke"])
    match.act("remove kirke")
    assert match.position.to_data()["plague"] == []
    match.act("sail dido", 0)
    match.act("oppose melita", 1)
    assert match.position.to_data()["cards_for"]["red"] == "C1"


def test_a_wrong_settled_part_is_refused_and_nothing_changes():
    match = at(hands={0: "C1", 1: "C1", 2: "W1"}, ship="lybien", plague=["kirke"])
    with pytest.raises(IllegalAction):
        match.act("remove dido")
    assert match.position.to_data()["plague"] == ["kirke"]


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_recorded_games_replay(file):
    text = file.read_text("utf-8")
    match = Match.replay(text)
    assert match.over
    assert match.record() == text
    assert match.position.to_data()["ended"].replace(" ", "-") == file.stem


def test_there_is_a_record_for_every_way_a_game_can_end():
    assert {file.stem for file in RECORDS} == {ending.replace(" ", "-") for ending in ENDINGS[1:]}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opening_hand": "5,6"}, "opening_hand has 2 numbers, but needs 3 to 5"),
        ({"opening_hand": "five"}, "must be whole numbers such as 5,6,7,8,9"),
        ({"opening_hand": "60,60,60"}, "deals 180 cards, but there are only 132"),
        ({"first_player": 3}, "first_player is 3, but seats are 0 to 2"),
        ({"temple_cost": "free"}, "it must be escalating or one_card"),
        ({"max_turns": -1}, "a whole number from 0 to 200"),
    ],
)
def test_options_that_cannot_be_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        Match("ulysses", 3, 1, **options)


def test_two_and_six_players_are_refused():
    for players in (2, 6):
        with pytest.raises(OptionError, match="3 to 5 players"):
            find_game("ulysses").check(players, {})


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"ship": "athen"}, "there is no 'athen'"),
        ({"hands": {0: "X3"}}, "must be cards in short such as 'C3 Z1'"),
        ({"hands": {0: "rest", 1: "rest", 2: "C1"}, "deck": 5}, "only one hand can be the rest"),
        ({"deck": 200}, "deck must be a whole number from 0 to 132"),
        ({"objectives": {0: ["dido"]}}, "must be 4 places, not 1"),
        ({"revealed": {0: ["troia"]}}, "troia is no objective of seat 0"),
        ({"piles": {"red": ["kirke"]}}, "must be in the red pile|can only have red places|occurs twice"),
        ({"known": {"decks": []}}, "known: there is no 'decks'"),
        ({"phase": "faction"}, "breaks"),
        ({"phase": "pay"}, "what is owed or due can be paid and played"),
        ({"discs": {"blue": "kirke"}, "phase": "declare"}, "discs lie on different places beside the ship"),
        ({"discs": {"green": "kirke"}}, "there is no 'green'"),
        ({"cards_for": {"blue": "W1"}}, "cards for blue can only be C and Z"),
        ({"pandora_used": 1}, "pandora_used must be true or false"),
        ({"shuffled": "C1"}, "given together or not at all"),
        ({"hats": 1}, "a position has no part 'hats'"),
    ],
)
def test_positions_that_cannot_be_are_refused(position, message):
    with pytest.raises(PositionError, match=message):
        Match("ulysses", 3, 1, position=position)


def test_a_finished_game_can_be_set_up():
    assert Match("ulysses", 3, 1, position={"phase": "over", "turn": 9}, max_turns=9).over


@pytest.mark.rules("UL-8.4")
@pytest.mark.parametrize(
    ("position", "options", "message"),
    [
        ({"phase": "over"}, {}, "all 4 objectives, for max_turns sets no limit"),
        ({"phase": "over", "turn": 8}, {"max_turns": 9}, "the turn must be 9, the last by max_turns"),
        ({"phase": "over", "turn": 9, "ended": "four objectives reached"}, {"max_turns": 9},
         "has ended by 'turn limit', not 'four objectives reached'"),
        ({"turn": 10}, {"max_turns": 9}, "turn must be at most 9"),
        ({"ended": "turn limit"}, {"max_turns": 9}, "ended must be left out unless the phase is over"),
    ],
)  # fmt: skip
def test_an_ending_that_does_not_fit_the_table_is_refused(position, options, message):
    with pytest.raises(PositionError, match=message):
        Match("ulysses", 3, 1, position=position, **options)


def test_cards_in_short_read_in_any_order():
    assert from_short("Z1 C2 C1") == [3, 0, 0, 0, 1, 0]
    assert from_short("C") is None


def test_messages_say_what_is_asked():
    match = at(hands={0: "C1", 1: "C1", 2: "W1"}, ship="lybien")
    with pytest.raises(IllegalAction, match="asked is an action"):
        match.act("agree")
    with pytest.raises(IllegalAction, match="there is no place 'didu' \\(did you mean 'dido'"):
        match.act("sail didu")
