"""What a seat may know in Ulysses, and what nobody must be able to infer."""

from __future__ import annotations

import random

import numpy as np
import pytest

from parapegma import Match
from parapegma.core import engine
from parapegma.core.compiled.rng import key_of_seed
from parapegma.games.ulysses.components import CARD_COUNTS
from parapegma.games.ulysses.state import CHALLENGE, TEMPLE, ZEUS
from parapegma.games.ulysses.types import Remembered


def at(players: int = 3, /, **position: object) -> Match:
    return Match("ulysses", players, seed=1, position={"active": 0, **position})


def guesses(match: Match, seat: int, n: int = 60):
    return [engine.determinize(match.position.states, seat, key_of_seed(i))[0] for i in range(n)]


def words(match: Match, seat: int | None) -> str:
    return "\n".join(entry.words for entry in match.log(seat))


def test_others_see_hand_sizes_and_colours_only():
    match = Match("ulysses", 4, seed=3)
    view = match.view(1)
    assert view.seats[0].hand is None
    assert [goal.place for goal in view.seats[0].objectives] == [None] * 4
    assert view.seats[0].objectives[0].colour == "purple"
    assert sum(view.seats[1].hand.values()) == view.seats[1].hand_size
    assert all(goal.place for goal in view.seats[1].objectives)


def test_only_the_drawer_is_told_what_he_draws():
    match = at(hands={0: "N1", 1: "C1", 2: "rest"}, deck="Z2", discard=0)
    match.act("pandora")
    assert "draws 2 Zeus" in words(match, 0)
    assert "draws 2 cards" in words(match, 1)
    assert "Zeus" not in words(match, None)


def test_only_the_owner_is_told_which_objective_changes_hands():
    match = at(hands={0: "C1", 1: "C1", 2: "C1"}, objectives={0: ["zypern", "olymp", "dido", "kirke"]})
    match.act("change 1 green")
    new = match.position.to_data()["objectives"][0][0]
    assert "puts Zypern under its pile" in words(match, 0)
    assert "puts a purple objective under its pile" in words(match, 1)
    assert "takes a green objective" in words(match, 1)
    assert new not in words(match, 1).lower()


def test_who_gave_a_card_up_can_follow_it():
    """Section 6: the card under the pile, and whoever takes it later."""
    match = at(
        hands={0: "C1", 1: "C1", 2: "C3"},
        objectives={
            0: ["zypern", "olymp", "dido", "kirke"],
            1: ["minotaurus", "lybien", "rhodos", "nereiden"],
            2: ["phoinike", "andromeda", "pharos", "medusa"],
        },
        piles={"purple": []},
    )
    match.act("change 1 green")
    assert Remembered(place="zypern", pile="purple", depth=1) in match.view(0).remembered
    assert match.view(1).remembered == []
    for guess in guesses(match, 0, 10):
        assert guess["pile"][0, 0] == match.position.states[0]["pile"][0, 0]
    before = match.position.to_data()
    taken = at(
        hands={0: "C1", 1: "C3", 2: "C3"},
        active=1,
        objectives=before["objectives"],
        piles=before["piles"],
        known=before["known"],
    )
    taken.act("change", 1)
    taken.act("give 2", 1)
    taken.act("take purple", 1)
    taken.act("pay challenge", 1)
    held = taken.position.to_data()["objectives"][1]
    assert "zypern" in held
    assert Remembered(place="zypern", holder=1, slot=held.index("zypern") + 1) in taken.view(0).remembered
    assert taken.view(2).remembered == []


def test_a_guess_gives_every_hidden_card_a_place():
    match = Match("ulysses", 5, seed=9)
    for guess in guesses(match, 2):
        total = guess["hand"].sum(axis=0) + guess["deck"] + guess["discard"]
        assert total.tolist() == list(CARD_COUNTS)
        assert guess["hand"][2].tolist() == match.position.states[0]["hand"][2].tolist()


def test_guesses_vary():
    match = Match("ulysses", 5, seed=9)
    found = guesses(match, 2)
    assert len({guess["hand"].tobytes() for guess in found}) == len(found)
    assert len({guess["objective"].tobytes() for guess in found}) == len(found)


@pytest.mark.rules("UL-3.3")
def test_after_a_reshuffle_the_deck_is_what_was_discarded():
    """All have seen the discard pile that became the deck (UL-3.3)."""
    match = Match(
        "ulysses",
        3,
        seed=1,
        position={
            "active": 2,
            "phase": "wind",
            "hands": {0: "C2", 1: "T3", 2: "rest"},
            "deck": 0,
            "discard": "C20 N3",
        },
    )
    match.act("no wind")
    assert match.position.to_data()["shuffled"] == "C20 N3"
    for guess in guesses(match, 1):
        drawn = np.array([20, 0, 0, 0, 0, 3]) - guess["deck"]
        assert (drawn >= 0).all()
        assert guess["deck"][5] <= 3
        assert guess["deck"].sum() == 20


@pytest.mark.parametrize("seat", [0, 2])
def test_who_supports_is_known_to_hold_what_is_due(seat):
    match = at(
        ship="lybien",
        phase="commit",
        to_move=1,
        discs={"blue": "dido", "red": "melita"},
        cards_for={"blue": "C4", "red": "C1"},
        factions={0: "blue", 1: "red"},
        faction="red",
        due=4,
        hands={0: "C1", 1: "C3 Z1 W2", 2: "W1"},
    )
    for guess in guesses(match, seat):
        assert guess["hand"][1][CHALLENGE] + guess["hand"][1][ZEUS] >= 4


def test_who_builds_is_known_to_hold_temple_cards():
    match = at(temples={0: 3}, hands={0: "T2 Z1 C6", 1: "W1", 2: "W1"})
    match.act("build")
    assert match.position.to_data()["phase"] == "pay temple"
    for guess in guesses(match, 1):
        assert guess["hand"][0][TEMPLE] + guess["hand"][0][ZEUS] >= 2


def test_promised_cards_leave_enough_for_a_deck_that_is_nearly_known():
    match = at(
        ship="lybien",
        phase="commit",
        to_move=1,
        discs={"blue": "dido", "red": "melita"},
        cards_for={"blue": "C4", "red": "C1"},
        factions={0: "blue", 1: "red"},
        faction="red",
        due=4,
        hands={0: "rest", 1: "Z4 W2", 2: "W1"},
        deck="C30",
        discard="C10",
        shuffled="C30 W2",
        drew={1: "W1", 2: "W1"},
        played={0: "C14", 1: "C1"},
    )
    for guess in guesses(match, 2):
        assert guess["deck"].tolist() == [30, 0, 0, 0, 0, 0] or guess["deck"].sum() == 30
        assert guess["hand"][1][CHALLENGE] + guess["hand"][1][ZEUS] >= 4
        assert engine.broken(np.array([guess])) == 0


def test_forced_answers_are_asked_unless_everybody_can_see_that_they_are_forced():
    """Agreeing, passing, stopping and doing without wind with other cards in hand (section 6)."""
    match = at(ship="lybien", hands={0: "T1", 1: "W1", 2: "C1 W1"})
    match.act("sail dido")
    assert match.actor == 1
    assert match.legal() == ["agree"]
    match.act("agree")
    match.act("oppose melita")
    match.act("add challenge")
    assert match.legal() == ["stop"]
    match.act("stop")
    assert match.actor == 0
    assert match.legal() == ["pass"]
    match.act("pass")
    assert match.actor == 1
    assert match.legal() == ["pass"]


def test_random_play_never_asks_what_everyone_sees_to_be_forced():
    """An empty hand is asked nothing but to end its action phase."""
    choose = random.Random(8)
    match = Match("ulysses", 5, seed=8, max_turns=40)
    while not match.over:
        view = match.view()
        if view.seats[match.actor].hand_size == 0:
            assert view.phase in ("action", "plague place", "propose")
        match.act(choose.choice(match.position.legal()))


def test_a_guess_fits_the_history_since_the_last_shuffle():
    """Nobody is given a card that he can neither have held at the last shuffle nor drawn since."""
    match = Match(
        "ulysses",
        4,
        seed=1,
        position={
            "active": 3,
            "phase": "wind",
            "hands": {0: "C2", 1: "T3 W1", 2: "C5 Z2", 3: "rest"},
            "deck": 0,
            "discard": "C20 N9",
        },
    )
    match.act("no wind")
    for guess in guesses(match, 1):
        held = guess["hand"] + guess["played"] - guess["drew"]
        assert (held >= 0).all()
        assert held[:4].sum(axis=0).tolist() == [30, 23, 23, 16, 11, 0]
        assert guess["drew"].sum(axis=1).tolist()[:4] == [1, 1, 1, 1]


@pytest.mark.rules("UL-8.1")
def test_nobody_is_guessed_to_hold_a_place_where_he_showed_nothing():
    """Who holds a place's card must show it (UL-8.1): so after a call nobody holds it unshown."""
    match = at(
        ship="lybien",
        hands={0: "C1", 1: "C1", 2: "C1"},
        objectives={
            0: ["zypern", "olymp", "sybille", "kirke"],
            1: ["minotaurus", "delphi", "sirenen", "atlantis"],
            2: ["rhodos", "ithaka", "skylla", "kalypso"],
        },
    )
    match.act("sail dido")
    match.act("agree", 1)
    match.act("agree", 2)
    assert match.position.to_data()["excluded"]["objectives"][1][2] == ["dido"]
    dido = 27
    for guess in guesses(match, 0):
        assert dido not in guess["objective"][1:3]
        assert dido in guess["pile"][2]


def test_what_a_card_cannot_be_goes_with_it_under_the_pile():
    match = at(
        ship="dido",
        hands={0: "C2", 1: "C1", 2: "C1"},
        objectives={0: ["zypern", "olymp", "sybille", "kirke"]},
        excluded={"objectives": {0: [[], [], ["dido", "melita"], []]}},
    )
    match.act("change 3 green")
    match.act("pay challenge")
    assert match.position.to_data()["excluded"]["piles"]["red"][-1] == ["melita", "dido"]
    assert match.position.to_data()["excluded"]["objectives"][0][2] == []
