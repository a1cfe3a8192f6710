"""Pacal's Rocket: what players weigh is legal, the same in both ways of running, and sensible."""

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
from parapegma.games.pacal.heuristics import KNOBS

GAME = find_game("pacal")
OPTIONS = [{}, {"expert": True}]


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


def weighed(players=2, **position):
    """The weights of a position by the words of the actions."""
    match = Match(GAME, players, seed=1, position={"die": 2, "start": 0, "to_move": 0, **position})
    return dict(zip(match.legal(), weights_of(match.states).values(), strict=True))


def worth_for(seat, **position):
    match = Match(GAME, 2, seed=1, position={"die": 2, "start": 0, "to_move": 0, **position})
    return worth_of(match.states)[seat]


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


def test_a_pyramid_that_takes_a_lead_is_weighed_far_above_one_that_does_not_and_any_above_waiting():
    found = weighed(phase="build", stones={0: ["F9", "A8"]}, pyramids={1: ["2@A9"]})
    assert found["build F9"] > 5 * found["build A8"]
    assert found["build A8"] > found["pass"] > 0


def test_the_constellation_that_gives_more_is_weighed_above_one_that_gives_less():
    found = weighed(phase="pattern", build_cell="F9", stones={0: ["F9", "G9"]})
    assert found["with F9 G9"] > found["with F9"]


def test_a_second_stone_that_would_send_both_home_is_hardly_ever_put_aboard():
    fresh = weighed(phase="own", allowance=1, round=2)
    double = weighed(phase="own", allowance=1, round=2, aboard={0: {0: 1}})
    assert fresh["own"] > fresh["pass"]
    assert double["own"] < double["pass"]


def test_sacred_stones_are_rarely_given_up_for_a_jump():
    found = weighed(phase="move", round=2)
    sacred = sum(weight for action, weight in found.items() if action.startswith("sacred"))
    assert 0 < sacred < sum(found.values()) / 10


def test_points_leads_and_stones_make_a_position_worth_more():
    plain = worth_for(0, phase="build", stones={0: ["F9"]})
    assert worth_for(0, phase="build", stones={0: ["F9"]}, points={0: 5}) == plain + 5 * heuristics.POINT
    assert worth_for(0, phase="build", stones={0: ["F9"]}, pyramids={0: ["3@A8"]}) > plain
    assert worth_for(0, phase="build", stones={0: ["F9", "C1"]}) > plain
    assert worth_for(1, phase="build", stones={0: ["F9", "C1"]}) == worth_for(
        1, phase="build", stones={0: ["F9"]}
    )


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
