"""Checkpoints: how a table stood at an event. A long game need not be added up and played from its start.

The events stay the only truth. A checkpoint repeats what they amount to. It is believed only if it was made
by the same rules and the same code, is whole, and holds the position whose digest stands in the log. Where it
is missing or does not fit, the table is opened from all of its events, and a new one is written.

Names are not in it: they stay in the events that brought them, where someone who leaves for good is renamed.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import sys
from array import array
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from parapegma.core.compiled.cache import source_digest
from parapegma.core.compiled.jit import CACHE
from parapegma.core.position import Position
from parapegma.errors import PositionError
from parapegma.server.protocol import table_settings
from parapegma.server.protocol.table_settings import Pace
from parapegma.server.tables import clock, coming_back, deal, shuffle, state
from parapegma.server.tables import events as ev
from parapegma.server.tables.clock import Clock
from parapegma.server.tables.deal import Deal, Snapshot, digest_of
from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.shuffle import Shuffle
from parapegma.server.tables.state import Gesture, Request, Seat, TableState

EVERY = 256
"""A new checkpoint is due after so many events."""
_DIGEST_BYTES = 16
_CODE = (state, clock, coming_back, shuffle, ev, table_settings, deal)


class _Seat(msgspec.Struct, array_like=True):
    person: str | None
    bot: str | None
    resigned: bool
    since: int
    away_since: int
    returns: int
    left: int
    short_of_time: bool


class _Body(msgspec.Struct, array_like=True):
    """A checkpoint as it is kept."""

    number: int
    moved: int
    moved_at: int
    turn: int
    waited_for: str | None
    changed_at: int
    actor: int | None
    paused: bool
    seats: list[_Seat]
    banks: list[int]
    clock_seat: int | None
    clock_since: int
    warned: list[int]
    requests: list[tuple[int, list[str]]]
    """The events that asked, and who has agreed."""
    decisions: bytes
    gestures: bytes
    half_made: bool
    held_until: int
    shuffle: list[tuple[int, str, str]]
    """What seats have added to the shuffles: commitments and parts."""
    left_out: list[int]
    record: bytes
    """The position, as the rules keep it."""


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(_Body)


@functools.cache
def maker() -> str:
    """A name for everything that a checkpoint depends on: the rules and the code that adds events up."""
    rules = source_digest() if CACHE is None else CACHE.name
    digest = hashlib.sha256(f"{rules.rpartition('-')[2]} {sys.byteorder}".encode())
    for file in (__file__, *(module.__file__ for module in _CODE)):
        digest.update(Path(file or "").read_bytes())
    return digest.hexdigest()[:20]


def due(last: int, state: TableState, events: Iterable[TableEvent]) -> bool:
    """Whether a table that stands so by its last events should be kept; ``last`` is the last event that was.

    It runs, and the log says what its position is.
    """
    if state.number - last < EVERY or state.status != "running":
        return False
    return any(event.number == state.moved and isinstance(event.body, ev.Acted) for event in events)


def written(state: TableState, position: Position) -> bytes:
    """A table that runs, and its position, as they are kept."""
    body = _Body(
        state.number,
        state.moved,
        state.moved_at,
        state.turn,
        state.waited_for,
        state.changed_at,
        state.actor,
        state.paused,
        [
            _Seat(
                seat.person,
                seat.bot,
                seat.resigned,
                seat.since,
                seat.away_since,
                seat.returns,
                seat.left,
                seat.short_of_time,
            )
            for seat in state.seats
        ],
        state.clock.banks,
        state.clock.seat,
        state.clock.since,
        sorted(state.clock.warned),
        [(request.number, sorted(request.agreed)) for request in state.requests.values()],
        array("I", state.actions).tobytes(),
        array("I", itertools.chain.from_iterable(state.gestures)).tobytes(),
        state.half_made,
        state.held_until,
        [(n, state.shuffle.commitments[n], state.shuffle.parts[n]) for n in sorted(state.shuffle.adding)],
        sorted(state.shuffle.left_out),
        position.to_bytes(),
    )
    text = _encoder.encode(body)
    return hashlib.blake2b(text, digest_size=_DIGEST_BYTES).digest() + text


class Checkpoint:
    """A checkpoint that was read, and is whole; whether it fits the log is seen when it is restored."""

    def __init__(self, body: _Body) -> None:
        self._body = body
        self.number = body.number

    @classmethod
    def read(cls, made_by: str | None, data: bytes | None) -> Checkpoint | None:
        """A checkpoint from its row; nothing if there is none, it is broken, or others made it."""
        if data is None or made_by != maker():
            return None
        text = data[_DIGEST_BYTES:]
        if hashlib.blake2b(text, digest_size=_DIGEST_BYTES).digest() != data[:_DIGEST_BYTES]:
            return None
        try:
            return cls(_decoder.decode(text))
        except msgspec.MsgspecError:
            return None

    @property
    def needs(self) -> list[int]:
        """The events from before it that must be at hand to restore it."""
        body = self._body
        seated = [seat.since for seat in body.seats if seat.since]
        return sorted({body.moved, *seated, *(number for number, _ in body.requests)})

    def restore(
        self, deal: Deal, pace: Pace, known: Mapping[int, TableEvent]
    ) -> tuple[TableState, Snapshot] | None:
        """How the table stood, and its position; nothing if the log says otherwise."""
        body = self._body
        moved = known.get(body.moved)
        decisions = array("I")
        decisions.frombytes(body.decisions)
        gestures = array("I")
        gestures.frombytes(body.gestures)
        if moved is None or not isinstance(moved.body, ev.Acted) or moved.at != body.moved_at:
            return None
        try:
            position = Position.from_bytes(deal.game, body.record)
        except PositionError:
            return None
        if digest_of(position) != moved.body.digest:
            return None
        seats = [_seated(n, seat, known.get(seat.since)) for n, seat in enumerate(body.seats)]
        requests = [_asked(number, agreed, known.get(number)) for number, agreed in body.requests]
        if None in seats or None in requests:
            return None
        charged = body.clock_seat
        stood_in = charged is not None and body.seats[charged].bot is not None
        found = TableState(
            seats=[seat for seat in seats if seat is not None],
            clock=Clock(pace, body.banks, body.clock_seat, body.clock_since, set(body.warned), stood_in),
            status="running",
            actor=body.actor,
            number=body.number,
            moved=body.moved,
            moved_at=body.moved_at,
            turn=body.turn,
            waited_for=body.waited_for,
            changed_at=body.changed_at,
            actions=decisions.tolist(),
            gestures=[Gesture(*each) for each in zip(*[iter(gestures)] * 3, strict=True)],
            half_made=body.half_made,
            paused=body.paused,
            held_until=body.held_until,
            shuffle=Shuffle(
                commitments={n: promise for n, promise, _ in body.shuffle},
                parts={n: part for n, _, part in body.shuffle},
                adding={n for n, _, _ in body.shuffle},
                left_out=set(body.left_out),
            ),
            requests={request.number: request for request in requests if request is not None},
        )
        return found, Snapshot(len(decisions), position)


def _seated(number: int, kept: _Seat, event: TableEvent | None) -> Seat | None:
    """A seat with the name that the event gave it by which its person sat down."""
    name = ""
    if kept.since:
        sat = None if event is None else event.body
        if not isinstance(sat, ev.Sat) or (sat.seat, sat.person) != (number, kept.person):
            return None
        name = sat.name
    return Seat(
        kept.person,
        name,
        kept.bot,
        kept.resigned,
        since=kept.since,
        away_since=kept.away_since,
        returns=kept.returns,
        left=kept.left,
        short_of_time=kept.short_of_time,
    )


def _asked(number: int, agreed: list[str], event: TableEvent | None) -> Request | None:
    if event is None or not isinstance(event.body, ev.Asked):
        return None
    return Request(number, event.body.seat, event.body.what, event.body.data, set(agreed))
