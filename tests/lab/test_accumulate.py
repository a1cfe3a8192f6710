"""Accumulators see every game and every decision, in order."""

from __future__ import annotations

from collections import Counter

import pytest

from parapegma import Match
from parapegma.errors import OptionError
from parapegma.lab.accumulate import accumulate


class Witness:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.told: list = []
        self.records: list[str] = []

    def before(self, game) -> None:
        assert game.decisions == []
        self.told.append(("before", game.number))

    def step(self, game, seat, action) -> None:
        assert seat == game.position.actor
        assert action in game.position.legal()
        self.told.append(game.position.notation(action))

    def after(self, game) -> None:
        position = game.position
        assert position.over
        assert [sum(parts.values()) for parts in position.sources.values()] == position.scores
        assert game.match().position == position
        self.told.append(("after", max(position.ranks)))
        self.records.append(game.match().record())


class Actions:
    """How often each action is played; can be watched on several cores."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def step(self, game, seat, action) -> None:
        self.counts[action] += 1

    def merge(self, other) -> None:
        self.counts.update(other.counts)


def test_an_accumulator_is_told_everything_in_order():
    witness = accumulate("ophiuchus", Witness(), games=3, players=2, bots=["random"], seed="watch")
    begins = [n for n, told in enumerate(witness.told) if told[0] == "before"]
    assert [witness.told[n] for n in begins] == [("before", 0), ("before", 1), ("before", 2)]
    played = witness.told[begins[1] + 1 : begins[2] - 1]
    assert played == [decision.notation for decision in Match.replay(witness.records[1]).decisions]


def test_bots_that_think_are_watched_too():
    witness = accumulate("ophiuchus", Witness(), games=1, players=2, bots=["greedy", "random"])
    assert Match.replay(witness.records[0]).over


def test_several_cores_do_not_change_what_is_counted():
    here = accumulate("ophiuchus", Actions(), games=120, players=2)
    together = accumulate("ophiuchus", Actions(), games=120, players=2, cores=2)
    assert here.counts == together.counts
    assert sum(here.counts.values()) > 120 * 30


def test_what_cannot_be_merged_stays_on_one_core():
    with pytest.raises(
        OptionError, match=r"Witness cannot watch on several cores: it has no method merge\(other\)"
    ):
        accumulate("ophiuchus", Witness(), games=10, cores=2)


def test_an_accumulator_that_watches_nothing_is_refused():
    with pytest.raises(OptionError, match="object has none of the methods before, step and after"):
        accumulate("ophiuchus", object(), games=1)
