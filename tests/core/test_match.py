"""A match: asking, acting, taking back, keeping and showing."""

from __future__ import annotations

import json
import random

import pytest

from parapegma import Match, all_games
from parapegma.core.compiled.arrays import state_bytes
from parapegma.errors import IllegalAction


def played(decisions=20, **arguments):
    match = Match("ophiuchus", **{"players": 2, "seed": 7, **arguments})
    choose = random.Random(3)
    while not match.over and len(match.decisions) < decisions:
        match.act(choose.choice(match.position.legal()))
    return match


def test_a_match_without_a_seed_is_dealt_at_random_and_can_be_dealt_again():
    one, two = Match("ophiuchus"), Match("ophiuchus")
    assert one.seed != two.seed
    assert state_bytes(Match("ophiuchus", seed=one.seed).states) == state_bytes(one.states)


def test_an_action_is_a_number_or_its_notation():
    one, two = Match("ophiuchus", seed=7), Match("ophiuchus", seed=7)
    action = one.legal_actions()[0]
    one.act(action.number)
    two.act(action.notation)
    assert state_bytes(one.states) == state_bytes(two.states)


def test_a_compound_notation_is_played_whole_or_not_at_all():
    match = Match("ophiuchus", seed=7)
    before = state_bytes(match.position.states)
    with pytest.raises(IllegalAction, match="NOT_ADJACENT"):
        match.act("lay T05 5,5 W")
    assert state_bytes(match.position.states) == before
    assert match.decisions == []
    match.act("lay T05 1,-1 W")
    assert match.decisions[-1].seat == 1
    assert match.actor == 0


def test_a_compound_with_a_direction_that_is_forced_otherwise_is_refused():
    match = Match(
        "ophiuchus",
        players=2,
        seed=1,
        position={"sky": ["T27@0,0E"], "hands": {0: ["T12", "T01", "T02"]}, "to_move": 0},
    )
    forced = match.copy()
    forced.act("take T12")
    lonely = next(
        square
        for square in forced.legal()
        if (trial := forced.copy()).act(square) is None and trial.decisions[-1].events
    )
    x_y = lonely.removeprefix("at ")
    accepted = []
    for facing in "ESWN":
        trial = match.copy()
        try:
            trial.act(f"lay T12 {x_y} {facing}")
            accepted.append(facing)
        except IllegalAction:
            assert state_bytes(trial.position.states) == state_bytes(match.position.states)
    assert len(accepted) == 1


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("take T06", "T06 is not in hand"),
        ("tak T05", "did you mean 'take T05'"),
        ("lay T05", "a placement is written"),
        ("token", "asked is a tile to take"),
        (9999, "there is no action 9999; actions are numbered 0 to 334"),
        (None, "a number or a notation"),
        (4.0, "a number or a notation"),
    ],
)
def test_a_refusal_says_what_is_wrong(action, words):
    with pytest.raises(IllegalAction, match=words):
        Match("ophiuchus", seed=7).act(action)


def test_a_seat_cannot_act_for_another():
    match = Match("ophiuchus", seed=7)
    with pytest.raises(IllegalAction, match="seat 1 that decides now, not seat 0"):
        match.act(match.legal()[0], seat=0)
    with pytest.raises(IllegalAction, match="no seat 5; seats are 0 to 1"):
        match.act(match.legal()[0], seat=5)


def test_undo_takes_decisions_back_one_by_one_or_several():
    match, states = Match("ophiuchus", seed=7), []
    choose = random.Random(1)
    for _ in range(12):
        states.append(state_bytes(match.position.states))
        match.act(choose.choice(match.position.legal()))
    match.undo()
    assert state_bytes(match.position.states) == states[11]
    match.undo(4)
    assert state_bytes(match.position.states) == states[7]
    assert len(match.decisions) == 7


@pytest.mark.parametrize("decisions", [0, -1, 21])
def test_more_cannot_be_taken_back_than_was_played(decisions):
    with pytest.raises(IllegalAction, match="cannot take back"):
        played(20).undo(decisions)


def test_a_finished_match_has_no_actor_and_accepts_nothing():
    match = played(10_000)
    assert match.over
    assert match.actor is None
    assert match.legal() == []
    with pytest.raises(IllegalAction, match="the game is over"):
        match.act(0)


def test_a_copy_goes_its_own_way():
    match = played(10)
    before = state_bytes(match.position.states)
    twin = match.copy()
    twin.act(twin.legal()[0])
    assert state_bytes(match.position.states) == before
    assert len(match.decisions) == 10


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_who_writes_into_a_view_spoils_it_for_nobody(game):
    match = Match(game, seed=3)
    before = json.dumps(match.view(0))
    _spoil(match.view(0))
    assert json.dumps(match.view(0)) == before


def _spoil(part):
    for name, inner in list(part.items() if isinstance(part, dict) else enumerate(part)):
        if isinstance(inner, dict | list):
            _spoil(inner)
        part[name] = "spoilt"


def test_views_are_plain_data_and_hide_other_hands():
    match = played(10)
    view = match.view(0)
    json.dumps(view)
    assert view["seats"][0]["hand"] is not None
    assert view["seats"][1]["hand"] is None
    assert match.view()["seats"][0]["hand"] is None
    with pytest.raises(IllegalAction, match="no seat 2"):
        match.view(2)


def test_the_log_tells_each_seat_only_what_it_may_know():
    match = played(10_000)
    drawn = [telling for telling in match.log(0) if telling.kind == "drew"]
    assert all((telling.data["tile"] is not None) == (telling.seat == 0) for telling in drawn)
    assert all(t.data["tile"] is None for t in match.log(None) if t.kind == "drew")


def test_a_match_prints_itself_in_a_terminal_and_in_a_notebook():
    match = played(10)
    assert "Firmament" in str(match)
    assert repr(match) == "<Match ophiuchus, 2 players, 10 decisions, seat 1 to decide>"
    assert match._repr_svg_().startswith("<svg")


def test_a_position_continues_as_a_match_of_its_own():
    match = played(14)
    twin = Match("ophiuchus", 2, seed=99, position=match.position.to_data())
    assert twin.legal() == match.legal()
    while not match.over:
        action = match.position.legal()[-1]
        match.act(action)
        twin.act(action)
    assert twin.scores == match.scores
    assert state_bytes(Match.replay(twin.record()).states) == state_bytes(twin.position.states)
