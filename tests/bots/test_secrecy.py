"""What a bot decides does not depend on what its seat cannot see."""

from __future__ import annotations

import pytest

from parapegma import Match, all_games
from parapegma.bots import bot_named
from parapegma.bots.bot import ask
from parapegma.core import engine
from parapegma.core.compiled.rng import key_of_seed


def table_after(game, players, decisions, seed):
    match = Match(game, players, seed=seed)
    for ply in range(decisions):
        if not match.over:
            match.act(ask(bot_named("light", game, ply), match, ply).action)
    return match


@pytest.mark.parametrize("bot", ["random", "light", "greedy", "search:60"])
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_tables_that_differ_only_in_what_is_hidden_get_the_same_decisions(game, bot):
    """For every seed the decision is the same, so how often each is made is the same as well."""
    for players in {game.default_players, game.players[-1]}:
        for decisions in (0, 11, 37):
            match = table_after(game, players, decisions, seed=decisions)
            if match.over:
                continue
            twin = match.copy()
            twin.position.states[:] = engine.determinize(
                match.position.states, match.actor, key_of_seed("elsewhere")
            )
            for seed in range(3):
                here, there = (ask(bot_named(bot, game, seed), table, seed) for table in (match, twin))
                assert here == there


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_bot_is_handed_a_guess_and_never_the_truth(game):
    """What reaches the bot has another key of chance than the table, so even the next shuffle is hidden."""
    match = Match(game, seed=8)

    class Curious:
        def think(self, states, seat):
            self.key = states[0]["key"].tobytes()
            return bot_named("random", game, 1).think(states, seat)

    bot = Curious()
    ask(bot, match, seed=5)
    assert bot.key != match.position.states[0]["key"].tobytes()
