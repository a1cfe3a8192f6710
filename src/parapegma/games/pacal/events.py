"""Pacal's Rocket: what happened, as the log tells it. Everything is public."""

from __future__ import annotations

from parapegma.core.game import Event
from parapegma.core.log import LogEntry
from parapegma.games.pacal.actions import named, pattern_cells
from parapegma.games.pacal.components import CELL_NAMES, DISTRICT_NAMES
from parapegma.games.pacal.state import (
    ARROWS,
    BONUS,
    BUILD,
    BUILT,
    CHOSE,
    DISCARDED,
    FINAL_DISTRICTS,
    FINAL_LAKE,
    FINAL_RIVER,
    FINAL_SACRED,
    INSERTED,
    LAST_ROUND,
    MOVED,
    OTHER,
    OWN,
    PASSED,
    PLACED,
    RECOVER,
    RECOVERED,
    RETURNED,
    ROLLED,
    SCORED,
)

ENDINGS = ("", "penultimate pyramid", "threshold reached", "last round played")
"""How a game ended, by the number the rules give it."""
MOVES = ("straight", "turning", "arrows", "sacred stone", "enclosed")
"""How a ship came to its cell."""
_MOVED = (
    "moves straight to {}", "moves with turns to {}", "flies to {}", "is set on {}",
    "is enclosed and set on {}",
)  # fmt: skip
_PASSED = {
    OWN: "puts no stone into the own ship",
    OTHER: "puts no stone into another ship",
    RECOVER: "takes no stone back from the board",
    BUILD: "builds nothing",
}
_ASKED = {OWN: "own", OTHER: "other", RECOVER: "recover", BUILD: "build"}
_FINAL = {
    FINAL_RIVER: "river",
    FINAL_LAKE: "lake",
    FINAL_DISTRICTS: "districts",
    FINAL_SACRED: "sacred stones",
}


def face(die: int) -> str | int | None:
    """What the die shows, for people."""
    return "arrows" if die == ARROWS else die or None


def describe(event: Event, seat: int | None) -> LogEntry:
    """An event as ``seat`` may know it; everybody knows everything."""
    kind, who, a, b = event
    if kind == PLACED:
        return LogEntry("placed", who, {"cell": CELL_NAMES[a]}, f"places the ship on {CELL_NAMES[a]}")
    if kind == ROLLED:
        return LogEntry("rolled", who, {"die": face(a), "round": b}, f"rolls {face(a)} in round {b}")
    if kind == RETURNED:
        words = f"gets {b} stone{'s' if b > 1 else ''} back from {CELL_NAMES[a]}"
        return LogEntry("returned", who, {"cell": CELL_NAMES[a], "stones": b}, words)
    if kind == DISCARDED:
        return LogEntry("discarded", who, {"value": a}, f"discards the sacred stone {a}")
    if kind == MOVED:
        left, how = divmod(b, 8)
        data = {"from": CELL_NAMES[left], "to": CELL_NAMES[a], "how": MOVES[how]}
        return LogEntry("moved", who, data, _MOVED[how].format(CELL_NAMES[a]))
    if kind == INSERTED:
        ship = "the own ship" if a == who else f"the ship of seat {a}"
        return LogEntry("inserted", who, {"ship": a}, f"puts a stone into {ship}")
    if kind == RECOVERED:
        return LogEntry("recovered", who, {"cell": CELL_NAMES[a]}, f"takes a stone back from {CELL_NAMES[a]}")
    if kind == CHOSE:
        cells = pattern_cells(a, b) or []
        names = {"cell": CELL_NAMES[a], "cells": [CELL_NAMES[cell] for cell in cells]}
        return LogEntry("constellation", who, names, f"uses the constellation {named(cells)}")
    if kind == BUILT:
        return _tell_built(who, a, *divmod(b, 8))
    if kind == SCORED:
        words = f"scores {a} for district {DISTRICT_NAMES[b]}"
        return LogEntry("scored", who, {"points": a, "district": DISTRICT_NAMES[b]}, words)
    if kind == BONUS:
        return LogEntry("bonus", who, {"points": a}, f"gets {a} for the penultimate pyramid")
    if kind == LAST_ROUND:
        return LogEntry("last round", who, {"threshold": a}, f"reaches the threshold of {a} points")
    if kind == PASSED:
        return LogEntry("passed", who, {"asked": _ASKED[a]}, _PASSED[a])
    if kind in _FINAL:
        return LogEntry("final", who, {"for": _FINAL[kind], "points": a}, f"gets {a} for {_FINAL[kind]}")
    return LogEntry("ended", None, {"how": ENDINGS[a]}, f"The game ends: {ENDINGS[a]}.")


def _tell_built(who: int, cell: int, height: int, replaced: int) -> LogEntry:
    data = {"cell": CELL_NAMES[cell], "height": height, "replaced": replaced or None}
    if replaced:
        return LogEntry("built", who, data, f"upgrades {CELL_NAMES[cell]} from {replaced} to {height}")
    return LogEntry("built", who, data, f"builds a pyramid of height {height} on {CELL_NAMES[cell]}")
