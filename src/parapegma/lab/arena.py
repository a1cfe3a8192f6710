"""Bots against each other: round robins over seat rotations, on all cores, that can be interrupted.

>>> arena = Arena("ophiuchus", ["random", "novice"], players=2, games=4, seed=7)
>>> result = arena.run(cores=1)
>>> result.games, [bot.bot for bot in result.bots]
(4, ['novice', 'random'])
"""

from __future__ import annotations

import contextlib
import functools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from parapegma.bots import bot_named
from parapegma.core.game import Game, find_game
from parapegma.core.match import Match
from parapegma.core.seed import Seed
from parapegma.errors import OptionError
from parapegma.extras import require_extra
from parapegma.lab.arena_games import (
    ArenaTask,
    PlayedGame,
    play_match,
    play_task,
    think_by_the_clock,
    warm_up,
)
from parapegma.lab.arena_results import BotResult, LineupResult, bot_results, lineup_results
from parapegma.lab.journal import Journal
from parapegma.lab.lineups import Fixture, Lineup, fixtures, round_robin
from parapegma.lab.parallel import run_parallel

_TASK_SECONDS = 0.25
"""Quick games are handed out many at a time, so that handing over costs little; slow ones one by one."""
_MOST_AT_ONCE = 256

Progress = Callable[[int], None]


class Arena:
    """What is to be compared: a game, bots, and how many games."""

    def __init__(
        self,
        game: str | Game,
        bots: Sequence[str],
        *,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        games: int = 100,
        seed: Seed = 1,
        exact: bool = False,
        rated: bool = True,
    ) -> None:
        """Check everything, so that nothing fails after an hour.

        ``games`` is how many each line-up plays, rounded up so that every deal is played in every rotation
        of seats. ``exact`` means one line-up: these bots in this order, a bot perhaps in several seats.
        Without ratings (``rated``) the extra ``arena`` is not needed.
        """
        self.game = find_game(game) if isinstance(game, str) else game
        self.bots = tuple(dict.fromkeys(bots))
        if exact and players is not None and players != len(bots):
            raise OptionError(f"the line-up names {len(bots)} seats, but there are {players} players")
        if not bots:
            raise OptionError("name the bots to compare, such as --bots greedy,random")
        self.players, self.options = self.game.check(len(bots) if exact else players, options or {})
        if isinstance(games, bool) or not isinstance(games, int) or games < 1:
            raise OptionError(f"the number of games must be at least 1, not {games!r}")
        self.seed = seed
        self.exact = exact
        self.rated = rated and self.players > 1
        if self.rated:
            require_extra("arena", "rating bots", "openskill")
        made = [bot_named(bot, self.game, 0) for bot in self.bots]
        self.by_the_clock = think_by_the_clock(made)
        """Whether a bot has a budget of time: then the same seed need not give the same games."""
        self.lineups = [Lineup(tuple(bots))] if exact else round_robin(bots, self.players)
        self.fixtures = list(fixtures(self.lineups, self.players, games, seed))

    @property
    def command(self) -> dict[str, Any]:
        """What two arenas must have in common to share a journal; the number of games may differ."""
        return {
            "parapegma": metadata.version("parapegma"),
            "game": self.game.name,
            "rules_version": self.game.version,
            "components": self.game.components,
            "players": self.players,
            "options": self.options,
            "seed": self.seed,
            "lineups": [list(lineup.bots) for lineup in self.lineups],
            "exact": self.exact,
        }

    def run(
        self,
        *,
        cores: int | None = None,
        cluster: str | None = None,
        journal: Path | None = None,
        fresh: bool = False,
        stamp: Mapping[str, str] | None = None,
        progress: Progress = lambda finished: None,
    ) -> ArenaResult:
        """Play all games that the journal does not have yet; ``progress`` is told how many are finished.

        ``stamp`` is what a journal must have in common with this arena besides its command.
        """
        began = time.perf_counter()
        with contextlib.ExitStack() as stack:
            head = {**self.command, **(stamp or {})}
            kept = stack.enter_context(Journal(journal, head, fresh)) if journal else None
            known = {_key(played): played for played in kept.played} if kept else {}
            finished = {_key(game): known[_key(game)] for game in self.fixtures if _key(game) in known}
            resumed = len(finished)
            progress(resumed)
            task_size = _TaskSize()
            left = [fixture for fixture in self.fixtures if _key(fixture) not in finished]
            if left:
                results = run_parallel(
                    play_task,
                    task_size.tasks(self, left),
                    cores=cores,
                    cluster=cluster,
                    game=self.game.name,
                    ready=functools.partial(warm_up, self.game.name, self.players, self.options, self.bots),
                )
                # Closed whatever happens, so that an interrupt here stops the workers, too.
                stack.callback(results.close)
                for _, (games, seconds) in results:
                    if kept:
                        kept.add(games)
                    finished.update((_key(played), played) for played in games)
                    task_size.learn(len(games), seconds)
                    progress(len(finished))
        played = [(fixture, finished[_key(fixture)]) for fixture in self.fixtures]
        return ArenaResult(
            self,
            bot_results(played, self.bots, self.players, self.rated),
            lineup_results(played, self.lineups),
            len(played),
            resumed,
            time.perf_counter() - began,
        )

    def match(self, game: int) -> Match:
        """Game number ``game`` of the arena, played again: a match with views, a log and a record."""
        if not 0 <= game < len(self.fixtures):
            raise OptionError(
                f"there is no game {game}; the games are numbered 0 to {len(self.fixtures) - 1}"
            )
        return play_match(self.task([self.fixtures[game]]), self.fixtures[game])

    def task(self, some: Sequence[Fixture]) -> ArenaTask:
        """Some of the games for one worker."""
        return ArenaTask(self.game.name, self.players, self.options, self.seed, tuple(some))


@dataclass(frozen=True)
class ArenaResult:
    """What came out of an arena."""

    arena: Arena
    bots: list[BotResult]
    lineups: list[LineupResult]
    games: int
    resumed: int
    """How many of the games were in the journal already."""
    seconds: float


class _TaskSize:
    """How many games make a task, learnt from how long they take."""

    def __init__(self) -> None:
        self._games = 0
        self._seconds = 0.0

    def learn(self, games: int, seconds: float) -> None:
        self._games += games
        self._seconds += seconds

    def tasks(self, arena: Arena, fixtures: Sequence[Fixture]) -> Iterator[ArenaTask]:
        done = 0
        while done < len(fixtures):
            some = fixtures[done : done + self._at_once()]
            done += len(some)
            yield arena.task(some)

    def _at_once(self) -> int:
        if self._games == 0:
            return 1
        return max(1, min(_MOST_AT_ONCE, int(_TASK_SECONDS * self._games / max(self._seconds, 1e-9))))


def _key(game: Fixture | PlayedGame) -> tuple[int, int, int]:
    return game.lineup, game.deal, game.rotation
