"""What a list of events amounts to: who sits where, which decisions stand, what is being asked.

The fold knows no rules; whose turn it is and what may be done is the position's business
(:mod:`parapegma.server.tables.deal`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple

from parapegma.server.protocol.table_settings import Pace
from parapegma.server.tables import events as ev
from parapegma.server.tables.clock import Clock
from parapegma.server.tables.coming_back import time_to_return
from parapegma.server.tables.shuffle import TIME_TO_SHUFFLE, Shuffle

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
    away_since: int = 0
    """When a bot began to stand in for the person (milliseconds)."""
    returns: int = 0
    """How often the person has come back."""
    left: int = 0
    """The event by which a bot began to stand in: what was decided here before it, the person decided."""
    short_of_time: bool = False
    """Whether it was told that the bot here has less time than its level wants."""

    @property
    def kind(self) -> str:
        if self.person is not None:
            return "person"
        return "open" if self.bot is None else "bot"

    @property
    def away(self) -> bool:
        """Whether a bot stands in for a person who may come back."""
        return self.person is not None and self.bot is not None and not self.resigned

    def copy(self) -> Seat:
        return Seat(
            self.person,
            self.name,
            self.bot,
            self.resigned,
            self.kept_for,
            self.since,
            self.away_since,
            self.returns,
            self.left,
            self.short_of_time,
        )


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


class Gesture(NamedTuple):
    """What a seat decided at one go, in one or more events: it is taken back as a whole."""

    kept: int
    """How many decisions stood before it."""
    seat: int
    number: int
    """Its last event."""


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
    gestures: list[Gesture] = field(default_factory=list)
    """The same decisions, as they were made."""
    half_made: bool = False
    """Whether the rest of the last one is still to come."""
    paused: bool = False
    requests: dict[int, Request] = field(default_factory=dict)
    ended: ev.Ended | None = None
    rematch: str | None = None
    """The table where the same people met again."""
    shuffle: Shuffle = field(default_factory=Shuffle)
    """What the seats add to the shuffles; it changes no more once the game has begun."""
    held_until: int = 0
    """Until when the clocks were held last, because the machine slept."""

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
        twin.gestures = self.gestures.copy()
        twin.requests = {number: request.copy() for number, request in self.requests.items()}
        if self.status == "waiting":
            twin.shuffle = self.shuffle.copy()
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
        """The seat whose clock runs: that of a person who is to decide, or for whom a bot does."""
        if self.status != "running" or self.paused or self.actor is None:
            return None
        seat = self.seats[self.actor]
        if seat.bot is None:
            return self.actor
        # Standing up stops no clock: the bot that stands in uses the person's time.
        return self.actor if seat.away and not self.stopped else None

    @property
    def waits_for(self) -> str | None:
        """The person who is to decide, or ``bot``; nobody while the game has stopped."""
        if self.status != "running" or self.actor is None:
            return None
        seat = self.seats[self.actor]
        if seat.bot is None:
            return seat.person
        return None if self.stopped else BOT

    @property
    def stopped(self) -> bool:
        """Whether all people have left: bots do not play on for nobody. A game that began so goes on."""
        theirs = [seat for seat in self.seats if seat.person is not None]
        return bool(theirs) and all(seat.bot is not None or seat.resigned for seat in theirs)

    def back_by(self, seat: int) -> int | None:
        """Until when the person of a seat may come back; nothing where nobody is away, or a pause waits."""
        held = self.seats[seat]
        if self.status != "running" or not held.away or (self.paused and not self.stopped):
            return None
        return held.away_since + time_to_return(self.clock.pace)

    @property
    def due_at(self) -> int | None:
        """When something is to happen here by itself, apart from the clocks."""
        if self.status == "waiting":
            return None if self.shuffle.stage is None else self.shuffle.since + TIME_TO_SHUFFLE
        times = [at for n in range(len(self.seats)) if (at := self.back_by(n)) is not None]
        return min(times, default=None)

    def owners(self) -> set[str]:
        """The people to whom the game still matters: those who play, and those who may come back."""
        return {seat.person for seat in self.seats if seat.person is not None and not seat.resigned}

    def people(self) -> set[str]:
        """The people who have a say here: those who play, not those who resigned or left."""
        return {
            seat.person
            for seat in self.seats
            if seat.person is not None and seat.bot is None and not seat.resigned
        }

    def summary(self) -> dict[str, Any]:
        """In short, as the row of a table repeats it for lists and clocks."""
        return {
            "status": self.status,
            "last_event": self.number,
            "actor": self.actor,
            "waits_for": self.waits_for,
            "turn": self.turn,
            "deadline_at": self.clock.deadline_at,
            "warn_at": self.clock.warn_at,
            "due_at": self.due_at,
            "changed_at": self.changed_at,
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
        self._step(event.at, acted, event.body)
        dealt = isinstance(event.body, ev.Ended) and self.moved > 0
        if dealt or isinstance(event.body, ev.Started | ev.Undone):
            self._move(event)

    def _acted(self, event: ev.TableEvent, acted: ev.Acted) -> None:
        """A decision: nearly all events of a long game are decisions, so this is short."""
        actor, waited_for = self.actor, self.waits_for
        kept = self.gestures.pop().kept if self.half_made else len(self.actions)
        self.gestures.append(Gesture(kept, acted.seat, event.number))
        self.half_made = acted.half_made
        self.actions.extend(acted.actions)
        if self.requests and acted.bot is None:
            self._no_longer_replaced(acted.seat)
        self.actor = acted.next
        if self.waits_for != waited_for:
            self.turn, self.waited_for = event.number, waited_for
        self._step(event.at, actor, acted)
        self._move(event, by_bot=acted.bot is not None)

    def _step(self, at: int, acted: int | None, body: ev.EventBody) -> None:
        charged = self.charged
        stood_in = charged is not None and self.seats[charged].bot is not None
        self.clock.step(at, acted, body, charged, self._handed_over(acted, charged), stood_in)

    def _handed_over(self, actor: int | None, charged: int | None) -> bool:
        """Whether the seat that is to decide now has to be given the screen first."""
        if charged is None or charged == actor or self.seats[charged].bot is not None:
            return False
        # Against someone at another screen nobody gains time by playing for two.
        playing = [seat.person for seat in self.seats if seat.person and not (seat.bot or seat.resigned)]
        return len(playing) > 1 and set(playing) == {self.seats[charged].person}

    def _move(self, event: ev.TableEvent, by_bot: bool = False) -> None:
        self.moved, self.moved_at = event.number, event.at
        if self.requests and not by_bot:
            # What was asked about an earlier position is no longer asked; bots answer nobody by moving on.
            self._settled("undo")

    def _add(self, event: ev.TableEvent) -> None:
        if self.status == "waiting":
            self.shuffle.add(event.body, event.at)
        match event.body:
            case ev.ClockHeld(until):
                self._hold(event.at, until)
            case ev.Kept(seat, person, name):
                self.seats[seat] = Seat(name=name, kept_for=person)
            case ev.Sat(seat, person, name):
                before = self.seats[seat]
                back = self.status == "running" and before.person == person
                returns = before.returns + 1 if back else 0
                self.seats[seat] = Seat(person, name, since=event.number, returns=returns)
                self._no_longer_replaced(seat)
            case ev.Left(seat, bot):
                self._leave(seat, bot, event.at)
            case ev.BotSat(seat, bot):
                self.seats[seat] = Seat(bot=bot)
            case ev.ShortOfTime(seat):
                self.seats[seat].short_of_time = True
            case ev.Started(next=actor):
                self.status = "running"
                self.actor = actor
            case ev.Undone(kept=kept, next=actor):
                del self.actions[kept:]
                self.gestures = [gesture for gesture in self.gestures if gesture.kept < kept]
                self.half_made = False
                self.actor = actor
            case ev.Resigned(seat):
                self.seats[seat].resigned = True
                self._withdrawn(seat)
            case ev.TimedOut(seat, bot):
                self._stand_in(seat, bot, event.at)
                self._withdrawn(seat)
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
                for each in self.seats:
                    # Who is away has the whole time again.
                    each.away_since = event.at if each.away else 0
                self._settled("resume")
            case ev.Ended(why):
                self.actor = None
                self.status = "closed" if why == "closed" else "over"
                self.ended = event.body
                self.requests.clear()
            case ev.Rematched(table):
                self.rematch = table

    def _leave(self, seat: int, bot: str | None, at: int) -> None:
        if self.status == "waiting":
            self.seats[seat] = Seat()
        else:
            self._stand_in(seat, bot, at)
            self._no_longer_replaced(seat, by_bot=True)
            self._withdrawn(seat)

    def _stand_in(self, seat: int, bot: str | None, at: int) -> None:
        held = self.seats[seat]
        held.bot, held.away_since, held.left = bot, at, self.number

    def _hold(self, at: int, until: int) -> None:
        """Time that the machine slept counts for nobody."""
        self.held_until = until
        for seat in self.seats:
            if seat.away:
                seat.away_since += max(0, until - at)

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

    def _withdrawn(self, seat: int) -> None:
        """Whoever no longer plays asks for nothing any more."""
        self.requests = {
            number: request
            for number, request in self.requests.items()
            if request.seat != seat or request.what == "replace"
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
