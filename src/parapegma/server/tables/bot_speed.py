"""How fast bots answer: as the one person who plays with them likes it. Where more people play, as usual."""

from __future__ import annotations

from typing import Literal, get_args

from parapegma.server.tables.live_table import LiveTable

BotSpeed = Literal["slow", "normal", "fast", "at once"]
_TIMES: dict[BotSpeed, float] = dict(zip(get_args(BotSpeed), (2.5, 1.0, 0.4, 0.1), strict=True))


def choose_bot_speed(table: LiveTable, person: str, speed: BotSpeed) -> None:
    """A person wants bots to answer so fast. It is not kept: whoever opens the table again says so again."""
    if table.state.seats_of(person):
        table.bot_pause = _TIMES[speed]


def bot_pause(table: LiveTable) -> float:
    """How much longer than usual bots wait before they answer. How long they think is another thing."""
    return table.bot_pause if len(table.state.people()) <= 1 else 1.0
