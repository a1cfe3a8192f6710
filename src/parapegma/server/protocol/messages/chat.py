"""Lines of chat, as they are told."""

from __future__ import annotations

import msgspec


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
    """Of the line; 0 for whoever watches with a delay."""
