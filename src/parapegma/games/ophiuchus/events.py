"""Ophiuchus: what happened, as the log tells it and each seat may know it."""

from __future__ import annotations

from parapegma.core.game import Event
from parapegma.core.telling import Telling
from parapegma.games.ophiuchus.actions import placement
from parapegma.games.ophiuchus.components import CARDS, ROW_LIMIT, TILE_NAMES
from parapegma.games.ophiuchus.state import CLAIMED, DREW, LAID, PASSED, PUT_BACK, TOOK_TOKEN

ENDINGS = ("", "reserve empty", "round finished", "nobody can lay", "all tiles laid", "all cards taken")
"""How a game ended, by the number the rules give it."""


def tell(event: Event, seat: int | None) -> Telling:
    """An event as ``seat`` may know it; ``None`` is a spectator."""
    kind, who, a, b = event
    own_tile = TILE_NAMES[a] if who == seat and kind in (DREW, PUT_BACK) else None
    if kind == LAID:
        where = placement(a, b)
        return Telling("laid", who, {"tile": TILE_NAMES[a], "placement": where}, f"lays {where}")
    if kind == CLAIMED:
        card = CARDS[a]
        words = f"takes {card.id.capitalize()} for {card.points}"
        return Telling("claimed", who, {"card": card.id, "points": card.points}, words)
    if kind == TOOK_TOKEN:
        return Telling("token", who, {}, f"takes a prize token for a row of exactly {ROW_LIMIT}")
    if kind == DREW:
        return Telling("drew", who, {"tile": own_tile}, f"draws {own_tile or 'a tile'}")
    if kind == PUT_BACK:
        return Telling("returned", who, {"tile": own_tile}, f"puts {own_tile or 'a tile'} back")
    if kind == PASSED:
        return Telling("passed", who, {}, "passes: no tile fits")
    return Telling("ended", None, {"how": ENDINGS[a]}, f"The game ends: {ENDINGS[a]}.")
