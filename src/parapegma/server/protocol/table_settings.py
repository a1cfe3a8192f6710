"""What a table agrees on before it starts, apart from the game's own options."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Seconds = Annotated[int, msgspec.Meta(ge=10, le=24 * 3600)]


class NoClock(msgspec.Struct, frozen=True, tag="none", tag_field="kind"):
    """Everyone takes the time they need."""


class Live(msgspec.Struct, frozen=True, tag="live", tag_field="kind"):
    """Each seat has a bank of seconds and gets some back after each of its turns."""

    bank: Seconds = 900
    increment: Annotated[int, msgspec.Meta(ge=0, le=600)] = 15


class Correspondence(msgspec.Struct, frozen=True, tag="correspondence", tag_field="kind"):
    """So many days for each decision."""

    days: Annotated[float, msgspec.Meta(ge=0.01, le=30)] = 3


Pace = NoClock | Live | Correspondence


class TableSettings(msgspec.Struct, frozen=True):
    """How people play at one table."""

    pace: Pace = NoClock()
    public: bool = False
    """Shown in the lobby; otherwise only those who have the link find it."""
    on_time_out: Literal["bot", "resign"] = "bot"
    stand_in: Annotated[str, msgspec.Meta(max_length=40)] = "novice"
    """The level of a bot that plays on for someone who left or ran out of time."""
    undo: Literal["free", "consent", "never"] = "free"
    """``free``: within one's own turn as long as nothing was revealed; the rest by consent."""
    spectators: bool = True
    delay: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    """Seconds by which spectators lag behind."""
    chat: Literal["players", "everyone", "off"] = "players"
    """Who may write at the table; everyone who may look may read."""


def decode_settings(text: str) -> TableSettings:
    """Settings as the database keeps them."""
    return msgspec.json.decode(text, type=TableSettings)
