"""Several trees about one decision: the same however they grow; they share iterations and are kept."""

from __future__ import annotations

import pytest

from parapegma import Match
from parapegma.bots import Evaluation, grove
from parapegma.bots.bot import Limits
from parapegma.bots.grove import Grove
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.position import Position


def ask(bot: Grove, position: Position, seed: int = 1) -> Evaluation:
    seat = position.actor
    assert seat is not None
    return bot.think(position.guess(seat, key_of_seed(seed)), seat)


@pytest.mark.parametrize("game", ["ophiuchus", "ulysses"])
def test_trees_that_grow_one_after_the_other_decide_as_those_that_grow_at_once(monkeypatch, game):
    def decisions() -> list[Evaluation]:
        match = Match(game, seed=3)
        bot, found = Grove(match.game, 3, Limits(90), seed=1), []
        for number in range(12):
            found.append(ask(bot, match.position, number))
            match.act(found[-1].action)
        return found

    at_once = decisions()
    monkeypatch.setattr(grove, "_ONE_BY_ONE", True)
    assert decisions() == at_once


def test_trees_share_the_iterations_and_differ():
    position = Position.deal("ophiuchus", players=2, seed=3)
    bot = Grove(position.game, 2, Limits(400), seed=1)
    evaluation = ask(bot, position)
    assert evaluation.iterations <= 400
    assert sum(evaluation.visits.values()) == evaluation.iterations
    one, other = (
        search.grow_tree(position, 0, Limits(100))[0] for search in Grove(position.game, 2)._searches
    )
    assert one.values[0].tolist() != other.values[0].tolist()


def test_all_trees_keep_what_they_thought_of_the_decision_that_was_made():
    match = Match("ophiuchus", players=2, seed=3)
    bot = Grove(match.game, 2, Limits(400), seed=1)
    seat = match.actor
    match.act(ask(bot, match.position).action)
    assert match.actor == seat
    assert all(search.memory > 0 for search in bot._searches)
    assert bot.memory == sum(search.memory for search in bot._searches)
    bot.forget()
    assert bot.memory == 0


def test_one_after_the_other_each_tree_has_a_part_of_the_time(monkeypatch):
    monkeypatch.setattr(grove, "_ONE_BY_ONE", True)
    position = Position.deal("ophiuchus", players=2, seed=3)
    bot, given = Grove(position.game, 4, Limits(seconds=0.2)), []
    for search in bot._searches:
        grow = search.grow_tree

        def remember(position, seat, limits, grow=grow):
            given.append(limits)
            return grow(position, seat, Limits(8))

        monkeypatch.setattr(search, "grow_tree", remember)
    ask(bot, position)
    assert given == [Limits(seconds=0.05)] * 4


def test_a_decision_with_one_answer_takes_no_thought():
    given = {"hands": {0: ["T01"]}, "reserve": 0, "to_move": 0}
    match = Match("ophiuchus", players=2, seed=3, end_mode="play_out", position=given)
    assert ask(Grove(match.game, 2, Limits(seconds=60)), match.position).iterations == 0
