"""Pacal's Rocket: what a seat, a spectator or, after the end, everyone may see.

This is the one place that hides. Only one thing is ever hidden, and only from people: what ships hold,
where the table plays by memory (R-17). Everybody saw it being put there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parapegma.core import engine
from parapegma.core.states import States, handed
from parapegma.games.pacal.actions import pattern_cells
from parapegma.games.pacal.board import BOARD
from parapegma.games.pacal.components import (
    CELL_NAMES,
    CELLS,
    COLOURS,
    COLS,
    COVERED_CELLS,
    DISTRICT_NAMES,
    HEIGHTS,
    LAKE_CELLS,
    MOST_PLAYERS,
    ROWS,
    SACRED_STONES,
    THRESHOLD,
)
from parapegma.games.pacal.constellations import PATTERNS
from parapegma.games.pacal.events import ENDINGS, face
from parapegma.games.pacal.rules import points, steps
from parapegma.games.pacal.state import MOVE, NOWHERE, OVER

PHASES = ("place", "move", "set", "own", "other", "recover", "build", "pattern", "height", "over")
ASKED = (
    "Place your ship in the Sacred district.",
    "Move your ship.",
    "Set your ship on a free cell.",
    "Put a stone into your own ship?",
    "Put a stone into the ship of another player?",
    "Take a visible stone of yours from the board, to use it at once?",
    "Build a pyramid?",
    "Choose the constellation to use.",
    "The height is exhausted: choose a lower one.",
    "The game is over.",
)
"""What the seat to move is asked, by phase."""


def cells_of(rows: Any) -> list[str]:
    """The names of a set of cells, given row by row."""
    return [CELL_NAMES[cell] for cell in range(CELLS) if int(rows[cell // COLS]) >> cell % COLS & 1]


def cell_or_none(cell: int) -> str | None:
    """A cell's name, or ``None`` for nowhere."""
    return None if cell == NOWHERE else CELL_NAMES[cell]


def sacred_of(bits: int) -> list[int]:
    """The values of a set of sacred stones."""
    return [value for n, value in enumerate(SACRED_STONES) if bits >> n & 1]


def pyramids_of(states: States, seat: int) -> dict[str, int]:
    """A seat's pyramids: cell and height."""
    s = states[0]
    return {
        CELL_NAMES[cell]: int(s["pyramid"][cell]) & 7
        for cell in range(CELLS)
        if s["pyramid"][cell] and int(s["pyramid"][cell]) >> 3 == seat
    }


def final_points(states: States) -> list[dict[str, int]]:
    """What a final scoring now would give each seat (PR-9)."""
    out = np.zeros((MOST_PLAYERS, 4), np.int64)
    points.final_points_at(handed(states), handed(out))
    names = ("river", "lake", "districts", "sacred")
    return [
        {name: int(out[seat, n]) for n, name in enumerate(names)} for seat in range(int(states[0]["players"]))
    ]


def view(states: States, seat: int | None) -> dict[str, Any]:
    """All that ``seat`` may see; ``None`` is a spectator."""
    s = states[0]
    players = int(s["players"])
    over = s["phase"] == OVER
    return {
        "game": "pacal",
        "seat": seat,
        "players": players,
        "to_move": None if over else int(s["to_move"]),
        "start": int(s["start"]),
        "round": int(s["round"]),
        "die": face(int(s["die"])),
        "phase": PHASES[s["phase"]],
        "asked": _asked(states),
        "allowance": int(s["allowance"]),
        "threshold": int(THRESHOLD[players]),
        "last_round": bool(s["last_round"]),
        "options": _options(states),
        "board": _board(players),
        "districts": _districts(states),
        "seats": [_seat(states, other, engine.scores(states)[other]) for other in range(players)],
        "ends": {"two_stones": cells_of(s["straight"]), "one_stone": cells_of(s["turning"])},
        "buildable": cells_of(s["buildable"]),
        "target": None if s["target"] == NOWHERE else int(s["target"]),
        "build_cell": cell_or_none(int(s["build_cell"])),
        "pattern_height": None if s["pattern"] == NOWHERE else PATTERNS[int(s["pattern"])].height,
        "constellation": []
        if s["pattern"] == NOWHERE
        else [CELL_NAMES[cell] for cell in pattern_cells(int(s["build_cell"]), int(s["pattern"])) or []],
        "final": final_points(states) if over else None,
        "ended": ENDINGS[s["ended"]] if over else None,
    }


def _asked(states: States) -> str:
    """The question of the phase; sacred stones are only spoken of where one may be discarded."""
    if states[0]["phase"] != MOVE:
        return ASKED[states[0]["phase"]]
    choices = engine.legal(states)
    discards = [number for number in choices if steps.SACRED_ACTION <= number < steps.OWN_ACTION]
    if not discards:
        return ASKED[MOVE]
    if len(discards) == len(choices):
        return "Your ship is enclosed: discard a sacred stone."
    return "Move your ship, or discard a sacred stone."


def _seat(states: States, seat: int, score: int) -> dict[str, Any]:
    s = states[0]
    players = int(s["players"])
    return {
        "colour": COLOURS[seat],
        "score": score,
        "ship": cell_or_none(int(s["ship"][seat])),
        # What the ship holds, by the colour's seat; hidden where people have to remember it.
        "aboard": None
        if s["memory"] and s["phase"] != OVER
        else [int(n) for n in s["aboard"][seat][:players]],
        "supply": int(s["supply"][seat]),
        "stones": cells_of(s["stones"][seat][:ROWS]),
        "pyramids": pyramids_of(states, seat),
        "stock": {height: int(s["stock"][seat][height]) for height in range(1, HEIGHTS + 1)},
        "sacred": sacred_of(int(s["sacred"][seat])),
    }


def _options(states: States) -> dict[str, Any]:
    s = states[0]
    return {
        "expert": bool(s["expert"]),
        "ship_contents": "memory" if s["memory"] else "open",
        "two_stones": "independent" if s["independent"] else "own_first",
        "duplicate_insert": "forbid" if s["forbid_duplicates"] else "allow",
        "path_rule": "no_reversal" if s["no_reversal"] else "self_avoiding",
        "first_round_sacred": bool(s["first_round_sacred"]),
        "auto_lowest_sacred": bool(s["lowest_sacred"]),
        "gaps_must_be_empty": bool(s["empty_gaps"]),
        "tie_scores": bool(s["tie_scores"]),
        "water_scoring": "combined" if s["combined_waters"] else "separate",
        "two_player_end": "finish_round" if s["finish_round"] else "immediate",
        "die_faces": " ".join(str(face(int(die))) for die in s["faces"]),
        "max_rounds": int(s["max_rounds"]),
    }


def _board(players: int) -> dict[str, Any]:
    """The board as it lies on the table: it never changes during a game."""
    return {
        "name": BOARD.name,
        "rows": list(BOARD.rows),
        "sacred": BOARD.sacred,
        "lake": [CELL_NAMES[cell] for cell in LAKE_CELLS],
        "covered": [CELL_NAMES[cell] for cell in sorted(COVERED_CELLS[players])],
        "river": [[CELL_NAMES[one], CELL_NAMES[two]] for one, two in BOARD.river_edges],
        "river_bank": [CELL_NAMES[cell] for cell in sorted(BOARD.river_bank)],
        "lake_shore": [CELL_NAMES[cell] for cell in sorted(BOARD.lake_shore)],
    }


def _districts(states: States) -> dict[str, Any]:
    """Each district's value, and every seat's storeys there."""
    s = states[0]
    players = int(s["players"])
    hidden = {BOARD.letter(cell) for cell in COVERED_CELLS[players]}
    return {
        name: {
            "value": BOARD.values[name],
            "strengths": [int(n) for n in s["strength"][number][:players]],
        }
        for number, name in enumerate(DISTRICT_NAMES)
        if name not in hidden
    }
