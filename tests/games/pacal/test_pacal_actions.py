"""The list of action numbers is the action space and nothing else; options come back from a position."""

from __future__ import annotations

from typing import Any

import pytest

from parapegma import find_game
from parapegma.core.position import Position
from parapegma.games.pacal.actions import ACTION_RANGES, CELL_VERBS, describe
from parapegma.testing.fuzz import Setting, every_setting

GAME = find_game("pacal")
WRITTEN: dict[str, set[str]] = {"<verb>": {*CELL_VERBS.values()}, "with": {"with", "pattern"}}


def test_every_action_number_is_listed_with_its_notation() -> None:
    states = Position.deal(GAME, 3, seed=1).states
    listed = [number for first, last, _, _ in ACTION_RANGES for number in range(first, last + 1)]
    assert listed == list(range(GAME.action_count))
    for first, last, notation, meaning in ACTION_RANGES:
        assert meaning
        verb = notation.split()[0]
        for number in range(first, last + 1):
            assert describe(states, number).notation.split()[0] in WRITTEN.get(verb, {verb})


def test_a_position_keeps_all_options_but_who_begins() -> None:
    for setting in [*every_setting(GAME), Setting(3, GAME.check(3, {"die_faces": "1 1 5 5 arrows 2"})[1])]:
        options: dict[str, Any] = {**setting.options}
        kept = Position.deal(GAME, setting.players, 1, **options).options
        assert kept == {**setting.options, "start_player": "random"}


@pytest.mark.parametrize("given", ["seat0", "seat1", "seat2"])
def test_who_begins_is_as_the_option_says(given: str) -> None:
    assert Position.deal(GAME, 3, 1, start_player=given).to_data()["start"] == int(given[-1])
