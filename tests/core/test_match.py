"""A match: asking, acting, taking back, keeping and showing."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import numpy as np
import pytest

from parapegma import Match, all_games
from parapegma.core.match import Decision
from parapegma.errors import IllegalAction, PositionError, RecordError


def played(decisions=20, **arguments):
    match = Match("ophiuchus", **{"players": 2, "seed": 7, **arguments})
    choose = random.Random(3)
    while not match.over and len(match.decisions) < decisions:
        match.act(choose.choice(match.position.legal()))
    return match


def test_a_match_without_a_seed_is_dealt_at_random_and_can_be_dealt_again():
    one, two = Match("ophiuchus"), Match("ophiuchus")
    assert one.seed != two.seed
    assert Match("ophiuchus", seed=one.seed).position == one.position


def test_an_action_is_a_number_or_its_notation():
    one, two = Match("ophiuchus", seed=7), Match("ophiuchus", seed=7)
    action = one.legal_actions()[0]
    one.act(action.number)
    two.act(action.notation)
    assert one.position == two.position


def test_a_compound_notation_is_played_whole_or_not_at_all():
    match = Match("ophiuchus", seed=7)
    before = match.position.copy()
    with pytest.raises(IllegalAction, match="NOT_ADJACENT"):
        match.act("lay T05 5,5 W")
    assert match.position == before
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
    # Where only one direction is left, the tile is laid without asking: something happens at once.
    lonely = next(square for square in forced.legal() if forced.copy().act(square))
    x_y = lonely.removeprefix("at ")
    accepted = []
    for facing in "ESWN":
        trial = match.copy()
        try:
            trial.act(f"lay T12 {x_y} {facing}")
            accepted.append(facing)
        except IllegalAction:
            assert trial.position == match.position
    assert len(accepted) == 1


def test_a_compound_that_goes_on_after_the_turn_or_the_game_says_which_it_is():
    match = Match(
        "ulysses",
        players=3,
        seed=1,
        position={
            "active": 0,
            "ship": "lybien",
            "hands": {0: "W5", 1: "C2", 2: "C1"},
            "objectives": {2: ["zypern", "zakynthos", "dido", "kirke"]},
            "revealed": {2: ["zypern", "dido", "kirke"]},
        },
    )
    match.act("sail melita")
    on_turn = match.copy()
    on_turn.act("oppose zakynthos")
    with pytest.raises(IllegalAction, match=r"^'add challenge' does not follow: the turn has passed on$"):
        on_turn.act("add challenge stop challenge")
    for action in ("agree", "oppose zakynthos", "pass", "support red"):
        match.act(action)
    with pytest.raises(IllegalAction, match=r"^'add challenge' does not follow: the game is over$"):
        match.act("add challenge stop challenge")
    match.act("add challenge stop")
    assert match.over


@pytest.mark.parametrize("number", [np.int64(4), np.uint8(4), np.int16(4)])
def test_whole_numbers_of_numpy_are_numbers(number):
    match = Match("ophiuchus", players=2, seed=7)
    seat: Any = np.int64(1)
    match.act(number, seat)
    assert match.decisions[0] == Decision(seat=1, action=4, notation="take T05", events=())
    assert type(match.decisions[0].action) is int
    assert type(match.position.view(seat).seat) is int


@pytest.mark.parametrize("truth", [True, np.True_])
def test_a_truth_value_is_no_number(truth):
    match = played(4)
    for refused in (match.act, match.undo, match.rewind, match.decision, match.log_of):
        with pytest.raises(IllegalAction):
            refused(truth)
    with pytest.raises(PositionError, match="how many decisions led to the position"):
        Match.resume(match.position, truth)
    assert len(match) == 4


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
    match, positions = Match("ophiuchus", seed=7), []
    choose = random.Random(1)
    for _ in range(12):
        positions.append(match.position.copy())
        match.act(choose.choice(match.position.legal()))
    match.undo()
    assert match.position == positions[11]
    match.undo(4)
    assert match.position == positions[7]
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
    before = match.position.copy()
    twin = match.copy()
    twin.act(twin.legal()[0])
    assert match.position == before
    assert len(match.decisions) == 10


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_who_writes_into_a_view_spoils_it_for_nobody(game):
    match = Match(game, seed=3)
    before = msgspec.json.encode(match.view(0))
    _spoil(match.view(0))
    assert msgspec.json.encode(match.view(0)) == before
    assert msgspec.json.encode(match.position.view(0)) == before


def _spoil(part):
    """Empty every list and table, however deep it lies."""
    if isinstance(part, msgspec.Struct):
        parts = [getattr(part, name) for name in part.__struct_fields__]
    else:
        parts = list(part.values()) if isinstance(part, dict) else list(part)
    for inner in parts:
        if isinstance(inner, dict | list | tuple | msgspec.Struct):
            _spoil(inner)
    if isinstance(part, dict | list):
        part.clear()


def test_views_hide_other_hands():
    match = played(10)
    assert match.view(0).seats[0].hand is not None
    assert match.view(0).seats[1].hand is None
    assert match.view().seats[0].hand is None
    with pytest.raises(IllegalAction, match="no seat 2"):
        match.view(2)


def test_the_log_tells_each_seat_only_what_it_may_know():
    match = played(10_000)
    drawn = [entry for entry in match.log(0) if entry.kind == "drew"]
    assert {entry.seat for entry in drawn} == {0, 1}
    assert all((entry.tile is not None) == (entry.seat == 0) for entry in drawn)
    assert all(entry.tile is None for entry in match.log(None) if entry.kind == "drew")


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
    assert Match.replay(twin.record()).position == twin.position


def test_acting_tells_the_actor_what_happened():
    match = Match("ophiuchus", players=2, seed=7)
    assert match.act("take T05") == []
    entries = match.act("at 1,-1") + match.act("facing W")
    assert [entry.words for entry in entries] == ["lays T05 1,-1 W", "draws T12"]
    assert [entry.words for entry in match.log_of(3)] == ["lays T05 1,-1 W", "draws a tile"]
    assert match.log_of(3, 1) == entries


def test_a_compound_that_is_refused_leaves_undo_as_it_was():
    match = Match("ophiuchus", seed=7)
    match.act("take T05")
    with pytest.raises(IllegalAction):
        match.act("at 5,5")
    match.undo()
    assert match.position == Match("ophiuchus", seed=7).position


def test_undo_of_a_copy_leaves_the_original():
    match = played(10)
    twin = match.copy()
    twin.undo()
    twin.act(twin.position.legal()[0])
    match.undo()
    assert match.position == played(9).position


def test_rewinding_goes_to_any_decision_and_no_further():
    match = played(20)
    match.rewind(7)
    assert match.position == played(7).position
    assert len(match) == 7
    match.rewind(0)
    assert match.position == match.base
    for beyond in (1, -1):
        with pytest.raises(
            IllegalAction, match=f"there is no decision {beyond} to go back to; this match has 0 to 0"
        ):
            match.rewind(beyond)


def test_the_log_has_one_part_for_the_deal_and_one_for_each_decision():
    match = played(12)
    parts = [entry for n in range(13) for entry in match.log_of(n, 1)]
    assert parts == match.log(1)
    with pytest.raises(IllegalAction, match="there is no decision 13; this match has 1 to 12"):
        match.log_of(13)
    with pytest.raises(IllegalAction, match="there is no decision 0; this match has 1 to 12"):
        match.decision(0)


def test_a_match_goes_on_from_a_position():
    match = played(9)
    again = Match.resume(match.position, len(match))
    assert (len(again), again.decisions, again.seed) == (9, [], None)
    assert again.options == match.options
    for _ in range(4):
        action = match.position.legal()[0]
        assert again.act(action) == match.act(action)
    assert again.position == match.position
    assert again.decisions == match.decisions[9:]
    assert again.decision(10) == match.decision(10)
    assert again.log(0) == [entry for n in range(10, 14) for entry in match.log_of(n, 0)]


def test_a_resumed_match_leaves_the_position_it_began_with():
    position = played(9).position
    before = position.copy()
    Match.resume(position, 9).act(position.legal()[0])
    assert position == before


@pytest.mark.parametrize("decisions", [-1, [], "3"])
def test_a_match_is_resumed_after_a_number_of_decisions(decisions):
    with pytest.raises(PositionError, match="decisions is how many decisions led to the position"):
        Match.resume(played(2).position, decisions)


def test_a_resumed_match_takes_back_only_what_it_has_seen():
    again = Match.resume(played(9).position, 9)
    again.act(again.position.legal()[0])
    again.undo()
    assert again.position == played(9).position
    with pytest.raises(IllegalAction, match="cannot take back 1 of 0 decisions"):
        again.undo()
    with pytest.raises(IllegalAction, match="there is no decision 8"):
        again.rewind(8)
    with pytest.raises(IllegalAction, match="there is no decision 0; this match has none"):
        again.log_of(0)


def test_a_resumed_match_refuses_to_be_written_down():
    with pytest.raises(RecordError, match="begins in mid-game"):
        Match.resume(played(9).position, 9).record()


def test_forgetting_keeps_the_last_decisions_and_the_position():
    match, whole = played(20), played(20)
    match.forget(3)
    assert match.position == whole.position
    assert (len(match), match.decisions) == (20, whole.decisions[17:])
    assert match.base == played(17).position
    assert match.log(0) == [entry for n in (18, 19, 20) for entry in whole.log_of(n, 0)]
    match.undo(3)
    assert match.position == played(17).position
    with pytest.raises(IllegalAction, match="cannot take back"):
        match.undo()
    with pytest.raises(RecordError, match="begins in mid-game"):
        match.record()


def test_forgetting_nothing_changes_nothing():
    match = played(5)
    match.forget(5)
    match.forget(99)
    assert len(match.decisions) == 5
    assert Match.replay(match.record()).position == match.position


def test_forgetting_leaves_copies_as_they_were():
    match = played(8)
    twin = match.copy()
    twin.forget(1)
    assert len(match.decisions) == 8
    assert Match.replay(match.record()).position == match.position


def test_the_winner_is_known_at_the_end_and_shared_by_nobody():
    match = played(10_000)
    assert match.winner == match.ranks.index(1)
    assert played(10).winner is None


def test_a_bot_can_be_asked_for_whoever_is_to_decide():
    match = played(10)
    assert match.ask("greedy", seed=1).action in match.position.legal()
    assert match.ask("light", seed=5) == match.ask("light", seed=5)
    assert len(match) == 10
