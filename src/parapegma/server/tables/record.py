"""A table in memory: its row, the sum of its events, and its position, always at the same event."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Mapping, Sequence
from typing import Any

from parapegma.server.tables import events as ev
from parapegma.server.tables.events import Event
from parapegma.server.tables.play import Deal, Play, Standing
from parapegma.server.tables.settings import TableSettings, decode_settings
from parapegma.server.tables.state import TableState
from parapegma.server.tables.versions import Difference, first_difference

_RECENT_EVENTS = 48
RECENT_KEYS = 128
"""Requests that are known again without asking the database."""
_MOST_NOTES = 32
_RECENT_NOTES = 8


class LiveTable:
    """Everything a process knows of a table. Whoever changes it holds ``lock``."""

    def __init__(
        self,
        row: Mapping[str, Any],
        events: Sequence[Event],
        checkpoint: tuple[TableState, Standing] | None = None,
    ) -> None:
        self.id: str = row["id"]
        self.row = dict(row)
        self.settings: TableSettings = decode_settings(row["settings"])
        self.deal = Deal.of_row(row)
        self.state = TableState.new(row["players"], self.settings.pace)
        self.standing: Standing | None = None
        """A position that decisions which stand have led to, to play on from."""
        if checkpoint is not None:
            self.state, self.standing = checkpoint
        self.kept = self.state.number
        """The event of the last checkpoint that this process knows of."""
        self.recent: deque[Event] = deque(maxlen=_RECENT_EVENTS)
        self.lock = asyncio.Lock()
        self.heard = 0
        """The last event that this process has heard of; it may not have read it yet."""
        self.behind = 0
        """Milliseconds by which this copy lags behind, for spectators."""
        self._keys: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._play: Play | None = None
        self._begin(events)
        self.difference = self._difference(events)
        """Why the rules of today cannot go on with this game, if they cannot."""

    def _difference(self, events: Sequence[Event]) -> Difference | None:
        """Rules that have changed since the deal may still play this game; then it goes on."""
        game = self.deal.game
        if (self.row["rules_version"], self.row["components"]) == (game.version, game.components):
            return None
        return first_difference(self.deal, events)

    # --- asking -------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """Of the last event."""
        return self.state.number

    @property
    def dealt(self) -> bool:
        """Whether there is a position yet."""
        return self.state.moved > 0 and self.difference is None

    @property
    def play(self) -> Play:
        """The position; opened when first asked for."""
        if self._play is None:
            self._play = Play(self.deal, self.state.actions, self.standing)
        return self._play

    @property
    def actor(self) -> int | None:
        """The seat that decides now, if the game runs."""
        return self.state.actor

    @property
    def over(self) -> bool:
        return self.state.status in ("over", "closed")

    def answered(self, person: str, key: str) -> int | None:
        """The event a request led to, if it came lately."""
        return self._keys.get((person, key))

    # --- growing ------------------------------------------------------------------------------

    def add(self, events: Sequence[Event]) -> None:
        """Take events into account that others have committed."""
        for event in events:
            self.state.add(event)
            self._drop_standing(event)
            self._remember(event)
        if self._play is not None:
            self._follow(events)

    def follow(self, events: Sequence[Event], state: TableState, play: Play | None) -> None:
        """Take one's own committed events into account: what they amount to is known already.

        ``play`` is the position after them, if they changed it.
        """
        self.state = state
        for event in events:
            self._drop_standing(event)
            self._remember(event)
        if play is not None:
            if len(play.match.decisions) > _MOST_NOTES:
                play.forget(_RECENT_NOTES)
            self._play = play
        elif self._play is not None:
            self._follow(events)

    def _begin(self, events: Sequence[Event]) -> None:
        """Take the events of a stored table into account; those before a checkpoint are in it already."""
        for event in events:
            if event.number > self.state.number:
                self.state.add(event)
                self._drop_standing(event)
        for event in events[-RECENT_KEYS:]:
            self._remember(event)

    def _drop_standing(self, event: Event) -> None:
        """A position that is no longer led to is nothing to play on from."""
        what, standing = event.what, self.standing
        if isinstance(what, ev.Undone) and standing is not None and what.kept < standing.decisions:
            self.standing = None

    def _remember(self, event: Event) -> None:
        self.recent.append(event)
        if event.request_key is not None and event.person is not None:
            self._keys[event.person, event.request_key] = event.number
            while len(self._keys) > RECENT_KEYS:
                self._keys.popitem(last=False)

    def _follow(self, events: Sequence[Event]) -> None:
        """Bring the position to where other processes' events have led."""
        assert self._play is not None
        for event in events:
            if isinstance(event.what, ev.Undone | ev.Started):
                self._play = None
                return
        for event in events:
            if isinstance(event.what, ev.Acted):
                self._play.act(event.what.seat, event.what.actions)

    def forget_position(self) -> None:
        """Free what can be worked out again."""
        self._play = None
