"""Ptolemaeus: policy and value make sense."""

from __future__ import annotations

from policy_and_value import policy_by_notation, values_of

from parapegma import Match


def test_the_token_that_completes_a_study_is_weighed_above_all_else():
    match = Match("ptolemaeus", 2, seed=1, position={
        "to_move": 0, "hands": {0: ["sagittarius", "libra"]}, "tokens": {0: {"sagittarius": 2}},
    })  # fmt: skip
    weights = policy_by_notation(match)
    study = weights.pop("observe sagittarius")
    assert study > sum(weights.values())


def test_a_study_that_can_be_made_is_weighed_above_ending_the_turn():
    match = Match("ptolemaeus", 2, seed=1, position={
        "to_move": 0, "phase": "after", "tokens": {0: {"sagittarius": 2, "leo": 1, "aries": 1}},
    })  # fmt: skip
    weights = policy_by_notation(match)
    assert weights["study mars"] > 100 * weights["end"]


def test_a_sign_is_rather_paid_with_its_own_card_than_with_a_joker():
    match = Match("ptolemaeus", 2, seed=1, position={
        "to_move": 0, "hands": {0: ["sagittarius", "joker"]},
    })  # fmt: skip
    match.act("observe sagittarius")
    weights = policy_by_notation(match)
    assert weights["pay sagittarius"] > weights["pay joker"]


def test_two_tokens_where_a_planet_waits_are_worth_more_than_where_none_does():
    waits, empty = (
        values_of(Match("ptolemaeus", 2, seed=1, position={"to_move": 0, "tokens": {0: {sign: 2}}}))[0]
        for sign in ("sagittarius", "leo")
    )
    assert waits > empty


def test_cards_picked_for_a_payment_are_not_a_loss_before_the_token_lies():
    match = Match("ptolemaeus", 2, seed=1, position={
        "to_move": 0, "hands": {0: ["aries", "leo", "joker"]}, "tokens": {0: {"sagittarius": 1}},
    })  # fmt: skip
    before = values_of(match)[0]
    match.act("observe sagittarius")
    assert values_of(match)[0] >= before
    match.act("pay aries")
    assert values_of(match)[0] >= before


def test_a_card_or_token_still_owed_counts_against_its_owner():
    for kind in ("maleficus_mars", "maleficus_saturnus"):
        match = Match("ptolemaeus", 2, seed=1, position={
            "to_move": 0, "bonus": {0: [kind]}, "hands": {1: ["leo", "virgo"]},
            "tokens": {1: {"leo": 1, "virgo": 1}},
        })  # fmt: skip
        before = values_of(match)[1]
        match.act(f"play {kind}")
        assert match.actor == 1
        assert values_of(match)[1] < before
