"""What a list of events amounts to: who sits where, which decisions stand, what is being asked.

The fold knows no rules; whose turn it is and what may be done is the position's business
(:mod:`parapegma.server.tables.deal`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from parapegma.server.protocol.table_settings import Pace
from parapegma.server.tables import events as ev
from parapegma.server.tables.clock import Clock

Status = Literal["waiting", "running", "over", "closed"]
BOT = "bot"
"""Who is waited for when a bot is to decide."""


@dataclass(slots=True)
class Seat:
    """A seat: open, a person's, or a bot's. A bot may stand in for a person who can come back."""

    person: str | None = None
    name: str = ""
    bot: str | None = None
    """The bot that decides here now, if one does."""
    resigned: bool = False
    kept_for: str | None = None
    """For whom an open seat is kept; ``name`` is theirs then."""
    since: int = 0
    """The event by which the person sat down; it holds the name."""

    @property
    def kind(self) -> str:
        if self.person is not None:
            return "person"
        return "open" if self.bot is None else "bot"

    def copy(self) -> Seat:
        return Seat(self.person, self.name, self.bot, self.resigned, self.kept_for, self.since)


@dataclass(slots=True)
class Request:
    """Something that people at the table must agree to."""

    number: int
    seat: int
    what: str
    data: dict[str, Any]
    agreed: set[str] = field(default_factory=set)
    """The people who said yes."""

    def copy(self) -> Request:
        return Request(self.number, self.seat, self.what, self.data, set(self.agreed))


@dataclass(slots=True)
class TableState:
    """The sum of the events so far."""

    seats: list[Seat]
    clock: Clock
    status: Status = "waiting"
    actor: int | None = None
    """The seat that decides now."""
    number: int = 0
    """Of the last event."""
    moved: int = 0
    """The last event that changed the position; commands that were sent before it are stale."""
    moved_at: int = 0
    turn: int = 0
    """The event since which the one who decides now is waited for."""
    waited_for: str | None = None
    """Who was waited for before that."""
    changed_at: int = 0
    actions: list[int] = field(default_factory=list)
    """The decisions that stand."""
    paused: bool = False
    requests: dict[int, Request] = field(default_factory=dict)
    ended: ev.Ended | None = None
    rematch: str | None = None
    """The table where the same people met again."""

    @classmethod
    def new(cls, players: int, pace: Pace) -> TableState:
        """Before the first event."""
        return cls([Seat() for _ in range(players)], Clock.new(players, pace))

    def after(self, events: Iterable[ev.TableEvent]) -> TableState:
        """What this would be with more events; this one stays as it is."""
        twin = object.__new__(TableState)
        for name in _FIELDS:
            setattr(twin, name, getattr(self, name))
        twin.seats = [seat.copy() for seat in self.seats]
        twin.clock = self.clock.copy()
        twin.actions = self.actions.copy()
        twin.requests = {number: request.copy() for number, request in self.requests.items()}
        for event in events:
            twin.add(event)
        return twin

    def seats_of(self, person: str | None) -> list[int]:
        """The seats a person holds."""
        if person is None:
            return []
        return [n for n, seat in enumerate(self.seats) if seat.person == person]

    @property
    def charged(self) -> int | None:
        """The seat whose clock runs: that of a person who is to decide."""
        if self.status != "running" or self.paused or self.actor is None:
            return None
        return self.actor if self.seats[self.actor].bot is None else None

    @property
    def waits_for(self) -> str | None:
        """The person who is to decide, or ``bot``."""
        if self.status != "running" or self.actor is None:
            return None
        seat = self.seats[self.actor]
        return BOT if seat.bot is not None else seat.person

    def people(self) -> set[str]:
        """The people who have a say here: those who play, not those who resigned or left."""
        return {
            seat.person
            for seat in self.seats
            if seat.person is not None and seat.bot is None and not seat.resigned
        }

    def add(self, event: ev.TableEvent) -> None:
        """Take one more event into account."""
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} does not follow event {self.number}")
        self.number = event.number
        self.changed_at = event.at
        if isinstance(event.body, ev.Acted):
            self._acted(event, event.body)
            return
        acted, waited_for = self.actor, self.waits_for
        self._add(event)
        if self.waits_for != waited_for:
            self.turn, self.waited_for = event.number, waited_for
        self.clock.step(event.at, acted, event.body, self.charged)
        dealt = isinstance(event.body, ev.Ended) and self.moved > 0
        if dealt or isinstance(event.body, ev.Started | ev.Undone):
            self._move(event)

    def _acted(self, event: ev.TableEvent, acted: ev.Acted) -> None:
        """A decision: nearly all events of a long game are decisions, so this is short."""
        actor, waited_for = self.actor, self.waits_for
        self.actions.extend(acted.actions)
        if self.requests and acted.bot is None:
            self._no_longer_replaced(acted.seat)
        self.actor = acted.next
        if self.waits_for != waited_for:
            self.turn, self.waited_for = event.number, waited_for
        self.clock.step(event.at, actor, acted, self.charged)
        self._move(event)

    def _move(self, event: ev.TableEvent) -> None:
        self.moved, self.moved_at = event.number, event.at
        if self.requests:
            # What was asked about an earlier position is no longer asked.
            self._settled("undo")

    def _add(self, event: ev.TableEvent) -> None:
        match event.body:
            case ev.Opened() | ev.Warned():
                pass
            case ev.Kept(seat, person, name):
                self.seats[seat] = Seat(name=name, kept_for=person)
            case ev.Sat(seat, person, name):
                self.seats[seat] = Seat(person=person, name=name, since=event.number)
                self._no_longer_replaced(seat)
            case ev.Left(seat, bot):
                self._leave(seat, bot)
            case ev.BotSat(seat, bot):
                self.seats[seat] = Seat(bot=bot)
            case ev.Started(next=actor):
                self.status = "running"
                self.actor = actor
            case ev.Undone(kept=kept, next=actor):
                del self.actions[kept:]
                self.actor = actor
            case ev.Resigned(seat):
                self.seats[seat].resigned = True
            case ev.TimedOut(seat, bot):
                self.seats[seat].bot = bot
            case ev.Asked(seat, what, data):
                # Whoever wants a seat that another left is not the one who left it.
                asker = self.seats[seat].person if what != "replace" else event.person
                self.requests[event.number] = Request(
                    event.number, seat, what, data, {asker} if asker is not None else set()
                )
            case ev.Answered(seat, request, agreed):
                self._answer(seat, request, agreed)
            case ev.Paused():
                self.paused = True
                self._settled("pause")
            case ev.Resumed():
                self.paused = False
                self._settled("resume")
            case ev.Ended(why):
                self.actor = None
                self.status = "closed" if why == "closed" else "over"
                self.ended = event.body
                self.requests.clear()
            case ev.Rematched(table):
                self.rematch = table

    def _leave(self, seat: int, bot: str | None) -> None:
        if self.status == "waiting":
            self.seats[seat] = Seat()
        else:
            self.seats[seat].bot = bot
            self._no_longer_replaced(seat, by_bot=True)

    def _settled(self, what: str) -> None:
        """What was asked for has come, or is about the past: it can be asked for again another time."""
        self.requests = {number: request for number, request in self.requests.items() if request.what != what}

    def _no_longer_replaced(self, seat: int, by_bot: bool = False) -> None:
        """Someone plays in a seat again, or a bot does: what was asked about it is settled."""
        self.requests = {
            number: request
            for number, request in self.requests.items()
            if request.what != "replace"
            or request.data["seat"] != seat
            or (by_bot and request.data.get("bot") is None)
        }

    def _answer(self, seat: int, request: int, agreed: bool) -> None:
        asked = self.requests.get(request)
        person = self.seats[seat].person
        if asked is None or person is None:
            return
        if agreed:
            asked.agreed.add(person)
        else:
            del self.requests[request]


_FIELDS = tuple(field.name for field in fields(TableState))
