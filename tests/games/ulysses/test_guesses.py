"""Guesses at hidden cards when little room is left for them: each must be a world that can be."""

from __future__ import annotations

import numpy as np
import pytest

from parapegma import Match
from parapegma.core import engine
from parapegma.core.compiled.arrays import States
from parapegma.core.compiled.rng import key_of_seed
from parapegma.errors import PositionError
from parapegma.games.ulysses.components import CARD_COUNTS, INDEX_IN_COLOUR, PLACES_OF_COLOUR
from parapegma.games.ulysses.state import CHALLENGE, TYPES, ZEUS

NEARLY_KNOWN = {
    "active": 0,
    "ship": "lybien",
    "phase": "commit",
    "to_move": 2,
    "discs": {"blue": "dido", "red": "melita"},
    "cards_for": {"blue": "C9 Z1", "red": "C8 Z2"},
    "faction": "blue",
    "hands": {
        0: "C2 T6 W7 P4 N1",
        1: "C1 T4 W6 P3 N1",
        2: "T4 W2 P2 N1",
        3: "T1 W4 N2",
        4: "T2 W2 P6 N1",
    },
    "deck": "C30 T6 W2 P1 Z8 N3",
    "discard": "",
    "shuffled": "C39 T8 W3 P1 Z11 N4",
    "drew": {0: "C2", 1: "C3 Z1", 2: "C2 Z1", 3: "C1 T1 W1", 4: "C1 T1 Z1 N1"},
    "played": {1: "C3 Z1", 2: "C8 Z1", 3: "C1", 4: "C5 Z1"},
}
"""Hardly any challenge card was in the hands at the last shuffle, and many have been played since."""


def can_be(guess: States, truth: States) -> bool:
    """Whether a guess breaks no invariant, leaves a choice and keeps what everybody has seen."""
    s, true = guess[0], truth[0]
    held = s["hand"].astype(int) + s["played"] - s["drew"]
    return (
        engine.broken(guess) == 0
        and bool((held >= 0).all())
        and bool(engine.legal(guess))
        and s["hand"].sum(axis=1).tolist() == true["hand_n"].tolist()
        and s["drew"].sum(axis=1).tolist() == true["drew"].sum(axis=1).tolist()
        and s["played"].tolist() == true["played"].tolist()
    )


@pytest.mark.parametrize("seat", range(5))
def test_guesses_and_guesses_from_guesses_can_be_when_nearly_all_is_known(seat):
    match = Match("ulysses", 5, seed=1, position=NEARLY_KNOWN)
    for n in range(150):
        guess = engine.determinize(match.position.states, seat, key_of_seed(n))
        assert can_be(guess, match.position.states)
        for other in range(5):
            assert can_be(engine.determinize(guess, other, key_of_seed(other)), match.position.states)


def test_guesses_vary_also_when_nearly_all_is_known():
    match = Match("ulysses", 5, seed=1, position=NEARLY_KNOWN)
    found = [engine.determinize(match.position.states, 4, key_of_seed(n))[0] for n in range(60)]
    assert len({guess["hand"].tobytes() for guess in found}) > 50
    assert len({guess["drew"].tobytes() for guess in found}) > 25


def discussion(players: int) -> States:
    """Seat 1 is adding cards for red."""
    position = {
        "active": 0,
        "ship": "lybien",
        "phase": "commit",
        "to_move": 1,
        "discs": {"blue": "dido", "red": "melita"},
        "factions": {0: "blue", 1: "red"},
        "faction": "red",
        "due": 1,
    }
    return Match("ulysses", players, seed=1, position=position).position.states


def random_history(states: States, chance: np.random.Generator) -> States:
    """Cards held at a last shuffle, drawn and played since, mostly nearly all of them."""
    states = states.copy()
    s = states[0]
    players = int(s["players"])
    order = np.repeat(np.arange(TYPES), CARD_COUNTS) * chance.choice([0.0, 1.0]) + chance.random(len(CARDS))
    cards = CARDS[np.argsort(order, kind="stable")]
    old, fresh = np.split(cards, [chance.integers(0, 110)])
    fresh = chance.permutation(fresh)
    held, drawn = np.zeros((5, TYPES), int), np.zeros((5, TYPES), int)
    np.add.at(held, (chance.integers(0, players, len(old)), old), 1)
    taken = fresh[: chance.integers(0, len(fresh) + 1)]
    greed = chance.dirichlet(np.full(players, 0.6))
    np.add.at(drawn, (chance.choice(players, len(taken), p=greed), taken), 1)
    played = chance.binomial(held + drawn, chance.choice([0.3, 0.8, 0.95, 1.0]))
    gone = played.sum(axis=0)
    s["hand"], s["drew"], s["played"] = held + drawn - played, drawn, played
    s["hand_n"] = s["hand"].sum(axis=1)
    s["shuffled"] = np.bincount(fresh, minlength=TYPES)
    s["deck"] = s["shuffled"] - drawn.sum(axis=0)
    s["deck_n"] = s["deck"].sum()
    strength = int(s["hand"][1][CHALLENGE] + s["hand"][1][ZEUS])
    due = strength if chance.random() < 0.5 else int(chance.integers(0, strength + 1))
    s["due"] = due = min(due, int(gone[CHALLENGE] + gone[ZEUS]) + 1)
    # Red lacks as many cards as are due (UL-7.10); where none is, it leads.
    lie = due - 1 if due else min(int(gone[CHALLENGE] + gone[ZEUS]), int(chance.integers(1, 6)))
    zeus = int(chance.integers(max(0, lie - int(gone[CHALLENGE])), min(lie, int(gone[ZEUS])) + 1))
    s["cards_for"], s["zeus_for"] = ([lie, 0, 0], [zeus, 0, 0]) if due else ([0, lie, 0], [0, zeus, 0])
    s["discard"] = gone - [lie - zeus, 0, 0, 0, zeus, 0]
    s["discard_n"] = s["discard"].sum()
    return states


CARDS = np.repeat(np.arange(TYPES), CARD_COUNTS)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_whatever_has_been_held_drawn_and_played_a_guess_can_be(players):
    chance = np.random.default_rng(players)
    tried = 0
    start = discussion(players)
    for n in range(250):
        states = random_history(start, chance)
        if engine.broken(states) or not engine.legal(states):
            continue  # nobody had a strength card to play for red, or seat 1 has nothing to add
        tried += 1
        for seat in range(players):
            guess = engine.determinize(states, seat, key_of_seed(n))
            assert can_be(guess, states)
            second = engine.determinize(guess, (seat + n) % players, key_of_seed(n + 1))
            assert can_be(second, states)
            strength = second[0]["hand"][1][CHALLENGE] + second[0]["hand"][1][ZEUS]
            assert strength >= states[0]["due"]
    assert tried > 100


def test_a_guess_does_not_depend_on_the_guess_it_is_made_from():
    chance = np.random.default_rng(7)
    start = discussion(4)
    for n in range(50):
        states = random_history(start, chance)
        if engine.broken(states):
            continue
        one, two = (engine.determinize(states, 2, key_of_seed(key)) for key in (n, n + 1))
        again = engine.determinize(two, 2, key_of_seed(n))
        for field in ("hand", "drew", "deck", "objective", "pile", "counter"):
            assert np.array_equal(again[field], one[field])


def test_a_position_in_which_someone_drew_what_he_never_had_is_refused():
    with pytest.raises(PositionError, match="drawn and played since"):
        Match(
            "ulysses",
            3,
            seed=1,
            position={
                "hands": {0: "C2", 1: "T2", 2: "rest"},
                "deck": "C8",
                "discard": "",
                "shuffled": "C8 W2",
                "drew": {1: "W2"},
                "played": {},
            },
        )


def random_exclusions(states: States, chance: np.random.Generator, open_cards: int) -> States:
    """Every hidden card can be its own place and a few others of its colour."""
    states = states.copy()
    s = states[0]

    def cannot_be(place: int, colour: int) -> int:
        size = int(PLACES_OF_COLOUR[colour])
        able = {int(INDEX_IN_COLOUR[place]), *chance.integers(0, size, open_cards).tolist()}
        return sum(1 << i for i in range(size) if i not in able)

    for seat in range(int(s["players"])):
        for colour in range(4):
            s["objective_not"][seat][colour] = cannot_be(int(s["objective"][seat][colour]), colour)
    for colour in range(4):
        for i in range(int(s["pile_n"][colour])):
            s["pile_not"][colour][i] = cannot_be(int(s["pile"][colour][i]), colour)
    return states


@pytest.mark.parametrize("open_cards", [1, 2, 3, 4])
@pytest.mark.rules("UL-8.1")
def test_no_objective_is_guessed_to_be_a_place_it_cannot_be(open_cards):
    """However many of the ship's calls have narrowed the cards down (UL-8.1)."""
    chance = np.random.default_rng(open_cards)
    for n in range(100):
        states = random_exclusions(Match("ulysses", 5, seed=n).position.states, chance, open_cards)
        assert engine.broken(states) == 0
        for seat in range(5):
            guess = engine.determinize(states, seat, key_of_seed(n))
            assert engine.broken(guess) == 0
            assert engine.broken(engine.determinize(guess, (seat + 1) % 5, key_of_seed(n))) == 0
