"""A table as it is told: seats, requests, clocks, shuffles, results."""

from __future__ import annotations

from typing import Any

import msgspec

from parapegma.server.protocol.table_settings import TableSettings


class SeatInfo(msgspec.Struct):
    """A seat as everyone sees it."""

    seat: int
    kind: str
    name: str
    bot: str | None
    mine: bool
    resigned: bool
    connected: bool = False
    """Whether its person has the table open."""
    reserved: bool = False
    """An open seat that is kept for the person named; ``mine`` says whether that is the reader."""
    gone: bool = False
    """Its person has left this server for good, and has no name any more."""
    back_by: int | None = None
    """A bot stands in: until when (milliseconds) its person may come back before the game is lost."""
    short_of_time: bool = False
    """The bot that plays has less time here than its level wants, so that it may play weaker."""


class RequestData(msgspec.Struct, omit_defaults=True):
    """What a request is about."""

    kept: int | None = None
    """How many decisions would be left, for an undo."""
    seat: int | None = None
    """The seat that someone else would take over."""
    bot: str | None = None
    name: str | None = None


class RequestInfo(msgspec.Struct):
    """Something the people at the table are asked to agree to."""

    number: int
    seat: int
    what: str
    data: RequestData
    agreed: list[int]
    """The seats of those who said yes."""


class ClockInfo(msgspec.Struct):
    """Milliseconds left per seat at the time of the message, and whose clock runs."""

    at: int
    left: list[int | None]
    running: int | None
    starts_in: int = 0
    """Milliseconds until it runs: a screen that several people share is being handed over."""


class ResultInfo(msgspec.Struct):
    """How a game ended, and what the host has added to its shuffles, so that everyone can check them."""

    why: str
    scores: list[int]
    ranks: list[int]
    key: str


class ShufflePart(msgspec.Struct):
    """What a seat adds to the shuffles."""

    seat: int
    commitment: str | None
    """The SHA-256 of the part, shown before anyone showed a part."""
    part: str | None
    """32 hexadecimal digits, once it is revealed."""


class ShuffleInfo(msgspec.Struct):
    """What the seats add to the shuffles; the key is made of it and of what the host adds."""

    stage: str | None = None
    """What seats are asked for before the deal: to ``commit``, or to ``reveal`` what they committed to."""
    waits_for: list[int] = []
    """The seats that have not yet."""
    parts: list[ShufflePart] = []
    """Of the seats that add something."""
    left_out: list[int] = []
    """Seats that did not reveal in time: they add nothing, and the others began anew."""


class TableInfo(msgspec.Struct):
    """A table as everyone at it sees it."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    settings: TableSettings
    status: str
    seats: list[SeatInfo]
    host: bool
    """Whether the reader opened it."""
    commitment: str
    created_at: int
    paused: bool
    requests: list[RequestInfo]
    result: ResultInfo | None = None
    rematch_of: str | None = None
    continues: str | None = None
    rematch: str | None = None
    """Where those who played here meet again; only they are told."""
    known_deal: bool = False
    """Whether someone may know its shuffles, because it came from a record or goes on from another game."""
    daily: str | None = None
    """The day whose deal it is, where everyone plays the same one once."""
    shuffle: ShuffleInfo = msgspec.field(default_factory=ShuffleInfo)
    """What the seats add to the shuffles."""
    return_time: int = 0
    """Milliseconds within which whoever stands up, or runs out of time, may come back."""
    stopped: bool = False
    """All people have left: the game waits for one of them to come back."""
    differs_at: int | None = None
    """The event from which today's rules would have gone otherwise; a running game stands still then."""
