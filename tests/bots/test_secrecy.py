"""What a bot decides does not depend on what its seat cannot see."""

from __future__ import annotations

import pytest

from parapegma import Game, Match, all_games
from parapegma.bots import BotRunner
from parapegma.bots.bot import Bot, Evaluation, Limits
from parapegma.bots.simple import Random
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.position import Position


def position_after(game: Game, players: int, decisions: int, seed: int) -> Position:
    match, runner = Match(game, players, seed=seed), BotRunner(game, seed)
    for _ in range(decisions):
        if not match.over:
            match.act(runner.ask("light", match.position, len(match)).action)
    return match.position


@pytest.mark.parametrize("bot", ["random", "light", "greedy", "search:60"])
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_tables_that_differ_only_in_what_is_hidden_get_the_same_decisions(game: Game, bot: str) -> None:
    """For every seed the decision is the same, so how often each is made is the same as well."""
    for players in {game.default_players, game.players[-1]}:
        for decisions in (0, 11, 37):
            position = position_after(game, players, decisions, seed=decisions)
            seat = position.actor
            if seat is None:
                continue
            twin = position.guess(seat, key_of_seed("elsewhere"))
            for seed in range(3):
                here, there = (BotRunner(game, seed).ask(bot, each, decisions) for each in (position, twin))
                assert here == there


class Curious(Bot):
    """Looks at the key of chance in the position it is handed."""

    key = b""

    def think(self, position: Position, seat: int, limits: Limits | None = None) -> Evaluation:
        Curious.key = position.states[0]["key"].tobytes()
        return Random(1).think(position, seat)


def curious(game: Game, seed: int) -> Bot:
    return Curious()


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_bot_is_handed_a_guess_and_never_the_truth(game: Game) -> None:
    """What reaches the bot has another key of chance than the table, so even the next shuffle is hidden."""
    position = Position.deal(game, seed=8)
    Curious.key = b""
    BotRunner(game, 5).ask(f"{__name__}:curious", position, 0)
    assert Curious.key not in (b"", position.states[0]["key"].tobytes())
