"""What clients ask over HTTP, apart from the commands of a seat."""

from __future__ import annotations

from typing import Annotated

import msgspec

from parapegma.server.protocol import messages as ms
from parapegma.server.protocol.table_settings import TableSettings

_Kind = Annotated[str, msgspec.Meta(max_length=40)]
_KEY = Annotated[
    ms.Key | None, msgspec.Meta(description="A repetition with the same key is answered, not done twice.")
]
_Decisions = Annotated[
    list[Annotated[str, msgspec.Meta(max_length=200)]],
    msgspec.Meta(max_length=100, description="In notation, in their order."),
]


class TableRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The table someone wants to open."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    players: Annotated[int, msgspec.Meta(ge=1, le=16)] | None = None
    options: dict[Annotated[str, msgspec.Meta(max_length=40)], bool | int | str] = {}
    seats: (
        Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=16)] | None
    ) = None
    """For each seat ``me``, ``open`` or the level of a bot."""
    names: Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=16)] = []
    """What people are called who play at one screen, seat by seat; where it is empty, by your own name."""
    settings: TableSettings = TableSettings()
    commitment: ms.Commitment | None = None
    """To what your first seat adds to the shuffles; reveal it when the table asks for it."""
    key: _KEY = None


class SeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Which seat; any if none is named."""

    seat: ms.SeatNumber | None = None
    commitment: ms.Commitment | None = None
    """To what your seat adds to the shuffles; reveal it when the table asks for it."""
    key: _KEY = None


class BotRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Who sits on a seat: a bot of a level, or anyone who comes."""

    seat: ms.SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=40)] | None
    key: _KEY = None


class HintRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A hint; the same as before if nothing has been decided since, unless more thought is asked for."""

    longer: bool = False
    """Think longer than the last time."""


class RematchRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Once more with the same people."""

    commitment: ms.Commitment | None = None
    """To what your seat adds to the shuffles of the new table."""


class ContinueRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A table that goes on from a position of a game that is over."""

    decisions: ms.EventNumber
    """How many decisions of that game stand at the start."""
    seats: Annotated[list[_Kind], msgspec.Meta(max_length=16)] | None = None
    """For each seat ``me``, ``open`` or the level of a bot; without it, me and open seats."""
    settings: TableSettings | None = None
    """Those of the old table if none are named; it is not shown in the lobby then."""
    key: ms.Key | None = None
    """A repetition with the same key is answered, not done twice."""


class RecordRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The record of a game that was played elsewhere."""

    record: Annotated[str, msgspec.Meta(max_length=200_000)]
    seats: Annotated[list[_Kind], msgspec.Meta(max_length=16)] | None = None
    """For each seat ``me`` or the level of a bot; without it, all are mine."""
    names: Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=16)] = []
    """What people are called who play at one screen, seat by seat; where it is empty, by your own name."""
    settings: TableSettings = TableSettings()
    key: _KEY = None


class PracticeRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A step or a puzzle after someone's decisions since it began."""

    played: _Decisions = []
    known: Annotated[int, msgspec.Meta(ge=0)] = 0
    """So many of them the page has been told about; of the others it hears what came of them."""


class PracticePreviewRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What further decisions would do after those that were made."""

    actions: _Decisions
    played: _Decisions = []


class EmptyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Nothing needs to be said."""
