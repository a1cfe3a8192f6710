"""The position of a table: a match that was brought to where it stands as fast as the rules can run.

A match keeps a note of every decision; a table of two thousand decisions is opened many times a day and
nobody asks for those notes. So past decisions are played straight into the state, and only what is played
from then on is noted.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from parapegma.core import engine
from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import States, as_argument, state_bytes
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.game import Event as RuleEvent
from parapegma.core.game import Game, find_game
from parapegma.core.log import LogEntry
from parapegma.core.match import Match


class Deal:
    """How a table was dealt: all that is needed to play its decisions again."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: Mapping[str, Any],
        key: str,
        position: dict[str, Any] | None = None,
        begun: Sequence[int] = (),
    ) -> None:
        self.game = game
        self.players = players
        self.options = dict(options)
        self.key = key
        self.position = position
        self.begun = tuple(begun)
        """Decisions that were made at another table, from which this one goes on."""

    @classmethod
    def of_row(cls, row: Mapping[str, Any]) -> Deal:
        """The deal of a row of ``tables``."""
        start = {} if row["position"] is None else json.loads(row["position"])
        return cls(
            find_game(row["game"]),
            row["players"],
            json.loads(row["options"]),
            row["key"],
            start.get("position"),
            start.get("decisions", ()),
        )

    def start(self) -> str | None:
        """Where the game begins if not at the deal, as a row of ``tables`` keeps it."""
        start: dict[str, Any] = {} if self.position is None else {"position": self.position}
        if self.begun:
            start["decisions"] = self.begun
        return json.dumps(start) if start else None

    def match(self) -> Match:
        """A match at the point where this table begins."""
        match = self.dealt()
        states = as_argument(match.position.states)
        for number in self.begun:
            entry_points.apply(states, number)
        return match

    def dealt(self) -> Match:
        """A match in which nothing was decided yet, at any table."""
        return Match(self.game, self.players, f"key:{self.key}", position=self.position, **self.options)

    def noted(self, actions: Sequence[int]) -> Match:
        """A match after decisions at this table, with all notes from the deal on, for records."""
        match = self.dealt()
        for number in (*self.begun, *actions):
            match.act(number)
        return match


class Standing(NamedTuple):
    """The position after so many decisions at a table, to play on from."""

    decisions: int
    record: bytes

    def states(self, game: Game) -> States:
        """The position, in room of its own."""
        return np.frombuffer(bytearray(self.record), game.state)

    def digest(self, game: Game) -> str:
        """As :meth:`Play.digest` gives it; empty if it is no position of that game."""
        fits = len(self.record) == game.state.itemsize
        return digest_of(self.states(game)) if fits else ""


class Play:
    """A match after ``before`` decisions that are not noted, and those played since.

    ``standing`` spares playing the first ones of them again.
    """

    def __init__(self, deal: Deal, actions: Sequence[int] = (), standing: Standing | None = None) -> None:
        self.deal = deal
        self.before = len(actions)
        if standing is None or standing.decisions > self.before:
            self.match = deal.match()
            rest = actions
        else:
            self.match = deal.dealt()
            self.match.position.states = standing.states(deal.game)
            rest = actions[standing.decisions :]
        states = as_argument(self.match.position.states)
        for number in rest:
            entry_points.apply(states, number)

    @property
    def decisions(self) -> int:
        """How many decisions led here."""
        return self.before + len(self.match.decisions)

    @property
    def actor(self) -> int | None:
        return self.match.actor

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may see, to be read only: what it consists of is shared by all who look."""
        return self.deal.game.views.view(self.match.position.states, seat)

    def copy(self) -> Play:
        """A play of its own at the same point, to try something."""
        twin = object.__new__(Play)
        twin.deal, twin.before = self.deal, self.before
        twin.match = self.match.copy()
        return twin

    def act(self, seat: int, actions: Sequence[int | str]) -> list[int]:
        """Play decisions of a seat; return their numbers. A failed one leaves this play unusable."""
        first = len(self.match.decisions)
        for action in actions:
            self.match.act(action, seat)
        return [ply.action for ply in self.match.decisions[first:]]

    def told(self, ply: int, seat: int | None) -> list[LogEntry]:
        """What followed from decision number ``ply`` (from 1; 0 is the deal), for those noted."""
        if ply == 0:
            return self.match.log_of(0, seat)
        return self.match.log_of(ply - self.before, seat)

    def notation(self, ply: int) -> str:
        """How decision number ``ply`` is written."""
        return self.match.decisions[ply - self.before - 1].notation

    def noted_from(self) -> int:
        """The first decision that :meth:`told` can tell of."""
        return self.before + 1

    def forget(self, kept: int) -> None:
        """Drop all notes but the last few; the position stays."""
        dropped = max(0, len(self.match.decisions) - kept)
        self.before += dropped
        del self.match.decisions[:dropped]

    def digest(self) -> str:
        """A short name for the position, to notice when other rules lead elsewhere."""
        return digest_of(self.match.position.states)

    def standing(self) -> Standing:
        """The position as it is now, for later."""
        return Standing(self.decisions, self.match.position.states.tobytes())


def digest_of(states: States) -> str:
    """A short name for a position."""
    return hashlib.blake2b(state_bytes(states), digest_size=8).hexdigest()


def seats_that_decided(
    deal: Deal, actions: Sequence[int], first: int, standing: Standing | None = None
) -> list[int]:
    """Who made each decision from number ``first`` (counted from 0) on."""
    play = Play(deal, actions[:first], standing)
    states = play.match.position.states
    found = []
    for number in actions[first:]:
        found.append(engine.actor(states))
        entry_points.apply(as_argument(states), number)
    return found


def reveals(
    deal: Deal,
    actions: Sequence[int],
    kept: int,
    seat: int,
    standing: Standing | None = None,
    tries: int = 8,
) -> bool:
    """Whether a seat learnt anything from its decisions after the first ``kept``.

    It did if chance was asked, or if the same decisions would have shown it something else, or would have
    been refused, in another deal that it could not tell from this one.
    """
    play = Play(deal, actions[:kept], standing)
    start = play.match.position.states
    rest = list(actions[kept:])
    truth = _line(deal.game, start.copy(), rest, seat)
    if truth is None or asks_chance(start, truth[0]):
        return True
    for n in range(tries):
        guess = engine.determinize(start, seat, key_of_seed(f"undo {n}"))
        other = _line(deal.game, guess, rest, seat)
        if other is None or other[1] != truth[1]:
            return True
    return False


def _line(game: Game, states: States, actions: list[int], seat: int) -> tuple[States, list[Any]] | None:
    """Play decisions; the state, and what the seat saw on the way. Nothing if one is not legal."""
    seen: list[Any] = []
    for number in actions:
        if engine.actor(states) < 0 or number not in engine.legal(states):
            return None
        happened: tuple[RuleEvent, ...] = engine.apply(states, number)
        seen.append(game.views.view(states, seat))
        seen.append([game.events.describe(event, seat) for event in happened])
    seen.append(engine.actor(states))
    seen.append(engine.legal(states) if engine.actor(states) == seat else None)
    return states, seen


def asks_chance(before: States, after: States) -> bool:
    """Whether chance was asked on the way from one position to a later one."""
    if "counter" not in (before.dtype.names or ()):
        return False
    return bool(before[0]["counter"] != after[0]["counter"])
