"""A greedy player beats chance in every game, from every seat."""

from __future__ import annotations

from typing import Any

import pytest

from parapegma import Game, Match, all_games
from parapegma.bots import BotRunner

GAMES = 10
SHORT: dict[str, dict[str, Any]] = {"ulysses": {"max_turns": 60}}
"""Random players can make a game last very long."""


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_greedy_beats_chance(game: Game) -> None:
    players = max(2, game.players[0])
    won = 0
    for seed in range(GAMES):
        match = Match(game, players, seed=seed, **SHORT.get(game.name, {}))
        mine, runner = seed % players, BotRunner(game, seed)
        while not match.over:
            bot = "greedy" if match.actor == mine else "random"
            match.act(runner.ask(bot, match.position, len(match)).action)
        won += match.ranks[mine] == 1
    assert won >= 0.7 * GAMES
