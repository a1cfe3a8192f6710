"""Events told to one seat: the one way for those who watch, those who were away and those who watch again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from parapegma.core.game import Event, Game
from parapegma.core.log import LogEntry
from parapegma.core.match import Match
from parapegma.core.position import Position
from parapegma.server.protocol.messages import NO_DATA, EventData, EventMessage
from parapegma.server.tables import events as ev
from parapegma.server.tables.deal import Deal, Snapshot
from parapegma.server.tables.events import TableEvent, kind_of
from parapegma.server.tables.live_table import LiveTable


class _Played(NamedTuple):
    """A decision: how it is written, and what the rules say followed from it."""

    notation: str
    events: tuple[Event, ...]


class Decisions(Protocol):
    """Where a teller learns what followed from decisions, one event after the other."""

    @property
    def game(self) -> Game:
        """Whose rules are played."""

    @property
    def count(self) -> int:
        """How many decisions stand before the next event."""

    def start(self) -> tuple[Event, ...]:
        """What happened at the deal."""

    def play(self, actions: Sequence[int], notation: bool) -> list[_Played]:
        """The next decisions; how they are written only if that is asked for."""

    def rewind(self, kept: int) -> None:
        """Decisions were taken back."""


class NotedDecisions:
    """The last decisions of a match, as it has noted them: nothing is played again."""

    def __init__(self, match: Match, count: int) -> None:
        self.game, self.count = match.game, count
        self._match = match

    def start(self) -> tuple[Event, ...]:
        return self._match.opening

    def play(self, actions: Sequence[int], notation: bool) -> list[_Played]:
        numbers = range(self.count + 1, self.count + len(actions) + 1)
        self.count += len(actions)
        noted = [self._match.decision(number) for number in numbers]
        return [_Played(decision.notation, decision.events) for decision in noted]

    def rewind(self, kept: int) -> None:
        raise AssertionError("a match has no notes of what was taken back")


class ReplayedDecisions:
    """Decisions that are played again. They were found legal when they were made, so they are not checked.

    ``actions`` are the decisions that stand before the first event to be told; ``started`` whether the game
    had begun by then. ``snapshot`` is a position to which the first of these decisions led.
    """

    def __init__(
        self, deal: Deal, actions: Sequence[int], started: bool, snapshot: Snapshot | None = None
    ) -> None:
        self.game = deal.game
        self._deal, self._actions, self._snapshot = deal, list(actions), snapshot
        self.position: Position | None = None
        """Where the game stands after the last event that was told; none before the deal."""
        if started:
            self.position = deal.position_after(self._actions, snapshot)

    @property
    def count(self) -> int:
        return len(self._actions)

    def start(self) -> tuple[Event, ...]:
        match = self._deal.match_after(())
        self.position = match.position
        return match.opening

    def play(self, actions: Sequence[int], notation: bool) -> list[_Played]:
        assert self.position is not None
        self._actions.extend(actions)
        played: list[_Played] = []
        for number in actions:
            written = self.position.notation(number) if notation else ""
            played.append(_Played(written, self.position.apply(number)))
        return played

    def rewind(self, kept: int) -> None:
        del self._actions[kept:]
        if self._snapshot is not None and kept < self._snapshot.decisions:
            self._snapshot = None
        self.position = self._deal.position_after(self._actions, self._snapshot)


class EventTeller:
    """Tells events to a seat, or a spectator, in their order.

    ``over``: the game has ended, so that everyone may know what was decided. Without decisions, because the
    rules have changed or nothing was dealt, nothing is told of the game.
    """

    def __init__(self, decisions: Decisions | None, seat: int | None, over: bool) -> None:
        self._decisions, self.seat, self.over = decisions, seat, over

    def tell(self, event: TableEvent) -> EventMessage:
        """The next event."""
        decisions = self._decisions
        match event.body:
            case ev.Acted(seat=who, actions=actions) if decisions is not None:
                own = self.over or who == self.seat
                played = decisions.play(actions, own)
                log = [entry for each in played for entry in self._log(decisions.game, each.events)]
                notation = [each.notation for each in played] if own else []
                return _message(event, decisions.count, log, notation)
            case ev.Started() if decisions is not None:
                return _message(event, 0, self._log(decisions.game, decisions.start()))
            case ev.Undone(kept=kept):
                if decisions is not None:
                    decisions.rewind(kept)
                return _message(event, kept)
            case _:
                return _message(event)

    def _log(self, game: Game, events: tuple[Event, ...]) -> list[LogEntry]:
        return [game.events.describe(event, self.seat) for event in events]


def tell_noted(table: LiveTable, events: Sequence[TableEvent], seat: int | None) -> list[EventMessage] | None:
    """The last events of a table from what its match has noted; nothing if the notes do not reach so far."""
    if any(isinstance(event.body, ev.Undone) for event in events):
        return None
    decisions = None
    if table.dealt:
        played = sum(len(event.body.actions) for event in events if isinstance(event.body, ev.Acted))
        count = len(table.match) - played
        if count < table.match.decided_before:
            return None
        decisions = NotedDecisions(table.match, count)
    teller = EventTeller(decisions, seat, table.over)
    return [teller.tell(event) for event in events]


def _message(
    event: TableEvent,
    decisions: int | None = None,
    log: Sequence[LogEntry] = (),
    notation: Sequence[str] = (),
) -> EventMessage:
    return EventMessage(
        number=event.number,
        at=event.at,
        kind=kind_of(event.body),
        seat=getattr(event.body, "seat", None),
        decisions=decisions,
        log=list(log),
        notation=list(notation),
        data=_data(event.body),
    )


def _data(body: ev.EventBody) -> EventData:
    """What everyone may know of an event besides its seat."""
    if isinstance(body, ev.Acted):
        return NO_DATA if body.bot is None else EventData(bot=body.bot)
    match body:
        case ev.Sat(name=name) | ev.Opened(name=name) | ev.Kept(name=name):
            return EventData(name=name)
        case ev.Left(bot=bot) | ev.BotSat(bot=bot) | ev.TimedOut(bot=bot) | ev.ShortOfTime(bot=bot):
            return NO_DATA if bot is None else EventData(bot=bot)
        case ev.Undone(kept=kept):
            return EventData(kept=kept)
        case ev.Resigned(why=why) | ev.Ended(why=why):
            return EventData(why=why)
        case ev.Asked(what=asked, data=data):
            return EventData(what=asked, name=data.get("name"), bot=data.get("bot"))
        case ev.Answered(request=request, agreed=agreed):
            return EventData(request=request, agreed=agreed)
        case _:
            return NO_DATA
