"""What clients ask of tables over HTTP, apart from the commands of a seat."""

from __future__ import annotations

from typing import Annotated

import msgspec

from parapegma.server.protocol import messages as ms
from parapegma.server.protocol.table_settings import TableSettings

_Kind = Annotated[str, msgspec.Meta(max_length=40)]
_KEY = Annotated[
    ms.Key | None, msgspec.Meta(description="A repetition with the same key is answered, not done twice.")
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
    settings: TableSettings = TableSettings()
    key: _KEY = None


class SeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Which seat; any if none is named."""

    seat: ms.SeatNumber | None = None
    key: _KEY = None


class BotRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Who sits on a seat: a bot of a level, or anyone who comes."""

    seat: ms.SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=40)] | None
    key: _KEY = None


class RematchRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Once more with the same people."""


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
    settings: TableSettings = TableSettings()
    key: _KEY = None


class EmptyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Nothing needs to be said."""
