"""What people are shown of a rule is what the rules go by, held against the page."""

from __future__ import annotations

import itertools

import pytest

from parapegma import Match
from parapegma.core import engine
from parapegma.errors import IllegalAction
from parapegma.games.ulysses import position, view
from parapegma.games.ulysses.components import CARD_COUNTS, CARD_TYPES

FACTIONS = ("blue", "red", "black")


def leads(faction: str, blue: int, red: int, black: int) -> bool:
    """The table of UL-7.10."""
    return {
        "blue": blue >= red and blue >= black,
        "red": red > blue and red >= black,
        "black": black > blue and black > red,
    }[faction]


@pytest.mark.rules("UL-7.10", "UL-7.11")
def test_leader_and_least_are_those_of_the_page_for_every_balance():
    match = Match(
        "ulysses",
        3,
        seed=1,
        position={
            "ship": "lybien",
            "phase": "faction",
            "active": 0,
            "to_move": 1,
            "discs": {"blue": "dido", "red": "melita", "black": "zakynthos"},
            "cards_for": {"blue": "C1", "red": "C1", "black": "C1"},
            "hands": {1: "C9"},
        },
    )
    states = match.position.states.copy()
    for balance in itertools.product(range(6), repeat=3):
        states[0]["cards_for"] = balance
        shown, facts = view.view(states, 0).proposal, position.facts(states)
        assert leads(shown.leader, *balance)
        assert facts["leader"] == shown.leader
        for i, faction in enumerate(FACTIONS):
            more = [[cards + n * (at == i) for at, cards in enumerate(balance)] for n in range(1, 9)]
            enough = [n for n, tried in enumerate(more, start=1) if leads(faction, *tried)]
            assert getattr(shown.factions, faction).least == enough[0]
            assert facts["least"][faction] == enough[0]


def test_cards_that_a_viewer_cannot_see_are_those_of_deck_and_other_hands():
    match = Match(
        "ulysses",
        3,
        seed=1,
        position={
            "ship": "lybien",
            "phase": "faction",
            "active": 0,
            "to_move": 1,
            "discs": {"blue": "dido", "red": "melita"},
            "cards_for": {"blue": "C1 Z2", "red": "C4"},
            "hands": {0: "T2", 1: "C9", 2: "P1"},
            "discard": "W3",
        },
    )
    s = match.position.states[0]
    for seat in (None, 0, 1, 2):
        hands = [s["hand"][other] for other in range(3) if other != seat]
        unseen = sum(hands) + s["deck"]
        expected = {name: int(n) for name, n in zip(CARD_TYPES, unseen, strict=True) if n}
        assert match.view(seat).unseen == expected
    assert sum(match.view().unseen.values()) == sum(CARD_COUNTS) - 10


def test_the_score_shown_is_the_score():
    match = Match("ulysses", 3, seed=1, position={"hands": {0: "C1"}})
    own = match.position.to_data()["objectives"]
    match = Match(
        "ulysses", 3, seed=1, position={"objectives": own, "revealed": {1: own[1][:3], 2: own[2][:1]}}
    )
    assert [seat.score for seat in match.view().seats] == [0, 3, 1] == engine.scores(match.position.states)


@pytest.mark.parametrize(
    ("cost", "hand", "reason"),
    [
        ("escalating", "T2 C9", "it takes 3 temple cards"),
        ("escalating", "T3 C2", "it takes 3 temple cards and 3 others, and the hand has 5"),
        ("one_card", "C9", "it takes 1 temple cards"),
        ("one_card", "T1 C2", "it takes 1 temple cards and 3 others, and the hand has 3"),
    ],
)
@pytest.mark.rules("UL-4.14")
def test_who_cannot_build_is_told_the_price_at_this_table(cost, hand, reason):
    match = Match(
        "ulysses", 3, seed=1, temple_cost=cost, position={"active": 0, "temples": {0: 3}, "hands": {0: hand}}
    )
    with pytest.raises(IllegalAction, match=reason):
        match.act("build")
