"""The games of an arena: what a worker plays, and a game of it played again as a match."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from parapegma.bots.bot import Bot, Limits
from parapegma.bots.runner import BotRunner
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.game import find_game
from parapegma.core.match import Match
from parapegma.core.options import Value
from parapegma.core.position import Position
from parapegma.core.seed import Seed, derived_seed
from parapegma.errors import BotError
from parapegma.lab.bot_games import play_bots
from parapegma.lab.lineups import Fixture


class PlayedGame(NamedTuple):
    """How a game ended, seat by seat."""

    lineup: int
    deal: int
    rotation: int
    ranks: list[int]
    points: list[int]
    wins: list[float]
    """What each seat has of the win; who plays alone, how far he came by the rules of the game for one."""
    decisions: list[int]
    """How often each seat had a choice."""
    seconds: list[float]
    """How long each seat thought when it had one."""
    hurried: list[int]
    """How often a clock left each seat too little time."""


@dataclass(frozen=True)
class ArenaTask:
    """Some games of an arena for one worker."""

    game: str
    players: int
    options: dict[str, Value]
    seed: Seed
    fixtures: tuple[Fixture, ...] = field(repr=False)

    def deal_seed(self, fixture: Fixture) -> int:
        """The seed by which a game is dealt: the same for all line-ups and rotations."""
        return derived_seed("deal", self.seed, fixture.deal)

    def bots_seed(self, fixture: Fixture) -> int:
        """The seed of the bots of a game: every game has its own, whoever else takes part in the arena."""
        return derived_seed("game", self.seed, *fixture.seats, fixture.deal, fixture.rotation)

    def dealt(self, fixture: Fixture) -> Position:
        """A game before its first decision."""
        key = key_of_seed(self.deal_seed(fixture))
        return Position.deal_key(find_game(self.game), self.players, self.options, key)


def play_task(task: ArenaTask) -> tuple[list[PlayedGame], float]:
    """Play the games of a task; also the seconds it took."""
    began = time.perf_counter()
    return [play_fixture(task, fixture) for fixture in task.fixtures], time.perf_counter() - began


def play_fixture(task: ArenaTask, fixture: Fixture) -> PlayedGame:
    """Play one game; every bot is new, with a seed of its own."""
    position = task.dealt(fixture)
    decisions, seconds = [0] * task.players, [0.0] * task.players
    hurried = [0] * task.players
    try:
        for asked in play_bots(position, fixture.seats, task.bots_seed(fixture)):
            if asked.choices > 1:
                decisions[asked.seat] += 1
                seconds[asked.seat] += asked.seconds
                hurried[asked.seat] += asked.hurried
    except BotError as error:
        raise BotError(f"{error}; the game was dealt by the seed {task.deal_seed(fixture)}") from error
    return PlayedGame(
        fixture.lineup,
        fixture.deal,
        fixture.rotation,
        position.ranks,
        position.scores,
        [round(share, 6) for share in position.win_shares],
        decisions,
        [round(spent, 6) for spent in seconds],
        hurried,
    )


def play_match(task: ArenaTask, fixture: Fixture) -> Match:
    """Play the same game as a match, which has views, a log and a record."""
    options: dict[str, Any] = task.options
    match = Match(task.game, task.players, task.deal_seed(fixture), **options)
    for asked in play_bots(task.dealt(fixture), fixture.seats, task.bots_seed(fixture)):
        match.act(asked.action)
    return match


def warm_up(game: str, players: int, options: dict[str, Value], bots: Iterable[str]) -> None:
    """Let each bot make one quick decision, so that what it compiles is in the disk cache for all workers."""
    given: dict[str, Any] = options
    position = Position.deal(game, players, 0, **given)
    while len(legal := position.legal()) == 1:
        position.apply(legal[0])
    if position.over:
        return
    for name in bots:
        with contextlib.suppress(Exception):  # What is wrong with a bot is better told of a real game.
            BotRunner(find_game(game), 0).ask(name, position, 0, Limits(iterations=1))


def think_by_the_clock(bots: Iterable[Bot]) -> bool:
    """Whether one of the bots has a limit of time, so that its choices depend on the machine."""
    return any(bot.limits.seconds is not None for bot in bots)
