"""What thinking players of Ulysses go by: weights for every choice, a worth for every seat."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from parapegma import Match, find_game
from parapegma.bots import bot_named
from parapegma.bots.bot import ask
from parapegma.core import engine, heuristics
from parapegma.core.engine import MOST_CHOICES
from parapegma.core.heuristics import POINT
from parapegma.core.jit import rule
from parapegma.core.rng import key_of_seed
from parapegma.core.states import handed

GAME = find_game("ulysses")


@rule
def weigh_at(states, choices, n, weights, knobs):
    heuristics.weigh(states[0], choices, n, weights, knobs)


@rule
def worth_at(states, values, knobs):
    heuristics.worth(states[0], values, knobs)


def weights_of(states: Any, **changes: int) -> dict[int, int]:
    legal = engine.legal(states)
    choices, weights = np.zeros(MOST_CHOICES, np.int64), np.full(MOST_CHOICES, -1, np.int64)
    choices[: len(legal)] = legal
    knobs = GAME.knobs.array(changes)
    weigh_at(*map(handed, (states, choices)), len(legal), *map(handed, (weights, knobs)))
    assert (weights[len(legal) :] == -1).all()
    return dict(zip(legal, weights[: len(legal)].tolist(), strict=True))


def worth_of(states: Any, **changes: int) -> list[int]:
    values = np.zeros(int(states[0]["players"]), np.int64)
    worth_at(*map(handed, (states, values, GAME.knobs.array(changes))))
    found: list[int] = values.tolist()
    return found


def likely(match: Match, **changes: int) -> dict[str, int]:
    """The weights of the choices by their notation."""
    weights = weights_of(match.states, **changes)
    return {action.notation: weights[action.number] for action in match.legal_actions()}


def figures(players: int, seed: int, decisions: int) -> list[list[int]]:
    """Weights and worth at every step of a game at random, from the table and from a guess at it."""
    players, options = GAME.check(players, {})
    states = engine.deal(GAME.state, GAME.encode(players, options), key_of_seed(seed))
    choose = random.Random(seed)
    found = []
    while engine.actor(states) >= 0 and len(found) < decisions:
        guess = engine.determinize(states, choose.randrange(players), key_of_seed(choose.getrandbits(64)))
        for table in (states, guess):
            found.append([*weights_of(table).values(), *worth_of(table)])
        engine.apply(states, choose.choice(engine.legal(states)))
    return found


def table(phase: str = "action", **given: Any) -> Match:
    """Three players; the ship is at Lybien, and the first player wants Dido, one step away."""
    objectives = {
        0: ["pharos", "kadmos", "dido", "massilia"],
        1: ["rhodos", "zakynthos", "sirenen", "kirke"],
        2: ["zypern", "olymp", "aiolos", "herakles"],
    }
    position = {"ship": "lybien", "active": 0, "objectives": objectives, "phase": phase, **given}
    return Match("ulysses", 3, seed=1, position=position)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_choice_of_every_game_has_a_weight_and_every_seat_a_worth(players):
    for seed in range(4):
        match = Match("ulysses", players, seed=seed, max_turns=40)
        choose = random.Random(seed)
        while not match.over:
            weights = weights_of(match.states)
            assert min(weights.values()) >= 0
            assert 0 < sum(weights.values()) < 2**31
            assert all(-POINT < value < 20 * POINT for value in worth_of(match.states))
            match.act(choose.choice(match.legal_numbers()))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_at_the_end_worth_is_the_points_and_nothing_else(players):
    for seed in range(5):
        match = Match("ulysses", players, seed=seed, max_turns=30)
        choose = random.Random(seed)
        while not match.over:
            match.act(choose.choice(match.legal_numbers()))
        assert worth_of(match.states) == [POINT * points for points in engine.scores(match.states)]


def test_interpreted_and_compiled_heuristics_give_the_same_figures():
    done = subprocess.run(
        [sys.executable, __file__],
        env={**os.environ, "PARAPEGMA_JIT": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [figures(players, 11, 240) for players in (3, 4, 5)]


def test_worth_does_not_depend_on_whose_decision_it_is():
    """Only what is open or guessed on the table counts, not who looks at it."""
    match = table("propose")
    before = worth_of(match.states)
    for seat in range(3):
        match.states[0]["to_move"] = seat
        assert worth_of(match.states) == before


def test_the_ship_heads_for_an_objective_next_to_it():
    weights = likely(table("propose"))
    assert max(weights, key=weights.__getitem__) == "propose dido"
    assert weights["propose dido"] > 4 * weights["propose melita"]


def test_a_proposal_counts_as_far_as_it_leads():
    """The player who wants Dido is better off when it is proposed, long before the ship arrives."""
    match = table("propose")
    before = worth_of(match.states)
    match.act("propose dido")
    assert worth_of(match.states)[0] > before[0] + 20


def test_a_proposal_that_suits_is_agreed_to_and_one_that_does_not_is_opposed():
    for blue, weighed_more in (("dido", "agree"), ("medusa", "oppose")):
        match = table("declare", active=2, to_move=0, discs={"blue": blue}, hands={0: "C4"})
        weights = likely(match)
        assert max(weights, key=weights.__getitem__) == weighed_more


def test_no_more_cards_are_added_than_need_be_and_zeus_is_spared():
    match = table("declare", active=2, to_move=0, discs={"blue": "medusa"}, hands={0: "C4 Z1"})
    match.act("oppose dido")
    weights = likely(match)
    assert weights["add challenge"] > weights["add zeus"] > 0
    match.act("add challenge")
    weights = likely(match)
    assert weights["stop"] > weights["add challenge"] > weights["add zeus"] > 0


def test_in_a_discussion_cards_are_played_for_a_better_place_only():
    discs = {"blue": "medusa", "red": "dido"}
    match = table(
        "faction", active=2, to_move=0, discs=discs, cards_for={"blue": "C1", "red": "C1"}, hands={0: "C3"}
    )
    weights = likely(match)
    assert weights["support red"] > weights["pass"] > weights["support blue"]


def test_wind_is_used_when_the_next_step_is_worth_it():
    near = likely(table("wind", hands={0: "W1 C1"}))
    assert near["wind"] > near["no wind"]
    shown = likely(
        table("wind", hands={0: "W1 C1"}, revealed={0: ["dido", "pharos", "kadmos"]}, ship="zypern")
    )
    assert shown["wind"] < near["wind"]


def test_the_second_temple_is_built_at_once_and_a_seventh_is_not():
    for temples, built in ((1, True), (6, False)):
        weights = likely(table(hands={0: "C9 T9"}, temples={0: temples}))
        assert (weights["build"] > weights["end"]) is built


def test_cards_of_little_use_are_paid_first():
    match = table(hands={0: "C2 T1 P1 Z1"})
    match.act("build")
    weights = likely(match)
    assert weights["pay plague"] > weights["pay challenge"] > weights["pay zeus"] > 0


def test_a_temple_that_is_half_paid_is_no_loss():
    match = table(hands={0: "C2 T1 P1 Z1"})
    before = worth_of(match.states)[0]
    match.act("build")
    assert worth_of(match.states)[0] > before


def test_weights_can_be_changed_by_name_for_one_player():
    match = table("propose")
    assert likely(match, steep=40)["propose melita"] > likely(match, steep=4)["propose melita"]


def test_greedy_beats_chance():
    """Ten games of one against two who play at random; by chance it would win three or four."""
    won = 0
    for seed in range(10):
        match = Match("ulysses", 3, seed=seed, max_turns=60)
        names = ["random", "random", "random"]
        names[seed % 3] = "greedy"
        bots = [bot_named(name, match.game, seed) for name in names]
        while not match.over:
            match.act(ask(bots[match.actor], match, len(match.plies)).action)
        won += engine.ranks(match.states)[seed % 3] == 1
    assert won >= 7


if __name__ == "__main__":
    print(json.dumps([figures(players, 11, 240) for players in (3, 4, 5)]))
