"""Every game keeps the contract, and a game that does not is found out."""

from __future__ import annotations

import dataclasses
import os
import types

import numpy as np
import pytest

from parapegma import Match, all_games, find_game
from parapegma.core import engine
from parapegma.core.compiled.heuristics import Weights
from parapegma.core.game import Action
from parapegma.testing import ConformanceError, conformance, every_setting, fuzz
from parapegma.testing.conformance import CHECKS

GAMES = [game.name for game in all_games()]
LONG = bool(os.environ.get("PARAPEGMA_LONG_GAMES"))
# Random games of Pacal's Rocket and Ulysses have hundreds or thousands of decisions each.
PLAYED = {"ophiuchus": 24, "pacal": 10, "ptolemaeus": 24, "ulysses": 6}
INTERPRETED = {"ophiuchus": 5, "pacal": 2, "ptolemaeus": 5, "ulysses": 1}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_keeps_the_contract(name):
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
    match = Match(game, game.players[-1], seed=5)
    guesses = {
        (field, engine.determinize(match.position.states, 0, np.array([seed, 1], np.uint64))[field].tobytes())
        for seed in range(8)
        for field in (game.state.names or ())
        if field not in ("key", "counter")
    }
    fields = len(game.state.names or ()) - 2
    assert len(guesses) > fields


def wrong(**changes):
    """Ophiuchus with something changed for the worse."""
    return dataclasses.replace(find_game("ophiuchus"), **changes)


def module(original, **changes):
    """A module with some functions replaced."""
    twin = types.ModuleType("twin")
    twin.__dict__.update({**vars(original), **changes})
    return twin


GAME = find_game("ophiuchus")


def shifted_parse(states, text):
    return GAME.actions.parse(states, text) + 1


def dull_describe(states, number):
    return dataclasses.replace(GAME.actions.describe(states, number), notation="move")


def leaking_view(states, seat):
    return {**GAME.views.view(states, seat), "peek": [int(bits) for bits in states[0]["hand"]]}


def numpy_view(states, seat):
    return {**GAME.views.view(states, seat), "size": np.int64(3)}


def forgetful_read(states):
    return {**GAME.positions.read(states), "tokens": {}, "supply": 12}


NEGATIVE = Weights(GAME.weights.names, tuple(-1_000 for _ in GAME.weights.names))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"action_count": 300}, "out of the action space"),
        ({"observation_length": 2000}, "gaps"),
        ({"default_players": 9}, "default number of players"),
        ({"actions": module(GAME.actions, parse=shifted_parse)}, "check_notation"),
        ({"actions": module(GAME.actions, describe=dull_describe)}, "'move' is not understood"),
        ({"actions": module(GAME.actions, compact=lambda entries: [])}, "check_record"),
        ({"views": module(GAME.views, view=leaking_view)}, "sees a difference"),
        ({"views": module(GAME.views, view=numpy_view)}, "not JSON serializable"),
        ({"positions": module(GAME.positions, read=forgetful_read)}, "check_position"),
        ({"heuristics": module(GAME.heuristics, WEIGHTS=NEGATIVE)}, "negative weight"),
        ({"drawings": module(GAME.drawings, svg=lambda view: "")}, "no SVG"),
    ],
)
def test_a_game_that_breaks_the_contract_is_found_out(changes, complaint):
    with pytest.raises(ConformanceError, match=complaint):
        conformance(wrong(**changes), games=12, interpreted=0)


def test_guesses_from_which_another_seat_cannot_guess_are_found_out(monkeypatch):
    sound, guessed_for = engine.determinize, {}

    def careless(states, seat, key):
        guess = sound(states, seat, key)
        if guessed_for.get(states[0]["key"].tobytes(), seat) != seat:
            guess[0]["hand"] = 0
        guessed_for[guess[0]["key"].tobytes()] = seat
        return guess

    monkeypatch.setattr(engine, "determinize", careless)
    with pytest.raises(ConformanceError, match="a guess made from a guess"):
        conformance("ophiuchus", games=12, interpreted=0)


def test_every_check_is_a_sentence():
    for check in CHECKS:
        assert check.__doc__, check
    assert isinstance(Match("ophiuchus", seed=1).legal_actions()[0], Action)
