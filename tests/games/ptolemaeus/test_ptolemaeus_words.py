"""Ptolemaeus: what is told and refused, in its order and with its names."""

from __future__ import annotations

import random
from typing import Any

import pytest

from parapegma import Match
from parapegma.core.compiled.arrays import as_argument
from parapegma.core.position import Position
from parapegma.errors import IllegalAction, OptionError, PositionError
from parapegma.games.ptolemaeus import GAME
from parapegma.games.ptolemaeus.actions import ACTION_RANGES
from parapegma.games.ptolemaeus.components import N_SIGNS
from parapegma.games.ptolemaeus.rules.steps.sky import move_bodies_at
from parapegma.games.ptolemaeus.state import EVENTS

ALMOST_EMPTY = {
    "to_move": 0,
    "hands": {0: [], 1: []},
    "display": ["leo", "virgo", "aries", "taurus", "gemini", "cancer"],
    "deck": ["pisces"],
    "discards": ["libra"] * 4 + ["scorpius"] * 3,
}
"""One card in the deck, seven discards (V-26)."""


def kinds(match: Match) -> list[str]:
    return [entry.kind for entry in match.log_of(len(match))]


def test_the_card_that_empties_the_deck_is_told_before_the_shuffle():
    """PT-4.9"""
    match = Match("ptolemaeus", 2, seed=1, position=ALMOST_EMPTY)
    match.act("draw")
    assert kinds(match) == ["drew", "reshuffled"]
    assert match.log_of(1)[1].words == "The discards are shuffled into a deck of 7."


def test_a_card_turned_up_from_the_end_of_the_deck_is_told_before_the_shuffle():
    """PT-4.3, PT-4.9"""
    match = Match("ptolemaeus", 2, seed=1, position=ALMOST_EMPTY)
    match.act("take leo")
    assert kinds(match) == ["took", "turned up", "reshuffled"]


def test_the_card_umbra_turns_up_is_told_before_the_shuffle_it_is_not_part_of():
    """PT-16.2"""
    match = Match("ptolemaeus", 1, seed=1, position={
        "to_move": 0, "hands": {0: []}, "display": ["leo", "virgo", "aries", "taurus", "gemini", "joker"],
        "deck": ["pisces"], "discards": ["libra", "scorpius"],
    })  # fmt: skip
    match.act("take joker")
    assert kinds(match)[:3] == ["took", "turned up", "reshuffled"]
    match = Match("ptolemaeus", 1, seed=1, position={
        "to_move": 0, "hands": {0: []}, "display": ["leo", "virgo", "aries", "taurus", "gemini", "joker"],
        "deck": ["pisces", "pisces"], "discards": ["libra", "scorpius"],
    })  # fmt: skip
    match.act("take joker")
    told = kinds(match)
    assert told[:2] == ["took", "turned up"]
    assert told.index("umbra") + 1 == told.index("reshuffled")
    assert match.position.to_data()["discards"] == ["pisces"]


@pytest.mark.parametrize(
    ("notation", "message"),
    [
        ("trine fire", "there is no trine 'fire' (did you mean 'red'?); choose from red, green,"),
        ("trine aries-leo-virgo", "'aries-leo-virgo' is no trine; choose from red, green, yellow, blue"),
        ("opposition aries-leo", "is no opposition; choose from aries-libra, taurus-scorpius,"),
        ("square aries-leo", "is no square; choose from aries-cancer, "),
        ("conjunction aries-leo", "is no conjunction; choose from aries, taurus,"),
        ("observe lion", "there is no sign 'lion' (did you mean 'leo'?); choose from aries, taurus,"),
        ("study moon", "there is no planet 'moon'; choose from luna, mercurius,"),
    ],
)
def test_a_name_that_is_wrong_is_refused_with_those_that_are_right(notation, message):
    match = Match("ptolemaeus", 2, seed=1)
    with pytest.raises(IllegalAction) as error:
        match.act(notation)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"studied": {0: ["moon"]}}, "there is no 'moon'; choose from luna, mercurius, venus, sol, mars,"),
        ({"planets": {"moon": "leo"}}, "planets: there is no 'moon'; choose from luna, mercurius,"),
        ({"tokens": {0: {"lion": 1}}}, "there is no 'lion' (did you mean 'leo'?); choose from aries,"),
        ({"bonus": {0: ["nova"]}}, "choose from nova_luna, venus_retrograda,"),
        ({"phase": "running"}, "phase: there is no 'running'; choose from before, draw second,"),
        ({"phase": "night"}, "phase: there is no 'night'; choose from before, draw second,"),
    ],
)
def test_a_name_of_a_position_that_is_wrong_is_refused_with_those_that_are_right(part, message):
    with pytest.raises(PositionError) as error:
        Match("ptolemaeus", 2, seed=1, position=part)
    assert message in str(error.value)


def test_a_start_with_a_wrong_name_is_refused_with_those_that_are_right():
    with pytest.raises(OptionError, match=r"there is no planet 'moon'.*planets: luna, mercurius"):
        Match("ptolemaeus", start="moon: leo")


def test_with_no_event_card_left_no_planet_moves():
    """PT-14.11: it cannot happen with the twelve cards there are, so the table is made by hand."""
    position = Match("ptolemaeus", 2, seed=1).position
    s = position.states[0]
    s["event_card"], s["event_deck_n"] = -1, 0
    before = s["place"].tolist()
    move_bodies_at(as_argument(position.states))
    after = position.states[0]["place"].tolist()
    assert after[:7] == before[:7]
    assert (after[7] - before[7]) % N_SIGNS > 0


def test_every_action_number_is_listed_once():
    ranges = dict.fromkeys((first, last) for first, last, _, _ in ACTION_RANGES)
    assert [n for first, last in ranges for n in range(first, last + 1)] == list(range(GAME.action_count))
    match = Match(GAME.name, 3, seed=1)
    for first, last in ranges:
        verbs = {notation.split()[0] for a, _, notation, _ in ACTION_RANGES if a == first}
        assert {match.position.notation(number).split()[0] for number in (first, last)} <= verbs


def test_every_kind_of_event_has_a_type_of_its_own():
    assert [kind.__struct_config__.tag for kind in sorted(GAME.log_types, key=tag_number)] == list(EVENTS)


def tag_number(kind: type) -> int:
    return EVENTS.index(kind.__struct_config__.tag)


def test_a_tie_break_is_named_only_where_one_decided():
    found: set[tuple[str | None, bool]] = set()
    for n in range(60):
        position = Position.deal("ptolemaeus", 2, f"tie {n}")
        chance = random.Random(n)
        while not position.over:
            position.apply(chance.choice(position.legal()))
        view: Any = position.view(None)
        level = position.scores[0] == position.scores[1]
        decided = level and position.ranks.count(1) == 1 and view.winner is None
        assert (view.tie_broken_by is not None) == decided
        found.add((view.tie_broken_by, level))
    assert {"planets", "tokens"} <= {how for how, _ in found}
    assert (None, False) in found
