"""A greedy player beats chance in every game, from every seat."""

from __future__ import annotations

import pytest

from parapegma import Match, all_games
from parapegma.bots import bot_named
from parapegma.bots.bot import ask

GAMES = 10
SHORT = {"ulysses": {"max_turns": 60}}
"""Random players can make a game last very long."""


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_greedy_beats_chance(game):
    players = max(2, game.players[0])
    won = 0
    for seed in range(GAMES):
        match = Match(game, players, seed=seed, **SHORT.get(game.name, {}))
        mine = seed % players
        bots = [bot_named("greedy" if seat == mine else "random", game, seed) for seat in range(players)]
        while not match.over:
            match.act(ask(bots[match.actor], match, len(match.decisions)).action)
        won += match.ranks[mine] == 1
    assert won >= 0.7 * GAMES
