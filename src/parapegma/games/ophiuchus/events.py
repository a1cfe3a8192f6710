"""Ophiuchus: what happened, as the log tells it and each seat may know it."""

from __future__ import annotations

from parapegma.core.game import Event
from parapegma.core.log import LogEntry
from parapegma.games.ophiuchus.actions import placement
from parapegma.games.ophiuchus.components import CARDS, ROW_LIMIT, TILE_NAMES
from parapegma.games.ophiuchus.state import CLAIMED, DREW, LAID, PASSED, PUT_BACK, TOOK_TOKEN

ENDINGS = ("", "reserve empty", "round finished", "nobody can lay", "all tiles laid", "all cards taken")
"""How a game ended, by the number the rules give it."""


def describe(event: Event, seat: int | None) -> LogEntry:
    """An event as ``seat`` may know it; ``None`` is a spectator."""
    kind, who, a, b = event
    own_tile = TILE_NAMES[a] if who == seat and kind in (DREW, PUT_BACK) else None
    if kind == LAID:
        where = placement(a, b)
        return LogEntry("laid", who, {"tile": TILE_NAMES[a], "placement": where}, f"lays {where}")
    if kind == CLAIMED:
        card = CARDS[a]
        words = f"takes {card.id.capitalize()} for {card.points}"
        return LogEntry("claimed", who, {"card": card.id, "points": card.points}, words)
    if kind == TOOK_TOKEN:
        return LogEntry("token", who, {}, f"takes a prize token for a row of exactly {ROW_LIMIT}")
    if kind == DREW:
        return LogEntry("drew", who, {"tile": own_tile}, f"draws {own_tile or 'a tile'}")
    if kind == PUT_BACK:
        return LogEntry("returned", who, {"tile": own_tile}, f"puts {own_tile or 'a tile'} back")
    if kind == PASSED:
        return LogEntry("passed", who, {}, "passes: no tile fits")
    return LogEntry("ended", None, {"how": ENDINGS[a]}, f"The game ends: {ENDINGS[a]}.")
