"""What the server says on a table's WebSocket: news, answers, and how it stands."""

from __future__ import annotations

from typing import Any

import msgspec

from parapegma.core.action import Action
from parapegma.core.log import LogEntry
from parapegma.core.view import View
from parapegma.server.problems import ProblemBody
from parapegma.server.protocol.messages.table import ClockInfo, TableInfo


class EventData(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everyone may know of an event besides its seat; which parts it has depends on its kind."""

    name: str | None = None
    bot: str | None = None
    kept: int | None = None
    """How many decisions were left, where some were taken back."""
    why: str | None = None
    what: str | None = None
    """What was asked for."""
    request: int | None = None
    agreed: bool | None = None


NO_DATA = EventData()


class EventMessage(msgspec.Struct, omit_defaults=True):
    """An event as the reader may know it."""

    number: int
    at: int
    kind: str
    seat: int | None = None
    decisions: int | None = None
    """How many decisions stand after it, for events that change the position."""
    log: list[LogEntry] = []
    """What followed from it."""
    notation: list[str] = []
    """What was decided; only for the reader's own seats, or once the game is over."""
    data: EventData = NO_DATA


class Update(msgspec.Struct, omit_defaults=True, tag="update", tag_field="type"):
    """News of a table: what happened since the last message, and how it stands now."""

    number: int
    """Of the last event."""
    since: int
    events: list[EventMessage]
    seat: int | None = None
    """Whose view it is; none for a spectator."""
    actor: int | None = None
    choices: list[Action] | None = None
    """What the reader may decide; only when it is the reader's turn."""
    half_made: bool = False
    """Whether that is the rest of a decision which the reader has begun: an undo puts all of it back."""
    view: View | None = None
    """The whole view."""
    changes: dict[str, Any] | None = None
    """Or only those of its parts that changed since the last message."""
    clock: ClockInfo | None = None
    bot_from: int | None = None
    """When the reader may ask for a bot in the seat that is to decide, if who holds it is away."""
    table: TableInfo | None = None
    """Sent when something about it changed."""


class Accepted(msgspec.Struct, tag="accepted", tag_field="type"):
    """A command was carried out and is on the disk."""

    key: str | None
    number: int
    """The last event it caused."""
    repeated: bool
    """It had been carried out before."""


class Refused(msgspec.Struct, omit_defaults=True, tag="refused", tag_field="type"):
    """A command was not carried out, and why."""

    problem: ProblemBody
    key: str | None = None
    update: Update | None = None
    """How the table stands now, where the command came too late or did not fit."""


class ActionPreview(msgspec.Struct, tag="preview", tag_field="type"):
    """What decisions would do, as far as the reader can know: nothing was played."""

    key: str
    number: int
    """The last event of the table they were tried at."""
    log: list[LogEntry]
    """What would follow on every table they were tried at."""
    certain: bool
    """Whether that is all; otherwise chance or hidden things decide the rest."""
    my_turn: bool
    """Whether the reader would still be the one to decide."""
    choices: list[Action] | None
    """What the reader could decide next, if all is certain."""
    changes: dict[str, Any]
    """Parts of the view that would be the same new ones on every table."""
    rules: list[str] = []
    """The numbers of the rules to read about it."""


class Pong(msgspec.Struct, tag="pong", tag_field="type"):
    """The answer to a ping."""

    at: int


class Presence(msgspec.Struct, tag="presence", tag_field="type"):
    """Whose people are connected to the table now; sent when that changes."""

    seats: list[int]


class Goodbye(msgspec.Struct, tag="goodbye", tag_field="type"):
    """The connection is about to be closed, and why."""

    code: str
    detail: str
