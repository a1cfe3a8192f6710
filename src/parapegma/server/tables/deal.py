"""How a table was dealt, and the positions and matches that follow from it.

A match keeps a note of every decision; a table of two thousand decisions is opened many times a day and
nobody asks for those notes. So past decisions are played straight into a position, and the match of a table
is resumed from there: it notes only what is played from then on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

from parapegma.core.compiled.arrays import state_bytes
from parapegma.core.game import Game, find_game
from parapegma.core.match import Match
from parapegma.core.position import Position
from parapegma.core.shuffle_key import mixed_key


class Snapshot(NamedTuple):
    """The position after so many decisions at a table, to play on from. Copy it before you do."""

    decisions: int
    position: Position


def known_of(row: Mapping[str, Any]) -> bool:
    """Whether someone may know how a row's table was dealt: it goes on from another, or from a record."""
    start = {} if row["position"] is None else json.loads(row["position"])
    return row["continues"] is not None or any(start.get(part) for part in ("known", "decisions", "daily"))


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
        known: bool = False,
        daily: str | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.options = dict(options)
        self.host_key = key
        """What the host adds to the shuffles."""
        self.parts: Mapping[int, str] = {}
        """What the seats add to them; known once the game has begun."""
        self.position = position
        self.begun = tuple(begun)
        """Decisions that were made at another table, from which this one goes on."""
        self.daily = daily
        """The day whose deal it is, if it is one that everyone plays (``2026-11-18``)."""
        self.known = known or bool(begun) or daily is not None
        """Whether someone may know the key of its shuffles: such a game counts for nothing but itself."""

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
            known_of(row),
            start.get("daily"),
        )

    @property
    def key(self) -> str:
        """Of all shuffles."""
        return mixed_key(self.host_key, self.parts)

    def with_parts(self, parts: Mapping[int, str]) -> Deal:
        """The same deal, with what seats add to its shuffles."""
        twin = copy(self)
        twin.parts = parts
        return twin

    def start(self) -> str | None:
        """Where the game begins if not at the deal, as a row of ``tables`` keeps it."""
        start: dict[str, Any] = {} if self.position is None else {"position": self.position}
        if self.daily is not None:
            start["daily"] = self.daily
        elif self.begun:
            start["decisions"] = self.begun
        elif self.known:
            start["known"] = True
        return json.dumps(start) if start else None

    # --- positions ----------------------------------------------------------------------------

    def position_after(self, actions: Sequence[int], snapshot: Snapshot | None = None) -> Position:
        """The position after decisions at this table, as fast as the rules can play them.

        ``snapshot`` spares playing the first ones of them again.
        """
        if snapshot is not None and snapshot.decisions <= len(actions):
            position, rest = snapshot.position.copy(), actions[snapshot.decisions :]
        else:
            position, rest = self._dealt(), actions
            position.apply_all(self.begun)
        position.apply_all(rest)
        return position

    def match_after(self, actions: Sequence[int], snapshot: Snapshot | None = None) -> Match:
        """A match that goes on from there; it knows nothing of the decisions before."""
        match = Match.resume(self.position_after(actions, snapshot), len(actions))
        if not actions:
            match.opening = self._dealt().events() if self.begun else match.opening
        return match

    def whole_match(self, actions: Sequence[int] = ()) -> Match:
        """A match with all notes from the deal on, every decision checked: for records."""
        seed = f"key:{self.key}"
        match = Match(self.game, self.players, seed, position=self.position, **self.options)
        for number in (*self.begun, *actions):
            match.act(number)
        return match

    def _dealt(self) -> Position:
        """The position in which nothing was decided yet, at any table."""
        return Position.deal(self.game, self.players, f"key:{self.key}", data=self.position, **self.options)


def digest_of(position: Position) -> str:
    """A short name for a position, to notice when other rules lead elsewhere."""
    return hashlib.blake2b(state_bytes(position.states), digest_size=8).hexdigest()


def deciders(position: Position, actions: Sequence[int]) -> Iterator[int]:
    """Who makes each of these decisions, played from a position that is changed by it."""
    for number in actions:
        seat = position.actor
        assert seat is not None
        yield seat
        position.apply(number)
