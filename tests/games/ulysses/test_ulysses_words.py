"""Ulysses: what is told and refused, with its names."""

from __future__ import annotations

import pytest

from parapegma import Match
from parapegma.errors import PositionError
from parapegma.games.ulysses import GAME
from parapegma.games.ulysses.actions import ACTION_RANGES
from parapegma.games.ulysses.state import EVENTS


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"ship": "troy"}, "ship: there is no 'troy' (did you mean 'troia'?); choose from troia, zypern"),
        ({"phase": "sail"}, "phase: there is no 'sail'; choose from action, plague place,"),
        ({"discs": {"white": "dido"}}, "discs: there is no 'white'; choose from blue, red, black"),
        ({"ended": "storm", "phase": "over"}, "choose from four objectives reached, turn limit"),
    ],
)
def test_a_name_of_a_position_that_is_wrong_is_refused_with_those_that_are_right(part, message):
    with pytest.raises(PositionError) as error:
        Match("ulysses", 3, seed=1, position=part)
    assert message in str(error.value)


def test_every_action_number_is_listed_once():
    ranges = dict.fromkeys((first, last) for first, last, _, _ in ACTION_RANGES)
    assert [n for first, last in ranges for n in range(first, last + 1)] == list(range(GAME.action_count))
    match = Match(GAME.name, 3, seed=1)
    for first, last in ranges:
        verbs = {notation.split()[0] for a, _, notation, _ in ACTION_RANGES if a == first}
        assert {match.position.notation(number).split()[0] for number in (first, last)} <= verbs


def test_every_kind_of_event_has_a_type():
    """Paying or adding a whole hand is told like doing so card by card."""
    alike = {"paid all": "paid", "added all": "added"}
    kinds = {kind.__struct_config__.tag for kind in GAME.log_types}
    assert kinds == {alike.get(name, name) for name in EVENTS}
