"""Pacal's Rocket: why a decision is not legal, in one line; each reason begins with its code."""

from __future__ import annotations

from parapegma.core.states import States
from parapegma.games.pacal.components import (
    CELL_NAMES,
    CELLS,
    COLS,
    COVERED_CELLS,
    LAKE_CELLS,
    SACRED_ROWS,
    SACRED_STONES,
)
from parapegma.games.pacal.constellations import PATTERNS
from parapegma.games.pacal.rules import steps
from parapegma.games.pacal.state import ARROWS, BUILD, HEIGHT, MOVE, OTHER, OWN, PATTERN, PLACE, RECOVER


def why_not(states: States, number: int) -> str | None:
    """The reason for the question that is asked; ``number`` answers it, but not rightly."""
    phase = int(states[0]["phase"])
    cell = number - steps.CELL_ACTION
    if phase == MOVE and number >= steps.SACRED_ACTION:
        return _why_sacred(states, number - steps.SACRED_ACTION)
    if phase == MOVE:
        return _why_not_there(states, cell) or _why_no_end(states, cell)
    if phase == RECOVER:
        return f"NO_STONE: no visible stone of yours lies on {CELL_NAMES[cell]}"
    if phase == BUILD:
        return _why_not_built(states, cell)
    if phase == OTHER and number - steps.OTHER_ACTION + 1 >= int(states[0]["players"]):
        return f"NO_SEAT: there is no such seat; {int(states[0]['players'])} play"
    if phase in (OWN, OTHER):
        return "DUPLICATE: a stone of yours is on that ship's cell already"
    if phase == PATTERN:
        return "NO_CONSTELLATION: these cells give nothing that can be built there now"
    if phase == HEIGHT:
        return _why_height(states, number - steps.HEIGHT_ACTION + 1)
    there = _why_not_there(states, cell)
    if there is None and phase == PLACE:
        return "NOT_SACRED: ships are placed in the Sacred district"
    return there or "FIRST_ROUND: in round 1 the ship must land outside the Sacred district"


def _sacred(cell: int) -> bool:
    return bool(int(SACRED_ROWS[cell // COLS]) >> cell % COLS & 1)


def _why_not_there(states: States, cell: int) -> str | None:
    """Why a cell is not free (PR-1.3)."""
    s = states[0]
    name = CELL_NAMES[cell]
    if cell in LAKE_CELLS:
        return f"LAKE: {name} is in the lake"
    if cell in COVERED_CELLS[int(s["players"])]:
        return f"COVERED: {name} is covered by a tile"
    if s["pyramid"][cell]:
        return f"OCCUPIED: a pyramid stands on {name}"
    for seat in range(int(s["players"])):
        if s["ship"][seat] == cell:
            own = seat == int(s["to_move"])
            return f"SAME_CELL: the ship must leave {name}" if own else f"OCCUPIED: a ship stands on {name}"
    return None


def _why_no_end(states: States, cell: int) -> str:
    s = states[0]
    ends = [end for end in range(CELLS) if int(s["straight"][end // COLS]) >> end % COLS & 1]
    if s["round"] == 1 and _sacred(cell) and any(not _sacred(end) for end in ends):
        return "FIRST_ROUND: in round 1 the ship must leave the Sacred district"
    if s["die"] == ARROWS:
        return f"OUT_OF_REACH: {CELL_NAMES[cell]} is neither in the row nor in the column of the ship"
    if s["round"] == 1:
        return f"OUT_OF_REACH: no straight move ends on {CELL_NAMES[cell]}; turns are for later rounds"
    return f"OUT_OF_REACH: no move of {int(s['die'])} steps ends on {CELL_NAMES[cell]}"


def _why_sacred(states: States, n: int) -> str:
    s = states[0]
    stones = int(s["sacred"][s["to_move"]])
    if not stones >> n & 1:
        return f"NO_SACRED_STONE: the sacred stone {SACRED_STONES[n]} has been discarded"
    if stones & ((1 << n) - 1) and s["lowest_sacred"]:
        return "LOWEST_FIRST: the lowest sacred stone must be discarded"
    return "FIRST_ROUND: in round 1 a sacred stone is only for a ship that cannot leave the Sacred district"


def _why_not_built(states: States, cell: int) -> str:
    s = states[0]
    seat, row, col = int(s["to_move"]), cell // COLS, cell % COLS
    name = CELL_NAMES[cell]
    own_stone = int(s["stones"][seat][row]) >> col & 1
    if any(s["ship"][ship] == cell for ship in range(int(s["players"]))):
        return f"HIDDEN: a ship stands on {name}"
    if int(s["pyramid"][cell]) and int(s["pyramid"][cell]) >> 3 != seat:
        return f"OCCUPIED: a pyramid of another player stands on {name}"
    if own_stone or int(s["pyramid"][cell]):
        what = "gives a pyramid that is in stock" if own_stone else "gives a higher pyramid that is in stock"
        return f"NO_CONSTELLATION: no constellation with {name} {what}"
    return f"NO_STONE: no stone of yours lies on {name}"


def _why_height(states: States, height: int) -> str:
    s = states[0]
    if not s["stock"][s["to_move"]][height]:
        return f"OUT_OF_STOCK: no pyramid of height {height} is left"
    full = PATTERNS[int(s["pattern"])].height
    if height >= full:
        return f"TOO_HIGH: the constellation gives height {full} at most"
    return "NOT_HIGHER: an upgrade must be higher than the pyramid it replaces"
