"""One game between bots, played as fast as Python allows: what a worker of the arena does."""

from __future__ import annotations

import contextlib
import time
import traceback
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from parapegma.bots import bot_named
from parapegma.bots.bot import Bot
from parapegma.core import engine
from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import as_argument
from parapegma.core.compiled.rng import Key, key_of_seed
from parapegma.core.game import find_game
from parapegma.core.match import Match
from parapegma.core.options import Value
from parapegma.core.seed import derived_seed
from parapegma.errors import ParapegmaError
from parapegma.lab.lineups import Fixture, Seed


class Played(NamedTuple):
    """How a game ended, seat by seat."""

    lineup: int
    deal: int
    rotation: int
    ranks: list[int]
    points: list[int]
    decisions: list[int]
    """How often each seat had a choice."""
    seconds: list[float]
    """How long each seat thought when it had one."""


@dataclass(frozen=True)
class Job:
    """Some games of an arena for one worker."""

    game: str
    players: int
    options: dict[str, Value]
    seed: Seed
    fixtures: tuple[Fixture, ...] = field(repr=False)


def play_job(job: Job) -> tuple[list[Played], float]:
    """Play the games of a job; also the seconds it took."""
    began = time.perf_counter()
    return [play(job, fixture) for fixture in job.fixtures], time.perf_counter() - began


def play(job: Job, fixture: Fixture) -> Played:
    """Play one game; every bot is new, with a seed of its own."""
    game = find_game(job.game)
    deal, own, bots = _seat(job, fixture)
    states = engine.deal(game.state, game.encode(job.players, job.options), key_of_seed(deal))
    decisions, seconds = [0] * job.players, [0.0] * job.players
    asked = 0
    while (seat := engine.actor(states)) >= 0:
        known = engine.determinize(states, seat, _key(own, asked))
        asked += 1
        began = time.perf_counter()
        try:
            action = bots[seat].think(known, seat).action
        except Exception as error:
            raise ParapegmaError(_failed(fixture.seats[seat], error, deal)) from error
        spent = time.perf_counter() - began
        legal = engine.legal(states)
        if action not in legal:
            raise ParapegmaError(
                f"the bot {fixture.seats[seat]} chose action {action!r}, which is not legal "
                f"(deal {deal}, seat {seat})"
            )
        if len(legal) > 1:
            decisions[seat] += 1
            seconds[seat] += spent
        entry_points.apply(as_argument(states), action)
    return Played(
        fixture.lineup,
        fixture.deal,
        fixture.rotation,
        engine.ranks(states),
        engine.scores(states),
        decisions,
        [round(spent, 6) for spent in seconds],
    )


def as_match(job: Job, fixture: Fixture) -> Match:
    """Play the same game again as a match, which has views, a log and a record."""
    deal, own, bots = _seat(job, fixture)
    options: dict[str, Any] = job.options
    match = Match(job.game, job.players, deal, **options)
    while (seat := match.actor) is not None:
        known = engine.determinize(match.position.states, seat, _key(own, len(match.decisions)))
        match.act(bots[seat].think(known, seat).action)
    return match


def warm(game: str, players: int, options: dict[str, Value], bots: Iterable[str]) -> None:
    """Let each bot make one quick decision, so that what it compiles is in the disk cache for all workers."""
    found = find_game(game)
    states = engine.deal(found.state, found.encode(players, options), key_of_seed(0))
    while len(legal := engine.legal(states)) == 1 and engine.actor(states) >= 0:
        entry_points.apply(as_argument(states), legal[0])
    seat = engine.actor(states)
    for name in bots:
        bot: Any = bot_named(name, found, 0)
        if hasattr(bot, "iterations"):
            bot.iterations = 1
        with contextlib.suppress(Exception):  # What is wrong with a bot is better told of a real game.
            bot.think(engine.determinize(states, seat, key_of_seed(0)), seat)


def think_by_the_clock(bots: Iterable[Bot]) -> bool:
    """Whether one of the bots has a budget of time, so that its choices depend on the machine."""
    return any(getattr(bot, "seconds", None) is not None for bot in bots)


def _seat(job: Job, fixture: Fixture) -> tuple[int, int, list[Bot]]:
    """The seed of the deal, the game's own seed, and the bots."""
    game = find_game(job.game)
    own = derived_seed("game", job.seed, *fixture.seats, fixture.deal, fixture.rotation)
    bots = [bot_named(name, game, derived_seed(own, seat)) for seat, name in enumerate(fixture.seats)]
    return derived_seed("deal", job.seed, fixture.deal), own, bots


def _key(own: int, asked: int) -> Key:
    """What deals anew, at one decision, all that the seat cannot know."""
    return key_of_seed(f"{own} {asked}")


def _failed(name: str, error: Exception, deal: int) -> str:
    where: Any = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {error}"
    return f"the bot {name} failed in deal {deal} with {what} ({where.filename}, line {where.lineno})"
