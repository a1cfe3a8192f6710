"""Pacal's Rocket: policy and value make sense."""

from __future__ import annotations

from policy_and_value import policy_by_notation, values_of

from parapegma import Match
from parapegma.core.compiled.heuristics import POINT


def at(**position):
    return Match("pacal", 2, seed=1, position={"die": 2, "start": 0, "to_move": 0, **position})


def worth_for(seat, **position):
    return values_of(at(**position))[seat]


def test_a_pyramid_that_takes_a_lead_is_weighed_far_above_one_that_does_not_and_any_above_waiting():
    found = policy_by_notation(at(phase="build", stones={0: ["F9", "A8"]}, pyramids={1: ["2@A9"]}))
    assert found["build F9"] > 5 * found["build A8"]
    assert found["build A8"] > found["pass"] > 0


def test_the_constellation_that_gives_more_is_weighed_above_one_that_gives_less():
    found = policy_by_notation(at(phase="pattern", build_cell="F9", stones={0: ["F9", "G9"]}))
    assert found["with F9 G9"] > found["with F9"]


def test_a_second_stone_that_would_send_both_home_is_hardly_ever_put_aboard():
    fresh = policy_by_notation(at(phase="own", allowance=1, round=2))
    double = policy_by_notation(at(phase="own", allowance=1, round=2, aboard={0: {0: 1}}))
    assert fresh["own"] > fresh["pass"]
    assert double["own"] < double["pass"]


def test_sacred_stones_are_rarely_given_up_for_a_jump():
    found = policy_by_notation(at(phase="move", round=2))
    sacred = sum(weight for action, weight in found.items() if action.startswith("sacred"))
    assert 0 < sacred < sum(found.values()) / 10


def test_points_leads_and_stones_make_a_position_worth_more():
    plain = worth_for(0, phase="build", stones={0: ["F9"]})
    assert worth_for(0, phase="build", stones={0: ["F9"]}, points={0: 5}) == plain + 5 * POINT
    assert worth_for(0, phase="build", stones={0: ["F9"]}, pyramids={0: ["3@A8"]}) > plain
    assert worth_for(0, phase="build", stones={0: ["F9", "C1"]}) > plain
    assert worth_for(1, phase="build", stones={0: ["F9", "C1"]}) == worth_for(
        1, phase="build", stones={0: ["F9"]}
    )
