"""What processes tell each other. A notification says that something changed, never what: whoever needs to
know reads it from the database, where it is decided who may see what.
"""

from __future__ import annotations

import msgspec


class _Notification(msgspec.Struct, frozen=True, array_like=True, tag_field="kind"):
    pass


class TableTaken(_Notification, frozen=True, tag="table-taken"):
    """A table lives in this process from now on; it was taken from another."""

    table: str
    process: str


class TableRewritten(_Notification, frozen=True, tag="table-rewritten"):
    """What is known of a table in memory is no longer what the database says."""

    table: str


class ChatWritten(_Notification, frozen=True, tag="chat-written"):
    """Someone wrote a line at a table."""

    table: str
    line: int


class SeatsConnected(_Notification, frozen=True, tag="seats-connected"):
    """Which seats of a table have their person connected to a process."""

    table: str
    process: int
    seats: list[int]


class TurnChanged(_Notification, frozen=True, tag="turn-changed"):
    """A table began or ceased to wait for these people."""

    people: list[str]


class PersonRevoked(_Notification, frozen=True, tag="person-revoked"):
    """Nobody may be believed to be this person any more without proof."""

    person: str


class PersonRenamed(_Notification, frozen=True, tag="person-renamed"):
    """Something about this person changed, but not who may be believed to be it."""

    person: str


class AskedWhoLooks(_Notification, frozen=True, tag="asked-who-looks"):
    """A process wants to know whether this person looks at a page anywhere."""

    person: str


class LooksAt(_Notification, frozen=True, tag="looks-at"):
    """The answer of a process: where a person looks."""

    person: str
    places: list[str]


Notification = (
    TableTaken
    | TableRewritten
    | ChatWritten
    | SeatsConnected
    | TurnChanged
    | PersonRevoked
    | PersonRenamed
    | AskedWhoLooks
    | LooksAt
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Notification)


def encode(notification: Notification) -> bytes:
    """A notification as it travels.

    >>> encode(TableRewritten("abc"))
    b'["table-rewritten","abc"]'
    """
    return _encoder.encode(notification)


def decode(payload: bytes) -> Notification:
    """The notification that travelled.

    >>> decode(b'["chat-written","abc",3]')
    ChatWritten(table='abc', line=3)
    """
    found: Notification = _decoder.decode(payload)
    return found
