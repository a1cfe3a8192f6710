"""What can happen at a table. Events are kept for ever and numbered from 1; all else follows from them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Why = Literal["asked", "time", "away"]
"""Why a seat gave up: its person wanted to, ran out of time, or did not come back."""


Stage = Literal["commit", "reveal"]


class _Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", gc=False):
    pass


class Kept(_Event, frozen=True, tag="kept"):
    """An open seat is kept for a person: nobody else may take it."""

    seat: int
    person: str
    name: str


class Opened(_Event, frozen=True, tag="opened"):
    """The table was set up."""

    name: str


class Sat(_Event, frozen=True, tag="sat"):
    """A person took a seat: an open one before the start, or one that stood empty, or back from a bot."""

    seat: int
    person: str
    name: str
    commitment: str = ""
    """To what the seat adds to the shuffles, if it does; only before the deal."""


class Left(_Event, frozen=True, tag="left"):
    """A person left a seat. During a game a bot plays on in it, if ``bot`` names one."""

    seat: int
    bot: str | None = None


class BotSat(_Event, frozen=True, tag="bot-sat"):
    """A seat was given to a bot of a level; ``None`` makes it an open seat again (before the start)."""

    seat: int
    bot: str | None


class Shuffling(_Event, frozen=True, tag="shuffling"):
    """All seats are taken; those that add to the shuffles are to commit, or to reveal what they add."""

    stage: Stage
    left_out: list[int] = []
    """Seats that did not in time: they add nothing to this game."""


class Committed(_Event, frozen=True, tag="committed"):
    """A seat has committed anew to what it adds to the shuffles."""

    seat: int
    commitment: str


class Revealed(_Event, frozen=True, tag="revealed"):
    """What a seat adds to the shuffles."""

    seat: int
    part: str


class Started(_Event, frozen=True, tag="started"):
    """The cards were dealt; ``next`` is the seat that decides first."""

    next: int | None
    digest: str = ""
    """Of the position after the deal."""


class Acted(_Event, frozen=True, tag="acted"):
    """One or more decisions of a seat, played all together."""

    seat: int
    actions: list[int]
    digest: str
    """Of the position after it, so that a change of the rules is noticed."""
    next: int | None
    """The seat that decides now; none if the game is over."""
    bot: str | None = None
    """The level of the bot that decided, if one did."""
    half_made: bool = False
    """The rest of the decision is still to come: what this seat decides next belongs to it."""


class Undone(_Event, frozen=True, tag="undone"):
    """Decisions were taken back: ``kept`` are left."""

    seat: int
    kept: int
    next: int | None


class Resigned(_Event, frozen=True, tag="resigned"):
    """A seat gave up, or its time ran out where that means giving up, or its person did not come back."""

    seat: int
    why: Why = "asked"


class TimedOut(_Event, frozen=True, tag="timed-out"):
    """A seat's clock ran out and a bot plays on in it."""

    seat: int
    bot: str


class Warned(_Event, frozen=True, tag="warned"):
    """Most of a seat's time for a decision by correspondence is over."""

    seat: int


class ShortOfTime(_Event, frozen=True, tag="short-of-time"):
    """A bot had less time than its level wants in an earlier decision; told once of each."""

    seat: int
    bot: str


class Uncovered(_Event, frozen=True, tag="uncovered"):
    """A screen that several people share was handed over to a seat: its clock runs from now on."""

    seat: int


class ClockHeld(_Event, frozen=True, tag="clock-held"):
    """The machine slept, or its clock was put right: the clock that ran goes on from then, uncharged."""

    until: int


class Asked(_Event, frozen=True, tag="asked"):
    """A seat wants something that the other people at the table must agree to."""

    seat: int
    what: Literal["undo", "pause", "resume", "replace", "end"]
    data: dict[str, Any] = {}


class Answered(_Event, frozen=True, tag="answered"):
    """A seat agreed or declined; the request is named by the number of its event."""

    seat: int
    request: int
    agreed: bool


class Paused(_Event, frozen=True, tag="paused"):
    """Clocks stand still, nobody may act."""


class Resumed(_Event, frozen=True, tag="resumed"):
    """Clocks run again."""


class Ended(_Event, frozen=True, tag="ended"):
    """The game is over."""

    why: Literal["finished", "resigned", "agreed", "closed"]
    scores: list[int] = []
    ranks: list[int] = []


class Rematched(_Event, frozen=True, tag="rematched"):
    """The same people meet again at another table."""

    table: str


EventBody = (
    Opened
    | Kept
    | Sat
    | Left
    | BotSat
    | Shuffling
    | Committed
    | Revealed
    | Started
    | Acted
    | Undone
    | Resigned
    | TimedOut
    | Warned
    | ShortOfTime
    | Uncovered
    | ClockHeld
    | Asked
    | Answered
    | Paused
    | Resumed
    | Ended
    | Rematched
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(EventBody)


class TableEvent(msgspec.Struct, frozen=True, gc=False):
    """Something that happened at a table: with its number, its time, who caused it and by which request."""

    number: int
    at: int
    body: EventBody
    person: str | None = None
    request_key: str | None = None


def encode(body: EventBody) -> str:
    """An event as the database keeps it.

    >>> encode(Undone(seat=1, kept=7, next=1))
    '{"kind":"undone","seat":1,"kept":7,"next":1}'
    """
    return _encoder.encode(body).decode()


def decode(text: str) -> EventBody:
    """The event that a row of the database tells of."""
    body: EventBody = _decoder.decode(text)
    return body


_bodies = msgspec.json.Decoder(list[EventBody])
_times = msgspec.json.Decoder(list[int])


def decode_columns(after: int, data: str, times: str, people: str, keys: str) -> list[TableEvent]:
    r"""The events that follow one, each column as one text: separated by commas, keys by new lines.

    >>> decode_columns(6, '{"kind":"paused"},{"kind":"resumed"}', "100,200", "a,", "x,y\n")[1].number
    8
    """
    return [
        TableEvent(number, at, body, person or None, key or None)
        for number, (at, body, person, key) in enumerate(
            zip(
                _times.decode(f"[{times}]"),
                _bodies.decode(f"[{data}]"),
                people.split(","),
                keys.split("\n"),
                strict=True,
            ),
            start=after + 1,
        )
    ]


def kind_of(body: EventBody) -> str:
    """The word for what happened."""
    return str(body.__struct_config__.tag)
