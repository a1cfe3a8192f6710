"""Ulysses: policy and value make sense."""

from __future__ import annotations

from typing import Any

from policy_and_value import policy_by_notation, values_of

from parapegma import Match


def table(phase: str = "action", **given: Any) -> Match:
    """Three players; the ship is at Lybien, and the first player wants Dido, one step away."""
    objectives = {
        0: ["pharos", "kadmos", "dido", "massilia"],
        1: ["rhodos", "zakynthos", "sirenen", "kirke"],
        2: ["zypern", "olymp", "aiolos", "herakles"],
    }
    position = {"ship": "lybien", "active": 0, "objectives": objectives, "phase": phase, **given}
    return Match("ulysses", 3, seed=1, position=position)


def test_worth_does_not_depend_on_whose_decision_it_is():
    """Only what is open or guessed on the table counts, not who looks at it."""
    match = table("propose")
    before = values_of(match)
    for seat in range(3):
        match.position.states[0]["to_move"] = seat
        assert values_of(match) == before


def test_the_ship_heads_for_an_objective_next_to_it():
    weights = policy_by_notation(table("propose"))
    assert max(weights, key=weights.__getitem__) == "propose dido"
    assert weights["propose dido"] > 4 * weights["propose melita"]


def test_a_proposal_counts_as_far_as_it_leads():
    """The player who wants Dido is better off when it is proposed, long before the ship arrives."""
    match = table("propose")
    before = values_of(match)
    match.act("propose dido")
    assert values_of(match)[0] > before[0] + 20


def test_a_proposal_that_suits_is_agreed_to_and_one_that_does_not_is_opposed():
    for blue, weighed_more in (("dido", "agree"), ("medusa", "oppose")):
        match = table("declare", active=2, to_move=0, discs={"blue": blue}, hands={0: "C4"})
        weights = policy_by_notation(match)
        assert max(weights, key=weights.__getitem__) == weighed_more


def test_no_more_cards_are_added_than_need_be_and_zeus_is_spared():
    match = table("declare", active=2, to_move=0, discs={"blue": "medusa"}, hands={0: "C4 Z1"})
    match.act("oppose dido")
    weights = policy_by_notation(match)
    assert weights["add challenge"] > weights["add zeus"] > 0
    match.act("add challenge")
    weights = policy_by_notation(match)
    assert weights["stop"] > weights["add challenge"] > weights["add zeus"] > 0


def test_in_a_discussion_cards_are_played_for_a_better_place_only():
    discs = {"blue": "medusa", "red": "dido"}
    match = table(
        "faction", active=2, to_move=0, discs=discs, cards_for={"blue": "C1", "red": "C1"}, hands={0: "C3"}
    )
    weights = policy_by_notation(match)
    assert weights["support red"] > weights["pass"] > weights["support blue"]


def test_wind_is_used_when_the_next_step_is_worth_it():
    near = policy_by_notation(table("wind", hands={0: "W1 C1"}))
    assert near["wind"] > near["no wind"]
    shown = policy_by_notation(
        table("wind", hands={0: "W1 C1"}, revealed={0: ["dido", "pharos", "kadmos"]}, ship="zypern")
    )
    assert shown["wind"] < near["wind"]


def test_the_second_temple_is_built_at_once_and_a_seventh_is_not():
    for temples, built in ((1, True), (6, False)):
        weights = policy_by_notation(table(hands={0: "C9 T9"}, temples={0: temples}))
        assert (weights["build"] > weights["end"]) is built


def test_cards_of_little_use_are_paid_first():
    match = table(hands={0: "C2 T1 P1 Z1"})
    match.act("build")
    weights = policy_by_notation(match)
    assert weights["pay plague"] > weights["pay challenge"] > weights["pay zeus"] > 0


def test_a_temple_that_is_half_paid_is_no_loss():
    match = table(hands={0: "C2 T1 P1 Z1"})
    before = values_of(match)[0]
    match.act("build")
    assert values_of(match)[0] > before


def test_weights_can_be_changed_by_name_for_one_player():
    match = table("propose")
    assert (
        policy_by_notation(match, steep=40)["propose melita"]
        > policy_by_notation(match, steep=4)["propose melita"]
    )
