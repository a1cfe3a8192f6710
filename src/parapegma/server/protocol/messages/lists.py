"""Tables in lists, and those that wait for someone."""

from __future__ import annotations

from typing import Any

import msgspec

from parapegma.server.protocol.table_settings import TableSettings


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
    options: dict[str, Any]
    settings: TableSettings
    seats: list[SeatSummary]
    actor: int | None
    my_turn: bool
    deadline_at: int | None
    created_at: int
    changed_at: int
    known_deal: bool = False
    """Whether someone may know how it was dealt."""
