"""Ophiuchus: what players weigh is legal, the same in both ways of running, and sensible."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys

import numpy as np
import pytest

from parapegma import Match, find_game
from parapegma.bots.bot import ask
from parapegma.bots.greedy import Greedy
from parapegma.bots.simple import Random
from parapegma.core import engine, heuristics
from parapegma.core.engine import MOST_CHOICES
from parapegma.core.jit import rule
from parapegma.core.rng import key_of_seed
from parapegma.core.states import handed
from parapegma.games.ophiuchus.components import POINTS
from parapegma.games.ophiuchus.heuristics import KNOBS
from parapegma.games.ophiuchus.rules.turn import CARD
from parapegma.games.ophiuchus.state import CLAIM

GAME = find_game("ophiuchus")
OPTIONS = [{}, {"end_mode": "play_out", "closed_zone": "corner"}]


@rule
def weigh_in(states, choices, n, weights, knobs):
    heuristics.weigh(states[0], choices, n, weights, knobs)


@rule
def worth_in(states, values, knobs):
    heuristics.worth(states[0], values, knobs)


def weights_of(states):
    legal = engine.legal(states)
    choices, weights = np.zeros(MOST_CHOICES, np.int64), np.full(MOST_CHOICES, -1, np.int64)
    choices[: len(legal)] = legal
    weigh_in(*map(handed, (states, choices)), len(legal), *map(handed, (weights, KNOBS.array())))
    return dict(zip(legal, weights.tolist(), strict=False))


def worth_of(states):
    values = np.zeros(int(states[0]["players"]), np.int64)
    worth_in(*map(handed, (states, values, KNOBS.array())))
    return values.tolist()


def positions(players, options, seed):
    """The positions of a random game."""
    checked = GAME.check(players, options)
    states = engine.deal(GAME.state, GAME.encode(*checked), key_of_seed(seed))
    choose = random.Random(seed)
    yield states
    while engine.actor(states) >= 0:
        engine.apply(states, choose.choice(engine.legal(states)))
        yield states


def thoughts(seed, most):
    """What is weighed in the first positions of a game for each number of players."""
    found = []
    for players in GAME.players:
        for _, states in zip(range(most), positions(players, {}, seed), strict=False):
            over = engine.actor(states) < 0
            found.append([worth_of(states), [] if over else [*weights_of(states).values()]])
    return found


def weighed(**position):
    """The weights of a position by the words of the actions."""
    match = Match(GAME, 2, seed=1, position=position)
    return dict(zip(match.legal(), weights_of(match.states).values(), strict=True))


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", GAME.players)
def test_weights_are_never_negative_and_some_choice_is_always_possible(players, options):
    for seed in range(4):
        for states in positions(players, options, seed):
            before = states.tobytes()
            if engine.actor(states) >= 0:
                weights = weights_of(states).values()
                assert min(weights) >= 0
                assert 0 < sum(weights) < 2**31
            assert all(-50_000 < value < 100_000 for value in worth_of(states))
            assert states.tobytes() == before


@pytest.mark.parametrize("players", GAME.players)
def test_at_the_end_a_position_is_worth_its_points(players):
    for seed in range(4):
        *_, states = positions(players, {}, seed)
        assert worth_of(states) == [heuristics.POINT * score for score in engine.scores(states)]


def test_the_interpreter_weighs_the_same():
    done = subprocess.run(
        [sys.executable, __file__],
        env={**os.environ, "PARAPEGMA_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == thoughts(3, 150)


def test_a_square_that_completes_a_line_is_weighed_above_one_that_does_not():
    found = weighed(sky=["T10@0,0E"], hands={0: ["T08", "T01", "T02"]}, picked="T08", phase="at", to_move=0)
    assert found["at 3,0"] > found["at 0,-2"] > 0


def test_a_card_with_more_points_is_weighed_above_one_with_fewer():
    asked = 0
    for seed in range(40):
        for states in positions(2, {}, seed):
            if states[0]["phase"] == CLAIM:
                weights = weights_of(states)
                points = {card: POINTS[card - CARD] for card in weights}
                assert sorted(weights, key=weights.get) == sorted(weights, key=points.get)
                asked += len(set(points.values())) > 1
    assert asked > 5


def test_a_card_counts_from_the_moment_it_can_be_claimed():
    given = {"sky": ["T10@0,0E"], "hands": {0: ["T08", "T01", "T02"]}, "to_move": 0}
    match = Match(GAME, 2, seed=1, position=given)
    match.act("lay T08 3,0 W")
    before = worth_of(match.states)
    match.act("claim leo")
    assert worth_of(match.states) == before == [3 * heuristics.POINT, 0]


def test_greedy_beats_chance():
    won = 0
    for seed in range(6):
        match = Match(GAME, 2, seed=seed)
        bots = [Greedy(GAME, seed), Random(seed)]
        if seed % 2:
            bots.reverse()
        while not match.over:
            match.act(ask(bots[match.actor], match, len(match.plies)).action)
        scores = match.scores
        won += scores[seed % 2] > scores[1 - seed % 2]
    assert won >= 5


if __name__ == "__main__":
    json.dump(thoughts(3, 150), sys.stdout)
