"""Games that are over, and games played back."""

from __future__ import annotations

import msgspec

from parapegma.core.action import Action
from parapegma.core.scoring_steps import ScoringStep
from parapegma.core.view import View
from parapegma.server.protocol.messages.table import ShuffleInfo
from parapegma.server.protocol.messages.updates import EventMessage


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
    steps: list[ScoringStep]
    """The same points one after the other: which thing gave whom how much."""
    view: View
    """The table at the end, with everything that was hidden."""
    key: str
    """What the host has added to the shuffles; all of them, where no seat added anything."""
    commitment: str
    """The SHA-256 of that key, which was shown from the start."""
    decisions: int
    shuffle: ShuffleInfo
    """What the seats have added to the shuffles."""
    record: str
    """The game as text that ``parapegma replay`` reads."""
    known_deal: bool = False
    """Whether someone could know how it was dealt: it went on from another game, or from a record."""
