"""Points by source add up to the scores, for every game and number of players, at the end and on the way."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from parapegma import Match, all_games
from parapegma.core.position import Position
from parapegma.core.scoring_steps import complete_steps
from parapegma.core.statistics import Count, Countables
from parapegma.testing.fuzz import covering, every_setting

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*/*.txt"))
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


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_the_steps_of_a_scoring_add_up_source_by_source_and_name_every_thing(record):
    match = Match.replay(record.read_text("utf-8"))
    steps, sources = match.scoring_steps(), match.position.sources
    told = [step.source for step in steps]
    assert told == sorted(told, key=match.game.statistics.sources.index)
    for seat, of_seat in sources.items():
        for source, points in of_seat.items():
            assert sum(step.points[seat] for step in steps if step.source == source) == points
    by_things = {step.source for step in steps if step.what}
    nameless = [step for step in steps if step.source in by_things and not step.what]
    assert not nameless, "some points of a source that is told thing by thing belong to no thing"
    assert len({(step.source, step.what, step.seat) for step in steps}) == len(steps)
    assert all(len(step.points) == match.players for step in steps)
    assert all(any(step.points) or any(step.counts or ()) for step in steps if step.seat is None)


def test_where_nothing_of_a_game_is_told_by_things_its_sources_are_the_steps():
    parts = [{"coins": 3, "debts": 0}, {"coins": 1, "debts": -2}]
    steps = complete_steps([], ["coins", "debts"], parts)
    assert [(step.source, step.points) for step in steps] == [("coins", [3, 1]), ("debts", [0, -2])]


def test_a_game_that_was_ended_early_shows_everything_that_was_hidden():
    for game in all_games():
        position = Position.deal(game, game.default_players, "shown")
        shown = position.open_view().seats
        own = [position.view(seat).seats[seat] for seat in range(position.players)]
        assert shown[: position.players] == own


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
