"""Figures of your own: accumulators in plain Python that watch games being played.

An accumulator has any of three methods. ``before(table)`` is called when a game has been dealt,
``step(table, seat, action)`` when a seat has decided and nothing has happened yet, ``after(table)`` at the
end.

>>> class Passes:
...     n = 0
...     def step(self, table, seat, action):
...         self.n += table.notation(action) == "token"
>>> accumulate("ophiuchus", Passes(), games=20, players=2).n > 0
True
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from parapegma.core import engine
from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import States, as_argument
from parapegma.core.compiled.rng import Key
from parapegma.core.game import Game, find_game
from parapegma.core.match import Match
from parapegma.core.options import Value
from parapegma.errors import OptionError
from parapegma.lab.compiled import counting
from parapegma.lab.seating import Setting, line_up, play_slowly
from parapegma.lab.spread import in_order, spread
from parapegma.lab.warmup import counting_ready, prepare_counting

Watcher = TypeVar("Watcher")

_PIECE = 50
_ROOM = 1 << 14


class Table:
    """A game being played, as an accumulator sees it: everything, hidden cards included."""

    def __init__(self, game: Game, options: dict[str, Value], number: int, states: States, key: Key) -> None:
        self.game, self.options, self.number = game, options, number
        self.states = states
        """The state record, an array of one; read it, do not change it."""
        self.ply = 0
        """How many decisions have been made."""
        self.actions: list[int] = []
        """What has been played so far."""
        self.key = key

    @property
    def players(self) -> int:
        return int(self.states[0]["players"])

    @property
    def actor(self) -> int | None:
        """The seat that decides now, or ``None`` at the end."""
        seat = engine.actor(self.states)
        return None if seat < 0 else seat

    @property
    def scores(self) -> list[int]:
        return engine.scores(self.states)

    @property
    def ranks(self) -> list[int]:
        return engine.ranks(self.states)

    @property
    def sources(self) -> dict[int, dict[str, int]]:
        """Every seat's points by where they come from."""
        return self.game.sources(self.states)

    def legal(self) -> list[int]:
        """The numbers of the legal actions."""
        return engine.legal(self.states)

    def notation(self, action: int) -> str:
        """An action in notation."""
        return self.game.actions.describe(self.states, action).notation

    def position(self) -> dict[str, Any]:
        """The position as readable data (docs/positions.md)."""
        return self.game.positions.facts(self.states)

    def match(self) -> Match:
        """The game so far as a match of its own: to print, to write down as a record, to play on."""
        seed = "key:" + np.asarray(self.key, dtype="<u8").tobytes().hex()
        options: dict[str, Any] = dict(self.options)
        match = Match(self.game, self.players, seed, **options)
        for action in self.actions:
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

    Game number n is the one that ``parapegma balance`` plays with the same setting and seed. If the
    accumulator has a method ``merge(other)``, games can be spread over cores or a cluster: each piece is
    watched by a copy of the accumulator as it is now, empty, and the copies are merged in the order of games,
    so that the result is always the same.
    """
    found = find_game(game)
    prepare_counting(found)
    seats, fitted = found.check(players, dict(options or {}))
    setting = Setting(game, seats, fitted, line_up(found, list(bots), seats), seed)
    mergeable = hasattr(watcher, "merge")
    if (cores != 1 or cluster is not None) and not mergeable:
        raise OptionError(
            f"{type(watcher).__name__} cannot be spread over cores: it has no method merge(other);"
            " write one, or watch with cores=1"
        )
    blank = copy.deepcopy(watcher)
    pieces = [(blank, setting, first, min(_PIECE, games - first)) for first in range(0, games, _PIECE)]
    if not mergeable:
        for _, _, first, n in pieces:
            _watch(watcher, setting, first, n)
            if progress is not None:
                progress(n)
        return watcher
    for number, part in in_order(
        spread(_watched, pieces, cores=cores, cluster=cluster, ready=counting_ready(game))
    ):
        watcher.merge(part)  # type: ignore[attr-defined]
        if progress is not None:
            progress(pieces[number][3])
    return watcher


def _watched(piece: tuple[Any, Setting, int, int]) -> Any:
    fresh = copy.deepcopy(piece[0])
    _watch(fresh, *piece[1:])
    return fresh


def _watch(watcher: Any, setting: Setting, first: int, games: int) -> None:
    game = find_game(setting.game)
    before, step, after = (getattr(watcher, name, None) for name in ("before", "step", "after"))
    if before is None and step is None and after is None:
        raise OptionError(f"{type(watcher).__name__} has none of the methods before, step and after")
    options = setting.encoded()
    for number, key, actions, end in _played(setting, first, games):
        if before is None and step is None and end is not None:
            # Nobody looks before the end, so there is no need to play it again.
            table = Table(game, setting.options, number, end, key)
            table.actions, table.ply = actions, len(actions)
            after(table)  # type: ignore[misc]
            continue
        table = Table(game, setting.options, number, engine.deal(game.state, options, key), key)
        states = as_argument(table.states)
        if before is not None:
            before(table)
        for action in actions:
            if step is not None:
                step(table, int(entry_points.actor(states)), action)
            entry_points.apply(states, action)
            table.actions.append(action)
            table.ply += 1
        if after is not None:
            after(table)


def _played(setting: Setting, first: int, games: int) -> Iterator[tuple[int, Key, list[int], States | None]]:
    """Number, key, actions and last position of games: played in compiled code if the bots allow it."""
    if not setting.quick:
        for number in range(first, first + games):
            yield number, *play_slowly(setting, number), None
        return
    batch, (policies, weights) = setting.batch(_PIECE), setting.policies()
    room, last = _ROOM, first + games
    while first < last:
        log = np.zeros((room, counting.LOG), np.int64)
        written = batch.play(first, last - first, policies, weights, log)
        done, ends = batch.games, batch.states.copy()
        room *= 1 if done else 2
        starts = np.searchsorted(log[:written, counting.LOG_GAME], np.arange(first, first + done + 1))
        for n in range(done):
            actions = log[starts[n] : starts[n + 1], counting.LOG_ACTION].tolist()
            yield first + n, batch.key_of(first + n), actions, ends[n : n + 1]
        first += done
