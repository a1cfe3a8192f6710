"""A table in memory: its row, the sum of its events, and its match, always at the same event."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parapegma.core.match import Match
from parapegma.server.problems import no_table
from parapegma.server.protocol.table_settings import TableSettings, decode_settings
from parapegma.server.tables import events as ev
from parapegma.server.tables.deal import Deal, Snapshot
from parapegma.server.tables.events import EventBody, TableEvent
from parapegma.server.tables.rules_check import Difference, first_difference
from parapegma.server.tables.state import TableState

_RECENT_EVENTS = 48
RECENT_KEYS = 128
"""Requests that are known again without asking the database."""
_MOST_DECISIONS = 32
_RECENT_DECISIONS = 8


class LiveTable:
    """Everything a process knows of a table. Whoever changes it holds ``lock``."""

    def __init__(
        self,
        row: Mapping[str, Any],
        events: Sequence[TableEvent],
        checkpoint: tuple[TableState, Snapshot] | None = None,
    ) -> None:
        self.id: str = row["id"]
        self.row = dict(row)
        self.settings: TableSettings = decode_settings(row["settings"])
        self.deal = Deal.of_row(row)
        self.state = TableState.new(row["players"], self.settings.pace)
        self.snapshot: Snapshot | None = None
        """A position that decisions which stand have led to, to play on from."""
        if checkpoint is not None:
            self.state, self.snapshot = checkpoint
        self.checkpoint_number = self.state.number
        """The event of the last checkpoint that this process knows of."""
        self.recent: deque[TableEvent] = deque(maxlen=_RECENT_EVENTS)
        self.lock = asyncio.Lock()
        self.epoch: int | None = None
        """By which this process owns the table; none where there is only one process."""
        self.behind = 0
        """Milliseconds by which this copy lags behind, for spectators."""
        self.bot_pause = 1.0
        """How much longer than usual bots wait before they answer (see ``bot_speed``)."""
        self._keys: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._match: Match | None = None
        self._begin(events)
        self._take_parts()
        self.difference = self._difference(events)
        """Why the rules of today cannot go on with this game, if they cannot."""

    def _difference(self, events: Sequence[TableEvent]) -> Difference | None:
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
    def match(self) -> Match:
        """The game so far; resumed when first asked for. Play only on a copy of it."""
        if self._match is None:
            self._match = self.deal.match_after(self.state.actions, self.snapshot)
        return self._match

    @property
    def actor(self) -> int | None:
        """The seat that decides now, if the game runs."""
        return self.state.actor

    @property
    def over(self) -> bool:
        return self.state.status in ("over", "closed")

    @property
    def line(self) -> str:
        """Whose line bots think in for this table: that of the household it was opened from, if it is known.

        A hundred guests from one place are served like one person.
        """
        return str(self.row.get("home") or self.row["created_by"])

    def answered(self, person: str, key: str) -> int | None:
        """The event a request led to, if it came lately."""
        return self._keys.get((person, key))

    def check_may_look(self, person: str | None) -> None:
        """Refuse those for whom this table does not exist: spectators where none are wanted."""
        if self.settings.spectators or self.state.status == "waiting":
            return
        if person is None or (person != self.row["created_by"] and not self.state.seats_of(person)):
            raise no_table()

    # --- growing ------------------------------------------------------------------------------

    def add(self, events: Sequence[TableEvent]) -> None:
        """Take events into account that others have committed."""
        for event in events:
            self.state.add(event)
            self._drop_snapshot(event)
            self._remember(event)
        self._take_parts()
        if self._match is not None:
            self._follow(events)

    def follow(self, events: Sequence[TableEvent], state: TableState, match: Match | None) -> None:
        """Take one's own committed events into account: what they amount to is known already.

        ``match`` is the game after them, if they changed it.
        """
        self.state = state
        self._take_parts()
        for event in events:
            self._drop_snapshot(event)
            self._remember(event)
        if match is not None:
            if len(match.decisions) > _MOST_DECISIONS:
                match.forget(_RECENT_DECISIONS)
            self._match = match
        elif self._match is not None:
            self._follow(events)

    def _begin(self, events: Sequence[TableEvent]) -> None:
        """Take the events of a stored table into account; those before a checkpoint are in it already."""
        for event in events:
            if event.number > self.state.number:
                self.state.add(event)
                self._drop_snapshot(event)
        for event in events[-RECENT_KEYS:]:
            self._remember(event)

    def _take_parts(self) -> None:
        """What the seats have added to the shuffles belongs to the deal."""
        parts = self.state.shuffle.parts
        if parts and not self.deal.parts and self.state.status != "waiting":
            self.deal = self.deal.with_parts(parts)

    def _drop_snapshot(self, event: TableEvent) -> None:
        """A position that is no longer led to is nothing to play on from."""
        body, snapshot = event.body, self.snapshot
        if isinstance(body, ev.Undone) and snapshot is not None and body.kept < snapshot.decisions:
            self.snapshot = None

    def _remember(self, event: TableEvent) -> None:
        self.recent.append(event)
        if event.request_key is not None and event.person is not None:
            self._keys[event.person, event.request_key] = event.number
            while len(self._keys) > RECENT_KEYS:
                self._keys.popitem(last=False)

    def _follow(self, events: Sequence[TableEvent]) -> None:
        """Bring the match to where other processes' events have led."""
        assert self._match is not None
        for event in events:
            if isinstance(event.body, ev.Undone | ev.Started):
                self._match = None
                return
        for event in events:
            if isinstance(event.body, ev.Acted):
                for number in event.body.actions:
                    self._match.act(number, event.body.seat)


@dataclass
class Effects:
    """What a command wants to happen, decided but not yet written."""

    events: Sequence[EventBody]
    match: Match | None = None
    """The game after it, if it changed the position."""


TableCommand = Callable[[LiveTable], Effects]
"""Decides what happens at a table; it changes nothing, and raises a Problem to refuse."""
