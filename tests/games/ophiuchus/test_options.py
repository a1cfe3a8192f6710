"""OP-10: which options go together."""

from __future__ import annotations

from typing import Any

import pytest

from parapegma import find_game
from parapegma.core.match import Match
from parapegma.core.position import Position
from parapegma.errors import OptionError
from parapegma.testing.fuzz import every_setting

GAME = find_game("ophiuchus")


@pytest.mark.rules("OP-2.1", "OP-6.1")
def test_two_players_are_the_default_and_the_bonus_is_on() -> None:
    """OP-2.1, OP-6.1 and ruling RU-22."""
    match = Match("ophiuchus", seed=1)
    assert match.players == 2
    assert match.options == {
        "deal": "standard",
        "thirteen_bonus": True,
        "end_mode": "reserve_empty",
        "end_when_all_cards_taken": False,
        "closed_zone": "side",
    }


@pytest.mark.parametrize("players", [0, 5])
@pytest.mark.rules("OP-2.1")
def test_one_to_four_can_play(players: int) -> None:
    with pytest.raises(OptionError, match="1 to 4 players"):
        Match("ophiuchus", players, 1)


@pytest.mark.parametrize(("players", "options"), [(1, {}), (2, {"deal": "full"}), (4, {"deal": "full"})])
@pytest.mark.rules("OP-8.4", "OP-9.2")
def test_one_player_and_the_full_deal_play_to_the_last_tile(players: int, options: dict[str, Any]) -> None:
    assert Match("ophiuchus", players, 1, **options).options["end_mode"] == "play_out"
    assert Match("ophiuchus", players, 1, end_mode="play_out", **options).options["end_mode"] == "play_out"
    for mode in ("reserve_empty", "finish_round"):
        with pytest.raises(OptionError, match="end_mode must be play_out"):
            Match("ophiuchus", players, 1, end_mode=mode, **options)


@pytest.mark.rules("OP-9.1")
def test_one_player_has_the_standard_deal_and_the_bonus() -> None:
    with pytest.raises(OptionError, match="deal = full"):
        Match("ophiuchus", 1, 1, deal="full")
    with pytest.raises(OptionError, match="thirteen_bonus = false"):
        Match("ophiuchus", 1, 1, thirteen_bonus=False)


def test_a_position_keeps_all_its_options() -> None:
    for setting in every_setting(GAME):
        options: dict[str, Any] = {**setting.options}
        assert Position.deal(GAME, setting.players, 1, **options).options == options
