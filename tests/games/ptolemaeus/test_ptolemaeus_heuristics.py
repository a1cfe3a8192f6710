"""What the heuristics of Ptolemaeus weigh: legal weights everywhere, points at the end, sense in between.

Run as a program it prints a digest of weights and worths, in whatever mode ``PARAPEGMA_JIT`` asks for.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
import tomllib
from importlib import resources

import numpy as np
import pytest

from parapegma import Match
from parapegma.bots import bot_named
from parapegma.core import engine, heuristics
from parapegma.core.engine import MOST_CHOICES
from parapegma.core.heuristics import POINT
from parapegma.core.jit import rule
from parapegma.core.rng import key_of_seed
from parapegma.core.states import handed, state_bytes
from parapegma.games.ptolemaeus import GAME

KNOBS = GAME.knobs.array()


@rule
def weigh_at(states, choices, n, weights, knobs):
    heuristics.weigh(states[0], choices, n, weights, knobs)


@rule
def worth_at(states, values, knobs):
    heuristics.worth(states[0], values, knobs)


def weights_of(states):
    choices, weights = np.zeros(MOST_CHOICES, np.int64), np.full(MOST_CHOICES, -1, np.int64)
    legal = engine.legal(states)
    choices[: len(legal)] = legal
    weigh_at(handed(states), handed(choices), len(legal), handed(weights), handed(KNOBS))
    assert list(choices[: len(legal)]) == legal
    assert set(weights[len(legal) :]) == {-1}
    return [int(weight) for weight in weights[: len(legal)]]


def worth_of(states):
    values = np.zeros(int(states[0]["players"]), np.int64)
    worth_at(handed(states), handed(values), handed(KNOBS))
    return [int(value) for value in values]


def positions(players, seed, **options):
    """The positions of a game played at random."""
    players, checked = GAME.check(players, options)
    states = engine.deal(GAME.state, GAME.encode(players, checked), key_of_seed(seed))
    choose = random.Random(seed)
    while engine.actor(states) >= 0:
        yield states
        engine.apply(states, choose.choice(engine.legal(states)))
    yield states


def digest(players, seed):
    """What the heuristics say along a game, as one digest."""
    found = hashlib.sha256()
    for states in positions(players, seed):
        weights = weights_of(states) if engine.actor(states) >= 0 else []
        found.update(json.dumps([weights, worth_of(states)]).encode())
    return found.hexdigest()


def by_notation(match):
    return dict(zip(match.legal(), weights_of(match.states), strict=True))


def test_the_data_file_names_the_knobs_of_the_code():
    text = resources.files("parapegma.games.ptolemaeus").joinpath("data/heuristics.toml").read_text("utf-8")
    data = tomllib.loads(text)
    assert tuple(data) == GAME.knobs.names
    assert tuple(knob["value"] for knob in data.values()) == GAME.knobs.values
    assert all(knob["why"].endswith(".") for knob in data.values())


@pytest.mark.parametrize("players", GAME.players)
def test_weights_are_whole_numbers_from_0_and_the_state_is_left_alone(players):
    for seed in range(12):
        for states in positions(players, seed, iupiter="choose" if seed % 2 and players > 1 else "random"):
            if engine.actor(states) >= 0:
                before = state_bytes(states)
                weights = weights_of(states)
                worth_of(states)
                assert state_bytes(states) == before
                assert min(weights) >= 0
                assert 0 < sum(weights) < 2**31


@pytest.mark.parametrize("players", GAME.players)
def test_at_the_end_a_position_is_worth_its_points(players):
    for seed in range(8):
        for states in positions(players, seed):
            values = worth_of(states)
            assert all(0 <= value < 40 * POINT for value in values)
        assert values == [POINT * points for points in engine.scores(states)]


def test_the_interpreter_agrees_with_the_compiler():
    done = subprocess.run(
        [sys.executable, __file__],
        env={**os.environ, "PARAPEGMA_JIT": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [digest(players, players) for players in GAME.players]


def test_the_token_that_completes_a_study_is_weighed_above_all_else():
    """PT-9.1"""
    match = Match("ptolemaeus", 2, seed=1, position={
        "to_move": 0, "hands": {0: ["sagittarius", "libra"]}, "tokens": {0: {"sagittarius": 2}},
    })  # fmt: skip
    weights = by_notation(match)
    study = weights.pop("observe sagittarius")
    assert study > sum(weights.values())


def test_a_study_that_can_be_made_is_weighed_above_ending_the_turn():
    """PT-9.6"""
    match = Match("ptolemaeus", 2, seed=1, position={
        "to_move": 0, "phase": "after", "tokens": {0: {"sagittarius": 2, "leo": 1, "aries": 1}},
    })  # fmt: skip
    weights = by_notation(match)
    assert weights["study mars"] > 100 * weights["end"]


def test_a_sign_is_rather_paid_with_its_own_card_than_with_a_joker():
    """PT-5.1, PT-5.2"""
    match = Match("ptolemaeus", 2, seed=1, position={
        "to_move": 0, "hands": {0: ["sagittarius", "joker"]},
    })  # fmt: skip
    match.act("observe sagittarius")
    weights = by_notation(match)
    assert weights["pay sagittarius"] > weights["pay joker"]


def test_two_tokens_where_a_planet_waits_are_worth_more_than_where_none_does():
    worths = []
    for sign in ("sagittarius", "leo"):
        match = Match("ptolemaeus", 2, seed=1, position={"to_move": 0, "tokens": {0: {sign: 2}}})
        worths.append(worth_of(match.states)[0])
    assert worths[0] > worths[1]


def test_cards_picked_for_a_payment_are_not_a_loss_before_the_token_lies():
    """PT-5.8"""
    match = Match("ptolemaeus", 2, seed=1, position={
        "to_move": 0, "hands": {0: ["aries", "leo", "joker"]}, "tokens": {0: {"sagittarius": 1}},
    })  # fmt: skip
    before = worth_of(match.states)[0]
    match.act("observe sagittarius")
    assert worth_of(match.states)[0] >= before
    match.act("pay aries")
    assert worth_of(match.states)[0] >= before


def test_a_card_or_token_still_owed_counts_against_its_owner():
    """PT-13.4, PT-13.5"""
    for kind in ("maleficus_mars", "maleficus_saturnus"):
        match = Match("ptolemaeus", 2, seed=1, position={
            "to_move": 0, "bonus": {0: [kind]}, "hands": {1: ["leo", "virgo"]},
            "tokens": {1: {"leo": 1, "virgo": 1}},
        })  # fmt: skip
        before = worth_of(match.states)[1]
        match.act(f"play {kind}")
        assert match.actor == 1
        assert worth_of(match.states)[1] < before


def test_greedy_beats_chance():
    won = 0
    for seed in range(10):
        match = Match("ptolemaeus", 2, seed=seed)
        bots = [bot_named("greedy", GAME, seed), bot_named("random", GAME, seed)]
        while not match.over:
            bot = bots[(match.actor + seed) % 2]
            states = engine.determinize(match.states, match.actor, key_of_seed(len(match.plies)))
            match.act(bot.think(states, match.actor).action)
        won += engine.ranks(match.states)[seed % 2] == 1
    assert won >= 9


if __name__ == "__main__":
    json.dump([digest(players, players) for players in GAME.players], sys.stdout)
