"""Pacal's Rocket: why a decision is not legal; each reason begins with its code and ends with its rule."""

from __future__ import annotations

from parapegma.core.compiled.arrays import States
from parapegma.core.reasons import Reasons
from parapegma.errors import Reason
from parapegma.games.pacal.components import (
    CELL_NAMES,
    CELLS,
    COLS,
    COVERED_CELLS,
    LAKE_CELLS,
    SACRED_ROWS,
    SACRED_STONES,
)
from parapegma.games.pacal.components.constellations import PATTERNS
from parapegma.games.pacal.rules import steps
from parapegma.games.pacal.state import ARROWS, BUILD, HEIGHT, MOVE, OTHER, OWN, PATTERN, PLACE, RECOVER

because = Reasons(
    {
        "not-asked": "asked is {asked}",
        "lake": "LAKE: {cell} is in the lake (PR-1.2)",
        "covered": "COVERED: {cell} is covered by a tile (PR-1.2)",
        "pyramid": "OCCUPIED: a pyramid stands on {cell} (PR-1.3)",
        "ship": "OCCUPIED: a ship stands on {cell} (PR-1.3)",
        "not-sacred": "NOT_SACRED: ships are placed in the Sacred district (PR-2.5)",
        "same-cell": "SAME_CELL: the ship must leave {cell} (PR-4.2)",
        "out-of-reach": "OUT_OF_REACH: no move of {die} steps ends on {cell} (PR-4.6, PR-4.10)",
        "out-of-flight": "OUT_OF_REACH: {cell} is neither in the row nor in the column of the ship (PR-4.17)",
        "no-straight-move": "OUT_OF_REACH: no straight move ends on {cell};"
        " turns are for later rounds (PR-4.27)",
        "leave-first": "FIRST_ROUND: in round 1 the ship must leave the Sacred district (PR-4.27)",
        "sacred-later": "FIRST_ROUND: in round 1 a sacred stone is only for a ship that cannot leave"
        " the Sacred district (PR-4.28)",
        "land-outside": "FIRST_ROUND: in round 1 the ship must land outside the Sacred district (PR-4.29)",
        "no-sacred-stone": "NO_SACRED_STONE: the sacred stone {stone} has been discarded (PR-4.21)",
        "lowest-first": "LOWEST_FIRST: the lowest sacred stone must be discarded (R-11)",
        "no-seat": "NO_SEAT: there is no such seat; {players} play (PR-5.1)",
        "duplicate": "DUPLICATE: a stone of yours is on that ship's cell already (PR-5.5)",
        "nothing-to-recover": "NO_STONE: no visible stone of yours lies on {cell} (PR-5.8)",
        "not-a-constellation": "NO_CONSTELLATION: these cells give nothing"
        " that can be built there now (PR-6.2)",
        "no-constellation": "NO_CONSTELLATION: no constellation with {cell} gives a pyramid"
        " that is in stock (PR-6.2)",
        "no-higher": "NO_CONSTELLATION: no constellation with {cell} gives a higher pyramid"
        " that is in stock (PR-6.11)",
        "other-pyramid": "OCCUPIED: a pyramid of another player stands on {cell} (PR-6.6)",
        "no-stone": "NO_STONE: no stone of yours lies on {cell} (PR-6.8)",
        "hidden": "HIDDEN: a ship stands on {cell} (PR-6.15)",
        "out-of-stock": "OUT_OF_STOCK: no pyramid of height {height} is left (PR-6.13)",
        "too-high": "TOO_HIGH: the constellation gives height {height} at most (PR-6.13)",
        "not-higher": "NOT_HIGHER: an upgrade must be higher than the pyramid it replaces (PR-6.11)",
    }
)


def why_not(states: States, number: int) -> Reason | str | None:
    """The reason for the question that is asked; ``number`` answers it, but not rightly."""
    phase = int(states[0]["phase"])
    cell = number - steps.CELL_ACTION
    if phase == MOVE and number >= steps.SACRED_ACTION:
        return _why_sacred(states, number - steps.SACRED_ACTION)
    if phase == MOVE:
        return _why_not_there(states, cell) or _why_no_end(states, cell)
    if phase == RECOVER:
        return because("nothing-to-recover", cell=CELL_NAMES[cell])
    if phase == BUILD:
        return _why_not_built(states, cell)
    if phase == OTHER and number - steps.OTHER_ACTION + 1 >= int(states[0]["players"]):
        return because("no-seat", players=int(states[0]["players"]))
    if phase in (OWN, OTHER):
        return because("duplicate")
    if phase == PATTERN:
        return because("not-a-constellation")
    if phase == HEIGHT:
        chosen = int(states[0]["build_cell"]), int(states[0]["pattern"])
        return why_height(states, *chosen, number - steps.HEIGHT_ACTION + 1)
    there = _why_not_there(states, cell)
    if there is None and phase == PLACE:
        return because("not-sacred")
    return there or because("land-outside")


def _sacred(cell: int) -> bool:
    return bool(int(SACRED_ROWS[cell // COLS]) >> cell % COLS & 1)


def _why_not_there(states: States, cell: int) -> Reason | None:
    """Why a cell is not free (PR-1.3)."""
    s = states[0]
    name = CELL_NAMES[cell]
    if cell in LAKE_CELLS:
        return because("lake", cell=name)
    if cell in COVERED_CELLS[int(s["players"])]:
        return because("covered", cell=name)
    if s["pyramid"][cell]:
        return because("pyramid", cell=name)
    for seat in range(int(s["players"])):
        if s["ship"][seat] == cell:
            own = seat == int(s["to_move"])
            return because("same-cell", cell=name) if own else because("ship", cell=name)
    return None


def _why_no_end(states: States, cell: int) -> Reason:
    s = states[0]
    ends = [end for end in range(CELLS) if int(s["straight"][end // COLS]) >> end % COLS & 1]
    if s["round"] == 1 and _sacred(cell) and any(not _sacred(end) for end in ends):
        return because("leave-first")
    if s["die"] == ARROWS:
        return because("out-of-flight", cell=CELL_NAMES[cell])
    if s["round"] == 1:
        return because("no-straight-move", cell=CELL_NAMES[cell])
    return because("out-of-reach", die=int(s["die"]), cell=CELL_NAMES[cell])


def _why_sacred(states: States, n: int) -> Reason:
    s = states[0]
    stones = int(s["sacred"][s["to_move"]])
    if not stones >> n & 1:
        return because("no-sacred-stone", stone=SACRED_STONES[n])
    if stones & ((1 << n) - 1) and s["lowest_sacred"]:
        return because("lowest-first")
    return because("sacred-later")


def _why_not_built(states: States, cell: int) -> Reason:
    s = states[0]
    seat, row, col = int(s["to_move"]), cell // COLS, cell % COLS
    name = CELL_NAMES[cell]
    own_stone = int(s["stones"][seat][row]) >> col & 1
    if any(s["ship"][ship] == cell for ship in range(int(s["players"]))):
        return because("hidden", cell=name)
    if int(s["pyramid"][cell]) and int(s["pyramid"][cell]) >> 3 != seat:
        return because("other-pyramid", cell=name)
    if own_stone:
        return because("no-constellation", cell=name)
    if int(s["pyramid"][cell]):
        return because("no-higher", cell=name)
    return because("no-stone", cell=name)


def why_height(states: States, cell: int, pattern: int, height: int) -> Reason | str:
    """Why a constellation does not give a pyramid of this height on a cell (PR-6.11, PR-6.13, PR-6.14)."""
    s = states[0]
    full = PATTERNS[pattern].height
    if height > full:
        return because("too-high", height=full)
    if not s["stock"][s["to_move"]][height]:
        return because("out-of-stock", height=height)
    if height <= int(s["pyramid"][cell]) & 7:
        return because("not-higher")
    return f"the constellation gives height {full}, which is in stock (PR-6.14)"
