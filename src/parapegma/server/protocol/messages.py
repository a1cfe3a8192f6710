"""The messages between server and clients: what is not here does not exist on the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from parapegma.core.action import Action
from parapegma.core.log import LogEntry
from parapegma.core.view import View
from parapegma.server.problems import ProblemBody
from parapegma.server.protocol.table_settings import TableSettings

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[!-~]+$(?!\n)")]
"""A client's own name for a request, so that a repetition is known again. (``$`` alone lets a newline by.)"""
ActionText = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
ActionNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Actions = Annotated[list[ActionText | ActionNumber], msgspec.Meta(min_length=1, max_length=32)]
"""Decisions by number or in notation."""
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]
EventNumber = Annotated[int, msgspec.Meta(ge=0, le=2_000_000_000)]

# --- from the server ------------------------------------------------------------------------------


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


class ResultInfo(msgspec.Struct):
    """How a game ended, and the key by which everyone can check its shuffles."""

    why: str
    scores: list[int]
    ranks: list[int]
    key: str


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
    differs_at: int | None = None
    """The event from which today's rules would have gone otherwise; a running game stands still then."""


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


class ChatLine(msgspec.Struct):
    """What someone wrote at a table. Plain text: show it as such."""

    number: int
    at: int
    name: str
    seats: list[int]
    """The writer's seats; none for a spectator."""
    mine: bool
    text: str


class Chat(msgspec.Struct, tag="chat", tag_field="type"):
    """Lines that were written at the table, oldest first; on opening the latest ones."""

    lines: list[ChatLine]


class Said(msgspec.Struct, tag="said", tag_field="type"):
    """What you wrote is on the disk."""

    key: str
    number: int
    """Of the line."""


class WaitingTable(msgspec.Struct):
    """A table that waits for you."""

    id: str
    game: str
    title: str
    turn: int
    """The event since which it waits."""
    deadline_at: int | None


class Waiting(msgspec.Struct, tag="waiting", tag_field="type"):
    """All tables that wait for you; sent on opening and whenever it changes."""

    tables: list[WaitingTable]


class SeatSummary(msgspec.Struct):
    """A seat in a list of tables."""

    kind: str
    name: str
    bot: str | None
    mine: bool


class TableSummary(msgspec.Struct):
    """A table in a list."""

    id: str
    game: str
    status: str
    settings: TableSettings
    seats: list[SeatSummary]
    actor: int | None
    my_turn: bool
    deadline_at: int | None
    created_at: int
    changed_at: int


class ReplayStep(msgspec.Struct):
    """How the table stood after an event."""

    number: int
    decisions: int
    """How many decisions stood."""
    actor: int | None
    event: EventMessage
    view: View | None
    """None before the deal."""
    choices: list[Action] | None = None
    """What could be decided, where the seat that watches was to decide."""


class Replay(msgspec.Struct):
    """A part of a game, as a seat saw it."""

    table: str
    seat: int | None
    last: int
    """The number of the last event there is."""
    steps: list[ReplayStep]


class GameRecord(msgspec.Struct):
    """A game that is over, with everything that was hidden in it."""

    table: str
    game: str
    names: list[str]
    """Who sat where at the end; a bot by its level."""
    why: str
    """How it ended: finished, resigned, agreed or closed."""
    scores: list[int]
    ranks: list[int]
    sources: list[dict[str, int]]
    """Every seat's points by where they came from."""
    key: str
    """Of the shuffles."""
    commitment: str
    """The SHA-256 of the key, which was shown from the start."""
    decisions: int
    record: str
    """The game as text that ``parapegma replay`` reads."""


# --- from clients ---------------------------------------------------------------------------------


class Act(msgspec.Struct, tag="act", tag_field="type", forbid_unknown_fields=True):
    """Decide. Several actions are carried out all or none."""

    key: Key
    seen: EventNumber
    """The last event the sender has seen."""
    actions: Actions
    seat: SeatNumber | None = None


class Undo(msgspec.Struct, tag="undo", tag_field="type", forbid_unknown_fields=True):
    """Take back one's last decision, or all after the first ``to``."""

    key: Key
    seen: EventNumber
    to: EventNumber | None = None


class Ask(msgspec.Struct, tag="ask", tag_field="type", forbid_unknown_fields=True):
    """Ask the others at the table to pause, to go on, or to end the game here."""

    key: Key
    what: Literal["pause", "resume", "end"]


class Answer(msgspec.Struct, tag="answer", tag_field="type", forbid_unknown_fields=True):
    """Agree to a request, or decline it."""

    key: Key
    request: EventNumber
    agreed: bool


class Resign(msgspec.Struct, tag="resign", tag_field="type", forbid_unknown_fields=True):
    """Give up."""

    key: Key
    seat: SeatNumber | None = None


class Replace(msgspec.Struct, tag="replace", tag_field="type", forbid_unknown_fields=True):
    """Ask for a bot in the seat of someone who is away; without a bot, for oneself in a seat someone left."""

    key: Key
    seat: SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=40)] | None = None


class PreviewActions(msgspec.Struct, tag="preview", tag_field="type", forbid_unknown_fields=True):
    """Ask what decisions would do, without making them."""

    key: Key
    seen: EventNumber
    actions: Actions


class Say(msgspec.Struct, tag="say", tag_field="type", forbid_unknown_fields=True):
    """Write to everyone at the table."""

    key: Key
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class Look(msgspec.Struct, tag="look", tag_field="type", forbid_unknown_fields=True):
    """Whether the page is in sight. Someone who looks is not told by other ways that it is his turn."""

    looking: bool


class Ping(msgspec.Struct, tag="ping", tag_field="type", forbid_unknown_fields=True):
    """Are you there?"""


Command = Act | Undo | Ask | Answer | Resign | Replace
FromClient = Act | Undo | Ask | Answer | Resign | Replace | PreviewActions | Say | Look | Ping
