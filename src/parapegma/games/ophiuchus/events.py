"""Ophiuchus: what happened, as the log tells it and each seat may know it."""

from __future__ import annotations

from parapegma.core.game import Event
from parapegma.core.log import LogEntry
from parapegma.games.ophiuchus.actions import placement
from parapegma.games.ophiuchus.components import CARDS, ROW_LIMIT, TILE_NAMES
from parapegma.games.ophiuchus.state import CLAIMED, DREW, ENDED, ENDINGS, LAID, PASSED, PUT_BACK, TOOK_TOKEN
from parapegma.games.ophiuchus.types import Claimed, Drew, Ended, Laid, Passed, Returned, TookToken


def describe(event: Event, seat: int | None) -> LogEntry:
    """An event as ``seat`` may know it; ``None`` is a spectator."""
    kind, who, a, b = event
    own_tile = TILE_NAMES[a] if who == seat and kind in (DREW, PUT_BACK) else None
    if kind == LAID:
        where = placement(a, b)
        return Laid(seat=who, tile=TILE_NAMES[a], placement=where, words=f"lays {where}")
    if kind == CLAIMED:
        card = CARDS[a]
        words = f"takes {card.id.capitalize()} for {card.points}"
        return Claimed(seat=who, card=card.id, points=card.points, words=words)
    if kind == TOOK_TOKEN:
        return TookToken(seat=who, words=f"takes a prize token for a row of exactly {ROW_LIMIT}")
    if kind == DREW:
        return Drew(seat=who, tile=own_tile, words=f"draws {own_tile or 'a tile'}")
    if kind == PUT_BACK:
        return Returned(seat=who, tile=own_tile, words=f"puts {own_tile or 'a tile'} back")
    if kind == PASSED:
        return Passed(seat=who, words="passes: no tile fits")
    how = ENDINGS[a]
    assert kind == ENDED, f"there is no event {kind}"
    assert how, "the game has not ended"
    return Ended(seat=None, how=how, words=f"The game ends: {how}.")
