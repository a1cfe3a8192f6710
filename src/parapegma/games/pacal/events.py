"""Pacal's Rocket: what happened, as the log tells it. Everything is public."""

from __future__ import annotations

from typing import Literal

from parapegma.core.game import Event
from parapegma.core.log import LogEntry
from parapegma.games.pacal import types
from parapegma.games.pacal.actions import named, pattern_cells
from parapegma.games.pacal.components import CELL_NAMES, DISTRICT_NAMES
from parapegma.games.pacal.state import (
    ARROWS,
    BONUS,
    BUILD,
    BUILT,
    CHOSE,
    DISCARDED,
    ENDED,
    ENDINGS,
    FINAL_DISTRICTS,
    FINAL_LAKE,
    FINAL_RIVER,
    FINAL_SACRED,
    INSERTED,
    LAST_ROUND,
    MOVED,
    MOVES,
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
_ASKED: dict[int, Literal["own", "other", "recover", "build"]] = {
    OWN: "own",
    OTHER: "other",
    RECOVER: "recover",
    BUILD: "build",
}
_FINAL: dict[int, Literal["river", "lake", "districts", "sacred stones"]] = {
    FINAL_RIVER: "river",
    FINAL_LAKE: "lake",
    FINAL_DISTRICTS: "districts",
    FINAL_SACRED: "sacred stones",
}


def face(die: int) -> types.Die:
    """What the die shows, for people."""
    return "arrows" if die == ARROWS else die or None


def describe(event: Event, seat: int | None) -> LogEntry:
    """An event as ``seat`` may know it; everybody knows everything."""
    kind, who, a, b = event
    if kind == PLACED:
        return types.Placed(seat=who, cell=CELL_NAMES[a], words=f"places the ship on {CELL_NAMES[a]}")
    if kind == ROLLED:
        return types.Rolled(seat=who, die=face(a), round=b, words=f"rolls {face(a)} in round {b}")
    if kind == RETURNED:
        words = f"gets {b} stone{'s' if b > 1 else ''} back from {CELL_NAMES[a]}"
        return types.Returned(seat=who, cell=CELL_NAMES[a], stones=b, words=words)
    if kind == DISCARDED:
        return types.Discarded(seat=who, value=a, words=f"discards the sacred stone {a}")
    if kind == MOVED:
        left, how = divmod(b, 8)
        words = _MOVED[how].format(CELL_NAMES[a])
        return types.Moved(seat=who, left=CELL_NAMES[left], to=CELL_NAMES[a], how=MOVES[how], words=words)
    if kind == INSERTED:
        ship = "the own ship" if a == who else f"the ship of seat {a}"
        return types.Inserted(seat=who, ship=a, words=f"puts a stone into {ship}")
    if kind == RECOVERED:
        words = f"takes a stone back from {CELL_NAMES[a]}"
        return types.Recovered(seat=who, cell=CELL_NAMES[a], words=words)
    if kind == CHOSE:
        cells = pattern_cells(a, b) or []
        names = [CELL_NAMES[cell] for cell in cells]
        words = f"uses the constellation {named(cells)}"
        return types.ChoseConstellation(seat=who, cell=CELL_NAMES[a], cells=names, words=words)
    if kind == BUILT:
        return _built(who, a, *divmod(b, 8))
    if kind == SCORED:
        words = f"scores {a} for district {DISTRICT_NAMES[b]}"
        return types.Scored(seat=who, points=a, district=DISTRICT_NAMES[b], words=words)
    if kind == BONUS:
        return types.Bonus(seat=who, points=a, words=f"gets {a} for the penultimate pyramid")
    if kind == LAST_ROUND:
        return types.LastRound(seat=who, threshold=a, words=f"reaches the threshold of {a} points")
    if kind == PASSED:
        return types.Passed(seat=who, asked=_ASKED[a], words=_PASSED[a])
    if kind in _FINAL:
        return types.Final(seat=who, source=_FINAL[kind], points=a, words=f"gets {a} for {_FINAL[kind]}")
    ending = ENDINGS[a]
    assert kind == ENDED, f"there is no event {kind}"
    assert ending, "the game has not ended"
    return types.Ended(seat=None, how=ending, words=f"The game ends: {ending}.")


def _built(who: int, cell: int, height: int, replaced: int) -> LogEntry:
    name = CELL_NAMES[cell]
    words = f"builds a pyramid of height {height} on {name}"
    if replaced:
        words = f"upgrades {name} from {replaced} to {height}"
    return types.Built(seat=who, cell=name, height=height, replaced=replaced or None, words=words)
