"""A whole move, as a hint tells it: where it ends, and why it would be made."""

from __future__ import annotations

import pytest

from parapegma.bots import BotRunner, Evaluation
from parapegma.core.match import Match
from parapegma.server.analysis.whole_move import WholeMove


@pytest.mark.parametrize("game", ["ophiuchus", "pacal", "ptolemaeus", "ulysses"])
def test_a_whole_move_ends_where_nothing_is_half_made_and_can_be_played(game):
    match = Match(game, seed=5)
    runner = BotRunner(match.game, 1)
    longest = 0
    for _ in range(60):
        seat = match.actor
        move = WholeMove(match.position, seat, runner.ask("light", match.position, len(match)).action, "a")
        while (rest := move.half_made()) is not None:
            move.add(runner.ask("light", rest, len(match)).action)
        assert [each.number for each in move.described()] == move.actions
        for action in move.actions:
            match.act(action, seat)
        longest = max(longest, len(move.actions))
        if match.over:
            break
        # Only what nobody can know ends it sooner: which card is taken out of a hidden hand.
        assert match.actor != seat or not match.position.half_made or game == "ptolemaeus"
    assert longest > 1


def test_points_that_are_certain_are_the_reason():
    match = Match("pacal", seed=3)
    runner = BotRunner(match.game, 1)
    found = set()
    while not match.over and found < {"points", "best", "wins"}:
        seat, before = match.actor, match.scores
        action = runner.ask("greedy", match.position, len(match)).action
        move = WholeMove(match.position, seat, action, "a")
        while (rest := move.half_made()) is not None:
            move.add(runner.ask("greedy", rest, len(match)).action)
        why = move.why(Evaluation(action))
        found.add(why.kind)
        for number in move.actions:
            match.act(number, seat)
        if why.kind == "points":
            assert match.scores[seat] - before[seat] >= why.points == sum(why.sources.values()) > 0
    assert found >= {"points", "best", "wins"}
