"""The list of action numbers for the docs is the action space, and nothing else."""

from __future__ import annotations

from parapegma import find_game
from parapegma.core.position import Position
from parapegma.games.ophiuchus.actions import ACTION_RANGES, describe

GAME = find_game("ophiuchus")


def test_every_action_number_is_listed_with_its_notation() -> None:
    states = Position.deal(GAME, 2, seed=1).states
    listed = {}
    for first, last, notation, meaning in ACTION_RANGES:
        assert meaning
        # The same numbers are for taking up a tile and for putting one back, in another phase.
        listed |= {number: notation for number in range(first, last + 1) if number not in listed}
    assert sorted(listed) == list(range(GAME.action_count))
    for number, notation in listed.items():
        assert describe(states, number).notation.split()[0] == notation.split()[0]
