"""Ophiuchus: policy and value make sense."""

from __future__ import annotations

import random

from policy_and_value import policy_by_notation, values_of

from parapegma import Match, find_game
from parapegma.core.compiled.heuristics import POINT
from parapegma.games.ophiuchus.components import POINTS
from parapegma.games.ophiuchus.rules.steps import CARD
from parapegma.games.ophiuchus.state import CLAIM

GAME = find_game("ophiuchus")


def at(**position):
    return Match(GAME, 2, seed=1, position=position)


def test_a_square_that_completes_a_line_is_weighed_above_one_that_does_not():
    match = at(sky=["T10@0,0E"], hands={0: ["T08", "T01", "T02"]}, picked="T08", phase="at", to_move=0)
    found = policy_by_notation(match)
    assert found["at 3,0"] > found["at 0,-2"] > 0


def test_a_card_with_more_points_is_weighed_above_one_with_fewer():
    asked = 0
    for seed in range(40):
        match, choose = Match(GAME, 2, seed=seed), random.Random(seed)
        while not match.over:
            if match.position.states[0]["phase"] == CLAIM:
                weights = policy_by_notation(match)
                points = {a.notation: POINTS[a.number - CARD] for a in match.legal_actions()}
                assert sorted(weights, key=weights.get) == sorted(weights, key=points.get)
                asked += len(set(points.values())) > 1
            match.act(choose.choice(match.position.legal()))
    assert asked > 5


def test_a_card_counts_from_the_moment_it_can_be_claimed():
    match = at(sky=["T10@0,0E"], hands={0: ["T08", "T01", "T02"]}, to_move=0)
    match.act("lay T08 3,0 W")
    before = values_of(match)
    match.act("claim leo")
    assert values_of(match) == before == [3 * POINT, 0]
