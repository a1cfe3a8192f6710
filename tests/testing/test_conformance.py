"""Every game keeps the contract."""

from __future__ import annotations

import os

import numpy as np
import pytest

from parapegma import all_games, find_game
from parapegma.core.position import Position
from parapegma.testing import conformance, every_setting, fuzz

GAMES = [game.name for game in all_games()]
LONG = bool(os.environ.get("PARAPEGMA_LONG_GAMES"))
# Random games of Pacal's Rocket and Ulysses have hundreds or thousands of decisions each.
PLAYED = {"ophiuchus": 16, "pacal": 6, "ptolemaeus": 16, "ulysses": 4}
INTERPRETED = {"ophiuchus": 5, "pacal": 2, "ptolemaeus": 5, "ulysses": 1}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_keeps_the_contract(name):
    """Every number of players and every value of every option is played at least once; a soak plays more."""
    conformance(name, games=100 if LONG else PLAYED[name], interpreted=INTERPRETED[name])


@pytest.mark.parametrize("name", GAMES)
def test_random_games_over_all_settings_break_no_invariant(name):
    game = find_game(name)
    settings = [setting for setting, _ in fuzz(game, games=6000)]
    assert len(settings) == min(6000, len(every_setting(game)))


@pytest.mark.parametrize("name", [name for name in GAMES if find_game(name).nature.hidden_information])
def test_a_seat_really_does_not_see_what_is_hidden(name):
    """Guesses differ from the truth: otherwise nothing would be hidden and secrecy tests mean nothing."""
    game = find_game(name)
    position = Position.deal(game, game.players[-1], seed=5)
    hidden = [
        field
        for field in game.state.names or ()
        if field not in ("key", "counter")
        and len({position.guess(0, np.array([n, 1], np.uint64)).states[field].tobytes() for n in range(8)})
        > 1
    ]
    assert hidden
