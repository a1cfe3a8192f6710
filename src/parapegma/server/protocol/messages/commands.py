"""What clients say on a table's WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from parapegma.server.protocol.messages.fields import Actions, Commitment, EventNumber, Key, Part, SeatNumber


class Act(msgspec.Struct, tag="act", tag_field="type", forbid_unknown_fields=True):
    """Decide. Several actions are carried out all or none."""

    key: Key
    seen: EventNumber
    """The last event the sender has seen."""
    actions: Actions
    seat: SeatNumber | None = None


class Undo(msgspec.Struct, tag="undo", tag_field="type", forbid_unknown_fields=True):
    """Take back what one decided last at one go; or all since the decision after ``to`` others."""

    key: Key
    seen: EventNumber
    """The last event the sender has seen; what others have done since does not matter."""
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


class Uncover(msgspec.Struct, tag="uncover", tag_field="type", forbid_unknown_fields=True):
    """Several of you play at one screen, and the seat that is to decide has it now: its clock may run."""

    key: Key
    seat: SeatNumber


class Replace(msgspec.Struct, tag="replace", tag_field="type", forbid_unknown_fields=True):
    """Ask for a bot in the seat of someone who is away; without a bot, for oneself in a seat someone left."""

    key: Key
    seat: SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=40)] | None = None


class Commit(msgspec.Struct, tag="commit", tag_field="type", forbid_unknown_fields=True):
    """Commit anew to what your seat adds to the shuffles, when the table asks for it."""

    key: Key
    seat: SeatNumber
    commitment: Commitment


class Reveal(msgspec.Struct, tag="reveal", tag_field="type", forbid_unknown_fields=True):
    """Reveal what your seat adds to the shuffles, when the table asks for it."""

    key: Key
    seat: SeatNumber
    part: Part


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


class ChooseBotSpeed(msgspec.Struct, tag="bot speed", tag_field="type", forbid_unknown_fields=True):
    """How fast bots should answer while this connection is open; it counts where no other person plays."""

    speed: Literal["slow", "normal", "fast", "at once"]


class Ping(msgspec.Struct, tag="ping", tag_field="type", forbid_unknown_fields=True):
    """Are you there?"""


Command = Act | Undo | Ask | Answer | Resign | Uncover | Replace | Commit | Reveal
FromClient = (
    Act
    | Undo
    | Ask
    | Answer
    | Resign
    | Uncover
    | Replace
    | Commit
    | Reveal
    | PreviewActions
    | Say
    | Look
    | ChooseBotSpeed
    | Ping
)
