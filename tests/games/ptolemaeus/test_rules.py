"""Rules that scenarios cannot say."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from parapegma import Match
from parapegma.cli.account import result
from parapegma.core import engine
from parapegma.core.compiled.arrays import as_argument
from parapegma.core.compiled.rng import key_of_seed
from parapegma.errors import IllegalAction, OptionError, PositionError
from parapegma.games.ptolemaeus import GAME
from parapegma.games.ptolemaeus.components import ECLIPSIS, EVENT_NAMES, FACES, HAND_AT_START, N_EVENTS, SIGNS
from parapegma.games.ptolemaeus.rules.setup import first_event_at
from parapegma.games.ptolemaeus.rules.steps.payment import can_pay
from parapegma.games.ptolemaeus.state import BEFORE


def ways_to_pay(sign, hand):
    """All payments for one sign, straight from the rules (PT-5.1 to PT-5.6), as sorted faces."""
    colour = sign % 4
    ways = set()
    if sign in hand:
        ways.add((sign,))
    if 12 in hand:
        ways.add((12,))
    for pair in itertools.combinations(hand, 2):
        if all(card != 12 and card % 4 == colour and card != sign for card in pair):
            ways.add(tuple(sorted(pair)))
    for triple in itertools.combinations(hand, 3):
        if 12 not in triple and len({card % 4 for card in triple}) == 1 and triple[0] % 4 != colour:
            ways.add(tuple(sorted(triple)))
    return ways


def payable(signs, hand):
    """Whether signs can be paid together, by trying every way."""
    if not signs:
        return True
    for way in ways_to_pay(signs[0], hand):
        rest = list(hand)
        for card in way:
            rest.remove(card)
        if payable(signs[1:], rest):
            return True
    return False


@pytest.mark.rules("PT-5.7", "PT-5.10")
def test_payments_agree_with_trying_every_way():
    choose = random.Random(11)
    for _ in range(400):
        hand = [choose.choice([*range(12), 12]) for _ in range(choose.randint(0, 7))]
        if max((hand.count(card) for card in hand), default=0) > 5:
            continue
        base = choose.randrange(12)
        signs = choose.choice(
            [
                [base],
                [base, base],
                [base % 6, base % 6 + 6],
                [base % 4, base % 4 + 4, base % 4 + 8],
                sorted([base, (base + 3) % 12]),
            ]
        )
        pack = sum(1 << 4 * card for card in hand)
        x, y, z = (*signs, -1, -1)[:3]
        assert bool(can_pay(pack, x, y, z)) == payable(signs, hand), (hand, signs)


@pytest.mark.rules("PT-5.6")
def test_the_payments_offered_are_exactly_the_ways_to_pay():
    """PT-5.6: card by card, every way can be picked and nothing else."""
    choose = random.Random(12)
    mars = SIGNS.index("sagittarius")
    for _ in range(60):
        cards = [choose.choice([*range(12), 12]) for _ in range(choose.randint(1, 7))]
        if max(cards.count(card) for card in cards) > 5 or not ways_to_pay(mars, cards):
            continue
        found = set()
        start = Match(
            "ptolemaeus", 2, seed=1, position={"to_move": 0, "hands": {0: [FACES[c] for c in cards]}}
        )
        start.act("observe sagittarius")
        open_ends = [start]
        while open_ends:
            match = open_ends.pop()
            if match.position.to_data()["phase"] != "pay":
                found.add(tuple(sorted(FACES.index(c) for c in match.position.to_data()["discards"])))
                continue
            for notation in match.legal():
                branch = match.copy()
                branch.act(notation)
                open_ends.append(branch)
        assert found == ways_to_pay(mars, cards), cards


@pytest.mark.rules("PT-2.10")
def test_v19_eclipsis_is_never_the_first_event():
    states = engine.deal(GAME.state, GAME.encode(2, GAME.check(2, {})[1]), key_of_seed(1))
    s = states[0]
    s["event_deck"] = [card for card in range(N_EVENTS) if card not in (ECLIPSIS, 4)] + [4, ECLIPSIS]
    first_event_at(as_argument(states), N_EVENTS)
    assert EVENT_NAMES[states[0]["event_card"]] == "E05"
    assert states[0]["event_deck_n"] == 12
    assert ECLIPSIS in states[0]["event_deck"][:12]
    assert states[0]["event_used"] == 0
    assert states[0]["phase"] == BEFORE
    assert list(states[0]["hand_n"][:2]) == [HAND_AT_START] * 2
    for seed in range(40):
        states = engine.deal(GAME.state, GAME.encode(2, GAME.check(2, {})[1]), key_of_seed(seed))
        assert states[0]["event_card"] != ECLIPSIS


@pytest.mark.rules("PT-2.11")
def test_seats_begin_at_random():
    assert {Match("ptolemaeus", 3, seed=seed).actor for seed in range(20)} == {0, 1, 2}


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (1, {"iupiter": "choose"}, "Umbra has no hand"),
        (1, {"tie": "last_in_turn_order"}, "a tie is a draw"),
        (2, {"solo_level": "magister"}, "belongs to the game for one"),
        (2, {"first_player": "2"}, "there is no seat 2"),
        (2, {"first_player": 2}, "there is no seat 2"),
        (2, {"bonus_deck": "16,9,0,0,0,0,0,0,0,0,0,0"}, "16 of nova_luna, but at most 15"),
        (2, {"bonus_deck": "\u00b2,2,2,2,2,2,2,2,2,2,2,3"}, "it must be A or B or 12 counts"),
        (2, {"bonus_deck": "C"}, "it must be A or B or 12 counts"),
        (2, {"bonus_deck": "2,2,2,2,2,2,2,2,2,2,2,4"}, "add up to 26"),
        (5, {}, "1 to 4 players"),
    ],
)
def test_options_that_do_not_go_together_are_refused(players, options, message):
    with pytest.raises(OptionError, match=message):
        Match("ptolemaeus", players, **options)


def test_own_counts_of_bonus_cards():
    """PT-17"""
    match = Match("ptolemaeus", 2, seed=1, bonus_deck="0,0,0,0,0,0,0,3,3,3,3,13")
    assert match.position.to_data()["bonus_deck"].count("nova_constellatio") == 13


@pytest.mark.rules("PT-16.1")
def test_umbra_is_never_first_in_the_first_round():
    assert {Match("ptolemaeus", 1, seed=seed).actor for seed in range(10)} == {0}


@pytest.mark.parametrize(
    ("notation", "number"),
    [
        ("draw", 0), ("take joker", 13), ("observe aries", 14), ("conjunction pisces", 37),
        ("opposition libra-aries", 38), ("trine red", 44), ("trine sagittarius-aries-leo", 44),
        ("square pisces-gemini", 59), ("square Gemini-Pisces", 59), ("pay joker", 72), ("study luna", 85),
        ("seat 1", 92), ("discard aries", 95), ("play nova_luna", 108), ("play signum_aquae", 118),
        ("exchange", 119), ("stop", 120), ("end", 121), ("pass", 122),
    ],
)  # fmt: skip
def test_notation_names_the_numbers_of_the_rule_page(notation, number):
    match = Match("ptolemaeus", 2, seed=1, first_player="0")
    assert GAME.actions.parse(match.position.states, notation) == number
    described = GAME.actions.describe(match.position.states, number)
    assert GAME.actions.parse(match.position.states, described.notation) == number


@pytest.mark.parametrize(
    "text", ["observe lion", "square aries-leo", "seat 0", "seat 7", "place leo", "fly", "play x"]
)
def test_a_notation_that_is_not_understood_is_refused(text):
    match = Match("ptolemaeus", 2, seed=1, first_player="0")
    with pytest.raises(IllegalAction):
        match.act(text)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"hands": {0: ["leo"] * 6}}, "there are not so many cards leo"),
        ({"hands": {0: ["lion"]}}, "there is no 'lion'"),
        ({"planets": {"sun": "leo"}}, "there is no 'sun'"),
        ({"comet": {"at": "aries", "start": "leo", "steps": 3}}, "the Comet is as many steps"),
        ({"deck": [], "top": ["leo"]}, "top is for a deck that is not named"),
        ({"phase": "running"}, "choose from before"),
        ({"phase": "over"}, "ended must be given"),
        ({"phase": "pay"}, "there is nothing to choose"),
        ({"objectives": {0: "O1", 1: "O1"}}, "objective cards differ"),
        ({"reserve": {0: 3}}, "has 10 left, not 3"),
        ({"knowledge": {0: {1: {"known": ["leo"] * 5}}}}, "what a seat knows"),
        ({"phase": "after", "acted": False}, "acted must be true"),
        ({"tokes": {}}, "a position has no part 'tokes'"),
    ],
)
def test_a_position_that_cannot_be_is_refused(position, message):
    with pytest.raises(PositionError, match=message):
        Match("ptolemaeus", 2, seed=1, position=position)


def test_the_observation_is_written_whole():
    match = Match("ptolemaeus", 4, seed=1)
    out = engine.observe(match.position.states, 2, GAME.observation_length)
    assert out.dtype == np.int16
    assert out[0] == 4


def observed(match, seat=0):
    return engine.observe(match.position.states, seat, GAME.observation_length)


def test_the_sign_of_a_replaced_token_is_seen():
    tokens = {seat: {"leo": 1, "virgo": 1} for seat in (1, 2)}
    position = {"to_move": 0, "bonus": {0: ["nova_luna"]}, "tokens": tokens}
    matches = {sign: Match("ptolemaeus", 3, seed=1, position=position) for sign in ("leo", "virgo")}
    for sign, match in matches.items():
        match.act("play nova_luna")
        match.act(f"replace {sign}")
        assert match.view(1).under_way.placing == sign
    assert not np.array_equal(observed(matches["leo"]), observed(matches["virgo"]))


def test_the_planet_of_a_study_is_seen():
    tokens = {"cancer": 2, "aries": 1, "leo": 1, "virgo": 1}
    matches = {}
    for planet in ("sol", "mercurius"):
        match = Match("ptolemaeus", 2, seed=1, position={
            "to_move": 0, "phase": "after", "tokens": {0: tokens},
        })  # fmt: skip
        match.act(f"study {planet}")
        assert match.view(1).under_way.study_planet == planet
        matches[planet] = match
    assert not np.array_equal(observed(matches["sol"]), observed(matches["mercurius"]))


@pytest.mark.parametrize(
    ("umbra", "own", "words"),
    [
        (["luna", "sol"], [], "lost against Umbra, Spectator"),
        ([], ["luna", "mercurius", "venus", "sol", "mars", "iupiter"], "won against Umbra, Astronomus"),
        ([], [], "a draw with Umbra, Spectator"),
    ],
)
@pytest.mark.rules("PT-16.10", "PT-16.11")
def test_the_result_against_umbra_and_the_rank_are_told_and_shown(umbra, own, words):
    match = Match("ptolemaeus", 1, seed=1, position={
        "to_move": 0, "first": 1, "lap": 3, "comet": {"at": "pisces", "start": "aries", "steps": 11},
        "event_card": "E01", "studied": {0: own, 1: umbra}, "objectives": {0: "O3"},
    })  # fmt: skip
    match.act("draw")
    match.act("draw")
    assert match.view(0).outcome == words
    assert words in match.log(0)[-1].words
    assert words in " ".join(str(match).split())
    assert "will move" not in str(match)
    assert words in match._repr_svg_()
    assert result(match) == f"[bold]The game is over: {match.scores[0]} points, {words}.[/bold]"
