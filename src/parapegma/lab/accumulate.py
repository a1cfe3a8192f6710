"""Figures of your own: accumulators in plain Python that watch games being played.

An accumulator has any of three methods. ``before(game)`` is called when a game has been dealt,
``step(game, seat, action)`` when a seat has decided and nothing has happened yet, ``after(game)`` at the
end. What they are handed is a :class:`WatchedGame`.

>>> class Tokens:
...     n = 0
...     def step(self, game, seat, action):
...         self.n += game.position.notation(action) == "token"
>>> accumulate("ophiuchus", Tokens(), games=20, players=2).n > 0
True
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import as_argument
from parapegma.core.compiled.rng import Key
from parapegma.core.game import find_game
from parapegma.core.match import Match
from parapegma.core.position import Position
from parapegma.errors import OptionError
from parapegma.lab.compiled import counting
from parapegma.lab.game_setup import GameSetup
from parapegma.lab.parallel import in_order, run_parallel
from parapegma.lab.warmup import counting_ready, prepare_counting

Watcher = TypeVar("Watcher")

_PIECE = 50
_ROOM = 1 << 14


class WatchedGame:
    """A game being played, as an accumulator sees it: everything, hidden cards included."""

    def __init__(self, setup: GameSetup, number: int, position: Position) -> None:
        self.setup = setup
        self.number = number
        """The number of the game in its study."""
        self.position = position
        """Where the game stands; to be read, not changed."""
        self.decisions: list[int] = []
        """The numbers of the actions that have been played so far."""

    def match(self) -> Match:
        """The game so far as a match of its own: to print, to write down as a record, to play on."""
        key = np.asarray(self.setup.key_of(self.number), dtype="<u8").tobytes().hex()
        options: dict[str, Any] = dict(self.setup.options)
        match = Match(self.setup.game, self.setup.players, f"key:{key}", **options)
        for action in self.decisions:
            match.act(action)
        return match


def accumulate(
    game: str,
    watcher: Watcher,
    *,
    games: int = 1000,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    bots: Sequence[str] = ("light",),
    seed: int | str = 1,
    cores: int | None = 1,
    cluster: str | None = None,
    progress: Callable[[int], object] | None = None,
) -> Watcher:
    """Let an accumulator watch the games of a study, and return it.

    Game number n is the one that ``parapegma balance`` plays with the same setup and seed. If the
    accumulator has a method ``merge(other)``, several cores or a cluster can play: each piece is
    watched by a copy of the accumulator as it is now, empty, and the copies are merged in the order of games,
    so that the result is always the same.
    """
    prepare_counting(find_game(game))
    setup = GameSetup.of(game, players, options or {}, bots, seed)
    mergeable = hasattr(watcher, "merge")
    if (cores != 1 or cluster is not None) and not mergeable:
        raise OptionError(
            f"{type(watcher).__name__} cannot watch on several cores: it has no method merge(other);"
            " write one, or watch with cores=1"
        )
    blank = copy.deepcopy(watcher)
    pieces = [(blank, setup, first, min(_PIECE, games - first)) for first in range(0, games, _PIECE)]
    if not mergeable:
        for _, _, first, n in pieces:
            _watch(watcher, setup, first, n)
            if progress is not None:
                progress(n)
        return watcher
    results = run_parallel(_watched, pieces, cores=cores, cluster=cluster, ready=counting_ready(game))
    for number, part in in_order(results):
        watcher.merge(part)  # type: ignore[attr-defined]
        if progress is not None:
            progress(pieces[number][3])
    return watcher


def _watched(piece: tuple[Any, GameSetup, int, int]) -> Any:
    fresh = copy.deepcopy(piece[0])
    _watch(fresh, *piece[1:])
    return fresh


def _watch(watcher: Any, setup: GameSetup, first: int, games: int) -> None:
    before, step, after = (getattr(watcher, name, None) for name in ("before", "step", "after"))
    if before is None and step is None and after is None:
        raise OptionError(f"{type(watcher).__name__} has none of the methods before, step and after")
    for played in _played(setup, first, games):
        if before is None and step is None and played.end is not None:
            # Nobody looks before the end, so there is no need to play it again.
            game = WatchedGame(setup, played.number, played.end)
            game.decisions = played.actions
            after(game)  # type: ignore[misc]
            continue
        position = Position.deal_key(find_game(setup.game), setup.players, setup.options, played.key)
        game = WatchedGame(setup, played.number, position)
        if before is not None:
            before(game)
        _follow(game, played.actions, step)
        if after is not None:
            after(game)


def _follow(game: WatchedGame, actions: list[int], step: Callable[..., object] | None) -> None:
    """Play a game again; the entry points themselves are called, since this is done a million times."""
    states = as_argument(game.position.states)
    for action in actions:
        if step is not None:
            step(game, int(entry_points.actor(states)), action)
        entry_points.apply(states, action)
        game.decisions.append(action)


class _Played(NamedTuple):
    number: int
    key: Key
    actions: list[int]
    end: Position | None
    """The last position, where it is known."""


def _played(setup: GameSetup, first: int, games: int) -> Iterator[_Played]:
    """Games of a setup: played in compiled code if the bots allow it."""
    if not setup.quick:
        for number in range(first, first + games):
            yield _Played(number, setup.key_of(number), setup.play(number), None)
        return
    game, counted, policies = find_game(setup.game), setup.counted_games(_PIECE), setup.policies()
    room, last = _ROOM, first + games
    while first < last:
        log = np.zeros((room, counting.LOG), np.int64)
        written = counted.play(first, last - first, *policies, log)
        done, ends = counted.games, counted.states.copy()
        room *= 1 if done else 2
        starts = np.searchsorted(log[:written, counting.LOG_GAME], np.arange(first, first + done + 1))
        for n in range(done):
            actions = log[starts[n] : starts[n + 1], counting.LOG_ACTION].tolist()
            end = Position(game, ends[n : n + 1])
            yield _Played(first + n, counted.key_of(first + n), actions, end)
        first += done
