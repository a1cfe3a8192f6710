"""What a seat may know: views, observations and guesses (PT-11.2 and section 6 of the rule page)."""

from __future__ import annotations

import random

import msgspec
import numpy as np
import pytest

from parapegma import Match
from parapegma.core import engine
from parapegma.core.compiled.rng import key_of_seed
from parapegma.games.ptolemaeus import GAME
from parapegma.games.ptolemaeus.components import FACES, PLANETS
from parapegma.games.ptolemaeus.view import cards_of


def guess(match, seat, seed):
    return engine.determinize(match.position.states, seat, key_of_seed(seed))


@pytest.mark.rules("PT-11.2")
def test_the_objective_of_others_stays_secret_until_the_end():
    match = Match("ptolemaeus", 2, seed=1)
    assert match.view(0).seats[0].objective
    assert match.view(0).seats[1].objective is None
    assert match.view(None).seats[1].objective is None
    choose = random.Random(2)
    while not match.over:
        match.act(choose.choice(match.position.legal()))
    assert match.view(None).seats[1].objective


def test_others_count_only_public_points():
    match = Match("ptolemaeus", 2, seed=1, position={
        "studied": {0: ["luna", "mars"]}, "objectives": {0: "O1"}, "bonus": {0: ["nova_constellatio"]},
        "asteroids": {0: 3},
    })  # fmt: skip
    assert match.view(0).seats[0].points == 2 + 1 + 1 + 1
    assert match.view(1).seats[0].points == 2 + 1
    assert match.scores == [5, 0]


def test_a_card_drawn_unseen_is_told_to_its_drawer_only():
    match = Match("ptolemaeus", 2, seed=1, position={"top": ["pisces"], "to_move": 0})
    match.act("draw")
    told = {seat: match.log_of(1, seat)[0].words for seat in (0, 1, None)}
    assert told == {0: "draws pisces from the deck", 1: "draws a card from the deck", None: told[1]}


def test_a_stolen_card_is_told_to_thief_and_victim():
    match = Match("ptolemaeus", 3, seed=1, position={
        "to_move": 0, "bonus": {0: ["iupiter_orientalis"]}, "hands": {0: [], 1: ["leo"], 2: []},
    })  # fmt: skip
    match.act("play iupiter_orientalis")
    assert "takes leo" in match.log_of(1, 0)[1].words
    assert "takes leo" in match.log_of(1, 1)[1].words
    assert "takes a card" in match.log_of(1, 2)[1].words


def test_what_another_is_about_to_observe_is_hidden_until_it_is_paid():
    match = Match("ptolemaeus", 2, seed=1, position={"to_move": 0, "hands": {0: ["leo", "leo", "joker"]}})
    before = match.view(1)
    match.act("observe sagittarius")
    assert match.view(0).phase == "pay"
    assert match.view(1) == before
    assert int(guess(match, 1, "a")[0]["sign_n"]) == 0
    match.act("pay leo")
    assert match.view(1) != before


def test_cards_taken_face_up_stay_known():
    match = Match("ptolemaeus", 2, seed=1, position={
        "to_move": 0, "display": ["leo", "virgo", "aries", "taurus", "gemini", "cancer"], "hands": {0: []},
    })  # fmt: skip
    match.act("take leo")
    match.act("draw")
    assert match.view(1).seats[0].known == ["leo"]
    hands = {tuple(cards_of(int(guess(match, 1, seed)[0]["hand"][0]))) for seed in range(60)}
    assert all("leo" in hand for hand in hands)
    assert len(hands) > 4


def test_a_discarded_card_is_no_longer_known():
    match = Match("ptolemaeus", 2, seed=1, position={
        "to_move": 0, "bonus": {0: ["maleficus_saturnus"]}, "hands": {1: ["leo", "virgo"]},
        "knowledge": {0: {1: {"known": ["leo"]}}},
    })  # fmt: skip
    match.act("play maleficus_saturnus")
    match.act("discard leo")
    assert match.view(0).seats[1].known == []


def test_after_a_theft_a_known_card_is_with_victim_or_thief():
    """A third player knew the victim's two cards: one of them is now in the thief's hand."""
    match = Match("ptolemaeus", 3, seed=1, position={
        "to_move": 0, "bonus": {0: ["iupiter_orientalis"]}, "hands": {0: [], 1: ["leo", "virgo"], 2: []},
        "knowledge": {2: {1: {"known": ["leo", "virgo"]}}},
    })  # fmt: skip
    match.act("play iupiter_orientalis")
    seen = set()
    for seed in range(40):
        s = guess(match, 2, seed)[0]
        seen.add((*cards_of(int(s["hand"][0])), *cards_of(int(s["hand"][1]))))
    assert seen == {("leo", "virgo"), ("virgo", "leo")}


def test_a_stolen_card_that_is_paid_leaves_the_other_one_with_the_victim():
    """A third player knew the victim's two cards: one was stolen and is paid openly, the other is there."""
    for seed in range(1, 20):
        match = Match("ptolemaeus", 3, seed=seed, first_player="0", position={
            "to_move": 0, "planets": {"mars": "virgo"}, "bonus": {0: ["iupiter_orientalis"]},
            "hands": {0: [], 1: ["aries", "virgo"], 2: []},
            "knowledge": {2: {1: {"known": ["aries", "virgo"]}}},
        })  # fmt: skip
        match.act("play iupiter_orientalis")
        if match.position.to_data()["hands"][0] == ["virgo"]:
            break
    match.act("observe virgo")
    assert match.position.to_data()["knowledge"][2]["others"] == ["aries"]
    guesses = [guess(match, 2, seed) for seed in range(100)]
    assert {tuple(cards_of(int(states[0]["hand"][1]))) for states in guesses} == {("aries",)}
    assert {engine.broken(states) for states in guesses} == {0}


def test_the_last_card_of_a_face_is_guessed_where_it_must_be():
    """Two hands may hold the last virgo; the cancer of one of them is gone, so it has lost nothing else."""
    match = Match("ptolemaeus", 3, seed=1, position={
        "to_move": 2, "hands": {0: ["capricornus", "leo"], 1: ["leo", "virgo"], 2: ["aries", "pisces"]},
        "display": ["virgo", "cancer", "cancer", "joker", "leo", "sagittarius"],
        "discards": ["virgo", "virgo", "virgo", "cancer", "cancer", "cancer"],
        "knowledge": {2: {
            0: {"maybe": ["virgo", "capricornus"], "slack": 1, "robbers": [1]},
            1: {"maybe": ["cancer", "leo", "virgo"], "slack": 1, "robbers": [0]},
            "others": ["virgo"],
        }},
    })  # fmt: skip
    for seed in range(40):
        states = guess(match, 2, seed)
        assert engine.broken(states) == 0
        assert "virgo" in cards_of(int(states[0]["hand"][1]))


@pytest.mark.rules("PT-15.1")
def test_nobody_is_guessed_to_have_won_already():
    """PT-15.1: with ten points an opponent holds at most one Nova Constellatio."""
    planets = list(PLANETS)
    match = Match("ptolemaeus", 2, seed=1, bonus_deck="B", position={
        "to_move": 0, "studied": {1: planets}, "bonus": {1: ["nova_luna", "nova_luna", "nova_constellatio"]},
        "bonus_deck": ["nova_constellatio"] * 6,
    })  # fmt: skip
    for seed in range(30):
        states = guess(match, 0, seed)
        assert int(states[0]["bonus"][1]) >> 44 & 15 <= 1
        assert engine.broken(states) == 0


@pytest.mark.parametrize(
    ("players", "iupiter"),
    [(1, "random"), (2, "random"), (2, "choose"), (3, "random"), (3, "choose"), (4, "random"), (4, "choose")],
)
def test_guesses_keep_all_that_is_seen(players, iupiter):
    choose = random.Random(players)
    for seed in range(3):
        match = Match("ptolemaeus", players, seed=seed, iupiter=iupiter, bonus_deck="B")
        while not match.over:
            match.act(choose.choice(match.position.legal()))
            if choose.random() < 0.2:
                for seat in range(players):
                    states = guess(match, seat, seed)
                    assert GAME.views.view(states, seat) == match.view(seat)
                    seen, kept = (
                        engine.observe(s, seat, GAME.observation_length)
                        for s in (match.position.states, states)
                    )
                    assert np.array_equal(seen, kept)
                    assert engine.broken(states) == 0


def test_a_view_is_plain_data_and_names_no_hidden_card():
    match = Match("ptolemaeus", 2, seed=1, position={"hands": {1: ["pisces", "pisces"]}, "top": ["scorpius"]})
    view = msgspec.json.decode(msgspec.json.encode(match.view(0)), type=GAME.view_type)
    assert view.seats[1].hand is None
    assert view.seats[1].hand_size == 2
    assert isinstance(view.deck, int)
    assert set(view.display) <= {*FACES, None}
