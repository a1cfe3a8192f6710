"""Ophiuchus: the options of a table (OP-10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parapegma.core.options import Option, Value
from parapegma.errors import OptionError
from parapegma.games.ophiuchus.state import CLOSED_ZONES, DEALS, END_MODES

OPTIONS = (
    Option(
        "deal", "standard", DEALS,
        "standard: three tiles each and a Reserve to draw from; full: all tiles are dealt out",
        field="full_deal",
    ),
    Option("thirteen_bonus", True, (True, False), "a row of exactly 13 earns a prize token or two draws"),
    Option(
        "end_mode", "reserve_empty", END_MODES,
        "when the Reserve is empty: the game ends at once, after the round, or when nobody can lay a tile",
    ),
    Option(
        "end_when_all_cards_taken", False, (False, True),
        "the game also ends when the last constellation is taken", expert=True,
    ),
    Option(
        "closed_zone", "side", CLOSED_ZONES,
        "empty squares may not be shut in; a way out leads over sides, over corners too, or need not exist",
        expert=True,
    ),
)  # fmt: skip


def fit(players: int, options: dict[str, Value], given: Mapping[str, Any]) -> dict[str, Value]:
    """What the number of players and the deal decide (OP-8.4, OP-9.1, OP-9.2, OP-10)."""
    if players == 1 and options["deal"] == "full":
        raise OptionError("deal = full is for 2 to 4 players; one player plays the standard deal")
    if players == 1 and not options["thirteen_bonus"]:
        raise OptionError("thirteen_bonus = false is for 2 to 4 players; it is always on for one player")
    if players == 1 or options["deal"] == "full":
        why = "one player plays" if players == 1 else "the full deal is played"
        if given.get("end_mode", "play_out") != "play_out":
            raise OptionError(f"end_mode must be play_out, not {options['end_mode']}: {why} to the last tile")
        return {**options, "end_mode": "play_out"}
    return options
