"""Points by source add up to the scores, for every game and number of players, at the end and on the way."""

from __future__ import annotations

import random
from typing import Any

import pytest

from parapegma import Match, all_games
from parapegma.core.position import Position
from parapegma.core.statistics import Count, Countables
from parapegma.testing.fuzz import covering, every_setting

TABLES = [(game, players) for game in all_games() for players in game.players]


def add_up(position: Position) -> bool:
    parts = position.sources
    assert all(tuple(of_seat) == position.game.statistics.sources for of_seat in parts.values())
    return [sum(of_seat.values()) for of_seat in parts.values()] == position.scores


@pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda value: getattr(value, "name", str(value)))
def test_points_by_source_add_up_to_the_scores(game, players):
    settings = [setting for setting in covering(every_setting(game)) if setting.players == players]
    settings = settings or [setting for setting in every_setting(game) if setting.players == players][:1]
    choose = random.Random(players)
    for n in range(24):
        setting = settings[n % len(settings)]
        options: dict[str, Any] = {**setting.options}
        position = Position.deal(game, players, f"sources {n}", **options)
        for _ in range(20_000):
            if position.over:
                break
            position.apply(choose.choice(position.legal()))
            if choose.random() < 0.02:
                assert add_up(position), setting
        assert position.over, f"the game does not end ({setting})"
        assert add_up(position), setting


def test_the_penultimate_pyramid_is_a_source_of_its_own(root):
    record = (root / "tests/records/pacal/penultimate_pyramid.txt").read_text("utf-8")
    match = Match.replay(record)
    bonus = [of_seat["penultimate pyramid"] for of_seat in match.position.sources.values()]
    assert sorted(bonus)[:-1] == [0] * (match.players - 1)
    assert max(bonus) > 0


def test_things_without_a_name_are_refused():
    with pytest.raises(TypeError, match="has no name"):
        Countables("cards", ("leo",), (Count(0, "a", (0, 1)),))
    with pytest.raises(TypeError, match="one of them"):
        Countables("cards", ("leo",))
